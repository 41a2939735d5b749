"""A game's record read again: replaying it, and taking back what came after an event.

Events are numbered from 1 in the order they were recorded. An `Undone` event does not
delete anything: the record goes on after it from the state it returned to. Dice are never
turned back: the counter reached stays reached, so the same faces cannot come again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from rulebook.change import change
from rulebook.dungeon.clocks import next_due
from rulebook.dungeon.events import Event, Undone
from rulebook.dungeon.evolve import evolve
from rulebook.dungeon.setup import Setup, new_state
from rulebook.dungeon.state import Moment, State
from rulebook.errors import Illegal, Unreadable


def replay(setup: Setup, events: Iterable[Event]) -> State:
    """The state that a game's whole record leads to, exactly as it was reached."""
    return states(setup, events)[-1]


def states(setup: Setup, events: Iterable[Event]) -> list[State]:
    """The state before the first event, and after each of them."""
    reached = [new_state(setup)]
    for event in events:
        now = reached[-1]
        if isinstance(event, Undone):
            reached.append(_back_to(reached[event.to], now, event.at))
        else:
            reached.append(evolve(now, event))
    return reached


def undo(setup: Setup, events: Sequence[Event], to: int, reason: str, at: Moment) -> tuple[State, Undone]:
    """The director takes back everything after event number `to` (0: all of it).

    Returns the state to go on from and the event to record. A clock that ran then has
    what it had left then; absences and the dice are those of now. Raises `no-reason`,
    `unknown-event` and `nothing-to-undo`.
    """
    if not reason.strip():
        raise Unreadable("no-reason", "Undoing needs a reason.")
    if not 0 <= to <= len(events):
        raise Unreadable("unknown-event", f"There is no event {to}.", {"event": to})
    if to == len(events):
        raise Illegal("nothing-to-undo", f"Nothing came after event {to}.", {"event": to})
    reached = states(setup, events)
    event = Undone(max(at, reached[-1].moment), to, reason)
    return _back_to(reached[to], reached[-1], event.at), event


def _back_to(past: State, now: State, at: Moment) -> State:
    """A past state, gone on with at `at`: its clock keeps what was left of it then."""
    state = change(
        past,
        moment=at,
        dice_counter=max(past.dice_counter, now.dice_counter),
        absences=now.absences,
        credited_until=max(past.credited_until, now.credited_until),
    )
    due = next_due(past)
    if due is None or state.clock is None:
        return state
    return change(state, clock=replace(state.clock, due=due + at - past.moment, since=at))
