"""Items, doors, chests and feats, worked out by hand from the rules."""

from __future__ import annotations

from typing import Any

import pytest

from rulebook.dungeon.actions import Instruct
from rulebook.dungeon.adventure import Kit
from rulebook.dungeon.board import Chest, Door, Lock, Spawn, Ward, Zone
from rulebook.dungeon.events import AttackRolled, ItemsPickedUp, Moved, ZoneLaid
from rulebook.dungeon.grid import Square
from rulebook.dungeon.steps import (
    OVERLORD,
    Cast,
    End,
    Fight,
    Trade,
    UseFeat,
    UseItem,
)
from tests.rulebook.dungeon.arena import ANA, Arena, Place, floor, pools

GUARD = "bone_guard-1"


def alone(hero: str, place: Place, **more: Any) -> Arena:
    return Arena(heroes={hero: place}, **more)


# Items


@pytest.mark.parametrize(("face", "wounds"), [(3, 1), (4, 0)])
def test_saints_knuckle_is_spent_whatever_it_shows(face: int, wounds: int) -> None:
    arena = Arena(
        heroes={"torvek": ((4, 5), "E")},
        foes={"bone_guard": [((5, 5), "W")]},
        kits={"torvek": Kit(items=("saints_knuckle",))},
    )
    arena.pass_heroes()
    arena.step(GUARD, Fight("torvek"), [6, 6, 1, 1, 1, 1, face])
    assert (arena.model("torvek").wounds, arena.model("torvek").items) == (wounds, ())


def test_a_declined_knuckle_is_kept() -> None:
    """AMD-19."""
    arena = Arena(
        heroes={"torvek": ((4, 5), "E")},
        foes={"bone_guard": [((5, 5), "W")]},
        kits={"torvek": Kit(items=("saints_knuckle",))},
    )
    arena.act(Instruct(ANA, "torvek", 1, declined=("saints_knuckle",)))
    arena.pass_heroes()
    arena.step(GUARD, Fight("torvek"), [6, 6, 1, 1, 1, 1])
    assert (arena.model("torvek").wounds, arena.model("torvek").items) == (1, ("saints_knuckle",))


def test_a_miss_asks_no_knuckle() -> None:
    arena = Arena(
        heroes={"torvek": ((4, 5), "E")},
        foes={"bone_guard": [((5, 5), "W")]},
        kits={"torvek": Kit(items=("saints_knuckle",))},
    )
    arena.pass_heroes()
    arena.step(GUARD, Fight("torvek"), [4, 4, 1, 1, 1, 1])
    assert arena.model("torvek").items == ("saints_knuckle",)


def test_whetstone_oil_is_for_the_next_fight_of_this_turn() -> None:
    arena = Arena(
        heroes={"bruna": ((4, 5), "E")},
        foes={"bone_guard": [((5, 5), "W")]},
        kits={"bruna": Kit(items=("whetstone_oil", "whetstone_oil"))},
    )
    arena.step("bruna", UseItem("whetstone_oil"))
    arena.pass_round()
    arena.step("bruna", Fight(GUARD), [1] * 7)
    assert pools(arena.last_attack) == (5, 2, 2)
    arena.pass_round()
    arena.step("bruna", UseItem("whetstone_oil"))
    arena.step("bruna", Fight(GUARD), [1] * 8)
    assert pools(arena.last_attack) == (6, 2, 2)


def test_a_spark_crystal_is_two_dice_on_one_magic_attack() -> None:
    arena = Arena(
        heroes={"ivo": ((5, 9), "N")},
        foes={"bone_guard": [((5, 5), "S")]},
        kits={"ivo": Kit(items=("spark_crystal",), spells=("ember_dart",))},
    )
    arena.step("ivo", UseItem("spark_crystal", GUARD))
    arena.step("ivo", Cast("ember_dart", GUARD), [1] * 7)
    assert pools(arena.last_attack) == (5, 2, 2)


def trading(**kits: tuple[str, ...]) -> Arena:
    return Arena(
        heroes={"bruna": ((4, 5), "E"), "torvek": ((6, 6), "E")},
        kits={hero: Kit(items=items) for hero, items in kits.items()},
    )


def test_ds_item_06_in_the_middle_of_a_move_and_on() -> None:
    arena = trading(bruna=("healing_draught",))
    assert arena.refused("bruna", Trade("torvek", give=("healing_draught",))) == "not-adjacent"
    arena.step("bruna", arena.walk("bruna", (5, 5)))
    arena.step("bruna", Trade("torvek", give=("healing_draught",)))
    arena.step("bruna", arena.walk("bruna", (5, 4), (5, 3)))
    assert arena.model("torvek").items == ("healing_draught",)
    assert arena.told(Moved)[-1].left == 3


