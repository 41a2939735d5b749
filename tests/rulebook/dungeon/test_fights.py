"""Fights, shots, damage, locks (DS-FIGHT, DS-MIN, DS-SHOOT, DS-DMG, DS-LOCK), odds of the starter set (21.9)."""

from __future__ import annotations

import pytest

from rulebook.dungeon import combat
from rulebook.dungeon.attack import Pool, Side, Term, chance, expected_hits, odds, pool, resolve
from rulebook.dungeon.board import Chest, Furniture, Lock
from rulebook.dungeon.cards import Row
from rulebook.dungeon.catalogue import PROFILES
from rulebook.dungeon.events import ClosureOpened, ItemsPickedUp, WoundIgnored
from rulebook.dungeon.grid import Square
from rulebook.dungeon.steps import OVERLORD, Fight, Shoot
from rulebook.errors import Unreadable
from tests.rulebook.dungeon.arena import Arena, drawn, pools

GUARD = "bone_guard-1"


def test_ds_fight_01_the_target_must_be_in_the_front_arc() -> None:
    arena = Arena(heroes={"bruna": ((4, 5), "W")}, foes={"bone_guard": [((5, 5), "E")]})
    assert arena.refused("bruna", Fight(GUARD)) == "not-in-front"
    assert arena.refused("bruna", Fight("bruna")) == "illegal-target"
    assert arena.refused("bruna", Fight("nobody")) == "unknown-target"


def test_ds_fight_03_both_can_be_outnumbered_at_once() -> None:
    heroes = {"bruna": ((4, 5), "E"), "torvek": ((6, 5), "W")}
    arena = Arena(heroes=heroes, foes={"bone_guard": [((5, 5), "W"), ((4, 6), "N")]})
    sides = combat.fight_sides(arena.state, arena.model("bruna"), arena.model(GUARD))
    assert sides.attacker.dice_terms == (combat.OUTNUMBERED,)
    assert sides.defender.dice_terms == (combat.OUTNUMBERED,)


def test_ds_fight_04_faces_equal_to_the_armour_are_discarded() -> None:
    result = resolve([2, 5, 3, 6], [4], 3)
    assert (result.kept, result.discarded, result.pairs, result.hits) == ((6, 5), (3, 2), ((6, 4), (5, 0)), 2)


@pytest.mark.parametrize(
    ("attacker", "defender", "armour"), [([7], [1], 2), ([1], [0], 2), ([1], [1], 6), ([1], [1], 0)]
)
def test_faces_and_armour_out_of_bounds_are_unreadable(attacker: list[int], defender: list[int], armour: int) -> None:
    with pytest.raises(Unreadable):
        resolve(attacker, defender, armour)


def test_ds_min_04_the_cap_comes_before_the_spill() -> None:
    assert pool(2, 5, armour_bonus=2, dice_penalties=1) == Pool(2, 4)
    assert pool(4, 3, armour_malus=1) == Pool(4, 2)
    assert Side(3, 2, (Term("injured", -1), Term("oil", 1))).pool == Pool(3, 2)


STARTER_ODDS = [
    ((5, 2, 2), (0.93, 0.81, 0.59)),
    ((4, 2, 2), (0.86, 0.66, 0.38)),
    ((3, 2, 2), (0.72, 0.44, 0.15)),
    ((5, 2, 3), (0.84, 0.63, 0.36)),
    ((5, 3, 4), (0.62, 0.34, 0.13)),
    ((5, 2, 4), (0.70, 0.40, 0.15)),
    ((5, 4, 3), (0.65, 0.43, 0.23)),
    ((5, 3, 3), (0.75, 0.53, 0.29)),
]


@pytest.mark.parametrize(("dice", "expected"), STARTER_ODDS)
def test_the_odds_are_those_of_the_starter_set(dice: tuple[int, int, int], expected: tuple[float, ...]) -> None:
    assert odds(*dice)[1:4] == pytest.approx(expected, abs=0.006)


def test_odds_of_few_dice_can_be_counted_by_hand() -> None:
    assert odds(1, 1, 5) == (1.0, pytest.approx(5 / 36))
    assert chance(1, 1, 5, least=2) == 0.0
    assert expected_hits(1, 1, 5) == pytest.approx(5 / 36)


# Shooting


