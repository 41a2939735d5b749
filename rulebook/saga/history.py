"""A battle's record read again (`rulebook/table/history.py`), and what its clock had left then."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from rulebook.saga import hours
from rulebook.saga.change import change
from rulebook.saga.deadlines import is_absent, next_due, turn_clock
from rulebook.saga.events import Event, Undone
from rulebook.saga.evolve import evolve
from rulebook.saga.rules import TableRules
from rulebook.saga.setup import Setup, new_state
from rulebook.saga.state import Moment, Running, State
from rulebook.table import history


def replay(setup: Setup, events: Iterable[Event]) -> State:
    """The state that a battle's whole record leads to, exactly as it was reached."""
    return states(setup, events)[-1]


def states(setup: Setup, events: Iterable[Event]) -> list[State]:
    """The state before the first event, and after each of them."""
    return history.states(new_state(setup), events, evolve, _back_to)


def undo(setup: Setup, events: Sequence[Event], to: int, reason: str, at: Moment) -> tuple[State, Undone]:
    """The director takes back everything after event number `to` (0: all of it).

    Returns the state to go on from and the event to record. A clock that ran then has
    what it had left then; absences, orders of sheets and the dice are those of now. Raises `no-reason`,
    `unknown-event` and `nothing-to-undo`.
    """
    return history.undo(states(setup, events), to, reason, at, _back_to)


def left_over(rules: TableRules, due: Moment, then: Moment, at: Moment) -> Moment:
    """The due time, counted from `at`, of a clock that ran out at `due` and stood at `then` (SK-144, SK-150)."""
    return hours.after(rules, at, hours.between(rules, then, due))


def _back_to(past: State, now: State, at: Moment) -> State:
    """A past state, gone on with at `at`: its clock keeps what was left of it then."""
    state = change(
        past,
        moment=at,
        dice_counter=max(past.dice_counter, now.dice_counter),
        absences=now.absences,
        sheet_orders=now.sheet_orders,
        credited_until=max(past.credited_until, now.credited_until),
    )
    if _player_is_back(state):
        return _with_fresh_clock(state, at)
    due = next_due(past)
    if due is None:
        return state
    later = left_over(past.rules, due, past.moment, at)
    if state.running is not None:
        return change(state, running=replace(state.running, due=later, since=at))
    assert state.deployment is not None
    return change(state, deployment=replace(state.deployment, due=later, since=at))


def _player_is_back(state: State) -> bool:
    """Whether the open turn waits for the director because of an absence that has been cancelled since."""
    running = state.running
    if running is None or running.rule != "absent":
        return False
    return not is_absent(state, state.units[running.unit].player, running.opened)


def _with_fresh_clock(state: State, at: Moment) -> State:
    """The open turn is its player's again, as when the absence was cancelled (SK-123)."""
    before = state.running
    assert before is not None
    rule, due, length = turn_clock(state, state.units[before.unit], at, ask_director=False)
    return change(state, running=Running(before.unit, at, due, rule, at, length, plan_failed=before.plan_failed))
