"""The API of archives: the verbs of the pages, for programs."""

from __future__ import annotations

from django.http import FileResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.problems import problems
from accounts.signed_in import me
from archives import selectors, services
from archives.models import Archive
from archives.views import answer_with_file
from campaign.api import campaign_or_404
from campaign.guards import require_head


class ArchiveOut(serializers.ModelSerializer[Archive]):
    """An archive, and how far it is."""

    percent = serializers.IntegerField(help_text="How much of it is done.")

    class Meta:
        model = Archive
        fields = ("code", "state", "percent", "size", "problem", "asked_at", "finished_at", "expires_at")
        read_only_fields = fields


class ArchivesApi(APIView):
    """The archives of a campaign, for its director."""

    @extend_schema(operation_id="archives_list", responses={200: ArchiveOut(many=True)} | problems(401, 403, 404))
    def get(self, request: Request, slug: str) -> Response:
        campaign = campaign_or_404(request, slug)
        require_head(request.user, campaign)
        return Response(
            ArchiveOut(selectors.archives_visible_to(me(request)).filter(campaign=campaign), many=True).data
        )

    @extend_schema(
        operation_id="archives_create", request=None, responses={202: ArchiveOut} | problems(401, 403, 404, 409)
    )
    def post(self, request: Request, slug: str) -> Response:
        campaign = campaign_or_404(request, slug)
        made = services.ask_for_archive(campaign=campaign, by=me(request), at=timezone.now())
        return Response(ArchiveOut(made).data, status=202)


class ArchiveFileApi(APIView):
    """The file of a finished archive."""

    @extend_schema(
        operation_id="archives_download", responses={(200, "application/zip"): OpenApiTypes.BINARY} | problems(401, 404)
    )
    def get(self, request: Request, archive: str) -> FileResponse:
        return answer_with_file(get_object_or_404(selectors.to_download(request.user, at=timezone.now()), code=archive))
