"""A campaign of the dungeon, and adventures on their way to the first round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from accounts.models import User
from battles import services
from battles.dungeon.plan import IMPROVED, AdventurePlan, HeroSeat
from battles.models import Battle
from campaign.models import Campaign
from rulebook.dungeon.adventures import source
from rulebook.dungeon.rules import TableRules
from tests.arena import campaign_of
from turns.services import begin_battle

NOW = datetime(2026, 11, 2, 12, 0, tzinfo=UTC)
HEROES = ("bruna", "torvek", "sylwen", "ivo")
SEED = b"under the chapel".ljust(32, b".")


def vault(director: User, players: Sequence[User], spectators: Sequence[User] = (), **rules: Any) -> Campaign:
    """A campaign that plays the dungeon."""
    campaign = campaign_of(director, players, spectators)
    campaign.ruleset, campaign.table_rules = "dungeon", TableRules(**rules).to_mapping()
    campaign.save()
    return campaign


def descent(*players: User, **changes: Any) -> AdventurePlan:
    """A plan that deals the four heroes out among these players, against the improved Invisible Overlord."""
    seats = tuple(HeroSeat(hero, players[number % len(players)].pk) for number, hero in enumerate(HEROES))
    return replace(AdventurePlan("The descent", source("silent_ossuary"), seats, overlord=IMPROVED), **changes)


def open_to(*players: User, **changes: Any) -> AdventurePlan:
    """A plan that leaves all four heroes to these players."""
    seats, asked = tuple(map(HeroSeat, HEROES)), tuple(player.pk for player in players)
    return descent(players[0], heroes=seats, asked=asked, **changes)


def drafted(campaign: Campaign, director: User, **about: Any) -> Battle:
    """A draft with the first of the shipped adventures."""
    given: dict[str, Any] = {"name": "The descent", "adventure": "silent_ossuary", "at": NOW, "seed": SEED} | about
    return services.create_adventure(campaign=campaign, by=director, **given)


def announced(campaign: Campaign, director: User, plan: AdventurePlan) -> Battle:
    """An adventure whose players have been asked, where any have to be."""
    battle = drafted(campaign, director)
    services.announce_adventure(battle_id=battle.pk, plan=plan, by=director, at=NOW)
    return fresh(battle)


def begun(campaign: Campaign, director: User, plan: AdventurePlan, at: datetime = NOW) -> Battle:
    """An adventure that has begun, its heroes to be placed."""
    battle = announced(campaign, director, plan)
    begin_battle(battle.pk, at=at, by=director)
    return fresh(battle)


def fresh(battle: Battle) -> Battle:
    """The battle as it is now."""
    return Battle.objects.select_related("campaign").get(pk=battle.pk)
