"""The API of preparing an adventure: those that ship with the program, a draft, what is wrong with it by line."""

from __future__ import annotations

from collections.abc import Mapping
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
from battles import services
from battles.draft_doors import Problem, ProblemOut, directed_campaign, draft_or_404, problems_in
from battles.drafts import Fields, revision_of
from battles.dungeon.form import OPEN, OWN_RULES
from battles.dungeon.pages import checked_plan, form_of
from battles.dungeon.plan import DIRECTING, VARIANTS, AdventurePlan
from battles.models import Battle
from campaign.api import rule_field
from campaign.rule_words import WORDS
from rulebook.dungeon.adventures import KEYS, shipped, source
from rulebook.dungeon.catalogue import HEROES
from rulebook.dungeon.mapfile import parse_adventure
from rulebook.errors import Unreadable

REFUSALS = problems(400, 401, 403, 404, 409, 422)
LONGEST_FILE = 20_000
HERO_KEYS = [hero.key for hero in HEROES]


class HeroSeatIn(serializers.Serializer[Any]):
    """A hero that goes, and the user id of who plays it; null leaves it to the players who are asked."""

    hero = serializers.ChoiceField(choices=HERO_KEYS)
    player = serializers.IntegerField(min_value=1, max_value=2**31, allow_null=True, default=None)


class AdventureRulesIn(serializers.Serializer[Any]):
    """Settings of this adventure's own, over the campaign's table rules."""

    def get_fields(self) -> dict[str, serializers.Field]:
        return {name: rule_field(WORDS["dungeon"].fields[name]) for name in OWN_RULES}


@extend_schema_serializer(component_name="AdventureDraft")
class AdventureIn(serializers.Serializer[Any]):
    """A whole draft. `revision` is the one you read: a draft that was saved since is not overwritten."""

    revision = serializers.IntegerField(min_value=0, max_value=2**31)
    name = serializers.CharField(max_length=120)
    intro = serializers.CharField(max_length=8000, allow_blank=True, default="")
    source = serializers.CharField(  # type: ignore[assignment]  # the name of a file's text here, of a value's there
        max_length=LONGEST_FILE, trim_whitespace=False, help_text="The text of the adventure's file."
    )
    heroes = serializers.ListField(child=HeroSeatIn(), min_length=1, max_length=len(HERO_KEYS))
    asked = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=2**31),
        max_length=40,
        required=False,
        default=list,
        help_text="User ids of who may choose among the heroes without a player.",
    )
    overlord = serializers.RegexField(
        rf"^({'|'.join((*VARIANTS, DIRECTING))}|[1-9][0-9]{{0,9}})$",
        help_text="`official` or `improved` for the Invisible Overlord, `director`, or a user's id.",
    )
    idle_rounds = serializers.IntegerField(min_value=1, max_value=50, allow_null=True, default=None)
    rules = AdventureRulesIn(required=False)


class FaultOut(serializers.Serializer[Any]):
    line = serializers.IntegerField(help_text="Of the file, from 1; 0 for the file as a whole.")
    code = serializers.CharField()
    data = serializers.JSONField()  # type: ignore[assignment]  # a name of Serializer itself, unused here


@extend_schema_serializer(component_name="AdventureDraftRead")
class AdventureOut(serializers.Serializer[Any]):
    """A draft, what keeps it from being announced, and what is wrong with its file."""

    code = serializers.CharField()
    revision = serializers.IntegerField()
    draft = serializers.JSONField()
    problems = ProblemOut(many=True)
    faults = FaultOut(many=True)


class AdventuresApi(APIView):
    """The adventures that ship with the program, and a new draft with one of them."""

    @extend_schema_serializer(component_name="ShippedAdventure")
    class Out(serializers.Serializer[Any]):
        key = serializers.CharField()
        title = serializers.CharField()
        source = serializers.CharField()  # type: ignore[assignment]  # a name of Field itself, unused here

    class Create(serializers.Serializer[Any]):
        """Where, and what to begin with."""

        campaign = serializers.SlugField(max_length=80)
        name = serializers.CharField(max_length=120)
        adventure = serializers.ChoiceField(choices=KEYS)

        class Meta:
            ref_name = "NewAdventure"

    @extend_schema(operation_id="adventures_list", responses={200: Out(many=True)} | problems(401))
    def get(self, request: Request) -> Response:
        language = me(request).language
        found = [{"key": key, "title": shipped(key).title.say(language), "source": source(key)} for key in KEYS]
        return Response(self.Out(found, many=True).data)

    @extend_schema(
        operation_id="adventures_create",
        request=Create,
        responses={201: AdventureOut} | problems(400, 401, 403, 404, 422),
    )
    def post(self, request: Request) -> Response:
        asked = body_of(request, self.Create)
        campaign = directed_campaign(request, asked.pop("campaign"), "dungeon")
        battle = services.create_adventure(campaign=campaign, by=me(request), at=clock.now(), **asked)
        return Response(read_draft(battle), status=201)


