"""The improved variant's orders on small boards (IO-IMP), and what both variants' cards and bosses do."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rulebook import dungeon
from rulebook.dice import SeededDice
from rulebook.dungeon.board import Door, Furniture, Lock
from rulebook.dungeon.events import (
    AttackRolled,
    DeadRaised,
    FeatUsed,
    InvisibleCardRevealed,
    InvisibleDeckShuffled,
    InvisibleOrdered,
    ModelPlaced,
    PilePlaced,
    TurnBegan,
)
from rulebook.dungeon.grid import Square
from rulebook.dungeon.invisible.cards import CARDS, deck_for
from rulebook.dungeon.state import Goal, Lasting
from rulebook.dungeon.steps import End
from rulebook.errors import Unreadable
from tests.rulebook.dungeon.arena import Arena, floor
from tests.rulebook.dungeon.unseen import Unseen, card, invisible


def orders(done: Unseen) -> list[str]:
    return [event.order for event in done.told(InvisibleOrdered) if event.cause != "lost"]


def at_the_door(**more: Any) -> Arena:
    """A corridor of two squares' width, ending at a locked door in the East: the next goal."""
    return invisible(
        "improved",
        board=floor(14, 2),
        zone={"doors": (Door("door-14-0", (Square(14, 0), Square(14, 1)), Lock(2, 2)),), **more.pop("zone", {})},
        mission={"goals": (Goal("door", Square(14, 0)),), "raisable": {"bone_guard": 4, "bone_archer": 2}},
        **more,
    )


# Attack, Gang Up, Pin


def test_attack_takes_the_most_dice_first_and_the_kind_only_at_equal_dice() -> None:
    """IO-IMP-05, V6: the ogre's four dice before the archer's three, and those before the guard's two."""
    arena = invisible(
        "improved",
        heroes={"bruna": ((5, 5), "N")},
        foes={"bone_guard": [((5, 8), "N")], "bone_archer": [((9, 5), "W")], "corpse_ogre": [((1, 5), "E")]},
    )
    done = Unseen(arena, card("Attack", "Quest", number=3))
    assert [attack[:2] for attack in done.attacks] == [
        ("corpse_ogre-1", "fight"),
        ("bone_archer-1", "shoot"),
        ("bone_guard-1", "fight"),
    ]


def test_attack_comes_from_behind_if_it_can() -> None:
    """IO-IMP-05, IO-COM-17: around Bruna into her rear arc."""
    arena = invisible("improved", heroes={"bruna": ((5, 5), "N")}, foes={"bone_guard": [((5, 2), "S")]})
    done = Unseen(arena, card("Attack", "Quest"))
    at = done.at("bone_guard-1")
    assert at is not None and at.y == 6
    assert done.pools == [(2, 4, 2)]


def test_an_engaged_model_fights_only_heroes_next_to_it() -> None:
    """IO-IMP-02, AMD-11: an archer held by Torvek does not look at Ivo."""
    arena = invisible(
        "improved",
        heroes={"torvek": ((4, 4), "N"), "ivo": ((4, 0), "N")},
        foes={"bone_archer": [((4, 3), "N")]},
    )
    done = Unseen(arena, card("Attack", "Spellcaster"))
    assert done.attacks == [("bone_archer-1", "fight", "torvek")]


def test_gang_up_leaves_others_room() -> None:
    """IO-IMP-06: behind Bruna there is one square, and the guard reaches no other; the wraith goes to her side."""
    arena = invisible(
        "improved",
        heroes={"bruna": ((0, 0), "W")},
        foes={"wraith": [((6, 2), "W")], "bone_guard": [((6, 0), "W")]},
        board=floor(10, 3),
        zone={"furniture": (Furniture("table-1-1", "table", (Square(1, 1),)),)},
    )
    done = Unseen(arena, card("Gang Up", "Quest", number=2))
    assert [attack[0] for attack in done.attacks] == ["wraith-1", "bone_guard-1"]
    assert (done.at("wraith-1"), done.at("bone_guard-1")) == ((0, 1), (1, 0))
    alone = Unseen(arena, card("Gang Up", "Quest"))
    assert alone.at("wraith-1") == (0, 1)
    arena.change("bone_guard-1", at=Square(9, 0))
    assert Unseen(arena, card("Gang Up", "Quest")).at("wraith-1") == (1, 0)


