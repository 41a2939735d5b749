"""Who goes to an announced battle of the saga, for programs: what is asked, a player's answer, closing the list."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema, extend_schema_serializer
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.bodies import body_of
from accounts.problems import problems
from accounts.signed_in import me
from battles.draft_doors import battle_at
from battles.models import Battle, MusterEntry
from battles.musters import candidates
from battles.selectors import plan_of, visible_plan
from battles.wording import problem_words
from campaign.guards import require_director
from campaign.selectors import is_director
from turns import services
from turns.api.fields import received

MOST_PICKED = 3


class EntryOut(serializers.Serializer[Any]):
    player = serializers.IntegerField(help_text="A user's id.")
    name = serializers.CharField()
    side = serializers.CharField()
    confirmed = serializers.BooleanField()
    characters = serializers.ListField(
        child=serializers.IntegerField(), help_text="Of whoever else goes only the director reads who (DEPL-3)."
    )


class CandidateOut(serializers.Serializer[Any]):
    character = serializers.IntegerField()
    name = serializers.CharField()
    rank = serializers.CharField()
    figures = serializers.JSONField(help_text="As the battle would take them.")
    may_go = serializers.BooleanField()
    code = serializers.CharField(allow_blank=True, help_text="What stands against it, else empty.")
    detail = serializers.CharField(allow_blank=True)


class Muster(APIView):
    """What an announced battle is about, who answered, and whom you could send."""

    permission_classes = (AllowAny,)

    @extend_schema_serializer(component_name="Muster")
    class Out(serializers.Serializer[Any]):
        plan = serializers.JSONField(help_text="Board, sides and the director's units, hidden ones left out.")
        slots = serializers.IntegerField(help_text="How many characters each player may send.")
        entries = EntryOut(many=True)
        candidates = CandidateOut(many=True)

    class In(serializers.Serializer[Any]):
        """Who goes. It cannot be changed afterwards."""

        characters = serializers.ListField(
            child=serializers.IntegerField(min_value=1, max_value=2**31), min_length=1, max_length=MOST_PICKED
        )

        class Meta:
            ref_name = "MusterAnswer"

    @extend_schema_serializer(component_name="Mustered")
    class Done(serializers.Serializer[Any]):
        begun = serializers.BooleanField(help_text="True when turn 0 has opened.")

    @extend_schema(operation_id="muster", responses={200: Out} | problems(401, 404))
    def get(self, request: Request, code: str) -> Response:
        battle = mustering_or_404(request, code)
        directs, plan = is_director(request.user, battle.campaign), plan_of(battle)
        assert plan is not None
        entries = _entries(battle)
        own = next((entry for entry in entries if entry.player_id == request.user.pk), None)
        return Response(
            {
                "plan": visible_plan(plan, directs=directs).to_json(),
                "slots": battle.slots,
                "entries": [_entry(entry, whole=directs or entry == own) for entry in entries],
                "candidates": _candidates(own) if own is not None else [],
            }
        )

    @extend_schema(
        operation_id="answer_muster",
        request=In,
        responses={200: Done} | problems(400, 401, 403, 404, 409, 422),
    )
    def post(self, request: Request, code: str) -> Response:
        received_at = received(request)
        if not request.user.is_authenticated:
            self.permission_denied(request)
        battle = mustering_or_404(request, code)
        sent = body_of(request, self.In)
        picked = sent["characters"]
        begun = services.answer_muster(battle_id=battle.pk, player=me(request), character_ids=picked, at=received_at)
        return Response({"begun": begun})


class CloseMuster(APIView):
    """The director closes the list, and turn 0 opens: for whoever was silent the hero goes."""

    @extend_schema(operation_id="close_muster", request=None, responses={204: None} | problems(401, 403, 404, 409, 422))
    def post(self, request: Request, code: str) -> Response:
        received_at = received(request)
        battle = mustering_or_404(request, code)
        require_director(request.user, battle.campaign)
        services.close_list(battle_id=battle.pk, by=me(request), at=received_at)
        return Response(status=204)


def mustering_or_404(request: Request, code: str) -> Battle:
    """A battle of the saga that asks who goes, for whoever may know of it."""
    return battle_at(request, code, status=Battle.Status.MUSTER, ruleset="saga")


def _entries(battle: Battle) -> list[MusterEntry]:
    entries = list(battle.muster.select_related("player").prefetch_related("characters"))
    for entry in entries:
        entry.battle = battle
    return entries


def _entry(entry: MusterEntry, *, whole: bool) -> dict[str, Any]:
    return {
        "player": entry.player_id,
        "name": entry.player.shown_name,
        "side": entry.side,
        "confirmed": entry.confirmed_at is not None,
        "characters": [one.pk for one in entry.characters.all()] if whole else [],
    }


def _candidates(entry: MusterEntry) -> list[dict[str, Any]]:
    return [
        {
            "character": one.character.pk,
            "name": one.character.name,
            "rank": one.character.rank,
            "figures": one.figures,
            "may_go": one.may_go,
            "code": one.reason,
            "detail": problem_words(one.reason, one.data) if one.reason else "",
        }
        for one in candidates(entry)
    ]
