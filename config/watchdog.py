"""A worker that takes nothing of what waits for it ends itself, and its supervisor starts it again.

A broker that froze and goes on again can leave a worker's main process waiting for what never comes, without a fault
and without an end. From outside it looks alive; only its queue tells.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import structlog
from celery import Celery
from celery.signals import task_received, worker_ready

LOOK_EVERY = 10.0
"""Seconds."""
STUCK = 70
"""The exit code."""

log = structlog.get_logger(__name__)


@dataclass
class Watch:
    """Since when does a worker leave lying what waits for it?

    `waiting` gives the number of messages in the queue, None while the broker does not answer; `end` ends the worker.
    """

    waiting: Callable[[], int | None]
    end: Callable[[], None]
    patience: float
    taken: bool = False
    idle_since: float | None = None

    def note(self, **_signal: Any) -> None:
        """A message was taken."""
        self.taken = True

    def look(self, now: float) -> None:
        """Ask once, at this moment in seconds; ends the worker when it has left messages lying for too long."""
        taken, self.taken = self.taken, False
        if taken or not self.waiting():
            self.idle_since = None
        elif self.idle_since is None:
            self.idle_since = now
        elif now - self.idle_since >= self.patience:
            self.end()


def messages_waiting(app: Celery) -> int | None:
    """How many messages lie in the queue; None when the broker does not answer."""
    try:
        with app.connection_for_read() as connection:
            queue = connection.channel().queue_declare(queue=app.conf.task_default_queue)
    except Exception as error:  # noqa: BLE001 -- whatever keeps the broker from answering, nothing is known
        log.debug("the broker does not answer the watch", error=str(error))
        return None
    return int(queue.message_count)


def patience(app: Celery) -> float:
    """Seconds without taking anything although something waits: longer than the longest task keeps a worker busy."""
    return 2.0 * app.conf.task_time_limit + 30


def end_now() -> None:
    """Without farewell: a main process that waits for ever hears no request to stop. Its children follow it."""
    log.critical("this worker took nothing of what waits for it; it ends, to be started again")
    os._exit(STUCK)


def watch_over(app: Celery) -> None:
    """Let each worker of this application be watched from the moment it is ready."""

    def begin(**_signal: Any) -> None:
        watch = Watch(lambda: messages_waiting(app), end_now, patience(app))
        task_received.connect(watch.note, weak=False)
        threading.Thread(target=_keep_looking, args=(watch,), name="watch", daemon=True).start()

    worker_ready.connect(begin, weak=False)


def _keep_looking(watch: Watch) -> None:
    while True:
        time.sleep(LOOK_EVERY)
        watch.look(time.monotonic())