def test_pin_stands_between_the_hero_and_the_goal() -> None:
    """IO-IMP-07: the square that holds the hero's next step in its front arc, before the rear."""
    arena = at_the_door(heroes={"torvek": ((3, 0), "E")}, foes={"bone_guard": [((8, 1), "W")]})
    done = Unseen(arena, card("Pin", "Armoured"))
    at = done.at("bone_guard-1")
    assert at is not None and at.x == 4
    (place,) = done.choices("place")
    assert place.keys[0].key == "toward-goal"


# Surround


def test_surround_raises_a_pile_that_blocks_as_well() -> None:
    """IO-IMP-08, V12, V26: as near and as much in the way as the guard could be; an archer, of level 2."""
    arena = invisible(
        "improved",
        heroes={"torvek": ((1, 4), "E")},
        foes={"bone_guard": [((8, 8), "N")]},
        board=floor(20, 9),
        zone={"piles": (Square(3, 4),)},
        mission={"goals": (Goal("square", Square(19, 4)),), "raisable": {"bone_guard": 4, "bone_archer": 2}},
    )
    done = Unseen(arena, card("Surround", "Armoured"))
    (raised,) = done.told(DeadRaised)
    assert (raised.square, raised.model.key, raised.model.facing) == (Square(3, 4), "bone_archer", "W")
    (choice,) = done.choices("activation")
    assert [one.values[:4] for one in choice.candidates] == [(0, 2, 1, 1), (0, 2, 1, 0)]


def test_blocking_counts_only_where_the_others_do_not_block_already() -> None:
    """AMD-05: with a guard across the corridor the pile adds nothing but squares of the way."""
    arena = at_the_door(
        heroes={"torvek": ((1, 0), "E")}, foes={"bone_guard": [((13, 1), "W")]}, zone={"piles": (Square(3, 0),)}
    )
    done = Unseen(arena, card("Surround", "Armoured"))
    (choice,) = done.choices("activation")
    assert [(one.name, one.values[:2]) for one in choice.candidates] == [("bone_guard-1", (1, 2)), ("3,0", (0, 2))]


def test_surround_does_not_touch_heroes_and_may_shoot() -> None:
    """IO-IMP-08, AMB-64: the archer gets into the way, and shoots from there."""
    arena = at_the_door(heroes={"torvek": ((1, 0), "E")}, foes={"bone_archer": [((8, 1), "W")]})
    done = Unseen(arena, card("Surround", "Armoured"))
    at = done.at("bone_archer-1")
    assert at is not None and at.x >= 3
    assert done.attacks == [("bone_archer-1", "shoot", "torvek")]


def test_without_a_goal_surround_goes_on_to_attack() -> None:
    """IO-IMP-10: nothing can be blocked; Surround, Attack, Support."""
    arena = invisible("improved", heroes={"bruna": ((0, 0), "N")}, foes={"bone_guard": []})
    done = Unseen(arena, card("Surround", "Quest"))
    assert orders(done) == ["Surround", "Attack", "Support"]
    done = Unseen(arena, card("Pin", "Quest"))
    assert orders(done) == ["Pin", "Surround", "Attack", "Support"]
    done = Unseen(arena, card("Gang Up", "Quest"))
    assert orders(done) == ["Gang Up", "Support", "Attack"]


# Support


