"""A game's data as JSON and back: states, set-ups, events, actions, steps.

Squares are written `[x, y]` and poses `[[x, y], "N"]`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rulebook.change import change
from rulebook.codec import dump, load
from rulebook.dungeon.actions import Action
from rulebook.dungeon.adventure import Adventure
from rulebook.dungeon.events import Event
from rulebook.dungeon.setup import Setup
from rulebook.dungeon.state import State, occupied_by
from rulebook.dungeon.steps import Step

Json = dict[str, Any]


def to_json(state: State) -> Json:
    """A state as plain values that JSON can hold."""
    written: Json = dump(State, state)
    return written


def from_json(data: Json) -> State:
    """The state that `to_json` wrote. Raises `bad-data`."""
    state: State = load(State, data)
    return change(state, occupied=occupied_by(state.models))


def setup_to_json(setup: Setup) -> Json:
    """A set-up as plain values."""
    written: Json = dump(Setup, setup)
    return written


def setup_from_json(data: Json) -> Setup:
    """The set-up that `setup_to_json` wrote. Raises `bad-data`."""
    setup: Setup = load(Setup, data)
    return setup


def adventure_to_json(adventure: Adventure) -> Json:
    """An adventure as plain values."""
    written: Json = dump(Adventure, adventure)
    return written


def adventure_from_json(data: Json) -> Adventure:
    """The adventure that `adventure_to_json` wrote. Raises `bad-data`."""
    adventure: Adventure = load(Adventure, data)
    return adventure


def event_to_json(event: Event) -> Json:
    """An event as plain values, with its `kind` and `version`."""
    written: Json = dump(Event, event)
    return written


def event_from_json(data: Json) -> Event:
    """The event that `event_to_json` wrote. Raises `bad-data`."""
    event: Event = load(Event, data)
    return event


def action_to_json(action: Action) -> Json:
    """An action as plain values, with its `kind`."""
    written: Json = dump(Action, action)
    return written


def action_from_json(data: Json) -> Action:
    """The action that `action_to_json` wrote. Raises `bad-data`."""
    action: Action = load(Action, data)
    return action


def steps_to_json(steps: Iterable[Step]) -> list[Json]:
    """Steps as plain values, each with its `kind`."""
    return [dump(Step, step) for step in steps]


def steps_from_json(data: Sequence[Any]) -> tuple[Step, ...]:
    """Steps from plain values, be they ours or a client's. Raises `bad-data`."""
    steps: tuple[Step, ...] = load(tuple[Step, ...], data)
    return steps
