"""What is asked for a sheet: a promotion, a purchase, a succession; what waits, and the answers."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema, extend_schema_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import clock
from accounts.bodies import body_of
from accounts.problems import problems
from accounts.signed_in import me
from campaign.guards import require_director
from characters import selectors, services
from characters.api.fields import MOST, REFUSALS, SheetOut, character_or_404, figure_name
from characters.models import Petition
from characters.sheets import sheet
from rulebook.saga.catalogue.items import ITEMS


@extend_schema_serializer(component_name="Petition")
class PetitionOut(serializers.ModelSerializer):
    """What a player asks for a sheet."""

    character = serializers.IntegerField(source="character_id")
    character_name = serializers.CharField(source="character.name")
    kind = serializers.CharField(help_text="promotion, purchase or succession")
    status = serializers.CharField(help_text="waiting, approved, returned or withdrawn")
    points = serializers.DictField(child=serializers.IntegerField())

    class Meta:
        model = Petition
        fields = (
            "id", "character", "character_name", "kind", "status", "level", "points", "item_key", "reason", "word",
            "made_at", "decided_at",
        )  # fmt: skip


@extend_schema_serializer(component_name="Reason")
class ReasonIn(serializers.Serializer):
    """Why."""

    reason = serializers.CharField(max_length=500, allow_blank=True, default="")


class PetitionsApi(APIView):
    """What waits for a director's word: in the campaigns I direct, and for my own characters."""

    @extend_schema(operation_id="petitions_list", responses={200: PetitionOut(many=True)} | problems(401))
    def get(self, request: Request) -> Response:
        waiting = selectors.petitions_visible_to(request.user).filter(status=Petition.Status.WAITING)
        return Response(PetitionOut(waiting, many=True).data)


class PetitionApi(APIView):
    """`approve` and `return` are the director's, `withdraw` the player's."""

    @extend_schema_serializer(component_name="PetitionWord")
    class Word(serializers.Serializer):
        """The director's word; a return needs one."""

        word = serializers.CharField(max_length=2000, allow_blank=True, default="")

    @extend_schema(operation_id="petitions_decide", request=Word, responses={200: PetitionOut} | REFUSALS)
    def post(self, request: Request, petition_id: int, decision: str) -> Response:
        petition = get_object_or_404(selectors.petitions_visible_to(request.user), pk=petition_id)
        about: dict[str, Any] = {"petition": petition, "by": me(request), "at": clock.now()}
        if decision == "approve":
            decided = services.approve_petition(**about)
        elif decision == "withdraw":
            decided = services.withdraw_petition(**about)
        elif decision == "return":
            require_director(request.user, petition.character.campaign)
            word = body_of(request, self.Word)["word"]
            if not word.strip():
                raise serializers.ValidationError({"word": ["A return needs a word."]})
            decided = services.return_petition(word=word, **about)
        else:
            raise Http404
        return Response(PetitionOut(decided).data)


class PromoteApi(APIView):
    """Ask for promotion to the next level, paid in renown (PROM-1); where a director asks, it is done at once."""

    @extend_schema_serializer(component_name="Promotion")
    class Points(serializers.Serializer):
        """The level to reach, and the attributes and talents that grow."""

        level = serializers.IntegerField(min_value=2, max_value=5)
        points = serializers.DictField(
            child=serializers.IntegerField(min_value=0, max_value=MOST),
            help_text="Names of figures (`strength`, `break` …) and of talents (`hunker-down` …).",
        )
        reason = serializers.CharField(max_length=500, allow_blank=True, default="")

    @extend_schema(operation_id="characters_promote", request=Points, responses={200: SheetOut} | REFUSALS)
    def post(self, request: Request, character_id: int) -> Response:
        character = character_or_404(request, character_id)
        given = body_of(request, self.Points)
        points = {figure_name(name): more for name, more in given.pop("points").items() if more}
        asked = services.propose_promotion(character=character, by=me(request), points=points, at=clock.now(), **given)
        return Response(SheetOut(sheet(asked.character, request.user)).data)


class PurchaseApi(APIView):
    """Ask to buy an item of the catalogue with renown; a director buys at once."""

    @extend_schema_serializer(component_name="Purchase")
    class Wanted(ReasonIn):
        """Which item."""

        key = serializers.ChoiceField(choices=sorted(ITEMS))

    @extend_schema(operation_id="characters_buy", request=Wanted, responses={201: PetitionOut} | REFUSALS)
    def post(self, request: Request, character_id: int) -> Response:
        character, wanted = character_or_404(request, character_id), body_of(request, self.Wanted)
        asked = services.propose_purchase(
            character=character,
            by=me(request),
            item_key=wanted["key"],
            reason=wanted["reason"],
            at=clock.now(),
        )
        return Response(PetitionOut(asked).data, status=201)


class SuccessionApi(APIView):
    """Ask that a companion become the hero after the hero's death (HEIR-2)."""

    @extend_schema(operation_id="characters_succeed", request=ReasonIn, responses={201: PetitionOut} | REFUSALS)
    def post(self, request: Request, character_id: int) -> Response:
        character, given = character_or_404(request, character_id), body_of(request, ReasonIn)
        asked = services.propose_succession(character=character, by=me(request), reason=given["reason"], at=clock.now())
        return Response(PetitionOut(asked).data, status=201)
