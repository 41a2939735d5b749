"""Who plays which model of a game, and who the Overlord is."""

from collections.abc import Mapping

from rulebook.dungeon.naming import name_of
from rulebook.dungeon.state import Model, State
from rulebook.dungeon.steps import OVERLORD
from rulebook.table.seats import Seat


def seats(state: State) -> Mapping[str, Seat]:
    """Every model with whoever plays it, in order; last the Overlord himself, unless he is the Invisible one."""
    found = {model.id: _seat(state, model) for model in state.models.values()}
    if not state.automatic:
        found[OVERLORD] = Seat(OVERLORD, "", state.overlord, chair=True)
    return found


def _seat(state: State, model: Model) -> Seat:
    gone = not model.on_board and state.phase != "setup"
    under = OVERLORD if model.side == "overlord" else ""
    return Seat(model.id, name_of(state, model.id, "en"), model.player, model.character, model.taken_over, gone, under)
