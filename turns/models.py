"""Turns as rows: what is waited for, what was posted, plans, absences, drafts, and the sweep's pulse."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from battles.models import Battle
from campaign.models import Campaign
from characters.models import Character


class Turn(models.Model):
    """The indexed copy of one `Wait` of a battle's state; written only where the state is saved.

    `penalty` is what missing this turn would take from the unit's initiative from then on (LATE-2). `moves` counts
    how often the deadline has moved, `moved_at` when it did last.
    """

    class Kind(models.TextChoices):
        DEPLOY = "deploy", _("deployment")
        TURN = "turn", _("turn")
        DIRECTOR = "director", _("director's turn")
        PLAN = "plan", _("early turn for the director to publish")
        LATE = "late", _("late turn")
        DECIDE = "decide", _("decision")
        WINDOW = "window", _("chance to interrupt")
        OVERLORD = "overlord", _("Overlord's turn")
        STRIKE = "strike", _("free strike to decide on")
        TRADE = "trade", _("trade to answer")

    battle = models.ForeignKey(Battle, on_delete=models.CASCADE, related_name="turns")
    who = models.CharField(max_length=40)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="turns", null=True, blank=True
    )
    kind = models.CharField(max_length=10, choices=Kind.choices)
    unit = models.CharField(max_length=60, blank=True)
    unit_name = models.CharField(max_length=80, blank=True)
    penalty = models.PositiveSmallIntegerField(default=0)
    rule = models.CharField(max_length=20, blank=True)
    round = models.PositiveIntegerField(default=0)
    opened_at = models.DateTimeField()
    due_at = models.DateTimeField(null=True, blank=True)
    first_due_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    outcome = models.CharField(max_length=20, blank=True)
    moves = models.PositiveIntegerField(default=0, db_default=0)
    moved_at = models.DateTimeField(null=True, blank=True)
    remind_at = models.DateTimeField(null=True, blank=True)
    reminded_for = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["pk"]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["due_at"], condition=Q(closed_at__isnull=True), name="open_turn_due"),
            models.Index(fields=["player", "due_at"], condition=Q(closed_at__isnull=True), name="open_turn_player"),
            models.Index(
                fields=["remind_at"],
                condition=Q(closed_at__isnull=True, remind_at__isnull=False),
                name="open_turn_reminder",
            ),
        ]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["battle", "who", "kind", "unit"], condition=Q(closed_at__isnull=True), name="one_open_turn"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.unit_name or self.who} · {self.battle_id}"


class TurnPost(models.Model):
    """One turn as it is read (POST-1): the player's words and the engine's notes.

    Where a turn is played step by step its post grows with it, and is `open` until the turn is over.
    """

    class Manner(models.TextChoices):
        ON_TIME = "on-time", _("on time")
        EARLY = "early", _("early turn, published on the player's behalf")
        LATE = "late", _("late")
        DIRECTOR = "director", _("played by the director")
        ORDERED = "ordered", _("by standing orders, the deadline missed")
        AUTOMATIC = "automatic", _("by the Invisible Overlord")

    battle = models.ForeignKey(Battle, on_delete=models.PROTECT, related_name="posts")
    number = models.PositiveIntegerField()
    round = models.PositiveIntegerField()
    unit = models.CharField(max_length=60)
    unit_name = models.CharField(max_length=80)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="turn_posts"
    )
    played_for = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    manner = models.CharField(max_length=10, choices=Manner.choices)
    narrative = models.TextField(blank=True)
    notes = models.JSONField(default=dict)
    claimed_numbers = models.JSONField(default=dict, blank=True)
    language = models.CharField(max_length=5, default="en")
    first_event = models.PositiveIntegerField()
    last_event = models.PositiveIntegerField()
    at = models.DateTimeField()
    undone_at = models.DateTimeField(null=True, blank=True)
    open = models.BooleanField(default=False, db_default=False)

    class Meta:
        ordering: ClassVar[list[str]] = ["battle", "number"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["battle", "number"], name="post_number_once_per_battle"),
            models.UniqueConstraint(fields=["battle"], condition=Q(open=True), name="one_open_post_per_battle"),
        ]

    def __str__(self) -> str:
        return f"{self.battle_id} · {self.number} · {self.unit_name}"


class PlayKey(models.Model):
    """An order's key: the same key gives the first result again, with other content it is an error."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=64)
    content_hash = models.CharField(max_length=64)
    battle = models.ForeignKey(Battle, on_delete=models.CASCADE, related_name="+")
    post = models.ForeignKey(TurnPost, on_delete=models.PROTECT, related_name="+", null=True, blank=True)
    answer = models.JSONField(default=dict)
    at = models.DateTimeField()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["user", "key"], name="play_key_once_per_user"),
        ]

    def __str__(self) -> str:
        return self.key


