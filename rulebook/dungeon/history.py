"""A game's record read again (`rulebook/table/history.py`), and what its clock had left then."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from rulebook.change import change
from rulebook.dungeon.clocks import Timing, hero_clock, overlord_clock, running_due
from rulebook.dungeon.events import Event, Undone
from rulebook.dungeon.evolve import evolve
from rulebook.dungeon.setup import Setup, new_state
from rulebook.dungeon.state import Clock, Moment, State
from rulebook.dungeon.strikes import asked
from rulebook.dungeon.waits import waits
from rulebook.table import history


def replay(setup: Setup, events: Iterable[Event]) -> State:
    """The state that a game's whole record leads to, exactly as it was reached."""
    return states(setup, events)[-1]


def states(setup: Setup, events: Iterable[Event]) -> list[State]:
    """The state before the first event, and after each of them."""
    return history.states(new_state(setup), events, evolve, _back_to)


def undo(setup: Setup, events: Sequence[Event], to: int, reason: str, at: Moment) -> tuple[State, Undone]:
    """The director takes back everything after event number `to` (0: all of it).

    Where nobody would be waited for there, in the middle of what the Invisible Overlord does or between two events of
    one act, it goes back to before that, so that the game can go on (SK-269).

    Returns the state to go on from and the event to record. A clock that ran then has
    what it had left then; absences and the dice are those of now. Raises `no-reason`,
    `unknown-event` and `nothing-to-undo`.
    """
    reached = states(setup, events)
    return history.undo(reached, _where_it_goes_on(reached, to), reason, at, _back_to)


def _where_it_goes_on(reached: Sequence[State], to: int) -> int:
    """The event itself, or the last one before it after which the game can go on."""
    while 0 < to < len(reached) - 1 and not _can_go_on(reached[to]):
        to -= 1
    return to


def _can_go_on(state: State) -> bool:
    """Is anybody waited for, so that somebody or a clock carries the game on from here?"""
    if state.automatic and state.phase in ("window", "overlord") and asked(state) is None:
        return False
    return state.phase == "setup" or bool(waits(state))


def _back_to(past: State, now: State, at: Moment) -> State:
    """A past state, gone on with at `at`: its clock keeps what was left of it then."""
    state = change(
        past,
        moment=at,
        dice_counter=max(past.dice_counter, now.dice_counter),
        absences=now.absences,
        credited_until=max(past.credited_until, now.credited_until),
    )
    if state.clock is None:
        return state
    if _player_is_back(state):
        timing = _timing(state, at)
        return change(state, clock=Clock(at, timing.due, timing.rule, at, timing.length))
    due = running_due(past)
    if due is None:
        return state
    return change(state, clock=replace(state.clock, due=due + at - past.moment, since=at))


def _player_is_back(state: State) -> bool:
    """Whether the clock stands for an absence that has been cancelled since (SK-236)."""
    clock = state.clock
    if clock is None or clock.rule != "absent" or state.running is not None:
        return False
    return _timing(state, clock.opened).rule != "absent"


def _timing(state: State, at: Moment) -> Timing:
    """The clock that would start at that moment, by the absences that are known."""
    return overlord_clock(state, at) if state.phase == "overlord" else hero_clock(state, at)
