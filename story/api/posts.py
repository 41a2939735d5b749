"""The API of posts: published, given other words, withdrawn, previewed, kept as drafts."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema, extend_schema_field, extend_schema_serializer
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import clock
from accounts.bodies import body_of
from accounts.problems import problems
from accounts.signed_in import me
from story import services
from story.api.fields import (
    PAGED,
    ChunkOut,
    Pages,
    PostEditIn,
    PostIn,
    PostOut,
    WordsIn,
    post_or_404,
    post_out,
    posts_out,
    scene_or_404,
    words_of,
)
from story.composer import read_by
from story.models import Post, PostVersion, SceneDraft
from story.previews import preview_of
from story.selectors.scenes import drafts_of
from story.selectors.sight import directs, posts_visible_to
from story.services.editing import require_editor
from story.services.publishing import require_writer
from story.typed import Typed, from_choices, kept_draft


class PostsApi(APIView):
    """A scene's posts, oldest first; publishing one."""

    permission_classes = (AllowAny,)

    @extend_schema(
        operation_id="posts_list", parameters=PAGED, responses={200: PostOut(many=True)} | problems(401, 404)
    )
    def get(self, request: Request, code: str) -> Response:
        scene = scene_or_404(request, code)
        rows: QuerySet[Post] = posts_visible_to(request.user).filter(scene=scene).order_by("position")
        pages = Pages()
        wanted = rows.select_related("scene__campaign", "author", "audience", "reply_to")
        page = pages.paginate_queryset(wanted, request, view=self)
        return Response(posts_out(request, page or [], scene.campaign))

    @extend_schema(
        operation_id="posts_publish",
        request=PostIn,
        responses={200: PostOut, 201: PostOut} | problems(400, 401, 403, 404, 409, 422),
    )
    def post(self, request: Request, code: str) -> Response:
        scene = scene_or_404(request, code)
        if not request.user.is_authenticated:
            self.permission_denied(request)
        given = body_of(request, PostIn)
        key, confirmed = given.pop("key") or secrets.token_hex(12), given.pop("confirmed")
        done = services.publish(
            scene=scene,
            author=me(request),
            words=words_of(given, scene.campaign.language),
            key=key,
            at=clock.now(),
            confirmed=confirmed,
        )
        shown = post_out(request, post_or_404(request, done.post.code))
        return Response(shown, status=200 if done.again else 201)


class PostApi(APIView):
    """One post: read, given other words, withdrawn."""

    permission_classes = (AllowAny,)

    @extend_schema(operation_id="posts_read", responses={200: PostOut} | problems(401, 404))
    def get(self, request: Request, post: str) -> Response:
        return Response(post_out(request, post_or_404(request, post)))

    @extend_schema(
        operation_id="posts_edit",
        request=PostEditIn,
        responses={200: PostOut} | problems(400, 401, 403, 404, 409, 422),
    )
    def patch(self, request: Request, post: str) -> Response:
        found = post_or_404(request, post)
        if not request.user.is_authenticated:
            self.permission_denied(request)
        given = body_of(request, PostEditIn)
        version, confirmed = given.pop("version"), given.pop("confirmed")
        if "to" not in given:
            given |= {"to": "scene", "readers": []} | found.meant_for
        services.edit_post(
            post=found,
            by=me(request),
            words=words_of(given, found.language),
            version=version,
            at=clock.now(),
            confirmed=confirmed,
        )
        return Response(post_out(request, post_or_404(request, post)))

    @extend_schema(operation_id="posts_withdraw", responses={204: None} | problems(401, 403, 404, 422))
    def delete(self, request: Request, post: str) -> Response:
        found = post_or_404(request, post)
        if not request.user.is_authenticated:
            self.permission_denied(request)
        services.withdraw_post(post=found, by=me(request), at=clock.now())
        return Response(status=204)


class RestoreApi(APIView):
    """Bring a withdrawn post back; for directors."""

    @extend_schema(operation_id="posts_restore", request=None, responses={200: PostOut} | problems(401, 403, 404, 422))
    def post(self, request: Request, post: str) -> Response:
        services.restore_post(post=post_or_404(request, post), by=me(request))
        return Response(post_out(request, post_or_404(request, post)))


