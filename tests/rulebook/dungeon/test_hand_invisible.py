"""What the Invisible Overlord does, worked out by hand: who acts, at whom, from where (IO-COM, IO-OFF, IO-IMP)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rulebook.dungeon.adventure import Kit
from rulebook.dungeon.board import Chest, Lock, Ward
from rulebook.dungeon.events import AttackRolled, CardPlayed, DeadRaised, InvisibleCardRevealed, InvisibleOrdered
from rulebook.dungeon.grid import Square
from rulebook.dungeon.invisible.cards import CARDS
from rulebook.dungeon.invisible.records import Variant
from rulebook.dungeon.invisible.weighing import threats_for, turned_up
from rulebook.dungeon.state import Goal, Lasting
from rulebook.dungeon.steps import End
from tests.rulebook.dungeon.arena import Arena, drawn, floor
from tests.rulebook.dungeon.unseen import Unseen, card, invisible

BOTH: list[Variant] = ["official", "improved"]
GUARD, ARCHER = "bone_guard-1", "bone_archer-1"


def figures(arena: Arena, variant: Variant, *types: Any) -> dict[str, int]:
    """The threat of each hero for the first Overlord model, when it chooses a target."""
    play = turned_up(arena.state, variant, card("Attack", *types))
    found = threats_for(arena.state, play, arena.state.side_models("overlord")[0], "target")
    return {hero: one.value for hero, one in found.items()}


# Cards and slots


@pytest.mark.parametrize("variant", BOTH)
def test_io_com_05_nobody_acts_twice_in_a_turn_but_again_after_an_interrupt(variant: Variant) -> None:
    """One guard: once by B06 in the window, once by the first card of the turn, not by the second."""
    arena = invisible(
        variant,
        heroes={"bruna": ((5, 5), "N"), "torvek": ((0, 9), "N")},
        foes={"bone_guard": [((5, 6), "N")]},
        board=floor(10, 10),
        cards=("B06", "B03", "B08", *("B02",) * 9),
    )
    blow = [1] * (2 + 4)
    arena.step("bruna", End(), blow)
    arena.step("torvek", End(), blow)
    assert [event.unit for event in arena.told(AttackRolled)] == [GUARD, GUARD]
    lost = [event for event in arena.told(InvisibleOrdered) if event.cause == "lost"]
    assert [(event.left, event.order) for event in lost][-1] == (2, "Support")
    assert len(arena.told(InvisibleCardRevealed)) == 3


@pytest.mark.parametrize(("event", "raised"), [("N1", 1), ("N2", 0), ("N3", 0)])
def test_io_com_10_an_event_in_a_window_counts_only_if_it_says_yes_and_is_not_replaced(event: str, raised: int) -> None:
    arena = invisible(
        "official",
        heroes={"bruna": ((0, 0), "N"), "torvek": ((0, 9), "N")},
        zone={"piles": (Square(5, 5), Square(6, 5))},
        mission={"raisable": {"bone_guard": 4}},
        cards=(event, *("B20",) * 9),
    )
    arena.end("bruna")
    assert len(arena.told(DeadRaised)) == raised
    assert [one.card for one in arena.told(InvisibleCardRevealed)] == [event]


def test_io_com_11_the_order_cards_are_a_clock_and_nothing_else() -> None:
    """A deck of five: three aside, two to be removed; the third end of round fails (DS-ROUND-05)."""
    arena = invisible(
        "official",
        heroes={"bruna": ((0, 0), "N")},
        mission={"deck_size": 5, "opening_hand": 3},
        hand=("press_them",) * 3,
        deck=("press_them",) * 2,
    )
    for number in (1, 2, 3):
        assert (arena.state.phase, arena.state.round) == ("heroes", number)
        arena.end("bruna")
    assert arena.state.outcome is not None and arena.state.outcome.winner == "overlord"
    assert arena.told(CardPlayed) == []


def test_io_com_07_one_hero_means_no_check_at_all() -> None:
    arena = invisible("official", heroes={"bruna": ((0, 0), "N")}, cards=("B01", "B02", *("B03",) * 9))
    arena.end("bruna")
    assert [one.slot for one in arena.told(InvisibleCardRevealed)] == ["first", "second"]


# Threats of a real board


@pytest.mark.parametrize("variant", BOTH)
def test_amb_53_items_and_spells_change_what_armour_a_hero_counts_with(variant: Variant) -> None:
    """Sylwen in the Coat has 3, Bruna under Stoneskin 3, Ivo in a Coat 2, Torvek in Barrow Plate 5."""
    base = 1 if variant == "official" else 0
    arena = invisible(
        variant,
        heroes={"bruna": ((0, 0), "N"), "sylwen": ((2, 0), "N"), "ivo": ((4, 0), "N"), "torvek": ((6, 0), "N")},
        foes={"barrow_dwarf": [((9, 9), "N")]},
        kits={
            "sylwen": Kit(items=("gossamer_coat",)),
            "ivo": Kit(items=("gossamer_coat",)),
            "torvek": Kit(items=("barrow_plate",)),
        },
    )
    arena.change("bruna", lasting=(Lasting("stoneskin", "armour", 1, "ivo", "round-ends", 2),))
    assert figures(arena, variant, "Unarmoured") == {
        "bruna": base, "sylwen": base, "ivo": base + 3, "torvek": base,
    }  # fmt: skip
    assert figures(arena, variant, "Armoured")["torvek"] == base + 3


@pytest.mark.parametrize(
    ("variant", "closure", "knows", "quest"),
    [
        ("improved", Ward(2), True, {"ivo"}),
        ("improved", Ward(2), False, set()),  # nobody can lower it
        ("improved", Lock(2, 2), True, {"bruna"}),  # the most Combat dice
        ("official", Ward(2), True, set()),  # V3
        ("official", Lock(2, 2), True, set()),
    ],
)
def test_amd_16_a_chest_that_is_the_next_goal_counts_like_a_door(
    variant: Variant, closure: Lock | Ward, knows: bool, quest: set[str]
) -> None:
    arena = invisible(
        variant,
        heroes={"bruna": ((0, 0), "N"), "ivo": ((2, 0), "N")},
        foes={"barrow_dwarf": [((9, 9), "N")]},
        kits={"ivo": Kit(spells=("ember_dart", "unbind") if knows else ("ember_dart",))},
        zone={"chests": (Chest("chest-5-5", Square(5, 5), closure, ()),)},
        mission={"goals": (Goal("chest", Square(5, 5)),)},
    )
    base = 1 if variant == "official" else 0
    assert {hero for hero, value in figures(arena, variant, "Quest").items() if value > base} == quest


@pytest.mark.parametrize("variant", BOTH)
def test_amd_16_a_goal_that_is_a_square_adds_nobody_but_the_bearer_is_quest(variant: Variant) -> None:
    arena = invisible(
        variant,
        heroes={"bruna": ((0, 0), "N"), "ivo": ((2, 0), "N")},
        foes={"wraith": [((9, 9), "N")]},
        kits={"bruna": Kit(items=("ashen_seal",)), "ivo": Kit(spells=("unbind",))},
        mission={"goals": (Goal("square", Square(5, 5)),)},
    )
    base = 1 if variant == "official" else 0
    assert figures(arena, variant, "Quest") == {"bruna": base + 9, "ivo": base}  # 3, and 6 of the Cunning


def test_amd_14_the_cards_types_are_fixed_when_it_is_turned_up() -> None:
    """Ivo is wounded by the first of two guards; Weakest fell on Torvek before, so the second looks at Torvek."""
    arena = invisible(
        "improved",
        heroes={"ivo": ((2, 2), "N"), "torvek": ((7, 2), "N")},
        models={"torvek": {"wounds": 1}, "ivo": {"wounds": 0}},
        foes={"bone_guard": [((4, 4), "N"), ((9, 5), "N")]},
    )
    arena.change("ivo", wounds=0)
    play = turned_up(arena.state, "improved", card("Attack", "Weakest"))
    arena.change("ivo", wounds=3)
    found = threats_for(arena.state, play, arena.model(GUARD), "target")
    assert {hero: one.value for hero, one in found.items()} == {"ivo": 0, "torvek": 3}


# Official


def test_io_off_03_with_a_hero_behind_it_a_guard_is_not_ready() -> None:
    """Behind Bruna stands a guard that looks away, beside her one that looks at her: that one acts on the spot."""
    arena = invisible("official", heroes={"bruna": ((5, 5), "N")}, foes={"bone_guard": [((5, 6), "S"), ((4, 5), "E")]})
    done = Unseen(arena, card("Attack", "Quest"))
    assert done.attacks == [("bone_guard-2", "fight", "bruna")]
    assert done.choices("activation")[0].rule == "IO-OFF-03.1"


def test_io_off_07_of_those_that_must_move_a_shooter_goes_before_a_fighter() -> None:
    """The archer has to turn round, the guard to walk; Bruna is worth more to the guard beside her."""
    arena = invisible(
        "official",
        heroes={"bruna": ((5, 5), "N")},
        foes={"bone_guard": [((5, 8), "N")], "bone_archer": [((9, 5), "E")]},
    )
    done = Unseen(arena, card("Attack", "Unarmoured"))
    assert [attack[:2] for attack in done.attacks] == [(ARCHER, "shoot")]


def test_io_off_06_of_equal_threats_the_nearest() -> None:
    arena = invisible(
        "official",
        heroes={"torvek": ((4, 8), "S"), "bruna": ((4, 1), "N")},
        foes={"bone_guard": [((4, 4), "N")]},
    )
    done = Unseen(arena, card("Attack", "Quest"))
    assert done.attacks == [(GUARD, "fight", "bruna")]
    assert done.at(GUARD) == (3, 2)  # behind her, two steps; of three such squares the smallest x


def test_amb_62_an_archer_gangs_up_with_its_hands() -> None:
    arena = invisible("official", heroes={"bruna": ((5, 5), "N")}, foes={"bone_archer": [((5, 2), "S")]})
    done = Unseen(arena, card("Gang Up", "Unarmoured"))
    assert done.attacks == [(ARCHER, "fight", "bruna")]
    assert done.pools[0][0] == 2


def test_io_off_11_pin_spreads_evenly() -> None:
    """Torvek is worth 4, Bruna 1; nobody is pinned, so first he, then she who has no front arc on her yet."""
    arena = invisible(
        "official",
        heroes={"bruna": ((2, 2), "N"), "torvek": ((7, 2), "N")},
        foes={"bone_guard": [((4, 5), "N"), ((5, 5), "N")]},
    )
    done = Unseen(arena, card("Pin", "Armoured", number=2))
    assert [attack[2] for attack in done.attacks] == ["torvek", "bruna"]


@pytest.mark.parametrize("variant", BOTH)
def test_amd_03_the_nearest_hero_of_an_ogre_is_one_it_can_come_next_to(variant: Variant) -> None:
    """Ivo stands in a passage of one square, a step from its corner; Bruna two, in the open."""
    board = drawn("############ ###...###### #####....... ######...... ######......")
    arena = invisible(
        variant,
        heroes={"ivo": ((4, 1), "E"), "bruna": ((10, 2), "N")},
        foes={"corpse_ogre": [((6, 3), "E")]},
        board=board,
    )
    done = Unseen(arena, card("Attack", "Spellcaster"))
    assert done.attacks == [("corpse_ogre-1", "fight", "bruna")]


def test_io_off_03_pin_out_of_reach_becomes_support() -> None:
    """The guard is farther than a Move from her: Support brings it five squares nearer, and it strikes nobody."""
    arena = invisible(
        "official", heroes={"bruna": ((0, 0), "E")}, foes={"bone_guard": [((12, 0), "W")]}, board=floor(13, 1)
    )
    done = Unseen(arena, card("Pin", "Quest"))
    assert [event.order for event in done.told(InvisibleOrdered)] == ["Pin", "Support"]
    assert done.moves == [(GUARD, (7, 0), 5)]
    assert done.attacks == []


def test_io_com_12_the_highest_level_first_while_the_pool_lasts() -> None:
    """Barrow Dwarf 3, Bone Archer 2, Bone Guard 1: one of the first, one of the second, then guards."""
    arena = invisible(
        "official",
        heroes={"bruna": ((0, 0), "W")},
        zone={"piles": (Square(5, 5), Square(6, 5), Square(7, 5), Square(8, 5))},
        mission={"raisable": {"bone_guard": 4, "bone_archer": 1, "barrow_dwarf": 1}},
    )
    done = Unseen(arena, card("Support", "Quest", number=4))
    raised = [(event.square, event.model.key) for event in done.told(DeadRaised)]
    assert raised == [
        ((5, 5), "barrow_dwarf"),
        ((6, 5), "bone_archer"),
        ((7, 5), "bone_guard"),
        ((8, 5), "bone_guard"),
    ]


def test_amb_58_tied_undead_go_beyond_the_number_and_two_tied_bosses_do_not() -> None:
    """Three guards alike around Bruna, Number 1: all strike. Were they none of the Undead: one."""
    arena = invisible(
        "official",
        heroes={"bruna": ((5, 5), "N")},
        foes={"bone_guard": [((4, 6), "E"), ((6, 6), "W"), ((5, 6), "N")]},
    )
    done = Unseen(arena, card("Attack", "Quest"))
    assert len(done.attacks) == 3
    for unit in ("bone_guard-1", "bone_guard-2", "bone_guard-3"):
        arena.change(unit, profile=replace(arena.model(unit).profile, characters=("Warrior",)))
    done = Unseen(arena, card("Attack", "Quest"), [2, 5, 3] + [1] * (2 + 3))
    assert [attack[0] for attack in done.attacks] == ["bone_guard-2"]


# Improved


def test_amb_85_held_by_one_it_may_strike_another_beside_it() -> None:
    """Torvek holds the guard, Ivo stands beside it with his back turned: it turns West, nobody then being behind it."""
    arena = invisible(
        "improved",
        heroes={"torvek": ((5, 4), "S"), "ivo": ((4, 6), "S")},
        foes={"bone_guard": [((5, 5), "N")]},
    )
    done = Unseen(arena, card("Attack", "Spellcaster"))
    assert done.attacks == [(GUARD, "fight", "ivo")]
    model = done.state.models[GUARD]
    assert (model.at, model.facing) == ((5, 5), "W")


def test_io_imp_04_what_is_still_tied_goes_by_level() -> None:
    """A wraith (level 2) and a guard (1): two dice, no threat, two steps each to her rear."""
    arena = invisible(
        "improved",
        heroes={"bruna": ((5, 5), "N")},
        foes={"bone_guard": [((2, 6), "E")], "wraith": [((8, 6), "W")]},
    )
    done = Unseen(arena, card("Attack", "Marksman"))
    assert [attack[0] for attack in done.attacks] == ["wraith-1"]


def test_io_imp_11_a_coward_shoots_the_wounded_though_the_card_names_another() -> None:
    """Ivo 3 by the card; Torvek 0 + 3 + 3."""
    arena = invisible(
        "improved",
        heroes={"ivo": ((2, 5), "N"), "torvek": ((7, 5), "N")},
        foes={"bone_archer": [((5, 9), "N")]},
        models={"torvek": {"wounds": 1}},
    )
    done = Unseen(arena, card("Attack", "Spellcaster"))
    assert done.attacks == [(ARCHER, "shoot", "torvek")]


def test_io_imp_06_an_archer_that_gangs_up_need_not_come_near() -> None:
    """Its bow is its strongest attack; behind Bruna it cannot get, so it shoots from where it is."""
    arena = invisible("improved", heroes={"bruna": ((5, 6), "N")}, foes={"bone_archer": [((5, 0), "S")]})
    done = Unseen(arena, card("Gang Up", "Unarmoured"))
    assert done.attacks == [(ARCHER, "shoot", "bruna")]
    assert done.at(ARCHER) == (5, 0)


def test_io_imp_05_between_equal_kinds_the_farther_model_goes_first() -> None:
    """Four steps before two; V7: whoever stands there already comes last."""
    arena = invisible(
        "improved",
        heroes={"bruna": ((5, 5), "N")},
        foes={"mailed_shambler": [((5, 6), "N"), ((5, 9), "N"), ((8, 6), "W")]},
    )
    done = Unseen(arena, card("Attack", "Quest", number=3))
    assert [attack[0] for attack in done.attacks] == ["mailed_shambler-2", "mailed_shambler-3", "mailed_shambler-1"]


@pytest.mark.parametrize(
    ("wounds", "loses", "wins"),
    [(4, True, True), (3, True, False), (4, False, False)],
)
def test_io_imp_12_only_where_one_more_wound_wins(wounds: int, loses: bool, wins: bool) -> None:
    arena = invisible(
        "improved",
        heroes={"bruna": ((5, 5), "N")},
        foes={"bone_guard": [((5, 8), "N")]},
        models={"bruna": {"wounds": wounds}},
        mission={"lose_on_hero_incapacitated": loses},
    )
    done = Unseen(arena, card("Support", "Quest"))
    assert bool(done.choices("win")) == wins


def test_io_imp_12_official_knows_no_discretion() -> None:
    arena = invisible(
        "official",
        heroes={"bruna": ((5, 5), "N")},
        foes={"bone_guard": [((5, 8), "N")]},
        models={"bruna": {"wounds": 4}},
    )
    done = Unseen(arena, card("Surround", "Quest"))
    assert done.choices("win") == []


def test_n6_without_a_boss_somebody_else_acts() -> None:
    arena = invisible("official", heroes={"bruna": ((5, 5), "N")}, foes={"bone_guard": [((5, 6), "N")]})
    done = Unseen(arena, CARDS["N6"])
    assert done.acted == [GUARD]
