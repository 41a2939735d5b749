"""The dungeon's part of the world of `tests.world`: an adventure in each state that the demo does not reach."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from accounts.models import User
from battles.dungeon.plan import DIRECTING, AdventurePlan
from battles.models import Battle
from battles.services import (
    Decisions,
    announce_adventure,
    choose_heroes,
    create_adventure,
    finish_battle,
    save_draft,
)
from campaign.models import Campaign
from rulebook.dungeon.actions import Placement
from rulebook.dungeon.adventures import source
from rulebook.dungeon.grid import Pose, Square
from rulebook.dungeon.steps import OVERLORD, End, Fight, Move
from tests.adventuring import HEROES, descent, fresh, open_to, vault
from tests.marked import own
from turns.services import begin_battle, deploy, end_battle, play_step

DAY = timedelta(days=1)
STARTS = ("1,2", "2,2", "1,3", "2,3")
TO_THE_DOOR = Move(tuple(Pose(Square(x, y), "E") for x, y in ((2, 1), (3, 1), (4, 1), (5, 2), (6, 3))))


def adventures(
    director: User, players: Sequence[User], onlookers: Sequence[User], now: datetime
) -> tuple[Campaign, list[Battle]]:
    """A campaign in the dungeon with its adventures."""
    table = vault(director, players, onlookers)
    Campaign.objects.filter(pk=table.pk).update(name=own(table.name))
    table.refresh_from_db()
    return table, [make(table, director, players, now) for make in STATES]


def _named(plan: AdventurePlan) -> AdventurePlan:
    return replace(plan, name=own("An adventure"), intro=own("An introduction"), source=owned_source(plan.source))


def owned_source(text: str) -> str:
    """An adventure's file with what its author says marked as such."""
    return re.sub(r"^((?:title|story)\.\w+): (.*)$", lambda said: f"{said[1]}: {own(said[2])}", text, flags=re.M)


def _draft(table: Campaign, director: User, now: datetime) -> Battle:
    return create_adventure(campaign=table, by=director, name=own("An adventure"), at=now - DAY, adventure="ashen_seal")


def wrongly_drafted(table: Campaign, director: User, players: Sequence[User], now: datetime) -> Battle:
    """A file in which much is wrong, and a name that nobody gave."""
    battle = _draft(table, director, now)
    wrong = source("ashen_seal").replace("orders: 3", "orders: x").replace("#34..D", "#34..?")
    fields: Mapping[str, list[str]] = battle.draft["fields"] | {"source": [wrong], "overlord": ["x"], "name": [""]}
    return save_draft(battle_id=battle.pk, fields=fields, revision=1, by=director, at=now)


def announced(table: Campaign, director: User, players: Sequence[User], now: datetime) -> Battle:
    """One of the two players has chosen a hero."""
    battle = _draft(table, director, now)
    announce_adventure(battle_id=battle.pk, plan=_named(open_to(*players)), by=director, at=now - DAY)
    choose_heroes(battle_id=battle.pk, player=players[0], heroes=["ivo"], at=now - DAY)
    return fresh(battle)


def _begun(table: Campaign, director: User, plan: AdventurePlan, now: datetime) -> Battle:
    battle = _draft(table, director, now)
    announce_adventure(battle_id=battle.pk, plan=_named(plan), by=director, at=now - timedelta(hours=3))
    return begin_battle(battle.pk, at=now - timedelta(hours=3), by=director)


def placing(table: Campaign, director: User, players: Sequence[User], now: datetime) -> Battle:
    """The heroes are to be placed."""
    return _begun(table, director, descent(*players), now)


def _placed(battle: Battle, owners: Mapping[str, User], now: datetime) -> None:
    for hero, start in zip(HEROES, STARTS, strict=True):
        x, y = start.split(",")
        placement = Placement(hero, Square(int(x), int(y)), "E")
        deploy(battle_id=battle.pk, player=owners[hero], placements=[placement], at=now - timedelta(hours=2))


def _owners(players: Sequence[User]) -> dict[str, User]:
    return {hero: players[number % len(players)] for number, hero in enumerate(HEROES)}


def _play(battle: Battle, player: User, unit: str, step: Any, at: datetime, text: str = "") -> None:
    key = f"{battle.code}-{unit}-{battle.events.count()}"
    play_step(
        battle_id=battle.pk, unit=unit, player=player, step=step, text=text, version=None, key=key, received_at=at
    )


def playing(table: Campaign, director: User, players: Sequence[User], now: datetime) -> Battle:
    """A round against the Invisible Overlord is over, and a turn of the next is open."""
    battle, owners = _begun(table, director, descent(*players), now), _owners(players)
    _placed(battle, owners, now)
    at = now - timedelta(hours=1)
    _play(battle, owners["bruna"], "bruna", TO_THE_DOOR, at, own("To the door"))
    _play(battle, owners["bruna"], "bruna", Fight("door-7-3"), at)
    for hero in HEROES:
        _play(battle, owners[hero], hero, End(), at)
    _play(battle, owners["ivo"], "ivo", Move((Pose(Square(2, 3), "S"),)), now)
    return fresh(battle)


def interrupted(table: Campaign, director: User, players: Sequence[User], now: datetime) -> Battle:
    """The director is the Overlord, and his window is open."""
    battle, owners = _begun(table, director, descent(*players, overlord=DIRECTING), now), _owners(players)
    _placed(battle, owners, now)
    _play(battle, owners["bruna"], "bruna", End(), now)
    return fresh(battle)


def commanded(table: Campaign, director: User, players: Sequence[User], now: datetime) -> Battle:
    """The second player is the Overlord, and it is his turn."""
    battle = _begun(table, director, descent(players[0], overlord=players[1].pk), now)
    owners = _owners(players[:1])
    _placed(battle, owners, now)
    for number, hero in enumerate(HEROES):
        if number:
            _play(battle, players[1], OVERLORD, End(), now)
        _play(battle, owners[hero], hero, End(), now)
    return fresh(battle)


def over(table: Campaign, director: User, players: Sequence[User], now: datetime) -> Battle:
    """It waits to be closed."""
    battle = placing(table, director, players, now)
    _placed(battle, _owners(players), now)
    end_battle(battle_id=battle.pk, director=director, winner="hero", reason=own("A reason"), at=now)
    return fresh(battle)


def finished(table: Campaign, director: User, players: Sequence[User], now: datetime) -> Battle:
    battle = over(table, director, players, now)
    return finish_battle(battle_id=battle.pk, decisions=Decisions(), by=director, at=now)


STATES: tuple[Callable[[Campaign, User, Sequence[User], datetime], Battle], ...] = (
    wrongly_drafted,
    announced,
    placing,
    playing,
    interrupted,
    commanded,
    over,
    finished,
)
