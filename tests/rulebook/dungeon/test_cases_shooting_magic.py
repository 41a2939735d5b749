"""The worked cases of shooting and magic, by their numbers (T20 to T27)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rulebook.dungeon import combat
from rulebook.dungeon.adventures import shipped
from rulebook.dungeon.board import Furniture, Ward
from rulebook.dungeon.events import AttackRolled, FreeStrikesGiven
from rulebook.dungeon.grid import Square, within
from rulebook.dungeon.rules import TableRules
from rulebook.dungeon.state import State
from rulebook.dungeon.steps import Cast, Fight, Shoot
from tests.rulebook.dungeon.arena import Arena, pools

GUARD = "bone_guard-1"
RULES = TableRules()


@pytest.mark.parametrize(
    ("reach", "to", "expected"),
    [
        ("long", (7, 0), True),
        ("long", (8, 0), False),
        ("long", (5, 5), True),
        ("long", (6, 5), False),
        ("short", (4, 0), True),
        ("short", (3, 3), True),
        ("short", (4, 2), False),
    ],
)
def test_t20_range(reach: str, to: tuple[int, int], expected: bool) -> None:
    assert within((Square(0, 0),), (Square(*to),), RULES.reach(reach)) is expected


def shot(tables: list[tuple[int, int]], shooter: tuple[int, int], target: tuple[int, int]) -> State:
    pieces = tuple(Furniture(f"table-{x}-{y}", "table", (Square(x, y),)) for x, y in tables)
    arena = Arena(
        heroes={"sylwen": (shooter, "E"), "ivo": ((0, 0), "E")},
        foes={"bone_guard": [(target, "W")]},
        zone={"furniture": pieces},
    )
    return arena.state


@pytest.mark.parametrize(
    ("tables", "shooter", "target", "penalty"),
    [
        ([(3, 4)], (1, 4), (6, 4), 1),
        ([(3, 4)], (2, 4), (6, 4), 0),
        ([(3, 4), (4, 4)], (1, 4), (6, 4), 1),
        ([(3, 4)], (1, 4), (6, 5), 0),
    ],
)
def test_t22_furniture_in_the_line(
    tables: list[tuple[int, int]], shooter: tuple[int, int], target: tuple[int, int], penalty: int
) -> None:
    state = shot(tables, shooter, target)
    sides = combat.shoot_sides(state, state.models["sylwen"], state.models[GUARD])
    assert sides.attacker.pool.dice == 4 - penalty


def test_t22_furniture_does_not_change_a_magic_attack() -> None:
    arena = Arena(
        heroes={"ivo": ((1, 4), "E")},
        foes={"bone_guard": [((6, 4), "W")]},
        zone={"furniture": (Furniture("table-3-4", "table", (Square(3, 4),)),)},
    )
    arena.step("ivo", Cast("ember_dart", GUARD), [1, 1, 1, 6, 6])
    assert pools(arena.last_attack) == (3, 2, 2)


def test_t24_an_engaged_shooter() -> None:
    foes = {"bone_guard": [((5, 5), "W")]}
    assert Arena(heroes={"sylwen": ((4, 5), "E")}, foes=foes).refused("sylwen", Shoot(GUARD)) == "engaged"
    arena = Arena(heroes={"sylwen": ((6, 5), "W")}, foes=foes)
    arena.step("sylwen", Shoot(GUARD), [5, 4, 3, 1, 6, 2])
    assert pools(arena.last_attack) == (4, 2, 1)
    assert arena.last_attack.hits == 2
    assert arena.state.board.piles == (Square(5, 5),)


def test_t25_recharge() -> None:
    arena = Arena(
        heroes={"ivo": ((1, 4), "E"), "torvek": ((0, 0), "E")},
        foes={"wraith": [((5, 4), "W")]},
        models={"wraith-1": {"wounds": 0}},
    )
    foe = "wraith-1"
    miss = [1, 1, 1, 1, 1]
    arena.step("ivo", Cast("ember_dart", foe), miss)
    assert arena.refused("ivo", Cast("ember_dart", foe)) == "cast-twice"
    assert arena.refused("ivo", Cast("fireburst", foe)) == "step-order"
    arena.step("ivo", Cast("rust_hex", foe))
    assert arena.model("ivo").spells["ember_dart"] == arena.model("ivo").spells["rust_hex"] == 1
    arena.pass_round()
    assert arena.model("ivo").spells["ember_dart"] == arena.model("ivo").spells["rust_hex"] == 0
    arena.step("ivo", Cast("fireburst", foe), [1, *miss])
    assert arena.model("ivo").spells["fireburst"] == 2
    arena.pass_round()
    assert arena.model("ivo").spells["fireburst"] == 1
    assert arena.refused("ivo", Cast("fireburst", foe)) == "not-ready"
    arena.pass_round()
    assert arena.model("ivo").spells["fireburst"] == 0
    arena.step("ivo", Cast("fireburst", foe), [1, *miss])


def test_t26_a_magic_attack_on_several() -> None:
    """Injured and outnumbered, Ivo still rolls four dice for each; nobody has a modifier."""
    arena = Arena(
        heroes={"ivo": ((2, 5), "E"), "torvek": ((6, 6), "W")},
        foes={"bone_guard": [((5, 5), "W"), ((1, 4), "E"), ((1, 6), "E")], "shambler": [((6, 5), "W")]},
        models={"ivo": {"wounds": 2}},
    )
    assert arena.model("ivo").injured
    assert combat.is_outnumbered(arena.state, arena.model("ivo"))
    guard, torvek, shambler = [6, 5, 4, 1, 3, 3], [6, 4, 3, 2, 5, 5, 2, 1], [6, 5, 5, 2, 6, 5]
    arena.step("ivo", Cast("fireburst", GUARD), [*guard, *torvek, *shambler])
    seen = {event.target: (pools(event), event.hits) for event in arena.told(AttackRolled)}
    assert seen == {GUARD: ((4, 2, 2), 3), "torvek": ((4, 4, 4), 1), "shambler-1": ((4, 2, 2), 1)}
    assert not any(event.attacker_terms or event.defender_terms for event in arena.told(AttackRolled))
    assert arena.felled == [GUARD]
    assert arena.state.board.piles == ()
    assert arena.model("torvek").wounds == 1
    assert arena.model("shambler-1").on_board


def test_t27_a_ward_and_what_lies_behind() -> None:
    adventure = shipped("ashen_seal")
    zone = replace(adventure.zones[1], spawns=())
    arena = Arena(
        heroes={"ivo": ((6, 3), "E"), "torvek": ((8, 3), "E")},
        board=zone.squares,
        zone={"doors": tuple(door for door in zone.doors if door.id == "door-9-3")},
        hidden=adventure.zones[2:],
    )
    assert arena.refused("torvek", Fight("door-9-3")) == "warded"
    arena.step("ivo", Cast("unbind", "door-9-3"))
    closed = arena.state.board.closed("door-9-3")
    assert closed is not None and closed.closure == Ward(1)
    arena.pass_round()
    arena.step("ivo", Cast("unbind", "door-9-3"))
    board = arena.state.board
    assert board.closed("door-9-3") is None
    assert {model.key for model in arena.state.side_models("overlord")} == {"corpse_ogre", "mailed_shambler"}
    assert board.piles == (Square(11, 6), Square(14, 6))
    assert sorted(board.bookcases) == [Square(10, 1), Square(13, 1)]
    assert [chest.id for chest in board.chests] == ["chest-16-3"]
    assert not arena.told(FreeStrikesGiven)
