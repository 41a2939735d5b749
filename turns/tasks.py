"""What Celery does for turns: wake the sweep. Harmless twice, lost or late: the rows say what is due."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from turns import services


@shared_task(name="turns.tasks.sweep", ignore_result=True, acks_late=False)
def sweep() -> None:
    """One sweep: heartbeat, what is due, reminders."""
    services.sweep(now=timezone.now())
