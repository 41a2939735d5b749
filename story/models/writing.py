"""Chapters, scenes and what is written in them; every private word hangs on an audience.

An `Audience` is a set of people within one scene. A post, a passage of a post or a roll without one is for whoever may
read the scene; with one it is for those people and for the directors. `story.selectors.sight` asks all of this.
"""

from __future__ import annotations

import secrets
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from battles.models import Battle
from campaign.models import Campaign
from characters.models import Character

CODE_LENGTH = 12


def new_code() -> str:
    """A name for addresses that says nothing about how many others there are."""
    return secrets.token_hex(CODE_LENGTH // 2)


def new_token() -> str:
    """A feed's secret: 43 characters, safe in an address."""
    return secrets.token_urlsafe(32)


class Chapter(models.Model):
    """A part of the campaign's story; scenes stand in it in the order in which they began."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="chapters")
    title = models.CharField(_("title"), max_length=120)
    place = models.PositiveIntegerField(default=0)

    class Meta:
        ordering: ClassVar[list[str]] = ["place", "pk"]

    def __str__(self) -> str:
        return self.title


class Scene(models.Model):
    """A place where the story is written. `last_position` is its newest post's number, which nobody is shown."""

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        CLOSED = "closed", _("closed")
        ARCHIVED = "archived", _("archived")

    class Openness(models.TextChoices):
        EVERYONE = "everyone", _("whoever may read the campaign, spectators too")
        MEMBERS = "members", _("players and directors")
        CHOSEN = "chosen", _("chosen readers and the directors")

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="scenes")
    chapter = models.ForeignKey(
        Chapter, on_delete=models.SET_NULL, related_name="scenes", null=True, blank=True, verbose_name=_("chapter")
    )
    code = models.CharField(max_length=16, unique=True, default=new_code)
    title = models.CharField(_("title"), max_length=120)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.OPEN)
    openness = models.CharField(_("who may read"), max_length=10, choices=Openness.choices, default=Openness.EVERYONE)
    in_character = models.BooleanField(_("in character"), default=True)
    prompt = models.TextField(_("director's prompt"), max_length=4000, blank=True)
    prompt_html = models.TextField(blank=True)
    battle = models.ForeignKey(
        Battle, on_delete=models.SET_NULL, related_name="scenes", null=True, blank=True, verbose_name=_("battle")
    )
    last_position = models.PositiveIntegerField(default=0)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar[list[str]] = ["pk"]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        """The scene's reading page."""
        return reverse("story:scene", args=[self.campaign.slug, self.code])


class SceneReader(models.Model):
    """One of a scene's chosen readers."""

    scene = models.ForeignKey(Scene, on_delete=models.CASCADE, related_name="chosen")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    added_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["scene", "user"], name="scene_reader_once"),
        ]


class SceneVisit(models.Model):
    """How far a reader has read, and whether they want to be told of new posts (None: as their role has it)."""

    scene = models.ForeignKey(Scene, on_delete=models.CASCADE, related_name="visits")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    position = models.PositiveIntegerField(default=0)
    at = models.DateTimeField(null=True, blank=True)
    follows = models.BooleanField(null=True, blank=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["scene", "user"], name="scene_visit_once_per_reader"),
        ]


class Audience(models.Model):
    """A set of people in a scene, made once and never changed; `key` is its people's ids in order."""

    scene = models.ForeignKey(Scene, on_delete=models.CASCADE, related_name="audiences")
    key = models.CharField(max_length=500)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["scene", "key"], name="audience_once_per_scene"),
        ]


class AudienceReader(models.Model):
    """One person of an audience. It counts only while they belong to the campaign."""

    audience = models.ForeignKey(Audience, on_delete=models.CASCADE, related_name="people")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["user", "audience"], name="audience_reader_once"),
        ]


class Post(models.Model):
    """One entry of a scene: who is heard, the words as they were typed, for whom the whole of it is.

    `speaker_name` stays what it was when it was written. Where `author_hidden` is set only the directors (and the
    author) know who wrote. `unread_markup`: private markup could not be read, so all of it stayed private.
    """

    class Voice(models.TextChoices):
        SELF = "self", _("as oneself")
        CHARACTER = "character", _("as a character")
        NPC = "npc", _("as someone of the director's")

    scene = models.ForeignKey(Scene, on_delete=models.PROTECT, related_name="posts")
    code = models.CharField(max_length=16, unique=True, default=new_code)
    position = models.PositiveIntegerField()
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="posts")
    voice = models.CharField(max_length=10, choices=Voice.choices)
    character = models.ForeignKey(Character, on_delete=models.SET_NULL, null=True, blank=True, related_name="posts")
    speaker_name = models.CharField(max_length=80)
    author_hidden = models.BooleanField(default=False)
    body = models.TextField()
    note = models.TextField(blank=True)
    audience = models.ForeignKey(Audience, on_delete=models.PROTECT, null=True, blank=True, related_name="posts")
    addressed = models.JSONField(default=list, blank=True)
    meant_for = models.JSONField(default=dict, blank=True)
    unread_markup = models.BooleanField(default=False)
    reply_to = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, blank=True, related_name="replies")
    language = models.CharField(max_length=5, default="en")
    key = models.CharField(max_length=64)
    content_hash = models.CharField(max_length=64)
    version = models.PositiveIntegerField(default=1)
    published_at = models.DateTimeField()
    deleted_at = models.DateTimeField(null=True, blank=True)
    deleted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        ordering: ClassVar[list[str]] = ["scene", "position"]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["author", "published_at"], name="post_by_author"),
        ]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["scene", "position"], name="scene_position_once"),
            models.UniqueConstraint(fields=["author", "key"], name="post_key_once_per_author"),
        ]

    def __str__(self) -> str:
        return f"{self.scene_id} · {self.speaker_name}"

    def get_absolute_url(self) -> str:
        """The post's place in its scene."""
        return reverse("story:post", args=[self.scene.campaign.slug, self.scene.code, self.code])


