"""The worked cases of movement and arcs, by their numbers (T01 to T09)."""

from __future__ import annotations

import pytest

from rulebook.dungeon.events import AttackRolled, Moved, TurnEnded
from rulebook.dungeon.grid import Facing, Pose, Square, front_arc, rear_arc
from rulebook.dungeon.steps import Fight, Move, Shoot
from tests.rulebook.dungeon.arena import Arena, drawn, pools

GUARD = "bone_guard-1"
Squares = set[tuple[int, int]]


def arcs(facing: Facing, size: int) -> tuple[Squares, Squares]:
    at = Square(4, 4)
    return {tuple(s) for s in front_arc(at, facing, size)}, {tuple(s) for s in rear_arc(at, facing, size)}


@pytest.mark.parametrize(
    ("facing", "front", "rear"),
    [
        ("N", {(3, 3), (4, 3), (5, 3), (3, 4), (5, 4)}, {(3, 5), (4, 5), (5, 5)}),
        ("E", {(4, 3), (5, 3), (5, 4), (4, 5), (5, 5)}, {(3, 3), (3, 4), (3, 5)}),
        ("S", {(3, 4), (5, 4), (3, 5), (4, 5), (5, 5)}, {(3, 3), (4, 3), (5, 3)}),
        ("W", {(3, 3), (4, 3), (3, 4), (3, 5), (4, 5)}, {(5, 3), (5, 4), (5, 5)}),
    ],
)
def test_t01_arcs_of_a_normal_model(facing: Facing, front: Squares, rear: Squares) -> None:
    assert arcs(facing, 1) == (front, rear)


def test_t02_arcs_of_a_large_model() -> None:
    assert arcs("N", 2) == (
        {(3, 3), (4, 3), (5, 3), (6, 3), (3, 4), (6, 4), (3, 5), (6, 5)},
        {(3, 6), (4, 6), (5, 6), (6, 6)},
    )
    assert arcs("E", 2) == (
        {(4, 3), (5, 3), (6, 3), (6, 4), (6, 5), (6, 6), (4, 6), (5, 6)},
        {(3, 3), (3, 4), (3, 5), (3, 6)},
    )


CORNER = drawn("..... ..... ...#. ..... .....")


@pytest.mark.parametrize(("friend", "pile", "legal"), [(False, False, True), (True, False, False), (False, True, True)])
def test_t03_the_diagonal_rule(friend: bool, pile: bool, legal: bool) -> None:
    heroes = {"bruna": ((2, 2), "N"), "torvek": ((2, 1) if friend else (0, 4), "N")}
    arena = Arena(heroes=heroes, board=CORNER, zone={"piles": (Square(2, 1),)} if pile else {})
    step = arena.walk("bruna", (3, 1))
    if legal:
        arena.step("bruna", step)
        assert arena.told(Moved)[-1].left == 5
    else:
        assert arena.refused("bruna", step) == "blocked"


def test_t04_a_model_stops_on_entering_a_front_arc() -> None:
    arena = Arena(heroes={"bruna": ((1, 5), "E")}, foes={"bone_guard": [((5, 5), "W")]})
    assert arena.refused("bruna", arena.walk("bruna", (2, 5), (3, 5), (4, 5), (3, 5))) == "must-stop"
    arena.step("bruna", arena.walk("bruna", (2, 5), (3, 5), (4, 5), facing="S"))
    assert arena.told(Moved)[-1].left == 3
    assert arena.model("bruna").pose == Pose(Square(4, 5), "S")
    assert arena.refused("bruna", arena.walk("bruna", (3, 5))) == "move-over"
    arena.step("bruna", arena.walk("bruna", (4, 5), facing="E"))
    arena.step("bruna", Fight(GUARD), [6, 5, 4, 3, 2, 1, 1])
    assert arena.felled == [GUARD]


def test_t06_no_sliding() -> None:
    arena = Arena(heroes={"bruna": ((4, 5), "E")}, foes={"bone_guard": [((5, 5), "W")]})
    assert arena.refused("bruna", arena.walk("bruna", (4, 4))) == "no-sliding"
    events = arena.step("bruna", arena.walk("bruna", (3, 5)), [1, 1, 6, 6, 6, 6, 6])
    kinds = [type(event) for event in events if isinstance(event, AttackRolled | Moved)]
    assert kinds == [AttackRolled, Moved]
    assert arena.last_attack.attack == "free-strike"
    assert arena.model("bruna").at == Square(3, 5)


def break_away(wounds: int) -> Arena:
    arena = Arena(
        heroes={"ivo": ((4, 5), "E")}, foes={"bone_guard": [((5, 5), "W")]}, models={"ivo": {"wounds": wounds}}
    )
    arena.step("ivo", arena.walk("ivo", (3, 5), (2, 5), (1, 5)), [4, 3, 4, 2])
    return arena


def test_t07_breaking_away_wounded_but_alive() -> None:
    arena = break_away(wounds=1)
    assert pools(arena.last_attack) == (2, 2, 1)
    assert arena.last_attack.hits == 1
    ivo = arena.model("ivo")
    assert (ivo.wounds, ivo.injured, ivo.incapacitated, ivo.at) == (2, True, False, Square(1, 5))


def test_t07_breaking_away_to_the_fifth_wound() -> None:
    arena = break_away(wounds=4)
    ivo = arena.model("ivo")
    assert (ivo.wounds, ivo.incapacitated, ivo.at) == (5, True, None)
    assert not arena.told(Moved)
    assert arena.state.outcome is not None and arena.state.outcome.winner == "overlord"


def test_t09_no_way_out() -> None:
    arena = Arena(heroes={"sylwen": ((0, 0), "E")}, foes={"bone_guard": [((1, 0), "W")]})
    for square in ((0, 1), (1, 1)):
        assert arena.refused("sylwen", arena.walk("sylwen", square)) == "no-sliding"
    assert arena.refused("sylwen", Shoot(GUARD)) == "engaged"
    arena.step("sylwen", Move((Pose(Square(0, 0), "S"),)))
    arena.step("sylwen", Move((Pose(Square(0, 0), "E"),)))
    arena.step("sylwen", Fight(GUARD), [1, 1, 1, 6, 6])
    assert not arena.told(TurnEnded)
