"""A battle's data as JSON and back: states, set-ups, events, actions, steps.

Cells are written `A5` and sizes `2x2`; where a cell may stand beside another kind of
value (an ability's target), it is written `{"cell": "A5"}`.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rulebook.codec import dump, load, notation
from rulebook.errors import Unreadable
from rulebook.saga.actions import Action
from rulebook.saga.board import Cell, Size, cell_name, parse_cell, parse_size
from rulebook.saga.change import change
from rulebook.saga.events import Event
from rulebook.saga.setup import Setup
from rulebook.saga.state import Alternative, State, Unit, occupied_by
from rulebook.saga.steps import Step

notation(Cell, "cell", cell_name, parse_cell)
notation(Size, "size", str, parse_size)

Json = dict[str, Any]


LISTED = "listed"
"""Where the order of the units is written: stores may sort the keys of an object, and dice fall in listed order."""


def to_json(state: State) -> Json:
    """A state as plain values that JSON can hold, whatever order its reader keeps keys in."""
    written: Json = dump(State, state)
    return written | {LISTED: list(state.units)}


def from_json(data: Json) -> State:
    """The state that `to_json` wrote, its units in their listed order (INIT-1, INIT-2). Raises `bad-data`."""
    given = dict(data) if isinstance(data, dict) else data
    listed = given.pop(LISTED, None) if isinstance(given, dict) else None
    state: State = load(State, given)
    units = state.units if listed is None else _in_order(state.units, load(tuple[str, ...], listed))
    return change(state, units=units, occupied=occupied_by(units))


def _in_order(units: Mapping[str, Unit], listed: tuple[str, ...]) -> dict[str, Unit]:
    if sorted(listed) != sorted(units):
        raise Unreadable("bad-data", f"The units listed are not those of the battle: {listed}.", {"where": LISTED})
    return {unit: units[unit] for unit in listed}


def setup_to_json(setup: Setup) -> Json:
    """A set-up as plain values."""
    written: Json = dump(Setup, setup)
    return written


def setup_from_json(data: Json) -> Setup:
    """The set-up that `setup_to_json` wrote. Raises `bad-data`."""
    setup: Setup = load(Setup, data)
    return setup


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
    """A turn's steps as plain values, each with its `kind`."""
    return [dump(Step, step) for step in steps]


def steps_from_json(data: Sequence[Any]) -> tuple[Step, ...]:
    """Steps from plain values, be they ours or a client's. Raises `bad-data`, `bad-cell`."""
    steps: tuple[Step, ...] = load(tuple[Step, ...], data)
    return steps


def alternatives_to_json(alternatives: Iterable[Alternative]) -> list[Json]:
    """An early turn's alternatives as plain values."""
    return [dump(Alternative, alternative) for alternative in alternatives]


def alternatives_from_json(data: Sequence[Any]) -> tuple[Alternative, ...]:
    """Alternatives from plain values, be they ours or a client's. Raises `bad-data`."""
    alternatives: tuple[Alternative, ...] = load(tuple[Alternative, ...], data)
    return alternatives
