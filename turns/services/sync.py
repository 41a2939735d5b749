"""The only writer of `Turn` rows: they repeat what a battle's state waits for, so that it can be found."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from battles.models import Battle
from battles.moments import to_datetime
from battles.selectors import user_pk
from rulebook.saga.deadlines import penalty_of
from rulebook.saga.events import DeploymentEnded, Event, TurnEnded, TurnExpired, TurnTaken
from rulebook.saga.state import State
from rulebook.saga.waits import Wait
from turns.models import Turn
from turns.services.pending import Pending

LONGEST_WARNING = timedelta(hours=6)
WARNING_SHARE = 4
REMINDED_KINDS = (Turn.Kind.DEPLOY, Turn.Kind.TURN)
GONE = "gone"

Key = tuple[str, str, str]
Ending = tuple[str, datetime]
Known = dict[tuple[str, str], Ending]


@dataclass(frozen=True, slots=True)
class Synced:
    """What changed among a battle's open turns."""

    opened: tuple[Turn, ...] = ()
    closed: tuple[Turn, ...] = ()
    moved: tuple[Turn, ...] = ()


def remind_at(opened: datetime, due: datetime | None) -> datetime | None:
    """When "deadline near" is told: a quarter of the turn's length before its end, at most six hours."""
    if due is None:
        return None
    return due - min((due - opened) / WARNING_SHARE, LONGEST_WARNING)


def sync_turns(
    pending: Pending, battle: Battle, waits: Sequence[Wait], events: Iterable[Event], *, state: State, at: datetime
) -> Synced:
    """Close the rows that nothing waits for any more, open the new ones, move the due times that moved.

    Written only where the state is saved, under the battle's lock; one open row per (battle, who, kind, unit).
    """
    rows = {(row.who, row.kind, row.unit): row for row in pending.open_turns(battle)}
    wanted: dict[Key, Wait] = {(wait.who, wait.kind, wait.unit): wait for wait in waits}
    closed = [row for key, row in rows.items() if not _still_waited_for(row, wanted.get(key))]
    gone = {(row.who, row.kind, row.unit) for row in closed}
    kept = {key: row for key, row in rows.items() if key not in gone}
    told = {key: row.due_at for key, row in kept.items()}
    changed = [row for key, row in kept.items() if _follow(row, wanted[key])]
    opened = [_row(battle, wait, state) for key, wait in wanted.items() if key not in kept]
    _close(closed, endings(events), at)
    pending.open[battle.pk] = [*kept.values(), *opened]
    pending.closed += closed
    pending.moved += changed
    pending.opened += opened
    moved = [row for key, row in kept.items() if row.due_at != told[key]]
    return Synced(tuple(opened), tuple(closed), tuple(moved))


def _still_waited_for(row: Turn, wait: Wait | None) -> bool:
    if wait is None:
        return False
    # A decision has no opening of its own in the state: while it is owed it is the same one.
    return row.kind == Turn.Kind.DECIDE or to_datetime(wait.opened) == row.opened_at


def _follow(row: Turn, wait: Wait) -> bool:
    """Let the row say what the wait says; was anything different?"""
    due = None if wait.due is None else to_datetime(wait.due)
    if row.due_at == due and row.rule == wait.rule:
        return False
    row.rule = wait.rule
    if row.due_at != due:
        row.due_at = due
        row.moves += 1
        row.first_due_at = row.first_due_at or due
        row.remind_at = remind_at(row.opened_at, due) if row.kind in REMINDED_KINDS else None
    return True


def _row(battle: Battle, wait: Wait, state: State) -> Turn:
    opened = to_datetime(wait.opened)
    due = None if wait.due is None else to_datetime(wait.due)
    unit = state.units.get(wait.unit)
    return Turn(
        battle=battle,
        who=wait.who,
        player_id=user_pk(wait.who),
        kind=wait.kind,
        unit=wait.unit,
        unit_name=unit.name if unit else "",
        penalty=penalty_of(state, unit) + 1 if unit and wait.kind == "turn" else 0,
        rule=wait.rule,
        round=state.round,
        opened_at=opened,
        due_at=due,
        first_due_at=due,
        remind_at=remind_at(opened, due) if wait.kind in REMINDED_KINDS else None,
    )


def _close(closed: list[Turn], known: Known, at: datetime) -> None:
    for row in closed:
        row.outcome, row.closed_at = _ending(row, known, at)


def endings(events: Iterable[Event]) -> Known:
    """How and when the turns that were open before these events ended, by kind and unit.

    The last word of a turn's own moment counts: what ends later is another turn of the same unit, opened meanwhile.
    """
    known: Known = {}
    for event in events:
        told = _told(event)
        if told is not None:
            key, outcome = told
            ended = to_datetime(event.at)
            if key not in known or known[key][1] == ended:
                known[key] = outcome, ended
    return known


def _told(event: Event) -> tuple[tuple[str, str], str] | None:
    """Which turn an event ends, by kind and unit, and how; None for an event that ends none."""
    if isinstance(event, TurnTaken):
        kind = {"late": Turn.Kind.LATE, "plan-adapted": Turn.Kind.PLAN}.get(event.how, Turn.Kind.TURN)
        return (kind, event.unit), "acted-late" if event.how == "late" else "acted"
    if isinstance(event, TurnEnded):
        return (Turn.Kind.TURN, event.unit), event.how
    if isinstance(event, TurnExpired):
        return (Turn.Kind.TURN, event.unit), "expired"
    if isinstance(event, DeploymentEnded):
        return (Turn.Kind.DEPLOY, ""), "expired" if event.by_deadline else "deployed"
    return None


def _ending(row: Turn, known: Known, at: datetime) -> Ending:
    if row.kind == Turn.Kind.LATE:
        return known.get((Turn.Kind.LATE, row.unit), ("window-closed", at))
    if row.kind == Turn.Kind.DEPLOY:
        return known.get((Turn.Kind.DEPLOY, ""), ("deployed", at))
    return known.get((Turn.Kind.TURN, row.unit), (GONE, at))
