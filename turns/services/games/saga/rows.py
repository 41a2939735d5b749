"""A saga's turns in rows: how they ended, and what missing them costs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from battles.moments import MILLISECOND, to_datetime, to_ms
from rulebook.saga import hours
from rulebook.saga.deadlines import penalty_of
from rulebook.saga.events import DeploymentEnded, Event, RoundBegan, TurnEnded, TurnExpired, TurnOpened, TurnTaken
from rulebook.saga.state import State
from rulebook.saga.waits import DIRECTORS_RULES, Wait
from turns.models import Turn
from turns.services.games.facts import Known, Passed

OF_NO_PLAYER = (*DIRECTORS_RULES, "plan-waiting")
REMINDED: tuple[str, ...] = (Turn.Kind.DEPLOY, Turn.Kind.TURN)


def penalty(state: State, wait: Wait) -> int:
    """What missing this turn would take from the unit's initiative from then on (LATE-2)."""
    unit = state.units.get(wait.unit)
    return penalty_of(state, unit) + 1 if unit and wait.kind == "turn" else 0


def counted(state: State, start: datetime, end: datetime) -> timedelta:
    """How much of this time counts at the table (SK-150)."""
    return hours.between(state.rules, to_ms(start), to_ms(end)) * MILLISECOND


def later(state: State, start: datetime, counted: timedelta) -> datetime:
    """When so much time has counted since `start` (SK-150)."""
    return to_datetime(hours.after(state.rules, to_ms(start), counted // MILLISECOND))


def otherwise(row: Turn, state: State) -> str:
    """The end of a turn of which no event tells: a window closes with its round, all have been placed."""
    return {Turn.Kind.LATE.value: "window-closed", Turn.Kind.DEPLOY.value: "deployed"}.get(row.kind, "gone")


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


def passed(events: Sequence[Event], now: int) -> Iterator[Passed]:
    """Players' turns that both opened and ran out in these events, each with the round it was in.

    A turn taken in its first moment was an early one: its post tells of it, and no deadline ever ran.
    """
    began = [event.round for event in events if isinstance(event, RoundBegan)]
    round_ = began[0] - 1 if began else now
    waiting: Passed | None = None
    for event in events:
        if isinstance(event, RoundBegan):
            round_ = event.round
        elif isinstance(event, TurnOpened):
            waiting = None if event.rule in OF_NO_PLAYER else _opened(event, round_)
        elif waiting is not None and isinstance(event, TurnExpired) and event.unit == waiting.unit:
            yield replace(waiting, outcome="expired", ended=to_datetime(event.at), penalty=event.penalty)
            waiting = None


def _opened(event: TurnOpened, round_: int) -> Passed:
    opened = to_datetime(event.at)
    due = None if event.due is None else to_datetime(event.due)
    return Passed(event.unit, round_, event.rule, opened, due, "", opened)


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
