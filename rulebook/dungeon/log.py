"""A game's log as a viewer may read it, event by event (IMP-06)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rulebook.codec import dump
from rulebook.dungeon.board import Zone
from rulebook.dungeon.codec import event_to_json
from rulebook.dungeon.events import (
    CardDrawn,
    DeckBuilt,
    Event,
    Instructed,
    InvisibleDeckShuffled,
    PlanFailed,
    PlanLeft,
    PlanPlayed,
    PlanWithdrawn,
    Undone,
    ZoneLaid,
)
from rulebook.dungeon.knowledge import UNKNOWN_CARD, Viewer, knows_plan, sees_hand, sees_map, without_contents
from rulebook.dungeon.reasons import reason_text
from rulebook.dungeon.state import State
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
    """What the viewer may read of a game's events, from position `first` on."""
    taken_back = undone_positions(events)
    entries = []
    for position in range(first, len(events)):
        data = event_view(events[position], state, viewer)
        if data is not None:
            entries.append(LogEntry(position, data, position in taken_back))
    return tuple(entries)


def event_view(event: Event, state: State, viewer: Viewer) -> dict[str, Any] | None:
    """One event as plain values, or None if the viewer may not know of it."""
    if isinstance(event, PlanLeft) and not knows_plan(event.plan, viewer):
        return None
    if isinstance(event, PlanWithdrawn | PlanFailed | Instructed) and not _owns(state, event.unit, viewer):
        return None
    data = event_to_json(event)
    if viewer.is_director:
        return data
    if isinstance(event, Undone):
        del data["to"]
    if isinstance(event, DeckBuilt):
        _mask_deck(event, data, sees_hand(state, viewer))
    if isinstance(event, InvisibleDeckShuffled):
        data["deck"] = [UNKNOWN_CARD] * len(event.deck)
        data["rolls"] = []
    if isinstance(event, CardDrawn) and not sees_hand(state, viewer):
        data["card"] = UNKNOWN_CARD
    if isinstance(event, ZoneLaid) and not sees_map(state, viewer):
        data["zone"] = dump(Zone, without_contents(event.zone))
    if isinstance(event, PlanPlayed) and not _owns(state, event.unit, viewer):
        data["steps"] = []
    return data


def _owns(state: State, unit: str, viewer: Viewer) -> bool:
    return viewer.is_director or state.models[unit].player == viewer.id


def _mask_deck(event: DeckBuilt, data: dict[str, Any], sees_hand: bool) -> None:
    """The order of the deck is nobody's to know, nor the dice that made it (DS-SETUP-03)."""
    data["deck"] = [UNKNOWN_CARD] * len(event.deck)
    data["rolls"] = []
    if not sees_hand:
        data["hand"] = [UNKNOWN_CARD] * len(event.hand)


def event_reason_text(event: Event, language: str) -> str:
    """The reason of an event's first dice in a language; empty for an event without dice."""
    for name in ("attacker_rolls", "rolls"):
        rolls = getattr(event, name, ())
        if rolls:
            return reason_text(rolls[0].reason, language)
    roll = getattr(event, "roll", None)
    return "" if roll is None else reason_text(roll.reason, language)
