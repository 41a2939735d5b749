"""The API of the caravan: how it stands, its ledger, days and changes."""

from __future__ import annotations

import dataclasses
import secrets
from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_serializer
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import clock
from accounts.bodies import body_of
from accounts.problems import problems
from accounts.signed_in import me
from battles.models import Battle
from campaign.guards import require_director
from campaign.models import CaravanEntry, Clan
from campaign.selectors import caravan_of, latest_entry, ledger_of
from campaign.services.caravan import LONGEST_REASON, MOST
from rulebook.rulesets import GO_ON
from rulebook.saga.campaign import MOST_MORALE
from story import services
from story.api.fields import PAGED, Pages
from story.models import Scene
from story.selectors.caravan import bearing_of, clans_visible_to, day_ahead
from story.selectors.sight import scenes_visible_to

DAYS = ("travel", "rest")


@extend_schema_serializer(component_name="CaravanFigures")
class Figures(serializers.Serializer):
    """The six figures of a caravan (CARA-1)."""

    days = serializers.IntegerField(min_value=0, max_value=MOST)
    supplies = serializers.IntegerField(min_value=0, max_value=MOST)
    morale = serializers.IntegerField(min_value=0, max_value=MOST_MORALE)
    clansmen = serializers.IntegerField(min_value=0, max_value=MOST)
    fighters = serializers.IntegerField(min_value=0, max_value=MOST)
    varl = serializers.IntegerField(min_value=0, max_value=MOST)


@extend_schema_serializer(component_name="Caravan")
class CaravanOut(serializers.Serializer):
    """A caravan now; send `seen` with what you change. `willpower` is what its morale adds in a battle (CARA-4)."""

    clan = serializers.IntegerField()
    name = serializers.CharField()
    campaign = serializers.CharField()
    figures = Figures()
    seen = serializers.IntegerField()
    willpower = serializers.IntegerField()


@extend_schema_serializer(component_name="CaravanLine")
class LineOut(serializers.ModelSerializer):
    """A line of the ledger."""

    before = Figures()
    proposed = Figures(allow_null=True)
    after = Figures()
    healed = serializers.ListField(child=serializers.CharField())

    class Meta:
        model = CaravanEntry
        fields = ("id", "kind", "before", "proposed", "after", "unfed", "healed", "reason", "battle_code", "at")


@extend_schema_serializer(component_name="CaravanDay")
class DayOut(serializers.Serializer):
    """What a day would bring: the figures proposed, and who would heal a wound (HEAL-1)."""

    day = serializers.CharField()
    proposed = Figures()
    supplies_used = serializers.IntegerField(source="passed.supplies_used")
    unfed = serializers.IntegerField(source="passed.unfed")
    people_lost = serializers.IntegerField(source="passed.people_lost")
    resting = serializers.ListField(child=serializers.CharField(), source="resting_names")
    seen = serializers.IntegerField()


@extend_schema_serializer(component_name="CaravanDayConfirmed")
class DayIn(serializers.Serializer):
    """A day as the director confirms it; without `figures` as proposed. The same `key` gives the same line again."""

    day = serializers.ChoiceField(choices=DAYS)
    figures = Figures(required=False)
    reason = serializers.CharField(max_length=LONGEST_REASON, allow_blank=True, default="")
    seen = serializers.IntegerField(min_value=0)
    key = serializers.CharField(max_length=64, default="")
    scene = serializers.CharField(max_length=16, allow_blank=True, default="", help_text="Where it is read too.")


@extend_schema_serializer(component_name="CaravanChange")
class ChangeIn(serializers.Serializer):
    """A change in the plot, or after a finished battle (`battle`: its code)."""

    figures = Figures()
    reason = serializers.CharField(max_length=LONGEST_REASON)
    battle = serializers.CharField(max_length=16, allow_blank=True, default="")
    seen = serializers.IntegerField(min_value=0)
    key = serializers.CharField(max_length=64, default="")
    scene = serializers.CharField(max_length=16, allow_blank=True, default="", help_text="Where it is read too.")


