"""The Overlord's orders, cards and piles, the deck and the end, worked out by hand from the rules."""

from __future__ import annotations

from typing import Any

import pytest

from rulebook.dungeon.adventure import Kit
from rulebook.dungeon.events import BattleEnded, DeadRaised, WindowOpened
from rulebook.dungeon.grid import Square
from rulebook.dungeon.state import Victory
from rulebook.dungeon.steps import (
    OVERLORD,
    End,
    Fight,
    PlayCard,
    RaiseDead,
)
from tests.rulebook.dungeon.arena import BOB, Arena, Place, drawn, pools

GUARD = "bone_guard-1"


def alone(hero: str, place: Place, **more: Any) -> Arena:
    return Arena(heroes={hero: place}, **more)


# The Overlord


def bones(**more: Any) -> Arena:
    """Two piles and two guards far from Bruna; two orders."""
    return Arena(
        heroes=more.pop("heroes", {"bruna": ((0, 0), "E")}),
        foes={"bone_guard": [((8, 8), "N"), ((9, 8), "N")]},
        zone={"piles": (Square(5, 5), Square(5, 7))},
        mission={
            "orders_per_turn": 2,
            "raisable": {"bone_guard": 4, "bone_archer": 1},
            **more.pop("mission", {}),
        },
        **more,
    )


def test_ds_over_01_raising_costs_an_order_and_the_raised_one_rests() -> None:
    arena = bones()
    arena.pass_heroes()
    arena.raise_dead((5, 5), "bone_guard", facing="W")
    assert arena.refused("bone_guard-3", arena.walk("bone_guard-3", (5, 4))) == "already-acted"
    arena.step(GUARD, arena.walk(GUARD, (8, 7)))
    arena.end(GUARD)
    assert arena.refused("bone_guard-2", End()) == "no-orders"
    assert arena.refused(OVERLORD, RaiseDead(Square(5, 7), "bone_guard")) == "no-orders"


def test_ds_card_01_double_orders_doubles_the_adventures_number_alone() -> None:
    """AMB-20: one of two given, then doubled: three are left."""
    arena = bones(hand=("the_whole_host",))
    arena.pass_heroes()
    arena.end(GUARD)
    arena.step(OVERLORD, PlayCard("the_whole_host"))
    assert arena.state.turn is not None and arena.state.turn.orders == 3


def test_ds_card_01_raise_dead_cards_pay_for_raising_besides_orders() -> None:
    arena = bones(hand=("open_the_graves",))
    arena.pass_heroes()
    arena.step(OVERLORD, PlayCard("open_the_graves"))
    arena.raise_dead((5, 5), "bone_archer")
    assert arena.refused(OVERLORD, RaiseDead(Square(5, 7), "bone_archer")) == "limit-reached"
    arena.raise_dead((5, 7), "bone_guard")
    arena.end(GUARD)
    arena.end("bone_guard-2")
    assert len(arena.told(DeadRaised)) == 2


@pytest.mark.parametrize(
    ("minion", "mission", "code"),
    [
        ("shambler", {}, "not-raisable"),
        ("wraith", {}, "not-raisable"),
        ("bone_guard", {"overlord": "beastlord"}, "no-necromancer"),
        ("bone_guard", {"raisable": {"bone_guard": 2}}, "limit-reached"),  # AMD-02: those placed at the start count
    ],
)
def test_ds_raise_who_is_raised_by_whom(minion: str, mission: dict[str, Any], code: str) -> None:
    arena = bones(mission=mission)
    arena.pass_heroes()
    assert arena.refused(OVERLORD, RaiseDead(Square(5, 5), minion)) == code


def test_ds_raise_03_amb_18_struck_down_as_it_rises_it_leaves_its_bones() -> None:
    """Bruna beside the pile strikes with five dice; two hits make bones of it again, and the order is spent."""
    arena = bones(heroes={"bruna": ((4, 5), "E")})
    arena.pass_heroes()
    arena.raise_dead((5, 5), "bone_guard", [6, 6, 1, 1, 1, 1, 1])
    assert arena.last_attack.attack == "free-strike"
    assert arena.state.board.piles.count(Square(5, 5)) == 1
    assert arena.state.turn is not None and arena.state.turn.orders == 1


def test_ds_raise_05_nobody_rises_under_an_overlord_model_either() -> None:
    arena = bones()
    arena.change(GUARD, at=Square(5, 5))
    arena.pass_heroes()
    assert arena.refused(OVERLORD, RaiseDead(Square(5, 5), "bone_guard")) == "occupied"


@pytest.mark.parametrize(
    ("card", "window", "code"),
    [
        ("sudden_malice", False, "wrong-time"),
        ("press_them", True, "wrong-time"),
        ("the_whole_host", True, "wrong-time"),
        ("open_the_graves", True, "wrong-time"),
    ],
)
def test_ds_int_01_each_card_in_its_time(card: str, window: bool, code: str) -> None:
    arena = bones(heroes={"bruna": ((0, 0), "E"), "ivo": ((0, 1), "E")}, hand=(card,))
    arena.end("bruna")
    if not window:
        arena.pass_heroes()
    assert arena.refused(OVERLORD, PlayCard(card)) == code


