"""Absences and units taken over: ABSENT-1, ABSENT-2, and the five states of a unit."""

import pytest

from rulebook.saga import actions
from rulebook.saga.events import TurnTaken
from rulebook.saga.history import replay, undo
from rulebook.saga.state import Condition
from rulebook.saga.steps import Rest
from rulebook.saga.waits import standing
from tests.rulebook.rounds import Round, moment


def test_absent_1_the_director_plays_without_deadline_and_without_penalty() -> None:
    table = Round("abcde")
    table.absent("b", 0, 1000, at=1)
    table.post("a", at=5)
    assert (table.current, table.due, table.rule) == ("b", None, "absent")
    assert (table.waits[0].who, table.waits[0].kind) == ("director", "director")
    table.sweep(at=900)
    assert table.missed == {}
    table.post("b", Rest(), at=901, by="director")
    assert table.current == "c"
    assert table.last(TurnTaken).by == "director"


def test_absent_1_it_holds_from_the_units_next_turn_on() -> None:
    table = Round("abcde")
    table.absent("a", 0, 1000, at=1)
    assert (table.due, table.rule) == (24, "first")
    assert table.refused_post("a", at=2, by="director") == "not-your-unit"
    table.sweep(at=24)
    assert table.missed == {"a": 1}


def test_absent_1_it_holds_between_its_ends_only() -> None:
    table = Round("abcdefg")
    table.absent("b", 6, 9, at=1)
    table.post("a", at=5)
    assert table.rule == "later"
    table.absent("c", 6, 9, at=6)
    table.post("b", at=9)
    assert table.rule == "later"


def test_absent_1_an_early_turn_left_behind_is_played_first() -> None:
    table = Round("abcde")
    table.plan("b", Rest(), at=1)
    table.absent("b", 0, 1000, at=2)
    table.post("a", at=5)
    assert table.current == "c"
    assert table.last(TurnTaken).how == "plan"


def test_absent_1_if_it_cannot_be_played_the_director_has_the_turn() -> None:
    table = Round("abcde")
    table.plan("b", Rest(), at=1, when=(Condition("down", unit="a"),))
    table.absent("b", 0, 1000, at=2)
    table.post("a", at=5)
    assert (table.current, table.due, table.rule) == ("b", None, "absent")
    table.do(actions.PlayPlan("b", moment(6)))
    assert table.current == "c"


def test_absent_1_the_unit_still_counts_as_player_run() -> None:
    table = Round("abcd")
    table.absent("d", 0, 1000, at=1)
    table.post("a", at=5)
    assert table.rule == "later"


def test_absent_1_undeclared_the_unit_simply_does_nothing() -> None:
    table = Round("abcde")
    table.sweep(at=24)
    assert table.place("a").status == "expired"
    assert standing(table.state, "a") == "absent"


def test_absent_1_a_player_back_in_time_may_play_the_turn() -> None:
    table = Round("abcde")
    table.absent("b", 0, 1000, at=1)
    table.post("a", at=5)
    table.post("b", at=6)
    assert table.current == "c"


def test_absent_1_cancelled_in_the_units_turn_it_gets_a_fresh_length() -> None:
    table = Round("abcde")
    table.absent("b", 0, 1000, at=1)
    table.post("a", at=5)
    table.do(actions.CancelAbsence("b", moment(50)))
    assert (table.current, table.due, table.rule) == ("b", 62, "later")


def test_absent_1_cancelled_before_the_turn_it_never_was() -> None:
    table = Round("abcde")
    table.absent("b", 0, 1000, at=1)
    table.do(actions.CancelAbsence("b", moment(2)))
    table.post("a", at=5)
    assert table.due == 17
    assert table.refusal(actions.CancelAbsence("b", moment(6))) == "not-absent"


def back(table: Round, player: str, start: float, end: float, *, at: float) -> None:
    table.do(actions.CancelAbsence(player, moment(at), moment(start), moment(end)))


