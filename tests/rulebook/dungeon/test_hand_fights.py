"""Fights, shots and damage worked out by hand: who rolls how many dice against which Armour, and what comes of it.

Each row says with its rule what is to be seen; the board is open floor, 0..9 both ways.
"""

from __future__ import annotations

from typing import Any

import pytest

from rulebook.dungeon.board import Door, Furniture, Lock
from rulebook.dungeon.events import Wounded
from rulebook.dungeon.grid import Square
from rulebook.dungeon.steps import OVERLORD, End, Fight, Shoot, Step, UseItem
from tests.rulebook.dungeon.arena import Arena, Place, floor, pools

GUARD = "bone_guard-1"
Foes = dict[str, list[Place]]


def faces_of(dice: tuple[int, int, int]) -> list[int]:
    """Ones all round: nobody is hit, whatever the Armour."""
    return [1] * (dice[0] + dice[1])


# A hero fights the guard (or whoever comes first) at (5,5)

HERO_FIGHTS: list[tuple[str, str, Place, int, Foes, dict[str, Place], tuple[int, int, int]]] = [
    ("DS-FIGHT-01 from the side is from the front: side squares are front arc", "bruna", ((4, 5), "E"), 0,
     {"bone_guard": [((5, 5), "N")]}, {}, (5, 2, 2)),
    ("DS-FIGHT-03 from the rear a guard's missing die is taken from its Armour", "bruna", ((5, 6), "N"), 0,
     {"bone_guard": [((5, 5), "N")]}, {}, (5, 2, 1)),
    ("DS-FIGHT-03 a rear diagonal is rear as well", "bruna", ((6, 6), "W"), 0,
     {"bone_guard": [((5, 5), "N")]}, {}, (5, 2, 1)),
    ("DS-DMG-05 with two wounds Bruna is not Injured", "bruna", ((4, 5), "E"), 2,
     {"bone_guard": [((5, 5), "W")]}, {}, (5, 2, 2)),
    ("DS-FIGHT-03 with three she is", "bruna", ((4, 5), "E"), 3,
     {"bone_guard": [((5, 5), "W")]}, {}, (4, 2, 2)),
    ("DS-FIGHT-03 outnumbered as attacker: two guards look at her", "bruna", ((4, 5), "E"), 0,
     {"bone_guard": [((5, 5), "W"), ((3, 5), "E")]}, {}, (4, 2, 2)),
    ("DS-FIGHT-03 the one that looks away does not count", "bruna", ((4, 5), "E"), 0,
     {"bone_guard": [((5, 5), "W"), ((3, 5), "W")]}, {}, (5, 2, 2)),
    ("DS-FIGHT-03 outnumbered is one die, however many", "bruna", ((4, 5), "E"), 0,
     {"bone_guard": [((5, 5), "W"), ((3, 5), "E"), ((4, 4), "S"), ((4, 6), "N")]}, {}, (4, 2, 2)),
    ("DS-FIGHT-03 Injured and outnumbered", "bruna", ((4, 5), "E"), 4,
     {"bone_guard": [((5, 5), "W"), ((3, 5), "E")]}, {}, (3, 2, 2)),
    ("AMB-24 Ivo Injured and outnumbered still rolls two", "ivo", ((4, 5), "E"), 3,
     {"bone_guard": [((5, 5), "W"), ((3, 5), "E")]}, {}, (2, 2, 2)),
    ("DS-FIGHT-03 the defender is outnumbered by the attacker and his friend", "torvek", ((4, 5), "E"), 0,
     {"mailed_shambler": [((5, 5), "W")]}, {"bruna": ((5, 4), "S")}, (4, 2, 3)),
    ("DS-FIGHT-03 a friend beside him who looks elsewhere is none", "torvek", ((4, 5), "E"), 0,
     {"mailed_shambler": [((5, 5), "W")]}, {"bruna": ((5, 4), "N")}, (4, 3, 3)),
    ("DS-FIGHT-03 both outnumbered at the same time", "torvek", ((4, 5), "E"), 0,
     {"mailed_shambler": [((5, 5), "W"), ((3, 4), "E")]}, {"bruna": ((5, 4), "S")}, (3, 2, 3)),
    ("DS-MIN-01 outnumbered and from behind: three dice, one spilt into Armour", "torvek", ((5, 6), "N"), 0,
     {"mailed_shambler": [((5, 5), "N")]}, {"bruna": ((5, 4), "S")}, (4, 2, 2)),
    ("DS-MIN-02 a guard at Armour 1 cannot get worse", "torvek", ((5, 6), "N"), 0,
     {"bone_guard": [((5, 5), "N")]}, {"bruna": ((5, 4), "S")}, (4, 2, 1)),
    ("DS-MIN-01 a wraith taken from behind", "sylwen", ((5, 6), "N"), 0,
     {"wraith": [((5, 5), "N")]}, {}, (3, 2, 3)),
    ("DS-SHOOT-01 a bow's dice are none in a fight", "sylwen", ((4, 5), "E"), 0,
     {"bone_guard": [((5, 5), "W")]}, {}, (3, 2, 2)),
    ("DS-DMG-05 Sylwen is Injured at two", "sylwen", ((4, 5), "E"), 2,
     {"bone_guard": [((5, 5), "W")]}, {}, (2, 2, 2)),
    ("DS-DMG-05 Torvek only at four", "torvek", ((4, 5), "E"), 3,
     {"bone_guard": [((5, 5), "W")]}, {}, (4, 2, 2)),
    ("DS-LARGE-06 a Large enemy outnumbers alone", "bruna", ((4, 5), "E"), 0,
     {"corpse_ogre": [((5, 5), "W")]}, {}, (4, 4, 3)),
    ("AMB-44 from behind it she is not outnumbered, and it is taken from behind", "bruna", ((5, 7), "N"), 0,
     {"corpse_ogre": [((5, 5), "N")]}, {}, (5, 3, 3)),
    ("DS-LARGE-06 two heroes before it outnumber it", "bruna", ((4, 5), "E"), 0,
     {"corpse_ogre": [((5, 5), "W")]}, {"torvek": ((4, 6), "E")}, (4, 3, 3)),
]  # fmt: skip


