"""Replaying and undoing: the record keeps everything, the dice never go back."""

import pytest

from rulebook.errors import Refused
from rulebook.saga import actions, hours
from rulebook.saga.events import Event, Undone
from rulebook.saga.history import replay, undo
from rulebook.saga.state import State
from rulebook.saga.steps import Rest, Strike
from rulebook.table.history import undone_positions
from tests.rulebook.rounds import Round, moment


def undone(table: Round, to: int, at: float) -> tuple[State, list[Event]]:
    state, event = undo(table.setup, table.events, to, "played by mistake", moment(at))
    return state, [*table.events, event]


def test_undo_gives_the_state_after_an_event_and_what_was_left_of_the_clock() -> None:
    table = Round("abcd")
    before = len(table.events)
    table.fell("a", "b", at=5)
    state, events = undone(table, before, at=10)
    assert not state.units["b"].defeated
    assert state.running is not None
    assert (state.running.unit, state.running.due) == ("a", moment(10 + 24))
    assert state.moment == moment(10)
    assert isinstance(events[-1], Undone)


def test_the_dice_counter_never_goes_back() -> None:
    table = Round("abcd")
    before = len(table.events)
    table.fell("a", "b", at=5)
    reached = table.state.dice_counter
    assert reached > 0
    state, _ = undone(table, before, at=10)
    assert state.dice_counter == reached


def test_replaying_a_record_with_undoings_gives_the_state_that_was_reached() -> None:
    table = Round("abcde")
    before = len(table.events)
    table.post("a", Strike("strength", "b"), at=5)
    state, events = undone(table, before, at=10)
    assert replay(table.setup, events) == state
    table.state, table.events = state, events
    table.post("a", Rest(), at=11)
    assert replay(table.setup, table.events) == table.state
    again, events = undone(table, before + 2, at=12)
    assert replay(table.setup, events) == again


def test_undoing_an_undoing_brings_back_what_was_undone() -> None:
    table = Round("abcde")
    before = len(table.events)
    table.fell("a", "b", at=5)
    after = len(table.events)
    table.state, table.events = undone(table, before, at=10)
    state, _ = undone(table, after, at=11)
    assert state.units["b"].defeated
    assert state.running is not None and state.running.unit == "c"


def test_what_an_undoing_of_an_undoing_brings_back_is_taken_back_no_more() -> None:
    table = Round("abcde")
    before = len(table.events)
    table.fell("a", "b", at=5)
    after = len(table.events)
    table.state, table.events = undone(table, before, at=10)
    assert undone_positions(table.events) == frozenset(range(before, after))
    table.post("a", Rest(), at=11)
    other = len(table.events)
    table.state, table.events = undone(table, after, at=12)
    assert undone_positions(table.events) == frozenset(range(after + 1, other))
    _state, events = undone(table, other, at=13)
    assert undone_positions(events) == frozenset(range(before, after)), "and the other way round"


def test_a_paused_battle_is_paused_again() -> None:
    table = Round("abcd")
    table.do(actions.PauseBattle(moment(10)))
    paused = len(table.events)
    table.do(actions.ResumeBattle(moment(20)))
    table.state, table.events = undone(table, paused, at=30)
    assert table.state.paused is not None
    table.do(actions.ResumeBattle(moment(40)))
    assert table.due == 54


def test_absences_and_credits_are_those_of_now() -> None:
    table = Round("abcd")
    before = len(table.events)
    table.absent("b", 0, 100, at=1)
    state, _ = undone(table, before, at=2)
    assert [absence.player for absence in state.absences] == ["b"]


@pytest.mark.parametrize(
    ("to", "reason", "code"), [(99, "oops", "unknown-event"), (-1, "oops", "unknown-event"), (0, " ", "no-reason")]
)
def test_what_cannot_be_undone(to: int, reason: str, code: str) -> None:
    table = Round("abcd")
    with pytest.raises(Refused) as refused:
        undo(table.setup, table.events, to, reason, moment(1))
    assert refused.value.code == code


def test_nothing_came_after_the_last_event() -> None:
    table = Round("abcd")
    with pytest.raises(Refused) as refused:
        undo(table.setup, table.events, len(table.events), "oops", moment(1))
    assert refused.value.code == "nothing-to-undo"


def test_what_an_undo_leaves_of_a_clock_is_counted_time() -> None:
    """SK-144, SK-150: undone in the night, the turn goes on with its hours of the day."""
    table = Round("abcd", active_from=9, active_until=21)
    before, due = len(table.events), table.due
    assert due is not None
    table.post("a", Rest(), at=1)
    state, _events = undone(table, before, at=2.5)
    assert state.running is not None and state.running.due is not None
    rules, later = state.rules, state.running.due
    assert hours.between(rules, moment(2.5), later) == hours.between(rules, moment(0), moment(due)) > 0
    assert hours.between(rules, later - 1, later) == 1
