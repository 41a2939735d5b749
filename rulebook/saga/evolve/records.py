"""Copies of a state with units, places or what lasts changed: shared by all of `evolve`."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from rulebook.change import change
from rulebook.saga.board import Cell, Size, footprint
from rulebook.saga.state import Lasting, Place, PlaceStatus, Side, State, Unit, Until

Key = TypeVar("Key")
Value = TypeVar("Value")


def with_unit(state: State, unit: Unit, **fields: Any) -> State:
    """The state with this unit as it is now, and other fields changed."""
    return change(state, units={**state.units, unit.id: unit}, **fields)


def placed(state: State, unit: Unit, at: Cell, size: Size, **fields: Any) -> State:
    """The unit stands somewhere else; `occupied` follows."""
    # On its way through others a unit may pause on their cells, which stay theirs.
    occupied = {cell: name for cell, name in state.occupied.items() if name != unit.id}
    for cell in footprint(at, size):
        occupied.setdefault(cell, unit.id)
    moved = change(unit, at=at, size=size, **fields)
    return with_unit(state, moved, occupied=occupied)


def without(mapping: Mapping[Key, Value], key: Key) -> Mapping[Key, Value]:
    """The mapping without one of its keys."""
    if key not in mapping:
        return mapping
    return {kept: value for kept, value in mapping.items() if kept != key}


def counted(state: State, counter: int) -> State:
    """The state after a die of this number; the counter never goes back."""
    return change(state, dice_counter=max(state.dice_counter, counter + 1))


def marked(places: tuple[Place, ...], unit: str, status: PlaceStatus, closed: int = 0) -> tuple[Place, ...]:
    """The rows with one unit's status changed; `closed` is when its turn ended."""
    return tuple(Place(place.unit, place.total, status, closed) if place.unit == unit else place for place in places)


def horns_changed(state: State, changes: Mapping[str, int]) -> tuple[Side, ...]:
    """The sides with so many points more or less in their horns, up to the capacity (HORN-1)."""
    return tuple(
        side
        if side.horn is None or side.id not in changes
        else replace(side, horn=min(state.rules.horn_capacity, side.horn + changes[side.id]))
        for side in state.sides
    )


def ends_at(state: State, unit: str, *moments: Until) -> State:
    """End what lasts until this moment of this unit's turn."""
    hazards = state.hazards
    if hazards:
        hazards = tuple(h for h in hazards if not (h.source == unit and h.until in moments))
        state = change(state, hazards=hazards)

    def ends(effect: Lasting, bearer: str) -> bool:
        owner = effect.source if effect.until.startswith("source") else bearer
        return effect.until in moments and owner == unit

    return end_effects(state, ends)


def end_effects(state: State, ends: Callable[[Lasting, str], bool]) -> State:
    """The state without the lasting effects for which `ends(effect, bearer)` holds."""
    changed = {}
    for unit in state.units.values():
        if unit.lasting:
            kept = tuple(effect for effect in unit.lasting if not ends(effect, unit.id))
            if len(kept) < len(unit.lasting):
                changed[unit.id] = change(unit, lasting=kept)
    return change(state, units={**state.units, **changed}) if changed else state
