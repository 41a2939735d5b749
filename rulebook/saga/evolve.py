"""What each event makes of the state: plain bookkeeping, no decisions, no dice.

Folding a battle's events over its first state gives the same state again, exactly. Every
function here takes a state and one event and returns the next state.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from rulebook.saga import events as told
from rulebook.saga.board import Cell, Size, footprint
from rulebook.saga.change import change
from rulebook.saga.events import Event
from rulebook.saga.initiative import InitiativeRoll
from rulebook.saga.state import (
    Absence,
    Fall,
    Lasting,
    Outcome,
    Pause,
    Place,
    PlaceStatus,
    Running,
    State,
    Unit,
    Until,
)

Evolve = Callable[[State, Any], State]
Key = TypeVar("Key")
Value = TypeVar("Value")


def evolve(state: State, event: Event) -> State:
    """The state after one event."""
    return change(_EVOLVE[type(event)](state, event), moment=event.at)


def fold(state: State, events: Iterable[Event]) -> State:
    """The state after all these events."""
    for event in events:
        state = evolve(state, event)
    return state


# Units


def _with_unit(state: State, unit: Unit, **fields: Any) -> State:
    return change(state, units={**state.units, unit.id: unit}, **fields)


def _placed(state: State, unit: Unit, at: Cell, size: Size, **fields: Any) -> State:
    """The unit stands somewhere else; `occupied` follows."""
    # On its way through others a unit may pause on their cells, which stay theirs.
    occupied = {cell: name for cell, name in state.occupied.items() if name != unit.id}
    for cell in footprint(at, size):
        occupied.setdefault(cell, unit.id)
    moved = change(unit, at=at, size=size, **fields)
    return _with_unit(state, moved, occupied=occupied)


def _without(mapping: Mapping[Key, Value], key: Key) -> Mapping[Key, Value]:
    if key not in mapping:
        return mapping
    return {kept: value for kept, value in mapping.items() if kept != key}


def _counted(state: State, counter: int) -> State:
    return change(state, dice_counter=max(state.dice_counter, counter + 1))


# Turn 0


def _units_deployed(state: State, event: told.UnitsDeployed) -> State:
    for placement in event.placements:
        unit = state.units[placement.unit]
        size = unit.size.turned if placement.turned else unit.size
        state = _placed(state, unit, placement.cell, size)
    return state


def _unit_placed_at_random(state: State, event: told.UnitPlacedAtRandom) -> State:
    unit = state.units[event.unit]
    size = unit.size.turned if event.turned else unit.size
    return _counted(_placed(state, unit, event.cell, size), event.roll.counter)


def _deployment_ended(state: State, event: told.DeploymentEnded) -> State:
    return change(state, deployment=None, phase="running")


# Rounds and turns


def _round_began(state: State, event: told.RoundBegan) -> State:
    totals = dict(event.totals)
    places = tuple(Place(unit, totals.get(unit, 0)) for unit in event.order)
    counter = max((_after(roll) for roll in event.rolls), default=state.dice_counter)
    return change(
        state,
        round=event.round,
        places=places,
        running=None,
        first_taken=False,
        broken={},
        plans={},
        dice_counter=max(state.dice_counter, counter),
    )


def _after(roll: InitiativeRoll) -> int:
    return roll.roll.counter + 1


def _round_ended(state: State, event: told.RoundEnded) -> State:
    return _expire(state, lambda effect, _: effect.until == "round-ends")


def _turn_opened(state: State, event: told.TurnOpened) -> State:
    running = Running(event.unit, event.at, event.due, event.rule, event.at, event.length)
    places = _marked(state.places, event.unit, "running")
    return _until(change(state, running=running, places=places), event.unit, "own-turn-begins", "source-turn-begins")


def _turn_taken(state: State, event: told.TurnTaken) -> State:
    if event.how == "late":
        return change(state, places=_before_running(state, event.unit, event.at))
    if event.how == "in-turn":
        return state
    return change(state, plans=_without(state.plans, event.unit))


def _turn_ended(state: State, event: told.TurnEnded) -> State:
    status: PlaceStatus = "defeated" if event.how == "defeated" else "acted"
    state = change(
        state,
        running=None,
        first_taken=state.first_taken or event.first_place,
        places=_marked(state.places, event.unit, status, event.at),
        plans=_without(state.plans, event.unit),
    )
    return _until(state, event.unit, "own-turn-ends")


def _turn_expired(state: State, event: told.TurnExpired) -> State:
    unit = change(state.units[event.unit], missed=event.missed)
    state = _with_unit(
        state,
        unit,
        running=None,
        first_taken=True,
        places=_marked(state.places, event.unit, "expired", event.at),
        plans=_without(state.plans, event.unit),
    )
    return _until(state, event.unit, "own-turn-ends")


def _marked(places: tuple[Place, ...], unit: str, status: PlaceStatus, closed: int = 0) -> tuple[Place, ...]:
    return tuple(Place(place.unit, place.total, status, closed) if place.unit == unit else place for place in places)


def _before_running(state: State, unit: str, at: int) -> tuple[Place, ...]:
    """A late unit's initiative becomes this moment's: its row goes before the open turn's."""
    own = state.place(unit)
    assert own is not None
    rows = [place for place in state.places if place.unit != unit]
    now = next((n for n, place in enumerate(rows) if place.status == "running"), len(rows))
    rows.insert(now, Place(unit, own.total, "acted-late", at))
    return tuple(rows)


