"""The cellar: a small adventure to look at in tests of pages, everybody at once where something can be done.

Torvek stands in the front arc of a guard and may fight it; Sylwen sees an archer over a table; behind the locked door,
where nobody has been, waits a Corpse Ogre, and the chest holds a draught nobody knows of.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.test import Client
from django.utils import timezone

from accounts.models import User
from battles.models import Battle
from battles.moments import to_ms
from battles.selectors import player_id
from rulebook.dungeon.mapfile import parse_adventure
from rulebook.dungeon.rules import TableRules
from rulebook.dungeon.setup import HeroEntry, Setup, with_heroes_placed
from rulebook.dungeon.state import DIRECTOR, State
from tests import crypt
from tests.ford import hidden_fields

SOURCE = """\
adventure: cellar
title.en: The cellar
title.es: La bodega
story.en: Something walks below.
story.es: Algo anda por abajo.

overlord: necromancer
orders: 2
deck: 10
hand: 6
raise: bone_guard 3

hero: bruna items whetstone_oil healing_draught
hero: torvek items saints_knuckle
hero: ivo spells ember_dart quickstep fireburst

door: 8,3 lock 2 2
chest: 5,4 lock 2 2 holds spark_crystal

face: 3,2 W
face: 4,5 N
face: 10,3 W

goal: door 8,3
goal: square 12,4
win: reach 12,4

map:
##############
#1......######
#.2g....#....#
#3......D.Oo.#
#4.t.C.b#.oo.#
#...a...######
##############
"""
HEROES = ("bruna", "torvek", "sylwen", "ivo")


@dataclass
class Cellar:
    """The game, its people and their browsers without scripts."""

    battle: Battle
    people: Mapping[str, User]

    @property
    def url(self) -> str:
        """The game's page."""
        return self.battle.get_absolute_url()

    @property
    def state(self) -> State:
        """The game as it is now."""
        return crypt.state(self.battle)

    def as_(self, name: str) -> Client:
        """A browser in which this person is signed in."""
        client = Client()
        client.force_login(self.people[name])
        return client

    def page(self, name: str, query: str = "") -> str:
        """What this person reads at the game's page."""
        answer = self.as_(name).get(self.url + query)
        assert answer.status_code == 200
        return answer.content.decode()

    def composed(self, name: str, unit: str, **orders: str) -> Any:
        """The answer to a press of a button of the composer."""
        client = self.as_(name)
        page = client.get(f"{self.url}?unit={unit}").content.decode()
        return client.post(self.url, hidden_fields(page) | {"unit": unit, "text": ""} | orders)

    def reviewed(self, name: str, unit: str, **orders: str) -> tuple[Client, str]:
        """The review of a step that the composer sent."""
        client = self.as_(name)
        page = client.get(f"{self.url}?unit={unit}").content.decode()
        answer = client.post(
            self.url + "review/", hidden_fields(page) | {"unit": unit, "text": ""} | orders, follow=True
        )
        assert answer.status_code == 200, answer.content.decode()
        return client, answer.content.decode()

    def step(self, name: str, unit: str, **orders: str) -> Any:
        """A step taken through the pages; the last answer, redirects followed."""
        client, page = self.reviewed(name, unit, **orders)
        publish = {"publish": "1"} if 'name="publish" value="1" checked' in page else {}
        return client.post(self.url + "play/", hidden_fields(page) | publish, follow=True)


def setup(players: list[User], *, overlord: User | None = None, placed: bool = True, **rules: Any) -> Setup:
    """The four heroes dealt out among these players."""
    adventure = parse_adventure(SOURCE)
    entries = tuple(HeroEntry(hero, player_id(players[n % len(players)])) for n, hero in enumerate(HEROES))
    opened = to_ms(timezone.now() - timedelta(hours=2))
    seat = player_id(overlord) if overlord else DIRECTOR
    made = Setup(adventure, entries, opened, overlord=seat, rules=TableRules.from_mapping(rules))
    return with_heroes_placed(made) if placed else made


def build(people: Mapping[str, User], *, overlord: str = "", placed: bool = True, **rules: Any) -> Cellar:
    """Bob (Bruna, Sylwen) and Carla (Torvek, Ivo) against this person, the director, or whoever the rules say."""
    alice, bob, carla, dani, sam = (people[name] for name in ("alice", "bob", "carla", "dani", "sam"))
    campaign = crypt.dungeon_campaign(alice, [bob, carla, dani], [sam])
    seat = people[overlord] if overlord else None
    made = setup([bob, carla], overlord=seat, placed=placed, **rules)
    battle = crypt.start(campaign, made, at=timezone.now() - timedelta(hours=2))
    return Cellar(battle, people)
