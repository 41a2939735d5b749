"""What each event makes of the state: plain bookkeeping, no decisions, no dice.

Folding a game's events over its first state gives the same state again, exactly. Every
function in this package takes a state and one event and returns the next state.
"""

from rulebook.change import change
from rulebook.dungeon.events import Event
from rulebook.dungeon.evolve import course, deeds, invisible, table
from rulebook.dungeon.state import State

_EVOLVE = course.EVOLVE | deeds.EVOLVE | table.EVOLVE | invisible.EVOLVE


def evolve(state: State, event: Event) -> State:
    """The state after one event."""
    return change(_EVOLVE[type(event)](state, event), moment=event.at)
