"""What Celery does for turns: wake the sweep. Harmless twice, lost or late: the rows say what is due."""

from __future__ import annotations

from celery import shared_task

from accounts import clock
from turns import services

MOST_AT_ONCE = 5


@shared_task(name="turns.tasks.sweep", ignore_result=True, acks_late=False)
def sweep() -> None:
    """Heartbeat, what is due, reminders; again at once, a few times, while there is much to do."""
    for _time in range(MOST_AT_ONCE):
        if not services.sweep(now=clock.now()).busy:
            break
