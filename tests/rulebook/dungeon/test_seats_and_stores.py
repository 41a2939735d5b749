"""A game in a store that sorts the keys of objects, who sits where, and forecasts as plain values."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from rulebook import dungeon, saga
from rulebook.dice import SeededDice
from rulebook.dungeon.adventures import shipped
from rulebook.dungeon.grid import Pose, Square
from rulebook.dungeon.rules import TableRules
from rulebook.dungeon.solo import passages, solo_setup
from rulebook.dungeon.steps import OVERLORD, Cast, End, Fight, Move, PlayCard
from tests.rulebook.dungeon.arena import ANA, TYR, Arena


def sorted_keys(written: Any) -> Any:
    """As a database keeps JSON: the keys of an object by length, then by letter."""
    if isinstance(written, dict):
        return {key: sorted_keys(written[key]) for key in sorted(written, key=lambda key: (len(key), key))}
    return [sorted_keys(one) for one in written] if isinstance(written, list) else written


@pytest.mark.whole_game
@pytest.mark.parametrize("key", ["ashen_seal", "gravecallers_court"])
def test_a_store_that_sorts_keys_changes_nothing_in_the_order_of_a_game(key: str) -> None:
    setup = solo_setup(shipped(key), TableRules(io_variant="improved"))
    stored = dungeon.setup_from_json(sorted_keys(dungeon.setup_to_json(setup)))
    assert list(stored.adventure.kits) == list(setup.adventure.kits)
    for passage in islice(passages(setup, SeededDice(b"store")), 30):
        read = dungeon.from_json(sorted_keys(dungeon.to_json(passage.after)))
        assert read == passage.after
        assert list(read.models) == list(passage.after.models)
        assert list(read.mission.raisable) == list(passage.after.mission.raisable)
        assert [list(one.spells) for one in read.models.values()] == [
            list(one.spells) for one in passage.after.models.values()
        ]


def test_a_mapping_in_order_is_read_from_an_object_too() -> None:
    state = dungeon.new_state(solo_setup(shipped("ashen_seal"), TableRules()))
    written = dungeon.to_json(state)
    assert dungeon.from_json(written | {"models": dict(written["models"])}) == state


def test_everybody_has_a_seat_and_the_overlord_the_last_one() -> None:
    arena = Arena(heroes={"bruna": ((4, 5), "E")}, foes={"bone_guard": [((8, 5), "W")]})
    seats = dungeon.seats(arena.state)
    who = [(one.unit, one.player) for one in seats.values()]
    assert who == [("bruna", ANA), ("bone_guard-1", TYR), (OVERLORD, TYR)]
    assert seats["bone_guard-1"].name == "Bone Guard 1"
    automatic = solo_setup(shipped("ashen_seal"), TableRules(io_variant="official"))
    assert OVERLORD not in dungeon.seats(dungeon.new_state(automatic))


def test_a_forecast_tells_both_pools_and_what_a_move_leaves() -> None:
    arena = Arena(heroes={"bruna": ((4, 5), "E")}, foes={"bone_guard": [((6, 5), "W")]})
    viewer = dungeon.Viewer(ANA)
    walk = Move((Pose(Square(5, 5), "E"),))
    told = dungeon.preview(arena.state, "bruna", (walk, Fight("bone_guard-1")), viewer)
    assert told["refusal"] is None
    (attack,) = told["attacks"]
    assert attack["target"] == "bone_guard-1"
    assert attack["chance"] == attack["odds"][1] > 0
    assert attack["attacker"]["dice"] >= 2
    before = dungeon.preview(arena.state, "bruna", (), viewer)["points_left"]
    assert dungeon.preview(arena.state, "bruna", (walk,), viewer)["points_left"] == before - 1


@pytest.mark.parametrize(
    ("unit", "steps", "code"),
    [
        ("bruna", (Fight("bone_guard-1"),), "not-in-front"),
        ("bruna", (Cast("mend"), End()), "unknown-spell"),
        (OVERLORD, (PlayCard("press_them"),), "not-your-turn"),
    ],
)
def test_a_forecast_says_what_stands_in_the_way(unit: str, steps: tuple[Any, ...], code: str) -> None:
    arena = Arena(heroes={"bruna": ((4, 5), "E")}, foes={"bone_guard": [((8, 5), "W")]})
    assert dungeon.preview(arena.state, unit, steps, dungeon.Viewer(ANA))["refusal"]["code"] == code


def test_both_games_offer_the_same_names_to_whoever_runs_them() -> None:
    for name in ("seats", "preview", "known_to", "next_due", "standing", "waits", "view", "fingerprint", "undo"):
        assert callable(getattr(saga, name))
        assert callable(getattr(dungeon, name))
