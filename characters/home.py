"""What a campaign's home page shows of its characters."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from campaign.catalogue import catalogue_of
from campaign.models import Campaign, Membership
from campaign.sections import Section, Step
from campaign.selectors import DIRECTING, membership_of
from characters.desk import desk_of
from characters.models import Character
from characters.proposals import ranks_open
from characters.selectors import party_of, proposals_in, visible_to, with_wounds
from characters.shown import summary


def home_section(campaign: Campaign, user: User | AnonymousUser) -> Section | None:
    """The living characters, what waits for the director, and the way to make one's own; nothing in the dungeon."""
    if not campaign.goes_on:
        return None
    membership = membership_of(user, campaign)
    directs = membership is not None and membership.role in DIRECTING
    living = visible_to(user).filter(campaign=campaign).exclude(status__in=("dead", "retired"))
    catalogue = catalogue_of(campaign)
    shown = [summary(one, catalogue) for one in with_wounds(living.select_related("player"))]
    context = {
        "characters": shown,
        "waiting": proposals_in(campaign) if directs else (),
        "to_decide": desk_of(campaign).to_decide if directs else 0,
        "mine": any(one.character.player_id == user.pk for one in shown),
        "may_create": membership is not None and _may_create(membership, campaign),
    }
    return Section("characters/_home.html", context, steps=_steps(campaign) if directs else ())


def _may_create(membership: Membership, campaign: Campaign) -> bool:
    if membership.role != Membership.Role.PLAYER or campaign.status == Campaign.Status.CLOSED:
        return False
    return bool(ranks_open(party_of(membership.user, campaign), membership))


def _steps(campaign: Campaign) -> tuple[Step, ...]:
    waiting = Q(status=Character.Status.PROPOSED)
    in_play = campaign.characters.filter(status=Character.Status.ACTIVE).exists()
    done = in_play and not campaign.characters.filter(waiting).exists()
    return (Step(_("Approve the players' characters"), reverse("characters:list", args=[campaign.slug]), done),)
