"""How far each reader has seen a battle."""

from __future__ import annotations

from datetime import datetime

from accounts.models import User
from battles.models import Battle
from turns.models import BattleVisit


def mark_visit(*, battle: Battle, user: User, last_event: int, at: datetime) -> None:
    """Remember the last event that the reader has seen; one statement, safe from two tabs at once."""
    BattleVisit.objects.bulk_create(
        [BattleVisit(battle=battle, user=user, last_event=last_event, at=at)],
        update_conflicts=True,
        unique_fields=["battle", "user"],
        update_fields=["last_event", "at"],
    )
