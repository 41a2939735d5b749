"""What was handed over and not yet marked: a slip of paper for each message, in case its sender dies in between.

A server's yes and our own record of it cannot be one step. Between them lies a transaction, which may wait for others;
a sender that was killed there left a message that would be sent again. So the yes is noted on a slip first, which
takes a fraction of a millisecond: a file in the data folder with the deliveries' keys, gone once they are marked.
Whoever sends next marks what a slip names. A slip that is lost, or on another machine, costs a message sent twice,
as if there were none; nothing is ever left out for one.
"""

from __future__ import annotations

import os
import uuid
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from django.conf import settings

FOLDER = "handed"


def blank() -> Path:
    """Where a slip may be written."""
    return _folder() / uuid.uuid4().hex


def write(slip: Path, keys: Iterable[str]) -> None:
    """Note that the message of these deliveries was taken. Where nothing can be written, nothing is noted."""
    with suppress(OSError):
        slip.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(slip, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            os.write(handle, "".join(f"{key}\n" for key in keys).encode())
        finally:
            os.close(handle)


def tear_up(slip: Path) -> None:
    """The deliveries are marked."""
    slip.unlink(missing_ok=True)


def left() -> Iterator[tuple[Path, list[str]]]:
    """The slips that lie there, with the keys on each; a last key cut short is left out."""
    folder = _folder()
    for slip in sorted(folder.iterdir()) if folder.is_dir() else ():
        with suppress(FileNotFoundError):
            lines = slip.read_text().splitlines(keepends=True)
            yield slip, [line.rstrip("\n") for line in lines if line.endswith("\n")]


def _folder() -> Path:
    return Path(settings.DATA_DIR) / FOLDER
