"""Verbs of a campaign: the only writer of its rows. Each guards itself, whatever face calls it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from urllib.parse import quote

from django.db import IntegrityError, transaction
from django.db.models import F
from django.urls import reverse
from django.utils.text import slugify

from accounts.models import User
from campaign.guards import require_director, require_head
from campaign.models import Campaign, Clan, Invitation, Membership, RuleChange
from campaign.selectors import directors_of, latest_rule_change, readers_of, table_rules, why_closed
from notifications.services import notify, notify_each, withdraw
from rulebook.errors import Illegal, TooLate, Unreadable
from rulebook.saga.rules import TableRules

LONGEST_SLUG = 50
LONGEST_SLUG_QUOTED = 120
MOST_USES = 100
STANDING = {"spectator": 0, "player": 1, "co-director": 2, "director": 3}


def create_campaign(
    *,
    name: str,
    director: User,
    clan_name: str,
    summary: str = "",
    language: str = "en",
    is_public: bool = False,
) -> Campaign:
    """A new campaign with its first clan (CHAR-6) and the default table rules; its creator directs it."""
    with transaction.atomic():
        campaign = _with_free_address(
            Campaign(
                name=name,
                summary=summary,
                language=language,
                is_public=is_public,
                table_rules=TableRules().to_mapping(),
            )
        )
        Membership.objects.create(campaign=campaign, user=director, role=Membership.Role.DIRECTOR)
        Clan.objects.create(campaign=campaign, name=clan_name)
    return campaign


def edit_campaign(
    *,
    campaign: Campaign,
    by: User,
    name: str,
    summary: str,
    language: str,
    is_public: bool,
    house_notes: str,
    status: str,
) -> None:
    """The campaign's own words and doors; its address stays. A director's verb."""
    require_director(by, campaign)
    campaign.name, campaign.summary, campaign.language = name, summary, language
    campaign.is_public, campaign.house_notes, campaign.status = is_public, house_notes, status
    campaign.save(update_fields=["name", "summary", "language", "is_public", "house_notes", "status"])


def add_clan(*, campaign: Campaign, by: User, name: str) -> Clan:
    """One more clan with an empty caravan (CHAR-6). Raises `clan-exists` for a name already taken."""
    require_director(by, campaign)
    try:
        with transaction.atomic():
            return Clan.objects.create(campaign=campaign, name=name)
    except IntegrityError:
        raise _clan_exists(name) from None


def rename_clan(*, clan: Clan, by: User, name: str) -> None:
    """Another name for a clan. Raises `clan-exists` for a name already taken."""
    require_director(by, clan.campaign)
    try:
        with transaction.atomic():
            clan.name = name
            clan.save(update_fields=["name"])
    except IntegrityError:
        raise _clan_exists(name) from None


def invite(
    *, campaign: Campaign, by: User, role: str, most_uses: int, expires_at: datetime | None, at: datetime
) -> Invitation:
    """A link that lets `most_uses` people join with a role until `expires_at` (None: no end).

    Only the director invites co-directors. Raises `bad-role`, `bad-uses`, `bad-expiry`.
    """
    require_director(by, campaign)
    if role == Membership.Role.CO_DIRECTOR:
        require_head(by, campaign)
    if role not in Membership.Role.values or role == Membership.Role.DIRECTOR:
        raise Unreadable("bad-role", f"Nobody is invited as {role!r}.", {"role": role})
    if not 1 <= most_uses <= MOST_USES:
        raise Unreadable("bad-uses", f"1 to {MOST_USES} people may use a link, not {most_uses}.", {"most": MOST_USES})
    if expires_at is not None and expires_at <= at:
        raise Unreadable("bad-expiry", f"A link cannot end at {expires_at:%Y-%m-%d %H:%M}, which is past.")
    return Invitation.objects.create(
        campaign=campaign, role=role, created_by=by, created_at=at, expires_at=expires_at, most_uses=most_uses
    )


def revoke_invitation(*, invitation: Invitation, by: User, at: datetime) -> None:
    """The link lets nobody in any more; doing it twice changes nothing."""
    require_director(by, invitation.campaign)
    Invitation.objects.filter(pk=invitation.pk, revoked_at__isnull=True).update(revoked_at=at)


def accept_invitation(*, token: str, user: User, at: datetime) -> Membership:
    """Join by a link. Of two who take the last use at once, one is let in.

    A member whose role is as high already stays as it is and uses nothing up; a lower one rises.
    Raises Invitation.DoesNotExist for an unknown token, TooLate with `campaign-closed`,
    `invitation-revoked`, `invitation-expired` or `invitation-used-up`, and Illegal with
    `invitation-not-for-you` for somebody removed after the link was made.
    """
    with transaction.atomic():
        invitation = Invitation.objects.select_for_update().get(token=token)
        membership = Membership.objects.filter(campaign=invitation.campaign, user=user).first()
        if membership and membership.left_at is None and STANDING[membership.role] >= STANDING[invitation.role]:
            return membership
        _check_open(invitation, membership, at)
        membership, _created = Membership.objects.update_or_create(
            campaign=invitation.campaign,
            user=user,
            defaults={"role": invitation.role, "left_at": None, "removed_by": None},
        )
        Invitation.objects.filter(pk=invitation.pk).update(uses=F("uses") + 1)
        _tell_directors(membership, "joined", at)
    return membership


def change_table_rules(
    *, campaign: Campaign, settings: Mapping[str, object], by: User, at: datetime, seen: int | None = None
) -> tuple[RuleChange, ...]:
    """Set table rules; those not named stay. Logs every change and tells all members once.

    A battle that has begun keeps the settings it began with. `seen` is the `latest_rule_change`
    that the author looked at: if another change came since, `rules-changed` (TooLate) is raised.
    Raises `unknown-table-rule` and `bad-table-rule` (Unreadable, the setting in `data["rule"]`).
    """
    require_director(by, campaign)
    with transaction.atomic():
        locked = Campaign.objects.select_for_update().get(pk=campaign.pk)
        if seen is not None and seen != latest_rule_change(locked):
            raise TooLate("rules-changed", "The table rules were changed by somebody else meanwhile.")
        before = table_rules(locked).to_mapping()
        after = TableRules.from_mapping(before | dict(settings)).to_mapping()
        changed = tuple(
            RuleChange.objects.create(campaign=locked, name=name, before=before[name], after=value, by=by, at=at)
            for name, value in after.items()
            if value != before[name]
        )
        locked.table_rules = after
        locked.save(update_fields=["table_rules"])
        if changed:
            _tell_of_rules(locked, changed, by, at)
    campaign.table_rules = after
    return changed


def set_role(*, membership: Membership, role: str, by: User, at: datetime) -> None:
    """Another role for a member. Making or unmaking a co-director is the director's alone.

    Directorship itself moves with `hand_over`. Raises `bad-role` (Unreadable) for it and for unknown roles.
    """
    campaign = membership.campaign
    require_director(by, campaign)
    if role not in Membership.Role.values or Membership.Role.DIRECTOR in (role, membership.role):
        raise Unreadable("bad-role", f"{membership.user} cannot be made {role!r} here.", {"role": role})
    if Membership.Role.CO_DIRECTOR in (role, membership.role):
        require_head(by, campaign)
    changed = Membership.objects.filter(pk=membership.pk, left_at__isnull=True).exclude(role=role).update(role=role)
    membership.role = role
    if changed:
        _tell_member(membership, "role", by, at)


def allow_characters(*, membership: Membership, by: User, second_companion: bool, secondary_needed: bool) -> None:
    """The director's leave for a second companion (CHAR-1) and for a secondary beside a companion (CHAR-3)."""
    require_director(by, membership.campaign)
    membership.second_companion, membership.secondary_needed = second_companion, secondary_needed
    membership.save(update_fields=["second_companion", "secondary_needed"])


