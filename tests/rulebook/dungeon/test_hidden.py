"""Games that differ in hidden things alone look alike, at any moment, to those they are hidden from (IMP-06)."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest

from rulebook import dungeon
from rulebook.change import change
from rulebook.dungeon.adventures import KEYS
from rulebook.dungeon.state import State
from tests.rulebook.dungeon.arena import ANA, BOB
from tests.rulebook.dungeon.parties import Game
from tests.rulebook.thoroughness import amount


def otherwise(state: State, chance: Random) -> State:
    """The same game with other zones behind its doors, other cards, and other things in shut chests."""
    hidden = tuple(
        replace(
            zone,
            spawns=tuple(replace(spawn, key="shambler") for spawn in zone.spawns[1:]),
            piles=zone.piles[:1],
            chests=(),
            furniture=(),
        )
        for zone in state.hidden
    )
    chests = tuple(chest if chest.open else replace(chest, contents=("whetstone_oil",)) for chest in state.board.chests)
    return change(
        state,
        hidden=hidden,
        board=replace(state.board, chests=chests),
        deck=tuple(chance.choice(["press_them", "the_whole_host"]) for _ in state.deck),
        hand=tuple(chance.choice(["sudden_malice", "open_the_graves"]) for _ in state.hand),
    )


@pytest.mark.whole_game
@pytest.mark.parametrize("key", KEYS)
def test_hidden_things_change_nothing_that_anybody_else_sees_or_may_do(key: str) -> None:
    game, chance = Game(key, 7), Random(7)
    states = [game.state, *(after for _, _, after, _ in game.play())]
    differed = 0
    for state in chance.sample([one for one in states if one.phase != "over"], amount(quick=5, usual=25, soak=200)):
        other = otherwise(state, chance)
        differed += other != state
        for viewer in map(dungeon.Viewer, (ANA, BOB, "spectator")):
            seen = [dungeon.view(one, viewer) for one in (state, other)]
            assert json.dumps(seen[0]) == json.dumps(seen[1])
            assert dungeon.fingerprint(seen[0]) == dungeon.fingerprint(seen[1])
            assert dungeon.known_to(state, viewer) == dungeon.known_to(other, viewer)
        assert dungeon.waits(state) == dungeon.waits(other)
        for hero in state.heroes:
            assert dungeon.legal_actions(state, hero.id) == dungeon.legal_actions(other, hero.id)
    assert differed > 0