@pytest.mark.parametrize(
    ("hero", "place", "wounds", "foes", "friends", "expected"),
    [row[1:] for row in HERO_FIGHTS],
    ids=[row[0] for row in HERO_FIGHTS],
)
def test_a_heros_fight(
    hero: str, place: Place, wounds: int, foes: Foes, friends: dict[str, Place], expected: tuple[int, int, int]
) -> None:
    arena = Arena(heroes={hero: place, **friends}, foes=foes, models={hero: {"wounds": wounds}})
    arena.step(hero, Fight(f"{next(iter(foes))}-1"), faces_of(expected))
    assert pools(arena.last_attack) == expected


# The guard at (5,5) fights a hero at (4,5)

FOE_FIGHTS: list[tuple[str, str, str, int, Foes, dict[str, Place], tuple[int, int, int]]] = [
    ("DS-FIGHT-03 a hero in front of it", "bruna", "E", 0, {"bone_guard": [((5, 5), "W")]}, {}, (2, 5, 2)),
    ("DS-FIGHT-03 a hero who turns her back", "bruna", "W", 0, {"bone_guard": [((5, 5), "W")]}, {}, (2, 4, 2)),
    ("DS-FIGHT-03 her side is her front", "bruna", "N", 0, {"bone_guard": [((5, 5), "W")]}, {}, (2, 5, 2)),
    ("DS-FIGHT-03 all three: Bruna 5 - 3", "bruna", "W", 3,
     {"bone_guard": [((5, 5), "W"), ((3, 5), "E")]}, {}, (2, 2, 2)),
    ("DS-MIN-04 all three: Torvek 4 - 3, one spilt, Armour 3", "torvek", "W", 4,
     {"bone_guard": [((5, 5), "W"), ((3, 5), "E")]}, {}, (2, 2, 3)),
    ("DS-MIN-02 all three: Sylwen 3 - 3, Armour stays 1", "sylwen", "W", 2,
     {"bone_guard": [((5, 5), "W"), ((3, 5), "E")]}, {}, (2, 2, 1)),
    ("DS-DMG-07 a minion outnumbered on both sides rolls two", "bruna", "E", 0,
     {"mailed_shambler": [((5, 5), "W")]}, {"torvek": ((5, 4), "S")}, (2, 5, 2)),
    ("DS-LARGE-05 partly beside and partly behind is not behind", "bruna", "N", 0,
     {"corpse_ogre": [((5, 5), "W")]}, {}, (4, 4, 2)),
    ("DS-LARGE-05 wholly behind: outnumbered too", "bruna", "W", 0,
     {"corpse_ogre": [((5, 5), "W")]}, {}, (4, 3, 2)),
    ("DS-MODEL-02 a boss with four wounds is Injured, and rolls less", "torvek", "E", 0,
     {"orrik": [((5, 5), "W")]}, {}, (4, 4, 4)),
]  # fmt: skip


