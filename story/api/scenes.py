"""The API of scenes: listed, begun, changed, read up to a place; pictures for their posts."""

from __future__ import annotations

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema, extend_schema_serializer
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import clock
from accounts.bodies import body_of
from accounts.problems import problems
from accounts.signed_in import me
from campaign.api import campaign_or_404
from campaign.guards import require_director
from story import services
from story.api.fields import (
    SceneBegin,
    SceneOut,
    SceneUpdate,
    scene_or_404,
    scene_out,
)
from story.models import Scene
from story.selectors.scenes import first_unread, scene_lines, scenes_in
from story.selectors.sight import posts_visible_to
from story.services.publishing import require_writer


class ScenesApi(APIView):
    """A campaign's scenes; directors begin new ones."""

    permission_classes = (AllowAny,)

    @extend_schema(operation_id="scenes_list", responses={200: SceneOut(many=True)} | problems(401, 404))
    def get(self, request: Request, slug: str) -> Response:
        campaign = campaign_or_404(request, slug)
        lines = scene_lines(scenes_in(campaign, request.user).select_related("battle"), request.user)
        return Response(SceneOut(lines, many=True).data)

    @extend_schema(
        operation_id="scenes_begin", request=SceneBegin, responses={201: SceneOut} | problems(400, 401, 403, 404)
    )
    def post(self, request: Request, slug: str) -> Response:
        campaign = campaign_or_404(request, slug)
        if not request.user.is_authenticated:
            self.permission_denied(request)
        require_director(request.user, campaign)
        given = body_of(request, SceneBegin)
        scene = services.begin_scene(campaign=campaign, by=me(request), at=clock.now(), **given)
        return Response(scene_out(request, scene), status=201)


class SceneApi(APIView):
    """One scene; directors change it."""

    permission_classes = (AllowAny,)

    @extend_schema(operation_id="scenes_read", responses={200: SceneOut} | problems(401, 404))
    def get(self, request: Request, code: str) -> Response:
        return Response(scene_out(request, scene_or_404(request, code)))

    @extend_schema(
        operation_id="scenes_change",
        request=SceneUpdate(partial=True),
        responses={200: SceneOut} | problems(400, 401, 403, 404, 422),
    )
    def patch(self, request: Request, code: str) -> Response:
        scene = scene_or_404(request, code)
        if not request.user.is_authenticated:
            self.permission_denied(request)
        require_director(request.user, scene.campaign)
        given = body_of(request, SceneUpdate, partial=True)
        status = given.pop("status", None)
        changed = services.change_scene(scene=scene, by=me(request), at=clock.now(), **given)
        if status:
            services.set_status(scene=changed, by=me(request), status=status)
        return Response(scene_out(request, scene_or_404(request, code)))


class ReadApi(APIView):
    """How far I have read a scene."""

    @extend_schema_serializer(component_name="SceneRead")
    class In(serializers.Serializer):
        """The last post that was read."""

        post = serializers.CharField(max_length=12)

    @extend_schema_serializer(component_name="FirstUnread")
    class Out(serializers.Serializer):
        """The first post that is new to you, or null."""

        first_unread = serializers.CharField(allow_null=True)

    @extend_schema(operation_id="scenes_first_unread", responses={200: Out} | problems(401, 404))
    def get(self, request: Request, code: str) -> Response:
        return self._answer(request, scene_or_404(request, code))

    @extend_schema(operation_id="scenes_mark_read", request=In, responses={200: Out} | problems(400, 401, 404))
    def post(self, request: Request, code: str) -> Response:
        scene = scene_or_404(request, code)
        wanted = body_of(request, self.In)["post"]
        post = get_object_or_404(posts_visible_to(request.user), scene=scene, code=wanted)
        services.mark_read(scene=scene, user=me(request), position=post.position, at=clock.now())
        return self._answer(request, scene)

    def _answer(self, request: Request, scene: Scene) -> Response:
        post = first_unread(scene, request.user)
        return Response(self.Out({"first_unread": post.code if post else None}).data)


class PicturesApi(APIView):
    """Pictures for posts, as files."""

    parser_classes = (MultiPartParser,)

    @extend_schema_serializer(component_name="PictureUpload")
    class In(serializers.Serializer):
        """PNG, JPEG, WebP or GIF; at most 2 MB and 4 million pixels."""

        picture = serializers.FileField()

    @extend_schema_serializer(component_name="Picture")
    class Out(serializers.Serializer):
        """A picture that was taken in; `address` is what to write in a post: ![words](address)."""

        code = serializers.CharField()
        address = serializers.CharField()
        width = serializers.IntegerField()
        height = serializers.IntegerField()

    @extend_schema(operation_id="pictures_add", request=In, responses={201: Out} | problems(400, 401, 403, 404, 422))
    def post(self, request: Request, code: str) -> Response:
        scene = scene_or_404(request, code)
        require_writer(me(request), scene)
        data = body_of(request, self.In)["picture"].read(services.LARGEST_FILE + 1)
        taken = services.take_picture(campaign=scene.campaign, by=me(request), data=data, at=clock.now())
        told = {"code": taken.code, "address": f"/pictures/{taken.code}/", "width": taken.width, "height": taken.height}
        return Response(self.Out(told).data, status=201)
