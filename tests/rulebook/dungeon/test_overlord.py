"""The Overlord's turn, cards, windows, the end of the round (DS-ROUND, DS-OVER, DS-CARD, DS-INT, DS-RAISE)."""

from __future__ import annotations

import pytest

from rulebook.dungeon.actions import PassWindows
from rulebook.dungeon.catalogue import ORDER_CARDS, order_deck
from rulebook.dungeon.events import BattleEnded, CardDrawn, OverlordTurnBegan, WindowClosed, WindowOpened
from rulebook.dungeon.grid import Square
from rulebook.dungeon.state import Victory
from rulebook.dungeon.steps import OVERLORD, End, Fight, Move, PlayCard, RaiseDead
from tests.rulebook.dungeon.arena import ANA, TYR, Arena, steps_of

PARTY = {"bruna": ((0, 0), "N"), "torvek": ((1, 0), "N"), "sylwen": ((2, 0), "N"), "ivo": ((3, 0), "N")}
GUARD = "bone_guard-1"
GUARDS = {"bone_guard": [((x, 9), "N") for x in range(4)]}


def test_ds_card_01_the_deck_is_the_gravecallers() -> None:
    assert len(order_deck()) == 24
    kinds = {
        kind: sum(card.copies for card in ORDER_CARDS.values() if card.kind == kind)
        for kind in ("interrupt", "extra", "double", "raise")
    }
    assert kinds == {"interrupt": 9, "extra": 6, "double": 2, "raise": 7}


def test_ds_over_01_an_order_is_a_move_and_an_action_in_that_order() -> None:
    arena = Arena(heroes={"bruna": ((4, 4), "S")}, foes=GUARDS)
    arena.pass_heroes()
    arena.step(GUARD, arena.walk(GUARD, (1, 8), (2, 7), (3, 6), (4, 5)))
    arena.step(GUARD, Fight("bruna"), [1, 1, 6, 6, 6, 6, 6])
    assert arena.refused(GUARD, Move((arena.model(GUARD).pose,))) == "step-order"
    assert arena.refused("bone_guard-2", Fight("bruna")) == "activation-open"
    assert arena.refused(OVERLORD, PlayCard("press_them")) == "unknown-card"
    arena.end(GUARD)
    assert arena.state.turn is not None and arena.state.turn.orders == 2


def test_ds_over_04_no_card_during_an_activation() -> None:
    arena = Arena(heroes={"bruna": ((4, 4), "S")}, foes=GUARDS, hand=("press_them",))
    arena.pass_heroes()
    arena.step(GUARD, arena.walk(GUARD, (1, 8)))
    assert arena.refused(OVERLORD, PlayCard("press_them")) == "activation-open"
    arena.end(GUARD)
    arena.step(OVERLORD, PlayCard("press_them"))
    assert arena.state.played == ("press_them",)
    assert arena.state.hand == ()


def test_ds_over_06_orders_not_used_are_lost_and_an_open_activation_ends() -> None:
    arena = Arena(heroes={"bruna": ((4, 4), "S")}, foes=GUARDS)
    arena.pass_heroes()
    arena.step(GUARD, arena.walk(GUARD, (1, 8)))
    arena.end(OVERLORD)
    assert (arena.state.round, arena.state.running, arena.state.turn) == (2, None, None)


def test_ds_card_03_extra_activations_can_be_chosen_to_keep_orders_for_raising() -> None:
    arena = Arena(
        heroes={"bruna": ((9, 0), "S")},
        foes=GUARDS,
        hand=("press_them",),
        zone={"piles": (Square(5, 5),)},
        mission={"raisable": {"bone_guard": 9}, "orders_per_turn": 1},
    )
    arena.pass_heroes()
    arena.step(OVERLORD, PlayCard("press_them"))
    arena.step(GUARD, End(), extra=True)
    arena.step(OVERLORD, RaiseDead(Square(5, 5), "bone_guard"))
    assert arena.model("bone_guard-5").at == Square(5, 5)


def test_ds_raise_01_needs_a_necromancer_a_pile_and_a_raisable_type() -> None:
    arena = Arena(
        heroes={"bruna": ((9, 0), "S")}, zone={"piles": (Square(5, 5),)}, mission={"raisable": {"bone_guard": 9}}
    )
    assert arena.refused(OVERLORD, RaiseDead(Square(5, 5), "bone_guard")) == "not-your-turn"
    arena.pass_heroes()
    assert arena.refused(OVERLORD, RaiseDead(Square(5, 6), "bone_guard")) == "no-pile"
    assert arena.refused(OVERLORD, RaiseDead(Square(5, 5), "shambler")) == "not-raisable"
    other = Arena(
        heroes={"bruna": ((9, 0), "S")},
        zone={"piles": (Square(5, 5),)},
        mission={"raisable": {"bone_guard": 9}, "overlord": "warlord"},
    )
    other.pass_heroes()
    assert other.refused(OVERLORD, RaiseDead(Square(5, 5), "bone_guard")) == "no-necromancer"