@pytest.mark.parametrize(
    ("hero", "facing", "wounds", "foes", "friends", "expected"),
    [row[1:] for row in FOE_FIGHTS],
    ids=[row[0] for row in FOE_FIGHTS],
)
def test_a_foes_fight(
    hero: str, facing: Any, wounds: int, foes: Foes, friends: dict[str, Place], expected: tuple[int, int, int]
) -> None:
    arena = Arena(heroes={hero: ((4, 5), facing), **friends}, foes=foes, models={hero: {"wounds": wounds}})
    foe = next(iter(arena.state.side_models("overlord"))).id
    if foe.startswith("orrik"):
        arena.change(foe, wounds=4)
    arena.pass_heroes()
    arena.step(foe, Fight(hero), faces_of(expected))
    assert pools(arena.last_attack) == expected


# Shots at (5,5); the shooter is Sylwen, four dice

SHOTS: list[tuple[str, Place, Foes, dict[str, Place], tuple[int, int, int]]] = [
    ("DS-SHOOT-09 behind at a distance", ((5, 9), "N"), {"bone_guard": [((5, 5), "N")]}, {}, (4, 2, 1)),
    ("AMB-07 one row behind is behind, however far to the side", ((9, 6), "W"), {"bone_guard": [((5, 5), "N")]}, {},
     (4, 2, 1)),
    ("AMB-07 in the target's own row is not behind", ((9, 5), "W"), {"bone_guard": [((5, 5), "N")]}, {}, (4, 2, 2)),
    ("AMB-06 outnumbering counts in no shot", ((9, 5), "W"), {"mailed_shambler": [((5, 5), "E")]},
     {"bruna": ((5, 4), "S"), "torvek": ((5, 6), "N")}, (4, 3, 3)),
    ("DS-SHOOT-08 the defender rolls Combat dice", ((9, 5), "W"), {"barrow_dwarf": [((5, 5), "E")]}, {}, (4, 3, 4)),
    ("DS-SHOOT-09 behind a Large target: below its base", ((5, 9), "N"),
     {"corpse_ogre": [((5, 5), "N")]}, {}, (4, 3, 3)),
    ("DS-SHOOT-05 a target with one square on the front side is in front", ((8, 5), "N"),
     {"corpse_ogre": [((5, 5), "N")]}, {}, (4, 4, 3)),
]  # fmt: skip


@pytest.mark.parametrize(
    ("place", "foes", "friends", "expected"), [row[1:] for row in SHOTS], ids=[row[0] for row in SHOTS]
)
def test_sylwens_shot(place: Place, foes: Foes, friends: dict[str, Place], expected: tuple[int, int, int]) -> None:
    arena = Arena(heroes={"sylwen": place, **friends}, foes=foes)
    arena.step("sylwen", Shoot(f"{next(iter(foes))}-1"), faces_of(expected))
    assert pools(arena.last_attack) == expected


