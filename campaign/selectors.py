"""Questions about campaigns: who belongs, who may read, which table rules are in force."""

from __future__ import annotations

from datetime import datetime
from typing import TypeVar

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet

from accounts.asked_often import AskedOften
from accounts.models import User
from campaign.models import (
    Application,
    ApplicationForm,
    Campaign,
    CaravanEntry,
    Clan,
    Invitation,
    Membership,
    RuleChange,
)
from rulebook.dungeon.rules import TableRules as DungeonRules
from rulebook.rulesets import TABLE_RULES
from rulebook.saga.campaign import Caravan
from rulebook.saga.rules import TableRules

Rules = TypeVar("Rules", TableRules, DungeonRules)

DIRECTING = (Membership.Role.DIRECTOR, Membership.Role.CO_DIRECTOR)


def role_of(user: User | AnonymousUser, campaign: Campaign) -> str | None:
    """The user's role in the campaign; None for those who do not belong, or no longer."""
    if not isinstance(user, User):
        return None
    found = _roles(user, campaign.pk)
    return found[0][0] if found else None


_roles = AskedOften(
    lambda user, campaign: Membership.objects.filter(campaign=campaign, user=user, left_at__isnull=True).values_list(
        "role"
    ),
    int,
)


def is_director(user: User | AnonymousUser, campaign: Campaign) -> bool:
    """Whether the user is the campaign's director or a co-director."""
    return role_of(user, campaign) in DIRECTING


def may_read(user: User | AnonymousUser, campaign: Campaign) -> bool:
    """Whether the user may know of the campaign: it is public, or they belong to it."""
    return campaign.is_public or role_of(user, campaign) is not None


def visible_to(user: User | AnonymousUser) -> QuerySet[Campaign]:
    """Every campaign the user may know of; the question each list and page asks."""
    return Campaign.objects.filter(Q(is_public=True) | Q(pk__in=_campaigns_of(user)))


def belonging_to(user: User | AnonymousUser) -> QuerySet[Campaign]:
    """The campaigns the user is an active member of."""
    return Campaign.objects.filter(pk__in=_campaigns_of(user))


def directed_by(user: User) -> QuerySet[Campaign]:
    """The campaigns that the user directs, alone or with others, by name."""
    rows = Membership.objects.filter(user=user, role__in=DIRECTING, left_at__isnull=True)
    return Campaign.objects.filter(pk__in=rows.values("campaign_id")).order_by("name", "pk")


def open_to_find(
    user: User | AnonymousUser, *, words: str = "", language: str = "", seeking: bool = False
) -> QuerySet[Campaign]:
    """Public, open campaigns the user does not belong to, by words of name or summary, by language, seeking players."""
    found = Campaign.objects.filter(is_public=True, status=Campaign.Status.OPEN).exclude(pk__in=_campaigns_of(user))
    if language:
        found = found.filter(language=language)
    if seeking:
        found = found.filter(application_form__is_open=True)
    for word in words.split():
        found = found.filter(Q(name__icontains=word) | Q(summary__icontains=word))
    return found


def with_head_counts(campaigns: QuerySet[Campaign]) -> QuerySet[Campaign]:
    """The same campaigns by name, each with `players`: how many play in it, and whether it `seeks` more."""
    playing = Q(memberships__role=Membership.Role.PLAYER, memberships__left_at__isnull=True)
    seeking = ApplicationForm.objects.filter(campaign=OuterRef("pk"), is_open=True)
    counted = campaigns.annotate(players=Count("memberships", filter=playing), seeks=Exists(seeking))
    return counted.order_by("name", "pk")


def members_of(campaign: Campaign) -> QuerySet[Membership]:
    """The active memberships, their users fetched, in order of joining."""
    return campaign.memberships.filter(left_at__isnull=True).select_related("user")


def membership_of(user: User | AnonymousUser, campaign: Campaign) -> Membership | None:
    """The user's active membership of the campaign."""
    if not user.is_authenticated:
        return None
    return members_of(campaign).filter(user=user).first()


def players_of(campaign: Campaign) -> QuerySet[User]:
    """The users who play in the campaign, in order of joining."""
    return _users_with(campaign, (Membership.Role.PLAYER,))


def directors_of(campaign: Campaign) -> QuerySet[User]:
    """The director and the co-directors."""
    return _users_with(campaign, DIRECTING)


def readers_of(campaign: Campaign) -> QuerySet[User]:
    """Every active member, whatever the role."""
    return _users_with(campaign, tuple(Membership.Role))


def table_rules(campaign: Campaign) -> TableRules:
    """The table rules of the saga in force; what the campaign leaves unsaid stands at its default.

    A campaign of another ruleset leaves all of them unsaid: the story's votes and tests go by the defaults there.
    """
    return _rules_as(TableRules, campaign)


def own_rules(campaign: Campaign) -> TableRules | DungeonRules:
    """The table rules in force, of whatever ruleset the campaign plays by."""
    return TABLE_RULES[campaign.ruleset].from_mapping(campaign.table_rules)