def test_support_takes_trailing_models_then_piles_then_leading_ones() -> None:
    """IO-IMP-09, AMB-74: the guard behind Torvek, the pile, the guard on the goal's side."""
    arena = at_the_door(
        heroes={"torvek": ((7, 0), "E")},
        foes={"bone_guard": [((13, 1), "W"), ((0, 1), "E")]},
        zone={"piles": (Square(3, 1),)},
    )
    done = Unseen(arena, card("Support", "Armoured", number=3))
    began = [event for event in done.ctx.events if isinstance(event, TurnBegan | DeadRaised)]
    assert [getattr(event, "unit", "pile") for event in began] == ["bone_guard-2", "pile", "bone_guard-1"]


def test_support_raises_no_pile_in_a_heros_front_arc() -> None:
    """IO-IMP-09, IO-COM-14: the pile at Torvek's feet would give him a free strike."""
    arena = at_the_door(heroes={"torvek": ((7, 0), "E")}, zone={"piles": (Square(8, 0), Square(11, 1))})
    done = Unseen(arena, card("Support", "Armoured"))
    assert [event.square for event in done.told(DeadRaised)] == [(11, 1)]
    assert done.attacks == []


def test_support_fights_whom_it_meets_on_the_way_but_shooters_stop_short() -> None:
    """IO-IMP-09, AMD-12."""
    arena = at_the_door(heroes={"torvek": ((7, 0), "E")}, foes={"bone_guard": [((3, 0), "E")]})
    assert Unseen(arena, card("Support", "Armoured")).attacks == [("bone_guard-1", "fight", "torvek")]
    arena = at_the_door(heroes={"torvek": ((7, 0), "E")}, foes={"bone_archer": [((1, 0), "E")]})
    done = Unseen(arena, card("Support", "Armoured"))
    assert done.attacks == [("bone_archer-1", "shoot", "torvek")]
    assert done.at("bone_archer-1") == (5, 0)


# Characters, the win


def test_a_brutal_model_that_cannot_attack_moves_straight_at_the_nearest() -> None:
    """IO-IMP-11, AMD-08: chosen for the archer's target, it walks toward Torvek and strikes nobody."""
    arena = at_the_door(heroes={"torvek": ((1, 0), "E")}, foes={"shambler": [((9, 0), "W")]})
    done = Unseen(arena, card("Support", "Armoured"))
    assert done.moves == [("shambler-1", (5, 0), 4)]
    assert done.attacks == []


def test_tied_undead_all_act_and_the_card_is_done() -> None:
    """IO-IMP-11, V22: two guards alike, Number 1; the third is nearer, and left."""
    arena = invisible(
        "improved",
        heroes={"bruna": ((5, 5), "N")},
        foes={"bone_guard": [((1, 5), "E"), ((9, 5), "W"), ((5, 8), "N")]},
    )
    done = Unseen(arena, card("Attack", "Quest"))
    assert done.choices("activation")[0].by == "undead"
    assert done.acted == ["bone_guard-1", "bone_guard-2"]


def test_the_best_chance_is_taken_when_one_wound_wins() -> None:
    """IO-IMP-12: the archer's three dice before the guard's two, although the order says Support."""
    arena = invisible(
        "improved",
        heroes={"bruna": ((5, 5), "N")},
        foes={"bone_guard": [((5, 8), "N")], "bone_archer": [((9, 9), "N")]},
        models={"bruna": {"wounds": 4}},
    )
    done = Unseen(arena, card("Support", "Quest"))
    assert done.choices("win")[0].chosen == ("bone_archer-1",)
    assert done.acted == ["bone_archer-1"]


# Bosses


def court(**more: Any) -> Arena:
    """Veyra and a hero within a Move of her."""
    return invisible(
        more.pop("variant", "improved"),
        heroes={"torvek": ((1, 5), "E"), **more.pop("heroes", {})},
        foes={"veyra": [((5, 5), "W")], **more.pop("foes", {})},
        mission={"limits": {"wraith": 2}},
        **more,
    )


