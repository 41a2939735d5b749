"""The report of a round for programs: its parts, and the same as text to pass on."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import Http404
from django.urls import reverse
from django.utils.translation import get_language
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.problems import problems
from battles.api import begun
from battles.models import Battle
from turns import reports
from turns.api.viewing import settled
from turns.pictures import last_round
from turns.rounds import Report


class DeedOut(serializers.Serializer[Any]):
    name = serializers.CharField(allow_blank=True, help_text="Whose turn it was; empty for what came between turns.")
    lines = serializers.ListField(child=serializers.CharField())
    post = serializers.IntegerField(help_text="The number of the turn's post; 0 where there is none.")


class StandingOut(serializers.Serializer[Any]):
    name = serializers.CharField()
    words = serializers.CharField()


class Round(APIView):
    """A round of a battle in short, as everybody may know it: in the language that the request prefers."""

    class Out(serializers.Serializer[Any]):
        round = serializers.IntegerField()
        title = serializers.CharField()
        running = serializers.BooleanField(help_text="Whether the round is still being played.")
        deeds = DeedOut(many=True)
        standing = StandingOut(many=True)
        found = serializers.ListField(child=serializers.CharField())
        ending = serializers.CharField(allow_blank=True)
        picture = serializers.URLField(help_text="Leads to the picture of the round as it is now.")
        texts = serializers.DictField(child=serializers.CharField(), help_text="plain, bbcode, markdown, discord")

        class Meta:
            ref_name = "RoundReport"

    @extend_schema(operation_id="battle_round", responses={200: Out} | problems(401, 404))
    def get(self, request: Request, code: str, round: int) -> Response:
        """404 for a round that has not begun."""
        battle = begun(settled(request, code))
        language = get_language() or settings.LANGUAGE_CODE
        if not 1 <= round <= last_round(battle):
            raise Http404
        report = reports.report_of(battle, round, language)
        return Response(self.Out(_content(battle, report, round, language)).data)


def _content(battle: Battle, report: Report, round_: int, language: str) -> dict[str, Any]:
    address = reverse("turns:round-newest", args=[battle.campaign.slug, battle.code, round_])
    texts = {name: reports.as_text(battle, report, language, marks) for name, marks in reports.PASTED.items()}
    return {
        "round": round_,
        "title": report.title,
        "running": report.running,
        "deeds": [{"name": deed.name, "lines": list(deed.lines), "post": deed.post} for deed in report.deeds],
        "standing": [{"name": name, "words": words} for name, words in report.standing],
        "found": list(report.found),
        "ending": report.ending,
        "picture": f"{settings.SITE_URL}{address}",
        "texts": texts | {"discord": reports.for_discord(battle, report, language)},
    }
