"""A lock that lets one process at a time change the database's shape: an advisory lock on PostgreSQL, a file's on
SQLite. Both vanish with the process that holds them."""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.utils import OperationalError

NUMBER = 0x536B616C64  # "Skald", so that no other program's lock is meant
PATIENCE = 600.0
PAUSE = 0.2


@contextmanager
def migrating(database: BaseDatabaseWrapper) -> Iterator[None]:
    """Hold the lock of this database. Raises OperationalError when somebody else holds it for ten minutes."""
    if database.vendor == "postgresql":
        with _advisory(database):
            yield
    elif database.vendor == "sqlite" and not database.is_in_memory_db():  # type: ignore[attr-defined]  # SQLite has it
        with _file(Path(str(database.settings_dict["NAME"]))):
            yield
    else:
        yield


@contextmanager
def _advisory(database: BaseDatabaseWrapper) -> Iterator[None]:
    """Asked for again and again: a statement that waits would run into the database's own time limits."""

    def take() -> bool:
        with database.cursor() as cursor:
            cursor.execute("SELECT pg_try_advisory_lock(%s)", [NUMBER])
            return bool(cursor.fetchone()[0])

    _wait_for(take)
    try:
        yield
    finally:
        with database.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [NUMBER])


@contextmanager
def _file(database: Path) -> Iterator[None]:
    handle = os.open(database.with_name(database.name + ".migrating"), os.O_RDWR | os.O_CREAT, 0o600)

    def take() -> bool:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    try:
        _wait_for(take)
        yield
    finally:
        os.close(handle)


def _wait_for(take: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not take():
        if time.monotonic() > end:
            raise OperationalError("Somebody else has been migrating this database for ten minutes.")
        time.sleep(PAUSE)
