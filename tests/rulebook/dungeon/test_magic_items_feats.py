"""Spells, items, trading, feats (DS-MAGIC, DS-WARD, DS-ITEM, DS-FEAT, section 21)."""

from __future__ import annotations

import pytest

from rulebook.dungeon.actions import AnswerTrade
from rulebook.dungeon.adventure import Kit
from rulebook.dungeon.board import Chest, Door, Lock, Ward, Zone
from rulebook.dungeon.events import AbilityRolled, AttackRolled, Healed, TargetsFixed, TradeLapsed, ZoneLaid
from rulebook.dungeon.grid import Pose, Square
from rulebook.dungeon.steps import OVERLORD, Cast, End, Fight, Move, Shoot, Trade, UseFeat, UseItem
from tests.rulebook.dungeon.arena import BOB, Arena, drawn, floor, pools, steps_of

GUARD = "bone_guard-1"
MISS = [1, 1, 1, 6, 6]


def test_ds_magic_01_only_casters_cast_and_only_what_they_know() -> None:
    arena = Arena(heroes={"bruna": ((0, 0), "E"), "ivo": ((0, 1), "E")}, foes={"bone_guard": [((5, 5), "W")]})
    assert arena.refused("bruna", Cast("ember_dart", GUARD)) == "unknown-spell"
    assert arena.refused("ivo", Cast("grave_chill", GUARD)) == "unknown-spell"


def test_ds_magic_04_sight_only_where_the_card_has_the_icon() -> None:
    wall = drawn("....... ...#... ...#... ...#... .......")
    heroes = {"ivo": ((2, 2), "W"), "torvek": ((4, 2), "W")}
    arena = Arena(heroes=heroes, foes={"bone_guard": [((5, 2), "W")]}, board=wall)
    assert arena.refused("ivo", Cast("ember_dart", GUARD)) == "not-in-front"
    arena.step("ivo", Move((Pose(Square(2, 2), "E"),)))
    assert arena.refused("ivo", Cast("ember_dart", GUARD)) == "no-line-of-sight"
    arena.step("ivo", Cast("stoneskin", "torvek"))
    assert arena.view_of("torvek")["armour_counted"] == 5


def test_ds_magic_05_casting_while_engaged_is_the_tables_choice() -> None:
    foes = {"bone_guard": [((5, 5), "W")]}
    Arena(heroes={"ivo": ((4, 5), "E")}, foes=foes).step("ivo", Cast("ember_dart", GUARD), MISS)
    strict = Arena(heroes={"ivo": ((4, 5), "E")}, foes=foes, rules={"engaged_casting": False})
    assert strict.refused("ivo", Cast("ember_dart", GUARD)) == "engaged"


def test_rust_hex_ends_with_the_round_and_does_not_add_up() -> None:
    arena = Arena(heroes={"ivo": ((0, 5), "E")}, foes={"orrik": [((5, 5), "W")]})
    arena.step("ivo", Cast("rust_hex", "orrik"))
    assert arena.view_of("orrik")["armour_counted"] == 3
    arena.pass_round()
    assert arena.view_of("orrik")["armour_counted"] == 4


def test_stoneskin_lasts_until_the_end_of_the_next_round() -> None:
    arena = Arena(heroes={"ivo": ((0, 5), "E")})
    arena.step("ivo", Cast("stoneskin", "ivo"))
    for expected in (2, 2, 1):
        assert arena.view_of("ivo")["armour_counted"] == expected
        arena.pass_round()


def test_quickstep_moves_a_friend_by_all_the_rules() -> None:
    """AMB-13: an engaged friend breaks away."""
    heroes = {"ivo": ((2, 5), "E"), "torvek": ((4, 5), "E")}
    arena = Arena(heroes=heroes, foes={"bone_guard": [((5, 5), "W")]})
    far = tuple(Pose(Square(4 - n, 4), "E") for n in range(4))
    assert arena.refused("ivo", Cast("quickstep", "torvek", path=far)) == "no-sliding"
    path = (Pose(Square(3, 5), "E"), Pose(Square(3, 6), "S"))
    arena.step("ivo", Cast("quickstep", "torvek", path=path), [1, 1, 1, 1, 1, 1])
    assert arena.model("torvek").pose == Pose(Square(3, 6), "S")
    assert arena.model("torvek").status == "waiting"
    assert arena.last_attack.attack == "free-strike"


