"""Moves and magic, worked out by hand from the rules."""

from __future__ import annotations

from typing import Any

import pytest

from rulebook.dungeon.adventure import Kit
from rulebook.dungeon.board import Door, Furniture, Ward
from rulebook.dungeon.events import AttackRolled, Moved
from rulebook.dungeon.grid import Facing, Pose, Square
from rulebook.dungeon.steps import (
    OVERLORD,
    Cast,
    Fight,
    Move,
    Shoot,
)
from tests.rulebook.dungeon.arena import Arena, Place, floor, pools

GUARD, OGRE = "bone_guard-1", "corpse_ogre-1"


def alone(hero: str, place: Place, **more: Any) -> Arena:
    return Arena(heroes={hero: place}, **more)


# Movement


@pytest.mark.parametrize(
    ("hero", "at", "path", "code"),
    [
        # DS-MOVE-01: seven squares are Sylwen's, six Bruna's
        ("sylwen", (0, 0), [(x, 0) for x in range(1, 8)], None),
        ("sylwen", (0, 0), [(x, 0) for x in range(1, 9)], "too-far"),
        ("bruna", (0, 9), [(x, 9 - x) for x in range(1, 4)], None),
        # DS-MOVE-02: the edge of the board
        ("bruna", (0, 0), [(0, -1)], "blocked"),
        # DS-ARC-03: behind the guard at (5,5), who looks West, nobody has to stop
        ("bruna", (7, 3), [(6, 4), (6, 5), (6, 6), (5, 7)], None),
        # DS-MOVE-05: in front of it one has to
        ("bruna", (3, 3), [(4, 4), (3, 5)], "must-stop"),
        # DS-MOVE-08: leaving its front for its rear is a break away, not a slide
        ("bruna", (5, 4), [(6, 4)], None),
        ("bruna", (5, 4), [(4, 4)], "no-sliding"),
    ],
)
def test_a_walk_around_a_guard(hero: str, at: tuple[int, int], path: list[tuple[int, int]], code: str | None) -> None:
    arena = alone(hero, (at, "E"), foes={"bone_guard": [((5, 5), "W")]})
    if code:
        assert arena.refused(hero, arena.walk(hero, *path)) == code
    else:
        arena.step(hero, arena.walk(hero, *path), [1] * 7 if at == (5, 4) else [])
        assert arena.model(hero).at == Square(*path[-1])


def test_amb_09_an_enemys_front_arc_on_the_flank_does_not_bar_a_slant() -> None:
    """From (3,4) to (4,3): (3,3) is no board, (4,4) is free though in the guard's front arc; (4,3) is in no arc."""
    board = floor(10, 10) - {Square(3, 3)}
    arena = alone("bruna", ((3, 4), "E"), board=board, foes={"bone_guard": [((5, 5), "W")]})
    arena.step("bruna", arena.walk("bruna", (4, 3), (5, 3)))
    assert arena.told(Moved)[-1].left == 4


def test_ds_break_01_the_first_square_must_be_in_no_enemys_front_arc() -> None:
    """Out of the first guard's arc, but into the second's, who did not hold her."""
    arena = alone("bruna", ((4, 5), "E"), foes={"bone_guard": [((5, 5), "W"), ((2, 5), "E")]})
    assert arena.refused("bruna", arena.walk("bruna", (3, 5))) == "no-sliding"


def test_amd_17_nobody_turns_before_breaking_away() -> None:
    arena = alone("bruna", ((4, 5), "W"), foes={"bone_guard": [((5, 5), "W")]})
    turned = Move((Pose(Square(4, 5), "E"), Pose(Square(3, 5), "E")))
    assert arena.refused("bruna", turned) == "move-over"
    arena.step("bruna", arena.walk("bruna", (3, 5)), [1] * (2 + 4))
    assert pools(arena.last_attack) == (2, 4, 2)


def test_ds_move_03_a_pile_has_no_arcs() -> None:
    arena = alone("bruna", ((0, 5), "E"), zone={"piles": (Square(2, 4), Square(3, 5))})
    arena.step("bruna", arena.walk("bruna", (1, 5), (2, 5), (3, 5), (4, 5)))
    assert arena.told(Moved)[-1].left == 2


def ogre(at: tuple[int, int], facing: Facing, **more: Any) -> Arena:
    """An ogre that is about to act; the hero stands out of the way."""
    arena = Arena(heroes=more.pop("heroes", {"ivo": ((9, 9), "N")}), foes={"corpse_ogre": [(at, facing)]}, **more)
    arena.pass_heroes()
    return arena


