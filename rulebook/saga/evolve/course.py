"""What the course of a battle makes of its state: turn 0, rounds, turns, clocks, absences."""

from collections.abc import Callable
from dataclasses import replace

from rulebook.change import change
from rulebook.saga import events as told
from rulebook.saga.evolve.records import counted, end_effects, ends_at, marked, placed, with_unit, without
from rulebook.saga.initiative import InitiativeRoll
from rulebook.saga.state import Absence, Pause, Place, PlaceStatus, Running, State
from rulebook.table.absences import left_after


def _units_deployed(state: State, event: told.UnitsDeployed) -> State:
    for placement in event.placements:
        unit = state.units[placement.unit]
        size = unit.size.turned if placement.turned else unit.size
        state = placed(state, unit, placement.cell, size)
    return state


def _unit_placed_at_random(state: State, event: told.UnitPlacedAtRandom) -> State:
    unit = state.units[event.unit]
    size = unit.size.turned if event.turned else unit.size
    return counted(placed(state, unit, event.cell, size), event.roll.counter)


def _deployment_ended(state: State, event: told.DeploymentEnded) -> State:
    return change(state, deployment=None, phase="running")


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
    return end_effects(state, lambda effect, _: effect.until == "round-ends")


def _turn_opened(state: State, event: told.TurnOpened) -> State:
    running = Running(event.unit, event.at, event.due, event.rule, event.at, event.length)
    places = marked(state.places, event.unit, "running")
    return ends_at(change(state, running=running, places=places), event.unit, "own-turn-begins", "source-turn-begins")


def _turn_taken(state: State, event: told.TurnTaken) -> State:
    if event.how == "late":
        return change(state, places=_before_running(state, event.unit, event.at))
    if event.how in ("in-turn", "ordered"):
        return state
    return change(state, plans=without(state.plans, event.unit))


def _turn_ended(state: State, event: told.TurnEnded) -> State:
    status: PlaceStatus = event.how
    state = change(
        state,
        running=None,
        first_taken=state.first_taken or event.first_place,
        places=marked(state.places, event.unit, status, event.at),
        plans=without(state.plans, event.unit),
    )
    return ends_at(state, event.unit, "own-turn-ends")


def _turn_expired(state: State, event: told.TurnExpired) -> State:
    unit = change(state.units[event.unit], missed=event.missed)
    state = with_unit(
        state,
        unit,
        running=None,
        first_taken=True,
        places=marked(state.places, event.unit, "ordered" if event.ordered else "expired", event.at),
        plans=without(state.plans, event.unit),
    )
    return ends_at(state, event.unit, "own-turn-ends")


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


def _plan_left(state: State, event: told.PlanLeft) -> State:
    return change(state, plans={**state.plans, event.plan.unit: event.plan})


def _plan_withdrawn(state: State, event: told.PlanWithdrawn) -> State:
    return change(state, plans=without(state.plans, event.unit))


def _plan_failed(state: State, event: told.PlanFailed) -> State:
    assert state.running is not None
    return change(state, running=replace(state.running, plan_failed=True))


def _orders_given(state: State, event: told.OrdersGiven) -> State:
    return change(state, orders={**state.orders, event.orders.unit: event.orders})


def _orders_dropped(state: State, event: told.OrdersDropped) -> State:
    return change(state, orders=without(state.orders, event.unit))


def _sheet_orders(state: State, event: told.SheetOrders) -> State:
    others = without(state.sheet_orders, event.orders.unit)
    now = {event.orders.unit: event.orders} if event.orders.orders else {}
    return change(state, sheet_orders={**others, **now})


def _turn_forced(state: State, event: told.TurnForced) -> State:
    return state


def _absence_declared(state: State, event: told.AbsenceDeclared) -> State:
    absence = Absence(event.player, event.start, event.end)
    return change(state, absences=(*state.absences, absence))


def _absence_cancelled(state: State, event: told.AbsenceCancelled) -> State:
    return change(state, absences=left_after(state.absences, event))


def _unit_taken_over(state: State, event: told.UnitTakenOver) -> State:
    return with_unit(state, change(state.units[event.unit], taken_over=True))


def _unit_handed_back(state: State, event: told.UnitHandedBack) -> State:
    return with_unit(state, change(state.units[event.unit], taken_over=False))


def _player_changed(state: State, event: told.PlayerChanged) -> State:
    unit = change(state.units[event.unit], player=event.player, taken_over=False, seated=event.at)
    seated = with_unit(state, unit)
    if event.due is None or seated.deployment is None:
        return seated
    return change(seated, deployment=replace(seated.deployment, due=event.due, since=event.at))


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
    return with_unit(state, change(unit, pardoned=unit.pardoned + 1))


EVOLVE: dict[type, Callable[..., State]] = {
    told.UnitsDeployed: _units_deployed,
    told.UnitPlacedAtRandom: _unit_placed_at_random,
    told.DeploymentEnded: _deployment_ended,
    told.RoundBegan: _round_began,
    told.RoundEnded: _round_ended,
    told.TurnOpened: _turn_opened,
    told.TurnTaken: _turn_taken,
    told.TurnEnded: _turn_ended,
    told.TurnExpired: _turn_expired,
    told.DeadlineExtended: _deadline_extended,
    told.ClockSet: _clock_set,
    told.PlanLeft: _plan_left,
    told.PlanWithdrawn: _plan_withdrawn,
    told.PlanFailed: _plan_failed,
    told.OrdersGiven: _orders_given,
    told.OrdersDropped: _orders_dropped,
    told.SheetOrders: _sheet_orders,
    told.TurnForced: _turn_forced,
    told.AbsenceDeclared: _absence_declared,
    told.AbsenceCancelled: _absence_cancelled,
    told.UnitTakenOver: _unit_taken_over,
    told.UnitHandedBack: _unit_handed_back,
    told.PlayerChanged: _player_changed,
    told.BattlePaused: _battle_paused,
    told.BattleResumed: _battle_resumed,
    told.OutageCredited: _outage_credited,
    told.DeadlinePardoned: _deadline_pardoned,
}
