"""One sheet: reading it, its picture and words, its change log; and the classes that a sheet may have."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_serializer
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.bodies import body_of
from accounts.problems import problems
from accounts.signed_in import me
from campaign.api import Pages, campaign_or_404
from campaign.catalogue import catalogue_of
from characters import services
from characters.api.fields import SheetOut, character_or_404
from characters.proposals import PORTRAITS
from characters.sheets import sheet
from rulebook.saga.catalogue import ATTRIBUTES, player_classes


class ClassesApi(APIView):
    """The classes a player may choose, with the limits of each (CHAR-5)."""

    permission_classes = (AllowAny,)

    @extend_schema_serializer(component_name="Class")
    class Out(serializers.Serializer):
        """A class: its race, its points and the span of each figure."""

        key = serializers.CharField()
        name = serializers.CharField()
        race = serializers.CharField()
        points = serializers.IntegerField()
        fixed = serializers.BooleanField()
        spans = serializers.DictField(child=serializers.ListField(child=serializers.IntegerField()))
        abilities = serializers.ListField(child=serializers.CharField())
        passives = serializers.ListField(child=serializers.CharField())

    @extend_schema(operation_id="classes_list", responses={200: Out(many=True)} | problems(401))
    def get(self, request: Request) -> Response:
        language = request.LANGUAGE_CODE
        return Response([_class_out(entry, language) for entry in player_classes()])


class CampaignClassesApi(APIView):
    """The classes that a new character of the campaign may have, its own among them."""

    permission_classes = (AllowAny,)

    @extend_schema(
        operation_id="campaign_classes_list", responses={200: ClassesApi.Out(many=True)} | problems(401, 404)
    )
    def get(self, request: Request, slug: str) -> Response:
        catalogue = catalogue_of(campaign_or_404(request, slug))
        return Response([_class_out(entry, request.LANGUAGE_CODE) for entry in catalogue.player_classes()])


class CharacterApi(APIView):
    """One character's sheet, and its words."""

    permission_classes = (AllowAny,)

    @extend_schema_serializer(component_name="CharacterWords")
    class Change(serializers.Serializer):
        """Picture and words; what is left out stays."""

        portrait = serializers.ChoiceField(choices=PORTRAITS, required=False)
        appearance = serializers.CharField(max_length=4000, required=False, allow_blank=True)
        history = serializers.CharField(max_length=8000, required=False, allow_blank=True)
        private_notes = serializers.CharField(max_length=8000, required=False, allow_blank=True)

    @extend_schema(operation_id="characters_read", responses={200: SheetOut} | problems(401, 404))
    def get(self, request: Request, character_id: int) -> Response:
        return Response(SheetOut(sheet(character_or_404(request, character_id), request.user)).data)

    @extend_schema(
        operation_id="characters_edit", request=Change, responses={200: SheetOut} | problems(400, 401, 403, 404)
    )
    def patch(self, request: Request, character_id: int) -> Response:
        character = character_or_404(request, character_id)
        if not request.user.is_authenticated:
            self.permission_denied(request)
        changes = body_of(request, self.Change)
        kept = {name: getattr(character, name) for name in ("portrait", "appearance", "history", "private_notes")}
        services.edit_texts(character=character, by=me(request), **(kept | changes))
        return Response(SheetOut(sheet(character, request.user)).data)


class LogApi(APIView):
    """Every change of a sheet, newest first."""

    permission_classes = (AllowAny,)

    @extend_schema(
        operation_id="characters_log",
        parameters=[OpenApiParameter("limit", int), OpenApiParameter("offset", int)],
        responses={200: SheetOut.SheetChangeLine(many=True)} | problems(401, 404),
    )
    def get(self, request: Request, character_id: int) -> Response:
        pages = Pages()
        changes = character_or_404(request, character_id).changes.all()
        shown = pages.paginate_queryset(changes, request, view=self)
        return Response(SheetOut.SheetChangeLine(shown, many=True).data)


def _class_out(entry: Any, language: str) -> dict[str, Any]:
    spans = {name.rstrip("_"): entry.caps.of(name) for name in ATTRIBUTES} | {"reaction": entry.reaction}
    return {
        "key": entry.key,
        "name": entry.name.say(language),
        "race": entry.race.key,
        "points": entry.starting_total,
        "fixed": entry.fixed is not None,
        "spans": {name: [span.low, span.high] for name, span in spans.items()},
        "abilities": entry.abilities,
        "passives": entry.passives,
    }