def test_ds_shoot_01_03_dice_of_its_own_and_the_long_template() -> None:
    arena = Arena(heroes={"bruna": ((0, 0), "E"), "sylwen": ((0, 5), "E")}, foes={"bone_guard": [((7, 5), "W")]})
    assert arena.refused("bruna", Shoot(GUARD)) == "no-shooting"
    arena.step("sylwen", Shoot(GUARD), [1, 1, 1, 1, 6, 6])
    assert pools(arena.last_attack) == (4, 2, 2)
    far = Arena(heroes={"sylwen": ((0, 5), "E")}, foes={"bone_guard": [((8, 5), "W")]})
    assert far.refused("sylwen", Shoot(GUARD)) == "out-of-range"


def test_ds_shoot_05_only_what_is_in_front() -> None:
    arena = Arena(heroes={"sylwen": ((4, 4), "N")}, foes={"bone_guard": [((4, 6), "N")], "wraith": [((0, 4), "N")]})
    assert arena.refused("sylwen", Shoot(GUARD)) == "not-in-front"
    arena.step("sylwen", Shoot("wraith-1"), [1, 1, 1, 1, 6, 6])


@pytest.mark.parametrize("wall", ["model", "void", "bookcase", "door"])
def test_ds_shoot_06_what_blocks_the_line(wall: str) -> None:
    board = drawn(".......") if wall != "void" else drawn("...#...")
    foes = {"bone_guard": [((6, 0), "W")], **({"wraith": [((3, 0), "W")]} if wall == "model" else {})}
    case = (Furniture("bookcase-3-0", "bookcase", (Square(3, 0),)),) if wall == "bookcase" else ()
    arena = Arena(heroes={"sylwen": ((0, 0), "E")}, foes=foes, board=board, zone={"furniture": case})
    if wall == "door":
        arena = Arena(heroes={"sylwen": ((0, 0), "E")}, foes=foes, board=board - {Square(3, 0)})
    assert arena.refused("sylwen", Shoot(GUARD)) == "no-line-of-sight"


def test_ds_shoot_07_past_one_corner_but_not_through_a_pinch() -> None:
    corner = drawn("..... .#... .....")
    arena = Arena(heroes={"sylwen": ((0, 1), "E")}, foes={"bone_guard": [((2, 0), "W")]}, board=corner)
    assert combat.can_see(arena.state, arena.model("sylwen"), (Square(2, 0),))
    pinch = drawn(".#. ..# ...")
    arena = Arena(heroes={"sylwen": ((1, 1), "E")}, foes={"bone_guard": [((2, 0), "W")]}, board=pinch)
    assert not combat.can_see(arena.state, arena.model("sylwen"), (Square(2, 0),))


def test_ds_shoot_09_outnumbering_counts_in_no_shot_but_wounds_and_the_back_do() -> None:
    arena = Arena(
        heroes={"sylwen": ((0, 5), "E"), "bruna": ((4, 5), "E"), "torvek": ((5, 4), "S")},
        foes={"orrik": [((5, 5), "E")]},
        models={"sylwen": {"wounds": 2}, "orrik": {"wounds": 4}, "bruna": {"at": Square(9, 9)}},
    )
    sides = combat.shoot_sides(arena.state, arena.model("sylwen"), arena.model("orrik"))
    assert sides.attacker.dice_terms == (combat.INJURED,)
    assert sides.defender.dice_terms == (combat.INJURED, combat.BEHIND)


def test_amd_10_a_table_may_forbid_shots_at_adjacent_targets() -> None:
    foes = {"bone_guard": [((5, 5), "E")]}
    arena = Arena(heroes={"sylwen": ((4, 5), "E")}, foes=foes, rules={"adjacent_shots": False})
    assert arena.refused("sylwen", Shoot(GUARD)) == "adjacent"


# Damage


@pytest.mark.parametrize(
    ("key", "hits", "expected"),
    [
        ("bone_guard", 1, None),
        ("bone_guard", 2, "bone_pile"),
        ("bone_guard", 3, "destroyed"),
        ("shambler", 2, None),
        ("shambler", 3, "destroyed"),
        ("wraith", 2, "destroyed"),
        ("corpse_ogre", 4, "destroyed"),
    ],
)
def test_ds_dmg_02_minion_tables(key: str, hits: int, expected: str | None) -> None:
    assert PROFILES[key].felled_by(hits) == expected


def test_amb_86_skeletal_is_what_leaves_bones() -> None:
    skeletal = {key for key, profile in PROFILES.items() if profile.leaves_bones}
    assert skeletal == {"bone_guard", "bone_archer", "barrow_dwarf"}
    assert PROFILES["bone_guard"].table == (Row(2, "bone_pile"), Row(3, "destroyed"))


