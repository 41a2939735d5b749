"""The director's verbs, each an operation of its own; reasons stay on record."""

from __future__ import annotations

from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.bodies import body_of
from accounts.models import User
from accounts.problems import problems
from battles.models import Battle
from campaign.selectors import readers_of
from rulebook.errors import Illegal, Unreadable
from rulebook.saga.board import Cell, parse_cell
from turns import services
from turns.api.fields import (
    IDEMPOTENCY_KEY,
    CorrectedField,
    PostOut,
    StepsField,
    battle_or_404,
    key_field,
    order_key,
    reader_of,
    reason_field,
    received,
    text_field,
    unit_field,
    version_field,
)
from turns.wire_dungeon import corrected_from_data
from turns.wires import wire_of

REFUSALS = problems(400, 401, 403, 404, 409, 422)
CELL_NAME = r"^[A-Z]{1,2}[1-9][0-9]{0,2}$"
NUMBERS = ("strength", "armor", "willpower", "hero_points")


class Directing(APIView):
    """One director's verb: read the body, do it, answer with nothing."""

    In: ClassVar[type[serializers.Serializer[Any]]]

    def act(self, battle: Battle, sent: dict[str, Any], common: dict[str, Any]) -> None:
        raise NotImplementedError

    def post(self, request: Request, code: str) -> Response:
        received_at = received(request)
        sent = body_of(request, self.In)
        battle = battle_or_404(request, code)
        common = {"battle_id": battle.pk, "director": reader_of(request), "at": received_at}
        self.act(battle, sent, common)
        return Response(status=204)


class PauseIn(serializers.Serializer[Any]):
    reason = reason_field()
    version = version_field()


class Pause(Directing):
    """Stop every clock (CLOCK-6)."""

    In = PauseIn

    @extend_schema(operation_id="pause", request=PauseIn, responses={204: None} | REFUSALS)
    def post(self, request: Request, code: str) -> Response:
        return super().post(request, code)

    def act(self, battle: Battle, sent: dict[str, Any], common: dict[str, Any]) -> None:
        services.pause(**common, **sent)


class Resume(APIView):
    """Let the clocks run on. A battle that paused itself may be resumed by any of its players."""

    @extend_schema(operation_id="resume", request=None, responses={204: None} | problems(401, 403, 404, 409, 422))
    def post(self, request: Request, code: str) -> Response:
        received_at = received(request)
        services.resume(battle_id=battle_or_404(request, code).pk, user=reader_of(request), at=received_at)
        return Response(status=204)


class CorrectIn(serializers.Serializer[Any]):
    unit = unit_field()
    attribute = serializers.ChoiceField(choices=[*NUMBERS, "at"], required=False, help_text="Saga.")
    value = serializers.CharField(
        max_length=8, required=False, help_text="Saga: a whole number; for `at`, a cell such as F4."
    )
    to = CorrectedField(required=False, help_text="Dungeon: what is to be set.")
    reason = reason_field()
    version = version_field()


class Correct(Directing):
    """Set one of a unit's numbers, or where it stands (POST-2); in the dungeon a model's wounds, place or items."""

    In = CorrectIn

    @extend_schema(operation_id="correct", request=CorrectIn, responses={204: None} | REFUSALS)
    def post(self, request: Request, code: str) -> Response:
        return super().post(request, code)

    def act(self, battle: Battle, sent: dict[str, Any], common: dict[str, Any]) -> None:
        said = {"unit": sent["unit"], "reason": sent["reason"], "version": sent["version"]}
        if "to" in sent:
            services.correct_model(**common, **said, to=corrected_from_data(sent["to"]))
            return
        if not {"attribute", "value"} <= sent.keys():
            raise Unreadable("bad-data", "What is to be set is missing.", {"where": "attribute"})
        value = value_of(sent["attribute"], sent["value"])
        services.correct(**common, **said, attribute=sent["attribute"], value=value)


def value_of(attribute: str, written: str) -> int | Cell:
    """What a correction sets: a cell for `at`, else a whole number. Raises Unreadable `bad-cell`, `bad-number`."""
    if attribute == "at":
        return parse_cell(written)
    try:
        return int(written)
    except ValueError as error:
        raise Unreadable("bad-number", f"{written!r} is no whole number.", {"field": "value"}) from error