def test_absent_1_of_two_absences_one_is_cancelled_and_the_other_goes_on_sparing_the_player() -> None:
    table = Round("abcde")
    table.absent("b", 0, 1000, at=1)
    table.absent("b", 2, 100, at=1)
    table.post("a", at=5)
    back(table, "b", 2, 100, at=6)
    assert (table.current, table.due, table.rule) == ("b", None, "absent")
    back(table, "b", 0, 1000, at=7)
    assert (table.current, table.due, table.rule) == ("b", 19, "later")


def test_absent_1_of_two_absences_alike_one_is_cancelled() -> None:
    table = Round("abcde")
    table.absent("b", 0, 1000, at=1)
    table.absent("b", 0, 1000, at=1)
    back(table, "b", 0, 1000, at=2)
    table.post("a", at=5)
    assert table.rule == "absent"


def test_absent_1_cancelling_an_absence_to_come_leaves_the_open_turn_as_it_is() -> None:
    table = Round("abcde")
    table.absent("b", 0, 10, at=1)
    table.absent("b", 500, 600, at=1)
    table.post("a", at=5)
    back(table, "b", 500, 600, at=20)
    assert (table.due, table.rule) == (None, "absent")
    assert table.refusal(actions.CancelAbsence("b", moment(21), moment(500), moment(600))) == "not-absent"


@pytest.mark.parametrize(
    ("start", "known", "rule"), [(0, True, "absent"), (-5, True, "absent"), (1, True, "first"), (0, False, "first")]
)
def test_absent_1_announced_before_the_turn_opened_it_holds_for_that_turn(start: float, known: bool, rule: str) -> None:
    table = Round("abcde")
    table.do(actions.DeclareAbsence("a", moment(start), moment(1000), moment(0), known))
    assert (table.current, table.rule, table.due) == ("a", rule, None if rule == "absent" else 24)


def test_absent_1_an_undo_to_a_turn_that_waited_for_an_absence_cancelled_since_is_the_players() -> None:
    """SK-144: announced absences are those of the present."""
    table = Round("abcde")
    table.absent("b", 0, 1000, at=1)
    table.post("a", at=5)
    waiting = len(table.events)
    back(table, "b", 0, 1000, at=6)
    table.post("b", at=7)
    state, event = undo(table.setup, table.events, waiting, "the wrong die", moment(9))
    assert state.running is not None
    assert (state.running.unit, state.running.rule, state.running.due) == ("b", "later", moment(21))
    assert replay(table.setup, [*table.events, event]) == state


def test_absent_1_an_undo_to_a_turn_that_waited_for_an_absence_that_is_over_leaves_it_the_directors() -> None:
    table = Round("abcde")
    table.absent("b", 0, 6, at=1)
    table.post("a", at=5)
    waiting = len(table.events)
    table.post("b", at=7)
    state, _event = undo(table.setup, table.events, waiting, "the wrong die", moment(9))
    assert state.running is not None and (state.running.rule, state.running.due) == ("absent", None)


def test_absent_1_an_absence_that_is_over_or_of_nobody_is_refused() -> None:
    table = Round("abcde")
    assert table.refusal(actions.DeclareAbsence("b", 10, 10, 0)) == "bad-absence"
    assert table.refusal(actions.DeclareAbsence("b", 0, moment(1), moment(2))) == "bad-absence"
    assert table.refusal(actions.DeclareAbsence("zoe", 0, 10, 0)) == "not-a-player"


def test_absent_2_the_director_takes_over_and_hands_back_and_the_record_shows_it() -> None:
    table = Round("abcde")
    table.do(actions.TakeOver("b", moment(1), "on holiday"))
    table.post("a", at=5)
    assert (table.current, table.due, table.rule) == ("b", None, "taken-over")
    assert table.refused_post("b", at=6) == "taken-over"
    table.post("b", Rest(), at=7, by="director")
    assert table.last(TurnTaken).by == "director"
    table.do(actions.HandBack("b", moment(8)))
    assert not table.state.units["b"].taken_over


def test_absent_2_taken_over_in_its_turn_a_unit_has_no_deadline_any_more() -> None:
    table = Round("abcde")
    table.do(actions.TakeOver("a", moment(1)))
    assert (table.current, table.due) == ("a", None)
    table.sweep(at=100)
    assert table.missed == {}


