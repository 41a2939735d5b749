"""Whether the site does its work: the parts that must answer, and the figures that a monitor draws."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

import redis
from django.conf import settings
from django.db import DatabaseError, connection
from redis.backoff import NoBackoff
from redis.retry import Retry

from notifications.selectors import OutboxState, outbox_state
from turns.selectors import ClockState, clock_state, last_sweep

SWEEP_LATE = timedelta(seconds=60)
CLOCKS_STILL = timedelta(minutes=2)
OUTBOX_LATE = timedelta(minutes=5)
BROKER_PATIENCE = 1.0


@dataclass(frozen=True, slots=True)
class Part:
    """One part of the site: does it work, and in words what was found."""

    name: str
    ok: bool
    says: str


def database(now: datetime) -> Part:
    """Does the database answer?"""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError as error:
        return Part("database", False, type(error).__name__)
    return Part("database", True, "answers")


def broker(now: datetime, address: str = "") -> Part:
    """Does the broker (that of the settings, unless another address is given) answer within a second?"""
    client = redis.Redis.from_url(
        address or settings.REDIS_URL,
        socket_timeout=BROKER_PATIENCE,
        socket_connect_timeout=BROKER_PATIENCE,
        retry=Retry(NoBackoff(), 0),
    )
    try:
        client.ping()
    except (redis.RedisError, OSError) as error:
        return Part("broker", False, type(error).__name__)
    finally:
        client.close()
    return Part("broker", True, "answers")


def sweep(now: datetime) -> Part:
    """Was there a sweep within the last minute?"""
    last = last_sweep()
    if last is None:
        return Part("sweep", False, "never")
    return Part("sweep", now - last < SWEEP_LATE, f"{seconds(now - last)} s ago")


def outbox(now: datetime) -> Part:
    """Does what is due leave within five minutes?"""
    state = outbox_state(now)
    return Part("outbox", state.age < OUTBOX_LATE, f"{state.due} due, the oldest for {seconds(state.age)} s")


def readiness(now: datetime) -> list[Part]:
    """Every part; those that need the database are not asked when it does not answer."""
    first = database(now)
    asked: tuple[Callable[[datetime], Part], ...] = (broker, sweep, outbox) if first.ok else (broker,)
    return [first, *(_asked(part, now) for part in asked)]


def _asked(part: Callable[[datetime], Part], now: datetime) -> Part:
    try:
        return part(now)
    except DatabaseError as error:
        return Part(part.__name__, False, type(error).__name__)


def clocks_still_since(now: datetime) -> datetime | None:
    """The last sweep, when it is too long ago; None while deadlines are kept, and on a site that never swept."""
    try:
        last = last_sweep()
    except DatabaseError:
        return None
    return last if last is not None and now - last > CLOCKS_STILL else None


def seconds(span: timedelta) -> int:
    return int(span.total_seconds())


def exposition(now: datetime) -> str:
    """All figures in the text format that Prometheus reads."""
    lines: list[str] = []
    for name, meaning, value in figures(now, clock_state(now), outbox_state(now)):
        lines += [f"# HELP skald_{name} {meaning}", f"# TYPE skald_{name} gauge", f"skald_{name} {value:g}"]
    lines += ["# HELP skald_ready Whether a part of the site works.", "# TYPE skald_ready gauge"]
    lines += [f'skald_ready{{part="{part.name}"}} {int(part.ok)}' for part in readiness(now)]
    return "\n".join(lines) + "\n"


def figures(now: datetime, clock: ClockState, outbox: OutboxState) -> list[tuple[str, str, float]]:
    """Name, meaning and value of each figure that stands alone."""
    age = (now - clock.last_sweep).total_seconds() if clock.last_sweep else -1
    return [
        ("sweep_age_seconds", "Seconds since the last sweep; -1 when there was none.", age),
        ("turns_open", "Turns that somebody is waited for.", clock.open_turns),
        ("turns_overdue", "Open turns whose deadline is over.", clock.overdue_turns),
        ("turns_lateness_seconds", "How long the most overdue turn is over.", clock.lateness.total_seconds()),
        ("battles_open", "Battles that are running.", clock.open_battles),
        ("battles_stuck", "Battles that could not be settled and are tried again.", clock.stuck_battles),
        ("outbox_pending", "Deliveries on their way.", outbox.pending),
        ("outbox_due", "Deliveries whose time has come.", outbox.due),
        ("outbox_age_seconds", "How long the oldest of them is due.", outbox.age.total_seconds()),
        ("outbox_failed", "Deliveries given up in the last day.", outbox.failed),
        ("channels_off", "Channels that were switched off because they were dead.", outbox.channels_off),
    ]
