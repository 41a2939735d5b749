"""How players keep time in a campaign, for its directors."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.problems import problems
from campaign.api import campaign_or_404
from campaign.guards import require_director
from turns.habits import habits_of


class HabitOut(serializers.Serializer[Any]):
    """One player's turns so far, in all battles of the campaign: facts, not marks."""

    player = serializers.IntegerField(source="player.pk")
    name = serializers.CharField(source="player.shown_name")
    answered = serializers.IntegerField(help_text="Turns played on time, early turns left out.")
    usual_answer_ms = serializers.IntegerField(
        source="usual_ms", help_text="The middle answer time of these in milliseconds; 0 without any."
    )
    early = serializers.IntegerField(help_text="Early turns that were played.")
    missed = serializers.IntegerField(help_text="Turns that ran out.")
    late = serializers.IntegerField(help_text="Turns played after they ran out.")


class Habits(APIView):
    """Answer times and missed turns of each player (SK-154)."""

    class Out(serializers.Serializer[Any]):
        players = HabitOut(many=True)

        class Meta:
            ref_name = "Habits"

    @extend_schema(operation_id="habits", responses={200: Out} | problems(401, 403, 404))
    def get(self, request: Request, slug: str) -> Response:
        """For directors alone: 403 for other members, 404 for whoever may not know of the campaign."""
        campaign = campaign_or_404(request, slug)
        require_director(request.user, campaign)
        return Response(self.Out({"players": habits_of(campaign)}).data)
