"""A battle as I may see it, for programs: what is due is applied first, so that nobody reads a board of the past."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import clock
from accounts.problems import problems
from battles.api import BattleApi, BattleEventsApi, BattleExportApi, battle_or_404, begun
from battles.models import Battle
from turns.services import settle_if_due
from turns.views_ledger import LEDGERS, with_ledger


class WayOut(serializers.Serializer[Any]):
    channel = serializers.CharField()
    state = serializers.CharField()
    not_before = serializers.DateTimeField(allow_null=True, help_text="When one that waits is tried next, or later.")
    attempts = serializers.IntegerField()
    sent_at = serializers.DateTimeField(allow_null=True)
    error = serializers.CharField(allow_blank=True)


class LetterOut(serializers.Serializer[Any]):
    reader = serializers.CharField()
    kind = serializers.CharField()
    told_at = serializers.DateTimeField()
    deadline = serializers.DateTimeField(allow_null=True)
    withdrawn_at = serializers.DateTimeField(allow_null=True)
    read_at = serializers.DateTimeField(allow_null=True)
    ways = WayOut(many=True)


class ShiftOut(serializers.Serializer[Any]):
    at = serializers.DateTimeField()
    rule = serializers.CharField(allow_blank=True)
    words = serializers.CharField(allow_blank=True)
    by = serializers.CharField(allow_blank=True)
    due = serializers.DateTimeField(allow_null=True)
    undone = serializers.BooleanField()


class SentOut(serializers.Serializer[Any]):
    at = serializers.DateTimeField()
    words = serializers.CharField(allow_blank=True)
    by = serializers.CharField(allow_blank=True)
    undone = serializers.BooleanField()


class CoverOut(serializers.Serializer[Any]):
    at = serializers.DateTimeField()
    rule = serializers.CharField(allow_blank=True)
    words = serializers.CharField(allow_blank=True)
    by = serializers.CharField(allow_blank=True)
    start = serializers.DateTimeField(allow_null=True, help_text="From when an absence holds.")
    end = serializers.DateTimeField(allow_null=True)
    undone = serializers.BooleanField()


class AccountOut(serializers.Serializer[Any]):
    round = serializers.IntegerField()
    unit = serializers.CharField(allow_blank=True)
    name = serializers.CharField()
    rule = serializers.CharField()
    words = serializers.CharField()
    opened = serializers.DateTimeField()
    length = serializers.IntegerField(help_text="The turn's own length in milliseconds; 0 where no clock runs.")
    first_due = serializers.DateTimeField(allow_null=True)
    due = serializers.DateTimeField(allow_null=True, help_text="The deadline after everything that moved it.")
    shifts = ShiftOut(many=True)
    sent = SentOut(many=True, help_text="Early turns, the turn itself; early turns only to whoever may know of them.")
    ended = serializers.DateTimeField(allow_null=True)
    outcome = serializers.CharField(allow_blank=True)
    penalty = serializers.IntegerField(help_text="What missing it made of the unit's penalty (LATE-2), else 0.")
    undone = serializers.BooleanField()
    letters = LetterOut(many=True)


class PenaltyOut(serializers.Serializer[Any]):
    unit = serializers.CharField()
    name = serializers.CharField()
    rule = serializers.CharField()
    penalty = serializers.IntegerField()
    missed = serializers.IntegerField()
    pardoned = serializers.IntegerField()


class View(BattleApi):
    """One battle as I may see it, with my own version of it."""

    def found(self, request: Request, code: str) -> Battle:
        """The battle as it stands now."""
        return settled(request, code)


class Events(BattleEventsApi):
    """What happened in a battle, as I may know it."""

    def found(self, request: Request, code: str) -> Battle:
        """The battle as it stands now."""
        return settled(request, code)


class Export(BattleExportApi):
    """The whole battle as one document."""

    def found(self, request: Request, code: str) -> Battle:
        """The battle as it stands now."""
        return settled(request, code)

    def content(self, battle: Battle, request: Request) -> dict[str, Any]:
        """The export with the ledger of deadlines."""
        return with_ledger(battle, request.user)


class LedgerApi(APIView):
    """Every deadline of a battle: how it was computed, what moved it, what was sent, what missing it cost."""

    class Out(serializers.Serializer[Any]):
        counting = serializers.CharField(help_text="Which hours count at this table.")
        turns = AccountOut(many=True)
        covers = CoverOut(many=True, help_text="Absences, units taken over and handed back outside their turn.")
        pardons = ShiftOut(many=True)
        penalties = PenaltyOut(many=True)
        letters = LetterOut(many=True, help_text="Notices on the battle as a whole, and on who plays which unit.")

        class Meta:
            ref_name = "Ledger"

    @extend_schema(operation_id="battle_ledger", responses={200: Out} | problems(401, 404))
    def get(self, request: Request, code: str) -> Response:
        """Notices are my own; a director reads everybody's, with what became of each delivery."""
        battle = begun(settled(request, code))
        return Response(self.Out(LEDGERS[battle.ruleset](battle, request.user)).data)


def settled(request: Request, code: str) -> Battle:
    """The battle, once what is due has been applied; 404 for whoever may not know of it."""
    battle = battle_or_404(request, code)
    return battle_or_404(request, code) if settle_if_due(battle.pk, clock.now()) else battle
