"""G17: a sweeper that hangs is seen, by monitors and by people; woken again, it takes up where it was."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from battles.models import Battle, BattleEvent
from config import children, health
from tests import servers
from tests.reliability.figures import SOAK, tell
from turns.models import Turn

SOON = timedelta(seconds=5)
HOUR_SECONDS = 1 if SOAK else 0.1
"""So that the first deadline falls after the sweeper has been woken."""
HANG = 300
STANDING = "The clocks stand still since"

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def sweeper(site_environment: dict[str, str]) -> Iterator[Any]:
    command = [sys.executable, "manage.py", "sweep", "--every", "0.5"]
    process = children.start(command, environment=site_environment | {"SKALD_LOG_LEVEL": "ERROR"})
    yield process
    os.kill(process.pid, signal.SIGCONT)
    children.stop(process, patience=servers.PATIENCE)


def wait_until(true: Callable[[], bool], what: str) -> None:
    end = time.monotonic() + HANG
    while not true():
        assert time.monotonic() < end, f"still not: {what}"
        time.sleep(0.1)


def is_ready() -> bool:
    return health.sweep(timezone.now()).ok


def test_a_sweeper_that_hangs_is_told_of_and_goes_on_when_it_wakes(
    arenas: Callable[..., list[Battle]], players: list[User], sweeper: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In every run the limits are shorter, so that nobody waits for them; `make soak` keeps the site's own."""
    if not SOAK:
        monkeypatch.setattr(health, "SWEEP_LATE", SOON)
        monkeypatch.setattr(health, "CLOCKS_STILL", SOON)
    User.objects.update(language="en")
    (battle,) = arenas(1, at=timezone.now(), rules={"first_turn_hours": 200, "hour_seconds": HOUR_SECONDS})
    reader = Client(SERVER_NAME="127.0.0.1")
    reader.force_login(User.objects.get(pk=players[0].pk))

    def banner() -> bool:
        return STANDING in reader.get(battle.get_absolute_url()).content.decode()

    wait_until(is_ready, "a first sweep")
    assert not banner()
    os.kill(sweeper.pid, signal.SIGSTOP)
    begun = time.monotonic()
    wait_until(lambda: not is_ready(), "the monitor hears of it")
    heard = time.monotonic() - begun
    wait_until(banner, "readers are told")
    os.kill(sweeper.pid, signal.SIGCONT)
    wait_until(is_ready, "ready again")
    wait_until(lambda: not banner(), "readers are told no longer")
    expired = Turn.objects.filter(battle=battle, unit="bob", outcome="expired")
    wait_until(expired.exists, "the turn expires")
    assert BattleEvent.objects.filter(battle=battle, kind="turn-expired", data__unit="bob").count() == 1
    tell(f"G17: a stopped sweeper was told of after {heard:.0f} s, and its deadline was applied once it woke")