def dungeon_rules(campaign: Campaign) -> DungeonRules:
    """The table rules of the dungeon in force; the defaults in a campaign of another ruleset."""
    return _rules_as(DungeonRules, campaign)


def _rules_as(kind: type[Rules], campaign: Campaign) -> Rules:
    """The campaign's settings as those of one ruleset; all at their defaults where it plays by another."""
    return kind.from_mapping(campaign.table_rules if TABLE_RULES[campaign.ruleset] is kind else {})


def names_for(user: User) -> list[tuple[str, str]]:
    """Address and name of each campaign that the user belongs to."""
    return list(belonging_to(user).values_list("slug", "name"))


def rule_changes(campaign: Campaign) -> QuerySet[RuleChange]:
    """What was changed in the table rules, newest first."""
    return campaign.rule_changes.select_related("by")


def latest_rule_change(campaign: Campaign) -> int:
    """A number that moves whenever the table rules change; 0 while they never did."""
    return campaign.rule_changes.values_list("pk", flat=True).first() or 0


def caravan_of(clan: Clan) -> Caravan:
    """The clan's caravan as the rules look at it (CARA-1)."""
    return Caravan(clan.days, clan.supplies, clan.morale, clan.clansmen, clan.fighters, clan.varl)


def ledger_of(clan: Clan) -> QuerySet[CaravanEntry]:
    """Every change of the clan's caravan, newest first."""
    return clan.entries.select_related("by")


def latest_entry(clan: Clan) -> int:
    """A number that moves whenever the caravan changes; 0 while it never did."""
    return clan.entries.values_list("pk", flat=True).first() or 0


def live_invitations(campaign: Campaign, *, at: datetime) -> QuerySet[Invitation]:
    """The invitations that still let somebody in at that moment."""
    in_time = Q(expires_at__isnull=True) | Q(expires_at__gt=at)
    return campaign.invitations.filter(in_time, revoked_at__isnull=True, uses__lt=F("most_uses"))


def why_closed(invitation: Invitation, *, at: datetime) -> str | None:
    """The code of what keeps an invitation from letting anybody in; None while it is good."""
    if invitation.campaign.status == Campaign.Status.CLOSED:
        return "campaign-closed"
    if invitation.revoked_at is not None:
        return "invitation-revoked"
    if invitation.expires_at is not None and invitation.expires_at <= at:
        return "invitation-expired"
    return "invitation-used-up" if invitation.uses >= invitation.most_uses else None


def form_of(campaign: Campaign) -> ApplicationForm | None:
    """The director's application form; None while none was written."""
    return ApplicationForm.objects.filter(campaign=campaign).first()


def takes_applications(campaign: Campaign) -> bool:
    """Whether somebody may apply to play: an open campaign with an open form."""
    form = form_of(campaign)
    return campaign.status == Campaign.Status.OPEN and form is not None and form.is_open


def places_left(campaign: Campaign) -> int | None:
    """How many of the places that the form names are free; None where it names none."""
    form = form_of(campaign)
    if form is None or not form.places:
        return None
    return max(0, form.places - players_of(campaign).count())


def applications_in(campaign: Campaign) -> QuerySet[Application]:
    """The applications that are open, in the order in which they came."""
    waiting = (Application.Status.WAITING, Application.Status.LISTED)
    return campaign.applications.filter(status__in=waiting).select_related("user")


def applications_visible_to(user: User | AnonymousUser) -> QuerySet[Application]:
    """One's own applications, and those to the campaigns one directs."""
    if not user.is_authenticated:
        return Application.objects.none()
    directed = Membership.objects.filter(user=user, role__in=DIRECTING, left_at__isnull=True)
    mine = Q(user=user) | Q(campaign__in=directed.values_list("campaign_id", flat=True))
    return Application.objects.filter(mine).select_related("campaign", "user", "decided_by")


def former_players_of(campaign: Campaign) -> QuerySet[User]:
    """The users who no longer play here but have played: their seats can be taken over."""
    present = players_of(campaign).values_list("pk", flat=True)
    return User.objects.filter(memberships__campaign=campaign).exclude(pk__in=present).order_by("pk")


def _campaigns_of(user: User | AnonymousUser) -> QuerySet[Membership, int]:
    if not user.is_authenticated:
        return Membership.objects.none().values_list("campaign_id", flat=True)
    return Membership.objects.filter(user=user, left_at__isnull=True).values_list("campaign_id", flat=True)


def _users_with(campaign: Campaign, roles: tuple[Membership.Role, ...]) -> QuerySet[User]:
    return User.objects.filter(
        memberships__campaign=campaign, memberships__role__in=roles, memberships__left_at__isnull=True
    ).order_by("memberships__pk")


def member_named(campaign: Campaign, user_id: str) -> User | None:
    """A member by id, for looking at pages as they do."""
    if not user_id.isdecimal() or len(user_id) > 9:
        return None
    return User.objects.filter(
        pk=int(user_id), memberships__campaign=campaign, memberships__left_at__isnull=True
    ).first()