def _deadline_extended(state: State, event: told.DeadlineExtended) -> State:
    if state.running is None:
        return state
    running = state.running
    return change(
        state,
        running=replace(
            running,
            due=event.due,
            extended=running.extended + event.added,
            extensions=running.extensions + 1,
        ),
    )


def _clock_set(state: State, event: told.ClockSet) -> State:
    failed = state.running.plan_failed if state.running else False
    running = Running(event.unit, event.at, event.due, event.rule, event.at, event.length, plan_failed=failed)
    return change(state, running=running)


def _place_moved(state: State, event: told.PlaceMoved) -> State:
    own = state.place(event.unit)
    rows = [place for place in state.places if place.unit != event.unit]
    at = next((n for n, place in enumerate(rows) if place.unit == event.before), len(rows))
    if own is None:
        return state
    return change(state, places=(*rows[:at], own, *rows[at:]))


# Steps


def _rested(state: State, event: told.Rested) -> State:
    unit = state.units[event.unit]
    return _with_unit(state, change(unit, willpower=unit.willpower + event.gained))


def _horn_sounded(state: State, event: told.HornSounded) -> State:
    unit = state.units[event.unit]
    state = _with_unit(state, change(unit, willpower=unit.willpower + event.points))
    return change(state, sides=_horns(state, {unit.side: -event.points}))


def _horns(state: State, changes: Mapping[str, int]) -> tuple[Any, ...]:
    return tuple(
        side
        if side.horn is None or side.id not in changes
        else replace(side, horn=min(state.rules.horn_capacity, side.horn + changes[side.id]))
        for side in state.sides
    )


def _moved(state: State, event: told.Moved) -> State:
    unit = state.units[event.unit]
    return _placed(state, unit, event.path[-1], event.size, willpower=unit.willpower - event.will)


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
        state = _with_unit(state, unit)
    if event.attack == "break" and event.final and not event.hit:
        missed = state.broken.get(event.target, 0) + 1
        state = change(state, broken={**state.broken, event.target: missed})
    return _counted(state, event.roll.counter) if event.roll else state


def _ability_used(state: State, event: told.AbilityUsed) -> State:
    unit = state.units[event.unit]
    return _with_unit(state, change(unit, willpower=unit.willpower - event.cost))


def _die_rolled(state: State, event: told.DieRolled) -> State:
    return _counted(state, event.roll.counter)


