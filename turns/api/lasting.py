"""What a character does whenever its turn runs out: the orders on its sheet, for programs."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.bodies import body_of
from accounts.problems import problems
from characters.models import Character
from characters.selectors import visible_to
from rulebook.codec import dump
from rulebook.saga.state import Order
from turns import services
from turns.api.fields import reader_of, received
from turns.api.playing import OrderIn
from turns.lasting import lasting_orders, may_read


class LastingOrders(APIView):
    """A character's standing orders, in every battle that has none of its own (SK-157)."""

    class Given(serializers.Serializer[Any]):
        orders = OrderIn(many=True)

        class Meta:
            ref_name = "LastingOrders"

    @extend_schema(operation_id="lasting_orders", responses={200: Given} | problems(401, 404))
    def get(self, request: Request, character_id: int) -> Response:
        """For the character's player and the directors; 404 for others, and where the table has no such orders."""
        character = _character(request, character_id)
        if not may_read(character, request.user):
            raise Http404
        return Response({"orders": [dump(Order, order) for order in lasting_orders(character)]})

    @extend_schema(
        operation_id="write_lasting_orders",
        request=Given,
        responses={204: None} | problems(400, 401, 403, 404, 409, 422),
    )
    def put(self, request: Request, character_id: int) -> Response:
        """In place of what was written; running battles follow it from now on."""
        at = received(request)
        sent = body_of(request, self.Given)
        services.write_lasting_orders(
            character_id=_character(request, character_id).pk,
            player=reader_of(request),
            orders=[Order(**one) for one in sent["orders"]],
            at=at,
        )
        return Response(status=204)


def _character(request: Request, character_id: int) -> Character:
    return get_object_or_404(visible_to(request.user).select_related("campaign"), pk=character_id)
