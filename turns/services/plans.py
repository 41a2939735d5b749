"""Early turns as rows: the words that wait, and what became of them."""

from __future__ import annotations

from battles.models import Battle
from battles.services import Applied
from rulebook.saga.events import PlanFailed
from turns.models import EarlyTurn

OPEN = (EarlyTurn.Status.WAITING, EarlyTurn.Status.FAILED)


def open_plans(battle: Battle, units: list[str]) -> dict[str, EarlyTurn]:
    """The early turns of these units that have neither been played nor dropped, by unit."""
    if not units:
        return {}
    rows = EarlyTurn.objects.filter(battle=battle, unit__in=units, status__in=OPEN).select_related("author")
    return {row.unit: row for row in rows}


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
            _set(row, EarlyTurn.Status.DISCARDED)
        elif row.unit in failed:
            _set(row, EarlyTurn.Status.FAILED)


def _set(row: EarlyTurn, status: EarlyTurn.Status) -> None:
    row.status = status
    row.save(update_fields=["status", "changed_at"])
