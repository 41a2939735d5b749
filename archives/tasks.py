"""What Celery does for archives. Harmless twice, lost or late: the rows say what waits."""

from __future__ import annotations

from celery import shared_task

from accounts import clock
from archives import services

LONGEST = 900


@shared_task(
    name="archives.tasks.work", ignore_result=True, acks_late=False, time_limit=LONGEST, soft_time_limit=LONGEST - 30
)
def work() -> None:
    """Make what was asked for, read what was sent; right after it was asked for, and every thirty seconds."""
    services.make_archives(now=clock.now)
    services.receive_archives(now=clock.now)


@shared_task(name="archives.tasks.forget", ignore_result=True, acks_late=False)
def forget() -> None:
    """Once an hour: delete what nobody fetched in a week."""
    services.forget_archives(now=clock.now())
