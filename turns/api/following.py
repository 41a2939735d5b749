"""Following a battle or a campaign."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import clock
from accounts.problems import problems
from campaign.models import Campaign
from campaign.selectors import visible_to
from turns import selectors, services
from turns.api.fields import battle_or_404, reader_of


class FollowOut(serializers.Serializer[Any]):
    """Whether I am told of new rounds."""

    follows = serializers.BooleanField()


class FollowBattle(APIView):
    """Notices of each new round of a battle, and of its end."""

    @extend_schema(operation_id="follows_battle", responses={200: FollowOut} | problems(401, 404))
    def get(self, request: Request, code: str) -> Response:
        battle, reader = battle_or_404(request, code), reader_of(request)
        return Response({"follows": selectors.follows(reader, battle.campaign, battle)})

    @extend_schema(operation_id="follow_battle", request=None, responses={204: None} | problems(401, 404))
    def put(self, request: Request, code: str) -> Response:
        battle = battle_or_404(request, code)
        services.follow(user=reader_of(request), campaign=battle.campaign, battle=battle, at=clock.now())
        return Response(status=204)

    @extend_schema(operation_id="unfollow_battle", responses={204: None} | problems(401, 404))
    def delete(self, request: Request, code: str) -> Response:
        battle = battle_or_404(request, code)
        services.unfollow(user=reader_of(request), campaign=battle.campaign, battle=battle, at=clock.now())
        return Response(status=204)


class FollowCampaign(APIView):
    """The same for all battles of a campaign."""

    @extend_schema(operation_id="follows_campaign", responses={200: FollowOut} | problems(401, 404))
    def get(self, request: Request, slug: str) -> Response:
        return Response({"follows": selectors.follows(reader_of(request), _campaign_or_404(request, slug))})

    @extend_schema(operation_id="follow_campaign", request=None, responses={204: None} | problems(401, 404))
    def put(self, request: Request, slug: str) -> Response:
        campaign = _campaign_or_404(request, slug)
        services.follow(user=reader_of(request), campaign=campaign, at=clock.now())
        return Response(status=204)

    @extend_schema(operation_id="unfollow_campaign", responses={204: None} | problems(401, 404))
    def delete(self, request: Request, slug: str) -> Response:
        campaign = _campaign_or_404(request, slug)
        services.unfollow(user=reader_of(request), campaign=campaign, at=clock.now())
        return Response(status=204)


def _campaign_or_404(request: Request, slug: str) -> Campaign:
    found = visible_to(reader_of(request)).filter(slug=slug).first()
    if found is None:
        raise Http404
    return found
