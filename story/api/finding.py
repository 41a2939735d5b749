"""The API of the search and of the dice log."""

from __future__ import annotations

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema, extend_schema_serializer
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.problems import problems
from campaign.api import campaign_or_404
from story.api.fields import (
    PAGED,
    Pages,
    PostOut,
    RollOut,
    posts_out,
)
from story.selectors import search as searching
from story.selectors.scenes import scenes_in
from story.views_find import wanted_from


class SearchApi(APIView):
    """Posts of a campaign that fit, newest first, among what you may read."""

    permission_classes = (AllowAny,)

    @extend_schema_serializer(component_name="PostSearch")
    class Asked(serializers.Serializer):
        """What to look for."""

        words = serializers.CharField(max_length=200, required=False)
        who = serializers.CharField(max_length=80, required=False)
        scene = serializers.CharField(max_length=12, required=False)
        dice = serializers.BooleanField(required=False, default=False)
        since = serializers.DateField(required=False)
        until = serializers.DateField(required=False)

    @extend_schema(
        operation_id="posts_search",
        parameters=[*PAGED, Asked],
        responses={200: PostOut(many=True)} | problems(400, 401, 404),
    )
    def get(self, request: Request, slug: str) -> Response:
        campaign = campaign_or_404(request, slug)
        asked = self.Asked(data=request.query_params)
        asked.is_valid(raise_exception=True)
        wishes: dict[str, Any] = dict(asked.validated_data)
        if wishes.get("scene"):
            wishes["scene"] = get_object_or_404(scenes_in(campaign, request.user), code=wishes["scene"])
        pages = Pages()
        found = searching.search(campaign, request.user, wanted_from(wishes))
        page = pages.paginate_queryset(found.select_related("audience"), request, view=self)
        return Response(posts_out(request, page or [], campaign))


class RollsApi(APIView):
    """The campaign's dice log, as far as you may know it, newest first."""

    permission_classes = (AllowAny,)

    @extend_schema(
        operation_id="rolls_list", parameters=PAGED, responses={200: RollOut(many=True)} | problems(401, 404)
    )
    def get(self, request: Request, slug: str) -> Response:
        campaign = campaign_or_404(request, slug)
        pages = Pages()
        page = pages.paginate_queryset(searching.rolls_of(campaign, request.user), request, view=self)
        return Response(RollOut(page, many=True).data)