def test_mend_needs_a_wound_next_to_the_caster() -> None:
    arena = Arena(
        heroes={"ivo": ((2, 5), "E"), "torvek": ((3, 5), "E"), "bruna": ((5, 5), "E")},
        models={"torvek": {"wounds": 2}, "bruna": {"wounds": 1}},
    )
    assert arena.refused("ivo", Cast("mend", "ivo")) == "not-wounded"
    assert arena.refused("ivo", Cast("mend", "bruna")) == "out-of-range"
    arena.step("ivo", Cast("mend", "torvek"))
    assert arena.told(Healed)[-1].wounds == arena.model("torvek").wounds == 1


def test_amd_18_fireburst_spares_the_caster_and_covers_a_large_base() -> None:
    arena = Arena(
        heroes={"ivo": ((3, 4), "E"), "torvek": ((6, 6), "E")},
        foes={"corpse_ogre": [((4, 4), "W")], "wraith": [((7, 4), "W")]},
    )
    ogre, torvek = [1, 1, 1, 1, 6, 6, 6, 6], [1, 1, 1, 1, 6, 6, 6, 6]
    arena.step("ivo", Cast("fireburst", "corpse_ogre-1"), [*ogre, *torvek])
    assert [event.target for event in arena.told(AttackRolled)] == ["corpse_ogre-1", "torvek"]


def test_ds_ward_01_a_ward_keeps_what_it_lost_and_a_chest_pays_the_caster() -> None:
    """AMD-19: opened from afar, too."""
    chest = Chest("chest-5-5", Square(5, 5), Ward(2), ("healing_draught",))
    arena = Arena(heroes={"ivo": ((2, 5), "W")}, zone={"chests": (chest,)})
    assert arena.refused("ivo", Cast("unbind", "chest-9-9")) == "illegal-target"
    arena.step("ivo", Cast("unbind", "chest-5-5"))
    arena.pass_round()
    arena.step("ivo", Cast("unbind", "chest-5-5"))
    assert arena.model("ivo").items == ("healing_draught",)


def test_bosses_spells_chill_wail_and_call() -> None:
    arena = Arena(
        heroes={"bruna": ((3, 5), "N"), "torvek": ((4, 8), "N"), "ivo": ((9, 9), "N")},
        foes={"veyra": [((6, 5), "W")]},
        mission={"limits": {"wraith": 1}},
    )
    arena.pass_heroes()
    arena.step("veyra", Cast("barrow_wail"), [1, 1, 6, 6, 6, 6, 6, 1, 1, 6, 6, 6, 6])
    assert [event.target for event in arena.told(AttackRolled)] == ["bruna", "torvek"]
    arena.end("veyra")
    arena.end(OVERLORD)
    arena.pass_heroes()
    arena.step("veyra", Cast("call_the_faithful", square=Square(5, 5), facing="W"))
    assert arena.model("wraith-1").status == "acted"
    assert arena.refused("wraith-1", Fight("bruna")) == "already-acted"
    arena.end("veyra")
    arena.end(OVERLORD)
    arena.pass_heroes()
    arena.end("veyra")
    arena.end(OVERLORD)
    arena.pass_heroes()
    assert arena.refused("veyra", Cast("call_the_faithful", square=Square(5, 6))) == "limit-reached"


def test_ds_free_02_whoever_is_called_into_a_front_arc_is_struck() -> None:
    arena = Arena(heroes={"bruna": ((3, 5), "E")}, foes={"veyra": [((6, 5), "W")]}, mission={"limits": {"wraith": 1}})
    arena.pass_heroes()
    call = Cast("call_the_faithful", square=Square(4, 5), facing="W")
    arena.step("veyra", call, [6, 6, 5, 5, 1, 1, 1])
    assert arena.felled == ["wraith-1"]


# Items


def test_ds_item_02_constant_items_count_all_the_time() -> None:
    items = {"sylwen": Kit(items=("gossamer_coat", "hartskin_boots"))}
    arena = Arena(heroes={"sylwen": ((0, 0), "N")}, kits=items)
    seen = arena.view_of("sylwen")
    assert (seen["armour_counted"], seen["move_counted"]) == (3, 8)
    arena.step("sylwen", arena.walk("sylwen", *[(x, 0) for x in range(1, 9)]))


def test_ds_item_04_05_a_draught_heals_once_and_costs_no_action() -> None:
    arena = Arena(
        heroes={"bruna": ((4, 5), "E")},
        foes={"bone_guard": [((5, 5), "W")]},
        models={"bruna": {"items": ("healing_draught", "whetstone_oil")}},
    )
    assert arena.refused("bruna", UseItem("healing_draught")) == "not-wounded"
    arena.change("bruna", wounds=1)
    arena.step("bruna", UseItem("healing_draught"))
    assert arena.refused("bruna", UseItem("healing_draught")) == "unknown-item"
    arena.step("bruna", UseItem("whetstone_oil"))
    arena.step("bruna", Fight(GUARD), [1, 1, 1, 1, 1, 1, 6, 6])
    assert pools(arena.last_attack)[0] == 6
    assert arena.model("bruna").lasting == ()


