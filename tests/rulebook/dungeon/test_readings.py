"""Readings of single rules that no other test is about, by their ids (section 18 and the amendments)."""

from __future__ import annotations

from rulebook.dungeon import combat
from rulebook.dungeon.board import Chest, Door, Lock, Ward, Zone
from rulebook.dungeon.events import AttackRolled, TurnBegan, TurnEnded, WindowOpened
from rulebook.dungeon.grid import Square, are_adjacent
from rulebook.dungeon.movement import reach
from rulebook.dungeon.steps import OVERLORD, Cast, End, Fight, Shoot, Trade, UseFeat, UseItem
from tests.rulebook.dungeon.arena import Arena, drawn, floor, pools, steps_of

GUARD = "bone_guard-1"
MISS = [1, 1, 1, 1, 1, 6, 6]


def behind_a_door(closure: Lock | Ward, *squares: tuple[int, int]) -> tuple[Door, Zone]:
    """A door in the wall x = 5, and the room behind it."""
    door = Door("door-5-2", tuple(Square(*square) for square in squares), closure)
    room = frozenset(Square(x, y) for x in range(6, 10) for y in range(5))
    return door, Zone("zone-6-0", room, (door,))


def walled(closure: Lock | Ward, hero: str, at: tuple[int, int], *squares: tuple[int, int]) -> Arena:
    door, room = behind_a_door(closure, *squares)
    return Arena(heroes={hero: (at, "E")}, board=floor(5, 5), zone={"doors": (door,)}, hidden=[room])


def test_amd_01_a_doors_square_is_board_and_becomes_floor_of_both_sides() -> None:
    arena = walled(Lock(1, 1), "bruna", (4, 2), (5, 2))
    assert arena.refused("bruna", arena.walk("bruna", (5, 2))) == "blocked"
    arena.step("bruna", Fight("door-5-2"), [6, 6, 6, 6, 6, 1, 1])
    assert Square(5, 2) in arena.state.board.floor
    arena.pass_round()
    arena.step("bruna", arena.walk("bruna", (5, 2), (6, 1)))


def test_ds_ward_02_a_double_door_is_measured_to_its_nearest_square() -> None:
    arena = walled(Ward(1), "ivo", (0, 0), (5, 3), (5, 2))
    assert arena.refused("ivo", Cast("unbind", "door-5-2")) == "out-of-range"
    near = walled(Ward(1), "ivo", (1, 2), (5, 3), (5, 2))
    near.step("ivo", Cast("unbind", "door-5-2"))
    assert {Square(5, 2), Square(5, 3)} <= near.state.board.walkable


def test_ds_lock_02_one_hit_opens() -> None:
    arena = walled(Lock(2, 2), "bruna", (4, 2), (5, 2))
    arena.step("bruna", Fight("door-5-2"), [3, 1, 1, 1, 1, 2, 1])
    assert arena.last_attack.hits == 1
    assert arena.state.board.doors == ()


def test_ds_arc_01_amb_35_corner_to_corner_is_adjacent_though_nobody_can_walk_there() -> None:
    arena = Arena(heroes={"bruna": ((0, 1), "N")}, foes={"wraith": [((1, 0), "S")]}, board=drawn("#. .#"))
    assert are_adjacent(arena.model("bruna").squares, arena.model("wraith-1").squares)
    assert reach(arena.state, arena.model("bruna"), 6).squares == {Square(0, 1): 0}
    arena.step("bruna", Fight("wraith-1"), MISS)


def test_ds_move_03_bone_piles_are_walked_over_and_stood_on() -> None:
    arena = Arena(heroes={"bruna": ((0, 0), "E")}, zone={"piles": (Square(1, 0), Square(2, 0))})
    arena.step("bruna", arena.walk("bruna", (1, 0), (2, 0)))
    assert arena.model("bruna").at == Square(2, 0)
    assert len(arena.state.board.piles) == 2


def test_amb_40_nobody_passes_through_a_friend() -> None:
    arena = Arena(heroes={"bruna": ((0, 0), "E"), "torvek": ((1, 0), "E")}, board=drawn("....."))
    assert reach(arena.state, arena.model("bruna"), 6).squares == {Square(0, 0): 0}


