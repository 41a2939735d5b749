"""G3: on SQLite, what was acknowledged is on the disk: a loss of power takes none of it away."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.db import connection
from django.utils import timezone

from battles.models import Battle
from tests.reliability.crew import ROOT
from tests.reliability.figures import SOAK, figure, tell
from tests.reliability.history import read

ACKNOWLEDGED = figure(5, 100)
HANG = 300
CALL = re.compile(r"^(\d+) +(fsync|fdatasync|pwrite64|ftruncate|write)\((\d+)<([^>]*)>(?:, \"([^\"]*)\")?")

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL keeps this promise by itself"),
]


def test_every_connection_waits_for_the_disk() -> None:
    """FULL, with a journal that this version of SQLite keeps its commits in."""
    with connection.cursor() as cursor:
        modes = [cursor.execute(f"PRAGMA {name}").fetchone()[0] for name in ("synchronous", "journal_mode")]
    assert modes[0] == 2
    assert modes[1] in ("wal", "truncate")


@pytest.mark.skipif(not SOAK, reason="the order of system calls is watched in the long tier; it needs strace")
def test_nothing_is_acknowledged_before_it_is_on_the_disk(
    arenas: Callable[..., list[Battle]], site_environment: dict[str, str], tmp_path: Path, seed: int
) -> None:
    """Between a commit's last write and the acknowledgement there is a call that waits for the disk."""
    assert shutil.which("strace"), "this test watches system calls: apt-get install strace"
    arenas(2, at=timezone.now(), rules={"hour_seconds": 3600})
    log, trace = tmp_path / "play.log", tmp_path / "trace"
    watched = subprocess.Popen(
        [*strace(trace), sys.executable, "-m", "tests.reliability.crew"],
        cwd=ROOT,
        env=site_environment | {"SKALD_LOG_LEVEL": "ERROR"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
    )
    assert watched.stdin is not None and watched.stdout is not None
    watched.stdin.write(f"play {seed} {log}\n")
    watched.stdin.flush()
    member = int(watched.stdout.readline())
    end = time.monotonic() + HANG
    while len(read([log]).done) < ACKNOWLEDGED and time.monotonic() < end:
        time.sleep(0.1)
    os.kill(member, signal.SIGKILL)
    watched.stdin.close()
    watched.wait(HANG)
    watched.stdout.close()
    database = str(connection.settings_dict["NAME"])
    seen = list(acknowledgements(trace, database, log))
    assert len(seen) >= ACKNOWLEDGED - 1
    assert all(on_disk for _key, on_disk in seen)
    tell(f"G3: {len(seen)} acknowledgements watched, each after its commit was on the disk (seed {seed})")


def strace(trace: Path) -> list[str]:
    calls = "trace=fsync,fdatasync,pwrite64,ftruncate,write"
    return ["strace", "-f", "-y", "-s", "120", "-e", calls, "-e", "signal=none", "-o", str(trace)]


def acknowledgements(trace: Path, database: str, log: Path) -> Iterator[tuple[str, bool]]:
    """Each order's first acknowledgement: was there a commit since it was sent, and had it reached the disk?"""
    written = synced = False
    known: set[str] = set()
    for line in trace.read_text(errors="replace").splitlines():
        call = CALL.match(line)
        if call is None:
            continue
        _pid, name, _handle, path, words = call.groups()
        if path.startswith(database) and not path.endswith("-shm"):
            synced = name in ("fsync", "fdatasync")
            written = written or not synced
        elif path == str(log) and words:
            what, key = words.replace("\\n", "").split()[:2]
            if what == "sent":
                written = synced = False
            elif what == "done" and key not in known:
                known.add(key)
                yield key, written and synced
