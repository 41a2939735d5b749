"""What Celery does for the story: forget what nobody uses any more. Harmless twice, lost or late."""

from __future__ import annotations

from celery import shared_task

from accounts import clock
from story import services


@shared_task(name="story.tasks.forget_drafts", ignore_result=True, acks_late=False)
def forget_drafts() -> None:
    """Once an hour is often enough: seven days are counted from the moment a draft was put aside."""
    services.forget_discarded_drafts(now=clock.now())


@shared_task(name="story.tasks.tidy_pictures", ignore_result=True, acks_late=False)
def tidy_pictures() -> None:
    """A few times a day is often enough: pictures have a week to be used in."""
    now = clock.now()
    services.drop_unused_pictures(now=now)
    services.drop_lost_files(now=now)
