"""The sweep: everything whose time has come, in groups, so that a poisoned battle stops only itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog
from django.db import DatabaseError, InterfaceError, OperationalError, transaction
from django.db.models import F

from battles.models import Battle
from battles.selectors import HEAVY
from notifications import services as notices
from notifications.models import Notice
from turns.chores import do_chores
from turns.models import Turn
from turns.selectors import may_be_tried, overdue_battle_ids, returned_battle_ids, turns_to_remind
from turns.services.drafts import forget_discarded_drafts
from turns.services.games import game_of
from turns.services.pending import Pending, Tell
from turns.services.pulse import Pulse, beat, mark_credited, outages_to_credit, read_pulse
from turns.services.settle import GUARD, settle_locked
from turns.services.subjects import battle_subject
from turns.services.tell import send

log = structlog.get_logger(__name__)

GROUP = 50
MOST_REMINDERS = 200
HEAVY_OF_BATTLE = tuple(f"battle__{column}" for column in HEAVY)
FIRST_RETRY = timedelta(minutes=1)
LONGEST_RETRY = timedelta(hours=1)

Outcome = tuple[int, list[tuple[int, Exception]]]
"""How many battles changed, and which could not be settled, with what stopped them."""


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

    @property
    def busy(self) -> bool:
        """Was there so much to do that more has fallen due meanwhile?"""
        return self.settled > GROUP

    def __str__(self) -> str:
        return f"settled {self.settled}, failed {self.failed}, reminded {self.reminded}"


def sweep(now: datetime) -> Swept:
    """Heartbeat, credits after an outage, deadlines due two seconds ago, reminders, chores. Any number runs at once."""
    beat(now)
    pulse = read_pulse(now)
    outages = outages_to_credit(now)
    ids = _running_ids(now) if outages else _due_ids(now)
    settled, failed = settle_many(ids, now, pulse)
    if outages:
        mark_credited(outages, now=now)
    swept = Swept(settled, failed, remind(now))
    forget_discarded_drafts(now=now)
    do_chores(now)
    if swept.did_something:
        log.info("swept", settled=settled, failed=failed, reminded=swept.reminded)
    return swept


def _due_ids(now: datetime) -> list[int]:
    """Where something has run out, or an announced absence is over."""
    cutoff = now - GUARD
    return list(dict.fromkeys((*overdue_battle_ids(cutoff, now=now), *returned_battle_ids(cutoff, now=now))))


def _running_ids(now: datetime) -> list[int]:
    """After an outage every running battle is credited, the most overdue first."""
    overdue = overdue_battle_ids(now - GUARD, now=now)
    running = Battle.objects.filter(status=Battle.Status.RUNNING).filter(may_be_tried(now)).order_by("pk")
    return list(dict.fromkeys((*overdue, *running.values_list("pk", flat=True))))


def settle_many(ids: Sequence[int], now: datetime, pulse: Pulse) -> tuple[int, int]:
    """Settle these battles, fifty to a transaction; how many changed and how many failed."""
    settled = 0
    poisoned: list[tuple[int, Exception]] = []
    for start in range(0, len(ids), GROUP):
        changed, stuck = _settle_group(ids[start : start + GROUP], now, pulse)
        settled += changed
        poisoned += stuck
    # Only when all the others have been seen to.
    for battle_id, error in poisoned:
        _put_aside(battle_id, error, now)
    return settled, len(poisoned)


def _settle_group(ids: Sequence[int], now: datetime, pulse: Pulse) -> Outcome:
    """Together if that goes well; if the writing of one stops them all, each alone."""
    try:
        return _settle_together(ids, now, pulse)
    except (OperationalError, InterfaceError):
        raise
    except DatabaseError as error:
        if len(ids) == 1:
            return 0, [(ids[0], error)]
    outcomes = [_settle_group([battle_id], now, pulse) for battle_id in ids]
    return sum(changed for changed, _poisoned in outcomes), [one for _changed, poisoned in outcomes for one in poisoned]


def _settle_together(ids: Sequence[int], now: datetime, pulse: Pulse) -> Outcome:
    changed = 0
    poisoned: list[tuple[int, Exception]] = []
    with transaction.atomic():
        pending = Pending()
        battles = _lock_free_ones(ids)
        pending.load(battles)
        for battle in battles:
            part = pending.part(battle)
            try:
                with transaction.atomic():
                    changed += settle_locked(battle, now, pulse, part)
                    _forget_failures(battle, now)
            except (OperationalError, InterfaceError):
                raise
            except Exception as error:  # noqa: BLE001 -- whatever it is, it stops this battle alone, and is told
                poisoned.append((battle.pk, error))
            else:
                pending.take(part)
        pending.write(at=now)
    return changed, poisoned


def _forget_failures(battle: Battle, now: datetime) -> None:
    if battle.sweep_failures:
        battle.sweep_failures, battle.sweep_retry_at = 0, None
        battle.save(update_fields=["sweep_failures", "sweep_retry_at"])
        notices.withdraw(subject=battle_subject(battle), kinds=[Notice.Kind.DIRECTOR_DUE], at=now)


def _lock_free_ones(ids: Sequence[int]) -> list[Battle]:
    """The battles of these ids that nobody else holds: whoever holds one settles it. (SQLite lets one writer in.)"""
    rows = Battle.objects.select_for_update(skip_locked=True, of=("self",)).select_related("campaign")
    return list(rows.filter(pk__in=ids, status=Battle.Status.RUNNING).order_by("pk"))


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


def remind(now: datetime) -> int:
    """Tell players whose deadline is near, once per due time; how many were told.

    The rows are locked: a turn being played at this moment is left out, and whoever plays it next withdraws the notice.
    """
    if not turns_to_remind(now).exists():
        return 0
    with transaction.atomic():
        due = turns_to_remind(now).select_for_update(skip_locked=True, of=("self",))
        rows = list(due.select_related("battle__campaign").defer(*HEAVY_OF_BATTLE)[:MOST_REMINDERS])
        pending = Pending()
        for row in rows:
            pending.tell(row.battle, [game_of(row.battle).reminder(row)], by=None)
        pending.write(at=now)
        Turn.objects.filter(pk__in=[row.pk for row in rows]).update(remind_at=None, reminded_for=F("due_at"))
    return len(rows)
