"""What became of a saga's early turns."""

from __future__ import annotations

from battles.models import Battle
from battles.services import Applied
from rulebook.saga.events import PlanFailed
from turns.models import EarlyTurn
from turns.services.plans import OPEN, set_status


def settle_plans(battle: Battle, applied: Applied) -> None:
    """Say in the rows what became of early turns: failed (EARLY-3), or gone with their unit or round (TURN-6).

    Those that were played are marked by their post. Asks the database only when the state knew of early turns.
    """
    state = applied.state
    if not applied.before.plans and not state.plans:
        return
    failed = {event.unit for event in applied.events if isinstance(event, PlanFailed)}
    for row in EarlyTurn.objects.filter(battle=battle, status__in=OPEN):
        if row.unit not in state.plans or state.phase == "over":
            set_status(row, EarlyTurn.Status.DISCARDED)
        elif row.unit in failed:
            set_status(row, EarlyTurn.Status.FAILED)
