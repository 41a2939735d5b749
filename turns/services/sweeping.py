"""The sweep: everything whose time has come, in groups, so that a poisoned battle stops only itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog
from django.db import InterfaceError, OperationalError, transaction
from django.db.models import F, Q

from battles.models import Battle
from battles.selectors import HEAVY
from notifications import services as notices
from notifications.models import Notice
from notifications.tasks import nudge
from turns.models import Turn
from turns.selectors import overdue_battle_ids, turns_to_remind
from turns.services.drafts import forget_discarded_drafts
from turns.services.pulse import Pulse, beat, mark_credited, outages_to_credit, read_pulse
from turns.services.settle import GUARD, settle_locked
from turns.services.tell import Tell, battle_subject, of_turn_reminder, send

log = structlog.get_logger(__name__)

GROUP = 50
MOST_REMINDERS = 200
HEAVY_OF_BATTLE = tuple(f"battle__{column}" for column in HEAVY)
FIRST_RETRY = timedelta(minutes=1)
LONGEST_RETRY = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Swept:
    """What one sweep did."""

    settled: int = 0
    failed: int = 0
    reminded: int = 0

    @property
    def did_something(self) -> bool:
        """Was anything due?"""
        return bool(self.settled or self.failed or self.reminded)

    def __str__(self) -> str:
        return f"settled {self.settled}, failed {self.failed}, reminded {self.reminded}"


def sweep(now: datetime) -> Swept:
    """Heartbeat, credits after an outage, deadlines due two seconds ago, reminders. Any number may run at once."""
    beat(now)
    pulse = read_pulse(now)
    outages = outages_to_credit()
    ids = _running_ids(now) if outages else overdue_battle_ids(now - GUARD, now=now)
    settled, failed = settle_many(ids, now, pulse)
    if outages:
        mark_credited(outages, now=now)
    swept = Swept(settled, failed, remind(now))
    forget_discarded_drafts(now=now)
    if swept.did_something:
        log.info("swept", settled=settled, failed=failed, reminded=swept.reminded)
    return swept


def _running_ids(now: datetime) -> list[int]:
    """After an outage every running battle is credited, the most overdue first."""
    overdue = overdue_battle_ids(now - GUARD, now=now)
    running = Battle.objects.filter(status=Battle.Status.RUNNING).filter(_may_be_tried(now)).order_by("pk")
    return list(dict.fromkeys((*overdue, *running.values_list("pk", flat=True))))


def _may_be_tried(now: datetime) -> Q:
    return Q(sweep_retry_at__isnull=True) | Q(sweep_retry_at__lte=now)


def settle_many(ids: Sequence[int], now: datetime, pulse: Pulse) -> tuple[int, int]:
    """Settle these battles, fifty to a transaction; how many changed and how many failed."""
    settled = failed = 0
    for start in range(0, len(ids), GROUP):
        changed, poisoned = _settle_group(ids[start : start + GROUP], now, pulse)
        settled += changed
        failed += len(poisoned)
        for battle_id, error in poisoned:
            _put_aside(battle_id, error, now)
    return settled, failed


def _settle_group(ids: Sequence[int], now: datetime, pulse: Pulse) -> tuple[int, list[tuple[int, Exception]]]:
    changed = 0
    poisoned: list[tuple[int, Exception]] = []
    with transaction.atomic():
        for battle in _lock_free_ones(ids):
            try:
                with transaction.atomic():
                    changed += settle_locked(battle, now, pulse)
                    _forget_failures(battle, now)
            except (OperationalError, InterfaceError):
                raise
            except Exception as error:  # noqa: BLE001 -- whatever it is, it stops this battle alone, and is told
                poisoned.append((battle.pk, error))
    return changed, poisoned


def _forget_failures(battle: Battle, now: datetime) -> None:
    if battle.sweep_failures:
        battle.sweep_failures, battle.sweep_retry_at = 0, None
        battle.save(update_fields=["sweep_failures", "sweep_retry_at"])
        notices.withdraw(subject=battle_subject(battle), kinds=[Notice.Kind.DIRECTOR_DUE], at=now)


def _lock_free_ones(ids: Sequence[int]) -> Iterator[Battle]:
    """The battles of these ids that nobody else holds: whoever holds one settles it. (SQLite lets one writer in.)"""
    rows = Battle.objects.select_for_update(skip_locked=True, of=("self",)).select_related("campaign")
    return iter(rows.filter(pk__in=ids, status=Battle.Status.RUNNING).order_by("pk"))


def _put_aside(battle_id: int, error: Exception, now: datetime) -> None:
    """A battle that cannot be settled waits a minute, then two, four, … an hour at most; its directors are told."""
    log.error("battle_not_settled", battle=battle_id, exc_info=error)
    with transaction.atomic():
        battle = Battle.objects.select_for_update(of=("self",)).select_related("campaign").get(pk=battle_id)
        wait = min(FIRST_RETRY * 2 ** min(battle.sweep_failures, 10), LONGEST_RETRY)
        battle.sweep_failures += 1
        battle.sweep_retry_at = now + wait
        battle.save(update_fields=["sweep_failures", "sweep_retry_at"])
        data = {"what": "stuck", "error": type(error).__name__, "retry_at": battle.sweep_retry_at.isoformat()}
        send(battle, [Tell(Notice.Kind.DIRECTOR_DUE, battle_subject(battle), data, directors=True)], by=None, at=now)
        transaction.on_commit(nudge, robust=True)


def remind(now: datetime) -> int:
    """Tell players whose deadline is near, once per due time; how many were told.

    The rows are locked: a turn being played at this moment is left out, and whoever plays it next withdraws the notice.
    """
    with transaction.atomic():
        due = turns_to_remind(now).select_for_update(skip_locked=True, of=("self",))
        rows = list(due.select_related("battle__campaign").defer(*HEAVY_OF_BATTLE)[:MOST_REMINDERS])
        for row in rows:
            send(row.battle, [of_turn_reminder(row)], by=None, at=now)
        ids = [row.pk for row in rows]
        if ids:
            Turn.objects.filter(pk__in=ids).update(remind_at=None, reminded_for=F("due_at"))
            transaction.on_commit(nudge, robust=True)
    return len(rows)
