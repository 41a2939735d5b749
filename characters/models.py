"""Characters and what lasts about them: sheet, wounds, renown, battles fought, death, every change."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q, Value
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from campaign.models import Campaign, Clan


class Character(models.Model):
    """A player's character (CHAR-1…6). Figures are base maxima; open wounds are rows of `Wound`."""

    class Rank(models.TextChoices):
        HERO = "hero", _("hero")
        COMPANION = "companion", _("companion")
        SECONDARY = "secondary", _("secondary")

    class Status(models.TextChoices):
        DRAFT = "draft", _("being written")
        PROPOSED = "proposed", _("waiting for the director")
        RETURNED = "returned", _("returned by the director")
        AT_DOOR = "at-door", _("approved, waiting to come in")
        ACTIVE = "active", _("active")
        RETIRED = "retired", _("retired")
        DEAD = "dead", _("dead")

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="characters")
    clan = models.ForeignKey(Clan, on_delete=models.PROTECT, related_name="characters", null=True, blank=True)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="characters")
    name = models.CharField(_("name"), max_length=60)
    rank = models.CharField(_("rank"), max_length=10, choices=Rank.choices)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.PROPOSED)
    director_note = models.TextField(_("director's word"), max_length=2000, blank=True)
    class_key = models.CharField(_("class"), max_length=40)
    race = models.CharField(_("race"), max_length=20)
    level = models.PositiveSmallIntegerField(_("level"), default=1)
    strength = models.PositiveSmallIntegerField(_("strength"))
    armor = models.PositiveSmallIntegerField(_("armor"))
    willpower = models.PositiveSmallIntegerField(_("willpower"))
    exertion = models.PositiveSmallIntegerField(_("exertion"))
    break_value = models.PositiveSmallIntegerField(_("break"))
    reaction = models.PositiveSmallIntegerField(_("reaction"))
    leadership = models.PositiveSmallIntegerField(_("leadership"), default=50)
    survival = models.PositiveSmallIntegerField(_("survival"), default=50)
    war = models.PositiveSmallIntegerField(_("war"), default=50)
    insight = models.PositiveSmallIntegerField(_("insight"), default=50)
    administration = models.PositiveSmallIntegerField(_("administration"), default=50)
    care = models.PositiveSmallIntegerField(_("care"), default=50)
    abilities = models.JSONField(default=dict, blank=True)
    talents = models.JSONField(default=dict, db_default=Value({}, models.JSONField()), blank=True)
    portrait = models.CharField(_("picture"), max_length=60, blank=True)
    appearance = models.TextField(_("appearance"), max_length=4000, blank=True)
    history = models.TextField(_("history"), max_length=8000, blank=True)
    private_notes = models.TextField(_("private notes"), max_length=8000, blank=True)
    doomed_at = models.DateTimeField(null=True, blank=True)
    hero_since = models.DateTimeField(null=True, blank=True)
    hero_points_spent = models.PositiveSmallIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["pk"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["campaign", "player"],
                condition=Q(rank="hero", status__in=["proposed", "returned", "at-door", "active"]),
                name="one_living_hero_per_player",
            ),
            models.CheckConstraint(condition=Q(level__gte=1, level__lte=5), name="character_level_1_to_5"),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """The character's sheet."""
        return reverse("characters:sheet", args=[self.pk])


class Wound(models.Model):
    """One open or healed wound (WOUND-4, HEAL-1), with the battle that gave it (its code).

    `ordinal` counts the wounds of one battle, so that a battle can open each of them only once.
    """

    character = models.ForeignKey(Character, on_delete=models.CASCADE, related_name="wounds")
    ordinal = models.PositiveSmallIntegerField(default=1)
    battle_code = models.CharField(max_length=16, blank=True)
    source = models.CharField(max_length=200, blank=True)
    opened_at = models.DateTimeField()
    healed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["pk"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["character", "battle_code", "ordinal"],
                condition=~Q(battle_code=""),
                name="battle_wound_opened_once",
            ),
        ]


class RenownEntry(models.Model):
    """One line of the renown ledger (PROM-1): earned is positive, spent is negative."""

    class Kind(models.TextChoices):
        BATTLE = "battle", _("battle")
        PLOT = "plot", _("plot")
        PROMOTION = "promotion", _("promotion")
        ITEM = "item", _("item")
        INHERITED = "inherited", _("inherited")
        CORRECTION = "correction", _("correction")

    character = models.ForeignKey(Character, on_delete=models.CASCADE, related_name="renown_entries")
    kind = models.CharField(max_length=12, choices=Kind.choices)
    amount = models.IntegerField(_("amount"))
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    battle_code = models.CharField(max_length=16, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar[list[str]] = ["pk"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["character", "battle_code"], condition=Q(kind="battle"), name="battle_renown_once"
            ),
        ]