def _damaged(state: State, event: told.Damaged) -> State:
    unit = state.units[event.unit]
    if event.damage == "strength":
        return _with_unit(state, change(unit, strength=unit.strength - event.amount))
    return _with_unit(state, change(unit, armor=unit.armor - event.amount))


def _restored(state: State, event: told.Restored) -> State:
    unit = state.units[event.unit]
    restored: dict[str, Any] = {event.attribute: getattr(unit, event.attribute) + event.amount}
    return _with_unit(state, change(unit, **restored))


def _willpower_lost(state: State, event: told.WillpowerLost) -> State:
    unit = state.units[event.unit]
    return _with_unit(state, change(unit, willpower=unit.willpower - event.amount))


def _pushed(state: State, event: told.Pushed) -> State:
    unit = state.units[event.unit]
    return _placed(state, unit, event.path[-1], unit.size)


def _effect_gained(state: State, event: told.EffectGained) -> State:
    unit = state.units[event.unit]
    gained = event.effect
    kept = tuple(e for e in unit.lasting if (e.name, e.source) != (gained.name, gained.source))
    return _with_unit(state, change(unit, lasting=(*kept, gained)))


def _effect_lost(state: State, event: told.EffectLost) -> State:
    unit = state.units[event.unit]
    kept = tuple(e for e in unit.lasting if (e.name, e.source) != (event.name, event.source))
    return _with_unit(state, change(unit, lasting=kept))


def _hazard_placed(state: State, event: told.HazardPlaced) -> State:
    new = event.hazard
    kept = tuple(h for h in state.hazards if (h.name, h.cell) != (new.name, new.cell))
    return change(state, hazards=(*kept, new))


def _unit_defeated(state: State, event: told.UnitDefeated) -> State:
    unit = state.units[event.unit]
    gone = change(unit, at=None, defeated=True, lasting=())
    state = _with_unit(
        state,
        gone,
        occupied={cell: name for cell, name in state.occupied.items() if name != unit.id},
        plans=_without(state.plans, event.unit),
        fallen=(*state.fallen, Fall(event.unit, event.by, event.boss, state.round)),
        places=_out(state, event.unit),
        hazards=tuple(h for h in state.hazards if h.source != event.unit),
    )
    if unit.fighter:
        others = {side.id: 1 for side in state.sides if side.id != unit.side}
        state = change(state, sides=_horns(state, others))
    return _forget_source(state, event.unit)


def _out(state: State, unit: str) -> tuple[Place, ...]:
    """A fallen unit's row: it loses what was still to come, not what it has done (TURN-6)."""
    running = state.running is not None and state.running.unit == unit
    place = state.place(unit)
    if place is None or running or place.status.startswith("acted"):
        return state.places
    return _marked(state.places, unit, "defeated", place.closed)


# What lasts


def _until(state: State, unit: str, *moments: Until) -> State:
    """End what lasts until this moment of this unit's turn."""
    hazards = state.hazards
    if hazards:
        hazards = tuple(h for h in hazards if not (h.source == unit and h.until in moments))
        state = change(state, hazards=hazards)

    def ends(effect: Lasting, bearer: str) -> bool:
        owner = effect.source if effect.until.startswith("source") else bearer
        return effect.until in moments and owner == unit

    return _expire(state, ends)


def _expire(state: State, ends: Callable[[Lasting, str], bool]) -> State:
    changed = {}
    for unit in state.units.values():
        if unit.lasting:
            kept = tuple(effect for effect in unit.lasting if not ends(effect, unit.id))
            if len(kept) < len(unit.lasting):
                changed[unit.id] = change(unit, lasting=kept)
    return change(state, units={**state.units, **changed}) if changed else state


def _forget_source(state: State, fallen: str) -> State:
    """What was to last until a fallen unit's turn ends with it."""
    return _expire(state, lambda effect, _: effect.source == fallen and effect.until == "source-turn-begins")


# Early turns, absences, the director


