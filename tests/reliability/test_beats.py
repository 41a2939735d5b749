"""G10: any number of beats and sweep commands at once do what one does."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.utils import timezone

from battles.models import Battle, BattleEvent
from config import children
from notifications.models import Notice
from tests import arena, servers
from tests.conftest import BEAT, WORKER
from tests.reliability.figures import BEATS, SWEEPERS, figure, tell
from tests.reliability.history import faults_of
from turns.models import Heartbeat, Turn

BATTLES = figure(60, 1_000)
HANG = 300

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def too_many(site_environment: dict[str, str]) -> Iterator[list[Any]]:
    """Two workers, several beats, and sweep commands beside them."""
    environment = site_environment | {"SKALD_LOG_LEVEL": "ERROR"}
    commands = [
        *[[sys.executable, "-m", "celery", "-A", "config", *WORKER, "-n", f"w{n}@here"] for n in range(2)],
        *[[sys.executable, "-m", "celery", "-A", "config", *BEAT] for _n in range(BEATS)],
        *[[sys.executable, "manage.py", "sweep", "--every", "0.5"] for _n in range(SWEEPERS)],
    ]
    running = [children.start(command, environment=environment) for command in commands]
    yield running
    for process in reversed(running):
        children.stop(process, patience=servers.PATIENCE)


def test_beats_and_sweep_commands_beside_each_other_double_nothing(
    arenas: Callable[..., list[Battle]], too_many: list[Any]
) -> None:
    begun = timezone.now()
    end = time.monotonic() + HANG
    while not Heartbeat.objects.filter(at__gt=begun).exists():
        assert time.monotonic() < end, "nobody has swept"
        time.sleep(0.1)
    rules = {"first_turn_hours": 10, "turn_hours": 4, "hour_seconds": 1, "endgame_turn_hours": 720}
    (battle,) = arenas(1, at=timezone.now(), rules=rules)
    battles = [battle, *arena.clones(battle, BATTLES - 1)]
    expired = BattleEvent.objects.filter(battle__in=battles, kind="turn-expired")
    while expired.count() < 4 * BATTLES:
        assert time.monotonic() < end, f"{expired.count()} of {4 * BATTLES} turns have expired"
        time.sleep(0.2)
    assert [process.poll() for process in too_many] == [None] * len(too_many)
    for process in too_many:
        children.stop(process, patience=servers.PATIENCE)
    for one in battles:
        assert faults_of(one) == []
    rows = Turn.objects.filter(kind="turn", outcome="expired")
    assert all(row.closed_at == row.first_due_at for row in rows)
    assert Notice.objects.filter(kind="missed").count() == expired.count()
    tell(f"G10: {BEATS} beats, {SWEEPERS} sweep commands: {expired.count()} turns expired, each once and told once")