class BattleRecord(models.Model):
    """That a character fought in a battle: what the roster rules look back on (ROST-1…3)."""

    character = models.ForeignKey(Character, on_delete=models.CASCADE, related_name="battle_records")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    battle_code = models.CharField(max_length=16)
    battle_name = models.CharField(max_length=120)
    rank = models.CharField(max_length=10, choices=Character.Rank.choices)
    slots = models.PositiveSmallIntegerField()
    friendly = models.BooleanField(default=False)
    defeated = models.BooleanField(default=False)
    won = models.BooleanField(null=True)
    enemies_defeated = models.PositiveSmallIntegerField(default=0)
    fought_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar[list[str]] = ["fought_at", "pk"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["character", "battle_code"], name="fought_once_per_battle"),
        ]


class Death(models.Model):
    """How a character died (section 8): the rule, the battle, who decided; of a percentage death the roll (DEATH-4)."""

    character = models.OneToOneField(Character, on_delete=models.CASCADE, related_name="death")
    rule = models.CharField(max_length=20)
    battle_code = models.CharField(max_length=16, blank=True)
    roll = models.PositiveSmallIntegerField(null=True, blank=True)
    chance = models.PositiveSmallIntegerField(null=True, blank=True)
    words = models.TextField(max_length=2000, blank=True)
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()


class SheetChange(models.Model):
    """One line of a sheet's change log: what was, what is, why, by whom."""

    character = models.ForeignKey(Character, on_delete=models.CASCADE, related_name="changes")
    field = models.CharField(max_length=40)
    before = models.CharField(max_length=200, blank=True)
    after = models.CharField(max_length=200, blank=True)
    reason = models.CharField(max_length=200, blank=True)
    battle_code = models.CharField(max_length=16, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar[list[str]] = ["-pk"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["character", "battle_code", "field"],
                condition=~Q(battle_code=""),
                name="one_line_per_battle_and_field",
            ),
        ]


class Item(models.Model):
    """One thing that exists once: an entry of the catalogue (`key`) or the director's own (`name`, `words`).

    `effects` are the figures it had when it was made. Without a bearer the director keeps it; at most one item of a
    bearer's is equipped, and one that is `gone` is out of play.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="items")
    bearer = models.ForeignKey(Character, on_delete=models.SET_NULL, related_name="items", null=True, blank=True)
    key = models.CharField(max_length=40, blank=True)
    name = models.CharField(_("name"), max_length=60, blank=True)
    words = models.CharField(_("description"), max_length=300, blank=True)
    level = models.PositiveSmallIntegerField(_("level"), default=1)
    effects = models.JSONField(default=dict)
    equipped = models.BooleanField(default=False)
    made_at = models.DateTimeField()
    gone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["pk"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["bearer"], condition=Q(equipped=True), name="one_item_equipped"),
            models.CheckConstraint(condition=Q(level__gte=1, level__lte=5), name="item_level_1_to_5"),
        ]

    def __str__(self) -> str:
        return self.name or self.key


class Petition(models.Model):
    """What a player asks for a sheet: promotion, an item to buy, or that a companion become the hero.

    The director approves it or returns it with a word; nothing changes before.
    """

    class Kind(models.TextChoices):
        PROMOTION = "promotion", _("promotion")
        PURCHASE = "purchase", _("purchase")
        SUCCESSION = "succession", _("succession")

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting for the director")
        APPROVED = "approved", _("approved")
        RETURNED = "returned", _("returned by the director")
        WITHDRAWN = "withdrawn", _("taken back")

    character = models.ForeignKey(Character, on_delete=models.CASCADE, related_name="petitions")
    kind = models.CharField(max_length=12, choices=Kind.choices)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.WAITING)
    level = models.PositiveSmallIntegerField(null=True, blank=True)
    points = models.JSONField(default=dict, blank=True)
    item_key = models.CharField(max_length=40, blank=True)
    reason = models.CharField(_("reason"), max_length=500, blank=True)
    word = models.TextField(_("director's word"), max_length=2000, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    made_at = models.DateTimeField()
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    decided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["pk"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["character", "kind"], condition=Q(status="waiting"), name="one_waiting_petition_of_a_kind"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.character_id} · {self.kind} · {self.status}"


class Claim(models.Model):
    """What a player may claim for an heir of the dead character's rank (HEIR-1), until it is settled."""

    class Outcome(models.TextChoices):
        INHERITED = "inherited", _("inherited")
        WAIVED = "waived", _("given up: a companion became the hero")

    dead = models.OneToOneField(Character, on_delete=models.CASCADE, related_name="claim")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="claims")
    rank = models.CharField(max_length=10, choices=Character.Rank.choices)
    amount = models.PositiveIntegerField()
    heir = models.OneToOneField(Character, on_delete=models.SET_NULL, related_name="inheritance", null=True, blank=True)
    outcome = models.CharField(max_length=10, choices=Outcome.choices, blank=True)
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["pk"]

    def __str__(self) -> str:
        return f"{self.dead_id} · {self.amount}"


class SeatChange(models.Model):
    """That a character went from one player to another. The former player's private notes are sealed here."""

    character = models.ForeignKey(Character, on_delete=models.CASCADE, related_name="seat_changes")
    before = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    after = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    sealed_notes = models.TextField(blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar[list[str]] = ["pk"]
