"""The API of preparing a battle of the saga: a draft, what is wrong with it, the announcement, giving up."""

from __future__ import annotations

from typing import Any

from django.utils import translation
from drf_spectacular.utils import extend_schema, extend_schema_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import clock
from accounts.bodies import body_of
from accounts.problems import problems
from accounts.signed_in import me
from battles import services, stock
from battles.api import BattleListApi, BattleOut, battle_or_404
from battles.draft_doors import (
    Problem,
    ProblemOut,
    directed_campaign,
    draft_or_404,
    problems_in,
    require_last,
    require_whole,
)
from battles.draft_fields import BOARDS, CLOCK_RULES, EDGES, KINDS, VICTORIES
from battles.draft_wire import UNIT_FLAGS, UNIT_NUMBERS, draft_from, fields_from
from battles.drafts import revision_of
from battles.models import Battle
from battles.plans import LARGEST, MOST_UNITS, Plan
from battles.views import checked_plan, draft_form, side_names
from campaign.api import rule_field
from campaign.catalogue import catalogue_of
from campaign.rule_words import WORDS

REFUSALS = problems(400, 401, 403, 404, 409, 422)
CELL = r"^([A-Z]{1,2}[1-9][0-9]?)?$"


class SideIn(serializers.Serializer[Any]):
    """A side. `players` and `leader` are user ids; against the director's units the second side has none."""

    name = serializers.CharField(max_length=60)
    players = serializers.ListField(child=serializers.IntegerField(min_value=1, max_value=2**31), max_length=40)
    zone = serializers.ChoiceField(
        choices=[key for key, _words in EDGES], default="map", help_text="As the map draws it, or along an edge."
    )
    depth = serializers.IntegerField(min_value=1, max_value=13, default=2, help_text="Of a zone along an edge.")
    horn = serializers.BooleanField(default=True)
    leader = serializers.IntegerField(min_value=1, max_value=2**31, allow_null=True, default=None)
    victory = serializers.ChoiceField(choices=[key for key, _words in VICTORIES], default="defeat-all")
    object = serializers.CharField(
        max_length=60, allow_blank=True, default="", help_text="The id of what it must destroy; empty for all."
    )


class SidesIn(serializers.Serializer[Any]):
    a = SideIn()
    b = SideIn()


class UnitIn(serializers.Serializer[Any]):
    """A unit of the director's, or a thing on the board, from the catalogue; figures given replace its own."""

    id = serializers.RegexField(r"^n[1-9][0-9]{0,2}$", help_text="Your own name for it within this draft: n1, n2 …")
    entry = serializers.CharField(max_length=80, help_text="A key of `battles/stock/`.")
    name = serializers.CharField(max_length=60, required=False)
    side = serializers.ChoiceField(choices=["a", "b", ""], default="b", help_text="Empty for a thing of nobody's.")
    at = serializers.RegexField(CELL, default="", allow_blank=True, help_text="Its cell; a hidden unit may have none.")

    def get_fields(self) -> dict[str, serializers.Field]:
        numbers = {name: _figure() for name in UNIT_NUMBERS}
        flags = {name: serializers.BooleanField(default=False) for name in UNIT_FLAGS}
        return {**super().get_fields(), **numbers, **flags}


def _figure() -> serializers.Field:
    return serializers.IntegerField(min_value=0, max_value=99, required=False, allow_null=True)


class BattleRulesIn(serializers.Serializer[Any]):
    """Settings of this battle's own, over the campaign's table rules."""

    def get_fields(self) -> dict[str, serializers.Field]:
        return {name: rule_field(WORDS["saga"].fields[name]) for name in CLOCK_RULES}


@extend_schema_serializer(component_name="BattleDraft")
class DraftIn(serializers.Serializer[Any]):
    """A whole draft. `revision` is the one you read: a draft that was saved since is not overwritten."""

    revision = serializers.IntegerField(min_value=0, max_value=2**31)
    name = serializers.CharField(max_length=120)
    intro = serializers.CharField(max_length=8000, allow_blank=True, default="")
    kind = serializers.ChoiceField(choices=[key for key, _words in KINDS], default="director")
    slots = serializers.IntegerField(min_value=1, max_value=3, default=1)
    friendly = serializers.BooleanField(default=False)
    show_races = serializers.BooleanField(default=False)
    idle_rounds = serializers.IntegerField(min_value=1, max_value=50, allow_null=True, default=None)
    map = serializers.ListField(
        child=serializers.CharField(max_length=LARGEST, trim_whitespace=False),
        min_length=1,
        max_length=LARGEST,
        help_text="One string for each row: . free, # blocked, 1 and 2 free and in a side's zone.",
    )
    same_victory = serializers.BooleanField(default=True)
    sides = SidesIn()
    units = serializers.ListField(child=UnitIn(), max_length=MOST_UNITS)
    rules = BattleRulesIn(required=False)

    def validate(self, given: dict[str, Any]) -> dict[str, Any]:
        ids = [unit["id"] for unit in given["units"]]
        if len(set(ids)) < len(ids):
            raise serializers.ValidationError({"units": "Two units have the same id."})
        return {"rules": {}, **given}