def poses(*named: tuple[int, int, Facing]) -> Move:
    return Move(tuple(Pose(Square(x, y), facing) for x, y, facing in named))


@pytest.mark.parametrize(
    ("path", "left"),
    [
        ([(4, 3, "N")], 3),  # straight on
        ([(3, 3, "N")], 3),  # slanting on, left
        ([(5, 3, "N")], 3),  # slanting on, right
        ([(4, 5, "N")], 3),  # straight back
        ([(3, 4, "N")], "bad-path"),  # sideways
        ([(3, 5, "N")], "bad-path"),  # slanting back
        ([(4, 4, "E"), (5, 4, "E")], 2),  # a quarter turn is a point, then straight on
        ([(4, 4, "E"), (4, 4, "S"), (4, 5, "S"), (4, 6, "S")], 0),  # about turn: two points
        ([(4, 4, "E"), (4, 4, "S"), (4, 5, "S"), (4, 6, "S"), (4, 7, "S")], "too-far"),
        ([(4, 4, "E"), (4, 4, "S"), (4, 4, "W"), (4, 4, "N")], 0),  # all the way round
    ],
)
def test_ds_large_02_03_an_ogres_move(path: list[tuple[int, int, Facing]], left: int | str) -> None:
    arena = ogre((4, 4), "N")
    if isinstance(left, str):
        assert arena.refused(OGRE, poses(*path)) == left
    else:
        arena.step(OGRE, poses(*path))
        assert arena.told(Moved)[-1].left == left


def test_ds_large_04_one_square_of_the_base_off_the_board_is_one_too_many() -> None:
    arena = ogre((8, 0), "E", heroes={"ivo": ((0, 9), "N")})
    assert arena.refused(OGRE, poses((9, 0, "E"))) == "blocked"


def test_ds_large_07_it_stops_when_any_square_of_its_base_enters_a_front_arc() -> None:
    """Torvek at (6,2) looking South has (5,3) in his front arc: the right front square of the ogre's second step."""
    arena = ogre((4, 5), "N", heroes={"torvek": ((6, 2), "S")})
    assert arena.refused(OGRE, poses((4, 4, "N"), (4, 3, "N"), (4, 2, "N"))) == "must-stop"
    arena.step(OGRE, poses((4, 4, "N"), (4, 3, "N")))
    assert arena.told(Moved)[-1].stopped


def test_ds_arc_04_an_ogre_holds_at_its_corners() -> None:
    """(3,3) is diagonally ahead of the base at (4,4); who stands there is held."""
    arena = Arena(heroes={"sylwen": ((3, 3), "S")}, foes={"corpse_ogre": [((4, 4), "N")]})
    assert arena.refused("sylwen", Shoot(OGRE)) == "engaged"
    arena.step("sylwen", arena.walk("sylwen", (2, 2)), [1] * (4 + 2))
    assert arena.last_attack.attack == "free-strike"


# Magic


def test_ds_magic_06_neither_back_nor_crowd_changes_a_magic_attack() -> None:
    """Ivo, Injured, behind a mailed shambler that two heroes surround: 3 dice against 3, Armour 3."""
    arena = Arena(
        heroes={"ivo": ((5, 8), "N"), "bruna": ((4, 5), "E"), "torvek": ((6, 5), "W")},
        foes={"mailed_shambler": [((5, 5), "N")]},
        models={"ivo": {"wounds": 3}},
    )
    arena.step("ivo", Cast("ember_dart", "mailed_shambler-1"), [1] * 6)
    assert pools(arena.last_attack) == (3, 3, 3)


@pytest.mark.parametrize(
    ("foe", "facing", "expected"),
    [
        ("barrow_dwarf", "W", (5, 3, 3)),  # 4 - 1
        ("bone_guard", "W", (5, 2, 1)),  # 2 - 1
        ("bone_guard", "E", (5, 2, 1)),  # from behind: 2 - 1, and the floor
        ("mailed_shambler", "E", (5, 2, 2)),  # from behind a die, hexed 3 - 1
    ],
)
def test_rust_hex_lowers_armour_before_the_spill_and_never_below_one(
    foe: str, facing: Facing, expected: tuple[int, int, int]
) -> None:
    arena = Arena(heroes={"ivo": ((5, 9), "N"), "bruna": ((4, 5), "E")}, foes={foe: [((5, 5), facing)]})
    arena.step("ivo", Cast("rust_hex", f"{foe}-1"))
    arena.end("ivo")
    arena.end(OVERLORD)
    arena.step("bruna", Fight(f"{foe}-1"), [1] * (expected[0] + expected[1]))
    assert pools(arena.last_attack) == expected