@pytest.mark.parametrize("item", ["hartskin_boots", "gossamer_coat"])
def test_ds_item_06_only_paraphernalia_changes_hands(item: str) -> None:
    arena = trading(bruna=(item,))
    arena.change("torvek", at=Square(5, 5))
    assert arena.refused("bruna", Trade("torvek", give=(item,))) == "not-paraphernalia"


def test_amd_19_barrow_plate_changes_hands_and_works_for_whom_it_fits() -> None:
    arena = Arena(
        heroes={"bruna": ((4, 5), "E"), "torvek": ((3, 5), "E")},
        foes={"bone_guard": [((5, 5), "W")]},
        kits={"torvek": Kit(items=("barrow_plate",))},
    )
    arena.step("bruna", Trade("torvek", take=("barrow_plate",)))
    arena.pass_heroes()
    arena.step(GUARD, Fight("bruna"), [1] * 7)
    assert pools(arena.last_attack) == (2, 5, 3)


@pytest.mark.parametrize(("hero", "item", "armour"), [("ivo", "barrow_plate", 1), ("torvek", "gossamer_coat", 4)])
def test_sk_347_what_does_not_fit_is_carried_and_does_nothing(hero: str, item: str, armour: int) -> None:
    """21.5: the Plate is Bruna's or Torvek's, the Coat Sylwen's or Ivo's; a chest gives to whoever opens it."""
    arena = Arena(
        heroes={hero: ((4, 5), "E")},
        foes={"bone_guard": [((5, 5), "W")]},
        kits={hero: Kit(items=(item,))},
    )
    arena.pass_heroes()
    arena.step(GUARD, Fight(hero), [1] * (2 + arena.model(hero).profile.combat))
    assert arena.last_attack.armour == armour
    assert arena.model(hero).items == (item,)


def test_amb_14_what_the_fallen_carried_lies_where_they_fell() -> None:
    """Paraphernalia drops, the boots are lost; who walks over it has it."""
    arena = Arena(
        heroes={"bruna": ((4, 5), "E"), "torvek": ((2, 5), "E")},
        foes={"bone_guard": [((5, 5), "W")]},
        kits={"bruna": Kit(items=("hartskin_boots", "healing_draught"))},
        models={"bruna": {"wounds": 4}},
        mission={"lose_on_hero_incapacitated": False},
    )
    arena.pass_heroes()
    arena.step(GUARD, Fight("bruna"), [6, 6, 1, 1, 1, 1])
    arena.end(OVERLORD)
    arena.step("torvek", arena.walk("torvek", (3, 5), (4, 5)))
    assert [event.items for event in arena.told(ItemsPickedUp)] == [("healing_draught",)]


# Doors, chests and zones


def hall(**more: Any) -> Arena:
    """A closed door at (4,1) between two rooms; in the second a guard looks West, right behind the door."""
    door = Door("door-4-1", (Square(4, 1),), more.pop("closure", Lock(2, 2)))
    second = Zone(
        "zone-5-0",
        frozenset(Square(x, y) for x in range(5, 9) for y in range(3)),
        doors=(door,),
        spawns=(Spawn("bone_guard", Square(5, 1), "W"),),
        piles=(Square(7, 1),),
    )
    return Arena(
        heroes=more.pop("heroes", {"bruna": ((3, 1), "E")}),
        board=floor(4, 3),
        zone={"doors": (door,)},
        hidden=(second,),
        mission={"raisable": {"bone_guard": 4}, **more.pop("mission", {})},
        **more,
    )


def test_ds_lock_01_the_door_must_be_in_front() -> None:
    arena = hall(heroes={"bruna": ((3, 1), "W")})
    assert arena.refused("bruna", Fight("door-4-1")) == "not-in-front"


@pytest.mark.parametrize(
    ("wounds", "lock", "expected"),
    [(0, Lock(2, 2), (5, 2, 2)), (3, Lock(2, 2), (4, 2, 2)), (0, Lock(3, 3), (5, 3, 3)), (4, Lock(3, 3), (4, 3, 3))],
)
def test_ds_lock_03_the_heros_own_modifiers_and_none_of_the_lock(
    wounds: int, lock: Lock, expected: tuple[int, int, int]
) -> None:
    """A friend on the other side of the lock outnumbers nothing."""
    arena = hall(
        heroes={"bruna": ((3, 1), "E"), "torvek": ((3, 0), "E")}, closure=lock, models={"bruna": {"wounds": wounds}}
    )
    arena.step("bruna", Fight("door-4-1"), [1] * (expected[0] + expected[1]))
    assert pools(arena.last_attack) == expected