def test_amb_08_amb_44_whoever_is_only_in_the_rear_arc_of_a_large_model_is_not_outnumbered() -> None:
    arena = Arena(heroes={"bruna": ((4, 6), "N")}, foes={"corpse_ogre": [((4, 4), "N")]})
    assert not combat.is_outnumbered(arena.state, arena.model("bruna"))
    sides = combat.fight_sides(arena.state, arena.model("bruna"), arena.model("corpse_ogre-1"))
    assert sides.defender.dice_terms == (combat.BEHIND,)


def test_amb_24_the_attackers_own_spill_does_nothing_to_the_attack() -> None:
    arena = Arena(
        heroes={"ivo": ((4, 5), "E")},
        foes={"bone_guard": [((5, 5), "W"), ((4, 6), "N")]},
        models={"ivo": {"wounds": 2}},
    )
    arena.step("ivo", Fight(GUARD), [1, 1, 6, 6])
    assert pools(arena.last_attack) == (2, 2, 2)


def test_ds_dmg_07_ds_model_01_minions_are_never_injured_and_use_no_items() -> None:
    arena = Arena(heroes={"bruna": ((0, 0), "E")}, foes={"corpse_ogre": [((5, 5), "W")]})
    arena.change("corpse_ogre-1", items=("healing_draught",), wounds=4)
    assert not arena.model("corpse_ogre-1").injured
    arena.pass_heroes()
    assert arena.refused("corpse_ogre-1", UseItem("healing_draught")) == "unknown-item"


def test_ds_model_02_a_boss_is_wounded_injured_and_heals_like_a_hero() -> None:
    arena = Arena(
        heroes={"bruna": ((4, 5), "E")},
        foes={"veyra": [((5, 5), "W")]},
        models={"veyra": {"wounds": 2, "items": ("healing_draught",)}},
    )
    arena.step("bruna", Fight("veyra"), [6, 6, 6, 6, 6, 1, 1, 1])
    assert (arena.model("veyra").wounds, arena.model("veyra").injured) == (3, True)
    arena.pass_heroes()
    arena.step("veyra", UseItem("healing_draught"))
    assert arena.model("veyra").wounds == 2


def test_ds_model_03_amb_31_what_is_not_laid_takes_no_part() -> None:
    arena = walled(Lock(2, 2), "ivo", (4, 2), (5, 2))
    assert arena.refused("ivo", Cast("ember_dart", GUARD)) == "unknown-target"
    arena.pass_heroes()
    assert arena.refused(GUARD, End()) == "unknown-unit"


def test_ds_raise_07_amb_42_the_pile_is_used_up_and_the_raised_one_counts_at_once() -> None:
    arena = Arena(
        heroes={"bruna": ((4, 5), "E"), "torvek": ((6, 5), "W")},
        zone={"piles": (Square(5, 5),)},
        mission={"raisable": {"bone_guard": 4}},
    )
    arena.pass_heroes()
    arena.raise_dead((5, 5), "bone_guard", faces=[6, 6, 6, 1, 1, 1, 1])
    first = arena.told(AttackRolled)[0]
    assert first.defender_terms == (combat.OUTNUMBERED,)
    assert arena.felled == [GUARD]
    assert arena.state.board.piles == ()
    assert len(arena.told(AttackRolled)) == 1


def test_ds_over_03_a_minion_shoots_as_its_action_and_is_done() -> None:
    arena = Arena(heroes={"bruna": ((0, 5), "E")}, foes={"bone_archer": [((5, 5), "W")]})
    arena.pass_heroes()
    archer = "bone_archer-1"
    arena.step(archer, arena.walk(archer, (4, 5)))
    arena.step(archer, Shoot("bruna"), [1, 1, 1, 6, 6, 6, 6, 6])
    assert pools(arena.last_attack) == (3, 5, 2)
    assert arena.refused(archer, Shoot("bruna")) == "step-order"


def test_ds_int_05_whoever_goes_first_cannot_be_interrupted() -> None:
    heroes = {"bruna": ((0, 0), "E"), "torvek": ((0, 1), "E")}
    arena = Arena(heroes=heroes, hand=("sudden_malice",), foes={"wraith": [((9, 9), "N")]})
    assert arena.waits("window") == []
    arena.end("torvek")
    assert [type(event) for event in arena.events[-3:]][1] is WindowOpened