class AdventureDraftApi(APIView):
    """The draft of an adventure, for its directors alone."""

    @extend_schema(operation_id="adventures_draft", responses={200: AdventureOut} | problems(401, 403, 404))
    def get(self, request: Request, code: str) -> Response:
        return Response(read_draft(adventure_draft_or_404(request, code)))

    @extend_schema(operation_id="adventures_save_draft", request=AdventureIn, responses={200: AdventureOut} | REFUSALS)
    def put(self, request: Request, code: str) -> Response:
        battle = adventure_draft_or_404(request, code)
        sent = body_of(request, AdventureIn)
        saved = services.save_draft(
            battle_id=battle.pk,
            fields=_fields_from(sent),
            revision=sent["revision"],
            by=me(request),
            at=clock.now(),
        )
        return Response(read_draft(saved))


def adventure_draft_or_404(request: Request, code: str) -> Battle:
    """A draft of an adventure, for its directors. Raises Http404, PermissionDenied."""
    return draft_or_404(request, code, "dungeon")


def checked(battle: Battle) -> tuple[AdventurePlan | None, list[Problem]]:
    """The plan, and everything that stands in its way, as the page says it."""
    form = form_of(battle, battle.draft)
    plan = checked_plan(battle, form)
    return plan, problems_in(form)


def read_draft(battle: Battle) -> dict[str, Any]:
    """A draft as programs read it."""
    _plan, found = checked(battle)
    fields: Mapping[str, list[str]] = battle.draft["fields"]
    return {
        "code": battle.code,
        "revision": revision_of(battle.draft),
        "draft": _draft_from(fields),
        "problems": found,
        "faults": _faults((fields.get("source") or [""])[0]),
    }


def _faults(text: str) -> list[dict[str, Any]]:
    try:
        parse_adventure(text)
    except Unreadable as refused:
        found: Any = refused.data["problems"]
        return [{"line": one["line"], "code": one["code"], "data": one["data"]} for one in found]
    return []


def _fields_from(sent: Mapping[str, Any]) -> Fields:
    """The fields that the page's form keeps, of a checked draft."""
    seats = {seat["hero"]: seat["player"] for seat in sent["heroes"]}
    return {
        "name": [sent["name"]],
        "intro": [sent["intro"]],
        "source": [sent["source"]],
        "asked": [str(pk) for pk in sent["asked"]],
        "overlord": [sent["overlord"]],
        "idle_rounds": ["" if sent["idle_rounds"] is None else str(sent["idle_rounds"])],
        **{f"hero-{hero}": [OPEN if player is None else str(player)] for hero, player in seats.items()},
        **{f"rule-{name}": [str(value)] for name, value in sent.get("rules", {}).items()},
    }


def _draft_from(fields: Mapping[str, list[str]]) -> dict[str, Any]:
    """The draft that the fields hold, numbers as numbers; what cannot be read stays as it was typed."""

    def one(name: str) -> str:
        return (fields.get(name) or [""])[0]

    seats = [(hero, one(f"hero-{hero}")) for hero in HERO_KEYS]
    return {
        "name": one("name"),
        "intro": one("intro"),
        "source": one("source"),
        "asked": [_number(pk) for pk in fields.get("asked", [])],
        "overlord": one("overlord"),
        "idle_rounds": _number(one("idle_rounds")) or None,
        "heroes": [{"hero": hero, "player": None if who == OPEN else _number(who)} for hero, who in seats if who],
        "rules": {name: one(f"rule-{name}") for name in OWN_RULES if one(f"rule-{name}")},
    }


def _number(text: str) -> int | str:
    return int(text) if text.isdecimal() else text
