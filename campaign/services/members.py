"""Who belongs to a campaign: invitations, roles, handing over, leaving and removing."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import F

from accounts.models import User
from campaign import departures
from campaign.guards import require_director, require_head
from campaign.models import Campaign, Invitation, Membership
from campaign.selectors import why_closed
from campaign.services.telling import tell_directors, tell_member
from notifications.services import withdraw
from rulebook.errors import Illegal, TooLate, Unreadable

MOST_USES = 100
LONGEST_WORD = 500
STANDING = {"spectator": 0, "player": 1, "co-director": 2, "director": 3}


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
        tell_directors(membership, "joined", at)
    return membership


def set_role(*, membership: Membership, role: str, by: User, at: datetime) -> None:
    """Another role for a member. Making or unmaking a co-director is the director's alone.

    A player who no longer plays has departed as far as running battles go. Directorship itself moves with
    `hand_over`. Raises `bad-role` (Unreadable) for it and for unknown roles.
    """
    campaign = membership.campaign
    require_director(by, campaign)
    if role not in Membership.Role.values or Membership.Role.DIRECTOR in (role, membership.role):
        raise Unreadable("bad-role", f"{membership.user} cannot be made {role!r} here.", {"role": role})
    if Membership.Role.CO_DIRECTOR in (role, membership.role):
        require_head(by, campaign)
    stops_playing = membership.role == Membership.Role.PLAYER
    with transaction.atomic():
        changed = Membership.objects.filter(pk=membership.pk, left_at__isnull=True).exclude(role=role).update(role=role)
        membership.role = role
        if changed and stops_playing:
            departures.tell_departed(membership, by, at)
        if changed:
            tell_member(membership, "role", by, at)


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
        tell_member(heir, "role", by, at)


def leave(*, membership: Membership, at: datetime, word: str = "") -> None:
    """The member goes, with a word for the directors; characters, posts and rolls stay.

    Raises `director-stays`: hand the campaign over first.
    """
    if membership.role == Membership.Role.DIRECTOR:
        raise Illegal("director-stays", f"{membership.user} directs the campaign and must hand it over before leaving.")
    with transaction.atomic():
        if _end(membership, at=at, removed_by=None):
            tell_directors(membership, "left", at, word=word[:LONGEST_WORD])


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
            tell_member(membership, "removed", by, at)


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
        departures.tell_departed(membership, removed_by, at)
        withdraw(reader=membership.user, campaign_slug=membership.campaign.slug, at=at)
    return ended
