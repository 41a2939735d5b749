"""What was handed over and not yet marked: a slip of paper for each message, in case its sender dies in between.

A server's yes and our own record of it cannot be one step. Between them lies a transaction, which may wait for others;
a sender that was killed there left a message that would be sent again. So a slip with the deliveries' keys is laid
ready before the message goes: a file in the data folder, mapped into memory. The server's yes is one byte set there,
no call to the system, nothing to wait for; whoever dies afterwards has said so. The slip is torn up once the deliveries
are marked. Whoever sends next marks what a slip says was taken. A slip that is lost, or on another machine, costs a
message sent twice, as if there were none; nothing is ever left out for one.
"""

from __future__ import annotations

import mmap
import os
import time
import uuid
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from django.conf import settings

FOLDER = "handed"
OPEN, TAKEN = b"-", b"+"
FORGOTTEN = 3600.0
"""Seconds after which a slip of a message that was not taken is nobody's any more."""
LONGEST = 10_000
"""Bytes of a slip that are read: the keys of one message take less."""


class Slip:
    """One message's slip. Where nothing can be written, nothing is noted."""

    def __init__(self, keys: Iterable[str]) -> None:
        self.path = _folder() / uuid.uuid4().hex
        self._map: mmap.mmap | None = None
        with suppress(OSError):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            handle = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
            try:
                os.write(handle, OPEN + "".join(f"{key}\n" for key in keys).encode())
                self._map = mmap.mmap(handle, 0)
            finally:
                os.close(handle)

    def taken(self) -> None:
        """The server has said yes."""
        if self._map is not None:
            self._map[:1] = TAKEN

    def tear_up(self) -> None:
        """The deliveries are marked, or the message was not taken."""
        if self._map is not None:
            self._map.close()
        remove(self.path)


def left() -> Iterator[tuple[Path, list[str]]]:
    """The slips of messages that were taken, with the keys on each; a last key cut short is left out.

    What cannot be read, or is no slip, stays where it is and holds nothing up.
    """
    for path in _slips():
        try:
            written, age = path.read_bytes(), time.time() - path.stat().st_mtime
        except OSError:
            continue
        if written.startswith(TAKEN):
            yield path, _keys(written)
        elif age > FORGOTTEN:
            remove(path)


def remove(path: Path) -> None:
    """Take a slip away; one that cannot be is found again, and says what is known by then."""
    with suppress(OSError):
        path.unlink()


def _slips() -> list[Path]:
    with suppress(OSError):
        return sorted(_folder().iterdir())
    return []


def _keys(written: bytes) -> list[str]:
    lines = written[1:LONGEST].decode(errors="replace").splitlines(keepends=True)
    return [line.rstrip("\n") for line in lines if line.endswith("\n") and line.rstrip("\n").isprintable()]


def _folder() -> Path:
    return Path(settings.DATA_DIR) / FOLDER
