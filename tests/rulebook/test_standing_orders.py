"""Standing orders, forced turns, and what repeated misses lead to (SK-152 to SK-157)."""

from __future__ import annotations

import pytest

from rulebook.saga import actions
from rulebook.saga.events import TurnExpired, TurnTaken, UnitTakenOver
from rulebook.saga.history import undo
from rulebook.saga.knowledge import Viewer
from rulebook.saga.log import visible_events
from rulebook.saga.standing import would_do
from rulebook.saga.state import Order
from rulebook.saga.steps import End, Rest, Strike
from rulebook.saga.view import view
from rulebook.saga.waits import standing
from rulebook.table.views import fingerprint
from tests.rulebook.rounds import Round, moment


def ordered(*orders: Order, unit: str = "a", **about: object) -> Round:
    table = Round("abcd", standing_orders=True, **about)  # type: ignore[arg-type]
    table.do(actions.GiveOrders(unit, unit, orders, moment(1)))
    return table


def test_orders_are_carried_out_when_the_turn_runs_out_and_the_deadline_is_missed_all_the_same() -> None:
    """SK-152: the penalty falls, and there is no late window."""
    table = ordered(Order("rest"), figures={"willpower": 1, "max_willpower": 3})
    table.sweep(at=24)
    assert (table.current, table.due, table.missed) == ("b", 36, {"a": 1})
    assert table.state.units["a"].willpower == 2
    told = table.last(TurnExpired)
    assert (told.ordered, told.late_window, told.penalty) == (True, False, 1)
    assert table.last(TurnTaken).how == "ordered"
    assert [wait.kind for wait in table.waits] == ["turn"]
    assert table.refused_post("a", at=25) == "already-acted"
    assert standing(table.state, "a") == "absent"


def test_orders_stay_for_later_rounds_until_they_are_taken_back() -> None:
    table = ordered(Order("hold"))
    table.sweep(at=24)
    for unit, hour in (("b", 25), ("c", 26), ("d", 27)):
        table.post(unit, at=hour)
    assert table.state.round == 2 and "a" in table.state.orders
    table.do(actions.DropOrders("a", "a", moment(28)))
    assert table.state.orders == {}
    assert table.refusal(actions.DropOrders("a", "a", moment(28))) == "no-orders"


def test_the_first_order_that_holds_and_is_legal_is_taken_and_shown_beforehand() -> None:
    table = ordered(Order("rest", "strength-below", 5), Order("strike"), Order("hold"))
    found = would_do(table.state, "a")
    assert found == (Order("strike"), (Strike("strength", "b"),))
    table.sweep(at=24)
    assert table.state.units["b"].defeated
    assert table.current == "c"


def test_the_weakest_enemy_within_reach_is_struck_then_the_nearest() -> None:
    table = Round("abcd", standing_orders=True, figures={"strength": 5, "max_strength": 20})
    table.do(actions.Correct("d", "strength", 3, "for the test", moment(0.5)))
    table.do(actions.GiveOrders("a", "a", (Order("break"),), moment(1)))
    assert would_do(table.state, "a") == (Order("break"), (Strike("break", "d"),))


def test_where_no_order_can_be_carried_out_the_unit_misses_its_turn_as_ever() -> None:
    table = ordered(Order("rest", "willpower-below", 1))
    table.sweep(at=24)
    assert [wait.kind for wait in table.waits] == ["turn", "late"]


def test_an_early_turn_comes_before_standing_orders() -> None:
    table = Round("abcd", standing_orders=True)
    table.do(actions.GiveOrders("b", "b", (Order("hold"),), moment(1)))
    table.plan("b", at=2)
    table.post("a", at=3)
    assert (table.current, table.missed) == ("c", {})
    assert table.last(TurnTaken).how == "plan"


def test_a_blow_by_orders_can_end_the_battle() -> None:
    """WIN-1: the deadline is missed first, on record, then the battle is over."""
    table = Round("ab", standing_orders=True, victory="defeat-all")
    table.do(actions.GiveOrders("a", "a", (Order("strike"),), moment(1)))
    table.sweep(at=100)
    assert table.state.phase == "over"
    assert table.missed == {"a": 1}


