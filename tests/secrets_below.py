"""An adventure whose closed part, chest, cards and orders are drawn, for people who may know none of it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from random import Random
from typing import Any

from accounts.models import User
from battles.models import Battle
from battles.moments import to_ms
from battles.selectors import legal_for, player_id
from rulebook.dice import SeededDice
from rulebook.dungeon.mapfile import parse_adventure
from rulebook.dungeon.setup import HeroEntry, Setup, with_heroes_placed
from rulebook.dungeon.steps import OVERLORD, End
from tests import crypt
from tests.arena import fresh
from turns import services as turns

HEROES = {"bruna": "bob", "torvek": "bob", "sylwen": "bob", "ivo": "carla"}
BOBS = tuple(hero for hero, name in HEROES.items() if name == "bob")
ITEMS = ("spark_crystal", "healing_draught", "whetstone_oil", "saints_knuckle")
WAITING = "Owmzra"
SOURCE = """\
adventure: well
title.en: The well
story.en: Something drips below.
overlord: necromancer
orders: 2
deck: 10
hand: 6
raise: bone_guard 3
door: 8,3 lock 2 2
chest: 5,4 lock 2 2 holds {chest}
face: 3,2 W
face: 4,5 N
face: 10,3 {facing}
goal: door 8,3
goal: square 12,4
win: reach 12,4
map:
##############
#1......######
#.2g....#{row2}#
#3......D.{row3}.#
#4.t.C.b#.{row4}.#
#...a...######
"""
OGRE = ("Oo", "oo")


def announced(people: Mapping[str, User], at: datetime) -> Battle:
    """The adventure before it begins, in a public campaign of its own: Bob and Carla go, the director commands."""
    alice, bob, carla, dani = (people[name] for name in ("alice", "bob", "carla", "dani"))
    campaign = crypt.dungeon_campaign(alice, [bob, carla, dani], [people["sam"]])
    campaign.is_public = True
    campaign.save(update_fields=["is_public"])
    return crypt.announced(campaign, at=at)


def drawn(dice: Random) -> str:
    """The file of the adventure: what lies open is always the same."""
    waiting = dice.choice(WAITING)
    row3, row4 = OGRE if waiting == "O" else (waiting + dice.choice(".b"), dice.choice(("..", "t.", ".k", "bt")))
    return SOURCE.format(
        chest=" ".join(dice.sample(ITEMS, dice.randint(1, 3))),
        facing=dice.choice("NESW"),
        row2=dice.choice(("....", "..t.", "b..#", "####", "k.##")),
        row3=row3,
        row4=row4,
    )


def begin(battle: Battle, carla: User, dice: Random, at: datetime) -> str:
    """The adventure begins: what is behind the door and in the chest, and which cards were dealt, is drawn.

    Carla leaves an early turn, which waits for all of Bob's heroes, and instructions, or does not. What has been told
    is returned.
    """
    source, cards = drawn(dice), dice.randbytes(32)
    people = {"carla": carla, "bob": battle.campaign.memberships.get(user__username="bob").user}
    entries = tuple(HeroEntry(hero, player_id(people[name])) for hero, name in HEROES.items())
    setup = with_heroes_placed(Setup(parse_adventure(source), entries, to_ms(at)))
    battle = fresh(battle)
    crypt.begun(battle, setup, at=at, dice=SeededDice(cards))
    if dice.random() < 0.6:
        steps = (End(),) if dice.random() < 0.4 else (_walk(battle, "ivo", dice), End())
        turns.leave_early_turn(
            battle_id=battle.pk, unit="ivo", player=carla, text=source, steps=steps, after=BOBS, at=at
        )
    if dice.random() < 0.6:
        instruct(battle, carla, dice, at)
    return source + cards.hex()


def instruct(battle: Battle, carla: User, dice: Random, at: datetime) -> None:
    """Carla says when her hero strikes by itself."""
    strikes = dice.choice(("always", "never", "ask"))
    turns.instruct(battle_id=battle.pk, player=carla, unit="ivo", strikes=strikes, at=at)  # type: ignore[arg-type]


def _walk(battle: Battle, unit: str, dice: Random) -> Any:
    return dice.choice([step for step in legal_for(fresh(battle), unit) if step.kind == "move"])


def go_on(battle: Battle, people: Mapping[str, User], dice: Random, at: datetime) -> None:
    """What everybody sees: one or two of Bob's heroes walk where nothing opens, and the Overlord lets them."""
    for hero in dice.sample(BOBS, dice.randint(1, 2)):
        if dice.random() < 0.7:
            crypt.play(battle, people["bob"], hero, _walk(battle, hero, dice), at=at)
        crypt.play(battle, people["bob"], hero, End(), at=at)
        at += timedelta(seconds=1)
        crypt.play(battle, people["alice"], OVERLORD, End(), at=at)


def parameters(battle: Battle, *, battles: bool) -> dict[str, list[Any]]:
    """What can be put into the patterns of addresses."""
    return {
        "slug": [battle.campaign.slug],
        "code": [battle.code] if battles else [],
        "unit": ["bruna", "ivo", OVERLORD],
        "number": [1],
        "round": [1],
        "what": ["pause", "correct"],
        "user_id": [battle.campaign.memberships.get(user__username="carla").user_id],
    }
