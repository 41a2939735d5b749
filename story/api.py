"""The API of scenes and posts: the verbs of the pages, for programs."""

from __future__ import annotations

import secrets
from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field, extend_schema_serializer
from rest_framework import serializers
from rest_framework.pagination import LimitOffsetPagination
from rest_framework.parsers import MultiPartParser
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.problems import problems
from accounts.signed_in import me
from campaign.api import campaign_or_404
from campaign.guards import require_director
from campaign.models import Campaign
from story import services
from story.composer import read_by
from story.models import Post, PostVersion, Scene, SceneDraft, SceneRoll
from story.previews import preview_of
from story.selectors import search as searching
from story.selectors.reading import PER_PAGE, Shown, shown_posts
from story.selectors.scenes import SceneLine, drafts_of, first_unread, scene_lines, scenes_in
from story.selectors.sight import directs, posts_visible_to, scenes_visible_to
from story.services.editing import require_editor
from story.services.publishing import require_writer
from story.services.words import AUDIENCES, LONGEST_BODY, LONGEST_NOTE, Words
from story.typed import Typed, from_choices
from story.views_find import wanted_from


class Pages(LimitOffsetPagination):
    """`limit` and `offset`, twenty at a time unless told, one hundred at most."""

    default_limit = PER_PAGE
    max_limit = 100


PAGED = [OpenApiParameter("limit", int), OpenApiParameter("offset", int)]


def scene_or_404(request: Request, code: str) -> Scene:
    """The scene, or 404 for whoever may not know of it."""
    return get_object_or_404(scenes_visible_to(request.user).select_related("campaign", "chapter", "battle"), code=code)


def post_or_404(request: Request, code: str) -> Post:
    """The post, or 404 for whoever may not read anything of it."""
    rows = posts_visible_to(request.user)
    return get_object_or_404(rows.select_related("scene__campaign", "author", "audience", "reply_to"), code=code)


@extend_schema_serializer(component_name="Scene")
class SceneOut(serializers.Serializer):
    """A scene with its counts for you."""

    code = serializers.CharField(source="scene.code")
    campaign = serializers.CharField(source="scene.campaign.slug")
    title = serializers.CharField(source="scene.title")
    chapter = serializers.CharField(source="scene.chapter.title", default=None, allow_null=True)
    status = serializers.CharField(source="scene.status", help_text="open, closed or archived")
    openness = serializers.CharField(source="scene.openness", help_text="everyone, members or chosen")
    in_character = serializers.BooleanField(source="scene.in_character")
    prompt = serializers.CharField(source="scene.prompt")
    battle = serializers.CharField(source="scene.battle.code", default=None, allow_null=True)
    posts = serializers.IntegerField(help_text="How many of its posts you may read.")
    unread = serializers.IntegerField(help_text="How many of them are new to you.")
    last_speaker = serializers.CharField(source="last.speaker_name", default=None, allow_null=True)
    last_at = serializers.DateTimeField(source="last.published_at", default=None, allow_null=True)


@extend_schema_serializer(component_name="SceneChanges")
class SceneIn(serializers.Serializer):
    """What a director sets. `readers` are users' ids, for a scene of chosen readers."""

    title = serializers.CharField(max_length=120)
    openness = serializers.ChoiceField(choices=Scene.Openness.values, default=Scene.Openness.EVERYONE)
    in_character = serializers.BooleanField(default=True)
    prompt = serializers.CharField(max_length=4000, allow_blank=True, default="")
    readers = serializers.ListField(child=serializers.IntegerField(min_value=1), max_length=100, default=list)


@extend_schema_serializer(component_name="SceneUpdate")
class SceneUpdate(SceneIn):
    """Any of these; `confirmed` is the token of a `wider-audience` refusal, when that is what you want."""

    status = serializers.ChoiceField(choices=Scene.Status.values)
    confirmed = serializers.CharField(max_length=500, allow_blank=True, default="")


@extend_schema_serializer(component_name="Passages")
class ChunkOut(serializers.Serializer):
    """A part of a post. `to` null: whoever reads the post; empty: the director; else those named."""

    part = serializers.CharField(help_text="body or note")
    html = serializers.CharField()
    to = serializers.ListField(child=serializers.CharField(), allow_null=True)


