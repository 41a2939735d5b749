"""What several operations send and answer: steps, early turns, posts; and how a battle is found."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.http import Http404
from drf_spectacular.utils import OpenApiParameter, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request

from accounts import clock
from accounts.models import User
from battles.models import Battle
from battles.selectors import battles_visible_to, view_for, viewer_version
from turns import services
from turns.models import TurnPost
from turns.services.limits import LONGEST_KEY, LONGEST_TEXT, check_key
from turns.wire import MOST_ALTERNATIVES, MOST_CONDITIONS
from turns.wire_dungeon import MOST_STEPS as LONGEST_PLAN

CELL = {"type": "string", "pattern": "^[A-Z]{1,2}[1-9][0-9]{0,2}$", "example": "F4"}
NAME = {"type": "string", "minLength": 1, "maxLength": 60}
COUNT = {"type": "integer", "minimum": 0, "maximum": 10000}


def _object(kind: str, required: list[str], **properties: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {"kind": {"type": "string", "enum": [kind]}, **properties},
        "required": ["kind", *required],
        "additionalProperties": False,
    }


TARGET = {
    "oneOf": [
        {**NAME, "description": "A unit's id."},
        {"type": "object", "properties": {"cell": CELL}, "required": ["cell"], "additionalProperties": False},
    ],
    "nullable": True,
}
SQUARE = {"type": "array", "items": COUNT, "minItems": 2, "maxItems": 2, "example": [4, 5]}
FACING = {"type": "string", "enum": ["N", "E", "S", "W"]}
POSE = {"type": "array", "items": {}, "minItems": 2, "maxItems": 2, "example": [[4, 5], "E"]}
PATH = {"type": "array", "items": POSE, "maxItems": 60}
NAMES = {"type": "array", "items": NAME, "maxItems": 20}
DUNGEON_STEPS = [
    _object("move", ["path"], path=PATH),
    _object("fight", ["target"], target=NAME),
    _object("shoot", ["target"], target=NAME),
    _object(
        "cast",
        ["spell"],
        spell=NAME,
        target={"type": "string", "maxLength": 60},
        square={**SQUARE, "nullable": True},
        facing=FACING,
        path=PATH,
    ),
    _object("use-item", ["item"], item=NAME, target={"type": "string", "maxLength": 60}),
    _object("trade", ["other"], other=NAME, give=NAMES, take=NAMES),
    _object("use-feat", ["feat"], feat=NAME),
    _object("play-card", ["card"], card=NAME),
    _object("raise-dead", ["square", "minion"], square=SQUARE, minion=NAME, facing=FACING),
]
STEP = {
    "description": "A step of the saga or, from the second `move` on, of the dungeon.",
    "anyOf": [
        _object("rest", []),
        _object("horn", ["points"], points=COUNT),
        _object(
            "move",
            ["to"],
            to=CELL,
            will={**COUNT, "nullable": True},
            turned={"type": "boolean", "nullable": True},
        ),
        _object(
            "strike",
            ["attack", "target"],
            attack={"type": "string", "enum": ["strength", "break"]},
            target=NAME,
            boost=COUNT,
            reroll={"type": "boolean"},
        ),
        _object("ability", ["name", "rank"], name=NAME, rank=COUNT, target=TARGET),
        _object("end", []),
        *DUNGEON_STEPS,
    ],
}
STEPS = {"type": "array", "items": STEP, "maxItems": LONGEST_PLAN}
CONDITION = {
    "type": "object",
    "properties": {
        "kind": {"type": "string", "enum": ["standing", "down", "free", "within", "strength", "willpower"]},
        "unit": NAME,
        "cell": CELL,
        "least": COUNT,
    },
    "required": ["kind"],
    "additionalProperties": False,
}
ALTERNATIVES = {
    "type": "array",
    "minItems": 1,
    "maxItems": MOST_ALTERNATIVES,
    "items": {
        "type": "object",
        "properties": {
            "steps": STEPS,
            "conditions": {"type": "array", "items": CONDITION, "maxItems": MOST_CONDITIONS},
            "after": NAMES,
        },
        "required": ["steps"],
        "additionalProperties": False,
    },
}
PLACEMENTS = {
    "type": "array",
    "minItems": 1,
    "maxItems": 60,
    "items": {
        "type": "object",
        "properties": {
            "unit": NAME,
            "cell": CELL,
            "turned": {"type": "boolean"},
            "square": SQUARE,
            "facing": FACING,
        },
        "required": ["unit"],
        "description": "In the saga `cell` is needed, in the dungeon `square`.",
    },
}
CORRECTED = {
    "type": "object",
    "properties": {"wounds": COUNT, "square": SQUARE, "facing": FACING, "items": NAMES},
    "additionalProperties": False,
}
NUMBERS = {
    "type": "object",
    "properties": dict.fromkeys(("strength", "armor", "willpower", "hero_points"), COUNT),
    "additionalProperties": False,
}


@extend_schema_field(STEPS)
class StepsField(serializers.JSONField):
    """A turn's steps; read in the notation of the battle's game (`turns.wires`)."""


@extend_schema_field(ALTERNATIVES)
class AlternativesField(serializers.JSONField):
    """An early turn's alternatives; read by `turns.wire`."""


