"""The ford: a battle to look at in tests of pages, its figures known. Tóki's spear reaches two squares; F4 lies one
willpower away, and from there a strength attack on Raider 1 needs less than 83 and takes 3."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from html import unescape
from typing import Any

from django.db import transaction
from django.test import Client
from django.utils import timezone

from accounts.models import User
from battles.models import Battle
from battles.moments import to_ms
from battles.selectors import player_id
from battles.services import begin
from campaign.models import Campaign
from rulebook.saga.board import Board, Cell, Size, Zone, parse_cell
from rulebook.saga.rules import TableRules
from rulebook.saga.setup import Setup
from rulebook.saga.state import DIRECTOR, Side, Span, Unit, Victory
from tests import arena
from turns.services import play_turn
from turns.services.change import follow
from turns.services.pending import Pending

WIDTH = HEIGHT = 12
ORDER = ("toki", "raider1", "eyra", "raider2", "hrolf", "sunna")


def unit(key: str, name: str, player: str, side: str, at: str | None, **figures: Any) -> Unit:
    """A unit of this name on a named cell."""
    made = arena.fighter(key, player, side, parse_cell(at) if at else None, **figures)
    return replace(made, name=name)


def units_for(bob: User, carla: User, dani: User) -> list[Unit]:
    """Bob has Tóki and Sunna, Carla Eyra, Dani Hrolf; the raiders, a colossus and a hidden scout are the director's."""
    hero: dict[str, Any] = {"rank": "hero", "hero_points": 5, "max_hero_points": 5}
    figures = {"strength": 13, "max_strength": 14, "armor": 10, "willpower": 3, "max_willpower": 4, "move": 3}
    return [
        unit(
            "toki",
            "Tóki",
            player_id(bob),
            "north",
            "C5",
            reach=Span(1, 2),
            break_=3,
            abilities={"impale": 2},
            **figures,
            **hero,
        ),
        unit("eyra", "Eyra", player_id(carla), "north", "B3", strength=9, armor=7, abilities={"rally": 1}, **hero),
        unit("hrolf", "Hrolf", player_id(dani), "north", "A7", strength=14, armor=9, size=Size(2, 2)),
        unit(
            "sunna",
            "Sunna",
            player_id(bob),
            "north",
            "D8",
            strength=6,
            armor=5,
            reach=Span(2, 5),
            abilities={"slag-and-burn": 2},
        ),
        unit("raider1", "Raider 1", DIRECTOR, "south", "G3", strength=8, armor=10),
        unit("raider2", "Raider 2", DIRECTOR, "south", "I5", strength=8, armor=6),
        unit("colossus", "Colossus", DIRECTOR, "south", "I7", strength=16, armor=12, size=Size(2, 2), boss=True),
        unit("scout", "Hooded Scout", DIRECTOR, "south", None, strength=6, armor=4, hidden=True),
    ]


def ground(width: int = WIDTH, height: int = HEIGHT, blocked: Sequence[str] = ("E2", "F8")) -> Board:
    """Open ground with two blocked cells, a zone of two columns for each side."""
    zones = tuple(
        Zone(side, letter, color, frozenset(Cell(x, y) for x in columns for y in range(height)))
        for side, letter, color, columns in (
            ("north", "Z1", "blue", (0, 1)),
            ("south", "Z2", "red", (width - 2, width - 1)),
        )
    )
    return Board(width, height, frozenset(parse_cell(cell) for cell in blocked), zones)


def start(
    campaign: Campaign,
    units: Sequence[Unit],
    *,
    order: Sequence[str] = ORDER,
    rules: Mapping[str, Any] | None = None,
    at: datetime | None = None,
    horn: int = 2,
    board: Board | None = None,
    name: str = "The frozen ford",
) -> Battle:
    """A running battle of these units; two hours ago unless told otherwise."""
    opened = at or timezone.now() - timedelta(hours=2)
    setup = Setup(
        board=board or ground(),
        sides=(
            Side("north", "The caravan", Victory("defeat-all"), horn=horn),
            Side("south", "The raiders", Victory("defeat-all"), horn=None),
        ),
        units=tuple(units),
        opened=to_ms(opened),
        rules=TableRules.from_mapping(dict(rules or {})),
        deployment=any(one.at is None and not one.hidden for one in units),
        order=tuple(one for one in order if any(known.id == one for known in units)),
    )
    director = campaign.memberships.get(role="director").user
    battle = Battle.objects.create(
        campaign=campaign, name=name, created_by=director, announced_at=opened, status=Battle.Status.MUSTER
    )
    with transaction.atomic():
        applied = begin(battle, setup, at=opened)
        pending = Pending()
        follow(pending, battle, applied, at=opened)
        pending.write(at=opened)
    return battle


@dataclass
class Ford:
    """The battle, its people and their browsers without scripts."""

    battle: Battle
    campaign: Campaign
    people: Mapping[str, User]

    @property
    def url(self) -> str:
        """The battle's page."""
        return self.battle.get_absolute_url()

    def as_(self, name: str) -> Client:
        """A client signed in as one of the cast."""
        client = Client()
        client.force_login(self.people[name])
        return client

    def state(self) -> Any:
        """The battle's state as the database holds it now."""
        return arena.state(self.battle)

    def pass_turn(self, unit: str, name: str, text: str = "") -> None:
        """The unit's player lets its turn go by, now, with these words."""
        play_turn(
            battle_id=self.battle.pk,
            unit=unit,
            player=self.people[name],
            steps=(),
            text=text,
            version=None,
            key=f"pass-{unit}-{self.battle.posts.count()}",
            received_at=timezone.now(),
        )


def build(people: Mapping[str, User], **about: Any) -> Ford:
    """The ford in a campaign of its own."""
    campaign = arena.campaign_of(people["alice"], [people["bob"], people["carla"], people["dani"]], [people["sam"]])
    units = about.pop("units", None) or units_for(people["bob"], people["carla"], people["dani"])
    return Ford(start(campaign, units, **about), campaign, people)


ORDERS = {"mode": "act", "horn": "0", "to": "F4", "act": "strength", "target": "raider1", "boost": "0"}
"""What Tóki's player sends for the way to F4 and a strength attack on Raider 1."""


def hidden_fields(page: str) -> dict[str, str]:
    """The hidden fields of a page's forms, the last of a name counting; and its hidden text."""
    found = {
        unescape(name): unescape(value)
        for name, value in re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', page)
    }
    text = re.search(r'<textarea name="text"[^>]*>(.*?)</textarea>', page, re.DOTALL)
    return found | ({"text": unescape(text[1])} if text else {})
