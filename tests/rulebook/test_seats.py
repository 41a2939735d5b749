"""A unit whose player has gone, or whose seat another player takes over."""

from __future__ import annotations

from rulebook.saga import actions
from rulebook.saga.codec import from_json, to_json
from rulebook.saga.events import PlanWithdrawn, PlayerChanged
from rulebook.saga.knowledge import Viewer
from rulebook.saga.log import event_view
from rulebook.saga.steps import Rest
from rulebook.saga.view import view
from tests.rulebook.rounds import Round, moment


def test_departed_units_are_taken_over_without_an_absence_whatever_the_table_says() -> None:
    table = Round("abcde", takeover="declared-absence")
    assert table.refusal(actions.TakeOver("b", moment(1))) == "not-absent"
    table.plan("b", Rest(), at=1)
    table.do(actions.TakeOver("b", moment(2), departed=True))
    assert "b" not in table.state.plans
    table.post("a", at=5)
    assert (table.current, table.due, table.rule) == ("b", None, "taken-over")


def test_a_new_player_has_a_full_turns_time_for_a_turn_that_is_open() -> None:
    table = Round("abcde")
    assert (table.current, table.due) == ("a", 24)
    table.do(actions.ChangePlayer("a", "zoe", moment(20)))
    assert (table.current, table.due, table.rule) == ("a", 44, "first")
    assert table.refused_post("a", at=21, by="a") == "not-your-unit"
    table.post("a", at=22, by="zoe")
    assert table.current == "b"


def test_a_taken_over_unit_is_handed_to_its_new_player() -> None:
    table = Round("abcde")
    table.do(actions.TakeOver("a", moment(1), departed=True))
    table.do(actions.ChangePlayer("a", "zoe", moment(30)))
    assert (table.state.units["a"].taken_over, table.due) == (False, 54)


def test_what_the_former_player_planned_is_void_and_hidden_from_the_new_one() -> None:
    table = Round("abcde")
    table.plan("c", Rest(), at=1)
    table.do(actions.ChangePlayer("c", "zoe", moment(2)))
    assert table.state.plans == {}
    gone, changed = table.last(PlanWithdrawn), table.last(PlayerChanged)
    assert event_view(gone, table.state, Viewer("zoe")) is None
    assert event_view(gone, table.state, Viewer("director")) is not None
    assert event_view(changed, table.state, Viewer("zoe")) is not None


def test_what_the_new_player_plans_is_the_new_players() -> None:
    table = Round("abcde")
    table.do(actions.ChangePlayer("c", "zoe", moment(1)))
    table.plan("c", Rest(), at=2)
    table.do(actions.WithdrawPlan(by="zoe", unit="c", at=moment(3)))
    assert event_view(table.last(PlanWithdrawn), table.state, Viewer("zoe")) is not None
    assert event_view(table.last(PlanWithdrawn), table.state, Viewer("c")) is None


def test_the_directors_own_units_have_no_seat() -> None:
    table = Round("abcden", owners={"n": "director"})
    assert table.refusal(actions.ChangePlayer("n", "zoe", moment(1))) == "not-a-players-unit"
    assert table.refusal(actions.ChangePlayer("a", "director", moment(1))) == "bad-player"
    assert table.refusal(actions.ChangePlayer("zoe", "zoe", moment(1))) == "unknown-unit"


def test_a_state_written_before_seats_were_known_is_read_still() -> None:
    table = Round("abcde")
    written = to_json(table.state)
    for unit in written["units"].values():
        unit.pop("seated", None)
    assert from_json(written) == table.state
    assert view(from_json(written), Viewer("a")) == view(table.state, Viewer("a"))
