"""What is taken out of the site and brought into it: archives being made, arrivals being read, places kept for people.

An archive is a zip file in the site's own folder of files; no address serves it but the page that asks who is reading.
"""

from __future__ import annotations

import secrets
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from campaign.models import Campaign


def new_code() -> str:
    """A name for addresses that nobody guesses."""
    return secrets.token_hex(12)


def new_token() -> str:
    """A place's secret: 43 characters, safe in an address."""
    return secrets.token_urlsafe(32)


class State(models.TextChoices):
    """How far a piece of work has come."""

    WAITING = "waiting", _("waiting for its turn")
    WORKING = "working", _("being worked on")
    READY = "ready", _("ready")
    FAILED = "failed", _("failed")
    GONE = "gone", _("deleted")


class Work(models.Model):
    """Something that takes longer than a page may: who asked, how far it is (`done` of `total`), what went wrong.

    `problem` is the code of a refusal, with `problem_data` for its sentence. `beat_at` moves while it is worked on.
    """

    code = models.CharField(max_length=24, unique=True, default=new_code)
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    state = models.CharField(max_length=8, choices=State.choices, default=State.WAITING)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    file = models.FileField(upload_to="archives/", blank=True)
    size = models.PositiveBigIntegerField(default=0)
    problem = models.CharField(max_length=40, blank=True)
    problem_data = models.JSONField(default=dict, blank=True)
    asked_at = models.DateTimeField()
    beat_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    expires_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True

    @property
    def percent(self) -> int:
        """How much of the work is done, from 0 to 100."""
        return min(100, 100 * self.done // self.total) if self.total else 0

    @property
    def running(self) -> bool:
        """Whether somebody still has to wait for it."""
        return self.state in (State.WAITING, State.WORKING)


class Archive(Work):
    """A whole campaign (or, without one, everything of the person who asked) as one file to download."""

    campaign = models.ForeignKey(
        Campaign, on_delete=models.CASCADE, related_name="archives", null=True, blank=True, verbose_name=_("campaign")
    )

    class Meta:
        ordering: ClassVar[list[str]] = ["-pk"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["campaign"],
                condition=Q(state__in=["waiting", "working"], campaign__isnull=False),
                name="one_archive_of_a_campaign_at_a_time",
            ),
            models.UniqueConstraint(
                fields=["asked_by"],
                condition=Q(state__in=["waiting", "working"], campaign__isnull=True),
                name="one_archive_of_a_person_at_a_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.campaign_id} · {self.state}"


class Arrival(Work):
    """An archive that somebody has sent to be made a campaign of; `campaign` is what it became."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="arrivals", null=True, blank=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["-pk"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["asked_by"],
                condition=Q(state__in=["waiting", "working"]),
                name="one_arrival_of_a_person_at_a_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.campaign_id} · {self.state}"


class Place(models.Model):
    """A place kept for somebody of an archive: `stand_in` is who holds it until its link is followed.

    A stand-in is a user who can never sign in. Whoever takes the place takes over everything the stand-in has.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="places")
    stand_in = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="place")
    token = models.CharField(max_length=64, unique=True, default=new_token)
    made_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar[list[str]] = ["pk"]

    def __str__(self) -> str:
        return str(self.stand_in)
