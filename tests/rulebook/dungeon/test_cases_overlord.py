"""The worked cases of Raise Dead, orders and interrupts, by their numbers (T29 to T31)."""

from __future__ import annotations

from rulebook.change import change
from rulebook.dungeon.board import with_pile
from rulebook.dungeon.events import CardDrawn
from rulebook.dungeon.grid import Facing, Square
from rulebook.dungeon.steps import OVERLORD, Fight, PlayCard, RaiseDead
from tests.rulebook.dungeon.arena import Arena, steps_of

PILE = Square(3, 3)
GUARDS: list[tuple[tuple[int, int], Facing]] = [((x, 9), "N") for x in range(7)]


def raiser(guards: int, piles: tuple[Square, ...], hero: tuple[int, int] = (9, 0), **more: object) -> Arena:
    arena = Arena(
        heroes={"bruna": (hero, "N")},
        foes={"bone_guard": GUARDS[:guards]},
        zone={"piles": piles},
        mission={"raisable": {"bone_guard": 4}},
        **more,
    )
    arena.pass_heroes()
    return arena


def test_t29a_nobody_rises_under_a_heros_feet() -> None:
    arena = raiser(0, (PILE,), hero=(3, 3))
    assert arena.refused(OVERLORD, RaiseDead(PILE, "bone_guard")) == "occupied"


def test_t29b_a_stack_of_piles() -> None:
    arena = raiser(0, (PILE, PILE))
    arena.step(OVERLORD, RaiseDead(PILE, "bone_guard", "S"))
    assert arena.model("bone_guard-1").at == PILE
    assert arena.state.board.piles_on(PILE) == 1
    assert arena.refused(OVERLORD, RaiseDead(PILE, "bone_guard")) == "occupied"
    arena.end(OVERLORD)
    arena.change("bruna", at=Square(3, 4))
    arena.step("bruna", Fight("bone_guard-1"), [6, 5, 1, 1, 1, 1, 1])
    assert arena.state.board.piles_on(PILE) == 2


def test_t29c_four_of_four_stand_already() -> None:
    arena = raiser(4, (PILE,))
    assert arena.refused(OVERLORD, RaiseDead(PILE, "bone_guard")) == "limit-reached"


def test_t29d_what_a_card_grants_above_the_limit_is_lost() -> None:
    arena = raiser(3, (PILE, Square(5, 5)), hand=("open_the_graves",))
    arena.step(OVERLORD, PlayCard("open_the_graves"))
    arena.step(OVERLORD, RaiseDead(PILE, "bone_guard"))
    assert arena.state.turn is not None
    assert (arena.state.turn.raises, arena.state.turn.orders) == (1, 3)
    assert arena.refused(OVERLORD, RaiseDead(Square(5, 5), "bone_guard")) == "limit-reached"


def guard(number: int) -> str:
    return f"bone_guard-{number}"


def test_t30_orders_and_an_extra_card() -> None:
    arena = raiser(7, (PILE,), hand=("drive_them_back", "press_them"))
    arena.change("bruna", at=Square(9, 0))
    for number in (1, 2):
        arena.end(guard(number))
    arena.step(OVERLORD, PlayCard("drive_them_back"))
    for number in (3, 4, 5):
        arena.end(guard(number))
    assert arena.refused(guard(1), Fight("bruna")) == "already-acted"
    assert arena.refused(guard(6), Fight("bruna")) == "no-orders"
    assert arena.refused(OVERLORD, PlayCard("press_them")) == "card-played"
    drawn = arena.end(OVERLORD)
    assert sum(isinstance(event, CardDrawn) for event in drawn) == 1


def test_t30_an_extra_activation_does_not_raise() -> None:
    arena = raiser(7, (PILE,), hand=("drive_them_back",), rules={})
    arena.step(OVERLORD, PlayCard("drive_them_back"))
    for number in (1, 2, 3):
        arena.end(guard(number))
    assert arena.state.turn is not None and arena.state.turn.extras == 2
    assert arena.refused(OVERLORD, RaiseDead(PILE, "bone_guard")) == "no-orders"
    arena.end(guard(4))


def test_t30_the_whole_host_doubles_orders_that_may_raise() -> None:
    arena = raiser(3, (PILE,), hand=("the_whole_host",))
    arena.step(OVERLORD, PlayCard("the_whole_host"))
    assert arena.state.turn is not None and arena.state.turn.orders == 6
    arena.step(OVERLORD, RaiseDead(PILE, "bone_guard"))
    assert arena.state.turn is not None and arena.state.turn.orders == 5
    assert arena.refused(guard(4), Fight("bruna")) == "already-acted"


PARTY = {"bruna": ((0, 0), "N"), "torvek": ((1, 0), "N"), "sylwen": ((2, 0), "N"), "ivo": ((3, 0), "N")}


def interrupter(**more: object) -> Arena:
    return Arena(
        heroes=PARTY,
        foes={"bone_guard": GUARDS[:3]},
        hand=("spring_the_ambush", "spring_the_ambush", "sudden_malice"),
        **more,
    )


AMBUSH = PlayCard("spring_the_ambush")


def test_t31_interrupt_windows() -> None:
    arena = interrupter()
    assert arena.refused(OVERLORD, AMBUSH) == "not-your-turn"
    arena.end("bruna")
    arena.step(OVERLORD, AMBUSH)
    assert arena.refused(OVERLORD, AMBUSH) == "card-played"
    arena.end(guard(1))
    assert arena.refused(guard(1), Fight("bruna")) == "already-acted"
    arena.end(guard(2))
    assert arena.state.phase == "heroes"
    assert arena.refused(OVERLORD, AMBUSH) == "not-your-turn"
    arena.end("torvek")
    arena.step(OVERLORD, AMBUSH)
    arena.end(guard(1))
    arena.end(OVERLORD)
    arena.end("sylwen")
    arena.end(OVERLORD)
    arena.end("ivo")
    assert arena.state.phase == "overlord"
    assert arena.refused(OVERLORD, PlayCard("sudden_malice")) == "wrong-time"
    assert steps_of(arena.state, guard(1), Fight) == []
    arena.end(guard(1))
    assert arena.model(guard(1)).status == "acted"


def test_t31_one_hero_down_means_one_window_less() -> None:
    arena = interrupter(mission={"lose_on_hero_incapacitated": False})
    arena.change("ivo", at=None, wounds=5)
    for hero, window in (("bruna", True), ("torvek", True), ("sylwen", False)):
        arena.end(hero)
        assert (arena.state.phase == "window") is window
        if window:
            arena.end(OVERLORD)
    assert arena.state.phase == "overlord"


def test_a_pile_put_down_later_can_be_raised_as_well() -> None:
    arena = raiser(0, ())
    arena.state = change(arena.state, board=with_pile(arena.state.board, PILE))
    arena.step(OVERLORD, RaiseDead(PILE, "bone_guard"))
    assert arena.model(guard(1)).status == "acted"
