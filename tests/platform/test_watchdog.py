"""A worker that leaves lying what waits for it ends itself."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest
from celery import Celery

from config import children, engines, watchdog
from config.watchdog import STUCK, Watch, messages_waiting
from tests import servers
from tests.conftest import ROOT, WORKER

QUICK = """
import sys
from config import watchdog
watchdog.LOOK_EVERY, watchdog.patience = 0.2, lambda app: 3.0
from celery.__main__ import main
main()
"""
PATIENCE = 150.0


class Seen:
    """A watch over a queue that a test fills, and how often it ended the worker."""

    def __init__(self) -> None:
        self.lying: int | None = 0
        self.ended = 0
        self.watch = Watch(lambda: self.lying, self.end, PATIENCE)

    def end(self) -> None:
        self.ended += 1

    def look(self, *moments: float) -> int:
        for moment in moments:
            self.watch.look(moment)
        return self.ended


def test_what_lies_too_long_ends_the_worker() -> None:
    seen = Seen()
    seen.lying = 3
    assert seen.look(0, 10, PATIENCE - 1) == 0
    assert seen.look(PATIENCE) == 1


def test_a_worker_that_takes_something_now_and_then_is_left_alone() -> None:
    seen = Seen()
    seen.lying = 3
    for moment in range(0, 2000, 100):
        seen.watch.note()
        assert seen.look(moment, moment + 50) == 0


@pytest.mark.parametrize("lying", [0, None])
def test_an_empty_queue_or_a_broker_that_says_nothing_is_no_sign_of_a_stuck_worker(lying: int | None) -> None:
    seen = Seen()
    seen.lying = 3
    seen.look(0, 100)
    seen.lying = lying
    seen.look(120)
    seen.lying = 3
    assert seen.look(PATIENCE + 10, PATIENCE + 100) == 0


def test_the_patience_is_longer_than_the_longest_tasks() -> None:
    app = Celery()
    app.conf.task_time_limit = 60
    assert watchdog.patience(app) == PATIENCE


@pytest.fixture
def app(valkey_url: str) -> Iterator[Celery]:
    found = Celery("skald", broker=engines.broker_url(valkey_url))
    found.conf.broker_transport_options = {"global_keyprefix": "skald:"}
    yield found
    found.close()


def test_a_real_worker_that_stops_taking_messages_ends(
    app: Celery, site_environment: dict[str, str], request: pytest.FixtureRequest
) -> None:
    """It is told to leave the queue alone; from outside that looks like one that is stuck."""
    process = children.start([sys.executable, "-c", QUICK, "-A", "config", *WORKER], environment=site_environment)
    request.addfinalizer(lambda: children.stop(process, patience=servers.PATIENCE))
    end = time.monotonic() + 4 * servers.PATIENCE
    while not app.control.ping(timeout=1):
        assert process.poll() is None and time.monotonic() < end, "the worker did not begin"
    assert app.control.cancel_consumer("celery", reply=True)
    while not messages_waiting(app):
        assert time.monotonic() < end
        app.send_task("turns.tasks.sweep", expires=60)
    assert process.wait(timeout=4 * servers.PATIENCE) == STUCK


def test_nothing_is_known_of_a_broker_that_is_not_there() -> None:
    assert messages_waiting(Celery(broker="redis://127.0.0.1:1/0", broker_connection_timeout=1)) is None


def test_the_sites_application_is_watched() -> None:
    told = subprocess.run(
        [
            sys.executable,
            "-c",
            "import config.celery; from celery.signals import worker_ready; print(len(worker_ready.receivers))",
        ],
        cwd=ROOT,
        env=os.environ | {"SKALD_DATA": os.devnull},
        capture_output=True,
        text=True,
    )
    assert int(told.stdout) >= 1, told.stderr