class EarlyTurn(models.Model):
    """The words of an early turn (EARLY-1); its alternatives live in the battle's state, repeated here to be read."""

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting")
        PLAYED = "played", _("played")
        FAILED = "failed", _("could not be played")
        WITHDRAWN = "withdrawn", _("withdrawn")
        DISCARDED = "discarded", _("discarded")

    battle = models.ForeignKey(Battle, on_delete=models.CASCADE, related_name="early_turns")
    unit = models.CharField(max_length=60)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="early_turns")
    round = models.PositiveIntegerField()
    alternatives = models.JSONField(default=list)
    narrative = models.TextField(blank=True)
    language = models.CharField(max_length=5, default="en")
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.WAITING)
    used_alternative = models.PositiveSmallIntegerField(null=True, blank=True)
    post = models.ForeignKey(TurnPost, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["pk"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["battle", "unit"], condition=Q(status="waiting"), name="one_waiting_early_turn"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.battle_id} · {self.unit} · {self.status}"


class Absence(models.Model):
    """A player's announced absence in a campaign (ABSENT-1)."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="absences")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="absences")
    starts_at = models.DateTimeField(_("from"))
    ends_at = models.DateTimeField(_("until"))
    note = models.CharField(_("note"), max_length=200, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    cancelled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["starts_at", "pk"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(condition=Q(ends_at__gt=models.F("starts_at")), name="absence_ends_after_it_starts"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} · {self.starts_at:%Y-%m-%d} – {self.ends_at:%Y-%m-%d}"


class TurnDraft(models.Model):
    """What a player has typed and planned for a unit and not sent; numbered so that two tabs fork, never overwrite."""

    battle = models.ForeignKey(Battle, on_delete=models.CASCADE, related_name="drafts")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="turn_drafts")
    unit = models.CharField(max_length=60)
    purpose = models.CharField(max_length=10, default="turn")
    fork = models.PositiveSmallIntegerField(default=0)
    narrative = models.TextField(blank=True)
    plan = models.JSONField(default=dict, blank=True)
    revision = models.PositiveIntegerField(default=1)
    saved_at = models.DateTimeField()
    discarded_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["fork"]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["discarded_at"], condition=Q(discarded_at__isnull=False), name="draft_discarded"),
        ]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["battle", "user", "unit", "purpose", "fork"], name="draft_fork_once"),
        ]

    def __str__(self) -> str:
        return f"{self.battle_id} · {self.unit} · {self.purpose} {self.fork}"


class BattleVisit(models.Model):
    """How far a reader has seen a battle: the last event number at the last visit."""

    battle = models.ForeignKey(Battle, on_delete=models.CASCADE, related_name="visits")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    last_event = models.PositiveIntegerField(default=0)
    at = models.DateTimeField()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["battle", "user"], name="visit_once_per_reader"),
        ]

    def __str__(self) -> str:
        return f"{self.battle_id} · {self.user_id}"


class CalendarFeed(models.Model):
    """The private address of a player's calendar: `number` is in its signed token and changes with each new address."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="calendar_feed"
    )
    number = models.CharField(max_length=32)
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.user_id} · {self.made_at:%Y-%m-%d}"


class ExtraHours(models.Model):
    """Hours that a player took for a running turn, where the table grants some (`extension_grants`); once a turn."""

    turn = models.OneToOneField(Turn, on_delete=models.CASCADE, primary_key=True, related_name="extra_hours")
    battle = models.ForeignKey(Battle, on_delete=models.CASCADE, related_name="extra_hours")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    hours = models.FloatField()
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.battle_id} · {self.user_id} · {self.hours}"


class RetconRequest(models.Model):
    """A player's request that one of their own played turns be taken back, and the director's answer.

    Granting takes nothing back by itself: it leads the director to what going back would change.
    """

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting for the director")
        GRANTED = "granted", _("granted")
        REFUSED = "refused", _("refused")

    battle = models.ForeignKey(Battle, on_delete=models.CASCADE, related_name="retcon_requests")
    post = models.ForeignKey(TurnPost, on_delete=models.PROTECT, related_name="retcon_requests")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="retcon_requests")
    reason = models.CharField(max_length=500)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.WAITING)
    asked_at = models.DateTimeField()
    answer = models.CharField(max_length=500, blank=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["pk"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["post"], condition=Q(status="waiting"), name="one_waiting_retcon_request"),
        ]

    def __str__(self) -> str:
        return f"{self.battle_id} · {self.post_id} · {self.status}"


class Follow(models.Model):
    """A reader who wants to hear of a battle's rounds; without a battle, of those of all of a campaign's battles."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="follows")
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="follows")
    battle = models.ForeignKey(Battle, on_delete=models.CASCADE, related_name="follows", null=True, blank=True)
    since = models.DateTimeField()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["user", "battle"], condition=Q(battle__isnull=False), name="follow_battle_once"
            ),
            models.UniqueConstraint(
                fields=["user", "campaign"], condition=Q(battle__isnull=True), name="follow_campaign_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} · {self.campaign_id} · {self.battle_id or 'all'}"


class RoundPicture(models.Model):
    """The board at the end of a round as everybody may see it, drawn once per look and language.

    `version` is the onlooker's version of the battle at that moment; another one replaces the picture.
    """

    battle = models.ForeignKey(Battle, on_delete=models.CASCADE, related_name="pictures")
    round = models.PositiveIntegerField()
    theme = models.CharField(max_length=5)
    language = models.CharField(max_length=8)
    version = models.CharField(max_length=32)
    png = models.BinaryField()
    made_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["battle", "round", "theme", "language"], name="one_picture_per_look"),
        ]

    def __str__(self) -> str:
        return f"{self.battle_id} · {self.round} · {self.theme} {self.language}"


class LastingOrders(models.Model):
    """What a character's player wrote on its sheet for every turn that runs out (SK-157); no other player's count."""

    character = models.OneToOneField(Character, on_delete=models.CASCADE, related_name="lasting_orders")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    orders = models.JSONField(default=list)
    given_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.character_id} · {self.orders}"


class Heartbeat(models.Model):
    """The last sweep's moment; one row."""

    name = models.CharField(max_length=20, primary_key=True, default="sweep")
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name} {self.at:%Y-%m-%d %H:%M:%S}"


class Outage(models.Model):
    """A gap of more than five minutes without a sweep (CLOCK-6), written by the first sweep afterwards.

    `credited_at` is set once every running battle has had its time back.
    """

    started_at = models.DateTimeField(unique=True)
    ended_at = models.DateTimeField()
    credited_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["started_at"]

    def __str__(self) -> str:
        return f"{self.started_at:%Y-%m-%d %H:%M} – {self.ended_at:%Y-%m-%d %H:%M}"
