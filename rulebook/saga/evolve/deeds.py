"""What units do and suffer, as changes of the state."""

from collections.abc import Callable
from typing import Any

from rulebook.change import change
from rulebook.saga import events as told
from rulebook.saga.evolve.records import counted, end_effects, horns_changed, marked, placed, with_unit, without
from rulebook.saga.state import Fall, Place, State


def _place_moved(state: State, event: told.PlaceMoved) -> State:
    own = state.place(event.unit)
    rows = [place for place in state.places if place.unit != event.unit]
    at = next((n for n, place in enumerate(rows) if place.unit == event.before), len(rows))
    if own is None:
        return state
    return change(state, places=(*rows[:at], own, *rows[at:]))


def _rested(state: State, event: told.Rested) -> State:
    unit = state.units[event.unit]
    return with_unit(state, change(unit, willpower=unit.willpower + event.gained))


def _horn_sounded(state: State, event: told.HornSounded) -> State:
    unit = state.units[event.unit]
    state = with_unit(state, change(unit, willpower=unit.willpower + event.points))
    return change(state, sides=horns_changed(state, {unit.side: -event.points}))


def _moved(state: State, event: told.Moved) -> State:
    unit = state.units[event.unit]
    return placed(state, unit, event.path[-1], event.size, willpower=unit.willpower - event.will)


def _hazard_sprung(state: State, event: told.HazardSprung) -> State:
    if not event.spent:
        return state
    kept = tuple(h for h in state.hazards if (h.name, h.cell) != (event.name, event.cell))
    return change(state, hazards=kept)


def _strike_rolled(state: State, event: told.StrikeRolled) -> State:
    unit = state.units[event.unit]
    if event.spent or event.hero_points:
        unit = change(
            unit,
            willpower=unit.willpower - event.spent,
            hero_points=unit.hero_points - event.hero_points,
        )
        state = with_unit(state, unit)
    if event.attack == "break" and event.final and not event.hit:
        missed = state.broken.get(event.target, 0) + 1
        state = change(state, broken={**state.broken, event.target: missed})
    return counted(state, event.roll.counter) if event.roll else state


def _ability_used(state: State, event: told.AbilityUsed) -> State:
    unit = state.units[event.unit]
    return with_unit(state, change(unit, willpower=unit.willpower - event.cost))


def _die_rolled(state: State, event: told.DieRolled) -> State:
    return counted(state, event.roll.counter)


def _damaged(state: State, event: told.Damaged) -> State:
    unit = state.units[event.unit]
    if event.damage == "strength":
        return with_unit(state, change(unit, strength=unit.strength - event.amount))
    return with_unit(state, change(unit, armor=unit.armor - event.amount))


def _restored(state: State, event: told.Restored) -> State:
    unit = state.units[event.unit]
    restored: dict[str, Any] = {event.attribute: getattr(unit, event.attribute) + event.amount}
    return with_unit(state, change(unit, **restored))


def _willpower_lost(state: State, event: told.WillpowerLost) -> State:
    unit = state.units[event.unit]
    return with_unit(state, change(unit, willpower=unit.willpower - event.amount))


def _pushed(state: State, event: told.Pushed) -> State:
    unit = state.units[event.unit]
    return placed(state, unit, event.path[-1], unit.size)


def _effect_gained(state: State, event: told.EffectGained) -> State:
    unit = state.units[event.unit]
    gained = event.effect
    kept = tuple(e for e in unit.lasting if (e.name, e.source) != (gained.name, gained.source))
    return with_unit(state, change(unit, lasting=(*kept, gained)))


def _effect_lost(state: State, event: told.EffectLost) -> State:
    unit = state.units[event.unit]
    kept = tuple(e for e in unit.lasting if (e.name, e.source) != (event.name, event.source))
    return with_unit(state, change(unit, lasting=kept))


def _hazard_placed(state: State, event: told.HazardPlaced) -> State:
    new = event.hazard
    kept = tuple(h for h in state.hazards if (h.name, h.cell) != (new.name, new.cell))
    return change(state, hazards=(*kept, new))


def _unit_defeated(state: State, event: told.UnitDefeated) -> State:
    unit = state.units[event.unit]
    gone = change(unit, at=None, defeated=True, lasting=())
    state = with_unit(
        state,
        gone,
        occupied={cell: name for cell, name in state.occupied.items() if name != unit.id},
        plans=without(state.plans, event.unit),
        fallen=(*state.fallen, Fall(event.unit, event.by, event.boss, state.round)),
        places=_out(state, event.unit),
        hazards=tuple(h for h in state.hazards if h.source != event.unit),
    )
    if unit.fighter:
        others = {side.id: 1 for side in state.sides if side.id != unit.side}
        state = change(state, sides=horns_changed(state, others))
    return _forget_source(state, event.unit)


def _out(state: State, unit: str) -> tuple[Place, ...]:
    """A fallen unit's row: it loses what was still to come, not what it has done (TURN-6)."""
    running = state.running is not None and state.running.unit == unit
    place = state.place(unit)
    if place is None or running or place.status.startswith("acted"):
        return state.places
    return marked(state.places, unit, "defeated", place.closed)


def _forget_source(state: State, fallen: str) -> State:
    """What was to last until a fallen unit's turn ends with it."""
    return end_effects(state, lambda effect, _: effect.source == fallen and effect.until == "source-turn-begins")


EVOLVE: dict[type, Callable[..., State]] = {
    told.Rested: _rested,
    told.HornSounded: _horn_sounded,
    told.Moved: _moved,
    told.HazardSprung: _hazard_sprung,
    told.StrikeRolled: _strike_rolled,
    told.AbilityUsed: _ability_used,
    told.DieRolled: _die_rolled,
    told.Damaged: _damaged,
    told.Restored: _restored,
    told.WillpowerLost: _willpower_lost,
    told.Pushed: _pushed,
    told.EffectGained: _effect_gained,
    told.EffectLost: _effect_lost,
    told.HazardPlaced: _hazard_placed,
    told.PlaceMoved: _place_moved,
    told.UnitDefeated: _unit_defeated,
}
