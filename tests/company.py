"""A campaign with its people, and characters ready to propose, for tests above the rulebook."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from accounts.models import User
from campaign.models import Campaign, Membership
from campaign.services import create_campaign
from characters.models import Character
from characters.proposals import Proposal
from characters.services import propose_character
from rulebook.saga.catalogue import Figures

NOON = datetime(2026, 11, 2, 12, 0, tzinfo=UTC)
# Sixty points over a start of forty, none above eighty.
ATTRIBUTES = {"leadership": 60, "survival": 50, "war": 60, "insight": 40, "administration": 45, "care": 45}
RAIDMASTER = Proposal(
    name="Hrolf",
    rank="hero",
    class_key="raidmaster",
    figures=Figures(strength=9, armor=8, willpower=7, exertion=3, break_=2),
    reaction=6,
    attributes=ATTRIBUTES,
    portrait="beard",
)


def march(director: User, *players: User, spectator: User | None = None, **about: Any) -> Campaign:
    """A campaign directed by one, played by others, watched by a third."""
    campaign = create_campaign(director=director, **({"name": "The long march", "clan_name": "Ravens"} | about))
    for player in players:
        Membership.objects.create(campaign=campaign, user=player, role="player")
    if spectator is not None:
        Membership.objects.create(campaign=campaign, user=spectator, role="spectator")
    return campaign


def membership(user: User, campaign: Campaign) -> Membership:
    return Membership.objects.get(user=user, campaign=campaign)


def wish(campaign: Campaign, **changes: Any) -> Proposal:
    """A legal raidmaster in the campaign's first clan, changed where a test says so."""
    return replace(RAIDMASTER, **({"clan": campaign.clans.first()} | changes))


def proposed(campaign: Campaign, player: User, **changes: Any) -> Character:
    """A character that waits for the director."""
    return propose_character(campaign=campaign, player=player, by=player, proposal=wish(campaign, **changes), at=NOON)


def active(campaign: Campaign, player: User, director: User, **changes: Any) -> Character:
    """A character that the director brought in."""
    return propose_character(campaign=campaign, player=player, by=director, proposal=wish(campaign, **changes), at=NOON)
