"""A dungeon's turns in rows: how they ended."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta

from battles.moments import to_datetime
from rulebook.dungeon import events as told
from rulebook.dungeon.state import State
from rulebook.dungeon.steps import OVERLORD
from rulebook.dungeon.waits import Wait
from turns.models import Turn
from turns.services.games.facts import Known, Passed

Kind = Turn.Kind
REMINDED: tuple[str, ...] = (Kind.DEPLOY, Kind.TURN, Kind.OVERLORD, Kind.STRIKE)
PUT_OFF = "put-off"
"""Somebody else acts first; the turn is still to come."""
ENDED_LATE = "ended-late"
"""The end of a turn that began late: what was answered late was the late row."""


def penalty(state: State, wait: Wait) -> int:
    """A missed turn costs nothing but the turn."""
    return 0


def counted(state: State, start: datetime, end: datetime) -> timedelta:
    """All time counts here."""
    return end - start


def later(state: State, start: datetime, counted: timedelta) -> datetime:
    """All time counts here."""
    return start + counted


def otherwise(row: Turn, state: State) -> str:
    """The end of a turn of which no event tells: a late window closes, a hero's turn is still to come."""
    if row.kind == Kind.LATE:
        return "window-closed"
    hero = state.models.get(row.unit)
    waits = row.kind in (Kind.TURN, Kind.DIRECTOR) and hero is not None and hero.status == "waiting"
    return PUT_OFF if waits and state.phase != "over" else "gone"


def endings(events: Iterable[told.Event]) -> Known:
    """How and when the turns that were open before these events ended, by kind and unit.

    The last word of a turn's own moment counts: what ends later is another turn of the same unit, opened meanwhile.
    """
    events = list(events)
    known: Known = {}
    late = {event.unit for event in events if isinstance(event, told.TurnBegan) and event.why == "late"}
    for event in events:
        ended = _ended(event, late)
        if ended is not None:
            key, outcome = ended
            moment = to_datetime(event.at)
            if key not in known or known[key][1] == moment:
                known[key] = outcome, moment
    return known


def passed(events: Sequence[told.Event], now: int) -> Iterator[Passed]:
    """Heroes' turns whose clock both started and ran out in these events, each with the round it was in."""
    began = [event.round for event in events if isinstance(event, told.RoundBegan)]
    round_ = began[0] - 1 if began else now
    clock: told.ClockStarted | None = None
    for event in events:
        if isinstance(event, told.RoundBegan):
            round_ = event.round
        elif isinstance(event, told.ClockStarted):
            clock = event
        elif isinstance(event, told.TurnExpired) and clock is not None:
            opened, ended = to_datetime(clock.at), to_datetime(event.at)
            due = None if clock.due is None else to_datetime(clock.due)
            yield Passed(event.unit, round_, clock.rule, opened, due, "expired", ended)


def _ended(event: told.Event, late: set[str]) -> tuple[tuple[str, str], str] | None:
    """Which turn an event ends, by kind and unit, and how; None for an event that ends none."""
    if isinstance(event, told.TurnBegan) and event.why == "late":
        return (Kind.LATE, event.unit), "acted-late"
    if isinstance(event, told.TurnEnded):
        return (Kind.TURN, event.unit), ENDED_LATE if event.unit in late and event.how == "acted" else event.how
    if isinstance(event, told.TurnExpired):
        return (Kind.TURN, event.unit), "expired"
    return _of_overlord(event) or _of_answer(event)


def _of_overlord(event: told.Event) -> tuple[tuple[str, str], str] | None:
    if isinstance(event, told.WindowClosed):
        return (Kind.WINDOW, OVERLORD), event.how
    if isinstance(event, told.OverlordTurnEnded):
        return (Kind.OVERLORD, OVERLORD), "expired" if event.by_deadline else "acted"
    return None


def _of_answer(event: told.Event) -> tuple[tuple[str, str], str] | None:
    if isinstance(event, told.StrikeAnswered):
        return (Kind.STRIKE, event.striker), "expired" if event.by_deadline else "acted"
    if isinstance(event, told.ItemsTraded):
        return (Kind.TRADE, event.other), "acted"
    if isinstance(event, told.TradeLapsed):
        return (Kind.TRADE, event.other), "acted" if event.refused else "gone"
    if isinstance(event, told.HeroesPlaced):
        return (Kind.DEPLOY, ""), "expired" if event.by_deadline else "deployed"
    return None