class RevealIn(serializers.Serializer[Any]):
    unit = unit_field()
    cell = serializers.RegexField(CELL_NAME)
    turned = serializers.BooleanField(required=False, default=False)
    version = version_field()


class Reveal(Directing):
    """Reveal a hidden unit on a free cell (DEPL-6)."""

    In = RevealIn

    @extend_schema(operation_id="reveal", request=RevealIn, responses={204: None} | REFUSALS)
    def post(self, request: Request, code: str) -> Response:
        return super().post(request, code)

    def act(self, battle: Battle, sent: dict[str, Any], common: dict[str, Any]) -> None:
        services.reveal(**common, **(sent | {"cell": parse_cell(sent["cell"])}))


class ExtendIn(serializers.Serializer[Any]):
    unit = unit_field()
    hours = serializers.FloatField(min_value=0.01, max_value=720)
    reason = reason_field()
    version = version_field()


class Extend(Directing):
    """Give the running turn more hours of this table."""

    In = ExtendIn

    @extend_schema(operation_id="extend", request=ExtendIn, responses={204: None} | REFUSALS)
    def post(self, request: Request, code: str) -> Response:
        return super().post(request, code)

    def act(self, battle: Battle, sent: dict[str, Any], common: dict[str, Any]) -> None:
        services.extend(**common, **sent)


class UnitReasonIn(serializers.Serializer[Any]):
    unit = unit_field()
    reason = reason_field()
    version = version_field()


class Pardon(Directing):
    """Take one missed deadline off a unit's penalty (LATE-2)."""

    In = UnitReasonIn

    @extend_schema(operation_id="pardon", request=UnitReasonIn, responses={204: None} | REFUSALS)
    def post(self, request: Request, code: str) -> Response:
        return super().post(request, code)

    def act(self, battle: Battle, sent: dict[str, Any], common: dict[str, Any]) -> None:
        services.pardon(**common, **sent)


class ForceTurn(Directing):
    """End the running turn: the unit does nothing, without penalty or late window (SK-153)."""

    In = UnitReasonIn

    @extend_schema(operation_id="force_turn", request=UnitReasonIn, responses={204: None} | REFUSALS)
    def post(self, request: Request, code: str) -> Response:
        return super().post(request, code)

    def act(self, battle: Battle, sent: dict[str, Any], common: dict[str, Any]) -> None:
        services.force_turn(**common, **sent)


class TakeOver(Directing):
    """Play a player's unit until it is handed back (ABSENT-2)."""

    In = UnitReasonIn

    @extend_schema(operation_id="take_over", request=UnitReasonIn, responses={204: None} | REFUSALS)
    def post(self, request: Request, code: str) -> Response:
        return super().post(request, code)

    def act(self, battle: Battle, sent: dict[str, Any], common: dict[str, Any]) -> None:
        services.take_over(**common, **sent)


class HandBackIn(serializers.Serializer[Any]):
    unit = unit_field()
    version = version_field()


class HandBack(Directing):
    """Give a unit back to its player (ABSENT-2)."""

    In = HandBackIn

    @extend_schema(operation_id="hand_back", request=HandBackIn, responses={204: None} | REFUSALS)
    def post(self, request: Request, code: str) -> Response:
        return super().post(request, code)

    def act(self, battle: Battle, sent: dict[str, Any], common: dict[str, Any]) -> None:
        services.hand_back(**common, **sent)


class SeatIn(serializers.Serializer[Any]):
    unit = unit_field()
    player = serializers.CharField(
        max_length=150,
        allow_null=True,
        help_text="A member's user name; null leaves the Overlord's chair to the directors.",
    )
    version = version_field()


class Seat(Directing):
    """Give a unit, or the Overlord's chair (`overlord`), to another player of the campaign."""

    In = SeatIn

    @extend_schema(operation_id="give_seat", request=SeatIn, responses={204: None} | REFUSALS)
    def post(self, request: Request, code: str) -> Response:
        return super().post(request, code)

    def act(self, battle: Battle, sent: dict[str, Any], common: dict[str, Any]) -> None:
        services.give_seat(**common, **(sent | {"player": _member(battle, sent["player"])}))


