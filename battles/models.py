"""Battles: what was prepared, the state and its version, every event, every roll, who goes."""

from __future__ import annotations

import secrets
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q, Value
from django.utils.translation import gettext_lazy as _

from campaign.models import Campaign
from characters.models import Character

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"


def new_code() -> str:
    """A battle's public name in addresses: eight characters that tell nothing about others."""
    return "".join(secrets.choice(ALPHABET) for _n in range(8))


def new_seed() -> bytes:
    """The secret of a battle's dice: 32 random bytes."""
    return secrets.token_bytes(32)


class Battle(models.Model):
    """One battle. `state` is the rulebook's, and the truth while it runs; rows repeat it to be found.

    `draft` is what the director typed, `plan` what was announced, `setup` what the rulebook began with, and
    `result` what the director confirmed at the end.
    """

    class Status(models.TextChoices):
        DRAFT = "draft", _("being prepared")
        MUSTER = "muster", _("choosing who goes")
        RUNNING = "running", _("running")
        ENDED = "ended", _("over, waiting for the director")
        FINISHED = "finished", _("finished")
        CANCELLED = "cancelled", _("cancelled")

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="battles")
    code = models.CharField(max_length=16, unique=True, default=new_code)
    name = models.CharField(_("name"), max_length=120)
    intro = models.TextField(_("introduction"), max_length=8000, blank=True)
    ruleset = models.CharField(max_length=20, default="saga")
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.DRAFT)
    friendly = models.BooleanField(_("friendly"), default=False)
    slots = models.PositiveSmallIntegerField(_("characters per player"), default=1)
    draft = models.JSONField(default=dict, blank=True)
    plan = models.JSONField(null=True, blank=True)
    setup = models.JSONField(null=True, blank=True)
    state = models.JSONField(null=True, blank=True)
    result = models.JSONField(null=True, blank=True)
    version = models.PositiveIntegerField(default=0)
    seed = models.BinaryField(default=new_seed, editable=False)
    dice_counter = models.PositiveBigIntegerField(default=0)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    announced_at = models.DateTimeField(null=True, blank=True)
    opened_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    rounds_without_post = models.PositiveSmallIntegerField(default=0)
    pause_after_idle_rounds = models.PositiveSmallIntegerField(null=True, blank=True)
    sweep_failures = models.PositiveSmallIntegerField(default=0)
    sweep_retry_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["-pk"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """The battle's page."""
        return f"/c/{self.campaign.slug}/b/{self.code}/"


class BattleEvent(models.Model):
    """One thing that happened, in order; never changed, never deleted."""

    battle = models.ForeignKey(Battle, on_delete=models.PROTECT, related_name="events")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=40)
    data = models.JSONField()
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        ordering: ClassVar[list[str]] = ["battle", "number"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["battle", "number"], name="event_number_once_per_battle"),
        ]


class Roll(models.Model):
    """One die, as it fell. Nothing deletes a roll: no edit, no undo, no account that goes."""

    battle = models.ForeignKey(Battle, on_delete=models.PROTECT, related_name="rolls")
    event_number = models.PositiveIntegerField()
    counter = models.PositiveBigIntegerField()
    sides = models.PositiveSmallIntegerField()
    face = models.PositiveSmallIntegerField()
    reason = models.JSONField(default=dict)
    unit = models.CharField(max_length=60, blank=True)
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar[list[str]] = ["battle", "counter"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["battle", "counter"], name="roll_once_per_counter"),
            models.CheckConstraint(condition=Q(face__gte=1, face__lte=models.F("sides")), name="face_on_the_die"),
        ]


class OwnUnit(models.Model):
    """A unit of a campaign's own, made of an entry of the catalogue (`base`) with other figures and another name.

    A battle copies it when it is added there: changing or retiring it changes no battle.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="own_units")
    base = models.CharField(_("made of"), max_length=60)
    name = models.CharField(_("name"), max_length=60)
    figures = models.JSONField(default=dict)
    changed_at = models.DateTimeField()
    retired_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["name", "pk"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["campaign", "name"], condition=Q(retired_at__isnull=True), name="own_unit_name_once"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class MusterEntry(models.Model):
    """A player asked to say who goes, and the answer (DEPL-0, ROST-1…3).

    In the dungeon `heroes` are the keys of the heroes that the player plays, and `side` is that of the heroes or the
    Overlord's.
    """

    battle = models.ForeignKey(Battle, on_delete=models.CASCADE, related_name="muster")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    side = models.CharField(max_length=40)
    characters = models.ManyToManyField(Character, blank=True, related_name="+")
    heroes = models.JSONField(default=list, blank=True, db_default=Value([], models.JSONField()))
    confirmed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["pk"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["battle", "player"], name="player_musters_once"),
        ]
