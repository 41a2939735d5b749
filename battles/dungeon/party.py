"""Who plays which hero while an adventure is announced, and the rulebook's set-up once that is settled."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime

from battles.dungeon.plan import AdventurePlan
from battles.models import Battle, MusterEntry
from battles.moments import to_ms
from rulebook.dungeon.rules import TableRules
from rulebook.dungeon.setup import HeroEntry, Setup
from rulebook.dungeon.state import DIRECTOR
from rulebook.errors import Illegal

HEROES, OVERLORD = "heroes", "overlord"
"""The sides of an entry."""


def adventure_plan(battle: Battle) -> AdventurePlan:
    """What was announced. Raises `not-begun` (Illegal) for a draft."""
    if not battle.plan:
        raise Illegal("not-begun", f"The adventure {battle.code} has not been announced.")
    return AdventurePlan.from_json(battle.plan)


def owners(entries: Iterable[MusterEntry]) -> dict[str, int]:
    """The user who plays each hero, as far as that is settled."""
    return {hero: entry.player_id for entry in entries for hero in entry.heroes}


def heroes_left(plan: AdventurePlan, entries: Iterable[MusterEntry]) -> tuple[str, ...]:
    """The heroes that nobody plays yet, in the plan's order."""
    taken = owners(entries)
    return tuple(seat.hero for seat in plan.heroes if seat.hero not in taken)


def dealt(plan: AdventurePlan, entries: Iterable[MusterEntry], present: Collection[int]) -> dict[int, list[str]]:
    """The heroes that are left, dealt out by user: each to whoever plays fewest, in the order of asking.

    `present` are the users who still belong to the campaign. Raises Illegal `nobody-plays` where none is left.
    """
    found = [entry for entry in entries if entry.side == HEROES and entry.player_id in present]
    played = {entry.player_id: len(entry.heroes) for entry in found}
    given: dict[int, list[str]] = {}
    for hero in heroes_left(plan, found):
        if not played:
            raise Illegal("nobody-plays", f"Nobody is there to play {hero}.", {"hero": hero})
        player = min(played, key=lambda one: played[one])
        played[player] += 1
        given.setdefault(player, []).append(hero)
    return given


def setup_of(plan: AdventurePlan, players: Mapping[str, int], *, rules: TableRules, opened: datetime) -> Setup:
    """The rulebook's set-up. `players` is the user who plays each hero of the plan."""
    return Setup(
        adventure=plan.adventure,
        heroes=tuple(HeroEntry(seat.hero, f"u{players[seat.hero]}") for seat in plan.heroes),
        opened=to_ms(opened),
        overlord=DIRECTOR if plan.overlord_player is None else f"u{plan.overlord_player}",
        rules=rules,
    )