def hand_over(*, campaign: Campaign, to: User, by: User, at: datetime) -> None:
    """Another member becomes the director; the one before stays as co-director.

    Raises Membership.DoesNotExist when `to` is no active member.
    """
    with transaction.atomic():
        Campaign.objects.select_for_update().get(pk=campaign.pk)
        require_head(by, campaign)
        heir = Membership.objects.select_related("user").get(campaign=campaign, user=to, left_at__isnull=True)
        Membership.objects.filter(campaign=campaign, user=by).update(role=Membership.Role.CO_DIRECTOR)
        heir.role = Membership.Role.DIRECTOR
        heir.save(update_fields=["role"])
        _tell_member(heir, "role", by, at)


def leave(*, membership: Membership, at: datetime) -> None:
    """The member goes; characters, posts and rolls stay. Raises `director-stays`: hand the campaign over first."""
    if membership.role == Membership.Role.DIRECTOR:
        raise Illegal("director-stays", f"{membership.user} directs the campaign and must hand it over before leaving.")
    with transaction.atomic():
        if _end(membership, at=at, removed_by=None):
            _tell_directors(membership, "left", at)


def remove_member(*, membership: Membership, by: User, at: datetime) -> None:
    """A director sends a member away. Links made before do not let them in again.

    Raises `director-stays` for the director; a co-director is removed by the director alone.
    """
    campaign = membership.campaign
    require_director(by, campaign)
    if membership.role == Membership.Role.DIRECTOR:
        raise Illegal("director-stays", f"{membership.user} directs the campaign and cannot be removed.")
    if membership.role == Membership.Role.CO_DIRECTOR:
        require_head(by, campaign)
    with transaction.atomic():
        if _end(membership, at=at, removed_by=by):
            _tell_member(membership, "removed", by, at)


