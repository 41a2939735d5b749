"""Counted time: the hours in which a table's clocks run (SK-150, SK-151). Lengths and moments are milliseconds.

A table may name active hours of the day and quiet weekends; outside them no time is counted, so a turn of twelve
hours lasts twelve counted ones. Without either, counted time is time. Nothing here reads a clock; a time zone is data.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from zoneinfo import ZoneInfo

from rulebook.saga.rules import DAY_HOURS, TableRules

Moment = int
SATURDAY = 5
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MILLISECOND = timedelta(milliseconds=1)


def all_counts(rules: TableRules) -> bool:
    """Whether every hour of this table counts."""
    return not rules.quiet_weekends and rules.active_from == 0 and rules.active_until == DAY_HOURS


def after(rules: TableRules, start: Moment, length: int) -> Moment:
    """The moment at which so much counted time has passed since `start`; `start` itself for none."""
    if all_counts(rules) or length <= 0:
        return start + length
    for begin, end in _windows(rules, start):
        begin = max(begin, start)
        if end - begin >= length:
            return begin + length
        length -= max(0, end - begin)
    raise AssertionError("every week has counted hours")


def between(rules: TableRules, start: Moment, end: Moment) -> int:
    """How much time is counted from `start` up to `end`; 0 if `end` comes first."""
    if all_counts(rules) or end <= start:
        return max(0, end - start)
    counted = 0
    for begin, close in _windows(rules, start):
        if begin >= end:
            return counted
        counted += max(0, min(close, end) - max(begin, start))
    raise AssertionError("every week has counted hours")


def _windows(rules: TableRules, start: Moment) -> Iterator[tuple[Moment, Moment]]:
    """The counted stretches from the one before or at `start` on, in order, without end."""
    zone = _zone(rules.clock_zone)
    day = (EPOCH + start * MILLISECOND).astimezone(zone).date() - timedelta(days=1)
    while True:
        if not (rules.quiet_weekends and day.weekday() >= SATURDAY):
            begin = _instant(day, rules.active_from, zone)
            yield begin, max(begin, _instant(day, rules.active_until, zone))
        day += timedelta(days=1)


@cache
def _zone(name: str) -> ZoneInfo:
    return ZoneInfo(name)


def _instant(day: date, hour: int, zone: ZoneInfo) -> Moment:
    """When the clocks of the zone show that full hour; 24 is the next day's beginning."""
    if hour == DAY_HOURS:
        day, hour = day + timedelta(days=1), 0
    return round((datetime.combine(day, time(hour), zone) - EPOCH) / MILLISECOND)
