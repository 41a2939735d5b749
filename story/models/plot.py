"""Story frames with their votes, the tests of campaign attributes called in them, and days of the caravan in a scene.

A frame hangs on the post in which the director narrates it: who may read the post may know of the frame, and nobody
else does. What came of it is a post too.
"""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from campaign.models import CaravanEntry
from characters.models import Character
from story.models.writing import Post, Scene, SceneRoll, new_code


class StoryFrame(models.Model):
    """A moment of the plot that the players decide (FRAME-1).

    `votes_by` is the table rule `votes` as it was when the frame was opened. Nobody votes at or after `until` (None: as
    long as the frame is open); `remind_at` and `told_over_at` are the sweep's. A closed frame has an outcome.
    """

    class Ballot(models.TextChoices):
        SEALED = "sealed", _("sealed until the frame is closed: others see who has voted, not for what")
        OPEN = "open", _("open: everybody sees every vote as it comes")

    class VotesBy(models.TextChoices):
        PLAYER = "player", _("one vote for each player")
        CHARACTER = "character", _("one vote for each character")

    post = models.OneToOneField(Post, on_delete=models.CASCADE, related_name="frame")
    code = models.CharField(max_length=16, unique=True, default=new_code)
    title = models.CharField(_("title"), max_length=120)
    ballot = models.CharField(_("votes are"), max_length=10, choices=Ballot.choices, default=Ballot.SEALED)
    votes_by = models.CharField(max_length=10, choices=VotesBy.choices, default=VotesBy.PLAYER)
    protagonists = models.ManyToManyField(Character, related_name="+", blank=True)
    until = models.DateTimeField(_("votes until"), null=True, blank=True)
    remind_at = models.DateTimeField(null=True, blank=True)
    told_over_at = models.DateTimeField(null=True, blank=True)
    opened_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    chosen = models.ForeignKey("FrameOption", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    outcome = models.OneToOneField(Post, on_delete=models.SET_NULL, null=True, blank=True, related_name="outcome_of")

    class Meta:
        ordering: ClassVar[list[str]] = ["pk"]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                fields=["until"],
                condition=Q(closed_at__isnull=True, told_over_at__isnull=True, until__isnull=False),
                name="frame_vote_over",
            ),
        ]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        """The frame's own page: its options, votes and tests."""
        scene = self.post.scene
        return reverse("story:frame", args=[scene.campaign.slug, scene.code, self.code])


class FrameOption(models.Model):
    """One of the ways a frame offers, numbered from 1."""

    frame = models.ForeignKey(StoryFrame, on_delete=models.CASCADE, related_name="options")
    number = models.PositiveSmallIntegerField()
    text = models.CharField(max_length=300)

    class Meta:
        ordering: ClassVar[list[str]] = ["frame", "number"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["frame", "number"], name="frame_option_once"),
        ]

    def __str__(self) -> str:
        return self.text


class FrameVote(models.Model):
    """One vote, changed as often as its voter likes while the frame is open; `voter` is the rulebook's key for it."""

    frame = models.ForeignKey(StoryFrame, on_delete=models.CASCADE, related_name="votes")
    voter = models.CharField(max_length=24)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    character = models.ForeignKey(Character, on_delete=models.PROTECT, related_name="+", null=True, blank=True)
    option = models.ForeignKey(FrameOption, on_delete=models.CASCADE, related_name="votes")
    given_at = models.DateTimeField()
    changed_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar[list[str]] = ["given_at", "pk"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["frame", "voter"], name="frame_vote_once"),
        ]


class ExtraVote(models.Model):
    """One more vote, paid for with a character's hero points (STAT-8); it goes where its vote goes."""

    vote = models.ForeignKey(FrameVote, on_delete=models.CASCADE, related_name="extras")
    frame = models.ForeignKey(StoryFrame, on_delete=models.CASCADE, related_name="+")
    character = models.ForeignKey(Character, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar[list[str]] = ["pk"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["frame", "character"], name="extra_vote_once_per_character"),
        ]


class AttributeTest(models.Model):
    """A test of a campaign attribute that the director called in a frame (TEST-1, TEST-2).

    `value` and `die` are those of the moment it was called. The roll, and the one that hero points may buy after it,
    are rows of the dice log. `plot`, `logic` and `verdict` are the director's weighing, on record.
    """

    class Attribute(models.TextChoices):
        LEADERSHIP = "leadership", _("Leadership")
        SURVIVAL = "survival", _("Survival")
        WAR = "war", _("War")
        INSIGHT = "insight", _("Insight")
        ADMINISTRATION = "administration", _("Administration")
        CARE = "care", _("Care")

    frame = models.ForeignKey(StoryFrame, on_delete=models.CASCADE, related_name="tests")
    code = models.CharField(max_length=16, unique=True, default=new_code)
    character = models.ForeignKey(Character, on_delete=models.PROTECT, related_name="tests")
    attribute = models.CharField(_("attribute"), max_length=16, choices=Attribute.choices)
    value = models.PositiveSmallIntegerField()
    penalty = models.PositiveSmallIntegerField(_("penalty"), default=0)
    reason = models.CharField(_("reason of the penalty"), max_length=300, blank=True)
    die = models.PositiveSmallIntegerField(default=100)
    called_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    called_at = models.DateTimeField()
    roll = models.OneToOneField(SceneRoll, on_delete=models.PROTECT, null=True, blank=True, related_name="test")
    reroll = models.OneToOneField(SceneRoll, on_delete=models.PROTECT, null=True, blank=True, related_name="retest")
    plot = models.TextField(_("the direction of the plot"), max_length=2000, blank=True)
    logic = models.TextField(_("the logic of the events"), max_length=2000, blank=True)
    verdict = models.TextField(_("what follows"), max_length=2000, blank=True)
    weighed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    weighed_at = models.DateTimeField(null=True, blank=True)
    called_off_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["pk"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(condition=Q(reroll__isnull=True) | Q(roll__isnull=False), name="retest_after_test"),
            models.CheckConstraint(
                condition=Q(called_off_at__isnull=True) | Q(roll__isnull=True), name="rolled_test_is_not_called_off"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.character_id} · {self.attribute}"

    def get_absolute_url(self) -> str:
        """The test's own page."""
        scene = self.frame.post.scene
        return reverse("story:test", args=[scene.campaign.slug, scene.code, self.frame.code, self.code])


class CaravanStep(models.Model):
    """A line of a caravan's ledger that belongs to a scene, and is read there at its place in time."""

    entry = models.OneToOneField(CaravanEntry, on_delete=models.CASCADE, related_name="step")
    scene = models.ForeignKey(Scene, on_delete=models.CASCADE, related_name="caravan_steps")

    class Meta:
        ordering: ClassVar[list[str]] = ["pk"]

    def __str__(self) -> str:
        return str(self.entry)
