"""The clock of player turns: CLOCK-1 to CLOCK-6 of section 5, one test for each sentence."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.saga import actions
from rulebook.saga.change import change
from rulebook.saga.effects import Context
from rulebook.saga.events import OutageCredited, RoundEnded, TurnOpened
from rulebook.saga.state import occupied_by
from rulebook.saga.waits import waits
from tests.rulebook.rounds import HOUR, Round, moment


def test_clock_1_the_first_player_turn_lasts_24_hours_from_its_opening() -> None:
    table = Round("abcd")
    assert (table.current, table.due, table.rule) == ("a", 24, "first")


def test_clock_1_each_later_turn_lasts_12_hours_from_the_post_before_it() -> None:
    table = Round("abcd")
    table.post("a", at=5)
    assert (table.current, table.due, table.rule) == ("b", 17, "later")


def test_clock_1_each_later_turn_lasts_12_hours_from_the_expiry_before_it() -> None:
    table = Round("abcde")
    table.sweep(at=30)
    assert (table.current, table.due) == ("b", 36)


def test_clock_1_time_that_the_directors_units_took_before_does_not_count() -> None:
    table = Round("nabcd", directors="n")
    assert (table.current, table.due, table.rule) == ("n", None, "director")
    table.post("n", at=30)
    assert (table.current, table.due, table.rule) == ("a", 54, "first")


def test_clock_1_the_directors_units_do_not_stop_later_turns_from_being_later() -> None:
    table = Round("anbcde", directors="n")
    table.post("a", at=1)
    table.post("n", at=50)
    assert (table.current, table.due, table.rule) == ("b", 62, "later")


def test_clock_1_an_early_turn_uses_up_the_first_place() -> None:
    table = Round("nabcde", directors="n")
    table.plan("a", at=1)
    table.post("n", at=2)
    assert (table.current, table.due, table.rule) == ("b", 14, "later")


def test_clock_1_a_turn_the_director_plays_for_an_absent_player_does_not() -> None:
    table = Round("nabcde", directors="n")
    table.absent("a", 0, 100, at=0)
    table.post("n", at=2)
    assert (table.current, table.due, table.rule) == ("a", None, "absent")
    table.post("a", at=40, by="director")
    assert (table.current, table.due, table.rule) == ("b", 64, "first")


def test_clock_1_a_player_back_from_an_absence_uses_it_up() -> None:
    table = Round("nabcde", directors="n")
    table.absent("a", 0, 100, at=0)
    table.post("n", at=2)
    table.post("a", at=40, by="a")
    assert (table.current, table.due, table.rule) == ("b", 52, "later")


def test_clock_1_every_round_has_a_first_turn_of_its_own() -> None:
    table = Round("abcd")
    for unit in "abcd":
        table.post(unit, at=1)
    assert table.state.round == 2
    assert (table.due, table.rule) == (25, "first")


@pytest.mark.parametrize(
    ("setting", "hours", "rule"), [("first_turn_hours", 30, "first"), ("endgame_turn_hours", 36, "endgame")]
)
def test_clock_1_lengths_are_table_rules(setting: str, hours: float, rule: str) -> None:
    table = Round("ab" if rule == "endgame" else "abcd", **{setting: hours})
    assert (table.due, table.rule) == (hours, rule)


def test_clock_1_later_turns_take_their_length_from_the_table() -> None:
    table = Round("abcd", turn_hours=6)
    table.post("a", at=1)
    assert table.due == 7


def test_clock_1_all_hours_scale_with_the_length_of_an_hour() -> None:
    table = Round("abcde", hour_seconds=10)
    assert table.state.running is not None and table.state.running.due == 240_000
    table.do(actions.DeadlinePassed(240_000))
    table.do(actions.PlayTurn("a", "a", (), 241_000))
    assert table.state.running.due == 240_000 + 120_000 + 30_000


def each(turns: int, what: st.SearchStrategy[Any]) -> st.SearchStrategy[list[Any]]:
    return st.lists(what, min_size=turns, max_size=turns)


SILENT, PACE = st.booleans(), st.integers(0, 11)


@given(silent=each(8, SILENT), pace=each(8, PACE))
def test_clock_2_a_round_of_four_against_four_lasts_at_most_108_hours(silent: list[bool], pace: list[int]) -> None:
    assert played_round("abcdefgh", silent, pace) <= 24 + 7 * 12


@given(silent=each(12, SILENT), pace=each(12, PACE))
def test_clock_2_a_round_of_six_against_six_lasts_at_most_156_hours(silent: list[bool], pace: list[int]) -> None:
    assert played_round("abcdefghijkl", silent, pace) <= 156


@given(silent=each(8, SILENT), late=each(8, SILENT), pace=each(8, PACE))
def test_clock_2_each_late_post_adds_up_to_three_hours(silent: list[bool], late: list[bool], pace: list[int]) -> None:
    posts = sum(one and other for one, other in zip(silent[:-1], late[:-1], strict=True))
    assert played_round("abcdefgh", silent, pace, late) <= 108 + 3 * posts


def played_round(order: str, silent: list[bool], pace: list[int], late: list[bool] | None = None) -> float:
    """The hours that a round took in which some players let their time run out."""
    table, now = Round(order), 0.0
    for number, unit in enumerate(order):
        if not silent[number]:
            now += pace[number]
            table.post(unit, at=now)
            continue
        assert table.due is not None
        now = table.due
        table.sweep(at=now)
        if late and late[number] and number < len(order) - 1:
            table.post(unit, at=now)
    return float(table.last(RoundEnded).at) / HOUR


def test_clock_2_silence_all_round_takes_exactly_108_hours() -> None:
    table = Round("abcdefgh")
    table.sweep(at=108)
    assert table.last(RoundEnded).at == moment(108)
    assert table.missed == dict.fromkeys("abcdefgh", 1)


def test_clock_3_with_three_units_standing_every_turn_opened_from_then_on_lasts_24_hours() -> None:
    table = Round("abcd")
    assert table.rule == "first"
    table.fell("a", "d", at=2)
    assert (table.current, table.due, table.rule) == ("b", 26, "endgame")


def test_clock_3_a_turn_already_open_keeps_its_length() -> None:
    table = Round("abcde")
    table.post("a", at=1)
    table.do(actions.Correct("d", "strength", 0, "fell down a well", moment(2)))
    table.do(actions.Correct("e", "strength", 0, "fell down a well", moment(2)))
    assert (table.current, table.due, table.rule) == ("b", 13, "later")
    table.post("b", at=3)
    assert (table.current, table.due, table.rule) == ("c", 27, "endgame")


def test_clock_3_holds_for_first_turns_too() -> None:
    table = Round("abc", first_turn_hours=48)
    assert (table.due, table.rule) == (24, "endgame")


def test_clock_3_counts_the_units_that_players_run() -> None:
    assert Round("abcxyz", directors="xyz").rule == "endgame"


def test_clock_3_does_not_count_one_that_is_hidden() -> None:
    """SK-114: four are the players', and one of them is not on the board."""
    table = Round("abcde", directors="e")
    assert table.rule == "first"
    units = {u.id: change(u, at=None, hidden=True) if u.id == "d" else u for u in table.state.units.values()}
    table.state = change(table.state, units=units, occupied=occupied_by(units))
    table.post("a", at=1)
    assert (table.current, table.due, table.rule) == ("b", 25, "endgame")