def test_a_spark_crystal_is_for_one_defender() -> None:
    arena = Arena(
        heroes={"ivo": ((1, 5), "E")},
        foes={"bone_guard": [((5, 5), "W"), ((5, 6), "W")]},
        models={"ivo": {"items": ("spark_crystal",)}},
    )
    arena.step("ivo", UseItem("spark_crystal", "bone_guard-2"))
    arena.step("ivo", Cast("fireburst", GUARD), [1, 1, 1, 1, 6, 6, 1, 1, 1, 1, 1, 1, 6, 6])
    assert [pools(event)[0] for event in arena.told(AttackRolled)] == [4, 6]


def test_ds_item_06_trading_with_ones_own_other_hero_is_done_at_once() -> None:
    heroes = {"bruna": ((4, 5), "E"), "torvek": ((4, 6), "E"), "ivo": ((9, 9), "E")}
    arena = Arena(heroes=heroes, models={"bruna": {"items": ("healing_draught", "hartskin_boots")}})
    assert arena.refused("bruna", Trade("torvek", give=("hartskin_boots",))) == "not-paraphernalia"
    assert arena.refused("bruna", Trade("ivo", give=("healing_draught",))) == "not-adjacent"
    assert arena.refused("bruna", Trade("torvek", take=("ashen_seal",))) == "unknown-item"
    arena.step("bruna", Trade("torvek", give=("healing_draught",)))
    assert arena.model("torvek").items == ("healing_draught",)


def two_players() -> Arena:
    return Arena(
        heroes={"bruna": ((4, 5), "E"), "torvek": ((4, 6), "E")},
        players={"torvek": BOB},
        models={"bruna": {"items": ("healing_draught",)}},
    )


@pytest.mark.parametrize("accept", [True, False])
def test_ds_item_06_the_other_player_is_asked(accept: bool) -> None:
    arena = two_players()
    arena.step("bruna", Trade("torvek", give=("healing_draught",)))
    (wait,) = arena.waits("trade")
    assert (wait.who, wait.unit) == (BOB, "torvek")
    arena.act(AnswerTrade(BOB, accept, 5))
    assert arena.model("torvek").items == (("healing_draught",) if accept else ())
    assert arena.state.offer is None


def test_ds_item_06_an_offer_lapses_when_they_part() -> None:
    arena = two_players()
    arena.step("bruna", Trade("torvek", give=("healing_draught",)))
    arena.step("bruna", arena.walk("bruna", (4, 4)))
    assert [event.refused for event in arena.told(TradeLapsed)] == [False]
    assert arena.waits("trade") == []


# Feats


def test_ds_feat_a_feat_is_used_once_and_instead_of_a_turn() -> None:
    arena = Arena(heroes={"bruna": ((4, 5), "N")}, foes={"wraith": [((4, 6), "S")]})
    arena.step("bruna", arena.walk("bruna", (4, 5), facing="E"))
    assert arena.refused("bruna", UseFeat("reaping_arc")) == "step-order"
    assert arena.refused("bruna", UseFeat("twin_arrows")) == "unknown-feat"
    arena.pass_round()
    arena.step("bruna", UseFeat("reaping_arc"))
    assert arena.refused("bruna", arena.walk("bruna", (4, 4))) == "move-over"
    arena.step("bruna", Fight("wraith-1"), [1, 1, 1, 1, 1, 6, 6])
    arena.pass_round()
    assert arena.refused("bruna", UseFeat("reaping_arc")) == "feat-used"


def test_ds_feat_04_a_whirl_strikes_all_around_and_adds_nobody_who_comes_later() -> None:
    """AMB-30: a door opened on the way reveals at once; who was behind it is no target."""
    door = Door("door-5-5", (Square(5, 5),), Lock(2, 2))
    beyond = Zone("zone-6-5", frozenset({Square(6, 5)}), (door,))
    arena = Arena(
        heroes={"bruna": ((4, 5), "N")},
        foes={"wraith": [((4, 6), "N"), ((9, 0), "N")]},
        board=floor(10, 10) - {Square(5, 5), Square(6, 5)},
        zone={"doors": (door,)},
        hidden=[beyond],
    )
    arena.step("bruna", UseFeat("reaping_arc"))
    assert {step.target for step in steps_of(arena.state, "bruna", Fight)} == {"wraith-1", "door-5-5"}
    arena.step("bruna", Fight("door-5-5"), [6, 6, 6, 1, 1, 1, 1])
    assert arena.told(TargetsFixed)[-1].targets == ("wraith-1", "door-5-5")
    assert arena.told(ZoneLaid)
    arena.step("bruna", Fight("wraith-1"), [1, 1, 1, 1, 1, 6, 6])
    assert steps_of(arena.state, "bruna", Fight) == []


