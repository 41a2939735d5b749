"""What the director's hand and the end of a battle make of its state."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rulebook.change import change
from rulebook.saga import events as told
from rulebook.saga.board import Cell
from rulebook.saga.evolve.records import counted, placed, with_unit
from rulebook.saga.state import Outcome, State


def _unit_revealed(state: State, event: told.UnitRevealed) -> State:
    unit = state.units[event.unit]
    size = unit.size.turned if event.turned else unit.size
    return placed(state, unit, event.cell, size, hidden=False)


def _unit_corrected(state: State, event: told.UnitCorrected) -> State:
    unit = state.units[event.unit]
    if isinstance(event.after, Cell):
        return placed(state, unit, event.after, unit.size)
    corrected: dict[str, Any] = {event.attribute: event.after}
    return with_unit(state, change(unit, **corrected))


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
            state = counted(state, roll.counter)
    return state


def _renown_proposed(state: State, event: told.RenownProposed) -> State:
    return change(state, renown=event.shares)


def _undone(state: State, event: told.Undone) -> State:
    raise AssertionError("an Undone event is replayed, not evolved: see history.replay")


EVOLVE: dict[type, Callable[..., State]] = {
    told.UnitRevealed: _unit_revealed,
    told.UnitCorrected: _unit_corrected,
    told.BattleUndecided: _battle_undecided,
    told.BattleEnded: _battle_ended,
    told.FateRolled: _fate_rolled,
    told.RenownProposed: _renown_proposed,
    told.Undone: _undone,
}