def test_clock_3_counts_players_where_the_table_says_so() -> None:
    owners = {"a": "ana", "b": "ana", "c": "ana", "d": "ana"}
    assert Round("abcd", owners=owners).rule == "first"
    assert Round("abcd", owners=owners, endgame_counts="players").rule == "endgame"


def test_clock_4_the_next_turn_begins_at_the_due_time_whenever_it_was_noticed() -> None:
    table = Round("abcd")
    table.sweep(at=35.5)
    assert table.last(TurnOpened).at == moment(24)
    assert table.due == 36


def test_clock_4_a_post_received_at_the_due_time_is_late() -> None:
    table = Round("abcd")
    table.post("a", at=24)
    assert table.missed == {"a": 1}
    assert table.place("a").status == "acted-late"


def test_clock_4_a_post_received_just_before_the_due_time_is_on_time() -> None:
    table = Round("abcd")
    table.post("a", at=24 - 1 / HOUR)
    assert table.missed == {}


def test_clock_4_many_deadlines_expire_in_order_each_at_its_own_time() -> None:
    table = Round("abcd")
    table.sweep(at=50)
    opened = [(event.unit, event.at / HOUR) for event in table.events if isinstance(event, TurnOpened)]
    assert opened == [("a", 0), ("b", 24), ("c", 36), ("d", 48)]


