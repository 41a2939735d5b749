"""Telling the worker that there is something to send, without ever making a request wait.

A broker that is down costs a publisher most of a second; one that accepts and stays silent, many. So one thread per
process publishes, and whoever calls `nudge` only leaves word. Losing a nudge costs nothing: beat looks every ten
seconds whatever happens here.
"""

from __future__ import annotations

import logging
import os
import queue
import threading
import time
from collections import Counter
from collections.abc import Callable

from celery import current_app

logger = logging.getLogger(__name__)

TASK = "notifications.tasks.deliver"
REST_AFTER_FAILURE = 30.0
STALE_AFTER = 60


def publish() -> None:
    """Put one `deliver` on the broker; raises what the broker's client raises."""
    current_app.send_task(TASK, expires=STALE_AFTER, retry=False, ignore_result=True)


class Publisher:
    """One waiting word, one daemon thread, and a rest after a failure. `counts` says how often what happened."""

    def __init__(self, send: Callable[[], None] = publish, rest: float = REST_AFTER_FAILURE) -> None:
        self.send = send
        self.rest = rest
        self.counts: Counter[str] = Counter()
        # One word is enough: a `deliver` sends everything that is due.
        self.waiting: queue.Queue[bool] = queue.Queue(maxsize=1)
        self.resting_until = 0.0
        self._starting = threading.Lock()
        self._thread: threading.Thread | None = None

    def nudge(self) -> None:
        """Leave word and return at once; while the broker is being left alone, or word is waiting already, drop it."""
        if time.monotonic() < self.resting_until:
            self.counts["dropped"] += 1
            return
        try:
            self.waiting.put_nowait(True)
        except queue.Full:
            self.counts["merged"] += 1
        self._ensure_thread()

    def _ensure_thread(self) -> None:
        if self._thread is not None and self._thread.is_alive():
            return
        with self._starting:
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._run, name="nudge", daemon=True)
                self._thread.start()

    def _run(self) -> None:
        while True:
            self.waiting.get()
            self._publish_once()

    def _publish_once(self) -> None:
        try:
            self.send()
        except Exception as error:  # noqa: BLE001 -- whatever the broker's client raises, the outbox is swept anyway
            self.counts["failed"] += 1
            self.resting_until = time.monotonic() + self.rest
            logger.warning("The broker took no word of new notices (%s); beat will find them.", type(error).__name__)
        else:
            self.counts["published"] += 1


_publisher = Publisher()


def _begin_anew() -> None:
    """A forked child has neither its parent's thread nor the right to its locks."""
    global _publisher
    _publisher = Publisher()


os.register_at_fork(after_in_child=_begin_anew)


def nudge() -> None:
    """After a commit: the outbox has something. Never raises, never waits."""
    _publisher.nudge()


def counts() -> dict[str, int]:
    """How often this process published, failed, merged and dropped."""
    return dict(_publisher.counts)
