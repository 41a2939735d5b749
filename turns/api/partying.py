"""Who plays which hero of an adventure, for programs: announcing it, a player's choice, closing the list."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema, extend_schema_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.bodies import body_of
from accounts.problems import problems
from accounts.signed_in import me
from battles.adventure_api import HERO_KEYS, adventure_draft_or_404, checked
from battles.draft_doors import battle_at, require_last, require_whole
from battles.dungeon.party import adventure_plan, heroes_left, owners
from battles.models import Battle
from campaign.guards import require_director
from turns import services
from turns.api.fields import received

REFUSALS = problems(400, 401, 403, 404, 409, 422)


class Begun(serializers.Serializer[Any]):
    begun = serializers.BooleanField(help_text="True when the heroes can be placed.")

    class Meta:
        ref_name = "PartyBegun"


class Announce(APIView):
    """Fix the plan as the draft has it; where every hero has a player the adventure begins at once."""

    class In(serializers.Serializer[Any]):
        """Which draft you have read."""

        revision = serializers.IntegerField(min_value=0, max_value=2**31)

        class Meta:
            ref_name = "AnnounceAdventure"

    @extend_schema(operation_id="adventures_announce", request=In, responses={200: Begun} | REFUSALS)
    def post(self, request: Request, code: str) -> Response:
        received_at = received(request)
        battle = adventure_draft_or_404(request, code)
        given = body_of(request, self.In)
        require_last(battle, given["revision"])
        plan, found = checked(battle)
        require_whole(found)
        assert plan is not None
        begun = services.announce_party(battle_id=battle.pk, plan=plan, by=me(request), at=received_at)
        return Response({"begun": begun})


class Party(APIView):
    """An announced adventure: its story, who plays whom, and which heroes are left to choose."""

    @extend_schema_serializer(component_name="Party")
    class Out(serializers.Serializer[Any]):
        title = serializers.CharField()
        story = serializers.CharField()
        overlord = serializers.CharField(help_text="official, improved, director, or a user's id.")
        heroes = serializers.JSONField(help_text="Each hero's key with its player's user id, or null.")
        left = serializers.ListField(child=serializers.CharField())

    class In(serializers.Serializer[Any]):
        """Whom I play. It can be changed until the adventure begins."""

        heroes = serializers.ListField(
            child=serializers.CharField(max_length=60), max_length=len(HERO_KEYS), min_length=0
        )

        class Meta:
            ref_name = "PartyChoice"

    @extend_schema(operation_id="party", responses={200: Out} | problems(401, 404))
    def get(self, request: Request, code: str) -> Response:
        battle = party_or_404(request, code)
        plan, entries = adventure_plan(battle), list(battle.muster.all())
        taken, language = owners(entries), me(request).language
        told = {
            "title": plan.adventure.title.say(language),
            "story": plan.adventure.story.say(language),
            "overlord": str(plan.overlord),
            "heroes": {seat.hero: taken.get(seat.hero) for seat in plan.heroes},
            "left": list(heroes_left(plan, entries)),
        }
        return Response(self.Out(told).data)

    @extend_schema(operation_id="choose_heroes", request=In, responses={200: Begun} | REFUSALS)
    def put(self, request: Request, code: str) -> Response:
        received_at = received(request)
        battle = party_or_404(request, code)
        given = body_of(request, self.In)
        heroes = given["heroes"]
        begun = services.join_party(battle_id=battle.pk, player=me(request), heroes=heroes, at=received_at)
        return Response({"begun": begun})


class CloseParty(APIView):
    """The director closes the list, and the adventure begins: heroes that are left are dealt out."""

    @extend_schema(operation_id="close_party", request=None, responses={204: None} | problems(401, 403, 404, 409, 422))
    def post(self, request: Request, code: str) -> Response:
        received_at = received(request)
        battle = party_or_404(request, code)
        require_director(request.user, battle.campaign)
        services.begin_party(battle_id=battle.pk, by=me(request), at=received_at)
        return Response(status=204)


def party_or_404(request: Request, code: str) -> Battle:
    """An adventure that asks who plays whom, for whoever may know of it."""
    return battle_at(request, code, status=Battle.Status.MUSTER, ruleset="dungeon")