def test_ds_int_03_interrupted_models_act_again_in_the_overlords_turn() -> None:
    arena = Arena(heroes=PARTY, foes=GUARDS, hand=("sudden_malice",))
    arena.end("bruna")
    assert arena.refused(GUARD, End()) == "no-interrupt"
    assert arena.refused("torvek", End()) == "not-your-turn"
    arena.step(OVERLORD, PlayCard("sudden_malice"))
    arena.step(GUARD, arena.walk(GUARD, (0, 8)))
    arena.end(GUARD)
    arena.pass_heroes()
    arena.step(GUARD, arena.walk(GUARD, (0, 7)))
    assert arena.model(GUARD).at == Square(0, 7)


def test_amb_21_nothing_is_raised_in_an_interrupt() -> None:
    arena = Arena(
        heroes=PARTY,
        foes=GUARDS,
        hand=("sudden_malice", "stir_the_bones"),
        zone={"piles": (Square(5, 5),)},
        mission={"raisable": {"bone_guard": 9}},
    )
    arena.end("bruna")
    assert arena.refused(OVERLORD, PlayCard("stir_the_bones")) == "wrong-time"
    arena.step(OVERLORD, PlayCard("sudden_malice"))
    assert arena.refused(OVERLORD, RaiseDead(Square(5, 5), "bone_guard")) == "wrong-time"


@pytest.mark.parametrize(("scope", "windows"), [("round", [0, 3]), ("always", [0, 0]), ("none", [3, 3])])
def test_imp_01_windows_passed_in_advance(scope: str, windows: list[int]) -> None:
    arena = Arena(heroes=PARTY, foes=GUARDS)
    arena.act(PassWindows(TYR, scope, 1))  # said before the first hero has acted
    for expected in windows:
        before = len(arena.told(WindowOpened))
        arena.pass_round()
        assert len(arena.told(WindowOpened)) - before == expected


def test_imp_01_passing_the_open_window_lets_the_next_hero_start() -> None:
    arena = Arena(heroes=PARTY, foes=GUARDS)
    arena.end("bruna")
    arena.act(PassWindows(TYR, "window", 2))
    assert arena.told(WindowClosed)[-1].how == "passed"
    arena.end("torvek")
    arena.act(PassWindows(TYR, "round", 3))
    arena.end("ivo")
    assert arena.told(WindowClosed)[-1].how == "passed-ahead"


def test_ds_int_01_no_window_before_the_first_or_after_the_last_hero() -> None:
    arena = Arena(heroes=PARTY, foes=GUARDS)
    arena.pass_round()
    assert len(arena.told(WindowOpened)) == 3
    alone = Arena(heroes={"bruna": ((0, 0), "N")})
    alone.pass_round()
    assert alone.told(WindowOpened) == []


@pytest.mark.parametrize(("mode", "rounds"), [("on_failed_draw", 3), ("on_last_card", 2)])
def test_ds_round_05_the_deck_runs_out(mode: str, rounds: int) -> None:
    """With five cards and a hand of three there are two draws, so three full rounds."""
    hand, deck = ("press_them",) * 3, ("press_them",) * 2
    arena = Arena(heroes={"bruna": ((0, 0), "N")}, hand=hand, deck=deck, rules={"deck_out_mode": mode})
    while not arena.told(BattleEnded):
        arena.pass_round()
    assert arena.state.round == rounds
    assert arena.state.outcome is not None and arena.state.outcome.reason == "deck-out"
    assert len(arena.told(CardDrawn)) == 2


def test_ds_round_05_in_an_adventure_without_that_rule_the_game_goes_on() -> None:
    arena = Arena(heroes={"bruna": ((0, 0), "N")}, deck=(), mission={"deck_out": "nothing"})
    arena.pass_round()
    assert arena.state.round == 2


def test_ds_win_01_a_hero_ends_its_turn_on_the_goal() -> None:
    arena = Arena(heroes={"bruna": ((0, 0), "E")}, mission={"victory": Victory("reach", Square(3, 0))})
    arena.step("bruna", arena.walk("bruna", (1, 0), (2, 0), (3, 0)))
    assert arena.state.phase == "heroes"
    arena.end("bruna")
    assert arena.state.outcome is not None and arena.state.outcome.winner == "hero"
    assert not arena.told(OverlordTurnBegan)


def test_who_is_not_the_overlord_gives_no_orders() -> None:
    arena = Arena(heroes=PARTY, foes=GUARDS, hand=("sudden_malice",))
    arena.end("bruna")
    assert arena.refused(OVERLORD, PlayCard("sudden_malice"), by=ANA) == "not-your-unit"
    assert arena.refused(GUARD, End(), by=ANA) == "not-your-unit"
    assert arena.refused("torvek", End(), by=TYR) == "not-your-unit"
    assert steps_of(arena.state, OVERLORD, PlayCard) == [PlayCard("sudden_malice")]
