"""The measures of `benchmarks.turns`, on the database of DATABASE_URL."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any, cast

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from battles.models import Battle
from benchmarks.raw_rows import RawRows
from rulebook.saga.board import Cell
from rulebook.saga.steps import Move
from tests import arena
from tests.cast import person
from turns.models import Heartbeat, Turn
from turns.services import play_turn, read_pulse, settle, sweep
from turns.services.sweeping import settle_many

ROOT = Path(__file__).resolve().parent.parent
ROUNDS = 3
EACH = 150
GROUPED = 500
OPEN, DUE = 10_000, 100
PERIOD = cast(timedelta, settings.CELERY_BEAT_SCHEDULE["sweep"]["schedule"]).total_seconds()
LOTS = 60
AHEAD = 15  # seconds: until the sweep has started and looked around
WITHIN = 8.0
WITHIN_MINUTES = {"first_turn_hours": 600, "turn_hours": 720, "hour_seconds": 1}


def measure(*, quick: bool) -> None:
    """Everything, on a database that is empty."""
    call_command("migrate", verbosity=0)
    ground = Ground()
    ground.expiries()
    ground.submits()
    ground.sweeps()
    ground.a_minute(1_980 if quick else 10_020, 12 if quick else 60)


class Ground:
    """A campaign with four players, and battles in it, as many as a measure needs."""

    def __init__(self) -> None:

        self.players = [person(name) for name in ("bob", "carla", "dani", "eva")]
        self.campaign = arena.campaign_of(person("alice"), self.players)

    def battles(self, count: int, **about: Any) -> list[Any]:
        """So many battles, alike."""
        first = arena.start(self.campaign, arena.line_up(self.players), **about)
        return [first, *arena.clones(first, count - 1)]

    def expiries(self) -> None:
        """Deadlines applied one by one, in groups of fifty, and as raw SQL; the three take turns."""

        now = arena.START + 25 * arena.HOUR
        sample, *_rest = self.battles(2)
        raw = RawRows(sample, lambda: settle(sample.pk, now), now)
        rates: dict[str, list[float]] = {"raw": [], "single": [], "grouped": []}
        for _round in range(ROUNDS):
            alone, bare, many = self.battles(EACH), self.battles(EACH), self.battles(GROUPED)
            rates["single"].append(rate(EACH, partial(_each, lambda one: settle(one.pk, now), alone)))
            rates["raw"].append(rate(EACH, partial(_each, raw.write, bare)))
            ids = [one.pk for one in many]
            rates["grouped"].append(rate(GROUPED, partial(settle_many, ids, now, read_pulse(now))))
        single, bare_rate, grouped = (statistics.median(rates[name]) for name in ("single", "raw", "grouped"))
        alone_ratio, grouped_ratio = single / bare_rate, grouped / bare_rate
        print(f"  raw SQL, the same rows:     {bare_rate:8,.0f} /s   ({raw.statements} statements, a transaction each)")
        print(f"  expired one by one:         {single:8,.0f} /s   ratio {alone_ratio:.2f} (target at least 0.25)")
        print(f"  expired in groups of fifty: {grouped:8,.0f} /s   ratio {grouped_ratio:.2f} (target at least 1.0)")

    def submits(self) -> None:
        """Turns played, each with the reader's version compared, its post, its key and its notices; and as raw SQL."""

        sample, *_rest = self.battles(2)
        raw = RawRows(sample, partial(self.play, [sample], "sample"), arena.START + arena.HOUR)
        rates: dict[str, list[float]] = {"raw": [], "played": []}
        for round_ in range(ROUNDS):
            played, bare = self.battles(EACH), self.battles(EACH)
            rates["played"].append(rate(EACH, partial(self.play, played, str(round_))))
            rates["raw"].append(rate(EACH, partial(_each, raw.write, bare)))
        bare_rate, submitted = (statistics.median(rates[name]) for name in ("raw", "played"))
        print(f"  raw SQL, the same rows:     {bare_rate:8,.0f} /s   ({raw.statements} statements, a transaction each)")
        print(f"  submitted turns:            {submitted:8,.0f} /s   ratio {submitted / bare_rate:.2f}")

    def play(self, battles: list[Any], keys: str) -> None:
        """Bob's turn in each of these battles."""
        bob = self.players[0]
        seen = arena.version(battles[0], bob)
        for one in battles:
            play_turn(
                battle_id=one.pk,
                unit="bob",
                player=bob,
                steps=(Move(Cell(0, 1)),),
                text="A step forward.",
                version=seen,
                key=f"{keys}-{one.pk}",
                received_at=arena.START + arena.HOUR,
            )

    def sweeps(self) -> None:
        """A sweep's cost depends on what is due, not on what is open."""

        now = arena.START + 25 * arena.HOUR
        later = now + 100 * arena.HOUR
        self.close_all()
        costs = {}
        for open_ones in (0, OPEN):
            if open_ones:
                self.battles(open_ones, at=later)
            self.battles(DUE)
            Heartbeat.objects.update_or_create(name="sweep", defaults={"at": now})
            costs[open_ones] = seconds(lambda: sweep(now))
        idle, asked = self.idle_sweep(now)
        ratio = costs[OPEN] / costs[0]
        print(f"  sweep, {DUE} due, nothing else: {costs[0] * 1000:6,.0f} ms")
        print(
            f"  sweep, {DUE} due of {OPEN:,} open: {costs[OPEN] * 1000:7,.0f} ms   ratio {ratio:.2f} (target about 1)"
        )
        print(f"  sweep, none due of {OPEN:,} open: {idle * 1000:5,.1f} ms   ({asked} statements)")

    def idle_sweep(self, now: datetime) -> tuple[float, int]:
        """The cost of a sweep that finds nothing due: the median time, and how many statements it takes."""
        with CaptureQueriesContext(connection) as asked:
            sweep(now)
        return statistics.median(seconds(lambda: sweep(now)) for _n in range(EACH)), len(asked)

    def close_all(self) -> None:
        """What earlier measures left open is out of the way, and their clock forgotten: it would show an outage."""
        Heartbeat.objects.all().delete()

        Turn.objects.filter(closed_at__isnull=True).update(closed_at=arena.START)
        Battle.objects.update(status=Battle.Status.CANCELLED)

    def a_minute(self, count: int, spread: float) -> None:
        """Deadlines falling due evenly; one `manage.py sweep` at the site's period, watched from outside."""

        self.close_all()
        size = count // LOTS
        building = seconds(lambda: self.battles(size, at=timezone.now()))
        self.close_all()
        first_due = timezone.now() + timedelta(seconds=AHEAD + 1.6 * LOTS * building)
        for lot in range(LOTS):
            due = first_due + timedelta(seconds=spread * lot / LOTS)
            self.battles(size, at=due - timedelta(seconds=600), rules=WITHIN_MINUTES)
        left = (first_due - timezone.now()).total_seconds()
        if left < AHEAD:
            raise RuntimeError("Building the battles took so long that some are due already.")
        time.sleep(left - AHEAD)
        command = [sys.executable, "manage.py", "sweep", "--every", str(PERIOD)]
        sweeper = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL)
        try:
            late = lateness(sweeper)
        finally:
            sweeper.terminate()
            sweeper.wait()
        share = sum(seconds_ <= WITHIN for seconds_ in late) / len(late)
        p99 = late[int(len(late) * 0.99)]
        print(
            f"  {len(late):,} due in {spread} s:   {share * 100:8.1f} % within {WITHIN:.0f} s (target 99 %), "
            f"a sweep every {PERIOD:.0f} s; p50 {late[len(late) // 2]:.1f} s, p99 {p99:.1f} s, max {late[-1]:.1f} s"
        )


def lateness(sweeper: subprocess.Popen[bytes]) -> list[float]:
    """Seconds from each due time until its expiry was seen from outside, in order."""

    watched = Turn.objects.filter(unit="bob", kind="turn", closed_at__isnull=True)
    open_turns = {pk: due for pk, due in watched.values_list("pk", "due_at") if due is not None}
    late: list[float] = []
    while open_turns:
        time.sleep(0.25)
        if sweeper.poll() is not None:
            raise RuntimeError("The sweep has ended.")
        still = set(watched.values_list("pk", flat=True))
        now = timezone.now()
        for pk in set(open_turns) - still:
            late.append((now - open_turns.pop(pk)).total_seconds())
    return sorted(late)


def _each(work: Callable[[Any], object], battles: list[Any]) -> None:
    for one in battles:
        work(one)


def rate(count: int, work: Callable[[], object]) -> float:
    """How many a second."""
    return count / seconds(work)


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


if __name__ == "__main__":
    measure(quick="--quick" in sys.argv)
