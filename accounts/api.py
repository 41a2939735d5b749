"""The signed-in user, for programs."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import User
from accounts.problems import problems
from accounts.signed_in import me


class Me(APIView):
    """Who the key or the session belongs to."""

    class Out(serializers.ModelSerializer[User]):
        class Meta:
            model = User
            ref_name = "Me"
            fields = ("username", "shown_name", "language", "time_zone")
            read_only_fields = fields

    @extend_schema(operation_id="me", responses={200: Out} | problems(401))
    def get(self, request: Request) -> Response:
        return Response(self.Out(me(request)).data)
