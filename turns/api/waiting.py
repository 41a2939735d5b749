"""What waits for me, and my absences."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import clock
from accounts.bodies import body_of
from accounts.problems import problems
from campaign.selectors import belonging_to
from turns import selectors, services
from turns.api.fields import reader_of
from turns.models import Absence, Turn

CONSEQUENCES = {
    "placed-at-random": "what is not placed is put on random cells of its zone",
    "placed-in-order": "heroes without a place take the free start squares",
    "unit-misses": "the unit does nothing and loses initiative",
    "hero-misses": "the first hero listed of those expected loses its place, and may act late",
    "late-until-overlord": "the late turn is lost when the Overlord's turn begins",
    "window-passes": "the window passes",
    "orders-lost": "the orders that are left are lost",
    "strike-made": "the strike is made",
    "offer-lapses": "the offer lapses with the turn",
    "window-closes": "the late window closes with the round",
    "clock-stands": "the clock stands until the director acts",
    "others-time": "nothing for this unit: the time that runs is the players' whose heroes may act too",
    "nothing": "nothing: no clock runs",
}


class WaitOut(serializers.Serializer[Any]):
    """One thing that waits for the reader."""

    battle = serializers.CharField(source="turn.battle.code")
    battle_name = serializers.CharField(source="turn.battle.name")
    campaign = serializers.CharField(source="turn.battle.campaign.slug")
    kind = serializers.ChoiceField(source="turn.kind", choices=Turn.Kind.choices)
    unit = serializers.CharField(source="turn.unit", help_text="Empty in turn 0.")
    unit_name = serializers.CharField(source="turn.unit_name")
    round = serializers.IntegerField(source="turn.round")
    opened_at = serializers.DateTimeField(source="turn.opened_at")
    due_at = serializers.DateTimeField(source="turn.due_at", allow_null=True)
    consequence = serializers.ChoiceField(choices=sorted(CONSEQUENCES.items()))
    penalty = serializers.IntegerField(source="turn.penalty", help_text="Initiative lost from then on if missed.")
    draft_saved_at = serializers.DateTimeField(allow_null=True)
    url = serializers.CharField()


class WaitsOut(serializers.Serializer[Any]):
    now = serializers.DateTimeField(help_text="The server's clock, for countdowns.")
    turns = WaitOut(many=True)


class Waits(APIView):
    """What waits for me: until when, and what happens after."""

    @extend_schema(operation_id="turns", responses={200: WaitsOut} | problems(401))
    def get(self, request: Request) -> Response:
        lines = selectors.turn_lines(reader_of(request))
        return Response(WaitsOut({"now": clock.now(), "turns": lines}).data)


class AbsenceOut(serializers.ModelSerializer[Absence]):
    """A declared absence (ABSENT-1)."""

    campaign = serializers.CharField(source="campaign.slug")

    class Meta:
        model = Absence
        ref_name = "Absence"
        fields = ("id", "campaign", "starts_at", "ends_at", "note")
        read_only_fields = fields


class AbsenceIn(serializers.Serializer[Any]):
    campaign = serializers.CharField(max_length=60)
    starts_at = serializers.DateTimeField(required=False, help_text="Now, when it is left out.")
    ends_at = serializers.DateTimeField()
    note = serializers.CharField(required=False, allow_blank=True, default="", max_length=200)


class Absences(APIView):
    """My absences: the director plays my units meanwhile, without deadline and without penalty."""

    @extend_schema(operation_id="absences", responses={200: AbsenceOut(many=True)} | problems(401))
    def get(self, request: Request) -> Response:
        return Response(AbsenceOut(selectors.absences_of(reader_of(request)), many=True).data)

    @extend_schema(
        operation_id="declare_absence",
        request=AbsenceIn,
        responses={201: AbsenceOut} | problems(400, 401, 403, 404),
    )
    def post(self, request: Request) -> Response:
        wanted = body_of(request, AbsenceIn)
        campaign = belonging_to(reader_of(request)).filter(slug=wanted["campaign"]).first()
        if campaign is None:
            raise Http404
        now: datetime = clock.now()
        absence = services.declare_absence(
            user=reader_of(request),
            campaign=campaign,
            starts_at=wanted.get("starts_at", now),
            ends_at=wanted["ends_at"],
            note=wanted["note"],
            at=now,
        )
        return Response(AbsenceOut(absence).data, status=201)


class OneAbsence(APIView):
    """One of my absences."""

    @extend_schema(operation_id="cancel_absence", responses={204: None} | problems(401, 404))
    def delete(self, request: Request, absence_id: int) -> Response:
        try:
            services.cancel_absence(absence_id=absence_id, user=reader_of(request), at=clock.now())
        except Absence.DoesNotExist as error:
            raise Http404 from error
        return Response(status=204)
