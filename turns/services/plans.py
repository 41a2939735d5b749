"""Early turns as rows: the words that wait."""

from __future__ import annotations

from battles.models import Battle
from turns.models import EarlyTurn

OPEN = (EarlyTurn.Status.WAITING, EarlyTurn.Status.FAILED)


def open_plans(battle: Battle, units: list[str]) -> dict[str, EarlyTurn]:
    """The early turns of these units that have neither been played nor dropped, by unit."""
    if not units:
        return {}
    rows = EarlyTurn.objects.filter(battle=battle, unit__in=units, status__in=OPEN).select_related("author")
    return {row.unit: row for row in rows}


def set_status(row: EarlyTurn, status: EarlyTurn.Status) -> None:
    """What became of an early turn."""
    row.status = status
    row.save(update_fields=["status", "changed_at"])
