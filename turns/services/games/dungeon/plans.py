"""What became of a dungeon's early turns."""

from __future__ import annotations

from battles.models import Battle
from battles.services import Applied
from rulebook.dungeon.events import PlanFailed
from turns.models import EarlyTurn
from turns.services.plans import set_status


def settle_plans(battle: Battle, applied: Applied) -> None:
    """Say in the rows what became of early turns: failed, or gone with the game or their hero.

    One that failed is done with: its player has the turn from there. Those that were played are marked by their
    post. Asks the database only when the state knew of early turns, or just heard of one.
    """
    state = applied.state
    failed = {event.unit for event in applied.events if isinstance(event, PlanFailed)}
    if not applied.before.plans and not state.plans and not failed:
        return
    for row in EarlyTurn.objects.filter(battle=battle, status=EarlyTurn.Status.WAITING):
        if row.unit in failed:
            set_status(row, EarlyTurn.Status.FAILED)
        elif row.unit not in state.plans or state.phase == "over":
            set_status(row, EarlyTurn.Status.DISCARDED)