REFUSED_SHOTS: list[tuple[str, Place, dict[str, Any], str]] = [
    ("DS-SHOOT-05 behind her", ((5, 8), "S"), {}, "not-in-front"),
    ("DS-SHOOT-05 one row behind her, far to the side", ((9, 4), "N"), {}, "not-in-front"),
    ("DS-SHOOT-06 a friend stands in the line", ((5, 9), "N"), {"friends": {"bruna": ((5, 7), "N")}},
     "no-line-of-sight"),
    ("DS-SHOOT-06 another enemy stands in the line", ((5, 9), "N"), {"more": [((5, 7), "S")]}, "no-line-of-sight"),
    ("DS-FURN-02 a bookcase", ((5, 9), "N"),
     {"zone": {"furniture": (Furniture("f", "bookcase", (Square(5, 7),)),)}}, "no-line-of-sight"),
    ("DS-SHOOT-02 held by the target", ((5, 6), "N"), {"facing": "S"}, "engaged"),
    ("DS-SHOOT-02 held by another", ((5, 9), "N"), {"more": [((6, 9), "W")]}, "engaged"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("place", "more", "code"), [row[1:] for row in REFUSED_SHOTS], ids=[row[0] for row in REFUSED_SHOTS]
)
def test_a_shot_that_is_none(place: Place, more: dict[str, Any], code: str) -> None:
    guards = [((5, 5), more.get("facing", "N")), *more.get("more", [])]
    arena = Arena(
        heroes={"sylwen": place, **more.get("friends", {})}, foes={"bone_guard": guards}, zone=more.get("zone")
    )
    assert arena.refused("sylwen", Shoot(GUARD)) == code


def test_ds_shoot_01_who_has_no_bow_does_not_shoot() -> None:
    arena = Arena(heroes={"bruna": ((5, 9), "N")}, foes={"bone_guard": [((5, 5), "N")]})
    assert arena.refused("bruna", Shoot(GUARD)) == "no-shooting"


def test_ds_shoot_04_long_is_six_squares_between_the_edges() -> None:
    arena = Arena(
        heroes={"sylwen": ((0, 0), "E")}, foes={"bone_guard": [((7, 0), "W"), ((8, 1), "W")]}, board=floor(9, 2)
    )
    assert arena.refused("sylwen", Shoot("bone_guard-2")) == "out-of-range"
    arena.step("sylwen", Shoot(GUARD), [1] * 6)


@pytest.mark.parametrize(("blocks", "seen"), [(True, False), (False, True)])
def test_amb_04_a_closed_door_blocks_the_line_unless_the_table_says_otherwise(blocks: bool, seen: bool) -> None:
    """A wall with a closed door in it, and the guard in the open on her own side of nothing else."""
    board = frozenset(square for square in floor(5, 3) if square.x != 2)
    door = Door("door-2-1", (Square(2, 1),), Lock(2, 2))
    arena = Arena(
        heroes={"sylwen": ((0, 1), "E")},
        foes={"bone_guard": [((4, 1), "W")]},
        board=board,
        zone={"doors": (door,)},
        rules={"closed_door_blocks_los": blocks},
    )
    if seen:
        arena.step("sylwen", Shoot(GUARD), [1] * 6)
    else:
        assert arena.refused("sylwen", Shoot(GUARD)) == "no-line-of-sight"


# What hits do (DS-DMG-01 to -06, 21.2)

TABLES = [
    ("bone_guard", 1, None), ("bone_guard", 2, "bones"), ("bone_guard", 3, "destroyed"), ("bone_guard", 5, "destroyed"),
    ("bone_archer", 2, "bones"), ("bone_archer", 3, "destroyed"),
    ("shambler", 2, None), ("shambler", 3, "destroyed"),
    ("mailed_shambler", 2, None), ("mailed_shambler", 3, "destroyed"),
    ("barrow_dwarf", 1, None), ("barrow_dwarf", 2, "bones"), ("barrow_dwarf", 3, "destroyed"),
    ("wraith", 1, None), ("wraith", 2, "destroyed"),
    ("corpse_ogre", 2, None), ("corpse_ogre", 3, "destroyed"),
]  # fmt: skip


@pytest.mark.parametrize(("key", "hits", "effect"), TABLES)
def test_ds_dmg_02_what_hits_do_to_a_minion(key: str, hits: int, effect: str | None) -> None:
    """As many sixes as hits are wanted, the rest ones; the defender rolls ones."""
    arena = Arena(heroes={"bruna": ((4, 5), "E")}, foes={key: [((5, 5), "W")]})
    dice = 4 if key == "corpse_ogre" else 5
    defender = {"mailed_shambler": 3, "barrow_dwarf": 3, "corpse_ogre": 4}.get(key, 2)
    arena.step("bruna", Fight(f"{key}-1"), [6] * hits + [1] * (dice - hits) + [1] * defender)
    assert arena.last_attack.hits == hits
    assert arena.model(f"{key}-1").on_board == (effect is None)
    assert (Square(5, 5) in arena.state.board.piles) == (effect == "bones")


@pytest.mark.parametrize(
    ("hero", "injured_at"), [("bruna", 3), ("torvek", 4), ("sylwen", 2), ("ivo", 2), ("veyra", 3), ("orrik", 4)]
)
def test_ds_dmg_05_when_all_spaces_left_are_red(hero: str, injured_at: int) -> None:
    boss = hero in ("veyra", "orrik")
    arena = Arena(heroes={"bruna" if boss else hero: ((4, 5), "E")}, foes={hero: [((8, 5), "W")]} if boss else None)
    injured = []
    for wounds in range(5):
        arena.change(hero, wounds=wounds)
        injured.append(arena.model(hero).injured)
    assert injured == [wounds >= injured_at for wounds in range(5)]


def test_ds_dmg_03_one_wound_whatever_the_hits_and_three_attacks_are_three_wounds() -> None:
    foes: Foes = {"bone_guard": [((5, 5), "W"), ((3, 5), "E"), ((4, 4), "S")]}
    arena = Arena(heroes={"ivo": ((4, 5), "E")}, foes=foes)
    arena.pass_heroes()
    for number in (1, 2, 3):
        arena.step(f"bone_guard-{number}", Fight("ivo"), [6, 6, 1, 1])
        arena.end(f"bone_guard-{number}")
    assert [event.wounds for event in arena.told(Wounded)] == [1, 2, 3]
    assert arena.model("ivo").wounds == 3


def test_ds_free_01_a_striker_that_struck_still_has_its_turn() -> None:
    """The guard strikes Bruna as she leaves, and walks after her and fights in the Overlord's turn."""
    arena = Arena(heroes={"bruna": ((4, 5), "E")}, foes={"bone_guard": [((5, 5), "W")]})
    arena.step("bruna", arena.walk("bruna", (3, 5)), [1] * 7)
    arena.end("bruna")
    arena.step(GUARD, arena.walk(GUARD, (4, 5)))
    arena.step(GUARD, Fight("bruna"), [1] * 7)
    assert arena.last_attack.attack == "fight"


def test_ds_free_01_a_free_strike_has_all_modifiers() -> None:
    """Bruna turns her back on one guard and is before another: 5 - 1 - 1, twice."""
    arena = Arena(heroes={"bruna": ((4, 5), "W")}, foes={"bone_guard": [((5, 5), "W"), ((4, 6), "N")]})
    step = arena.walk("bruna", (3, 4))
    arena.step("bruna", step, [1] * (2 + 3 + 2 + 4))
    first, second = arena.told(type(arena.last_attack))
    assert [pools(first), pools(second)] == [(2, 3, 2), (2, 4, 2)]


def test_ds_break_03_a_striker_felled_by_nothing_still_leaves_the_mover_wounded_on_her_way() -> None:
    arena = Arena(heroes={"bruna": ((4, 5), "E")}, foes={"bone_guard": [((5, 5), "W")]})
    arena.step("bruna", arena.walk("bruna", (3, 5), (2, 5)), [6, 5, 1, 1, 1, 1, 1])
    assert (arena.model("bruna").wounds, arena.model("bruna").at) == (1, Square(2, 5))


def act_twice(first: Step, second: Step) -> str:
    arena = Arena(
        heroes={"sylwen": ((4, 5), "E")},
        foes={"bone_guard": [((5, 5), "E"), ((9, 5), "W")]},
        models={"sylwen": {"items": ("healing_draught",), "wounds": 1}},
    )
    arena.step("sylwen", first, [1] * (5 if isinstance(first, Fight) else 6))
    return arena.refused("sylwen", second)


@pytest.mark.parametrize("second", [Fight(GUARD), Shoot(GUARD)])
def test_ds_hero_02_one_action_a_turn(second: Step) -> None:
    assert act_twice(Fight(GUARD), second) == "step-order"
    assert act_twice(Shoot(GUARD), second) == "step-order"


def test_ds_hero_01_doing_nothing_and_items_alone_are_turns_too() -> None:
    arena = Arena(
        heroes={"bruna": ((4, 5), "E"), "ivo": ((0, 0), "E")},
        foes={"bone_guard": [((9, 9), "W")]},
        models={"bruna": {"items": ("healing_draught",), "wounds": 1}},
    )
    arena.step("bruna", UseItem("healing_draught"))
    arena.step("bruna", End())
    arena.end(OVERLORD)
    arena.end("ivo")
    assert arena.state.phase == "overlord"
    assert (arena.model("bruna").wounds, arena.model("bruna").items) == (0, ())
