"""G4 and G6, with a real broker, worker and beat: deadlines hold, whatever becomes of the broker."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import redis
from django.utils import timezone

from accounts.models import User
from battles.models import Battle, BattleEvent
from config import children, valkey
from config.watchdog import STUCK
from rulebook.saga.steps import Rest
from tests import arena, servers
from tests.conftest import BEAT, WORKER
from tests.reliability.figures import BROKER_RESTARTS, DEADLINES, figure, tell
from tests.reliability.history import faults_of
from turns import services
from turns.models import Heartbeat, Outage, Turn
from turns.selectors import overdue_battle_ids

WITHIN = DEADLINES * 60 // 10_000
FROZEN = figure(2, 60)
"""Seconds that a frozen broker says nothing."""
PER_SECOND = 5
AWAY = figure(50, 300)
"""Deadlines that fall due while the broker says nothing, five a second."""
LONGEST_ORDER = 10
"""Seconds: ten times what an order may take while the broker is away."""
HANG = 300
MADE_A_SECOND = 200
"""Battles that a busy machine can lay out before the first deadline falls."""

WAYS = ("killed", "frozen", "emptied")

pytestmark = pytest.mark.django_db(transaction=True)


def wait_until(true: Callable[[], bool], what: str) -> None:
    """Look again and again; a guard against hanging, not a measure."""
    end = time.monotonic() + HANG
    while not true():
        assert time.monotonic() < end, f"still not: {what}"
        time.sleep(0.1)


class Broker:
    """A Valkey of the test's own, to be killed and started again at the same address."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.url = valkey.url(folder)
        self.start()

    def start(self) -> None:
        self._process = children.start(valkey.command(self.folder, durable=False))
        assert valkey.wait_until_it_answers(self.url, patience=servers.PATIENCE)

    def kill(self) -> None:
        os.kill(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def freeze(self) -> None:
        """It takes connections, and says nothing."""
        os.kill(self._process.pid, signal.SIGSTOP)

    def thaw(self) -> None:
        os.kill(self._process.pid, signal.SIGCONT)

    def empty(self) -> None:
        """Everything that was queued is gone."""
        redis.Redis.from_url(self.url).flushall()

    def stop(self) -> None:
        children.stop(self._process, patience=servers.PATIENCE)


@pytest.fixture
def broker() -> Iterator[Broker]:
    with servers.scratch_folder() as folder:
        found = Broker(folder)
        yield found
        found.stop()


class Clockwork:
    """A worker and a beat, and whoever starts a worker again that ended itself because it was stuck."""

    def __init__(self, environment: dict[str, str]) -> None:
        self.environment = environment
        self.worker, self.beat = self.start(WORKER), self.start(BEAT)
        self.stuck = 0

    def start(self, role: tuple[str, ...]) -> Any:
        return children.start([sys.executable, "-m", "celery", "-A", "config", *role], environment=self.environment)

    def look_after(self) -> None:
        """As a supervisor does."""
        if self.worker.poll() == STUCK:
            self.stuck += 1
            self.worker = self.start(WORKER)

    @property
    def lives(self) -> bool:
        return self.worker.poll() is None and self.beat.poll() is None

    def stop(self) -> None:
        for process in (self.beat, self.worker):
            children.stop(process, patience=servers.PATIENCE)


@pytest.fixture
def clockwork(broker: Broker, site_environment: dict[str, str]) -> Iterator[Clockwork]:
    """A worker and a beat on that broker."""
    found = Clockwork(site_environment | {"REDIS_URL": broker.url, "SKALD_LOG_LEVEL": "ERROR"})
    yield found
    found.stop()


def swept_again(moment: datetime, clockwork: Clockwork) -> bool:
    clockwork.look_after()
    return swept_since(moment)


def swept_since(moment: datetime) -> bool:
    return Heartbeat.objects.filter(at__gt=moment).exists()


@contextmanager
def away(broker: Broker, how: str) -> Iterator[None]:
    """Something happens to the broker, and is over."""
    if how == "killed":
        broker.kill()
        yield
        time.sleep(1)
        broker.start()
    elif how == "frozen":
        broker.freeze()
        yield
        time.sleep(FROZEN)
        broker.thaw()
    else:
        broker.empty()
        yield
        broker.empty()


def test_worker_and_beat_come_back_by_themselves_whatever_becomes_of_the_broker(
    arenas: Callable[..., list[Battle]], players: list[User], broker: Broker, clockwork: Clockwork
) -> None:
    """G4: killed, frozen, emptied; turns are played meanwhile, and what fell due is applied afterwards."""
    start = timezone.now()
    wait_until(lambda: swept_since(start), "a first sweep")
    battles = arenas(
        BROKER_RESTARTS, at=timezone.now(), rules={"first_turn_hours": 1, "hour_seconds": 2, "turn_hours": 720}
    )
    seconds = []
    for number, battle in enumerate(battles):
        with away(broker, WAYS[number % len(WAYS)]):
            begun = time.monotonic()
            play_while_the_broker_is_away(battle, players)
            seconds.append(time.monotonic() - begun)
        back = timezone.now()
        wait_until(partial(swept_again, back, clockwork), "a sweep after the broker came back")
    cutoff = timezone.now() - services.GUARD
    wait_until(lambda: not overdue_battle_ids(cutoff, now=timezone.now()), "every deadline applied")
    assert clockwork.lives
    for battle in battles:
        assert faults_of(battle) == []
    assert max(seconds) < LONGEST_ORDER
    tell(
        f"G4: the broker was {', '.join(WAYS)} {BROKER_RESTARTS} times in turn; worker and beat came back by "
        f"themselves, {clockwork.stuck} times a worker that was stuck, nothing was late for good; an order took at "
        f"most {max(seconds):.1f} s meanwhile"
    )


def play_while_the_broker_is_away(battle: Battle, players: list[User]) -> None:
    row = Turn.objects.filter(battle=battle, kind="turn", closed_at__isnull=True).get()
    player = next(one for one in players if one.pk == row.player_id)
    services.play_turn(
        battle_id=battle.pk,
        unit=row.unit,
        player=player,
        steps=(Rest(),),
        text="",
        version=None,
        key=f"away-{battle.pk}",
        received_at=timezone.now(),
    )


@pytest.fixture
def sweep_command(broker: Broker, site_environment: dict[str, str]) -> Iterator[Any]:
    """The sweep without a broker, and no worker or beat beside it."""
    environment = site_environment | {"REDIS_URL": broker.url, "SKALD_LOG_LEVEL": "ERROR"}
    running = children.start([sys.executable, "manage.py", "sweep", "--every", "2"], environment=environment)
    yield running
    children.stop(running, patience=servers.PATIENCE)


def test_the_sweep_command_keeps_time_while_the_broker_is_away(
    arenas: Callable[..., list[Battle]], broker: Broker, sweep_command: Any
) -> None:
    """G4, G5: nothing but this command runs, and the broker neither answers nor refuses."""
    start = timezone.now()
    wait_until(lambda: swept_since(start), "a first sweep")
    broker.freeze()
    rules = {"first_turn_hours": 10, "turn_hours": 720, "hour_seconds": 1}
    for number in range(AWAY // PER_SECOND):
        (battle,) = arenas(1, at=timezone.now() + timedelta(seconds=number), rules=rules)
        arena.clones(battle, PER_SECOND - 1)
    late = measure_lateness()
    broker.thaw()
    assert sweep_command.poll() is None
    rows = Turn.objects.filter(unit="bob", kind="turn")
    assert rows.count() == AWAY
    assert all(row.closed_at == row.first_due_at and row.outcome == "expired" for row in rows)
    assert not Outage.objects.exists()
    tell(
        f"G4: {AWAY} deadlines while the broker was frozen and a sweep command ran: p50 {late[len(late) // 2]:.1f} s "
        f"late, p99 {late[int(len(late) * 0.99)]:.1f} s, max {late[-1]:.1f} s"
    )


def test_deadlines_are_applied_once_each_at_their_own_moment(
    arenas: Callable[..., list[Battle]],
    players: list[User],
    clockwork: Clockwork,
) -> None:
    """G6, at the rate of ten thousand a minute."""
    User.objects.update(email="")
    begun = timezone.now()
    wait_until(lambda: swept_since(begun), "a first sweep")
    rules = {"first_turn_hours": 30, "turn_hours": 720, "hour_seconds": 1}
    first_due = timezone.now() + timedelta(seconds=10 + DEADLINES / MADE_A_SECOND)
    steps = [first_due + timedelta(seconds=WITHIN * n / 20) for n in range(20)]
    for due in steps:
        (battle,) = arenas(1, at=due - timedelta(seconds=30), rules=rules)
        arena.clones(battle, DEADLINES // len(steps) - 1)
    late = measure_lateness()
    rows = Turn.objects.filter(unit="bob", kind="turn")
    assert rows.count() == DEADLINES
    assert all(row.closed_at == row.first_due_at and row.outcome == "expired" for row in rows)
    expiries = BattleEvent.objects.filter(kind="turn-expired", data__unit="bob")
    assert expiries.count() == DEADLINES == expiries.values("battle").distinct().count()
    tell(
        f"G6: {DEADLINES} deadlines within {WITHIN} s: p50 {late[len(late) // 2]:.1f} s late, "
        f"p99 {late[int(len(late) * 0.99)]:.1f} s, max {late[-1]:.1f} s"
    )


def measure_lateness() -> list[float]:
    """Seconds from each due time until its expiry was seen from outside, in order."""
    bobs = Turn.objects.filter(unit="bob", kind="turn", closed_at__isnull=True)
    open_turns = dict(bobs.values_list("pk", "due_at"))
    late: list[float] = []
    end = time.monotonic() + HANG
    while open_turns:
        assert time.monotonic() < end, f"{len(open_turns)} deadlines were not applied"
        time.sleep(0.2)
        still = set(bobs.all().values_list("pk", flat=True))
        now = timezone.now()
        for pk in set(open_turns) - still:
            late.append((now - open_turns.pop(pk)).total_seconds())
    return sorted(late)
