"""G18: a new version is put in place while people play: nobody's post fails for good, nothing is lost or doubled."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Callable
from http.client import HTTPException
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone
from rest_framework.authtoken.models import Token

from accounts.models import User
from battles.models import Battle
from battles.selectors import view_for, viewer_version
from tests.reliability.figures import RESTARTS, tell
from tests.reliability.history import faults_of
from tests.reliability.website import HANG, Client, Website
from turns.models import PlayKey, Turn

SLOW = {"hour_seconds": 3600}
ANSWERED = {200, 201, 400, 409}
"""Whatever else comes back is no answer to an order: a server that is being replaced, or nothing."""

pytestmark = pytest.mark.django_db(transaction=True)


class Players(threading.Thread):
    """People who rest whenever it is their turn; an order without an answer is sent again with the same key."""

    def __init__(self, port: int, tokens: dict[int, str], seed: int) -> None:
        super().__init__(daemon=True)
        self.port, self.tokens, self.dice = port, tokens, random.Random(seed)
        self.statuses: Counter[int] = Counter()
        self.acknowledged: list[str] = []
        self.again = 0
        self.stopped = threading.Event()

    def run(self) -> None:
        try:
            while not self.stopped.is_set():
                self.play_one(f"{self.ident}-{sum(self.statuses.values())}")
        finally:
            connection.close()

    def play_one(self, key: str) -> None:
        rows = Turn.objects.filter(closed_at__isnull=True, kind="turn").select_related("battle__campaign", "player")
        row = self.dice.choice(list(rows))
        assert row.player is not None
        client = Client(self.port, self.tokens[row.player.pk])
        seen = viewer_version(view_for(row.battle, row.player))
        body = {"unit": row.unit, "steps": [{"kind": "rest"}], "key": key, "version": seen}
        status = self.sent(client, row.battle.code, body)
        self.statuses[status] += 1
        if status == 201:
            self.acknowledged.append(key)

    def sent(self, client: Client, code: str, body: dict[str, Any]) -> int:
        end = time.monotonic() + HANG
        while True:
            try:
                status = client.play(code, body)
            except (OSError, HTTPException):
                status = 0
            if status in ANSWERED or time.monotonic() > end:
                return status
            self.again += 1
            time.sleep(0.05)


def restart_web(site: Website) -> None:
    """A rolling restart: new workers start, the old ones finish what they do."""
    site.process.send_signal(signal.SIGHUP)


def restart_worker(worker: subprocess.Popen[bytes], start: Callable[[], Any]) -> Any:
    """A warm stop, and a new worker in its place."""
    worker.send_signal(signal.SIGTERM)
    fresh = start()
    worker.wait(timeout=HANG)
    return fresh


def test_rolling_restarts_fail_no_post_and_lose_and_double_nothing(
    arenas: Callable[..., list[Battle]],
    players: list[User],
    site: Website,
    start_worker: Callable[[], Any],
    start_beat: Callable[[], Any],
    seed: int,
) -> None:
    battles = arenas(4, at=timezone.now(), rules=SLOW)
    tokens = {user.pk: Token.objects.create(user=user).key for user in players}
    start_beat()
    worker = start_worker()
    crowd = [Players(site.port, tokens, seed + number) for number in range(3)]
    for people in crowd:
        people.start()
    dice = random.Random(seed)
    for number in range(RESTARTS):
        end = time.monotonic() + HANG
        played = sum(len(people.acknowledged) for people in crowd)
        while sum(len(people.acknowledged) for people in crowd) < played + 5 and time.monotonic() < end:
            time.sleep(dice.uniform(0.05, 0.2))
        restart_web(site)
        if number % 2 == 0:
            worker = restart_worker(worker, start_worker)
    for people in crowd:
        people.stopped.set()
        people.join(HANG)
    os.kill(site.process.pid, 0)  # the server itself never went away
    statuses = sum((people.statuses for people in crowd), Counter[int]())
    acknowledged = [key for people in crowd for key in people.acknowledged]
    assert set(statuses) <= {200, 201, 409} and statuses[201] >= 5 * RESTARTS
    assert set(acknowledged) <= set(PlayKey.objects.values_list("key", flat=True))
    assert [fault for battle in battles for fault in faults_of(battle)] == []
    tell(
        f"G18: {RESTARTS} rolling restarts, {len(acknowledged)} posts acknowledged, answers {dict(statuses)}, "
        f"{sum(people.again for people in crowd)} sent again without an answer: nothing lost or doubled (seed {seed})"
    )