def test_ds_dmg_01_hits_of_two_attacks_do_not_add_up() -> None:
    heroes = {"bruna": ((4, 5), "E"), "torvek": ((6, 5), "W")}
    arena = Arena(heroes=heroes, foes={"shambler": [((5, 5), "W")]})
    arena.step("bruna", Fight("shambler-1"), [6, 6, 1, 1, 1, 1, 1])
    arena.end("bruna")
    arena.end(OVERLORD)
    arena.step("torvek", Fight("shambler-1"), [6, 6, 1, 1, 1, 1])
    assert arena.felled == []


def test_ds_dmg_06_the_game_may_go_on_without_the_fallen() -> None:
    """AMB-14: what can change hands lies where he stood, and is picked up by entering."""
    arena = Arena(
        heroes={"bruna": ((4, 5), "E"), "torvek": ((3, 8), "E")},
        foes={"orrik": [((5, 5), "W")]},
        mission={"lose_on_hero_incapacitated": False},
        models={"bruna": {"wounds": 4, "items": ("healing_draught", "hartskin_boots")}},
    )
    arena.pass_heroes()
    arena.step("orrik", Fight("bruna"), [6, 6, 6, 6, 6, 1, 1, 1, 1])
    assert arena.state.phase == "overlord"
    assert arena.state.board.drops[0].items == ("healing_draught",)
    arena.end("orrik")
    arena.end(OVERLORD)
    arena.step("torvek", arena.walk("torvek", (3, 7), (3, 6), (4, 5)))
    assert arena.told(ItemsPickedUp)[-1].items == ("healing_draught",)
    assert arena.model("torvek").items == ("healing_draught",)


def test_ds_win_02_without_any_hero_left_the_overlord_has_won() -> None:
    arena = Arena(
        heroes={"bruna": ((4, 5), "E")},
        foes={"orrik": [((5, 5), "W")]},
        rules={"lose_on_hero_incapacitated": False},
        models={"bruna": {"wounds": 4}},
    )
    arena.pass_heroes()
    arena.step("orrik", Fight("bruna"), [6, 6, 6, 6, 6, 1, 1, 1, 1])
    assert arena.state.outcome is not None and arena.state.outcome.reason == "no-hero-left"


def test_amd_19_an_automatic_item_is_spent_whatever_it_does_and_may_be_declined() -> None:
    def struck(face: int, **fields: object) -> Arena:
        arena = Arena(
            heroes={"torvek": ((4, 5), "E")},
            foes={"orrik": [((5, 5), "W")]},
            models={"torvek": {"items": ("saints_knuckle",), **fields}},
        )
        arena.pass_heroes()
        faces = [6, 6, 6, 6, 6, 1, 1, 1, 1]
        arena.step("orrik", Fight("torvek"), faces if fields else [*faces, face])
        return arena

    saved, hurt, declined = struck(4), struck(3), struck(0, declined=("saints_knuckle",))
    assert (saved.model("torvek").wounds, saved.model("torvek").items) == (0, ())
    assert (hurt.model("torvek").wounds, hurt.model("torvek").items) == (1, ())
    assert (declined.model("torvek").wounds, declined.model("torvek").items) == (1, ("saints_knuckle",))
    assert not declined.told(WoundIgnored)


# Locks and chests


def test_ds_door_07_who_opens_a_chest_has_what_is_in_it() -> None:
    chest = Chest("chest-5-5", Square(5, 5), Lock(2, 2), ("ashen_seal", "healing_draught"))
    arena = Arena(heroes={"bruna": ((4, 5), "E")}, zone={"chests": (chest,)})
    arena.step("bruna", Fight("chest-5-5"), [6, 1, 1, 1, 1, 5, 5])
    assert arena.model("bruna").items == ("ashen_seal", "healing_draught")
    assert arena.told(ClosureOpened)[-1].items == ("ashen_seal", "healing_draught")
    assert Square(5, 5) not in arena.state.board.walkable
    assert arena.refused("bruna", Fight("chest-5-5")) == "step-order"


def test_ds_door_04_only_heroes_open() -> None:
    chest = Chest("chest-5-5", Square(5, 5), Lock(2, 2))
    arena = Arena(heroes={"bruna": ((0, 0), "N")}, foes={"orrik": [((5, 6), "N")]}, zone={"chests": (chest,)})
    arena.pass_heroes()
    assert arena.refused("orrik", Fight("chest-5-5")) == "only-heroes"


def test_ds_lock_05_doors_and_chests_hold_nobody() -> None:
    chest = Chest("chest-5-5", Square(5, 5), Lock(2, 2))
    arena = Arena(heroes={"sylwen": ((4, 5), "E")}, foes={"wraith": [((4, 0), "N")]}, zone={"chests": (chest,)})
    assert combat.holders(arena.state, arena.model("sylwen")) == ()