@extend_schema_field(PLACEMENTS)
class PlacementsField(serializers.JSONField):
    """Units and where they are to stand; read in the notation of the battle's game (`turns.wires`)."""


@extend_schema_field(CORRECTED)
class CorrectedField(serializers.DictField):
    """What the director sets of a dungeon's model; read by `turns.wire_dungeon`."""


@extend_schema_field(NUMBERS)
class NumbersField(serializers.DictField):
    """The numbers a player wrote for the unit after its turn (POST-2)."""

    child = serializers.IntegerField(min_value=-1000, max_value=10_000)


IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key",
    str,
    OpenApiParameter.HEADER,
    description="The order's key, 1 to 64 characters; goes before `key` in the body. One of the two is needed.",
)


def order_key(request: Request, sent: str | None) -> str:
    """The order's key: the header's, else the body's. Raises Unreadable `bad-key` when there is neither."""
    key = request.headers.get("Idempotency-Key") or sent or ""
    check_key(key)
    return key


def received(request: Request) -> datetime:
    """The moment the request arrived, as the server noted it."""
    return clock.now()


def settled_battle(request: Request, code: str) -> Battle:
    """The battle as it stands now: what is due is applied first. Raises Http404."""
    battle = battle_or_404(request, code)
    if services.settle_if_due(battle.pk, clock.now()):
        battle = battle_or_404(request, code)
    return battle


def my_version(battle: Battle, request: Request) -> str:
    """The reader's own version of the battle."""
    return viewer_version(view_for(battle, reader_of(request)))


def text_field(**more: Any) -> serializers.CharField:
    """The words of a turn."""
    return serializers.CharField(
        required=False, allow_blank=True, default="", max_length=LONGEST_TEXT, trim_whitespace=False, **more
    )


def unit_field() -> serializers.CharField:
    """A unit's id."""
    return serializers.CharField(max_length=60)


def version_field() -> serializers.CharField:
    """The viewer's own version of the battle, as the battle's view shows it."""
    return serializers.CharField(max_length=64, help_text="`version` of the battle's view that this was decided on.")


def key_field() -> serializers.CharField:
    """An order's key, where no Idempotency-Key header is sent."""
    return serializers.CharField(
        required=False,
        max_length=LONGEST_KEY,
        help_text="The same key and content give the first result again. An Idempotency-Key header does as well.",
    )


def reason_field() -> serializers.CharField:
    """A director's reason, kept on record."""
    return serializers.CharField(max_length=500)


def reader_of(request: Request) -> User:
    """The signed-in user; the API lets nobody else in."""
    assert isinstance(request.user, User)
    return request.user


def battle_or_404(request: Request, code: str) -> Battle:
    """The battle of this code if the reader may know of it. Raises Http404."""
    battle = battles_visible_to(reader_of(request)).filter(code=code).first()
    if battle is None:
        raise Http404
    return battle


class PostOut(serializers.ModelSerializer[TurnPost]):
    """A turn as it is read: the words, the engine's numbers, and which events hold what was done and rolled."""

    author = serializers.CharField(source="author.shown_name", default=None, allow_null=True)
    played_for = serializers.CharField(source="played_for.shown_name", default=None, allow_null=True)
    numbers = serializers.SerializerMethodField()

    class Meta:
        model = TurnPost
        ref_name = "TurnPost"
        fields = (
            "number",
            "round",
            "unit",
            "unit_name",
            "author",
            "played_for",
            "manner",
            "narrative",
            "language",
            "numbers",
            "at",
            "undone_at",
            "open",
        )
        read_only_fields = fields

    @extend_schema_field({"type": "object", "additionalProperties": {"type": "array", "items": {"type": "integer"}}})
    def get_numbers(self, post: TurnPost) -> dict[str, list[int]]:
        """Each number as [current, total]."""
        numbers: dict[str, list[int]] = post.notes.get("numbers", {})
        return numbers
