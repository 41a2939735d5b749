"""The API of archives: the verbs of the pages, for programs."""

from __future__ import annotations

from django.http import FileResponse
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import clock
from accounts.bodies import body_of
from accounts.problems import problems
from accounts.signed_in import me
from archives import selectors, services
from archives.models import Archive, Arrival
from archives.refusals import said
from archives.views import answer_with_file, kept_places
from campaign.api import campaign_or_404
from campaign.guards import require_director, require_head
from campaign.models import Campaign


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
        made = services.ask_for_archive(campaign=campaign, by=me(request), at=clock.now())
        return Response(ArchiveOut(made).data, status=202)


class OwnDataApi(APIView):
    """Everything of my own as one file."""

    @extend_schema(operation_id="own_data_list", responses={200: ArchiveOut(many=True)} | problems(401))
    def get(self, request: Request) -> Response:
        found = selectors.archives_visible_to(me(request)).filter(campaign=None)
        return Response(ArchiveOut(found, many=True).data)

    @extend_schema(operation_id="own_data_create", request=None, responses={202: ArchiveOut} | problems(401, 409))
    def post(self, request: Request) -> Response:
        made = services.ask_for_own_data(by=me(request), at=clock.now())
        return Response(ArchiveOut(made).data, status=202)


class ArrivalOut(serializers.ModelSerializer[Arrival]):
    """An archive that was sent: how far it is, what was wrong with it, the campaign that it became."""

    percent = serializers.IntegerField(help_text="How much of it is read.")
    why = serializers.SerializerMethodField(help_text="Why it could not be taken in, in your language.")
    campaign: serializers.SlugRelatedField[Campaign] = serializers.SlugRelatedField(
        slug_field="slug", read_only=True, allow_null=True
    )

    class Meta:
        model = Arrival
        fields = ("code", "state", "percent", "problem", "problem_data", "why", "campaign", "asked_at", "finished_at")
        read_only_fields = fields

    def get_why(self, arrival: Arrival) -> str:
        return said(arrival.problem, arrival.problem_data) if arrival.problem else ""


class ArrivalsApi(APIView):
    """Archives that I have sent, and sending one."""

    parser_classes = (MultiPartParser,)

    class Send(serializers.Serializer):
        """The archive, as a part named `file` of a multipart body."""

        file = serializers.FileField()

    @extend_schema(operation_id="arrivals_list", responses={200: ArrivalOut(many=True)} | problems(401))
    def get(self, request: Request) -> Response:
        return Response(ArrivalOut(selectors.arrivals_visible_to(me(request)), many=True).data)

    @extend_schema(
        operation_id="arrivals_create",
        request={"multipart/form-data": Send},
        responses={202: ArrivalOut} | problems(400, 401, 409),
    )
    def post(self, request: Request) -> Response:
        given = body_of(request, self.Send)
        arrival = services.send_archive(by=me(request), file=given["file"], at=clock.now())
        return Response(ArrivalOut(arrival).data, status=202)


class PlacesApi(APIView):
    """The places kept in a campaign for people of its archive, for its directors."""

    class Out(serializers.Serializer):
        """A place: whose it is, and the link to send."""

        id = serializers.IntegerField(source="place.pk")
        name = serializers.CharField(source="place.stand_in.shown_name")
        role = serializers.CharField(allow_null=True)
        characters = serializers.ListField(child=serializers.CharField())
        link = serializers.CharField()

        class Meta:
            ref_name = "KeptPlace"

    @extend_schema(operation_id="places_list", responses={200: Out(many=True)} | problems(401, 403, 404))
    def get(self, request: Request, slug: str) -> Response:
        campaign = campaign_or_404(request, slug)
        require_director(request.user, campaign)
        return Response(self.Out(kept_places(request._request, campaign), many=True).data)


class ArchiveFileApi(APIView):
    """The file of a finished archive."""

    @extend_schema(
        operation_id="archives_download", responses={(200, "application/zip"): OpenApiTypes.BINARY} | problems(401, 404)
    )
    def get(self, request: Request, archive: str) -> FileResponse:
        return answer_with_file(get_object_or_404(selectors.to_download(request.user, at=clock.now()), code=archive))
