"""Which notices a change of a saga's battle makes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from battles.models import Battle
from battles.moments import to_datetime
from battles.selectors import SPECTATOR
from battles.services import Applied
from rulebook.saga.events import (
    BattleEnded,
    DeadlineExtended,
    Event,
    PlanFailed,
    RoundBegan,
    TurnExpired,
    TurnTaken,
)
from rulebook.saga.knowledge import Viewer, known_to
from rulebook.saga.state import State
from turns.models import Turn
from turns.services.games.facts import Synced
from turns.services.games.table import Kind, Moment, of_end, of_table, of_turn, of_unit, reminder_of, still_to_play
from turns.services.pending import Tell
from turns.services.subjects import part_subject, turn_subject


def subject(battle: Battle, row: Turn) -> str:
    """Each unit's turn is a thing of its own, and so is what each player has still to place in turn 0.

    One thing for all of them would fall silent for everybody once somebody has placed, and tell the others of it.
    """
    if row.kind == Turn.Kind.DEPLOY:
        return part_subject(battle, row.round, row.kind, row.who)
    return turn_subject(battle, row.round, row.unit)


def reminder(row: Turn) -> Tell:
    """The notice that a deadline is near."""
    return reminder_of(row, subject(row.battle, row))


def standing(state: State) -> list[list[Any]]:
    """Every unit that anybody may know of, with its strength; 0 once it is defeated."""
    known = known_to(state, Viewer(SPECTATOR)).units.values()
    return [[one.name, 0 if one.defeated else one.strength, one.max_strength] for one in known if not one.obstacle]


def tells(battle: Battle, applied: Applied, synced: Synced) -> Iterator[Tell]:
    """What happened, then whose turn it is; an open turn is not told twice where its new time was told."""
    told_otherwise: set[tuple[int, str]] = set()
    round_ = applied.before.round
    for event in applied.events:
        if isinstance(event, RoundBegan):
            round_ = event.round
        for one in _of_event(Moment(battle, applied.state, round_), event):
            told_otherwise.update((reader, one.subject) for reader in one.readers if one.kind == Kind.MORE_TIME)
            yield one
    for row in (*synced.opened, *still_to_play(applied.state, synced.moved)):
        due = _of_turn(battle, row)
        if due and not any((reader, due.subject) in told_otherwise for reader in due.readers):
            yield due


def _of_turn(battle: Battle, row: Turn) -> Tell | None:
    """The notice that an open turn waits for somebody; None for a late window, told with the expiry."""
    return None if row.kind == Turn.Kind.LATE else of_turn(row, subject(battle, row))


def _of_event(moment: Moment, event: Event) -> Iterator[Tell]:
    if isinstance(event, TurnExpired):
        told = {"penalty": event.penalty, "missed": event.missed, "late_window": event.late_window}
        told |= {"ordered": True} if event.ordered else {}
        yield from of_unit(moment, event.unit, Kind.MISSED, deadline=to_datetime(event.at), **told)
    elif isinstance(event, DeadlineExtended):
        yield from _more_time(moment, event)
    elif isinstance(event, TurnTaken):
        yield from _early_played(moment, event)
    elif isinstance(event, PlanFailed):
        yield from _early_failed(moment, event)
    elif isinstance(event, BattleEnded):
        yield from of_end(moment, _side_name(moment.state, event.winner))
    else:
        yield from of_table(moment, event)


def _more_time(moment: Moment, event: DeadlineExtended) -> Iterator[Tell]:
    source = moment.state.units.get(event.source)
    told = {"cause": event.cause, "reason": event.reason, "added": event.added}
    name = source.name if source else ""
    # In a pause nobody knows yet when it will be over: that is told when the clock runs again.
    due = None if moment.state.paused else to_datetime(event.due)
    yield from of_unit(moment, event.unit, Kind.MORE_TIME, deadline=due, source=name, **told)


def _early_played(moment: Moment, event: TurnTaken) -> Iterator[Tell]:
    if event.how in ("plan", "plan-adapted"):
        used = None if event.alternative is None else event.alternative + 1
        yield from of_unit(moment, event.unit, Kind.EARLY_PLAYED, alternative=used, how=event.how)


def _early_failed(moment: Moment, event: PlanFailed) -> Iterator[Tell]:
    for one in of_unit(moment, event.unit, Kind.EARLY_FAILED, reasons=list(event.reasons)):
        yield one
        yield Tell(one.kind, one.subject, one.data, directors=True)


def _side_name(state: State, side: str | None) -> str:
    return next((one.name for one in state.sides if one.id == side), "")
