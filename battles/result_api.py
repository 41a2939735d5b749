"""The API of what a battle leaves: what is to be decided, what was written, the confirmation (CONS-1)."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema, extend_schema_serializer
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import clock
from accounts.bodies import body_of
from accounts.problems import problems
from accounts.signed_in import me
from battles import services
from battles.api import battle_or_404
from battles.games import game_of
from battles.models import Battle
from battles.services.ending import LONGEST_WORDS, MOST_RENOWN, Decisions
from campaign.guards import require_director
from campaign.selectors import is_director

OVER = (Battle.Status.ENDED, Battle.Status.FINISHED)
MOST_CASES = 100


class CaseOut(serializers.Serializer[Any]):
    """What a character that fought is to have of it, and what is still to decide."""

    unit = serializers.CharField()
    character = serializers.IntegerField()
    name = serializers.CharField()
    side = serializers.CharField()
    defeated = serializers.BooleanField()
    felled = serializers.IntegerField(help_text="Enemies defeated.")
    outcome = serializers.CharField(help_text="lives, dies, doomed or director-decides")
    rule = serializers.CharField(allow_blank=True, help_text="boss, wounds, chance or empty")
    wounds = serializers.IntegerField(help_text="New ones.")
    renown = serializers.IntegerField(help_text="The proposal (REN-1).")
    to_decide = serializers.BooleanField(help_text="Felled by a boss: the director says whether it dies.")


class RecordOut(serializers.Serializer[Any]):
    """What was written to a character."""

    unit = serializers.CharField()
    character = serializers.IntegerField()
    name = serializers.CharField()
    outcome = serializers.CharField()
    spared = serializers.BooleanField()
    rule = serializers.CharField(allow_blank=True)
    wounds = serializers.IntegerField()
    renown = serializers.IntegerField()
    words = serializers.CharField(allow_blank=True)


class ResultApi(APIView):
    """The consequences of a battle that is over. `cases` are the director's, until `written` says what stands."""

    permission_classes = (AllowAny,)

    @extend_schema_serializer(component_name="BattleResult")
    class Out(serializers.Serializer[Any]):
        status = serializers.CharField(help_text="ended, or finished once the director has confirmed")
        cases = CaseOut(many=True)
        written = RecordOut(many=True)

    @extend_schema_serializer(component_name="BattleDecisions")
    class In(serializers.Serializer[Any]):
        """The director's word, by unit id; renown that is not named stays as proposed."""

        dies = serializers.DictField(child=serializers.BooleanField(), default=dict)
        renown = serializers.DictField(child=serializers.IntegerField(min_value=0, max_value=MOST_RENOWN), default=dict)
        words = serializers.DictField(
            child=serializers.CharField(max_length=LONGEST_WORDS, allow_blank=True), default=dict
        )

        def validate(self, given: dict[str, Any]) -> dict[str, Any]:
            if any(len(named) > MOST_CASES for named in given.values()):
                raise serializers.ValidationError("More units than any battle has.")
            return given

    @extend_schema(operation_id="battles_result", responses={200: Out} | problems(401, 404))
    def get(self, request: Request, code: str) -> Response:
        return Response(_shown(_over_or_404(request, code), request))

    @extend_schema(
        operation_id="battles_confirm_result",
        request=In,
        responses={200: Out} | problems(400, 401, 403, 404, 409, 422),
    )
    def post(self, request: Request, code: str) -> Response:
        if not request.user.is_authenticated:
            self.permission_denied(request)
        battle = _over_or_404(request, code)
        require_director(request.user, battle.campaign)
        given = body_of(request, self.In)
        decisions = Decisions(**given)
        done = services.finish_battle(battle_id=battle.pk, decisions=decisions, by=me(request), at=clock.now())
        return Response(_shown(done, request))


def _over_or_404(request: Request, code: str) -> Battle:
    battle = battle_or_404(request, code)
    if battle.status not in OVER or battle.state is None:
        raise Http404
    return battle


def _shown(battle: Battle, request: Request) -> dict[str, Any]:
    open_to = battle.status == Battle.Status.ENDED and is_director(request.user, battle.campaign)
    cases = [asdict(case) for case in game_of(battle).cases(battle)] if open_to else []
    written = (battle.result or {}).get("cases", [])
    return {
        "status": battle.status,
        "cases": CaseOut(cases, many=True).data,
        "written": RecordOut(written, many=True).data,
    }
