"""Support, Surround, piles and goals of the Invisible Overlord, worked out by hand (IO-OFF-08, -09, IO-IMP-08, -09)."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import pytest

from rulebook.dungeon.board import Door, Furniture, Lock
from rulebook.dungeon.events import DeadRaised, InvisibleOrdered, PilePlaced
from rulebook.dungeon.grid import Square
from rulebook.dungeon.invisible.cards import CARDS
from rulebook.dungeon.invisible.records import Variant
from rulebook.dungeon.state import Goal
from tests.rulebook.dungeon.arena import Arena, floor
from tests.rulebook.dungeon.unseen import Unseen, card, invisible

GUARD, ARCHER = "bone_guard-1", "bone_archer-1"
BONES = {"bone_guard": 4, "bone_archer": 2, "barrow_dwarf": 1}


def hall(variant: Variant, width: int = 14, height: int = 1, **more: Any) -> Arena:
    """A hall that ends in the East at a locked door, the next goal."""
    door = Door("door", tuple(Square(width, y) for y in range(height)), Lock(2, 2))
    return invisible(
        variant,
        board=floor(width, height),
        zone={"doors": (door,), **more.pop("zone", {})},
        mission={"goals": (Goal("door", Square(width, 0)),), "raisable": BONES, **more.pop("mission", {})},
        **more,
    )


# Official Support


def test_amb_59_one_move_away_is_not_more_than_one() -> None:
    """Six squares off, five steps to her side: within a Move, so nobody supports, and the order goes on to Attack."""
    arena = invisible(
        "official", heroes={"bruna": ((0, 0), "W")}, foes={"bone_guard": [((6, 0), "W")]}, board=floor(13, 1)
    )
    done = Unseen(arena, card("Support", "Quest"))
    assert [event.order for event in done.told(InvisibleOrdered)] == ["Support", "Attack"]
    assert done.attacks == [(GUARD, "fight", "bruna")]
    arena.change(GUARD, at=Square(7, 0))
    done = Unseen(arena, card("Support", "Quest"))
    assert [event.order for event in done.told(InvisibleOrdered)] == ["Support"]
    assert (done.moves, done.attacks) == ([(GUARD, (2, 0), 5)], [])


def test_io_off_08_the_farthest_follows_first() -> None:
    arena = invisible(
        "official",
        heroes={"bruna": ((0, 0), "W")},
        foes={"barrow_dwarf": [((9, 0), "W")], "bone_guard": [((12, 2), "W")]},
        board=floor(13, 3),
    )
    done = Unseen(arena, card("Support", "Quest"))
    assert [move[0] for move in done.moves] == [GUARD]


def test_amb_60_the_pile_nearest_to_the_hero_of_highest_threat() -> None:
    """Torvek is worth 4, Bruna 1: three squares from him before two from her, and none beside anybody."""
    arena = invisible(
        "official",
        heroes={"bruna": ((0, 0), "W"), "torvek": ((9, 9), "E")},
        zone={"piles": (Square(2, 0), Square(6, 9), Square(8, 9))},
        mission={"raisable": {"bone_guard": 4}},
    )
    done = Unseen(arena, card("Support", "Armoured"))
    assert [(event.square, event.model.facing) for event in done.told(DeadRaised)] == [((6, 9), "E")]


# Official Surround


def test_io_off_09_two_exits_and_one_guard_shut_nothing_but_their_squares_count() -> None:
    """Doors West and East of a hall of one square's width, Bruna in the middle: s1 0, the squares of the way decide."""
    doors = (Door("west", (Square(-1, 0),), Lock(2, 2)), Door("east", (Square(13, 0),), Lock(2, 2)))
    arena = invisible(
        "official",
        heroes={"bruna": ((6, 0), "E")},
        foes={"bone_guard": [((12, 1), "S")]},
        board=floor(13, 1) | {Square(12, 1)},
        zone={"doors": doors},
    )
    done = Unseen(arena, card("Surround", "Quest"))
    (choice,) = done.choices("place")
    assert {candidate.values[0] for candidate in choice.candidates} == {0}
    assert done.attacks == []
    at = done.at(GUARD)
    assert at is not None and at.y == 0 and at.x >= 8