def test_veyra_calls_a_wraith_out_of_every_front_arc() -> None:
    """AMD-04: free, in range, in nobody's front arc, nearest to the hero of highest threat; then y, x."""
    done = Unseen(court(variant="official"), card("Support", "Armoured"))
    (placed,) = done.told(ModelPlaced)
    assert (placed.model.key, placed.model.at, placed.model.facing) == ("wraith", Square(2, 3), "S")
    assert done.acted == ["veyra", placed.model.id]


def test_at_the_limit_nobody_is_called() -> None:
    """AMD-02."""
    arena = court(variant="official", foes={"wraith": [((9, 9), "N"), ((9, 8), "N")]})
    done = Unseen(arena, card("Support", "Armoured", number=3))
    assert done.told(ModelPlaced) == []


@pytest.mark.parametrize(("wounds", "on", "shrouded"), [(1, True, False), (2, True, True), (2, False, False)])
def test_bone_shroud_replaces_an_activation_once_she_is_wounded_twice(wounds: int, on: bool, shrouded: bool) -> None:
    """AMD-04, AMB-81."""
    arena = court(rules={"boss_feats_by_io": on})
    arena.change("veyra", wounds=wounds)
    done = Unseen(arena, card("Attack", "Armoured"))
    assert [event.feat for event in done.told(FeatUsed)] == (["bone_shroud"] if shrouded else [])
    assert bool(done.attacks) != shrouded
    kept = Lasting("bone_shroud", "armour-set", 5, "veyra", "round-ends", 2)
    assert (kept in done.state.models["veyra"].lasting) == shrouded


def test_orrik_crushes_whoever_he_can_reach_in_two_steps() -> None:
    """AMD-04, AMB-81: two more dice, once in the game."""
    arena = invisible("improved", heroes={"torvek": ((4, 4), "N")}, foes={"orrik": [((4, 7), "N")]})
    done = Unseen(arena, card("Attack", "Armoured"))
    assert done.pools == [(7, 3, 4)]
    arena.change("orrik", feats_used=("crushing_blow",))
    assert Unseen(arena, card("Attack", "Armoured")).pools == [(5, 3, 4)]


def test_cold_command_takes_the_boss_first() -> None:
    """N6: the ogre has more dice, but a boss can carry the order out."""
    arena = court(foes={"corpse_ogre": [((3, 8), "N")]})
    done = Unseen(arena, CARDS["N6"])
    assert done.acted == ["veyra"]


def test_puppets_fury_gives_undead_a_die_when_they_attack() -> None:
    """N5: the guard rolls three, in a fight and the archer four in a shot; Veyra, who is none, as ever."""
    arena = court(foes={"bone_guard": [((2, 8), "N")], "bone_archer": [((9, 4), "W")]})
    done = Unseen(arena, replace(CARDS["N5"], number=3))
    rolled = {event.unit: len(event.attacker_rolls) for event in done.told(AttackRolled)}
    assert rolled == {"bone_guard-1": 3, "bone_archer-1": 4, "veyra": 3}


# The deck and its events


def test_both_decks_are_shuffled_together() -> None:
    """IO-COM-02, the starter decks: 24 basic cards, 8 of the necromancer's, 8 interrupts."""
    cards = [CARDS[key] for key in deck_for(True)]
    assert len(deck_for(False)) == 24
    assert len(cards) == 32
    assert sum(one.interrupt for one in cards) == 8
    count = {order: sum(one.order == order for one in cards[:24]) for order in ("Attack", "Gang Up", "Pin", "Support")}
    assert count == {"Attack": 8, "Gang Up": 5, "Pin": 4, "Support": 4}


def test_a_round_turns_up_one_card_between_heroes_and_two_in_the_overlords_turn() -> None:
    """IO-COM-07, IO-COM-09: the first card's Number is the adventure's orders."""
    arena = invisible(
        "improved",
        heroes={"bruna": ((0, 0), "N"), "ivo": ((2, 0), "N")},
        cards=("B02", "B01", "B03", "B04", *("B02",) * 9),
    )
    arena.end("bruna")
    arena.end("ivo")
    revealed = [(one.card, one.slot, one.number, one.resolved) for one in arena.told(InvisibleCardRevealed)]
    assert revealed == [
        ("B02", "interrupt", 2, False),
        ("B01", "first", 3, True),
        ("B03", "second", 2, True),
    ]


