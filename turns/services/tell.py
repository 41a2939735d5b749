"""Which notices a change of a battle makes, and which it makes stale; written in the change's own transaction."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from accounts.models import User
from battles.models import Battle
from battles.moments import to_datetime
from battles.selectors import user_pk
from battles.services import Applied
from notifications import services as notices
from notifications.models import Notice
from rulebook.saga.events import (
    BattleEnded,
    BattlePaused,
    BattleResumed,
    DeadlineExtended,
    Event,
    OutageCredited,
    PlanFailed,
    RoundBegan,
    TurnExpired,
    TurnTaken,
    UnitHandedBack,
    UnitTakenOver,
)
from rulebook.saga.state import State
from turns.models import Turn
from turns.services.pending import Pending, Tell
from turns.services.sync import Synced

Kind = Notice.Kind

LEFT = "departed"
"""The reason on record when the director plays for somebody who has gone."""


def battle_subject(battle: Battle) -> str:
    """The subject key of notices on the battle as a whole."""
    return f"battle:{battle.code}"


def turn_subject(battle: Battle, round_: int, unit: str) -> str:
    """The subject key of notices on one unit's turn in one round; an empty unit stands for turn 0."""
    return f"battle:{battle.code}:round:{round_}:unit:{unit}"


def players_in(state: State) -> frozenset[int]:
    """Ids of the users who have a unit in the battle."""
    found = (user_pk(unit.player) for unit in state.units.values())
    return frozenset(pk for pk in found if pk is not None)


def tell(pending: Pending, battle: Battle, applied: Applied, synced: Synced, *, by: User | None, at: datetime) -> None:
    """Gather the notices of a change and silence those it made stale. `by` is never told of the own act."""
    stale = (*synced.closed, *synced.moved)
    pending.silence(turn_subject(battle, row.round, row.unit) for row in stale)
    if any(row.kind == Turn.Kind.DEPLOY for row in stale):
        _redate_beginning(battle, applied.state)
    if any(isinstance(event, BattleEnded) for event in applied.events):
        notices.withdraw(subject_prefix=battle_subject(battle) + ":", at=at)
    pending.tell(battle, _tells(battle, applied, synced), by=by)


def _redate_beginning(battle: Battle, state: State) -> None:
    """That the battle began is told with the end of turn 0, for as long as turn 0 is open."""
    due = state.deployment.due if state.deployment and state.paused is None else None
    deadline = None if due is None else to_datetime(due)
    notices.move_deadline(subject=battle_subject(battle), kind=Kind.BATTLE_BEGAN, deadline=deadline)


def send(battle: Battle, tells: Iterable[Tell], *, by: User | None, at: datetime) -> None:
    """Write these notices now, in the caller's transaction."""
    pending = Pending()
    pending.tell(battle, tells, by=by)
    pending.write(at=at)


@dataclass(frozen=True, slots=True)
class _Moment:
    """Where an event stands: its battle, the state that came of it all, and the round it happened in."""

    battle: Battle
    state: State
    round: int


def _tells(battle: Battle, applied: Applied, synced: Synced) -> Iterator[Tell]:
    told_otherwise: set[tuple[int, str]] = set()
    round_ = applied.before.round
    for event in applied.events:
        if isinstance(event, RoundBegan):
            round_ = event.round
        for one in _of_event(_Moment(battle, applied.state, round_), event):
            told_otherwise.update((reader, one.subject) for reader in one.readers if one.kind == Kind.MORE_TIME)
            yield one
    for row in (*synced.opened, *synced.moved):
        due = of_turn(battle, row)
        if due and not any((reader, due.subject) in told_otherwise for reader in due.readers):
            yield due


def of_turn(battle: Battle, row: Turn) -> Tell | None:
    """The notice that an open turn waits for somebody; None for a late window, told with the expiry."""
    if row.kind == Turn.Kind.LATE:
        return None
    data = {"unit": row.unit_name, "round": row.round, "what": row.kind, "rule": row.rule, "penalty": row.penalty}
    subject = turn_subject(battle, row.round, row.unit)
    if row.player_id is None:
        return Tell(Kind.DIRECTOR_DUE, subject, data, directors=True, deadline=row.due_at)
    return Tell(Kind.YOUR_TURN, subject, data, frozenset({row.player_id}), deadline=row.due_at)


