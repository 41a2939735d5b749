"""Campaigns, their clans and caravans, who belongs to them, and the invitations to them."""

from __future__ import annotations

import secrets
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from rulebook.rulesets import GO_ON


def new_token() -> str:
    """A link's secret: 32 characters, safe in an address."""
    return secrets.token_urlsafe(24)


class Campaign(models.Model):
    """One game: a director, players, table rules (the settings of its ruleset) and its clans."""

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        CLOSED = "closed", _("closed")

    name = models.CharField(_("name"), max_length=120)
    slug = models.SlugField(_("address"), max_length=60, unique=True, allow_unicode=True)
    summary = models.TextField(_("summary"), max_length=4000, blank=True)
    ruleset = models.CharField(max_length=20, default="saga")
    language = models.CharField(_("language"), max_length=5, default="en")
    is_public = models.BooleanField(_("anyone may read"), default=False)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.OPEN)
    door_open = models.BooleanField(_("new characters come in as soon as they are approved"), default=True)
    table_rules = models.JSONField(default=dict, blank=True)
    house_notes = models.TextField(_("house notes"), max_length=8000, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["name", "pk"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """The campaign's home page."""
        return reverse("campaign:home", args=[self.slug])

    @property
    def goes_on(self) -> bool:
        """Whether there is life between its battles: clans with caravans, characters that rise, are wounded and die."""
        return self.ruleset in GO_ON


class RuleChange(models.Model):
    """One table rule changed by the director: what it was, what it is, who did it, when."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="rule_changes")
    name = models.CharField(max_length=60)
    before = models.JSONField()
    after = models.JSONField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar[list[str]] = ["-pk"]

    def __str__(self) -> str:
        return f"{self.campaign} · {self.name}"


class OwnEntry(models.Model):
    """What a campaign did to one entry of the catalogue: wrote it itself, or retired it.

    `written` is the rulebook's (`rulebook.saga.catalogue.written`); None leaves the entry of the starting catalogue as
    it is. `revision` counts the changes, for whoever writes to say what they looked at. A row is never deleted: whoever
    has a retired entry keeps it.
    """

    class Kind(models.TextChoices):
        CLASS = "class", _("class")
        ABILITY = "ability", _("ability")
        PASSIVE = "passive", _("passive")

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="own_entries")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    key = models.CharField(max_length=40)
    written = models.JSONField(null=True, blank=True)
    revision = models.PositiveIntegerField(default=0)
    changed_at = models.DateTimeField()
    retired_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["pk"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["campaign", "key"], name="own_entry_once_per_campaign"),
        ]

    def __str__(self) -> str:
        return f"{self.campaign_id} · {self.key}"


class EntryChange(models.Model):
    """One line of an entry's history: what was done, what was written before and after, by whom."""

    class Deed(models.TextChoices):
        ADDED = "added", _("added")
        CHANGED = "changed", _("changed")
        RESET = "reset", _("put back to the starting catalogue's")
        RETIRED = "retired", _("retired")
        RESTORED = "restored", _("restored")

    entry = models.ForeignKey(OwnEntry, on_delete=models.CASCADE, related_name="changes")
    deed = models.CharField(max_length=10, choices=Deed.choices)
    before = models.JSONField(null=True, blank=True)
    after = models.JSONField(null=True, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar[list[str]] = ["-pk"]

    def __str__(self) -> str:
        return f"{self.entry_id} · {self.deed}"


class Clan(models.Model):
    """A people of the campaign with its caravan (CHAR-6, CARA-1)."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="clans")
    name = models.CharField(_("name"), max_length=80)
    days = models.PositiveIntegerField(_("days"), default=0)
    supplies = models.PositiveIntegerField(_("supplies"), default=0)
    morale = models.PositiveSmallIntegerField(_("morale"), default=50)
    clansmen = models.PositiveIntegerField(_("clansmen"), default=0)
    fighters = models.PositiveIntegerField(_("fighters"), default=0)
    varl = models.PositiveIntegerField(_("varl"), default=0)

    class Meta:
        ordering: ClassVar[list[str]] = ["pk"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["campaign", "name"], name="clan_name_once_per_campaign"),
            models.CheckConstraint(condition=Q(morale__lte=100), name="clan_morale_at_most_100"),
        ]

    def __str__(self) -> str:
        return self.name


class CaravanEntry(models.Model):
    """One line of a caravan's ledger: the six figures before and after, and of a day what the rules proposed.

    `healed` names the characters that a day of rest healed of a wound (HEAL-1). `key` is the form's, once for a clan.
    """

    class Kind(models.TextChoices):
        TRAVEL = "travel", _("a day of travel")
        REST = "rest", _("a day of rest")
        CHANGE = "change", _("a change in the plot")
        BATTLE = "battle", _("after a battle")

    clan = models.ForeignKey(Clan, on_delete=models.CASCADE, related_name="entries")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    before = models.JSONField()
    proposed = models.JSONField(null=True, blank=True)
    after = models.JSONField()
    unfed = models.PositiveIntegerField(default=0)
    healed = models.JSONField(default=list, blank=True)
    reason = models.CharField(_("reason"), max_length=300, blank=True)
    battle_code = models.CharField(max_length=16, blank=True)
    key = models.CharField(max_length=64)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering: ClassVar[list[str]] = ["-pk"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["clan", "key"], name="caravan_entry_once"),
        ]

    def __str__(self) -> str:
        return f"{self.clan_id} · {self.kind}"


class Membership(models.Model):
    """A user's part in a campaign. Leaving keeps the row and sets `left_at`.

    `second_companion` and `secondary_needed` are the director's leave for this player (CHAR-1, CHAR-3).
    """

    class Role(models.TextChoices):
        DIRECTOR = "director", _("director")
        CO_DIRECTOR = "co-director", _("co-director")
        PLAYER = "player", _("player")
        SPECTATOR = "spectator", _("spectator")

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(_("role"), max_length=12, choices=Role.choices)
    joined_at = models.DateTimeField(auto_now_add=True)
    left_at = models.DateTimeField(null=True, blank=True)
    removed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    second_companion = models.BooleanField(_("a second companion is allowed"), default=False)
    secondary_needed = models.BooleanField(_("the team lacks versatility: a secondary is allowed"), default=False)

    class Meta:
        ordering: ClassVar[list[str]] = ["pk"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["campaign", "user"], name="member_once_per_campaign"),
            models.UniqueConstraint(
                fields=["campaign"],
                condition=Q(role="director", left_at__isnull=True),
                name="one_director_per_campaign",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} · {self.campaign} · {self.role}"


class Invitation(models.Model):
    """A link by which people join with a role, for a time and a number of uses."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="invitations")
    token = models.CharField(max_length=64, unique=True, default=new_token)
    role = models.CharField(_("role"), max_length=12, choices=Membership.Role.choices, default=Membership.Role.PLAYER)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField(_("valid until"), null=True, blank=True)
    most_uses = models.PositiveSmallIntegerField(_("how many may use it"), default=1)
    uses = models.PositiveSmallIntegerField(default=0)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["-pk"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(condition=Q(uses__lte=models.F("most_uses")), name="invitation_uses_within_most"),
            models.CheckConstraint(condition=~Q(role="director"), name="nobody_is_invited_as_director"),
        ]

    def __str__(self) -> str:
        return f"{self.campaign} · {self.role}"


class ApplicationForm(models.Model):
    """What the director asks of people who want to play: an introduction, questions, and how many places there are."""

    campaign = models.OneToOneField(Campaign, on_delete=models.CASCADE, related_name="application_form")
    is_open = models.BooleanField(_("applications are taken"), default=True)
    intro = models.TextField(_("introduction"), max_length=4000, blank=True)
    questions = models.JSONField(default=list, blank=True)
    places = models.PositiveSmallIntegerField(_("places"), default=0)

    def __str__(self) -> str:
        return str(self.campaign)


class Application(models.Model):
    """Somebody's wish to play: the answers to the questions as they were asked, and what became of it."""

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting for the director")
        LISTED = "listed", _("on the waiting list")
        ACCEPTED = "accepted", _("accepted")
        DECLINED = "declined", _("declined")
        WITHDRAWN = "withdrawn", _("taken back")

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="applications")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="applications")
    answers = models.JSONField(default=list)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.WAITING)
    word = models.TextField(_("director's word"), max_length=2000, blank=True)
    made_at = models.DateTimeField()
    decided_at = models.DateTimeField(null=True, blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        ordering: ClassVar[list[str]] = ["made_at", "pk"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["campaign", "user"],
                condition=Q(status__in=["waiting", "listed"]),
                name="one_open_application",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} · {self.campaign} · {self.status}"