def test_ds_hero_04_a_fallen_hero_takes_no_turn() -> None:
    heroes = {"bruna": ((0, 0), "E"), "torvek": ((0, 1), "E")}
    arena = Arena(heroes=heroes, mission={"lose_on_hero_incapacitated": False})
    arena.change("bruna", at=None, wounds=5)
    assert {wait.unit for wait in arena.waits()} == {"torvek"}
    arena.end("torvek")
    assert arena.state.phase == "overlord"


def test_amb_39_trading_while_engaged_is_allowed() -> None:
    arena = Arena(
        heroes={"bruna": ((4, 5), "E"), "torvek": ((4, 6), "E")},
        foes={"wraith": [((5, 5), "W")]},
        models={"bruna": {"items": ("healing_draught",)}},
    )
    arena.step("bruna", Trade("torvek", give=("healing_draught",)))
    assert arena.model("torvek").items == ("healing_draught",)


def test_ds_hero_03_items_are_used_before_and_after_the_action() -> None:
    arena = Arena(
        heroes={"bruna": ((4, 5), "E")},
        foes={"bone_guard": [((5, 5), "W")]},
        models={"bruna": {"items": ("healing_draught", "healing_draught"), "wounds": 2}},
    )
    arena.step("bruna", UseItem("healing_draught"))
    arena.step("bruna", Fight(GUARD), MISS)
    arena.step("bruna", UseItem("healing_draught"))
    assert arena.model("bruna").wounds == 0
    assert not arena.told(TurnEnded)


def test_amb_26_the_second_minor_may_be_chosen_after_the_first() -> None:
    arena = Arena(heroes={"ivo": ((1, 5), "E"), "torvek": ((1, 6), "E")}, foes={"bone_guard": [((5, 5), "W")]})
    arena.step("ivo", Cast("ember_dart", GUARD), [6, 6, 1, 1, 1])
    assert arena.felled == [GUARD]
    spells = {step.spell for step in steps_of(arena.state, "ivo", Cast)}
    assert spells == {"quickstep"}


def test_amb_43_a_boss_raises_nobody_without_a_card_for_it() -> None:
    arena = Arena(heroes={"bruna": ((0, 0), "E")}, foes={"veyra": [((9, 9), "W")]}, zone={"piles": (Square(5, 5),)})
    arena.pass_heroes()
    assert {step.spell for step in steps_of(arena.state, "veyra", Cast)} <= {"grave_chill", "barrow_wail"}


def test_ds_feat_03_one_feat_a_turn() -> None:
    arena = Arena(heroes={"sylwen": ((0, 5), "E")}, foes={"wraith": [((5, 5), "W")]})
    arena.step("sylwen", UseFeat("twin_arrows"))
    assert arena.refused("sylwen", UseFeat("twin_arrows")) == "step-order"


def test_ds_free_05_ds_lock_06_furniture_strikes_nobody_but_is_in_a_whirls_way() -> None:
    chest = Chest("chest-4-4", Square(4, 4), Lock(2, 2))
    warded = Chest("chest-4-6", Square(4, 6), Ward(1))
    arena = Arena(heroes={"bruna": ((4, 5), "E")}, zone={"chests": (chest, warded)})
    arena.step("bruna", UseFeat("reaping_arc"))
    assert [step.target for step in steps_of(arena.state, "bruna", Fight)] == ["chest-4-4"]


def test_the_order_of_heroes_is_free_in_every_round() -> None:
    """DS-ROUND-02, AMB-38."""
    heroes = {"bruna": ((0, 0), "E"), "torvek": ((0, 1), "E"), "ivo": ((0, 2), "E")}
    arena = Arena(heroes=heroes)
    for order in (("ivo", "bruna", "torvek"), ("torvek", "ivo", "bruna")):
        for number, hero in enumerate(order):
            arena.end(hero)
            if number < 2:
                arena.end(OVERLORD)
        arena.end(OVERLORD)
    assert [event.unit for event in arena.told(TurnBegan)] == ["ivo", "bruna", "torvek", "torvek", "ivo", "bruna"]