def _with_free_address(campaign: Campaign) -> Campaign:
    """Save under the name's own slug, or the first numbered one that is free."""
    base = _slug_of(campaign.name)
    taken = set(Campaign.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    number = 1
    while True:
        campaign.slug = base if number == 1 else f"{base}-{number}"
        number += 1
        if campaign.slug in taken:
            continue
        try:
            with transaction.atomic():
                campaign.save(force_insert=True)
            return campaign
        except IntegrityError:
            # Somebody took it between the question and the answer; the next number is as good.
            taken.add(campaign.slug)


def _slug_of(name: str) -> str:
    slug = slugify(name, allow_unicode=True)[:LONGEST_SLUG].strip("-") or "campaign"
    while len(quote(slug)) > LONGEST_SLUG_QUOTED:
        slug = slug[:-1]
    return slug.strip("-")


def _clan_exists(name: str) -> Illegal:
    return Illegal("clan-exists", f"There is a clan named {name!r} already.", {"name": name})


def _check_open(invitation: Invitation, membership: Membership | None, at: datetime) -> None:
    reason = why_closed(invitation, at=at)
    if reason:
        raise TooLate(reason, f"The invitation to {invitation.campaign} is no longer good: {reason}.")
    if membership and membership.removed_by_id and membership.left_at and invitation.created_at <= membership.left_at:
        raise Illegal("invitation-not-for-you", f"{membership.user} was removed after this link was made.")


def _end(membership: Membership, *, at: datetime, removed_by: User | None) -> int:
    ended = Membership.objects.filter(pk=membership.pk, left_at__isnull=True).update(
        left_at=at, removed_by=removed_by, second_companion=False, secondary_needed=False
    )
    if ended:
        withdraw(reader=membership.user, campaign_slug=membership.campaign.slug, at=at)
    return ended


def _members_link(campaign: Campaign) -> str:
    return reverse("campaign:members", args=[campaign.slug])


def _tell_directors(membership: Membership, what: str, at: datetime) -> None:
    campaign = membership.campaign
    notify_each(
        directors_of(campaign),
        kind="campaign",
        subject=f"campaign:{campaign.slug}:{what}:{membership.user_id}:{at:%Y%m%d%H%M%S}",
        link=_members_link(campaign),
        data={"what": what, "campaign": campaign.name, "who": membership.user.shown_name, "role": membership.role},
        at=at,
        campaign_slug=campaign.slug,
        by=membership.user,
    )


def _tell_member(membership: Membership, what: str, by: User, at: datetime) -> None:
    campaign = membership.campaign
    notify(
        reader=membership.user,
        kind="campaign",
        subject=f"campaign:{campaign.slug}:{what}:{at:%Y%m%d%H%M%S}",
        link=reverse("campaign:list") if what == "removed" else campaign.get_absolute_url(),
        data={"what": what, "campaign": campaign.name, "who": by.shown_name, "role": membership.role},
        at=at,
        campaign_slug=campaign.slug,
        by=by,
    )


def _tell_of_rules(campaign: Campaign, changed: tuple[RuleChange, ...], by: User, at: datetime) -> None:
    notify_each(
        readers_of(campaign),
        kind="campaign",
        subject=f"campaign:{campaign.slug}:rules:{changed[-1].pk}",
        link=reverse("campaign:rules", args=[campaign.slug]),
        data={
            "what": "rules",
            "campaign": campaign.name,
            "who": by.shown_name,
            "rules": [change.name for change in changed],
        },
        at=at,
        campaign_slug=campaign.slug,
        by=by,
    )
