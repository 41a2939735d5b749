"""A campaign whose players have characters, and battles on their way to the first turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from accounts.models import User
from battles import services
from battles.maps import TEMPLATES, read_map
from battles.models import Battle
from battles.plans import Plan, SidePlan, UnitPlan
from battles.stock import unit_from_stock
from campaign.models import Campaign, Clan
from characters.models import Character
from rulebook.saga.board import parse_cell
from tests.arena import campaign_of

NOW = datetime(2026, 11, 2, 12, 0, tzinfo=UTC)


def character(player: User, campaign: Campaign, name: str, rank: str = "hero", **fields: Any) -> Character:
    """An active raider of the player's."""
    clan, _made = Clan.objects.get_or_create(campaign=campaign, name="First clan")
    given: dict[str, Any] = {
        "status": Character.Status.ACTIVE,
        "class_key": "raider",
        "race": "human",
        "strength": 9,
        "armor": 9,
        "willpower": 6,
        "exertion": 2,
        "break_value": 2,
        "reaction": 6,
        "clan": clan,
    } | fields
    return Character.objects.create(player=player, campaign=campaign, name=name, rank=rank, **given)


def table(director: User, players: Sequence[User], spectators: Sequence[User] = ()) -> Campaign:
    """A campaign where every player has a hero, named after the player."""
    campaign = campaign_of(director, players, spectators)
    for player in players:
        character(player, campaign, f"{player.username.capitalize()}a")
    return campaign


def grunt(unit_id: str, at: str, **changes: Any) -> UnitPlan:
    """A grunt of the director's on a cell."""
    unit = unit_from_stock("dredge:grunt:1", unit_id=unit_id, name=f"Grunt {unit_id}", side="b")
    return replace(unit, at=parse_cell(at) if at else None, **changes)


def against_dredge(players: Sequence[User], units: Sequence[UnitPlan] | None = None, **changes: Any) -> Plan:
    """A plan for these players against the director's units."""
    board = read_map(TEMPLATES["open-8"])
    base = Plan(
        name="The ford",
        width=board.width,
        height=board.height,
        sides=(
            SidePlan("a", "Caravan", board.first, players=tuple(player.pk for player in players)),
            SidePlan("b", "Dredge", board.second, horn=False),
        ),
        units=tuple(units if units is not None else [grunt("n1", "B1"), grunt("n2", "D1")]),
    )
    return replace(base, **changes)


def teams(first: Sequence[User], second: Sequence[User], **changes: Any) -> Plan:
    """A plan for team against team."""
    plan = against_dredge(first, [])
    other = replace(plan.sides[1], name="Raiders", players=tuple(player.pk for player in second), horn=True)
    return replace(plan, sides=(plan.sides[0], other), **changes)


def draft(campaign: Campaign, director: User, **about: Any) -> Battle:
    """A fresh draft."""
    return services.create_battle(
        campaign=campaign, by=director, name="The ford", at=NOW, sides=("Caravan", "Dredge"), **about
    )


def announced(campaign: Campaign, director: User, plan: Plan, at: datetime = NOW) -> Battle:
    """A battle that waits for its players' answers."""
    battle = draft(campaign, director)
    return services.announce_battle(battle_id=battle.pk, plan=plan, by=director, at=at)


def hero_of(player: User) -> Character:
    """The player's hero."""
    return Character.objects.get(player=player, rank="hero")


def fresh(battle: Battle) -> Battle:
    """The battle as the database holds it now."""
    return Battle.objects.select_related("campaign").get(pk=battle.pk)
