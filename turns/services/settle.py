"""Deadlines (CLOCK-4, CLOCK-6): what the clock already decided is written, each battle under its own lock."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction

from battles.models import Battle
from battles.moments import to_datetime, to_ms
from battles.selectors import ruleset_of, state_of
from rulebook.table.actions import CreditOutage, DeadlinePassed
from turns.models import Turn
from turns.services.change import change, lock_battle
from turns.services.pending import Pending
from turns.services.pulse import Gap, Pulse, read_pulse

GUARD = timedelta(seconds=2)
"""How long after its due time a sweep or page expires a turn: a post that came in time may still wait for the lock."""
MOST_SLICES = 200


def settle(battle_id: int, now: datetime) -> bool:
    """Credit what an outage took, then expire everything due at or before `now`; did anything change?

    Twice is the same as once. While an outage goes on, nothing is applied.
    """
    with transaction.atomic():
        return settle_locked(lock_battle(battle_id), now, read_pulse(now))


def settle_if_due(battle_id: int, now: datetime) -> bool:
    """For pages, before they read: settle a battle in which something was due two seconds ago. One cheap check."""
    if not is_overdue(battle_id, now - GUARD):
        return False
    return settle(battle_id, now)


def is_overdue(battle_id: int, at: datetime) -> bool:
    """Does an open turn of the battle have a due time at or before `at`?"""
    return Turn.objects.filter(battle=battle_id, closed_at__isnull=True, due_at__lte=at).exists()


def settle_before(battle: Battle, at: datetime) -> None:
    """What a verb does before it acts on a locked battle: what the clock decided stands first.

    In an outage that goes on the clock decides nothing, whoever acts: what is due has its time back first (SK-91).
    """
    pulse = read_pulse(at)
    settle_locked(battle, at, pulse)
    credit_ongoing(battle, at, pulse)


def credit_before(battle: Battle, at: datetime) -> None:
    """As `settle_before` for what is judged by its own moment: the rulebook expires what was due before it."""
    pulse = read_pulse(at)
    credit(battle, at, pulse)
    credit_ongoing(battle, at, pulse)


def settle_locked(battle: Battle, now: datetime, pulse: Pulse, pending: Pending | None = None) -> bool:
    """`settle` for a battle whose row is locked, in the caller's transaction. With `pending`, the caller writes."""
    if battle.status != Battle.Status.RUNNING or battle.state is None:
        return False
    changed = credit(battle, now, pulse, pending)
    if pulse.silent:
        return changed
    return expire(battle, now, pending) or changed


def credit(battle: Battle, now: datetime, pulse: Pulse, pending: Pending | None = None) -> bool:
    """Give back the time of the outages that the battle lived through and was not credited for; each once."""
    gaps = [gap for gap in pulse.since(battle.opened_at) if not gap.ongoing and gap.end <= now]
    return sum(_credit(battle, gap, now, pending) for gap in gaps) > 0


def credit_all(battle: Battle, now: datetime, pulse: Pulse) -> None:
    """`credit`, and of the outage that goes on what it took up to this moment: before a clock is wound up again."""
    for gap in pulse.since(battle.opened_at):
        if gap.end <= now:
            _credit(battle, gap, now, None)


def credit_ongoing(battle: Battle, now: datetime, pulse: Pulse) -> bool:
    """While an outage goes on, posts are on time: what is due gets the time up to this moment back (SK-91)."""
    if not pulse.silent or not _is_due(battle, now):
        return False
    return _credit(battle, pulse.gaps[-1], now, None)


def _credit(battle: Battle, gap: Gap, now: datetime, pending: Pending | None) -> bool:
    state = state_of(battle)
    if state.phase == "over" or state.credited_until >= to_ms(gap.end):
        return False
    action = CreditOutage(start=to_ms(gap.start), end=to_ms(gap.end), at=to_ms(now))
    change(battle, action, at=now, pending=pending)
    return True


def expire(battle: Battle, now: datetime, pending: Pending | None = None) -> bool:
    """Apply every deadline at or before `now`, each at its due time."""
    changed = False
    for _slice in range(MOST_SLICES):
        if not _is_due(battle, now):
            break
        moment = _next_due(battle) if battle.pause_after_idle_rounds else now
        change(battle, DeadlinePassed(at=to_ms(moment)), at=now, pending=pending)
        changed = True
    return changed


def _is_due(battle: Battle, now: datetime) -> bool:
    due = ruleset_of(battle).next_due(state_of(battle))
    return due is not None and due <= to_ms(now)


def _next_due(battle: Battle) -> datetime:
    """A battle that pauses itself is taken deadline by deadline, so that the pause falls where the round ended."""
    due = ruleset_of(battle).next_due(state_of(battle))
    assert due is not None
    return to_datetime(due)