def test_an_event_is_carried_out_and_followed_by_the_next_card_of_its_slot() -> None:
    """IO-COM-10, AMB-51, N2: two piles, the nearest to the hero of most wounds; no activation is used."""
    arena = invisible(
        "official",
        heroes={"bruna": ((0, 0), "N")},
        zone={"piles": (Square(9, 9), Square(5, 5), Square(1, 1), Square(9, 1))},
        mission={"raisable": {"bone_guard": 4}},
        models={"bruna": {"wounds": 1}},
        cards=("N2", "B20", "B20", *("B02",) * 9),
    )
    arena.step("bruna", End())
    assert [event.square for event in arena.told(DeadRaised)][:2] == [(5, 5), (9, 1)]
    slots = [(one.card, one.slot) for one in arena.told(InvisibleCardRevealed)]
    assert slots == [("N2", "first"), ("B20", "first"), ("B20", "second")]


def test_scattered_bones_lie_near_the_weakest_hero_but_not_beside_him() -> None:
    """N4."""
    arena = invisible(
        "official",
        heroes={"bruna": ((0, 0), "W"), "ivo": ((9, 9), "N")},
        models={"bruna": {"wounds": 2}},
        cards=("N4", "B02", "B02", *("B02",) * 9),
    )
    arena.end("bruna")
    assert arena.told(PilePlaced) == [], "it says no to interrupts"
    arena = invisible(
        "official",
        heroes={"bruna": ((0, 0), "W")},
        models={"bruna": {"wounds": 2}},
        cards=("N4", "B02", "B02", *("B02",) * 9),
    )
    arena.end("bruna")
    assert [event.square for event in arena.told(PilePlaced)] == [(2, 0), (2, 1)]


def test_a_deck_that_has_run_out_is_shuffled_again() -> None:
    """IO-COM-11."""
    arena = invisible("official", heroes={"bruna": ((0, 0), "W")}, cards=("B02", "B03", "B04"))
    arena.end("bruna")
    arena.state, events = dungeon.apply(arena.state, arena.played("bruna", End()), SeededDice(b"shuffle"))
    assert arena.state.invisible is not None
    assert sorted(arena.state.invisible.deck + arena.state.invisible.discard) == ["B02", "B03", "B04"]
    assert len(arena.state.invisible.deck) == 2
    (shuffled,) = [event for event in events if isinstance(event, InvisibleDeckShuffled)]
    assert shuffled.again
    assert len(shuffled.rolls) == 2


def test_an_unknown_card_makes_no_deck() -> None:
    with pytest.raises(Unreadable, match="no card 'B99'"):
        invisible("official", heroes={"bruna": ((0, 0), "W")}, cards=("B99",))


def test_players_see_what_was_turned_up_but_not_what_comes() -> None:
    """IMP-06: two games that differ in the order of the deck alone look alike to players, not to the director."""
    one = invisible(
        "official", heroes={"bruna": ((0, 0), "W"), "ivo": ((2, 0), "N")}, cards=("B02", "B03", "B04", "B05")
    )
    other = invisible(
        "official", heroes={"bruna": ((0, 0), "W"), "ivo": ((2, 0), "N")}, cards=("B02", "B05", "B04", "B03")
    )
    for arena in (one, other):
        arena.end("bruna")
    seen = [dungeon.view(arena.state, dungeon.Viewer("ana")) for arena in (one, other)]
    assert seen[0] == seen[1]
    assert (seen[0]["overlord"]["invisible_deck"], seen[0]["overlord"]["invisible_discard"]) == (3, ["B02"])
    logs = [dungeon.visible_events(arena.events, arena.state, dungeon.Viewer("ana")) for arena in (one, other)]
    assert logs[0] == logs[1]
    assert one.state != other.state
