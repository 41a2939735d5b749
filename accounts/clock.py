"""The site's clock: what deadlines are compared with, and what is written beside everything that people do.

Several machines may serve one site, and their clocks may differ. The database's clock decides: a worker whose own runs
ahead ends no turn too early, and a post is received when the database says. SQLite has no clock of its own: there all
runs on one machine.

The difference is measured twice a minute, and at once after the machine's clock was set or the machine has slept;
between, the moment is the machine's with the difference added. `manage.py doctor` tells of a difference.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import Error, connection
from django.utils import timezone

MEASURED_EVERY = 30.0
"""Seconds."""
JUMP = 1.0
"""Seconds by which the clock on the wall may stray from the one that only counts, before a new look is due."""
TOLERATED = timedelta(milliseconds=200)
"""A smaller difference is the way to the database and back."""
NONE = timedelta()


def now() -> datetime:
    """This moment, in UTC, by the database's clock where it has one."""
    machine = _machine()
    if not settings.DATABASE_CLOCK or connection.vendor != "postgresql":
        return machine
    return machine + _difference.known()


def _machine() -> datetime:
    return timezone.now()  # noqa: TID251 -- what the database's clock is compared with


@dataclass
class Difference:
    """How far the database's clock is ahead of this machine's."""

    value: timedelta = NONE
    measured: float | None = None
    apart: float = 0.0

    def known(self) -> timedelta:
        """The difference; measured anew when that is due. Where the database does not answer, the last one known."""
        counted = time.monotonic()
        strayed = abs(time.time() - counted - self.apart) > JUMP
        if self.measured is None or strayed or counted - self.measured > MEASURED_EVERY:
            self.measure()
        return self.value

    def measure(self) -> None:
        """Ask the database; an answer that took long is trusted to half of that time."""
        before = _machine()
        try:
            with connection.cursor() as cursor:
                cursor.execute("SELECT clock_timestamp()")
                (told,) = cursor.fetchone()
        except Error:
            return
        half = (_machine() - before) / 2
        ahead = told - (before + half)
        self.value = ahead if abs(ahead) > max(TOLERATED, half) else NONE
        self.measured = time.monotonic()
        self.apart = time.time() - self.measured


_difference = Difference()