def test_stoneskin_and_barrow_plate_meet_the_cap() -> None:
    """DS-MIN-03, DS-MIN-04: 4 + 1 + 1 is 5; outnumbered from behind he is 4 - 2 dice, and nothing is spilt."""
    arena = Arena(
        heroes={"ivo": ((4, 8), "N"), "torvek": ((4, 5), "W")},
        foes={"bone_guard": [((5, 5), "W"), ((4, 4), "S")]},
        kits={"torvek": Kit(items=("barrow_plate",))},
    )
    arena.step("ivo", Cast("stoneskin", "torvek"))
    arena.pass_heroes()
    arena.step(GUARD, Fight("torvek"), [1] * 4)
    assert pools(arena.last_attack) == (2, 2, 5)


@pytest.mark.parametrize(
    ("spell", "target", "place", "code"),
    [
        ("ember_dart", GUARD, ((5, 2), "N"), "not-in-front"),  # DS-MAGIC-04: behind the caster
        ("ember_dart", GUARD, ((5, 8), "N"), None),
        ("unbind", "door-5-10", ((5, 8), "N"), None),  # without the icon: behind him is as good
        ("unbind", "door-5-10", ((5, 7), "S"), None),  # gap 2
        ("unbind", "door-5-10", ((5, 6), "S"), None),  # gap 3
        ("unbind", "door-5-10", ((8, 6), "S"), "out-of-range"),  # gaps 2 and 3
        ("mend", "bruna", ((3, 8), "N"), "out-of-range"),  # Adjacent: the next square, not two on
        ("mend", "bruna", ((1, 8), "N"), None),
        ("mend", "ivo", ((5, 8), "N"), None),  # DS-MAGIC-03: himself too
    ],
)
def test_where_a_spell_reaches(spell: str, target: str, place: Place, code: str | None) -> None:
    arena = Arena(
        heroes={"ivo": place, "bruna": ((1, 9), "N")},
        foes={"bone_guard": [((5, 5), "N")]},
        zone={"doors": (Door("door-5-10", (Square(5, 10),), Ward(3)),)},
        models={"bruna": {"wounds": 1}, "ivo": {"wounds": 1}},
    )
    if code:
        assert arena.refused("ivo", Cast(spell, target)) == code
    else:
        arena.step("ivo", Cast(spell, target), [1] * 5 if spell == "ember_dart" else [])


def test_barrow_wail_needs_no_sight_and_takes_all_in_range() -> None:
    """21.4: MA 2 on every hero in Short range; a bookcase and her back to them do not matter; the far one is spared."""
    arena = Arena(
        heroes={"bruna": ((4, 2), "N"), "torvek": ((4, 8), "N"), "ivo": ((9, 5), "N")},
        foes={"veyra": [((4, 5), "N")]},
        zone={"furniture": (Furniture("f", "bookcase", (Square(4, 7),)),)},
    )
    arena.pass_heroes()
    arena.step("veyra", Cast("barrow_wail"), [1] * (2 + 5 + 2 + 4))
    assert [one.target for one in arena.told(AttackRolled)] == ["bruna", "torvek"]


def test_amb_13_a_friend_moved_by_a_spell_breaks_away_like_anybody() -> None:
    arena = Arena(heroes={"ivo": ((1, 5), "E"), "bruna": ((4, 5), "E")}, foes={"bone_guard": [((5, 5), "W")]})
    away = (Pose(Square(3, 5), "E"), Pose(Square(2, 5), "E"))
    arena.step("ivo", Cast("quickstep", "bruna", path=away), [1] * 7)
    assert arena.last_attack.attack == "free-strike"
    assert arena.model("bruna").at == Square(2, 5)
    assert arena.model("bruna").status == "waiting"


def test_ds_magic_07_in_turn_a_minor_every_round_a_major_every_second() -> None:
    arena = Arena(heroes={"ivo": ((5, 5), "N")}, models={"ivo": {"wounds": 2}})
    arena.step("ivo", Cast("mend", "ivo"))
    arena.pass_round()
    assert arena.refused("ivo", Cast("mend", "ivo")) == "not-ready"
    arena.pass_round()
    arena.step("ivo", Cast("mend", "ivo"))
    assert arena.model("ivo").wounds == 0
