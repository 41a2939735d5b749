"""The notices on what happens around every table, and on any turn that opens."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from battles.models import Battle
from battles.selectors import players_in, seats_of, user_pk
from notifications.models import Notice
from rulebook.table.events import BattlePaused, BattleResumed, OutageCredited, UnitHandedBack, UnitTakenOver
from turns.models import Turn
from turns.services.pending import Tell
from turns.services.subjects import battle_subject, seat_subject, turn_subject

Kind = Notice.Kind

LEFT = "departed"
"""The reason on record when the director plays for somebody who has gone."""


@dataclass(frozen=True, slots=True)
class Moment:
    """Where an event stands: its battle, the state that came of it all, and the round it happened in."""

    battle: Battle
    state: Any
    round: int


def of_table(moment: Moment, event: Any) -> Iterator[Tell]:
    """What is told of an outage, a pause, a unit taken over or handed back; nothing of any other event."""
    battle = moment.battle
    if isinstance(event, OutageCredited):
        if not event.added:
            return  # Nothing that counts was lost: no clock ran, or its hours were quiet ones.
        data: dict[str, Any] = {"start": event.start, "end": event.end}
        yield Tell(Kind.CREDIT, battle_subject(battle), data, players_in(battle))
    elif isinstance(event, BattlePaused | BattleResumed):
        reason = event.reason if isinstance(event, BattlePaused) else ""
        data = {"paused": isinstance(event, BattlePaused), "reason": reason, "at": event.at}
        yield Tell(Kind.PAUSED, battle_subject(battle), data, players_in(battle))
    elif isinstance(event, UnitTakenOver | UnitHandedBack):
        yield from _taken_over(moment, event)


def _taken_over(moment: Moment, event: UnitTakenOver | UnitHandedBack) -> Iterator[Tell]:
    """To the unit's player, unless it was taken over because they have gone."""
    reason = event.reason if isinstance(event, UnitTakenOver) else ""
    if reason != LEFT:
        taken = isinstance(event, UnitTakenOver)
        yield from seat_told(moment, event.unit, taken=taken, reason=reason, at=event.at)


def seat_told(moment: Moment, unit: str, *, taken: bool, reason: str, at: int) -> Iterator[Tell]:
    """Who plays a unit from now on, to its player."""
    for one in of_unit(moment, unit, Kind.TAKEN_OVER, taken=taken, reason=reason, at=at):
        yield replace(one, subject=seat_subject(moment.battle, unit))


def of_end(moment: Moment, winner: str, **more: Any) -> Iterator[Tell]:
    """That the battle is over, to everybody who played and the directors."""
    for readers, directors in ((players_in(moment.battle), False), (frozenset[int](), True)):
        yield Tell(Kind.BATTLE_OVER, battle_subject(moment.battle), {"winner": winner, **more}, readers, directors)


def of_unit(moment: Moment, unit: str, kind: str, *, deadline: datetime | None = None, **more: Any) -> Iterator[Tell]:
    """A notice to the unit's player, if it has one."""
    seat = seats_of(moment.battle)[unit]
    reader = user_pk(seat.player)
    if reader is not None:
        data = {"unit": seat.name, "round": moment.round, **more}
        subject = turn_subject(moment.battle, moment.round, unit)
        yield Tell(kind, subject, data, frozenset({reader}), deadline=deadline)


def still_to_play(state: Any, moved: Iterable[Turn]) -> Iterator[Turn]:
    """Of the turns whose clock moved those that are told anew: not one of a player's that a pause has stopped, for
    nobody but the director acts then (CLOCK-6), and it is told once its clock runs again."""
    return (row for row in moved if state.paused is None or row.player_id is None)


def of_turn(row: Turn, subject: str, **more: Any) -> Tell:
    """The notice that an open turn waits for somebody."""
    data = {"unit": row.unit_name, "round": row.round, "what": row.kind, "rule": row.rule, "penalty": row.penalty}
    if row.player_id is None:
        return Tell(Kind.DIRECTOR_DUE, subject, data | more, directors=True, deadline=row.due_at)
    return Tell(Kind.YOUR_TURN, subject, data | more, frozenset({row.player_id}), deadline=row.due_at)


def reminder_of(row: Turn, subject: str, **more: Any) -> Tell:
    """The notice that a deadline is near."""
    data = {"unit": row.unit_name, "round": row.round, "what": row.kind, "penalty": row.penalty}
    readers = frozenset({row.player_id} if row.player_id else ())
    return Tell(Kind.DEADLINE_NEAR, subject, data | more, readers, deadline=row.due_at)