class VersionsApi(APIView):
    """What a post said before its edits; for the directors and its author."""

    @extend_schema_serializer(component_name="PostVersion")
    class Out(serializers.ModelSerializer):
        """What it said until then."""

        class Meta:
            model = PostVersion
            fields = ("number", "body", "note", "at")

    @extend_schema(operation_id="posts_versions", responses={200: Out(many=True)} | problems(401, 403, 404))
    def get(self, request: Request, post: str) -> Response:
        found = post_or_404(request, post)
        if not directs(request.user, found.scene.campaign):
            require_editor(me(request), found)
        return Response(self.Out(found.versions.all(), many=True).data)


class PreviewApi(APIView):
    """How a post would look, and who would read it; nothing is thrown, nothing kept."""

    @extend_schema_serializer(component_name="PostPreview")
    class Out(serializers.Serializer):
        """A post to be."""

        chunks = serializers.SerializerMethodField()
        problem = serializers.CharField(help_text="Why it could not be published; empty when it could.")
        broken = serializers.BooleanField(help_text="Its private markup cannot be read: it would stay private.")
        widens = serializers.BooleanField(help_text="Others would read what was private.")
        rolls = serializers.IntegerField()

        @extend_schema_field(ChunkOut(many=True))
        def get_chunks(self, shown: Any) -> list[dict[str, Any]]:
            return [*shown.body, *shown.note]

    @extend_schema(operation_id="posts_preview", request=PostIn, responses={200: Out} | problems(400, 401, 403, 404))
    def post(self, request: Request, code: str) -> Response:
        scene = scene_or_404(request, code)
        require_writer(me(request), scene)
        given = body_of(request, PostIn)
        shown = preview_of(scene, me(request), words_of(given, scene.campaign.language))
        return Response(self.Out(shown).data)


class DraftApi(APIView):
    """My drafts of new posts in a scene."""

    @extend_schema_serializer(component_name="SceneDraft")
    class Out(serializers.ModelSerializer):
        """A draft; send its `revision` back when you save."""

        to = serializers.CharField(source="choices.to", default="scene")

        class Meta:
            model = SceneDraft
            fields = ("fork", "revision", "body", "note", "to", "saved_at")

    @extend_schema_serializer(component_name="SceneDraftSave")
    class Save(WordsIn):
        """What was typed; `revision` is the one you started from (0: from nothing)."""

        fork = serializers.IntegerField(min_value=0, max_value=100, default=0)
        revision = serializers.IntegerField(min_value=0, max_value=10**9, default=0)

    @extend_schema_serializer(component_name="SceneDraftSaved")
    class Saved(serializers.Serializer):
        """Where it lies now; `conflict`: another version stood there, yours became a draft of its own."""

        fork = serializers.IntegerField()
        revision = serializers.IntegerField()
        saved_at = serializers.DateTimeField()
        conflict = serializers.BooleanField()
        read_by = serializers.CharField(help_text="Who would read it, and each private passage of it.")

    @extend_schema(operation_id="drafts_list", responses={200: Out(many=True)} | problems(401, 404))
    def get(self, request: Request, code: str) -> Response:
        return Response(self.Out(drafts_of(scene_or_404(request, code), me(request)), many=True).data)

    @extend_schema(
        operation_id="drafts_save", request=Save, responses={200: Saved, 409: Saved} | problems(400, 401, 403, 404, 422)
    )
    def put(self, request: Request, code: str) -> Response:
        scene = scene_or_404(request, code)
        require_writer(me(request), scene)
        given = body_of(request, self.Save)
        # As whom, and what it answers, is not said here: a draft that says so goes on saying it.
        kept: Typed = kept_draft(scene, me(request), fork=str(given["fork"])) or from_choices({})
        said = {"to": given["to"], "readers": tuple(given["readers"])}
        typed = replace(kept, **said, body=given["body"], note=given["note"])
        saved = services.save_draft(
            scene=scene,
            user=me(request),
            body=given["body"],
            note=given["note"],
            choices=typed.choices(),
            revision=given["revision"],
            fork=given["fork"],
            at=clock.now(),
        )
        told = {name: getattr(saved, name) for name in ("fork", "revision", "saved_at", "conflict")}
        told["read_by"] = read_by(scene, me(request), typed)
        return Response(self.Saved(told).data, status=409 if saved.conflict else 200)
