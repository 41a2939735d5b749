"""G23: a site that goes on and on needs no more memory, connections or files than at the beginning."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone
from rest_framework.authtoken.models import Token

from accounts.models import User
from battles.models import Battle
from battles.selectors import view_for, viewer_version
from tests.reliability.figures import SOAK, figure, tell
from tests.reliability.website import Client, Website
from turns.models import Turn

ACTIONS = figure(300, 576_000)
"""The long tier plays as many as eight hours at twenty a second."""
PARTS = 20
"""In a soak it says after each what has come of it so far."""
WARM_AFTER = max(ACTIONS // 10, 150)
MEGABYTE = 2**20
MOST_GROWTH = (8 if ACTIONS >= 288_000 else 24) * MEGABYTE
"""A megabyte an hour; in a short run what a process takes once weighs more."""
MOST_JOURNAL = 64 * MEGABYTE

pytestmark = pytest.mark.django_db(transaction=True)


def family(root: int) -> Iterator[int]:
    """A process and everything it has started."""
    yield root
    for task in Path(f"/proc/{root}/task").iterdir():
        for child in (task / "children").read_text().split():
            yield from family(int(child))


def memory(pids: list[int]) -> int:
    """Bytes that these processes hold for themselves; what they share is counted once for each."""
    pages = sum(int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in pids)
    return pages * os.sysconf("SC_PAGE_SIZE")


def files(pids: list[int]) -> int:
    """Open files and sockets, connections to the database among them."""
    return sum(len(list(Path(f"/proc/{pid}/fd").iterdir())) for pid in pids)


class Play:
    """Everybody rests in turn over the API, and looks at what waits for them."""

    def __init__(self, site: Website, players: list[User], seed: int) -> None:
        self.clients = {user.pk: Client(site.port, Token.objects.create(user=user).key) for user in players}
        self.dice = random.Random(seed)
        self.done = 0

    def until(self, count: int) -> None:
        while self.done < count:
            rows = Turn.objects.filter(closed_at__isnull=True, kind="turn").select_related("battle__campaign", "player")
            row = self.dice.choice(list(rows))
            assert row.player is not None
            body: dict[str, Any] = {"unit": row.unit, "steps": [{"kind": "rest"}], "key": f"leak-{self.done}"}
            body["version"] = viewer_version(view_for(row.battle, row.player))
            assert self.clients[row.player.pk].play(row.battle.code, body) == 201
            self.done += 1


def test_playing_on_takes_no_more_memory_files_or_connections(
    arenas: Callable[..., list[Battle]], players: list[User], site: Website, seed: int
) -> None:
    arenas(6, at=timezone.now(), rules={"hour_seconds": 3600})
    play = Play(site, players, seed)
    play.until(WARM_AFTER)
    pids = list(family(site.process.pid))
    before, open_before = memory(pids), files(pids)
    for part in range(2, PARTS + 1):
        play.until(ACTIONS * part // PARTS)
        if SOAK:
            tell(f"G23: after {play.done} turns {(memory(pids) - before) / MEGABYTE:+.1f} MB")
    assert list(family(site.process.pid)) == pids, "no process was replaced meanwhile"
    growth, opened = memory(pids) - before, files(pids) - open_before
    assert growth < MOST_GROWTH
    assert opened <= 2 * len(pids), "a connection for each thread at most"
    assert journal() < MOST_JOURNAL
    tell(
        f"G23: {ACTIONS} turns over the API: {growth / MEGABYTE:.1f} MB more than after {WARM_AFTER}, "
        f"{opened} more open files, journal {journal() / MEGABYTE:.1f} MB (seed {seed})"
    )


def journal() -> int:
    """The size of SQLite's journal; 0 on PostgreSQL."""
    name = Path(str(connection.settings_dict["NAME"]))
    return sum(part.stat().st_size for part in name.parent.glob(f"{name.name}-*")) if name.is_absolute() else 0
