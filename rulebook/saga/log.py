"""A battle's log as a viewer may read it, event by event."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rulebook.saga.board import Cell
from rulebook.saga.codec import event_to_json
from rulebook.saga.events import (
    AbilityUsed,
    Event,
    HazardPlaced,
    OrdersDropped,
    OrdersGiven,
    PlanFailed,
    PlanLeft,
    PlanWithdrawn,
    SheetOrders,
    TurnTaken,
    Undone,
    UnitsDeployed,
)
from rulebook.saga.knowledge import Viewer, knows_hazard, knows_plan, knows_unit, sides_of
from rulebook.saga.reasons import Reason, reason_text
from rulebook.saga.state import Moment, State
from rulebook.saga.steps import UseAbility
from rulebook.table.history import undone_positions


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One event that the viewer may read.

    `position` is its place in the sequence given, from 0, to find what is stored beside
    it; it is not for showing. `undone` says that the director took it back later.
    """

    position: int
    data: dict[str, Any]
    undone: bool


def visible_events(events: Sequence[Event], state: State, viewer: Viewer, first: int = 0) -> tuple[LogEntry, ...]:
    """What the viewer may read of a battle's events, from position `first` on.

    `events` is the whole record and `state` the present state: what has come to light in
    the meantime is shown, what is still hidden is not.
    """
    taken_back = undone_positions(events)
    traps = _secret_traps(events, state, viewer)
    entries = []
    for position in range(first, len(events)):
        data = event_view(events[position], state, viewer, traps)
        if data is not None:
            entries.append(LogEntry(position, data, position in taken_back))
    return tuple(entries)


def event_view(
    event: Event,
    state: State,
    viewer: Viewer,
    traps: frozenset[tuple[int, str]] = frozenset(),
) -> dict[str, Any] | None:
    """One event as plain values, or None if the viewer may not know of it.

    `traps` are the acts (moment, unit) that laid what the viewer does not know of.
    """
    if not viewer.is_director and _is_secret(event, state, viewer):
        return None
    data = event_to_json(event)
    if isinstance(event, Undone):
        del data["to"]
    if isinstance(event, TurnTaken) and not _is_owner(state, event.unit, viewer, event.at):
        data["alternative"] = None
    if (event.at, getattr(event, "unit", "")) in traps:
        _mask_aim(event, data)
    return data


def reason_of(event: Event) -> Reason | None:
    """Why the dice in an event were cast, for `reason_text` (DMG-6)."""
    kind = getattr(event, "attack", None)
    name = getattr(event, "ability", "")
    if kind is not None:
        return Reason(kind, getattr(event, "boost", 0), name, getattr(event, "rank", 0))
    if event.kind == "die-rolled":
        return Reason("ability", ability=getattr(event, "name", ""), rank=getattr(event, "rank", 0))
    if event.kind == "round-began":
        return Reason("initiative")
    if event.kind == "unit-placed-at-random":
        return Reason("placement")
    return None


def event_reason_text(event: Event, language: str) -> str:
    """The reason of an event's dice in a language; empty for an event without dice."""
    reason = reason_of(event)
    return "" if reason is None else reason_text(reason, language)


def _is_owner(state: State, unit: str, viewer: Viewer, at: Moment) -> bool:
    """Whether the viewer planned for the unit then: what a former player left is not its present one's to read."""
    owned = state.units[unit]
    mine = owned.player == viewer.id and (owned.seated is None or at > owned.seated)
    return viewer.is_director or mine


def _is_secret(event: Event, state: State, viewer: Viewer) -> bool:
    sides = sides_of(state, viewer)
    if isinstance(event, PlanLeft):
        return not knows_plan(event.plan, viewer)
    if isinstance(event, OrdersGiven | SheetOrders):
        return not knows_plan(event.orders, viewer)
    if isinstance(event, PlanWithdrawn | PlanFailed | OrdersDropped):
        return not _is_owner(state, event.unit, viewer, event.at)
    if isinstance(event, HazardPlaced):
        return not knows_hazard(event.hazard, sides, viewer)
    if isinstance(event, UnitsDeployed):
        placed = [state.units[placement.unit] for placement in event.placements]
        return not all(knows_unit(state, unit, sides, viewer) for unit in placed)
    unit = state.units.get(getattr(event, "unit", ""))
    return unit is not None and not knows_unit(state, unit, sides, viewer)


def _secret_traps(events: Sequence[Event], state: State, viewer: Viewer) -> frozenset[tuple[int, str]]:
    sides = sides_of(state, viewer)
    return frozenset(
        (event.at, event.hazard.source)
        for event in events
        if isinstance(event, HazardPlaced) and not knows_hazard(event.hazard, sides, viewer)
    )


def _mask_aim(event: Event, data: dict[str, Any]) -> None:
    """Leave out at which cell an ability was aimed that laid something hidden there."""
    if isinstance(event, AbilityUsed) and isinstance(event.target, Cell):
        data["target"] = None
    if isinstance(event, TurnTaken):
        for step, written in zip(event.steps, data["steps"], strict=True):
            if isinstance(step, UseAbility) and isinstance(step.target, Cell):
                written["target"] = None
