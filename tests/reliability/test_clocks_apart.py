"""The clock of a worker is wrong: the database's decides, nothing ends too early, too late, or as an outage."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.conf import LazySettings
from django.db import connection
from django.utils import timezone

from accounts import clock
from battles.models import Battle
from config import children
from notifications.models import Notice
from tests import arena, servers
from tests.arena import SECOND
from tests.reliability.figures import figure, tell
from tests.reliability.history import faults_of
from turns.models import Heartbeat, Outage, Turn

APART = (200, -200)
"""Seconds by which the workers' clocks are ahead: less than what would count as an outage, which would hide it."""
BATTLES = figure(40, 1_000)
SPREAD = 20
FIRST_DUE = 15
HANG = 300
SWEEP = """
import sys, time_machine
from datetime import UTC, datetime, timedelta
time_machine.travel(datetime.now(UTC) + timedelta(seconds=float(sys.argv.pop(1))), tick=True).start()
from django.core.management import execute_from_command_line
execute_from_command_line(["manage.py", "sweep", "--every", "0.5"])
"""

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def databases_moment() -> datetime:
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        (moment,) = cursor.fetchone()
    return moment  # type: ignore[no-any-return]


@pytest.fixture
def by_the_database(settings: LazySettings, monkeypatch: pytest.MonkeyPatch) -> clock.Difference:
    settings.DATABASE_CLOCK = True
    found = clock.Difference()
    monkeypatch.setattr(clock, "_difference", found)
    return found


@pytest.mark.parametrize("ahead", [-86_400, -200, -3, 0, 3, 200, 86_400])
def test_the_moment_is_the_databases_whatever_the_machines_clock_says(
    by_the_database: clock.Difference, ahead: int
) -> None:
    with time_machine.travel(timezone.now() + ahead * SECOND, tick=True):
        before, found, after = databases_moment(), clock.now(), databases_moment()
    slack = clock.TOLERATED + (after - before)
    assert before - slack <= found <= after + slack
    assert bool(by_the_database.value) == bool(ahead)


def test_a_clock_that_is_set_meanwhile_is_looked_at_anew(by_the_database: clock.Difference) -> None:
    clock.now()
    assert not by_the_database.value
    with time_machine.travel(timezone.now() + 60 * SECOND, tick=True):
        before, found, after = databases_moment(), clock.now(), databases_moment()
    slack = clock.TOLERATED + (after - before)
    assert before - slack <= found <= after + slack


def test_a_database_that_does_not_answer_leaves_what_was_known(
    by_the_database: clock.Difference, monkeypatch: pytest.MonkeyPatch
) -> None:
    with time_machine.travel(timezone.now() + 60 * SECOND, tick=True):
        clock.now()
        known = by_the_database.value
        by_the_database.measured = None
        with connection.execute_wrapper(away):
            assert abs(clock.now() - timezone.now() - known) < SECOND
    assert by_the_database.value == known != timedelta()


def away(*_asked: Any) -> Any:
    raise clock.Error("away")


@pytest.fixture
def wrong_workers(site_environment: dict[str, str]) -> Iterator[list[Any]]:
    """Two that sweep, each by a clock of its own; nobody else does."""
    environment = site_environment | {"SKALD_LOG_LEVEL": "ERROR", "DJANGO_SETTINGS_MODULE": "config.settings"}
    running = [children.start([sys.executable, "-c", SWEEP, str(apart)], environment=environment) for apart in APART]
    yield running
    for process in reversed(running):
        children.stop(process, patience=servers.PATIENCE)


def test_workers_with_wrong_clocks_end_no_turn_before_it_is_due(
    arenas: Callable[..., list[Battle]], wrong_workers: list[Any]
) -> None:
    end = time.monotonic() + HANG
    while not Heartbeat.objects.exists():
        assert time.monotonic() < end, "nobody has swept"
        time.sleep(0.1)
    rules = {"first_turn_hours": FIRST_DUE, "turn_hours": 720, "hour_seconds": 1}
    begun = timezone.now()
    battles = []
    for part in range(SPREAD):
        (battle,) = arenas(1, at=begun + part * SECOND, rules=rules)
        battles += [battle, *arena.clones(battle, BATTLES // SPREAD - 1)]
    due = dict(Turn.objects.filter(unit="bob", kind="turn").values_list("pk", "due_at"))
    early = []
    while due:
        assert time.monotonic() < end, f"{len(due)} turns have not expired"
        moment = databases_moment()
        closed = Turn.objects.filter(pk__in=due, closed_at__isnull=False).values_list("pk", flat=True)
        early += [pk for pk in closed if due.pop(pk) > databases_moment()]
        time.sleep(max(0.0, 0.1 - (databases_moment() - moment).total_seconds()))
    assert early == []
    assert [process.poll() for process in wrong_workers] == [None, None]
    rows = Turn.objects.filter(unit="bob", kind="turn")
    assert all(row.outcome == "expired" and row.closed_at == row.first_due_at for row in rows)
    assert not Outage.objects.exists()
    assert Notice.objects.filter(kind="missed").count() == BATTLES
    for battle in battles:
        assert faults_of(battle) == []
    tell(f"Workers whose clocks were {APART} s wrong: {BATTLES} turns expired, none before it was due, no outage")
