"""The players' side of a campaign's characters: the door, seats that change hands, the roster."""

from __future__ import annotations

from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import clock
from accounts.bodies import body_of
from accounts.problems import problems
from accounts.signed_in import me
from campaign.api import campaign_or_404
from campaign.guards import require_director, require_member
from campaign.selectors import former_players_of, is_director, players_of
from campaign.services import set_door
from characters import services
from characters.api.fields import REFUSALS
from characters.rosters import outlook


class DoorApi(APIView):
    """Whether approved characters come in at once (CHAR-3)."""

    @extend_schema_serializer(component_name="Door")
    class Door(serializers.Serializer):
        """Open or shut; opening brings in all who wait."""

        open = serializers.BooleanField()

    @extend_schema(operation_id="campaigns_door", request=Door, responses={200: Door} | problems(400, 401, 403, 404))
    def post(self, request: Request, slug: str) -> Response:
        campaign = campaign_or_404(request, slug)
        require_director(request.user, campaign)
        wanted = body_of(request, self.Door)["open"]
        if wanted:
            services.open_door(campaign=campaign, by=me(request), at=clock.now())
        else:
            set_door(campaign=campaign, by=me(request), is_open=False)
        return Response({"open": wanted})


class SeatsApi(APIView):
    """A former player's characters go to another player."""

    @extend_schema_serializer(component_name="SeatChange")
    class Seat(serializers.Serializer):
        """Users, by their numbers."""

        before = serializers.IntegerField()
        after = serializers.IntegerField()

    @extend_schema_serializer(component_name="SeatMoved")
    class Moved(serializers.Serializer):
        """The characters that moved."""

        characters = serializers.ListField(child=serializers.IntegerField())

    @extend_schema(operation_id="campaigns_hand_seat_over", request=Seat, responses={200: Moved} | REFUSALS)
    def post(self, request: Request, slug: str) -> Response:
        campaign = campaign_or_404(request, slug)
        require_director(request.user, campaign)
        seat = body_of(request, self.Seat)
        moved = services.hand_seat_over(
            campaign=campaign,
            before=get_object_or_404(former_players_of(campaign).distinct(), pk=seat["before"]),
            after=get_object_or_404(players_of(campaign), pk=seat["after"]),
            by=me(request),
            at=clock.now(),
        )
        return Response({"characters": [one.pk for one in moved]})


class RosterApi(APIView):
    """Who of a player's characters may go to the next battle with one each, and why not (ROST-2)."""

    @extend_schema_serializer(component_name="Roster")
    class Out(serializers.Serializer):
        """`rules_rest` while there is no hero able to fight (ROST-3); `reason` is a code, empty where it may go."""

        class ProspectOut(serializers.Serializer):
            """One character."""

            character = serializers.IntegerField(source="character.pk")
            name = serializers.CharField(source="character.name")
            rank = serializers.CharField(source="character.rank")
            reason = serializers.CharField()

        history = serializers.ListField(child=serializers.CharField())
        rules_rest = serializers.BooleanField()
        prospects = ProspectOut(many=True)

    @extend_schema(
        operation_id="campaigns_roster",
        parameters=[OpenApiParameter("player", int, description="For directors: whose; oneself otherwise.")],
        responses={200: Out} | problems(401, 403, 404),
    )
    def get(self, request: Request, slug: str) -> Response:
        campaign = campaign_or_404(request, slug)
        require_member(request.user, campaign)
        asked = request.query_params.get("player", "")
        wanted = int(asked) if asked.isdecimal() and len(asked) < 19 else me(request).pk
        if wanted != me(request).pk and not is_director(request.user, campaign):
            raise Http404
        player = get_object_or_404(players_of(campaign), pk=wanted)
        return Response(self.Out(outlook(player, campaign)).data)
