"""A saga's turns in rows: how they ended, and what missing them costs."""

from __future__ import annotations

from collections.abc import Iterable

from battles.moments import to_datetime
from rulebook.saga.deadlines import penalty_of
from rulebook.saga.events import DeploymentEnded, Event, TurnEnded, TurnExpired, TurnTaken
from rulebook.saga.state import State
from rulebook.saga.waits import Wait
from turns.models import Turn
from turns.services.games.facts import Known

REMINDED: tuple[str, ...] = (Turn.Kind.DEPLOY, Turn.Kind.TURN)


def penalty(state: State, wait: Wait) -> int:
    """What missing this turn would take from the unit's initiative from then on (LATE-2)."""
    unit = state.units.get(wait.unit)
    return penalty_of(state, unit) + 1 if unit and wait.kind == "turn" else 0


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
