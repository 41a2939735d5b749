"""What a campaign's home page shows of archives: to its director, the places still kept for people."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from campaign.models import Campaign
from campaign.sections import Section
from campaign.selectors import is_director


def places_section(campaign: Campaign, user: User | AnonymousUser) -> Section | None:
    """How many places of an archive wait for their people."""
    waiting = campaign.places.count() if is_director(user, campaign) else 0
    return Section("archives/_home.html", {"places_waiting": waiting}) if waiting else None
