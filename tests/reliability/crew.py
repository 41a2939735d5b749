"""Processes that play turns and sweep until they are killed; `Crew` starts them by a fork each, so that it is cheap.

`python -m tests.reliability.crew` reads lines `ROLE SEED LOG` and answers each with the process id of a new member. A
member writes what it is about to send and what it was told into its log, by single appends that outlive it:

    sent KEY BATTLE UNIT · done KEY POST-NUMBER · refused KEY CODE · unknown KEY ERROR
"""

from __future__ import annotations

import ctypes
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PR_SET_PDEATHSIG = 1
Role = Callable[[random.Random, Callable[..., None]], None]


class Crew:
    """The starter's side: `start` a member and get its process id; `stop` ends whatever is left."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._leader = subprocess.Popen(
            [sys.executable, "-m", "tests.reliability.crew"],
            cwd=ROOT,
            env=dict(environment),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        self.members: list[int] = []

    def start(self, role: str, seed: int, log: Path) -> int:
        """A new member; its process id."""
        assert self._leader.stdin is not None and self._leader.stdout is not None
        self._leader.stdin.write(f"{role} {seed} {log}\n")
        self._leader.stdin.flush()
        pid = int(self._leader.stdout.readline())
        self.members.append(pid)
        return pid

    def kill(self, pid: int) -> None:
        """End a member without warning."""
        os.kill(pid, signal.SIGKILL)
        self.members.remove(pid)

    def stop_members(self) -> None:
        """End every member, and wait until the last has let go of the database."""
        for pid in list(self.members):
            self.kill(pid)
            while _lives(pid):
                time.sleep(0.01)

    def stop(self) -> None:
        """End every member and the leader."""
        self.stop_members()
        assert self._leader.stdin is not None and self._leader.stdout is not None
        self._leader.stdin.close()
        self._leader.wait(timeout=60)
        self._leader.stdout.close()


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def lead() -> None:
    """The leader: fork a member for every line read."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    libc = ctypes.CDLL(None)
    for line in sys.stdin:
        role, seed, log = line.split()
        parent = os.getpid()
        pid = os.fork()
        if pid == 0:
            libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
            if os.getppid() == parent:
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                work(role, int(seed), Path(log))
            os._exit(0)
        sys.stdout.write(f"{pid}\n")
        sys.stdout.flush()


def work(role: str, seed: int, log: Path) -> None:
    """A member's life; it ends by being killed."""
    handle = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT)

    def note(*words: object) -> None:
        os.write(handle, (" ".join(str(word) for word in words) + "\n").encode())

    roles: dict[str, Callable[[random.Random, Callable[..., None]], None]] = {
        "play": play_on,
        "sweep": sweep_on,
        "send": send_on,
    }
    roles[role](random.Random(seed), note)


def play_on(dice: random.Random, note: Callable[..., None]) -> None:
    """Play whatever may be played, again and again; one order in five is sent twice.

    After each order the connection is looked at, as after a request: one that has broken is opened anew.
    """
    number = 0
    while True:
        number += 1
        key = f"{os.getpid()}-{number}-{dice.randrange(10**6)}"
        try:
            played = play_once(dice, key, note)
        except DatabaseError as error:
            note("unknown", "looking", type(error).__name__)
            played = False
        close_old_connections()
        if not played:
            time.sleep(0.01)


def play_once(dice: random.Random, key: str, note: Callable[..., None]) -> bool:
    """One order for a turn that is open; was there one?"""
    order = some_order(dice)
    if order is None:
        return False
    note("sent", key, order["battle_id"], order["unit"])
    send(key, order, note)
    if dice.random() < 0.2:
        send(key, order, note)
    return True


def some_order(dice: random.Random) -> dict[str, object] | None:
    rows = Turn.objects.filter(closed_at__isnull=True, kind__in=("turn", "late"), battle__status="running")
    waiting = list(rows.select_related("player", "battle"))
    if not waiting:
        return None
    row = dice.choice(waiting)
    try:
        steps = some_steps(dice, row)
    except Refused:
        return None
    return {"battle_id": row.battle_id, "unit": row.unit, "player": row.player, "steps": steps}


def some_steps(dice: random.Random, row: Turn) -> tuple[object, ...]:
    """A legal turn that fells nobody: a walk, a break attack, or both, or a rest."""
    steps: tuple[object, ...] = ()
    for kind in ((Move,), (Strike,)):
        listed = [step for step in legal_for(row.battle, row.unit, steps) if isinstance(step, kind)]
        listed = [step for step in listed if not isinstance(step, Strike) or step.attack == "break"]
        if listed and dice.random() < 0.8:
            steps = (*steps, dice.choice(listed))
    return steps or (Rest(),)


def send(key: str, order: dict[str, object], note: Callable[..., None]) -> None:
    try:
        played = services.play_turn(**order, text=key, version=None, key=key, received_at=timezone.now())  # type: ignore[arg-type]
    except Refused as refused:
        note("refused", key, refused.code)
    except DatabaseError as error:
        note("unknown", key, type(error).__name__)
    else:
        note("done", key, played.post.number)


def sweep_on(dice: random.Random, note: Callable[..., None]) -> None:
    """Sweep several times a second."""
    while True:
        try:
            services.sweep(timezone.now())
        except DatabaseError as error:
            note("unknown", "sweep", type(error).__name__)
        close_old_connections()
        time.sleep(dice.uniform(0.05, 0.2))


SENDERS_MINUTE = 5
"""Seconds that a minute lasts for whoever sends: a claim left by a killed sender is free again soon, one of a sender
that lives on a busy machine is not."""


def send_on(dice: random.Random, note: Callable[..., None]) -> None:
    """Send what is due, by a clock that runs twelve times as fast."""
    while True:
        try:
            sending.send_due(now=sender_clock(), limit=5)
        except DatabaseError as error:
            note("unknown", "sending", type(error).__name__)
        close_old_connections()
        time.sleep(dice.uniform(0, 0.05))


def sender_clock() -> datetime:
    """Every sender reads the same moment from it."""
    return datetime.fromtimestamp(time.time() * 60 / SENDERS_MINUTE, UTC)


if __name__ == "__main__":
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()

from django.db import DatabaseError, close_old_connections  # noqa: E402
from django.utils import timezone  # noqa: E402

from battles.selectors import legal_for  # noqa: E402
from notifications.services import sending  # noqa: E402
from rulebook.errors import Refused  # noqa: E402
from rulebook.saga.steps import Move, Rest, Strike  # noqa: E402
from turns import services  # noqa: E402
from turns.models import Turn  # noqa: E402

if __name__ == "__main__":
    lead()
