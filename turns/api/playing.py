"""A player's verbs: what is legal, what would happen, play, deploy, early turns; and the posts."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.bodies import body_of
from accounts.problems import problems
from battles.selectors import forecast_for, legal_for
from rulebook.saga.state import Order
from turns import selectors, services
from turns.api.fields import (
    IDEMPOTENCY_KEY,
    AlternativesField,
    NumbersField,
    PlacementsField,
    PostOut,
    StepsField,
    battle_or_404,
    key_field,
    my_version,
    order_key,
    reader_of,
    received,
    settled_battle,
    text_field,
    unit_field,
    version_field,
)
from turns.models import EarlyTurn
from turns.wires import wire_of

MOST_POSTS = 50


class WrittenJSON(serializers.JSONField):
    """JSON written into an address. Nested without end, it is as unreadable as any other nonsense."""

    def to_internal_value(self, data: Any) -> Any:
        try:
            return super().to_internal_value(data)
        except RecursionError:
            self.fail("invalid")


class Legal(APIView):
    """The steps that may follow those already chosen: the one list that page, preview and engine share."""

    class Query(serializers.Serializer[Any]):
        unit = unit_field()
        steps = WrittenJSON(required=False, default=list, binary=True)  # type: ignore[arg-type]  # a new list each

    class Out(serializers.Serializer[Any]):
        version = version_field()
        steps = StepsField()

        class Meta:
            ref_name = "LegalSteps"

    @extend_schema(
        operation_id="legal_steps",
        parameters=[
            OpenApiParameter("unit", str, required=True, description="Whose turn is being put together."),
            OpenApiParameter("steps", str, description="The steps chosen so far, as JSON."),
        ],
        responses={200: Out} | problems(400, 401, 403, 404, 422),
    )
    def get(self, request: Request, code: str) -> Response:
        query = self.Query(data=request.query_params)
        query.is_valid(raise_exception=True)
        battle = settled_battle(request, code)
        wire = wire_of(battle)
        chosen = wire.steps_from_data(query.validated_data["steps"])
        unit = query.validated_data["unit"]
        services.actor_for(battle, reader_of(request), unit)
        return Response(
            {"version": my_version(battle, request), "steps": wire.steps_to_data(legal_for(battle, unit, chosen))}
        )


class Preview(APIView):
    """What a turn would do and how likely: no die is cast, nothing is kept."""

    class In(serializers.Serializer[Any]):
        unit = unit_field()
        steps = StepsField()

        class Meta:
            ref_name = "PreviewOrder"

    class Out(serializers.Serializer[Any]):
        version = version_field()
        forecast = serializers.JSONField()

        class Meta:
            ref_name = "Preview"

    @extend_schema(
        operation_id="preview",
        request=In,
        responses={200: Out} | problems(400, 401, 403, 404, 422),
    )
    def post(self, request: Request, code: str) -> Response:
        sent = body_of(request, self.In)
        battle = settled_battle(request, code)
        steps = wire_of(battle).steps_from_data(sent["steps"])
        unit = sent["unit"]
        services.actor_for(battle, reader_of(request), unit)
        return Response({"version": my_version(battle, request), "forecast": forecast_for(battle, unit, steps)})


class Play(APIView):
    """Play a unit's turn, in its place or late, all or nothing: as its player, or as the director.

    In the dungeon one step of it, which ends with the step `end`: for a model, or as `overlord`.
    """

    class In(serializers.Serializer[Any]):
        unit = unit_field()
        steps = StepsField()
        text = text_field(help_text="The words of the post.")
        version = version_field()
        key = key_field()
        numbers = NumbersField(required=False, default=dict)
        extra = serializers.BooleanField(
            required=False, default=False, help_text="Dungeon: use a card's extra activation although an order is left."
        )

        class Meta:
            ref_name = "PlayOrder"

    class Out(serializers.Serializer[Any]):
        replayed = serializers.BooleanField(help_text="True when this key had been answered before.")
        post = PostOut(allow_null=True, help_text="Empty where there is nothing to be read: a window passed.")
        version = serializers.CharField(help_text="Your own version of the battle now.")

        class Meta:
            ref_name = "Played"

    @extend_schema(
        operation_id="play",
        parameters=[IDEMPOTENCY_KEY],
        request=In,
        responses={201: Out, 200: Out} | problems(400, 401, 403, 404, 409, 422),
    )
    def post(self, request: Request, code: str) -> Response:
        received_at = received(request)
        order = body_of(request, self.In)
        battle = battle_or_404(request, code)
        played = services.play_turn(
            battle_id=battle.pk,
            unit=order["unit"],
            player=reader_of(request),
            steps=wire_of(battle).steps_from_data(order["steps"]),
            text=order["text"],
            version=order["version"],
            key=order_key(request, order.get("key")),
            received_at=received_at,
            claimed=order["numbers"],
            language=reader_of(request).language,
            extra=order["extra"],
        )
        version = my_version(battle_or_404(request, code), request)
        body = self.Out({"replayed": played.replayed, "post": played.post, "version": version}).data
        return Response(body, status=200 if played.replayed else 201)


class Deploy(APIView):
    """Place my units in turn 0, some or all; again to move them (DEPL-1)."""

    class In(serializers.Serializer[Any]):
        placements = PlacementsField()
        version = version_field()
        as_director = serializers.BooleanField(required=False, default=False)

        class Meta:
            ref_name = "DeployOrder"

    @extend_schema(
        operation_id="deploy",
        request=In,
        responses={204: None} | problems(400, 401, 403, 404, 409, 422),
    )
    def post(self, request: Request, code: str) -> Response:
        received_at = received(request)
        sent = body_of(request, self.In)
        battle = battle_or_404(request, code)
        services.deploy(
            battle_id=battle.pk,
            player=reader_of(request),
            placements=wire_of(battle).placements_from_data(sent["placements"]),
            version=sent["version"],
            as_director=sent["as_director"],
            at=received_at,
        )
        return Response(status=204)


class EarlyTurnOut(serializers.ModelSerializer[EarlyTurn]):
    """An early turn: seen by its author and the directors alone (EARLY-1)."""

    alternatives = AlternativesField()

    class Meta:
        model = EarlyTurn
        ref_name = "EarlyTurn"
        fields = ("unit", "round", "status", "alternatives", "narrative", "language", "used_alternative")
        read_only_fields = fields


class EarlyTurns(APIView):
    """The early turn of one unit in this round."""

    class In(serializers.Serializer[Any]):
        alternatives = AlternativesField(required=False, help_text="Saga: one to three.")
        steps = StepsField(required=False, help_text="Dungeon: for the hero's next turn.")
        after = serializers.ListField(
            child=serializers.CharField(max_length=60),
            required=False,
            max_length=12,
            help_text="Dungeon: the heroes whose turns of the round it waits for.",
        )
        text = text_field(help_text="The words of the post, should it be played.")
        round = serializers.IntegerField(
            required=False, min_value=1, max_value=1_000_000, help_text="The round it is meant for, and no later one."
        )

        class Meta:
            ref_name = "EarlyTurnOrder"

    @extend_schema(operation_id="early_turn", responses={200: EarlyTurnOut} | problems(401, 404))
    def get(self, request: Request, code: str, unit: str) -> Response:
        battle = battle_or_404(request, code)
        row = selectors.early_turn_for(battle, unit, reader_of(request))
        if row is None:
            raise Http404
        return Response(EarlyTurnOut(row).data)

    @extend_schema(
        operation_id="leave_early_turn",
        request=In,
        responses={200: EarlyTurnOut} | problems(400, 401, 403, 404, 409, 422),
    )
    def put(self, request: Request, code: str, unit: str) -> Response:
        received_at = received(request)
        sent = body_of(request, self.In)
        battle = battle_or_404(request, code)
        row = services.leave_early_turn(
            battle_id=battle.pk,
            unit=unit,
            player=reader_of(request),
            **wire_of(battle).early_from_data(sent),
            text=sent["text"],
            language=reader_of(request).language,
            at=received_at,
            written_for=sent.get("round"),
        )
        return Response(EarlyTurnOut(row).data)

    @extend_schema(operation_id="withdraw_early_turn", responses={204: None} | problems(400, 401, 403, 404, 409, 422))
    def delete(self, request: Request, code: str, unit: str) -> Response:
        received_at = received(request)
        battle = battle_or_404(request, code)
        services.withdraw_early_turn(battle_id=battle.pk, unit=unit, player=reader_of(request), at=received_at)
        return Response(status=204)


class OrderIn(serializers.Serializer[Any]):
    deed = serializers.ChoiceField(choices=["hold", "rest", "strike", "break"])
    when = serializers.ChoiceField(choices=["always", "strength-below", "willpower-below"], default="always")
    least = serializers.IntegerField(min_value=0, max_value=1000, default=0, help_text="Below so many.")


class StandingOrders(APIView):
    """What one of my units does when its turn runs out in this battle (SK-152)."""

    class In(serializers.Serializer[Any]):
        orders = OrderIn(many=True, help_text="None: the unit follows none here, whatever stands on its sheet.")

        class Meta:
            ref_name = "StandingOrders"

    @extend_schema(
        operation_id="give_orders", request=In, responses={204: None} | problems(400, 401, 403, 404, 409, 422)
    )
    def put(self, request: Request, code: str, unit: str) -> Response:
        received_at = received(request)
        sent = body_of(request, self.In)
        services.give_orders(
            battle_id=battle_or_404(request, code).pk,
            unit=unit,
            player=reader_of(request),
            orders=[Order(**one) for one in sent["orders"]],
            at=received_at,
        )
        return Response(status=204)

    @extend_schema(operation_id="drop_orders", responses={204: None} | problems(400, 401, 403, 404, 409, 422))
    def delete(self, request: Request, code: str, unit: str) -> Response:
        received_at = received(request)
        battle = battle_or_404(request, code)
        services.drop_orders(battle_id=battle.pk, unit=unit, player=reader_of(request), at=received_at)
        return Response(status=204)


class Posts(APIView):
    """A battle's turns as posts, in order."""

    class Query(serializers.Serializer[Any]):
        after = serializers.IntegerField(required=False, default=0, min_value=0, max_value=2**31 - 1)

    class Out(serializers.Serializer[Any]):
        posts = PostOut(many=True)
        next_after = serializers.IntegerField(allow_null=True, help_text="`after` of the next page.")

        class Meta:
            ref_name = "PostPage"

    @extend_schema(
        operation_id="posts",
        parameters=[OpenApiParameter("after", int, description="Only posts with a larger number.")],
        responses={200: Out} | problems(400, 401, 404),
    )
    def get(self, request: Request, code: str) -> Response:
        query = self.Query(data=request.query_params)
        query.is_valid(raise_exception=True)
        battle = battle_or_404(request, code)
        found = selectors.posts_of(battle).filter(number__gt=query.validated_data["after"])
        page = list(found[: MOST_POSTS + 1])
        shown = page[:MOST_POSTS]
        after = shown[-1].number if len(page) > MOST_POSTS else None
        return Response(self.Out({"posts": shown, "next_after": after}).data)