class Picture(models.Model):
    """An uploaded picture, encoded anew; seen by its uploader and by whoever may read a passage that shows it."""

    code = models.CharField(max_length=16, unique=True, default=new_code)
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="pictures")
    uploader = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    file = models.FileField(upload_to="pictures/")
    kind = models.CharField(max_length=20)
    width = models.PositiveIntegerField()
    height = models.PositiveIntegerField()
    size = models.PositiveIntegerField()
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar[list[str]] = ["-pk"]

    def __str__(self) -> str:
        return self.code


class Passage(models.Model):
    """A piece of a post for one audience (None: whoever reads the post), as typed and as it is searched."""

    class Part(models.TextChoices):
        BODY = "body", _("narrative")
        NOTE = "note", _("notes")

    post = models.ForeignKey(Post, on_delete=models.CASCADE, related_name="passages")
    ordinal = models.PositiveSmallIntegerField()
    part = models.CharField(max_length=4, choices=Part.choices)
    audience = models.ForeignKey(Audience, on_delete=models.PROTECT, null=True, blank=True, related_name="passages")
    addressed = models.JSONField(default=list, blank=True)
    markup = models.TextField(blank=True)
    folded = models.TextField(blank=True)
    pictures = models.ManyToManyField(Picture, related_name="passages", blank=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["post", "ordinal"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["post", "ordinal"], name="passage_ordinal_once"),
        ]


class Rendering(models.Model):
    """A post as one kind of reader sees it, rendered once.

    `sight` names the kind: "director", or the ids of the audiences of this post that the reader is in, in order.
    `changed_at` moves only when what this kind of reader sees was changed.
    """

    post = models.ForeignKey(Post, on_delete=models.CASCADE, related_name="renderings")
    sight = models.CharField(max_length=200)
    chunks = models.JSONField(default=list)
    text = models.JSONField(default=dict)
    changed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["post", "sight"], name="rendering_once_per_sight"),
        ]


class PostVersion(models.Model):
    """What a post said before an edit; for the directors and its author."""

    post = models.ForeignKey(Post, on_delete=models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    body = models.TextField()
    note = models.TextField(blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar[list[str]] = ["-number"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["post", "number"], name="post_version_once"),
        ]


class SceneRoll(models.Model):
    """One roll of a post, for ever: nothing done to the post takes it away.

    `faces` is a list of groups, each with its notation and its dice ([face, kept]). A secret roll's result is for the
    directors; whoever reads the passage knows only that it was rolled.
    """

    code = models.CharField(max_length=16, unique=True, default=new_code)
    scene = models.ForeignKey(Scene, on_delete=models.PROTECT, related_name="rolls")
    post = models.ForeignKey(Post, on_delete=models.SET_NULL, null=True, related_name="rolls")
    number = models.PositiveSmallIntegerField()
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    speaker_name = models.CharField(max_length=80)
    author_hidden = models.BooleanField(default=False)
    expression = models.CharField(max_length=200)
    reason = models.CharField(max_length=200, blank=True)
    faces = models.JSONField(default=list)
    total = models.IntegerField()
    audience = models.ForeignKey(Audience, on_delete=models.PROTECT, null=True, blank=True, related_name="rolls")
    secret = models.BooleanField(default=False)
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar[list[str]] = ["-pk"]

    def __str__(self) -> str:
        return f"{self.expression} = {self.total}"

    @property
    def of_test(self) -> object:
        """The test of an attribute that it was made for, first roll or second; None for a roll of a post."""
        return getattr(self, "test", None) or getattr(self, "retest", None)


class SceneDraft(models.Model):
    """What somebody has typed and not published; numbered so that two tabs fork and never overwrite each other.

    `target` is the code of the post that an edit is for; `choices` the fields beside the words.
    """

    class Kind(models.TextChoices):
        POST = "post", _("post")
        EDIT = "edit", _("edit")

    scene = models.ForeignKey(Scene, on_delete=models.CASCADE, related_name="drafts")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="scene_drafts")
    kind = models.CharField(max_length=4, choices=Kind.choices, default=Kind.POST)
    target = models.CharField(max_length=16, blank=True)
    fork = models.PositiveSmallIntegerField(default=0)
    body = models.TextField(blank=True)
    note = models.TextField(blank=True)
    choices = models.JSONField(default=dict, blank=True)
    revision = models.PositiveIntegerField(default=1)
    saved_at = models.DateTimeField()
    discarded_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["fork"]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                fields=["discarded_at"], condition=Q(discarded_at__isnull=False), name="scene_draft_discarded"
            ),
        ]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["scene", "user", "kind", "target", "fork"], name="scene_draft_fork_once"),
        ]

    def __str__(self) -> str:
        return f"{self.scene_id} · {self.kind} {self.fork}"


class FeedKey(models.Model):
    """The secret part of one reader's feed addresses."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="feed_key")
    token = models.CharField(max_length=64, unique=True, default=new_token)
    made_at = models.DateTimeField()
