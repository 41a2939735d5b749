"""What the story's API reads and answers: scenes, posts, rolls, and the doors to them."""

from __future__ import annotations

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema_field, extend_schema_serializer
from rest_framework import serializers
from rest_framework.pagination import LimitOffsetPagination
from rest_framework.request import Request

from campaign.models import Campaign
from story.models import Post, Scene, SceneRoll
from story.selectors.reading import PER_PAGE, Shown, shown_posts
from story.selectors.scenes import SceneLine, scene_lines
from story.selectors.sight import directs, posts_visible_to, scenes_visible_to
from story.services.words import AUDIENCES, LONGEST_BODY, LONGEST_NOTE, Words


class Pages(LimitOffsetPagination):
    """`limit` and `offset`, twenty at a time unless told, one hundred at most."""

    default_limit = PER_PAGE
    max_limit = 100


PAGED = [OpenApiParameter("limit", int), OpenApiParameter("offset", int)]
LARGEST_KEY = 2**63 - 1
"""The largest number that a row can have."""


def row_number() -> serializers.IntegerField:
    """A number that a row may have."""
    return serializers.IntegerField(min_value=1, max_value=LARGEST_KEY)


def row_numbers(most: int) -> serializers.ListField:
    """So many numbers of rows at the most; none unless told."""
    return serializers.ListField(child=row_number(), max_length=most, default=list)


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
    readers = row_numbers(100)


@extend_schema_serializer(component_name="NewScene")
class SceneBegin(SceneIn):
    """A new scene; `refill`: everybody has all hero points again (STAT-8)."""

    refill = serializers.BooleanField(default=True)


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
    readers = row_numbers(100)


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
    version = row_number()
    confirmed = serializers.CharField(max_length=500, allow_blank=True, default="")


def words_of(given: dict[str, Any], language: str) -> Words:
    """A request's words."""
    names = ("body", "note", "voice", "npc", "hide_author", "to", "reply_to")
    fields = {name: given[name] for name in names if name in given}
    return Words(**fields, readers=tuple(given["readers"]), language=language)


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