@pytest.mark.parametrize(
    ("orders", "code"),
    [
        ((), "no-orders"),
        ((Order("hold"),) * 4, "too-many-orders"),
        ((Order("rest", "strength-below", -1),), "bad-order"),
        ((Order("rest", "always", 3),), "bad-order"),
    ],
)
def test_what_is_no_order_is_refused(orders: tuple[Order, ...], code: str) -> None:
    table = Round("abcd", standing_orders=True)
    assert table.refusal(actions.GiveOrders("a", "a", orders, moment(1))) == code


def test_only_the_player_gives_orders_and_only_where_the_table_has_them() -> None:
    table = Round("abcd", standing_orders=True)
    assert table.refusal(actions.GiveOrders("b", "a", (Order("hold"),), moment(1))) == "not-your-unit"
    plain = Round("abcd")
    assert plain.refusal(actions.GiveOrders("a", "a", (Order("hold"),), moment(1))) == "no-standing-orders"


def test_orders_of_a_former_player_and_of_a_unit_taken_over_are_not_carried_out() -> None:
    table = ordered(Order("hold"))
    table.do(actions.ChangePlayer("a", "z", moment(2)))
    assert would_do(table.state, "a") is None
    taken = ordered(Order("hold"))
    taken.do(actions.TakeOver("a", moment(2)))
    assert would_do(taken.state, "a") is None


def test_nobody_but_author_and_director_sees_orders() -> None:
    with_orders, without = ordered(Order("strike")), Round("abcd", standing_orders=True)
    for viewer in ("b", "spectator"):
        seen = Viewer(viewer)
        assert fingerprint(view(with_orders.state, seen)) == fingerprint(view(without.state, seen))
        kinds = [entry.data["kind"] for entry in visible_events(with_orders.events, with_orders.state, seen)]
        assert "orders-given" not in kinds
    for viewer in ("a", "director"):
        assert view(with_orders.state, Viewer(viewer))["orders"][0]["orders"][0]["deed"] == "strike"


# --- the director ends a turn


def test_a_forced_turn_is_over_without_penalty_or_late_window() -> None:
    """SK-153: the next turn runs from that moment, and the first place is used up."""
    table = Round("abcd")
    table.do(actions.ForceTurn("a", "agreed in the chat", moment(5)))
    assert (table.current, table.due, table.rule, table.missed) == ("b", 17, "later", {})
    assert table.refused_post("a", at=6) == "already-acted"
    assert standing(table.state, "a") == "submitted"
    assert [wait.kind for wait in table.waits] == ["turn"]


def test_only_the_open_turn_is_forced_and_only_with_a_reason() -> None:
    table = Round("abcd")
    assert table.refusal(actions.ForceTurn("b", "why not", moment(5))) == "not-your-turn"
    assert table.refusal(actions.ForceTurn("a", " ", moment(5))) == "no-reason"


def test_forcing_the_last_turn_ends_the_round() -> None:
    table = Round("abcd")
    for unit in "abc":
        table.post(unit, at=1)
    table.do(actions.ForceTurn("d", "everybody waits", moment(2)))
    assert table.state.round == 2


# --- repeated misses


def test_after_so_many_misses_turns_are_shorter_and_a_pardon_makes_them_long_again() -> None:
    """SK-155."""
    table = Round("abcde", shorten_after_misses=1, shortened_turn_hours=6)
    table.sweep(at=24)
    for unit in "bcde":
        table.post(unit, at=25)
    while table.current != "a":
        assert table.current is not None
        table.post(table.current, at=26)
    assert (table.rule, table.due) == ("shortened", 32)
    table.do(actions.Pardon("a", "was ill", moment(26)))
    table.post("a", at=27)
    while table.current != "a":
        assert table.current is not None
        table.post(table.current, at=27)
    assert table.rule in ("first", "later")


def test_after_so_many_misses_a_unit_is_the_directors() -> None:
    """SK-156: on record with its reason; the late window is the director's too."""
    table = Round("abcd", hand_over_after_misses=1)
    table.sweep(at=24)
    assert table.last(UnitTakenOver).reason == "missed-deadlines"
    assert table.refused_post("a", at=25) == "taken-over"
    assert [(wait.kind, wait.who) for wait in table.waits] == [("turn", "b"), ("late", "director")]
    table.do(actions.HandBack("a", moment(26)))
    table.post("a", Rest(), at=27)
    assert table.place("a").status == "acted-late"


