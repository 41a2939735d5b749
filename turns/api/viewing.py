"""A battle as I may see it, for programs: what is due is applied first, so that nobody reads a board of the past."""

from __future__ import annotations

from django.utils import timezone
from rest_framework.request import Request

from battles.api import BattleApi, BattleEventsApi, BattleExportApi, battle_or_404
from battles.models import Battle
from turns.services import settle_if_due


class View(BattleApi):
    """One battle as I may see it, with my own version of it."""

    def found(self, request: Request, code: str) -> Battle:
        """The battle as it stands now."""
        return _settled(request, code)


class Events(BattleEventsApi):
    """What happened in a battle, as I may know it."""

    def found(self, request: Request, code: str) -> Battle:
        """The battle as it stands now."""
        return _settled(request, code)


class Export(BattleExportApi):
    """The whole battle as one document."""

    def found(self, request: Request, code: str) -> Battle:
        """The battle as it stands now."""
        return _settled(request, code)


def _settled(request: Request, code: str) -> Battle:
    battle = battle_or_404(request, code)
    return battle_or_404(request, code) if settle_if_due(battle.pk, timezone.now()) else battle