@extend_schema_serializer(component_name="SceneRoll")
class RollOut(serializers.ModelSerializer):
    """A roll on record."""

    scene = serializers.CharField(source="scene.code")
    expression = serializers.CharField()
    reason = serializers.CharField()
    total = serializers.IntegerField()
    faces = serializers.JSONField(help_text="A list of groups: `of`, and `dice` as [face, does it count].")

    class Meta:
        model = SceneRoll
        fields = ("code", "scene", "speaker_name", "expression", "reason", "total", "faces", "secret", "at")


@extend_schema_serializer(component_name="Post")
class PostOut(serializers.Serializer):
    """A post as you may read it."""

    code = serializers.CharField(source="post.code")
    scene = serializers.CharField(source="post.scene.code")
    speaker = serializers.CharField(source="post.speaker_name")
    voice = serializers.CharField(source="post.voice", help_text="self, character or npc")
    character = serializers.IntegerField(source="post.character_id", allow_null=True)
    author = serializers.CharField(help_text="Empty where it is not for you to know.")
    body = serializers.CharField(source="text.body", help_text="As it was typed, as far as you may read it.")
    note = serializers.CharField(source="text.note")
    chunks = serializers.SerializerMethodField()
    audience = serializers.SerializerMethodField(help_text="null: the whole scene; empty: the director; else names.")
    reply_to = serializers.CharField(source="reply_code")
    language = serializers.CharField(source="post.language")
    published_at = serializers.DateTimeField(source="post.published_at")
    changed_at = serializers.DateTimeField(allow_null=True, help_text="When what you may read was last changed.")
    withdrawn_at = serializers.DateTimeField(source="post.deleted_at", allow_null=True)
    rolls = RollOut(many=True, help_text="Rolls of this post that no longer stand in its text.")
    version = serializers.SerializerMethodField(help_text="For its author and the directors: send it with an edit.")

    @extend_schema_field(ChunkOut(many=True))
    def get_chunks(self, shown: Shown) -> list[dict[str, Any]]:
        return [*shown.body, *shown.note]

    def get_audience(self, shown: Shown) -> list[str] | None:
        return None if shown.post.audience_id is None else list(shown.post.addressed)

    def get_version(self, shown: Shown) -> int | None:
        return shown.post.version if shown.mine or self.context.get("directs") else None


class WordsIn(serializers.Serializer):
    """The words and the audience of a post."""

    body = serializers.CharField(allow_blank=True, trim_whitespace=False, max_length=LONGEST_BODY, default="")
    note = serializers.CharField(allow_blank=True, trim_whitespace=False, max_length=LONGEST_NOTE, default="")
    to = serializers.ChoiceField(choices=AUDIENCES, default="scene")
    readers = serializers.ListField(child=serializers.IntegerField(min_value=1), max_length=100, default=list)


@extend_schema_serializer(component_name="NewPost")
class PostIn(WordsIn):
    """A post to publish. The same `key` gives the same post again and throws no dice a second time."""

    voice = serializers.CharField(max_length=20, default="self", help_text="self, npc, or c<character's id>")
    npc = serializers.CharField(max_length=80, allow_blank=True, default="")
    hide_author = serializers.BooleanField(default=False)
    reply_to = serializers.CharField(max_length=12, allow_blank=True, default="")
    key = serializers.CharField(max_length=64, default="")
    confirmed = serializers.CharField(max_length=500, allow_blank=True, default="")


@extend_schema_serializer(component_name="PostEdit")
class PostEditIn(WordsIn):
    """Other words for a post; `version` is the one you read. Without `to` it stays for whom it was meant."""

    to = serializers.ChoiceField(choices=AUDIENCES, required=False)
    version = serializers.IntegerField(min_value=1)
    confirmed = serializers.CharField(max_length=500, allow_blank=True, default="")


def words_of(given: dict[str, Any], language: str) -> Words:
    """A request's words."""
    names = ("body", "note", "voice", "npc", "hide_author", "to", "reply_to")
    fields = {name: given[name] for name in names if name in given}
    return Words(**fields, readers=tuple(given["readers"]), language=language)


def checked(kind: type[serializers.Serializer], request: Request, **options: Any) -> dict[str, Any]:
    """The request's body as `kind` reads it; a problem of status 400 where it does not fit."""
    given = kind(data=request.data, **options)
    given.is_valid(raise_exception=True)
    data: dict[str, Any] = given.validated_data
    return data


def posts_out(request: Request, rows: Any, campaign: Campaign) -> Any:
    """Posts as the asker may read them."""
    shown = shown_posts(list(rows), request.user, campaign)
    return PostOut(shown, many=True, context={"directs": directs(request.user, campaign)}).data


