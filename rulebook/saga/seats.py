"""Who plays which unit of a battle."""

from collections.abc import Mapping

from rulebook.saga.state import State
from rulebook.table.seats import Seat


def seats(state: State) -> Mapping[str, Seat]:
    """Every unit with whoever plays it, in listed order."""
    return {
        unit.id: Seat(unit.id, unit.name, unit.player, unit.character, unit.taken_over, unit.defeated)
        for unit in state.units.values()
    }