def of_turn_reminder(row: Turn) -> Tell:
    """The notice that a deadline is near."""
    data = {"unit": row.unit_name, "round": row.round, "what": row.kind, "penalty": row.penalty}
    readers = frozenset({row.player_id} if row.player_id else ())
    subject = turn_subject(row.battle, row.round, row.unit)
    return Tell(Kind.DEADLINE_NEAR, subject, data, readers, deadline=row.due_at)


def _of_event(moment: _Moment, event: Event) -> Iterator[Tell]:
    battle, state = moment.battle, moment.state
    if isinstance(event, TurnExpired):
        yield from _missed(moment, event)
    elif isinstance(event, DeadlineExtended):
        yield from _more_time(moment, event)
    elif isinstance(event, TurnTaken):
        yield from _early_played(moment, event)
    elif isinstance(event, PlanFailed):
        yield from _early_failed(moment, event)
    elif isinstance(event, OutageCredited):
        data: dict[str, Any] = {"start": event.start, "end": event.end}
        yield Tell(Kind.CREDIT, battle_subject(battle), data, players_in(state), deadline=to_datetime(event.end))
    elif isinstance(event, BattlePaused | BattleResumed):
        reason = event.reason if isinstance(event, BattlePaused) else ""
        data = {"paused": isinstance(event, BattlePaused), "reason": reason}
        yield Tell(Kind.PAUSED, battle_subject(battle), data, players_in(state), deadline=to_datetime(event.at))
    elif isinstance(event, UnitTakenOver | UnitHandedBack):
        yield from _taken_over(moment, event)
    elif isinstance(event, BattleEnded):
        data = {"winner": _side_name(state, event.winner)}
        yield Tell(Kind.BATTLE_OVER, battle_subject(battle), data, players_in(state))
        yield Tell(Kind.BATTLE_OVER, battle_subject(battle), data, directors=True)


def _of_unit(
    moment: _Moment, unit_id: str, kind: str, *, deadline: datetime | None = None, **more: Any
) -> Iterator[Tell]:
    unit = moment.state.units[unit_id]
    reader = user_pk(unit.player)
    if reader is not None:
        data = {"unit": unit.name, "round": moment.round, **more}
        subject = turn_subject(moment.battle, moment.round, unit_id)
        yield Tell(kind, subject, data, frozenset({reader}), deadline=deadline)


def _missed(moment: _Moment, event: TurnExpired) -> Iterator[Tell]:
    told = {"penalty": event.penalty, "missed": event.missed, "late_window": event.late_window}
    yield from _of_unit(moment, event.unit, Kind.MISSED, deadline=to_datetime(event.at), **told)


def _more_time(moment: _Moment, event: DeadlineExtended) -> Iterator[Tell]:
    source = moment.state.units.get(event.source)
    told = {"cause": event.cause, "reason": event.reason, "added": event.added}
    name = source.name if source else ""
    yield from _of_unit(moment, event.unit, Kind.MORE_TIME, deadline=to_datetime(event.due), source=name, **told)


def _early_played(moment: _Moment, event: TurnTaken) -> Iterator[Tell]:
    if event.how in ("plan", "plan-adapted"):
        used = None if event.alternative is None else event.alternative + 1
        yield from _of_unit(moment, event.unit, Kind.EARLY_PLAYED, alternative=used, how=event.how)


def _early_failed(moment: _Moment, event: PlanFailed) -> Iterator[Tell]:
    for one in _of_unit(moment, event.unit, Kind.EARLY_FAILED, reasons=list(event.reasons)):
        yield one
        yield Tell(one.kind, one.subject, one.data, directors=True)


def _taken_over(moment: _Moment, event: UnitTakenOver | UnitHandedBack) -> Iterator[Tell]:
    """To the unit's player, unless it was taken over because they have gone."""
    reason = event.reason if isinstance(event, UnitTakenOver) else ""
    if reason != LEFT:
        taken = isinstance(event, UnitTakenOver)
        yield from _of_unit(
            moment, event.unit, Kind.TAKEN_OVER, deadline=to_datetime(event.at), taken=taken, reason=reason
        )


def _side_name(state: State, side: str | None) -> str:
    return next((one.name for one in state.sides if one.id == side), "")