def post_out(request: Request, post: Post) -> Any:
    """One of them."""
    return posts_out(request, [post], post.scene.campaign)[0]


def scene_out(request: Request, scene: Scene) -> Any:
    """A scene with the asker's counts."""
    line: SceneLine = scene_lines([scene], request.user)[0]
    return SceneOut(line).data


class ScenesApi(APIView):
    """A campaign's scenes; directors begin new ones."""

    permission_classes = (AllowAny,)

    @extend_schema(operation_id="scenes_list", responses={200: SceneOut(many=True)} | problems(401, 404))
    def get(self, request: Request, slug: str) -> Response:
        campaign = campaign_or_404(request, slug)
        lines = scene_lines(scenes_in(campaign, request.user).select_related("battle"), request.user)
        return Response(SceneOut(lines, many=True).data)

    @extend_schema(
        operation_id="scenes_begin", request=SceneIn, responses={201: SceneOut} | problems(400, 401, 403, 404)
    )
    def post(self, request: Request, slug: str) -> Response:
        campaign = campaign_or_404(request, slug)
        if not request.user.is_authenticated:
            self.permission_denied(request)
        require_director(request.user, campaign)
        given = checked(SceneIn, request)
        scene = services.begin_scene(campaign=campaign, by=me(request), at=timezone.now(), **given)
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
        given = checked(SceneUpdate, request, partial=True)
        status = given.pop("status", None)
        changed = services.change_scene(scene=scene, by=me(request), at=timezone.now(), **given)
        if status:
            services.set_status(scene=changed, by=me(request), status=status)
        return Response(scene_out(request, scene_or_404(request, code)))


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
        given = checked(PostIn, request)
        key, confirmed = given.pop("key") or secrets.token_hex(12), given.pop("confirmed")
        done = services.publish(
            scene=scene,
            author=me(request),
            words=words_of(given, scene.campaign.language),
            key=key,
            at=timezone.now(),
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
        given = checked(PostEditIn, request)
        version, confirmed = given.pop("version"), given.pop("confirmed")
        if "to" not in given:
            given |= {"to": "scene", "readers": []} | found.meant_for
        services.edit_post(
            post=found,
            by=me(request),
            words=words_of(given, found.language),
            version=version,
            at=timezone.now(),
            confirmed=confirmed,
        )
        return Response(post_out(request, post_or_404(request, post)))

    @extend_schema(operation_id="posts_withdraw", responses={204: None} | problems(401, 403, 404, 422))
    def delete(self, request: Request, post: str) -> Response:
        found = post_or_404(request, post)
        if not request.user.is_authenticated:
            self.permission_denied(request)
        services.withdraw_post(post=found, by=me(request), at=timezone.now())
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
        given = checked(PostIn, request)
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
        read_by = serializers.CharField(help_text="Who would read it.")

    @extend_schema(operation_id="drafts_list", responses={200: Out(many=True)} | problems(401, 404))
    def get(self, request: Request, code: str) -> Response:
        return Response(self.Out(drafts_of(scene_or_404(request, code), me(request)), many=True).data)

    @extend_schema(
        operation_id="drafts_save", request=Save, responses={200: Saved, 409: Saved} | problems(400, 401, 403, 404, 422)
    )
    def put(self, request: Request, code: str) -> Response:
        scene = scene_or_404(request, code)
        require_writer(me(request), scene)
        given = checked(self.Save, request)
        typed: Typed = from_choices({"to": given["to"], "readers": given["readers"]})
        saved = services.save_draft(
            scene=scene,
            user=me(request),
            body=given["body"],
            note=given["note"],
            choices=typed.choices(),
            revision=given["revision"],
            fork=given["fork"],
            at=timezone.now(),
        )
        told = {name: getattr(saved, name) for name in ("fork", "revision", "saved_at", "conflict")}
        told["read_by"] = read_by(scene, me(request), typed)
        return Response(self.Saved(told).data, status=409 if saved.conflict else 200)


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
        wanted = checked(self.In, request)["post"]
        post = get_object_or_404(posts_visible_to(request.user), scene=scene, code=wanted)
        services.mark_read(scene=scene, user=me(request), position=post.position, at=timezone.now())
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
        data = checked(self.In, request)["picture"].read(services.LARGEST_FILE + 1)
        taken = services.take_picture(campaign=scene.campaign, by=me(request), data=data, at=timezone.now())
        told = {"code": taken.code, "address": f"/pictures/{taken.code}/", "width": taken.width, "height": taken.height}
        return Response(self.Out(told).data, status=201)


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
