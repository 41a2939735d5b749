"""What people say and do around the board, folded into the state."""

from dataclasses import replace
from typing import Any

from rulebook.change import change
from rulebook.dungeon import clocks
from rulebook.dungeon import events as told
from rulebook.dungeon.evolve.records import Evolve, with_changed, with_models, with_placed, without_key
from rulebook.dungeon.state import (
    Absence,
    Outcome,
    Pause,
    State,
)
from rulebook.dungeon.steps import OVERLORD
from rulebook.table.absences import left_after


def _instructed(state: State, event: told.Instructed) -> State:
    return with_changed(state, event.unit, strikes=event.strikes, declined=event.declined)


def _plan_left(state: State, event: told.PlanLeft) -> State:
    return change(state, plans={**without_key(state.plans, event.plan.unit), event.plan.unit: event.plan})


def _plan_gone(state: State, event: Any) -> State:
    return change(state, plans=without_key(state.plans, event.unit))


def _absence_declared(state: State, event: told.AbsenceDeclared) -> State:
    return change(state, absences=(*state.absences, Absence(event.player, event.start, event.end)))


def _absence_cancelled(state: State, event: told.AbsenceCancelled) -> State:
    return change(state, absences=left_after(state.absences, event))


def _absence_ended(state: State, event: told.AbsenceEnded) -> State:
    kept = tuple(away for away in state.absences if away.player != event.player or away.end > event.at)
    return change(state, absences=kept)


def _unit_taken_over(state: State, event: told.UnitTakenOver) -> State:
    return with_changed(state, event.unit, taken_over=True)


def _player_changed(state: State, event: told.PlayerChanged) -> State:
    if event.unit != OVERLORD:
        return with_changed(state, event.unit, player=event.player, taken_over=False)
    own = [change(model, player=event.player) for model in state.models.values() if model.side == "overlord"]
    return with_models(state, own, overlord=event.player)


def _unit_handed_back(state: State, event: told.UnitHandedBack) -> State:
    return with_changed(state, event.unit, taken_over=False)


def _battle_paused(state: State, event: told.BattlePaused) -> State:
    return change(state, paused=Pause(event.at, event.reason))


def _battle_resumed(state: State, event: told.BattleResumed) -> State:
    clock = None if state.clock is None else replace(state.clock, due=event.due, since=event.at)
    return change(state, paused=None, clock=clock)


def _outage_credited(state: State, event: told.OutageCredited) -> State:
    clock = state.clock
    if clock is not None and event.added:
        clock = replace(clock, due=event.due, since=max(clock.since, clocks.stood_from(state, event.end)))
    return change(state, clock=clock, credited_until=max(state.credited_until, event.end))


def _unit_corrected(state: State, event: told.UnitCorrected) -> State:
    model, to = state.models[event.unit], event.after
    return with_placed(
        state,
        change(
            model,
            wounds=model.wounds if to.wounds is None else to.wounds,
            at=model.at if to.square is None else to.square,
            facing=model.facing if to.facing is None else to.facing,
            items=model.items if to.items is None else to.items,
        ),
    )


def _battle_ended(state: State, event: told.BattleEnded) -> State:
    outcome = Outcome(event.winner, event.reason)
    return change(
        state, phase="over", outcome=outcome, running=None, window=None, turn=None, clock=None, pending=None, offer=None
    )


EVOLVE: dict[type, Evolve] = {
    told.Instructed: _instructed,
    told.PlanLeft: _plan_left,
    told.PlanWithdrawn: _plan_gone,
    told.PlanPlayed: _plan_gone,
    told.PlanFailed: _plan_gone,
    told.AbsenceDeclared: _absence_declared,
    told.AbsenceCancelled: _absence_cancelled,
    told.AbsenceEnded: _absence_ended,
    told.UnitTakenOver: _unit_taken_over,
    told.PlayerChanged: _player_changed,
    told.UnitHandedBack: _unit_handed_back,
    told.BattlePaused: _battle_paused,
    told.BattleResumed: _battle_resumed,
    told.OutageCredited: _outage_credited,
    told.UnitCorrected: _unit_corrected,
    told.BattleEnded: _battle_ended,
}
