"""What befalls a character: coming in, hero points, renown, healing, death, leaving the story."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema, extend_schema_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import clock
from accounts.bodies import body_of
from accounts.problems import problems
from accounts.signed_in import me
from campaign.api import campaign_or_404
from campaign.guards import require_director
from characters import services
from characters.api.fields import REFUSALS, SheetOut, character_or_404, sheet_answer
from characters.services.points import USES


class BringInApi(APIView):
    """The director opens the door to one approved character (CHAR-3)."""

    @extend_schema(
        operation_id="characters_bring_in", request=None, responses={200: SheetOut} | problems(401, 403, 404, 409)
    )
    def post(self, request: Request, character_id: int) -> Response:
        character = character_or_404(request, character_id)
        services.bring_in(character=character, by=me(request), at=clock.now())
        return sheet_answer(character, request)


class HeroPointsApi(APIView):
    """Spend hero points in the plot (STAT-8)."""

    @extend_schema_serializer(component_name="HeroPointUse")
    class Use(serializers.Serializer):
        """A re-roll or one vote more, and why."""

        use = serializers.ChoiceField(choices=USES)
        reason = serializers.CharField(max_length=200)

    @extend_schema(operation_id="characters_spend_hero_points", request=Use, responses={200: SheetOut} | REFUSALS)
    def post(self, request: Request, character_id: int) -> Response:
        character, given = character_or_404(request, character_id), body_of(request, self.Use)
        services.spend_hero_points(character=character, by=me(request), at=clock.now(), **given)
        return sheet_answer(character, request)


class SceneApi(APIView):
    """A scene of the plot begins: everybody has all hero points again (STAT-8)."""

    @extend_schema(
        operation_id="campaigns_refill_hero_points", request=None, responses={204: None} | problems(401, 403, 404)
    )
    def post(self, request: Request, slug: str) -> Response:
        campaign = campaign_or_404(request, slug)
        services.refill_hero_points(campaign=campaign, by=me(request), at=clock.now())
        return Response(status=204)


class RenownApi(APIView):
    """The director gives renown for the plot, or corrects the ledger."""

    @extend_schema_serializer(component_name="RenownGiven")
    class Given(serializers.Serializer):
        """How much, as what, and why."""

        kind = serializers.ChoiceField(choices=("plot", "correction"), default="plot")
        amount = serializers.IntegerField(min_value=-1000, max_value=1000)
        reason = serializers.CharField(max_length=200)

        def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
            if attrs["amount"] == 0 or (attrs["kind"] == "plot" and attrs["amount"] < 0):
                raise serializers.ValidationError({"amount": ["What is earned is more than nothing."]})
            return attrs

    @extend_schema(operation_id="characters_give_renown", request=Given, responses={200: SheetOut} | REFUSALS)
    def post(self, request: Request, character_id: int) -> Response:
        character = character_or_404(request, character_id)
        require_director(request.user, character.campaign)
        services.earn_renown(character=character, by=me(request), at=clock.now(), **body_of(request, self.Given))
        return sheet_answer(character, request)


class HealApi(APIView):
    """The director lets a day of rest heal one wound (HEAL-1)."""

    @extend_schema(
        operation_id="characters_heal", request=None, responses={200: SheetOut} | problems(401, 403, 404, 409, 422)
    )
    def post(self, request: Request, character_id: int) -> Response:
        character = character_or_404(request, character_id)
        require_director(request.user, character.campaign)
        services.heal(character=character, by=me(request), at=clock.now())
        return sheet_answer(character, request)


class DeathApi(APIView):
    """The doomed hero's scene, or a death in a decision of the plot (DEATH-1, DEATH-3, DEATH-5)."""

    @extend_schema_serializer(component_name="DeathInThePlot")
    class Told(serializers.Serializer):
        """How it came; `weighty` for a hero or companion that is not doomed."""

        words = serializers.CharField(max_length=2000)
        weighty = serializers.BooleanField(default=False)

    @extend_schema(operation_id="characters_die", request=Told, responses={200: SheetOut} | REFUSALS)
    def post(self, request: Request, character_id: int) -> Response:
        character, told = character_or_404(request, character_id), body_of(request, self.Told)
        about: dict[str, Any] = {"character": character, "by": me(request), "at": clock.now()}
        if character.doomed_at is not None:
            services.stage_death(words=told["words"], **about)
        else:
            services.let_die(words=told["words"], weighty=told["weighty"], **about)
        return sheet_answer(character, request)


class RetireApi(APIView):
    """The character leaves the story alive."""

    @extend_schema_serializer(component_name="FarewellToACharacter")
    class Told(serializers.Serializer):
        """Why it leaves."""

        words = serializers.CharField(max_length=200)

    @extend_schema(operation_id="characters_retire", request=Told, responses={200: SheetOut} | REFUSALS)
    def post(self, request: Request, character_id: int) -> Response:
        character, told = character_or_404(request, character_id), body_of(request, self.Told)
        services.retire(character=character, by=me(request), words=told["words"], at=clock.now())
        return sheet_answer(character, request)