def test_clock_4_twice_is_the_same_as_once() -> None:
    table = Round("abcd")
    table.sweep(at=25)
    before = table.state
    table.sweep(at=25)
    assert table.state == before
    assert table.told == ()


def test_clock_5_the_round_ends_with_the_last_post_and_the_next_starts_at_once() -> None:
    table = Round("ab")
    table.post("a", at=1)
    table.post("b", at=2)
    assert table.kinds()[-3:] == ["round-ended", "round-began", "turn-opened"]
    assert {event.at for event in table.told[-3:]} == {moment(2)}
    assert table.state.round == 2


def test_clock_5_the_round_ends_when_the_last_unit_runs_out_of_time() -> None:
    table = Round("ab")
    table.post("a", at=1)
    table.sweep(at=40)
    assert table.last(RoundEnded).at == moment(25)


def test_clock_5_the_round_ends_with_the_last_unit_that_still_stands() -> None:
    table = Round("abc")
    table.post("a", at=1)
    table.fell("b", "c", at=2)
    assert table.state.round == 2


def test_clock_6_a_pause_keeps_what_was_left() -> None:
    table = Round("abcd")
    table.do(actions.PauseBattle(moment(10)))
    table.sweep(at=90)
    assert table.current == "a" and waits(table.state)[0].due is None
    table.do(actions.ResumeBattle(moment(100)))
    assert table.due == 114


def test_clock_6_while_paused_nobody_but_the_director_acts() -> None:
    table = Round("anbcd", directors="n")
    table.post("a", at=1)
    table.do(actions.PauseBattle(moment(2)))
    table.post("n", at=3)
    assert table.refused_post("b", at=4) == "paused"


def test_clock_6_a_turn_that_opens_in_a_pause_has_its_whole_length_afterwards() -> None:
    table = Round("nabcd", directors="n")
    table.do(actions.PauseBattle(moment(2)))
    table.post("n", at=5)
    table.do(actions.ResumeBattle(moment(9)))
    assert table.due == 33


def test_clock_6_early_turns_may_be_edited_while_paused_and_play_when_it_resumes() -> None:
    table = Round("nabcd", directors="n")
    table.do(actions.PauseBattle(moment(2)))
    table.plan("a", at=3)
    table.post("n", at=4)
    assert table.current == "a"
    table.plan("a", at=5)
    table.do(actions.ResumeBattle(moment(9)))
    assert (table.current, table.due) == ("b", 21)


def test_clock_6_pausing_twice_and_resuming_twice_are_refused() -> None:
    table = Round("abcd")
    assert table.refusal(actions.ResumeBattle(moment(1))) == "not-paused"
    table.do(actions.PauseBattle(moment(2)))
    assert table.refusal(actions.PauseBattle(moment(3))) == "paused"


def test_clock_6_an_outage_is_given_back_from_its_start_to_its_end() -> None:
    table = Round("abcd")
    table.do(actions.CreditOutage(moment(10), moment(30), moment(30)))
    assert (table.current, table.due, table.missed) == ("a", 44, {})


def test_clock_6_a_turn_that_opened_in_the_outage_gets_back_what_came_after_its_opening() -> None:
    table = Round("abcd")
    table.post("a", at=12)
    table.do(actions.CreditOutage(moment(10), moment(20), moment(20)))
    assert (table.current, table.due) == ("b", 32)


def test_clock_6_at_least_an_hour_is_left_after_an_outage() -> None:
    table = Round("abcd")
    table.do(actions.CreditOutage(moment(23.9), moment(30), moment(30)))
    assert table.due == 31