def test_ds_int_02_an_interrupt_in_every_window_and_a_card_in_the_turn() -> None:
    hand = ("sudden_malice", "sudden_malice", "press_them")
    arena = bones(heroes={"bruna": ((0, 0), "E"), "ivo": ((0, 1), "E"), "torvek": ((0, 2), "E")}, hand=hand)
    for hero in ("bruna", "ivo"):
        arena.end(hero)
        arena.step(OVERLORD, PlayCard("sudden_malice"))
        arena.step(GUARD, arena.walk(GUARD, (8, 7) if hero == "bruna" else (8, 8)))
        arena.end(GUARD)
    arena.end("torvek")
    arena.step(OVERLORD, PlayCard("press_them"))
    assert arena.state.turn is not None
    assert (arena.state.turn.orders, arena.state.turn.extras) == (2, 1)
    assert len(arena.told(WindowOpened)) == 2


@pytest.mark.parametrize(("mode", "last_round"), [("on_failed_draw", 4), ("on_last_card", 3)])
def test_ds_round_05_a_deck_of_six_lasts_n_minus_two_rounds(mode: str, last_round: int) -> None:
    """Opening hand 3, three draws: the fourth end of round fails. AMB-19: or the third takes the last card."""
    arena = Arena(
        heroes={"bruna": ((0, 0), "E")},
        mission={"deck_size": 6, "opening_hand": 3},
        hand=("press_them",) * 3,
        deck=("press_them",) * 3,
        rules={"deck_out_mode": mode},
    )
    for number in range(1, last_round + 1):
        assert (arena.state.phase, arena.state.round) == ("heroes", number)
        arena.pass_round()
    assert arena.state.phase == "over"
    assert arena.state.outcome is not None and arena.state.outcome.winner == "overlord"


@pytest.mark.parametrize("mode", ["on_failed_draw", "on_last_card"])
def test_ds_round_05_without_a_card_to_draw_from_the_start_the_first_round_is_all(mode: str) -> None:
    arena = Arena(
        heroes={"bruna": ((0, 0), "E")},
        mission={"deck_size": 3, "opening_hand": 3},
        hand=("press_them",) * 3,
        deck=(),
        rules={"deck_out_mode": mode},
    )
    arena.pass_round()
    assert arena.state.outcome is not None and arena.state.outcome.reason == "deck-out"


# Victory


def test_ds_win_01_passing_over_the_goal_is_not_ending_there() -> None:
    arena = Arena(heroes={"bruna": ((0, 0), "E")}, mission={"victory": Victory("reach", Square(2, 0))})
    arena.step("bruna", arena.walk("bruna", (1, 0), (2, 0), (3, 0)))
    arena.end("bruna")
    assert arena.state.outcome is None
    arena.end(OVERLORD)
    arena.step("bruna", arena.walk("bruna", (2, 0)))
    assert not arena.told(BattleEnded)
    arena.end("bruna")
    assert arena.state.outcome is not None and arena.state.outcome.winner == "hero"


def test_ds_win_01_the_seal_must_come_along() -> None:
    arena = Arena(
        heroes={"bruna": ((2, 0), "E"), "torvek": ((3, 0), "E")},
        kits={"torvek": Kit(items=("ashen_seal",))},
        mission={"victory": Victory("bring", Square(2, 0), "ashen_seal")},
        players={"torvek": BOB},
    )
    arena.end("bruna")
    assert arena.state.phase == "window"
    arena.pass_heroes()
    arena.end(OVERLORD)
    arena.step("bruna", arena.walk("bruna", (1, 0)))
    arena.end("bruna")
    arena.end(OVERLORD)
    arena.step("torvek", arena.walk("torvek", (2, 0)))
    arena.end("torvek")
    assert arena.state.outcome is not None and arena.state.outcome.winner == "hero"


def test_ds_win_03_the_fifth_wound_of_a_boss_ends_it_at_once() -> None:
    arena = Arena(
        heroes={"bruna": ((4, 5), "E")},
        foes={"veyra": [((5, 5), "W")]},
        mission={"victory": Victory("slay", key="veyra")},
        models={},
    )
    arena.change("veyra", wounds=4)
    arena.step("bruna", Fight("veyra"), [6, 1, 1, 1, 1, 1, 1])
    assert arena.state.outcome is not None and arena.state.outcome.winner == "hero"


def test_ds_hero_04_one_fallen_hero_ends_it_or_not_as_the_adventure_says() -> None:
    for flag, phase in ((True, "over"), (False, "overlord")):
        arena = Arena(
            heroes={"bruna": ((4, 5), "E"), "ivo": ((0, 0), "E")},
            foes={"bone_guard": [((5, 5), "W")]},
            models={"bruna": {"wounds": 4}},
            mission={"lose_on_hero_incapacitated": flag},
        )
        arena.pass_heroes()
        arena.step(GUARD, Fight("bruna"), [6, 6, 1, 1, 1, 1])
        assert (arena.state.phase, arena.model("bruna").at) == (phase, None)


def test_amb_35_corner_to_corner_they_fight() -> None:
    """Both flank squares are no board: nobody walks there, but they are adjacent (DS-ARC-01)."""
    board = drawn(".# #.")
    arena = Arena(heroes={"bruna": ((0, 0), "S")}, board=board, foes={"bone_guard": [((1, 1), "N")]})
    arena.step("bruna", Fight(GUARD), [1] * 7)
    assert pools(arena.last_attack) == (5, 2, 2)
