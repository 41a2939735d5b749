"""Work that waits: claimed by one worker, beating while it goes on, taken up again where a worker was lost."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import partial
from typing import TypeVar

from django.db import transaction
from django.db.models import Q

from accounts import clock
from archives.models import State, Work

Kind = TypeVar("Kind", bound=Work)
LOST_AFTER = timedelta(minutes=5)
KEPT = timedelta(days=7)


def claim(kind: type[Kind], *, at: datetime) -> Kind | None:
    """The oldest piece of work that waits, or whose worker has not been heard of for five minutes; now ours."""
    rows = kind._default_manager
    lost = Q(state=State.WORKING, beat_at__lt=at - LOST_AFTER)
    for key in rows.filter(Q(state=State.WAITING) | lost).order_by("pk").values_list("pk", flat=True):
        mine = rows.filter(Q(state=State.WAITING) | lost, pk=key)
        if mine.update(state=State.WORKING, beat_at=at, done=0, total=0):
            return rows.get(pk=key)
    return None


def beat(work: Work, *, done: int, total: int) -> None:
    """Say how far the work is."""
    work.done, work.total, work.beat_at = done, total, clock.now()
    work.save(update_fields=["done", "total", "beat_at"])


def finish(work: Work, *, at: datetime) -> None:
    """The work is done; what it made is kept for seven days."""
    work.state, work.done, work.finished_at, work.expires_at = State.READY, work.total, at, at + KEPT
    work.save()


@contextmanager
def told_when_it_fails(work: Work) -> Iterator[None]:
    """Work that meets a fault of ours is not taken up again and again; the fault goes on to the log."""
    try:
        yield
    except Exception:
        fail(work, "fault", {}, at=clock.now())
        raise


def fail(work: Work, code: str, data: dict[str, object], *, at: datetime) -> None:
    """The work cannot be done, and why; what had been sent for it goes."""
    drop_file(work)
    work.state, work.finished_at, work.problem, work.problem_data = State.FAILED, at, code, data
    work.save()


def drop_file(work: Work) -> None:
    """Delete the work's file, if it has one, once it is sure that the row no longer names it."""
    if name := work.file.name:
        transaction.on_commit(partial(work.file.storage.delete, name))
        work.file, work.size = "", 0
