"""The API of battles: which there are, one as I may see it, what happened, the export. The verbs are in turns."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_serializer
from rest_framework import serializers
from rest_framework.pagination import LimitOffsetPagination
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.problems import problems
from battles import selectors
from battles.exports import export_of
from battles.models import Battle


def battle_or_404(request: Request, code: str) -> Battle:
    """The battle, or 404 for whoever may not know of it."""
    return get_object_or_404(selectors.battles_visible_to(request.user), code=code)


def begun(battle: Battle) -> Battle:
    """The battle, once it has begun; 404 before."""
    if battle.state is None:
        raise Http404
    return battle


class Pages(LimitOffsetPagination):
    """`limit` and `offset`, fifty at a time unless told, two hundred at most."""

    default_limit = 50
    max_limit = 200


@extend_schema_serializer(component_name="Battle")
class BattleOut(serializers.ModelSerializer[Battle]):
    """A battle in a list."""

    campaign = serializers.CharField(source="campaign.slug")
    status = serializers.CharField(help_text="draft, muster, running, ended, finished or cancelled")

    class Meta:
        model = Battle
        fields: tuple[str, ...] = (
            "code",
            "name",
            "campaign",
            "ruleset",
            "status",
            "friendly",
            "slots",
            "announced_at",
            "opened_at",
            "ended_at",
            "finished_at",
        )


class BattleListApi(APIView):
    """The battles I may know of, newest first."""

    permission_classes = (AllowAny,)

    @extend_schema(
        operation_id="battles_list",
        parameters=[
            OpenApiParameter("campaign", str, description="Only those of the campaign with this slug."),
            OpenApiParameter("status", str, description="Only those in this stage."),
            OpenApiParameter("limit", int),
            OpenApiParameter("offset", int),
        ],
        responses={200: BattleOut(many=True)} | problems(401),
    )
    def get(self, request: Request) -> Response:
        found = selectors.battles_visible_to(request.user).defer(*selectors.HEAVY)
        if slug := request.query_params.get("campaign"):
            found = found.filter(campaign__slug=slug)
        if status := request.query_params.get("status"):
            found = found.filter(status=status)
        pages = Pages()
        return Response(BattleOut(pages.paginate_queryset(found, request, view=self), many=True).data)


class BattleApi(APIView):
    """One battle as I may see it. Served by turns, which settles it first (`turns.api.viewing`)."""

    permission_classes = (AllowAny,)

    def found(self, request: Request, code: str) -> Battle:
        """The battle asked for."""
        return battle_or_404(request, code)

    @extend_schema_serializer(component_name="BattleDetail")
    class Out(BattleOut):
        """The battle, the hash of its dice, and what the reader may see of it, with the reader's own version."""

        intro = serializers.CharField()
        commitment = serializers.CharField(help_text="SHA-256 of the secret seed of the dice, in hex.")
        version = serializers.CharField(allow_null=True, help_text="Your own version; send it with what you do.")
        view = serializers.JSONField(allow_null=True, help_text="What you may see; empty before turn 0.")

        class Meta(BattleOut.Meta):
            fields: tuple[str, ...] = (*BattleOut.Meta.fields, "intro", "commitment", "version", "view")

    @extend_schema(operation_id="battles_read", responses={200: Out} | problems(401, 404))
    def get(self, request: Request, code: str) -> Response:
        battle = self.found(request, code)
        view = selectors.view_for(battle, request.user) if battle.state is not None else None
        shown: dict[str, Any] = {
            "intro": battle.intro,
            "commitment": selectors.commitment_of(battle),
            "version": selectors.viewer_version(view) if view is not None else None,
            "view": view,
        }
        return Response(BattleOut(battle).data | shown)


class BattleEventsApi(BattleApi):
    """What happened in a battle, as I may know it."""

    @extend_schema_serializer(component_name="BattleEvent")
    class Out(serializers.Serializer[Any]):
        """One event. `number` counts what you may see."""

        number = serializers.IntegerField()
        kind = serializers.CharField()
        data = serializers.JSONField()  # type: ignore[assignment]  # a name of Serializer itself, unused here
        at = serializers.DateTimeField()
        undone = serializers.BooleanField(help_text="The director took it back later.")

    @extend_schema(
        operation_id="battles_events",
        parameters=[OpenApiParameter("after", int, description="Only those with a greater number.")],
        responses={200: Out(many=True)} | problems(401, 404),
    )
    def get(self, request: Request, code: str) -> Response:
        battle = begun(self.found(request, code))
        after = request.query_params.get("after", "0")
        known = int(after) if after.isdecimal() and len(after) < 10 else 0
        events = selectors.visible_events(battle, request.user, after=known)
        return Response(self.Out(events, many=True).data)


class BattleExportApi(BattleApi):
    """The whole battle as one document; with the seed of the dice once it is over."""

    @extend_schema_serializer(component_name="BattleExport")
    class Out(serializers.Serializer[Any]):
        """What `scripts/verify_battle.py` reads."""

        format = serializers.CharField()
        version = serializers.IntegerField()
        battle = serializers.JSONField()
        dice = serializers.JSONField(help_text="`commitment`, and `seed` once the battle is over.")
        setup = serializers.JSONField(required=False)
        view = serializers.JSONField()
        events = serializers.JSONField()
        ledger = serializers.JSONField(required=False, help_text="How each deadline came about; as `ledger/` gives it.")

    @extend_schema(operation_id="battles_export", responses={200: Out} | problems(401, 404))
    def get(self, request: Request, code: str) -> Response:
        return Response(self.content(begun(self.found(request, code)), request))

    def content(self, battle: Battle, request: Request) -> dict[str, Any]:
        """What the export holds."""
        return export_of(battle, request.user)
