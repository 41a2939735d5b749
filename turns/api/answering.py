"""What is said between turns of a dungeon: answers to free strikes and trades, standing instructions, windows."""

from __future__ import annotations

from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.bodies import body_of
from accounts.problems import problems
from turns import services
from turns.api.fields import battle_or_404, reader_of, received, unit_field, version_field

REFUSALS = problems(400, 401, 403, 404, 409, 422)


class Answering(APIView):
    """Read the body, say it, answer with nothing."""

    In: ClassVar[type[serializers.Serializer[Any]]]

    def say(self, about: dict[str, Any], sent: dict[str, Any]) -> None:
        raise NotImplementedError

    def answer(self, request: Request, code: str, **more: Any) -> Response:
        received_at = received(request)
        sent = body_of(request, self.In)
        battle = battle_or_404(request, code)
        about = {"battle_id": battle.pk, "player": reader_of(request), "at": received_at, **more}
        self.say(about, sent)
        return Response(status=204)


class StrikeIn(serializers.Serializer[Any]):
    unit = unit_field()
    strike = serializers.BooleanField()
    version = version_field()


class AnswerStrike(Answering):
    """Make, or let go, the free strike that I am asked about (IMP-03)."""

    In = StrikeIn

    @extend_schema(operation_id="answer_strike", request=StrikeIn, responses={204: None} | REFUSALS)
    def post(self, request: Request, code: str) -> Response:
        return self.answer(request, code)

    def say(self, about: dict[str, Any], sent: dict[str, Any]) -> None:
        services.answer_strike(**about, **sent)


class TradeIn(serializers.Serializer[Any]):
    accept = serializers.BooleanField()
    version = version_field()


class AnswerTrade(Answering):
    """Take or refuse the trade that is on offer (DS-ITEM-06)."""

    In = TradeIn

    @extend_schema(operation_id="answer_trade", request=TradeIn, responses={204: None} | REFUSALS)
    def post(self, request: Request, code: str) -> Response:
        return self.answer(request, code)

    def say(self, about: dict[str, Any], sent: dict[str, Any]) -> None:
        services.answer_trade(**about, **sent)


class WindowsIn(serializers.Serializer[Any]):
    scope = serializers.ChoiceField(choices=["window", "round", "always", "none"])
    version = version_field()


class PassWindows(Answering):
    """As the Overlord: pass the open window, those of this round, or all until `none` takes it back (IMP-01)."""

    In = WindowsIn

    @extend_schema(operation_id="pass_windows", request=WindowsIn, responses={204: None} | REFUSALS)
    def post(self, request: Request, code: str) -> Response:
        return self.answer(request, code)

    def say(self, about: dict[str, Any], sent: dict[str, Any]) -> None:
        services.pass_windows(**about, **sent)


class InstructionsIn(serializers.Serializer[Any]):
    strikes = serializers.ChoiceField(choices=["always", "never", "ask"])
    declined = serializers.ListField(
        child=serializers.CharField(max_length=60),
        required=False,
        default=list,
        max_length=20,
        help_text="Items that would be used by themselves, and are not to be.",
    )


class Instructions(Answering):
    """Standing instructions of one of my models: its free strikes, and items it does not use (IMP-03)."""

    In = InstructionsIn

    @extend_schema(operation_id="instruct", request=InstructionsIn, responses={204: None} | REFUSALS)
    def put(self, request: Request, code: str, unit: str) -> Response:
        return self.answer(request, code, unit=unit)

    def say(self, about: dict[str, Any], sent: dict[str, Any]) -> None:
        services.instruct(**about, **sent)