@extend_schema_serializer(component_name="BattleDraftRead")
class DraftOut(serializers.Serializer[Any]):
    """A draft and what keeps it from being announced."""

    code = serializers.CharField()
    revision = serializers.IntegerField()
    draft = serializers.JSONField(help_text="As it is written; what cannot be read stands as it was typed.")
    problems = ProblemOut(many=True)


class BattlesApi(BattleListApi):
    """The battles I may know of, and a new draft."""

    class Create(serializers.Serializer[Any]):
        """Where, and what to begin with."""

        campaign = serializers.SlugField(max_length=80)
        name = serializers.CharField(max_length=120)
        kind = serializers.ChoiceField(choices=[key for key, _words in KINDS], default="director")
        board = serializers.ChoiceField(choices=[key for key, _words in BOARDS], default="open-8")

        class Meta:
            ref_name = "NewBattle"

    @extend_schema(
        operation_id="battles_create", request=Create, responses={201: DraftOut} | problems(400, 401, 403, 404, 422)
    )
    def post(self, request: Request) -> Response:
        if not request.user.is_authenticated:
            self.permission_denied(request)
        asked = body_of(request, self.Create)
        campaign = directed_campaign(request, asked.pop("campaign"), "saga")
        with translation.override(me(request).language):
            sides = side_names(asked["kind"])
        battle = services.create_battle(campaign=campaign, by=me(request), at=clock.now(), sides=sides, **asked)
        return Response(_read(battle), status=201)


class StockApi(APIView):
    """What a director may put on a board: the keys of the catalogue, with its names in your language."""

    @extend_schema_serializer(component_name="BattleStock")
    class Out(serializers.Serializer[Any]):
        key = serializers.CharField()
        name = serializers.CharField()
        rank = serializers.IntegerField(allow_null=True)

    @extend_schema(operation_id="battles_stock", responses={200: Out(many=True)} | problems(401))
    def get(self, request: Request) -> Response:
        language = me(request).language
        items = (*stock.dredge(language), *stock.classes(language), *stock.things(language))
        return Response(self.Out(items, many=True).data)


class DraftApi(APIView):
    """The draft of a battle, for its directors alone."""

    @extend_schema(operation_id="battles_draft", responses={200: DraftOut} | problems(401, 403, 404))
    def get(self, request: Request, code: str) -> Response:
        return Response(_read(draft_or_404(request, code, "saga")))

    @extend_schema(operation_id="battles_save_draft", request=DraftIn, responses={200: DraftOut} | REFUSALS)
    def put(self, request: Request, code: str) -> Response:
        battle = draft_or_404(request, code, "saga")
        sent = body_of(request, DraftIn)
        saved = services.save_draft(
            battle_id=battle.pk,
            fields=fields_from(sent, me(request).language, catalogue_of(battle.campaign)),
            revision=sent["revision"],
            by=me(request),
            at=clock.now(),
        )
        return Response(_read(saved))


class AnnounceApi(APIView):
    """Fix the plan as the draft has it, and ask the players who goes (DEPL-0)."""

    class In(serializers.Serializer[Any]):
        """Which draft you have read."""

        revision = serializers.IntegerField(min_value=0, max_value=2**31)

        class Meta:
            ref_name = "AnnounceBattle"

    @extend_schema(operation_id="battles_announce", request=In, responses={200: BattleOut} | REFUSALS)
    def post(self, request: Request, code: str) -> Response:
        battle = draft_or_404(request, code, "saga")
        given = body_of(request, self.In)
        require_last(battle, given["revision"])
        plan, found = _looked_over(battle)
        require_whole(found)
        assert plan is not None
        announced = services.announce_battle(battle_id=battle.pk, plan=plan, by=me(request), at=clock.now())
        return Response(BattleOut(announced).data)


class CancelApi(APIView):
    """Give up a battle that has not begun."""

    @extend_schema(
        operation_id="battles_cancel", request=None, responses={204: None} | problems(401, 403, 404, 409, 422)
    )
    def post(self, request: Request, code: str) -> Response:
        battle = battle_or_404(request, code)
        services.cancel_battle(battle_id=battle.pk, by=me(request), at=clock.now())
        return Response(status=204)


def _read(battle: Battle) -> dict[str, Any]:
    _plan, found = _looked_over(battle)
    draft = draft_from(battle.draft["fields"])
    return {"code": battle.code, "revision": revision_of(battle.draft), "draft": draft, "problems": found}


def _looked_over(battle: Battle) -> tuple[Plan | None, list[Problem]]:
    """The plan and everything that stands in its way, as the page says it."""
    form = draft_form(battle, battle.draft)
    plan = checked_plan(battle, form)
    return plan, problems_in(form)
