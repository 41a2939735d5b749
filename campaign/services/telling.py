"""What members and directors are told of a campaign."""

from __future__ import annotations

from datetime import datetime

from django.urls import reverse

from accounts.models import User
from campaign.models import Campaign, Membership, RuleChange
from campaign.selectors import directors_of, readers_of
from notifications.services import notify, notify_each


def members_link(campaign: Campaign) -> str:
    return reverse("campaign:members", args=[campaign.slug])


def tell_directors(membership: Membership, what: str, at: datetime, *, by: User | None = None, word: str = "") -> None:
    """A member came or went; `by` is who did it where it was not the member, `word` what they said."""
    campaign = membership.campaign
    notify_each(
        directors_of(campaign),
        kind="campaign",
        subject=f"campaign:{campaign.slug}:{what}:{membership.user_id}:{at:%Y%m%d%H%M%S}",
        link=members_link(campaign),
        data={
            "what": what,
            "campaign": campaign.name,
            "who": membership.user.shown_name,
            "role": membership.role,
            "reason": word,
        },
        at=at,
        campaign_slug=campaign.slug,
        by=by or membership.user,
    )


def tell_member(membership: Membership, what: str, by: User, at: datetime) -> None:
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


def tell_of_rules(campaign: Campaign, changed: tuple[RuleChange, ...], by: User, at: datetime) -> None:
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
