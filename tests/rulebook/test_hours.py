"""Counted time: active hours, quiet weekends, and the nights in which clocks change (SK-150, SK-151)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.errors import Unreadable
from rulebook.saga import actions, hours
from rulebook.saga.rules import ZONES, TableRules
from tests.rulebook.rounds import HOUR, Round, moment

MADRID = ZoneInfo("Europe/Madrid")
DAY = 24 * HOUR
WEEK = 7 * DAY
FIRST = round(datetime(2026, 1, 1, tzinfo=UTC).timestamp() * 1000)


def at(text: str, zone: ZoneInfo = MADRID) -> int:
    return round(datetime.fromisoformat(text).replace(tzinfo=zone).timestamp() * 1000)


def wall(moment: int, zone: ZoneInfo = MADRID) -> str:
    return (datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=moment)).astimezone(zone).strftime("%a %d %H:%M")


def day_shift(**more: object) -> TableRules:
    return TableRules.from_mapping({"active_from": 9, "active_until": 21, "clock_zone": "Europe/Madrid", **more})


def test_twelve_hours_begun_in_the_afternoon_end_the_next_afternoon() -> None:
    """SK-150."""
    assert wall(hours.after(day_shift(), at("2026-11-02 15:00"), 12 * HOUR)) == "Tue 03 15:00"


def test_a_turn_that_opens_at_night_is_counted_from_the_morning() -> None:
    assert wall(hours.after(day_shift(), at("2026-11-02 23:30"), 3 * HOUR)) == "Tue 03 12:00"


def test_time_that_runs_out_with_the_active_hours_runs_out_then() -> None:
    assert wall(hours.after(day_shift(), at("2026-11-02 18:00"), 3 * HOUR)) == "Mon 02 21:00"


def test_a_quiet_weekend_is_skipped_whole() -> None:
    """SK-151."""
    rules = TableRules(quiet_weekends=True, clock_zone="Europe/Madrid")
    assert wall(hours.after(rules, at("2026-11-06 20:00"), 12 * HOUR)) == "Mon 09 08:00"
    assert wall(hours.after(rules, at("2026-11-07 20:00"), 12 * HOUR)) == "Mon 09 12:00"


@pytest.mark.parametrize(
    ("evening", "due"),
    [("2026-03-28 20:00", "Sun 29 10:00"), ("2026-10-24 20:00", "Sun 25 10:00")],
    ids=["an hour is skipped", "an hour comes twice"],
)
def test_active_hours_keep_to_the_clock_on_the_wall_in_nights_of_change(evening: str, due: str) -> None:
    """Two hours: one before the night and one after it, whatever the night's length."""
    assert wall(hours.after(day_shift(), at(evening), 2 * HOUR)) == due


def test_whole_days_without_active_hours_are_elapsed_hours_also_in_a_night_of_change() -> None:
    rules = TableRules(quiet_weekends=True, clock_zone="Pacific/Auckland")
    friday = at("2026-04-03 12:00", ZoneInfo("Pacific/Auckland"))
    assert wall(hours.after(rules, friday, 24 * HOUR), ZoneInfo("Pacific/Auckland")) == "Mon 06 12:00"


def test_active_hours_are_four_at_least() -> None:
    with pytest.raises(Unreadable, match="active_until"):
        TableRules(active_from=10, active_until=13)
    assert TableRules(active_from=10, active_until=14).active_until == 14


def tables() -> st.SearchStrategy[TableRules]:
    spans = st.tuples(st.integers(0, 20), st.integers(4, 24)).filter(lambda span: span[1] - span[0] >= 4)
    return st.builds(
        lambda span, quiet, zone: TableRules(
            active_from=span[0], active_until=span[1], quiet_weekends=quiet, clock_zone=zone
        ),
        spans,
        st.booleans(),
        st.sampled_from(ZONES),
    )


moments = st.integers(FIRST, FIRST + 2 * 365 * DAY)
lengths = st.integers(1, 5 * DAY)


@given(tables(), moments, lengths)
def test_what_is_counted_until_a_deadline_is_its_length(rules: TableRules, start: int, length: int) -> None:
    due = hours.after(rules, start, length)
    assert due >= start + length
    assert hours.between(rules, start, due) == length


@given(tables(), moments, lengths, st.integers(1, 3 * DAY))
def test_longer_is_later_and_two_lengths_are_their_sum(rules: TableRules, start: int, one: int, other: int) -> None:
    first = hours.after(rules, start, one)
    assert hours.after(rules, first, other) == hours.after(rules, start, one + other) > first


@given(tables(), moments, lengths)
def test_no_game_is_endless(rules: TableRules, start: int, length: int) -> None:
    """Of each week at least twenty hours count, so a deadline is never further away than its length says."""
    weeks = length // (19 * HOUR) + 2
    assert hours.after(rules, start, length) - start <= weeks * WEEK


@given(moments, lengths)
def test_a_table_without_such_rules_counts_every_hour(start: int, length: int) -> None:
    assert hours.after(TableRules(), start, length) == start + length
    assert hours.between(TableRules(), start, start + length) == length


def test_a_battle_on_active_hours_opens_extends_pauses_and_credits_in_counted_time() -> None:
    """SK-150 with CLOCK-1, LATE-3, CLOCK-6. Rounds begin at 0 h on Thursday 1 January 1970, UTC."""
    rules = {"active_from": 8, "active_until": 20}
    table = Round("abcd", **rules)
    assert table.due == 44  # 24 h: 8-20 on Thursday, 8-20 on Friday
    table.sweep(at=44)
    assert (table.current, table.due) == ("b", 68)
    table.post("a", at=50)
    assert table.due == 83  # 3 h more, from 20 h on Saturday to 11 h on Sunday
    table.do(actions.PauseBattle(moment(57)))
    table.do(actions.ResumeBattle(moment(80)))
    assert table.due == 106  # 11 h of Saturday and 3 of Sunday were left: 12 on Sunday, 2 on Monday
    table.do(actions.CreditOutage(moment(84), moment(90), moment(90)))
    assert table.due == 112
