"""What Celery does for notices. Harmless twice, lost or late: the outbox's rows say what is due."""

from __future__ import annotations

from celery import shared_task

from accounts import clock
from notifications import services
from notifications.publisher import nudge

__all__ = ["deliver", "nudge", "send_outbox"]


@shared_task(name="notifications.tasks.deliver", ignore_result=True, acks_late=False)
def deliver() -> None:
    """Right after a commit: send what is due."""
    services.send_due(now=clock.now())


@shared_task(name="notifications.tasks.send_outbox", ignore_result=True, acks_late=False)
def send_outbox() -> None:
    """Every ten seconds: the same, for whatever a lost word left behind."""
    services.send_due(now=clock.now())
