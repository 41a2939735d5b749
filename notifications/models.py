"""Notices per reader (the inbox) and deliveries per notice and channel (the outbox)."""

from __future__ import annotations

from datetime import time
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from notifications import numbers


def morning() -> time:
    """When the daily message comes, unless the reader wants another time."""
    return time(8, 0)


class Notice(models.Model):
    """One sentence to one reader. `subject` is the thing it speaks of; one live notice per reader, subject and kind."""

    class Kind(models.TextChoices):
        YOUR_TURN = "your-turn", _("your turn")
        DEADLINE_NEAR = "deadline-near", _("deadline near")
        MISSED = "missed", _("you missed it")
        MORE_TIME = "more-time", _("more time")
        EARLY_FAILED = "early-failed", _("your early turn could not be played")
        EARLY_PLAYED = "early-played", _("your early turn was played")
        DIRECTOR_DUE = "director-due", _("the director is due")
        BATTLE_BEGAN = "battle-began", _("battle began")
        BATTLE_OVER = "battle-over", _("battle over")
        MUSTER = "muster", _("choose who goes")
        PAUSED = "paused", _("battle paused, or going on")
        TAKEN_OVER = "taken-over", _("your unit taken over or handed back")
        CREDIT = "credit", _("time given back")
        RETCON = "retcon", _("something is taken back, or is to be")
        NEW_ROUND = "new-round", _("a new round of a battle you follow")
        SHEET = "sheet", _("character sheet")
        CAMPAIGN = "campaign", _("campaign")
        NEW_POST = "new-post", _("something new in a scene")
        MENTION = "mention", _("somebody mentions you")
        ADDRESSED = "addressed", _("somebody writes to you")
        VOTE = "vote", _("a vote")
        TEST = "test", _("a test of an attribute")
        CHANNEL_OFF = "channel-off", _("a channel was switched off")
        CHANNEL_TEST = "channel-test", _("a channel is tried")

    reader = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=20, choices=Kind.choices)
    subject = models.CharField(max_length=120)
    campaign_slug = models.CharField(max_length=60, blank=True)
    link = models.CharField(max_length=700)
    data = models.JSONField(default=dict)
    deadline = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField()
    read_at = models.DateTimeField(null=True, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["-pk"]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["reader", "-created_at"], name="notice_inbox"),
            # Subjects are also withdrawn by their beginning (all turns of a battle), which needs this operator class.
            models.Index(
                fields=["subject"],
                condition=Q(withdrawn_at__isnull=True),
                name="notice_live_subject",
                opclasses=["varchar_pattern_ops"],
            ),
            models.Index(
                fields=["reader"],
                condition=Q(withdrawn_at__isnull=True, read_at__isnull=True),
                name="notice_unread",
            ),
        ]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["reader", "subject", "kind"],
                condition=Q(withdrawn_at__isnull=True),
                name="one_live_notice_per_thing",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.subject}"

    @property
    def number(self) -> int:
        """The number under which its reader knows it."""
        return numbers.shown(self.reader_id, self.pk)


class Channel(models.Model):
    """One way out of the house for one reader, with their wishes. Without a row of its own, mail has the defaults.

    `target` is the address of a webhook or a browser's subscription, a secret: it is never shown again. `kinds` are the
    classes of notices (notifications/wishes.py) that it takes; for mail the account's own fields decide. A channel
    that was dead for too long has `off_at`. `failing_since` is the first failure after the last success.
    """

    class Type(models.TextChoices):
        MAIL = "mail", _("e-mail")
        WEBHOOK = "webhook", _("webhook")
        PUSH = "push", _("push message")

    class Pace(models.TextChoices):
        NOW = "now", _("at once, at most one an hour of a kind")
        ONCE = "once", _("at most one until I come back")
        DIGEST = "digest", _("once a day, all together")

    reader = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="channels")
    type = models.CharField(max_length=10, choices=Type.choices)
    name = models.CharField(_("name"), max_length=60, blank=True)
    target = models.CharField(_("address"), max_length=2000, blank=True)
    kinds = models.JSONField(default=list, blank=True)
    muted_campaigns = models.JSONField(default=list, blank=True)
    pace = models.CharField(_("how often"), max_length=8, choices=Pace.choices, default=Pace.NOW)
    digest_at = models.TimeField(_("time of the daily message"), default=morning)
    quiet_from = models.TimeField(_("quiet from"), null=True, blank=True)
    quiet_until = models.TimeField(_("quiet until"), null=True, blank=True)
    created_at = models.DateTimeField()
    last_sent_at = models.DateTimeField(null=True, blank=True)
    failures = models.PositiveIntegerField(default=0)
    failing_since = models.DateTimeField(null=True, blank=True)
    last_error = models.CharField(max_length=300, blank=True)
    off_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["pk"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["reader"], condition=Q(type="mail"), name="one_mail_channel_per_reader"),
            models.CheckConstraint(
                condition=Q(quiet_from__isnull=True, quiet_until__isnull=True)
                | Q(quiet_from__isnull=False, quiet_until__isnull=False),
                name="quiet_hours_have_both_ends",
            ),
        ]

    def __str__(self) -> str:
        return self.name or self.get_type_display()

    @property
    def subject(self) -> str:
        """The subject key of notices on the channel itself."""
        return f"channel:{self.pk}"


class Delivery(models.Model):
    """One notice on its way through one channel: claimed, sent, marked, one row per transaction.

    `channel` is the channel's type; `way` its row, none for mail with the defaults and for a channel that was removed.
    """

    class State(models.TextChoices):
        PENDING = "pending", _("waiting to be sent")
        SENT = "sent", _("sent")
        FAILED = "failed", _("failed")
        WITHDRAWN = "withdrawn", _("withdrawn")

    notice = models.ForeignKey(Notice, on_delete=models.CASCADE, related_name="deliveries")
    channel = models.CharField(max_length=20)
    # Without a constraint: a channel removed in the very moment of telling must not undo the turn that is told of.
    way = models.ForeignKey(
        Channel, on_delete=models.SET_NULL, null=True, blank=True, related_name="deliveries", db_constraint=False
    )
    key = models.CharField(max_length=160, unique=True)
    state = models.CharField(max_length=10, choices=State.choices, default=State.PENDING)
    attempts = models.PositiveSmallIntegerField(default=0)
    next_try_at = models.DateTimeField()
    sent_at = models.DateTimeField(null=True, blank=True)
    error = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["pk"]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["next_try_at"], condition=Q(state="pending"), name="delivery_due"),
        ]

    def __str__(self) -> str:
        return self.key

    @property
    def shown_channel(self) -> str:
        """The channel's own name, or what it is."""
        return str(self.way or Channel.Type(self.channel).label)