def _plan_left(state: State, event: told.PlanLeft) -> State:
    return change(state, plans={**state.plans, event.plan.unit: event.plan})


def _plan_withdrawn(state: State, event: told.PlanWithdrawn) -> State:
    return change(state, plans=_without(state.plans, event.unit))


def _plan_failed(state: State, event: told.PlanFailed) -> State:
    assert state.running is not None
    return change(state, running=replace(state.running, plan_failed=True))


def _absence_declared(state: State, event: told.AbsenceDeclared) -> State:
    absence = Absence(event.player, event.start, event.end)
    return change(state, absences=(*state.absences, absence))


def _absence_cancelled(state: State, event: told.AbsenceCancelled) -> State:
    kept = tuple(a for a in state.absences if a.player != event.player or a.end <= event.at)
    return change(state, absences=kept)


def _unit_taken_over(state: State, event: told.UnitTakenOver) -> State:
    return _with_unit(state, change(state.units[event.unit], taken_over=True))


def _unit_handed_back(state: State, event: told.UnitHandedBack) -> State:
    return _with_unit(state, change(state.units[event.unit], taken_over=False))


def _battle_paused(state: State, event: told.BattlePaused) -> State:
    return change(state, paused=Pause(event.at, event.reason))


def _battle_resumed(state: State, event: told.BattleResumed) -> State:
    return change(_with_due(state, event.due, event.at), paused=None)


def _outage_credited(state: State, event: told.OutageCredited) -> State:
    ran_until = min(event.end, state.paused.since) if state.paused else event.end
    return change(_with_due(state, event.due, ran_until), credited_until=event.end)


def _with_due(state: State, due: int | None, since: int) -> State:
    """The open deadline, of a turn or of turn 0, moved; what lies before `since` is settled."""
    if state.running is not None:
        running = state.running
        since = max(since, running.since)
        return change(state, running=replace(running, due=due, since=since))
    if state.deployment is not None:
        turn = state.deployment
        return change(state, deployment=replace(turn, due=due, since=max(since, turn.since)))
    return state


def _deadline_pardoned(state: State, event: told.DeadlinePardoned) -> State:
    unit = state.units[event.unit]
    return _with_unit(state, change(unit, pardoned=unit.pardoned + 1))


def _unit_revealed(state: State, event: told.UnitRevealed) -> State:
    unit = state.units[event.unit]
    size = unit.size.turned if event.turned else unit.size
    return _placed(state, unit, event.cell, size, hidden=False)


def _unit_corrected(state: State, event: told.UnitCorrected) -> State:
    unit = state.units[event.unit]
    if isinstance(event.after, Cell):
        return _placed(state, unit, event.after, unit.size)
    corrected: dict[str, Any] = {event.attribute: event.after}
    return _with_unit(state, change(unit, **corrected))


# The end


def _battle_undecided(state: State, event: told.BattleUndecided) -> State:
    return change(state, undecided=True, undecided_since=event.at, running=None)


def _battle_ended(state: State, event: told.BattleEnded) -> State:
    sides = tuple(side if side.horn is None else replace(side, horn=0) for side in state.sides)
    return change(
        state,
        phase="over",
        outcome=Outcome(event.winner, event.reason),
        undecided=False,
        running=None,
        deployment=None,
        paused=None,
        plans={},
        sides=sides,
    )


def _fate_rolled(state: State, event: told.FateRolled) -> State:
    state = change(state, fates=(*state.fates, event.fate))
    for roll in (event.wound_roll, event.death_roll):
        if roll is not None:
            state = _counted(state, roll.counter)
    return state


def _renown_proposed(state: State, event: told.RenownProposed) -> State:
    return change(state, renown=event.shares)


def _undone(state: State, event: told.Undone) -> State:
    raise AssertionError("an Undone event is replayed, not evolved: see history.replay")


_EVOLVE: dict[type, Evolve] = {known: globals()["_" + known.kind.replace("-", "_")] for known in told.EVENTS.values()}
