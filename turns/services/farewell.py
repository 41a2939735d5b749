"""Somebody deletes their account: what the turns hold of them. Open turns are the director's since they left."""

from __future__ import annotations

from accounts.farewells import Farewell
from turns.models import Absence, BattleVisit, CalendarFeed, EarlyTurn, Follow, LastingOrders, PlayKey, TurnDraft

PRIVATE = (Absence, BattleVisit, CalendarFeed, Follow, PlayKey, TurnDraft)


def forget_player(gone: Farewell) -> None:
    """Drafts, early turns that were never played, orders on sheets, absences, feeds and visits go."""
    LastingOrders.objects.filter(player=gone.user).delete()
    EarlyTurn.objects.filter(author=gone.user).exclude(status=EarlyTurn.Status.PLAYED).delete()
    for model in PRIVATE:
        model._default_manager.filter(user=gone.user).delete()