def test_ds_door_06_opening_lays_the_zone_and_its_guard_may_be_ordered_at_once() -> None:
    """DS-FREE-03: no free strikes; AMD-01: the door's square is floor, so the guard comes through and fights."""
    arena = hall()
    events = arena.step("bruna", Fight("door-4-1"), [6, 6, 6, 6, 6, 1, 1])
    assert [type(event) for event in events].count(ZoneLaid) == 1
    assert [one.attack for one in arena.told(AttackRolled)] == ["lock"]
    arena.pass_heroes()
    arena.step(GUARD, arena.walk(GUARD, (4, 1)))
    arena.step(GUARD, Fight("bruna"), [1] * 7)
    assert arena.last_attack.target == "bruna"


def test_ds_door_01_a_closed_door_is_no_way_and_bars_slants_like_a_wall() -> None:
    """(3,1) to (4,1) no; and past the door nobody slants, the squares around it being no board."""
    arena = hall()
    assert arena.refused("bruna", arena.walk("bruna", (4, 1))) == "blocked"
    assert arena.refused("bruna", arena.walk("bruna", (4, 0))) == "blocked"


def test_ds_ward_01_force_opens_no_ward_and_a_spell_no_lock() -> None:
    warded = hall(closure=Ward(1))
    assert warded.refused("bruna", Fight("door-4-1")) == "warded"
    locked = hall(heroes={"ivo": ((3, 1), "E")})
    assert locked.refused("ivo", Cast("unbind", "door-4-1")) == "illegal-target"


def test_ds_lock_01_a_chest_gives_its_contents_to_who_opens_it_and_stays_in_the_way() -> None:
    chest = Chest("chest-5-5", Square(5, 5), Lock(2, 2), ("ashen_seal", "healing_draught"))
    arena = Arena(heroes={"bruna": ((4, 5), "E"), "torvek": ((4, 6), "E")}, zone={"chests": (chest,)})
    arena.step("bruna", Fight("chest-5-5"), [6, 1, 1, 1, 1, 5, 5])
    assert arena.model("bruna").items == ("ashen_seal", "healing_draught")
    arena.end("bruna")
    arena.end(OVERLORD)
    assert arena.refused("torvek", arena.walk("torvek", (5, 5))) == "blocked"


# Feats


def test_reaping_arc_strikes_behind_her_too_with_the_modifiers_of_each() -> None:
    """One before her with its back turned, one behind her that looks at her: 5 against 2/1, then 2/2."""
    arena = Arena(heroes={"bruna": ((5, 5), "N")}, foes={"bone_guard": [((5, 4), "N"), ((5, 6), "N")]})
    arena.step("bruna", UseFeat("reaping_arc"))
    arena.step("bruna", Fight(GUARD), [1] * 7)
    arena.step("bruna", Fight("bone_guard-2"), [1] * 7)
    assert [pools(one) for one in arena.told(AttackRolled)] == [(5, 2, 1), (5, 2, 2)]
    assert arena.refused("bruna", Fight(GUARD)) == "step-order"


@pytest.mark.parametrize("hero", ["bruna", "torvek", "sylwen", "ivo"])
def test_ds_feat_02_a_feat_is_instead_of_a_turn_not_after_a_move(hero: str) -> None:
    feats = {"bruna": "reaping_arc", "torvek": "hold_the_breach", "sylwen": "twin_arrows", "ivo": "overchannel"}
    arena = alone(hero, ((5, 5), "N"))
    arena.step(hero, arena.walk(hero, (5, 4)))
    assert arena.refused(hero, UseFeat(feats[hero])) == "step-order"


def test_hold_the_breach_two_squares_armour_five_and_no_fight() -> None:
    arena = Arena(heroes={"torvek": ((5, 5), "N")}, foes={"bone_guard": [((5, 1), "S")]})
    arena.step("torvek", UseFeat("hold_the_breach"))
    assert arena.refused("torvek", arena.walk("torvek", (5, 4), (5, 3), (6, 3))) == "too-far"
    arena.step("torvek", arena.walk("torvek", (5, 4), (5, 3)))
    assert arena.refused("torvek", Fight(GUARD)) == "step-order"
    arena.pass_heroes()
    arena.step(GUARD, arena.walk(GUARD, (5, 2)))
    arena.step(GUARD, Fight("torvek"), [1] * 6)
    assert pools(arena.last_attack) == (2, 4, 5)


@pytest.mark.parametrize(("faces", "healed"), [([5, 4], 1), ([6, 6], 2), ([4, 1], 0)])
def test_stoneblood_is_a_die_for_each_wound_of_the_round(faces: list[int], healed: int) -> None:
    arena = Arena(
        heroes={"torvek": ((4, 5), "E")},
        foes={"bone_guard": [((5, 5), "W"), ((3, 5), "E")]},
        models={"torvek": {"wounds": 1}},
    )
    arena.pass_heroes()
    for guard, dice in ((GUARD, 3), ("bone_guard-2", 2)):
        arena.step(guard, Fight("torvek"), [6, 6] + [1] * dice)
        arena.end(guard)
    arena.step(OVERLORD, End(), faces)
    assert arena.model("torvek").wounds == 3 - healed