# --- SK-157: orders that stand on the sheet


def brought(*orders: Order, unit: str = "a") -> Round:
    table = Round("abcd", standing_orders=True, figures={"willpower": 1, "max_willpower": 3})
    table.do(actions.BringOrders(unit, unit, orders, moment(1)))
    return table


def test_orders_of_the_sheet_are_carried_out_like_those_of_the_battle() -> None:
    table = brought(Order("rest"))
    table.sweep(at=24)
    assert (table.current, table.missed, table.state.units["a"].willpower) == ("b", {"a": 1}, 2)
    assert table.last(TurnTaken).how == "ordered"


def test_a_units_own_orders_of_a_battle_come_before_its_sheets_until_they_are_taken_back() -> None:
    table = brought(Order("rest"))
    table.do(actions.GiveOrders("a", "a", (Order("hold"),), moment(2)))
    assert would_do(table.state, "a") == (Order("hold"), (End(),))
    table.do(actions.BringOrders("a", "a", (Order("strike"),), moment(3)))
    assert would_do(table.state, "a") == (Order("hold"), (End(),))
    table.do(actions.DropOrders("a", "a", moment(4)))
    assert would_do(table.state, "a") == (Order("strike"), (Strike("strength", "b"),))


def test_a_unit_may_follow_no_orders_in_one_battle_though_its_sheet_has_some() -> None:
    assert Round("abcd", standing_orders=True).refusal(actions.GiveOrders("a", "a", (), moment(1))) == "no-orders"
    table = brought(Order("rest"))
    table.do(actions.GiveOrders("a", "a", (), moment(2)))
    assert would_do(table.state, "a") is None
    table.sweep(at=24)
    assert [wait.kind for wait in table.waits] == ["turn", "late"]


def test_the_same_orders_brought_again_are_told_once_and_none_take_them_away() -> None:
    table = brought(Order("rest"))
    table.do(actions.BringOrders("a", "a", (Order("rest"),), moment(2)))
    assert table.told == ()
    table.do(actions.BringOrders("a", "a", (), moment(3)))
    assert table.state.sheet_orders == {} and would_do(table.state, "a") is None
    table.do(actions.BringOrders("a", "a", (), moment(4)))
    assert table.told == ()


def test_orders_of_the_sheet_are_refused_where_orders_are() -> None:
    plain = Round("abcd")
    assert plain.refusal(actions.BringOrders("a", "a", (Order("rest"),), moment(1))) == "no-standing-orders"
    table = brought()
    many = (Order("hold"),) * 4
    assert table.refusal(actions.BringOrders("a", "b", (Order("rest"),), moment(2))) == "not-your-unit"
    assert table.refusal(actions.BringOrders("a", "a", many, moment(2))) == "too-many-orders"
    assert table.refusal(actions.BringOrders("a", "a", (Order("rest", least=1),), moment(2))) == "bad-order"


def test_an_undo_leaves_the_orders_of_the_sheet_as_they_are_now() -> None:
    table = brought(Order("rest"))
    table.post("a", at=2)
    table.do(actions.BringOrders("b", "b", (Order("hold"),), moment(3)))
    state, _event = undo(table.setup, table.events, 1, "for the test", moment(4))
    assert set(state.sheet_orders) == {"a", "b"} and state.round == 0


def test_orders_of_the_sheet_are_for_their_author_and_the_director_alone() -> None:
    """SK-157: nobody else can tell that there are any."""
    without, with_orders = brought(), brought(Order("rest"))
    for viewer in (Viewer("b"), Viewer("spectator")):
        assert fingerprint(view(without.state, viewer)) == fingerprint(view(with_orders.state, viewer))
    (told,) = view(with_orders.state, Viewer("a"))["orders"]
    assert (told["from_sheet"], told["orders"]) == (True, [{"deed": "rest", "when": "always", "least": 0}])
    kinds = {entry.data["kind"] for entry in visible_events(with_orders.events, with_orders.state, Viewer("b"))}
    assert "sheet-orders" not in kinds


def test_a_new_player_follows_no_orders_of_the_one_before() -> None:
    table = brought(Order("rest"))
    table.do(actions.ChangePlayer("a", "eva", moment(2)))
    assert would_do(table.state, "a") is None