def test_absent_2_handed_back_in_its_turn_it_gets_a_fresh_turns_length() -> None:
    table = Round("abcde")
    table.do(actions.TakeOver("a", moment(1)))
    table.do(actions.HandBack("a", moment(30)))
    assert (table.current, table.due, table.rule) == ("a", 54, "first")


def test_absent_2_a_unit_taken_over_still_counts_as_player_run() -> None:
    table = Round("abcd")
    table.do(actions.TakeOver("d", moment(1)))
    table.post("a", at=5)
    assert table.rule == "later"


def test_absent_2_its_early_turn_waits_for_the_director_to_publish_it() -> None:
    table = Round("abcde")
    table.plan("b", Rest(), at=1)
    table.do(actions.TakeOver("b", moment(2)))
    assert table.refusal(actions.WithdrawPlan("b", "b", moment(3))) == "taken-over"
    table.post("a", at=5)
    assert table.current == "b"
    table.do(actions.PlayPlan("b", moment(6)))
    assert table.current == "c"


def test_absent_2_its_early_turn_takes_the_first_place_and_a_turn_of_the_directors_does_not() -> None:
    """CLOCK-1, SK-120."""
    for plan, rule, due in ((True, "later", 17), (False, "first", 29)):
        table = Round("nabcde", directors="n")
        table.plan("a", Rest(), at=1)
        table.do(actions.TakeOver("a", moment(2)))
        table.post("n", at=3)
        assert (table.current, table.due) == ("a", None)
        if plan:
            table.do(actions.PlayPlan("a", moment(5)))
        else:
            table.post("a", at=5, by="director")
        assert (table.current, table.rule, table.due) == ("b", rule, due)


def test_absent_2_its_late_window_is_the_directors_too() -> None:
    table = Round("abcde")
    table.sweep(at=24)
    table.do(actions.TakeOver("a", moment(25)))
    assert [(wait.who, wait.unit) for wait in table.waits if wait.kind == "late"] == [("director", "a")]
    table.post("a", Rest(), at=26, by="director")
    assert table.place("a").status == "acted-late"


def test_absent_2_only_for_a_declared_absence_where_the_table_says_so() -> None:
    table = Round("abcde", takeover="declared-absence")
    assert table.refusal(actions.TakeOver("b", moment(1))) == "not-absent"
    table.absent("b", 0, 1000, at=2)
    table.do(actions.TakeOver("b", moment(3)))


def test_absent_2_what_cannot_be_taken_over_or_handed_back() -> None:
    table = Round("abncde", directors="n")
    assert table.refusal(actions.TakeOver("n", moment(1))) == "not-a-players-unit"
    assert table.refusal(actions.TakeOver("zoe", moment(1))) == "unknown-unit"
    assert table.refusal(actions.HandBack("b", moment(1))) == "not-taken-over"
    table.do(actions.TakeOver("b", moment(1)))
    assert table.refusal(actions.TakeOver("b", moment(1))) == "taken-over"
    table.fell("a", "c", at=2)
    assert table.refusal(actions.TakeOver("c", moment(3))) == "defeated"


def test_the_director_plays_no_players_unit_without_absence_or_takeover() -> None:
    assert Round("abcd").refused_post("a", at=1, by="director") == "not-your-unit"


def test_nobody_plays_anybody_elses_unit() -> None:
    table = Round("nabc", directors="n")
    assert table.refused_post("n", at=1, by="a") == "not-your-unit"
    assert table.refused_post("zoe", at=1, by="a") == "unknown-unit"


def test_five_states_are_told_apart() -> None:
    table = Round("abcdef")
    table.sweep(at=24)
    table.plan("c", Rest(), at=25)
    table.absent("d", 0, 1000, at=25)
    seen = {unit: standing(table.state, unit) for unit in "abcde"}
    assert seen == {"a": "absent", "b": "nothing", "c": "early", "d": "absent-with-notice", "e": "nothing"}
    table.post("a", at=26)
    table.post("b", at=27)
    seen = {unit: standing(table.state, unit) for unit in "abcde"}
    assert seen == {
        "a": "submitted",
        "b": "submitted",
        "c": "submitted",
        "d": "absent-with-notice",
        "e": "nothing",
    }
