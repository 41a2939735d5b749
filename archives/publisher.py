"""Telling the worker that there is something to pack or unpack, without ever making a request wait."""

from __future__ import annotations

import os

from celery import current_app

from notifications.publisher import STALE_AFTER, Publisher

TASK = "archives.tasks.work"


def publish() -> None:
    """Put one `work` on the broker; raises what the broker's client raises."""
    current_app.send_task(TASK, expires=STALE_AFTER, retry=False, ignore_result=True)


_publisher = Publisher(publish)


def _begin_anew() -> None:
    """A forked child has neither its parent's thread nor the right to its locks."""
    global _publisher
    _publisher = Publisher(publish)


os.register_at_fork(after_in_child=_begin_anew)


def wake() -> None:
    """After a commit: there is work. Never raises, never waits; beat looks every thirty seconds whatever happens."""
    _publisher.nudge()