def test_clock_6_that_hour_is_an_hour_of_the_table() -> None:
    table = Round("abcd", hour_seconds=60)
    table.do(actions.CreditOutage(1_439_000, 1_900_000, 1_900_000))
    assert table.state.running is not None and table.state.running.due == 1_960_000


def test_clock_6_a_deadline_that_passed_before_the_outage_has_passed() -> None:
    table = Round("abcd")
    table.do(actions.CreditOutage(moment(25), moment(30), moment(30)))
    assert table.missed == {"a": 1}
    assert (table.current, table.due) == ("b", 41)


def test_clock_6_an_outage_is_credited_once_however_often_it_is_told() -> None:
    table = Round("abcd")
    table.do(actions.CreditOutage(moment(10), moment(20), moment(20)))
    table.do(actions.CreditOutage(moment(10), moment(20), moment(21)))
    assert table.due == 34
    table.do(actions.CreditOutage(moment(10), moment(22), moment(22)))
    assert table.due == 36


def test_clock_6_a_shorter_outage_told_after_a_longer_one_opens_nothing_anew() -> None:
    """SK-121."""
    table = Round("abcd")
    for end in (22, 15, 22):
        table.do(actions.CreditOutage(moment(10), moment(end), moment(22)))
        assert table.due == 36


def test_clock_6_no_outage_is_credited_for_time_that_stood_still_anyway() -> None:
    table = Round("abcd")
    table.do(actions.PauseBattle(moment(10)))
    table.do(actions.CreditOutage(moment(11), moment(20), moment(20)))
    table.do(actions.ResumeBattle(moment(21)))
    assert table.due == 35
    assert table.last(OutageCredited).added == 0


def test_clock_6_an_outage_in_which_the_director_owed_the_turn_changes_nothing() -> None:
    table = Round("nabcd", directors="n")
    table.do(actions.CreditOutage(moment(1), moment(20), moment(20)))
    assert (table.current, table.due) == ("n", None)


def test_clock_6_an_outage_that_ends_before_it_begins_is_refused() -> None:
    table = Round("abcd")
    assert table.refusal(actions.CreditOutage(moment(5), moment(4), moment(6))) == "bad-outage"


def test_clock_6_with_clock_against_director_off_there_are_no_deadlines_in_such_battles() -> None:
    table = Round("anbcd", directors="n", clock_against_director=False)
    assert (table.due, table.rule) == (None, "untimed")
    table.sweep(at=10_000)
    assert table.current == "a"


def test_clock_6_that_setting_leaves_battles_of_team_against_team_alone() -> None:
    assert Round("abcd", clock_against_director=False).due == 24


def test_the_director_gives_the_running_turn_more_hours() -> None:
    table = Round("abcd")
    table.do(actions.Extend("a", 5, "a power cut", moment(1)))
    assert table.due == 29
    assert table.refusal(actions.Extend("b", 5, "too early", moment(1))) == "no-deadline"
    assert table.refusal(actions.Extend("a", 0, "nothing", moment(1))) == "bad-hours"


def test_an_action_that_arrives_out_of_order_counts_as_of_the_last_moment() -> None:
    table = Round("abcd")
    table.post("a", at=5)
    table.post("b", at=4)
    assert table.state.moment == moment(5)


def test_deadlines_beyond_what_one_action_settles_stay_due() -> None:
    table = Round("abcd", hour_seconds=0.001)
    long_after = 3_600_000
    assert table.refusal(actions.PlayTurn("a", "a", (), long_after)) == "not-settled"
    table.do(actions.DeadlinePassed(long_after))
    assert table.state.running is not None and table.state.running.due is not None
    assert table.state.running.due <= long_after


@pytest.mark.parametrize(("before", "rows"), [("b", "adbc"), ("", "abcd"), ("c", "abdc")])
def test_a_turn_can_be_moved_in_the_order(before: str, rows: str) -> None:
    """What abilities that change the order rely on: the row moves, nothing else does."""
    table = Round("abcd")
    ctx = Context(table.state, table.dice, moment(1))
    ctx.actor = "a"
    ctx.move_place("d", before)
    assert "".join(place.unit for place in ctx.state.places) == rows
    assert ctx.state.running == table.state.running
