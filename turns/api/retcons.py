"""Asking the director to take one of my turns back, and the director's answer."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.bodies import body_of
from accounts.problems import problems
from campaign.selectors import is_director
from turns import selectors, services
from turns.api.fields import battle_or_404, reader_of, reason_field, received
from turns.models import RetconRequest, TurnPost
from turns.services.limits import LONGEST_REASON


class RetconOut(serializers.ModelSerializer[RetconRequest]):
    """One request: the turn it is about, why, and the answer."""

    post = serializers.IntegerField(source="post.number", help_text="The number of the turn's post.")
    unit_name = serializers.CharField(source="post.unit_name")
    round = serializers.IntegerField(source="post.round")
    by = serializers.CharField(source="user.shown_name")

    class Meta:
        model = RetconRequest
        ref_name = "RetconRequest"
        fields = (
            "id",
            "post",
            "unit_name",
            "round",
            "by",
            "reason",
            "status",
            "asked_at",
            "answer",
            "answered_at",
        )
        read_only_fields = fields


class RetconIn(serializers.Serializer[Any]):
    post = serializers.IntegerField(min_value=1, max_value=2**31 - 1)
    reason = reason_field()


class RetconAnswerIn(serializers.Serializer[Any]):
    grant = serializers.BooleanField()
    word = serializers.CharField(
        required=False,
        allow_blank=True,
        default="",
        max_length=LONGEST_REASON,
        help_text="For the player; needed to refuse.",
    )


class RetconAnswered(serializers.Serializer[Any]):
    """The answer as it stands, and with which event the director's `undo` would take the turn back."""

    status = serializers.ChoiceField(choices=RetconRequest.Status.choices)
    answer = serializers.CharField(allow_blank=True)
    undo_to_event = serializers.SerializerMethodField(help_text="The last event before the turn.")

    def get_undo_to_event(self, asked: RetconRequest) -> int:
        return asked.post.first_event - 1


class Retcons(APIView):
    """My requests that a played turn of mine be taken back; a director sees everybody's."""

    @extend_schema(operation_id="retcon_requests", responses={200: RetconOut(many=True)} | problems(401, 404))
    def get(self, request: Request, code: str) -> Response:
        battle, reader = battle_or_404(request, code), reader_of(request)
        rows = selectors.retcons_of(battle, reader, directs=is_director(reader, battle.campaign))
        return Response(RetconOut(rows, many=True).data)

    @extend_schema(
        operation_id="ask_retcon",
        request=RetconIn,
        responses={201: RetconOut} | problems(400, 401, 403, 404, 409, 422),
    )
    def post(self, request: Request, code: str) -> Response:
        at = received(request)
        wanted = body_of(request, RetconIn)
        battle = battle_or_404(request, code)
        try:
            asked = services.ask_retcon(
                battle_id=battle.pk,
                number=wanted["post"],
                player=reader_of(request),
                reason=wanted["reason"],
                at=at,
            )
        except TurnPost.DoesNotExist as missing:
            raise Http404 from missing
        return Response(RetconOut(asked).data, status=201)


class RetconAnswer(APIView):
    """The director grants or refuses; granting takes nothing back by itself."""

    @extend_schema(
        operation_id="answer_retcon",
        request=RetconAnswerIn,
        responses={200: RetconAnswered} | problems(400, 401, 403, 404, 409, 422),
    )
    def post(self, request: Request, code: str, request_id: int) -> Response:
        at = received(request)
        sent = body_of(request, RetconAnswerIn)
        battle = battle_or_404(request, code)
        if not RetconRequest.objects.filter(battle=battle, pk=request_id).exists():
            raise Http404
        asked = services.answer_retcon(request_id=request_id, director=reader_of(request), at=at, **sent)
        return Response(RetconAnswered(asked).data)