# Improved Surround


def test_io_imp_08_a_hall_of_one_square_is_shut_as_near_as_may_be() -> None:
    """The guard has five steps: every square from (4,0) on shuts the hall, and (4,0) is nearest to her."""
    arena = hall("improved", heroes={"bruna": ((1, 0), "E")}, foes={"bone_guard": [((9, 0), "W")]})
    done = Unseen(arena, card("Surround", "Unarmoured"))
    assert done.moves == [(GUARD, (4, 0), 5)]
    assert done.attacks == []


def test_io_imp_08_never_next_to_a_hero() -> None:
    """A wraith could walk up to her; it stops a square short."""
    arena = hall("improved", heroes={"bruna": ((1, 0), "E")}, foes={"wraith": [((7, 0), "W")]})
    done = Unseen(arena, card("Surround", "Unarmoured"))
    assert done.at("wraith-1") == (3, 0)


def test_io_imp_08_whoever_is_behind_the_heroes_is_of_no_use() -> None:
    """V12: the guard behind Bruna gets nothing into its arc; Surround goes on to Attack."""
    arena = hall("improved", heroes={"bruna": ((8, 0), "E")}, foes={"bone_guard": [((3, 0), "E")]})
    done = Unseen(arena, card("Surround", "Unarmoured"))
    assert [event.order for event in done.told(InvisibleOrdered)] == ["Surround", "Attack"]
    assert done.attacks == [(GUARD, "fight", "bruna")]


def test_io_imp_08_amd_05_the_second_adds_only_what_the_first_does_not() -> None:
    """The nearer guard shuts the hall; for the farther one the way's squares are left: both go, the blocker first."""
    arena = hall("improved", heroes={"bruna": ((1, 0), "E")}, foes={"bone_guard": [((7, 0), "W"), ((12, 0), "W")]})
    done = Unseen(arena, card("Surround", "Unarmoured", number=2))
    assert done.acted == [GUARD, "bone_guard-2"]
    assert done.at(GUARD) == (3, 0)


def test_ds_move_04_who_stands_beside_a_slanting_step_bars_it() -> None:
    """To the door leads only the slant from (7,1) to (8,0), past a table: the guard at (7,0) shuts it."""
    table = Furniture("table", "table", (Square(8, 1),))
    arena = invisible(
        "improved",
        heroes={"bruna": ((2, 0), "E")},
        foes={"bone_guard": [((7, 1), "W")]},
        board=floor(9, 2),
        zone={"furniture": (table,), "doors": (Door("door", (Square(9, 0),), Lock(2, 2)),)},
        mission={"goals": (Goal("door", Square(9, 0)),)},
    )
    done = Unseen(arena, card("Surround", "Quest"))
    (place,) = done.choices("place")
    assert sorted(one.name[:3] for one in place.candidates if one.values[0] == 2) == ["7,0", "8,0"]
    assert done.at(GUARD) == (7, 0)


# Improved Support


def test_io_imp_09_behind_the_action_is_farther_from_the_goal_than_the_hero() -> None:
    """The archer three steps behind her, the guard five: the guard first, farthest behind, though it has fewer dice."""
    arena = hall(
        "improved",
        height=2,
        heroes={"bruna": ((8, 0), "W")},
        foes={"bone_archer": [((4, 0), "E")], "bone_guard": [((2, 1), "E")]},
    )
    done = Unseen(arena, card("Support", "Unarmoured"))
    assert done.acted == [GUARD]


def test_io_imp_09_a_bow_stops_short_of_her() -> None:
    """AMB-64: it walks until nobody is next to it, and shoots Bruna."""
    arena = hall("improved", heroes={"bruna": ((9, 0), "E")}, foes={"bone_archer": [((1, 0), "E")]})
    done = Unseen(arena, card("Support", "Unarmoured"))
    assert done.at(ARCHER) == (6, 0)
    assert done.attacks == [(ARCHER, "shoot", "bruna")]