def test_twin_arrows_are_two_shots_by_all_the_rules() -> None:
    arena = Arena(heroes={"sylwen": ((0, 5), "W")}, foes={"wraith": [((5, 5), "W"), ((5, 7), "W")]})
    arena.step("sylwen", UseFeat("twin_arrows"))
    assert arena.refused("sylwen", Shoot("wraith-1")) == "not-in-front"
    arena.step("sylwen", Move((Pose(Square(0, 5), "E"),)))
    for target in ("wraith-1", "wraith-2"):
        arena.step("sylwen", Shoot(target), [1, 1, 1, 1, 6, 6])
    assert arena.refused("sylwen", Shoot("wraith-1")) == "step-order"


def test_overchannel_two_majors_or_three_minors() -> None:
    arena = Arena(
        heroes={"ivo": ((0, 5), "E"), "torvek": ((1, 5), "E")},
        foes={"orrik": [((5, 5), "W")]},
        models={"torvek": {"wounds": 1}},
    )
    arena.step("ivo", UseFeat("overchannel"))
    arena.step("ivo", Cast("mend", "torvek"))
    assert arena.refused("ivo", Cast("rust_hex", "orrik")) == "step-order"
    arena.step("ivo", Cast("stoneskin", "ivo"))
    assert arena.refused("ivo", Cast("fireburst", "orrik")) == "step-order"


def test_overchannel_three_different_minors() -> None:
    arena = Arena(heroes={"ivo": ((0, 5), "E"), "torvek": ((0, 6), "E")}, foes={"orrik": [((5, 5), "W")]})
    arena.step("ivo", UseFeat("overchannel"))
    arena.step("ivo", Cast("rust_hex", "orrik"))
    arena.step("ivo", Cast("quickstep", "torvek", path=(Pose(Square(0, 7), "E"),)))
    arena.step("ivo", Cast("ember_dart", "orrik"), [1, 1, 1, 6, 6, 6, 6, 6])
    assert arena.refused("ivo", Cast("ember_dart", "orrik")) == "step-order"


def test_bone_shroud_and_crushing_blow_are_the_bosses() -> None:
    """AMD-04: a boss's feat replaces the activation it is given."""
    arena = Arena(heroes={"bruna": ((3, 5), "N")}, foes={"veyra": [((9, 9), "W")], "orrik": [((6, 5), "W")]})
    arena.pass_heroes()
    arena.step("veyra", UseFeat("bone_shroud"))
    assert arena.view_of("veyra")["armour_counted"] == 5
    assert arena.refused("veyra", arena.walk("veyra", (8, 9))) == "step-order"
    arena.end("veyra")
    arena.step("orrik", UseFeat("crushing_blow"))
    assert arena.refused("orrik", arena.walk("orrik", (6, 4), (6, 3), (6, 2))) == "too-far"
    arena.step("orrik", arena.walk("orrik", (5, 5), (4, 5)))
    arena.step("orrik", Fight("bruna"), [1] * 7 + [6] * 5)
    assert pools(arena.last_attack)[0] == 7
    for _ in range(2):
        arena.end(OVERLORD)
        assert arena.view_of("veyra")["armour_counted"] == (5 if arena.state.round == 2 else 2)
        arena.pass_heroes()


def test_stoneblood_rolls_for_the_wounds_of_this_round() -> None:
    arena = Arena(heroes={"torvek": ((4, 5), "E")}, foes={"orrik": [((5, 5), "W")]}, models={"torvek": {"wounds": 1}})
    arena.pass_heroes()
    arena.step("orrik", Fight("torvek"), [6, 6, 6, 6, 6, 1, 1, 1, 1])
    assert arena.model("torvek").wounds == 2
    arena.end("orrik")
    arena.step(OVERLORD, End(), [5])
    assert arena.told(AbilityRolled)[-1].healed == 1
    assert arena.model("torvek").wounds == 1
    arena.pass_round()
    assert len(arena.told(AbilityRolled)) == 1
