"""G2: PostgreSQL falls under load; what was acknowledged stands, and the service is back by itself."""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.db import OperationalError, connection
from django.utils import timezone

from battles.models import Battle
from tests.reliability.crew import Crew
from tests.reliability.figures import DATABASE_CRASHES, tell
from tests.reliability.history import faults, read

HANG = 300
FAST = {"hour_seconds": 0.1}

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


@pytest.fixture
def honest_commits(transactional_db: None) -> Iterator[None]:
    """An acknowledged commit is in the log, as on a real site; the test server is otherwise hasty."""
    with connection.cursor() as cursor:
        cursor.execute(f"ALTER DATABASE {connection.settings_dict['NAME']} SET synchronous_commit = on")
    connection.close()
    yield
    with connection.cursor() as cursor:
        cursor.execute(f"ALTER DATABASE {connection.settings_dict['NAME']} RESET synchronous_commit")


def crash() -> float:
    """Kill a process of the server without warning: it drops every connection and recovers from its log, as after an
    immediate restart. How many seconds until it answers again."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' LIMIT 1")
        (pid,) = cursor.fetchone()
    begun = time.monotonic()
    os.kill(pid, signal.SIGKILL)
    while True:
        time.sleep(0.05)
        try:
            connection.close()
            with connection.cursor() as cursor:
                cursor.execute("SELECT 1")
        except OperationalError:
            assert time.monotonic() < begun + HANG, "the database did not come back"
        else:
            return time.monotonic() - begun


def test_a_fallen_database_loses_and_doubles_nothing_and_play_goes_on_by_itself(
    arenas: Callable[..., list[Battle]], honest_commits: None, crew: Crew, tmp_path: Path, seed: int
) -> None:
    dice = random.Random(seed)
    battles = arenas(4, at=timezone.now(), rules=FAST)
    logs = [tmp_path / f"{n}.log" for n in range(3)]
    for role, log in zip(("play", "play", "sweep"), logs, strict=True):
        crew.start(role, dice.randrange(10**6), log)
    waits = []
    for _crash in range(DATABASE_CRASHES):
        wait_for_more(logs)
        time.sleep(dice.uniform(0, 0.3))
        down = crash()
        begun = time.monotonic()
        wait_for_more(logs)
        waits.append((down, time.monotonic() - begun))
    crew.stop_members()
    history = read(logs)
    assert faults(history, battles) == []
    slowest = max(after for _down, after in waits)
    tell(
        f"G2: {DATABASE_CRASHES} crashes of the database, {len(history.done)} orders acknowledged, "
        f"{len(history.unknown)} unanswered, nothing lost or doubled; first success after at most {slowest:.1f} s "
        f"(seed {seed})"
    )


def wait_for_more(logs: list[Path]) -> None:
    """Wait until five more orders are acknowledged: by the same processes, which nobody has started again."""
    end = time.monotonic() + HANG
    wanted = len(read(logs).done) + 5
    while len(read(logs).done) < wanted:
        assert time.monotonic() < end, "nobody plays any more"
        time.sleep(0.02)