def test_io_imp_09_held_it_fights_who_holds_it() -> None:
    arena = hall("improved", heroes={"bruna": ((3, 0), "W")}, foes={"bone_guard": [((2, 0), "E")]})
    done = Unseen(arena, card("Support", "Unarmoured"))
    assert done.attacks == [(GUARD, "fight", "bruna")]


def test_amb_86_what_leaves_no_bones_is_never_raised() -> None:
    """Barrow Dwarf, level 3, leaves bones; he goes first while there is none."""
    arena = hall("improved", heroes={"bruna": ((1, 0), "W")}, zone={"piles": (Square(6, 0), Square(9, 0))})
    done = Unseen(arena, card("Support", "Quest", number=2))
    raised = [(event.square, event.model.key) for event in done.told(DeadRaised)]
    assert raised == [((6, 0), "barrow_dwarf"), ((9, 0), "bone_archer")]


# Events


def raising(event: str, **more: Any) -> Unseen:
    arena = invisible(
        "official",
        heroes={"bruna": ((0, 0), "W"), "ivo": ((9, 0), "E")},
        zone={"piles": (Square(1, 1), Square(0, 4), Square(9, 3), Square(5, 9))},
        **more,
    )
    return Unseen(arena, CARDS[event], slot="first")


def test_n3_raises_nearest_to_whoever_has_most_wounds_as_far_as_the_pool_goes() -> None:
    """Ivo has two: (9,3) is near, (0,4) and (5,9) are eight steps off, so y decides; one of each, then nobody."""
    done = raising(
        "N3",
        models={"ivo": {"wounds": 2}, "bruna": {"wounds": 1}},
        mission={"raisable": {"bone_archer": 1, "bone_guard": 1}},
    )
    raised = [(event.square, event.model.key) for event in done.told(DeadRaised)]
    assert raised == [((9, 3), "bone_archer"), ((0, 4), "bone_guard")]
    assert done.acted == [event.model.id for event in done.told(DeadRaised)]


def test_n1_without_wounds_the_next_goal_is_what_counts() -> None:
    done = raising("N1", mission={"raisable": {"bone_guard": 4}, "goals": (Goal("square", Square(0, 9)),)})
    assert [event.square for event in done.told(DeadRaised)] == [(0, 4)]


def test_n4_puts_bones_as_near_to_the_weakest_as_may_be() -> None:
    """Ivo in the corner (9,0) looking East: two columns and rows away nobody is adjacent; by y, then x."""
    arena = invisible(
        "official",
        heroes={"bruna": ((0, 0), "W"), "ivo": ((9, 0), "E")},
        models={"ivo": {"wounds": 3}},
    )
    done = Unseen(arena, CARDS["N4"], slot="first")
    assert [event.square for event in done.told(PilePlaced)] == [(7, 0), (7, 1)]


# The same again


PLAY = """
import hashlib, json
from itertools import islice
from rulebook import dungeon
from rulebook.dice import SeededDice
from rulebook.dungeon import solo
from rulebook.dungeon.adventures import shipped
from rulebook.dungeon.rules import TableRules
setup = solo.solo_setup(shipped("ashen_seal"), TableRules(io_variant="improved"))
for passage in islice(solo.passages(setup, SeededDice(b"again")), 25):
    for event in passage.events:
        print(json.dumps(dungeon.event_to_json(event), sort_keys=True))
"""


@pytest.mark.whole_game
def test_imp_04_the_same_seed_gives_the_same_record_however_sets_are_ordered() -> None:
    played = []
    for order in ("1", "2"):
        variables = {**os.environ, "PYTHONHASHSEED": order}
        done = subprocess.run([sys.executable, "-c", PLAY], env=variables, capture_output=True, text=True, check=True)
        played.append(done.stdout.splitlines())
    assert played[0] == played[1]
    assert len(played[0]) > 50