def _member(battle: Battle, username: str | None) -> User | None:
    """The member of this name; None for nobody. Raises Illegal `not-a-member`."""
    if username is None:
        return None
    found = readers_of(battle.campaign).filter(username=username).first()
    if found is None:
        raise Illegal("not-a-member", f"{username!r} does not belong to the campaign.", {"player": username})
    return found


class EndIn(serializers.Serializer[Any]):
    winner = serializers.CharField(max_length=40, allow_null=True, help_text="A side's id, or null for nobody.")
    reason = reason_field()
    version = version_field()


class End(Directing):
    """End the battle, or decide one in which both sides were emptied (WIN-2)."""

    In = EndIn

    @extend_schema(operation_id="end_battle", request=EndIn, responses={204: None} | REFUSALS)
    def post(self, request: Request, code: str) -> Response:
        return super().post(request, code)

    def act(self, battle: Battle, sent: dict[str, Any], common: dict[str, Any]) -> None:
        services.end_battle(**common, **sent)


class UndoIn(serializers.Serializer[Any]):
    to_event = serializers.IntegerField(min_value=0, max_value=2**31 - 1, help_text="The last event that stays.")
    reason = reason_field()
    version = version_field()


class Undo(Directing):
    """Take back everything after an event; it stays on record, and so does every roll."""

    In = UndoIn

    @extend_schema(operation_id="undo", request=UndoIn, responses={204: None} | REFUSALS)
    def post(self, request: Request, code: str) -> Response:
        return super().post(request, code)

    def act(self, battle: Battle, sent: dict[str, Any], common: dict[str, Any]) -> None:
        services.undo(**common, **sent)


class PublishIn(serializers.Serializer[Any]):
    unit = unit_field()
    alternative = serializers.IntegerField(required=False, default=0, min_value=0, max_value=2)
    steps = StepsField(required=False, allow_null=True, default=None, help_text="Adapted steps instead of one.")
    version = version_field()


class Publish(APIView):
    """Publish a player's early turn on the player's behalf: an alternative of it, or adapted steps."""

    @extend_schema(operation_id="publish_early_turn", request=PublishIn, responses={201: PostOut} | REFUSALS)
    def post(self, request: Request, code: str) -> Response:
        received_at = received(request)
        wanted = body_of(request, PublishIn)
        battle = battle_or_404(request, code)
        post = services.publish_early_turn(
            battle_id=battle.pk,
            director=reader_of(request),
            unit=wanted["unit"],
            alternative=wanted["alternative"],
            steps=None if wanted["steps"] is None else wire_of(battle).steps_from_data(wanted["steps"]),
            version=wanted["version"],
            at=received_at,
        )
        return Response(PostOut(post).data, status=201)


class UnitTurnIn(serializers.Serializer[Any]):
    unit = unit_field()
    steps = StepsField()
    text = text_field()


class RunIn(serializers.Serializer[Any]):
    turns = serializers.ListField(child=UnitTurnIn(), min_length=1, max_length=40)
    version = version_field()
    key = key_field()


class RunOut(serializers.Serializer[Any]):
    posts = PostOut(many=True)
    left = serializers.ListField(child=serializers.CharField(), help_text="Units whose turns were not touched.")
    stopped_by = serializers.CharField(allow_null=True, help_text="The code of what stopped the run.")


class Run(APIView):
    """Play several of the director's units in order; stops at the first that is refused and keeps the rest."""

    @extend_schema(
        operation_id="play_director_turns",
        parameters=[IDEMPOTENCY_KEY],
        request=RunIn,
        responses={200: RunOut} | REFUSALS,
    )
    def post(self, request: Request, code: str) -> Response:
        received_at = received(request)
        wanted = body_of(request, RunIn)
        battle = battle_or_404(request, code)
        read = wire_of(battle).steps_from_data
        run = services.play_npc_turns(
            battle_id=battle.pk,
            director=reader_of(request),
            turns=[services.UnitTurn(one["unit"], read(one["steps"]), one["text"]) for one in wanted["turns"]],
            key=order_key(request, wanted.get("key")),
            version=wanted["version"],
            language=reader_of(request).language,
            received_at=received_at,
        )
        stopped_by = run.stopped_by.code if run.stopped_by else None
        body = {"posts": run.posts, "left": [turn.unit for turn in run.left], "stopped_by": stopped_by}
        return Response(RunOut(body).data)
