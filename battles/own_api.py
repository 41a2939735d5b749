"""A campaign's own units, for programs."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import clock
from accounts.bodies import body_of
from accounts.problems import problems
from accounts.signed_in import me
from battles.models import OwnUnit
from battles.own_units import own_units_in
from battles.services.own_units import write_unit
from campaign.api import campaign_or_404
from campaign.guards import require_director


class OwnUnitsApi(APIView):
    """The campaign's own units, for its directors."""

    class Out(serializers.ModelSerializer[OwnUnit]):
        """A unit: what it is made of, and all its figures."""

        figures = serializers.DictField(child=serializers.IntegerField())

        class Meta:
            model = OwnUnit
            ref_name = "OwnUnit"
            fields = ("id", "base", "name", "figures")

    class Create(serializers.Serializer):
        """A new unit; figures left out are the catalogue's."""

        base = serializers.CharField(max_length=60, help_text="A key of the stock, such as dredge:grunt:2.")
        name = serializers.CharField(max_length=60)
        figures = serializers.DictField(child=serializers.IntegerField(), default=dict)

        class Meta:
            ref_name = "OwnUnitCreate"

    @extend_schema(operation_id="own_units_list", responses={200: Out(many=True)} | problems(401, 403, 404))
    def get(self, request: Request, slug: str) -> Response:
        campaign = campaign_or_404(request, slug)
        require_director(request.user, campaign)
        return Response(self.Out(own_units_in(campaign), many=True).data)

    @extend_schema(
        operation_id="own_units_create", request=Create, responses={201: Out} | problems(400, 401, 403, 404, 422)
    )
    def post(self, request: Request, slug: str) -> Response:
        campaign = campaign_or_404(request, slug)
        given = body_of(request, self.Create)
        made = write_unit(campaign=campaign, by=me(request), at=clock.now(), **given)
        return Response(self.Out(made).data, status=201)
