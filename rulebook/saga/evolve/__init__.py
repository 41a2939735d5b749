"""What each event makes of the state: plain bookkeeping, no decisions, no dice.

Folding a battle's events over its first state gives the same state again, exactly. Every
function in this package takes a state and one event and returns the next state.
"""

from collections.abc import Iterable

from rulebook.change import change
from rulebook.saga.events import Event
from rulebook.saga.evolve import course, deeds, outcome
from rulebook.saga.state import State

_EVOLVE = course.EVOLVE | deeds.EVOLVE | outcome.EVOLVE


def evolve(state: State, event: Event) -> State:
    """The state after one event."""
    return change(_EVOLVE[type(event)](state, event), moment=event.at)


def fold(state: State, events: Iterable[Event]) -> State:
    """The state after all these events."""
    for event in events:
        state = evolve(state, event)
    return state