def clan_or_404(request: Request, clan: int) -> Clan:
    """The clan, or 404 for whoever may not read its campaign."""
    return get_object_or_404(clans_visible_to(request.user), pk=clan, campaign__ruleset__in=GO_ON)


def _scene(request: Request, clan: Clan, code: str) -> Scene | None:
    if not code:
        return None
    return get_object_or_404(scenes_visible_to(request.user), campaign=clan.campaign, code=code)


def caravan_out(clan: Clan) -> Any:
    """How a caravan stands."""
    told = {
        "clan": clan.pk,
        "name": clan.name,
        "campaign": clan.campaign.slug,
        "figures": dataclasses.asdict(caravan_of(clan)),
        "seen": latest_entry(clan),
        "willpower": bearing_of(clan).shift,
    }
    return CaravanOut(told).data


class CaravanApi(APIView):
    """How a caravan stands."""

    permission_classes = (AllowAny,)

    @extend_schema(operation_id="caravans_read", responses={200: CaravanOut} | problems(401, 404))
    def get(self, request: Request, clan: int) -> Response:
        return Response(caravan_out(clan_or_404(request, clan)))


class LedgerApi(APIView):
    """A caravan's ledger, newest first; a director's changes."""

    permission_classes = (AllowAny,)

    @extend_schema(
        operation_id="caravans_ledger", parameters=PAGED, responses={200: LineOut(many=True)} | problems(401, 404)
    )
    def get(self, request: Request, clan: int) -> Response:
        found = clan_or_404(request, clan)
        page = Pages().paginate_queryset(ledger_of(found), request, view=self)
        return Response(LineOut(page, many=True).data)

    @extend_schema(
        operation_id="caravans_change",
        request=ChangeIn,
        responses={201: LineOut} | problems(400, 401, 403, 404, 409, 422),
    )
    def post(self, request: Request, clan: int) -> Response:
        found = clan_or_404(request, clan)
        if not request.user.is_authenticated:
            self.permission_denied(request)
        require_director(request.user, found.campaign)
        given = body_of(request, ChangeIn)
        battle = given.pop("battle")
        if battle:
            get_object_or_404(Battle, code=battle, campaign=found.campaign, status=Battle.Status.FINISHED)
        key = given.pop("key") or secrets.token_hex(12)
        scene = _scene(request, found, given.pop("scene"))
        line = services.change_figures(
            clan=found, by=me(request), battle_code=battle, key=key, at=clock.now(), scene=scene, **given
        )
        return Response(LineOut(line).data, status=201)


class DaysApi(APIView):
    """A day ahead, and letting it pass; for directors."""

    @extend_schema(
        operation_id="caravans_day_ahead",
        parameters=[OpenApiParameter("day", str, enum=DAYS)],
        responses={200: DayOut} | problems(401, 403, 404, 422),
    )
    def get(self, request: Request, clan: int) -> Response:
        found = clan_or_404(request, clan)
        require_director(request.user, found.campaign)
        day = request.query_params.get("day", "travel")
        ahead = day_ahead(found, day)  # type: ignore[arg-type]  # the rules refuse what is no kind of day
        told = {
            "day": ahead.day,
            "proposed": dataclasses.asdict(ahead.proposed),
            "passed": ahead.passed,
            "resting_names": [one.name for one in ahead.resting],
            "seen": latest_entry(found),
        }
        return Response(DayOut(told).data)

    @extend_schema(
        operation_id="caravans_pass_day",
        request=DayIn,
        responses={201: LineOut} | problems(400, 401, 403, 404, 409, 422),
    )
    def post(self, request: Request, clan: int) -> Response:
        found = clan_or_404(request, clan)
        require_director(request.user, found.campaign)
        given = body_of(request, DayIn)
        figures = given.get("figures") or dataclasses.asdict(day_ahead(found, given["day"]).proposed)
        line = services.spend_day(
            clan=found,
            by=me(request),
            day=given["day"],
            figures=figures,
            reason=given["reason"],
            seen=given["seen"],
            key=given["key"] or secrets.token_hex(12),
            at=clock.now(),
            scene=_scene(request, found, given["scene"]),
        )
        return Response(LineOut(line).data, status=201)
