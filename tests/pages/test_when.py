"""Moments as readers see them: Madrid, Mexico City, Auckland, and the nights when clocks change."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.template import Context, Template
from django.utils import timezone, translation

from accounts import when

MADRID = ZoneInfo("Europe/Madrid")
MEXICO = ZoneInfo("America/Mexico_City")
AUCKLAND = ZoneInfo("Pacific/Auckland")
NOW = datetime(2026, 11, 4, 16, 0, tzinfo=UTC)
DUE = datetime(2026, 11, 5, 20, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("language", "zone", "shown"),
    [
        ("en", MADRID, "Thu 5 Nov, 21:00 (CET)"),
        ("es", MADRID, "jue 5 nov, 21:00 (CET)"),
        ("en", MEXICO, "Thu 5 Nov, 14:00 (CST)"),
        ("es", MEXICO, "jue 5 nov, 14:00 (CST)"),
        ("en", AUCKLAND, "Fri 6 Nov, 09:00 (NZDT)"),
        ("es", AUCKLAND, "vie 6 nov, 09:00 (NZDT)"),
        ("en", UTC, "Thu 5 Nov, 20:00 (UTC)"),
        ("en", ZoneInfo("America/Sao_Paulo"), "Thu 5 Nov, 17:00 (UTC−3)"),
        ("en", ZoneInfo("Asia/Kathmandu"), "Fri 6 Nov, 01:45 (UTC+5:45)"),
    ],
)
def test_one_instant_is_told_in_each_readers_zone_and_language(language: str, zone: ZoneInfo, shown: str) -> None:
    with translation.override(language):
        assert when.absolute(DUE, zone, now=NOW, name_zone=True) == shown


@pytest.mark.parametrize(
    ("hours", "hour_seconds", "shown"),
    [
        (24, 3600, "24 h"),
        (24.0, 3600, "24 h"),
        (1.5, 3600, "1.5 h"),
        (24, 2, "24 h of this table (48 s)"),
        (24, 10, "24 h of this table (4 min)"),
        (12, 7.5, "12 h of this table (1 min 30 s)"),
        (24, 600, "24 h of this table (4 h)"),
        (4, 0.1, "4 h of this table (less than 1 s)"),
    ],
)
def test_hours_of_a_table_say_how_long_they_really_last(hours: float, hour_seconds: float, shown: str) -> None:
    with translation.override("en"):
        assert when.table_hours(hours, hour_seconds) == shown


def test_the_zone_is_left_out_where_it_is_the_readers_own() -> None:
    with translation.override("en"):
        assert when.absolute(DUE, MADRID, now=NOW, name_zone=False) == "Thu 5 Nov, 21:00"


@pytest.mark.parametrize(
    ("moment", "shown"),
    [
        (datetime(2026, 10, 25, 0, 30, tzinfo=UTC), "Sun 25 Oct, 02:30 (CEST)"),
        (datetime(2026, 10, 25, 1, 30, tzinfo=UTC), "Sun 25 Oct, 02:30 (CET)"),
        (datetime(2026, 10, 26, 20, 0, tzinfo=UTC), "Mon 26 Oct, 21:00 (CET)"),
        (datetime(2026, 10, 28, 20, 0, tzinfo=UTC), "Wed 28 Oct, 21:00"),
        (datetime(2026, 3, 29, 1, 30, tzinfo=UTC), "Sun 29 Mar, 03:30 (CEST)"),
    ],
)
def test_the_zone_is_named_anyway_near_a_change_of_clocks(moment: datetime, shown: str) -> None:
    with translation.override("en"):
        assert when.absolute(moment, MADRID, now=NOW, name_zone=False) == shown


def test_another_year_is_named() -> None:
    with translation.override("es"):
        assert when.absolute(datetime(2027, 1, 8, 8, tzinfo=UTC), MADRID, now=NOW, name_zone=False) == (
            "vie 8 ene 2027, 09:00"
        )


@pytest.mark.parametrize(
    ("length", "shown"),
    [
        (timedelta(days=1, hours=4, minutes=59), "1 d 4 h"),
        (timedelta(days=2, minutes=5), "2 d"),
        (timedelta(hours=3, minutes=20), "3 h 20 min"),
        (timedelta(hours=3), "3 h"),
        (timedelta(minutes=9, seconds=59), "9 min"),
        (timedelta(seconds=59), "less than 1 min"),
    ],
)
def test_a_length_of_time_is_told_in_its_two_largest_units(length: timedelta, shown: str) -> None:
    with translation.override("en"):
        assert when.span(length.total_seconds()) == shown


def test_what_is_left_and_what_is_over() -> None:
    with translation.override("en"):
        assert when.remaining(DUE, now=NOW) == "1 d 4 h left"
        assert when.remaining(NOW - timedelta(hours=2), now=NOW) == "2 h ago"
        assert when.remaining(NOW - timedelta(seconds=65), now=NOW) == "1 min ago"


@pytest.mark.parametrize(
    ("length", "shown", "reckoned"),
    [
        (timedelta(minutes=10), "10 min left", "17:00"),
        (timedelta(minutes=9, seconds=59, milliseconds=900), "9 min 59 s left", "17:00:00"),
        (timedelta(minutes=3, seconds=5), "3 min 05 s left", "17:00:00"),
        (timedelta(seconds=48), "48 s left", "17:00:00"),
    ],
)
def test_the_last_ten_minutes_are_told_as_the_script_tells_them(length: timedelta, shown: str, reckoned: str) -> None:
    with translation.override("en"):
        assert when.remaining(NOW + length, now=NOW) == shown
    assert when.counted_at(NOW + length, now=NOW, zone=MADRID) == reckoned


def test_what_is_left_is_reckoned_from_the_moment_that_the_page_carries() -> None:
    """Whole seconds for the deadline, thousandths for now: the script counts the very same."""
    now = NOW + timedelta(milliseconds=250)
    assert when.exact_instant(now).endswith(":00.250Z")
    with translation.override("en"):
        assert when.remaining(NOW + timedelta(hours=3, milliseconds=900), now=now) == "2 h 59 min left"


def test_twelve_hours_are_twelve_hours_whatever_the_clocks_do() -> None:
    opened = datetime(2026, 10, 24, 20, 0, tzinfo=UTC)
    with translation.override("en"):
        assert when.remaining(opened + timedelta(hours=12), now=opened) == "12 h left"
        assert when.absolute(opened, MADRID, now=NOW, name_zone=True) == "Sat 24 Oct, 22:00 (CEST)"
        assert when.absolute(opened + timedelta(hours=12), MADRID, now=NOW, name_zone=True) == (
            "Sun 25 Oct, 09:00 (CET)"
        )


def test_a_deadline_can_be_pasted_elsewhere() -> None:
    with translation.override("en"):
        assert when.copy_line(DUE, MEXICO, now=NOW) == "Thu 5 Nov, 14:00 Mexico City · Thu 5 Nov, 20:00 (UTC)"
        there = when.copy_line(DUE, MADRID, now=NOW, others=["Europe/Paris", "America/Mexico_City", "Europe/Madrid"])
        assert there == "Thu 5 Nov, 21:00 Madrid · Thu 5 Nov, 14:00 Mexico City · Thu 5 Nov, 20:00 (UTC)"
    assert when.discord_code(DUE) == "<t:1793908800:F>"


def in_a_page(text: str, zone: ZoneInfo | None = None, **context: str) -> str:
    with translation.override("en"), timezone.override(zone or UTC):
        return Template("{% load when %}" + text).render(Context({"due": DUE, "server_now": NOW, **context}))


def test_a_deadline_in_a_page_is_absolute_first_then_what_is_left_then_what_happens() -> None:
    page = in_a_page('{% deadline due "−1 initiative" %}', MADRID)
    assert '<time datetime="2026-11-05T20:00:00Z">Thu 5 Nov, 21:00 (CET)</time>' in page
    assert 'role="timer"' in page
    assert 'data-until="2026-11-05T20:00:00Z"' in page
    assert page.index("21:00") < page.index("1 d 4 h left") < page.index("−1 initiative")
    assert '<span class="as-of"> (at 17:00)</span>' in page


def test_a_reader_without_a_zone_reads_utc_and_is_told_so() -> None:
    assert in_a_page("{% moment due %}") == '<time datetime="2026-11-05T20:00:00Z">Thu 5 Nov, 20:00 (UTC)</time>'


def test_consequences_are_escaped() -> None:
    page = in_a_page("{% deadline due costs %}", costs="<b>−1</b>")
    assert "&lt;b&gt;−1&lt;/b&gt;" in page
    assert "<b>" not in page
