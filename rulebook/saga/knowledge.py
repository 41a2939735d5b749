"""What somebody may know of a battle, as a state of its own (DEPL-3, DEPL-6, EARLY-1).

Previews, lists of steps and refusals are worked out on `known_to(...)`, so that nothing
hidden can show through them: what is not in the state cannot leak out of it.
"""

from collections.abc import Callable, Iterable

from rulebook.saga.change import change
from rulebook.saga.state import EntryWords, Hazard, Plan, StandingOrders, State, Unit
from rulebook.viewers import SPECTATOR as SPECTATOR
from rulebook.viewers import Viewer as Viewer


def sides_of(state: State, viewer: Viewer) -> frozenset[str]:
    """The sides on which a player has units; none for a spectator."""
    if viewer.id == SPECTATOR:
        return frozenset()
    return frozenset(unit.side for unit in state.units.values() if unit.player == viewer.id)


def knows_hazard(hazard: Hazard, sides: frozenset[str], viewer: Viewer) -> bool:
    """A hidden trap is known to its owner's side, and to the director (DEPL-6)."""
    return viewer.is_director or not hazard.hidden or hazard.side in sides


def knows_plan(plan: Plan | StandingOrders, viewer: Viewer) -> bool:
    """An early turn, like standing orders, is seen by its author and the director alone (EARLY-1, SK-152)."""
    return viewer.is_director or plan.player == viewer.id


def knows_unit(state: State, unit: Unit, sides: frozenset[str], viewer: Viewer) -> bool:
    """Whether the viewer knows that this unit is in the battle at all.

    A hidden unit is known to its own player and the director; in turn 0 of team against
    team, the other side's units stay unknown until it ends (DEPL-3, DEPL-6).
    """
    if viewer.is_director or unit.player == viewer.id:
        return True
    if unit.hidden:
        return False
    turn_0 = state.phase == "deployment"
    veiled = turn_0 and unit.players and unit.fighter and unit.side not in sides
    return not veiled


def known_to(state: State, viewer: Viewer) -> State:
    """The state without anything that the viewer may not know."""
    if viewer.is_director:
        return state
    return _without_secrets(state, sides_of(state, viewer), viewer)


def known_to_side(state: State, unit: Unit) -> State:
    """The state as whoever plays this unit knows it: the director's units know all."""
    if not unit.players or not _has_secrets(state):
        return state
    return _without_secrets(state, frozenset((unit.side,)), Viewer(unit.player))


def _has_secrets(state: State) -> bool:
    return (
        state.phase == "deployment"
        or any(hazard.hidden for hazard in state.hazards)
        or any(unit.hidden for unit in state.units.values())
    )


def _without_secrets(state: State, sides: frozenset[str], viewer: Viewer) -> State:
    units = {u.id: u for u in state.units.values() if knows_unit(state, u, sides, viewer)}
    return change(
        state,
        units=units,
        occupied={cell: name for cell, name in state.occupied.items() if name in units},
        hazards=tuple(h for h in state.hazards if knows_hazard(h, sides, viewer)),
        plans={p.unit: p for p in state.plans.values() if knows_plan(p, viewer)},
        orders={o.unit: o for o in state.orders.values() if knows_plan(o, viewer)},
        words=_words_of(state, units.values()) if state.words else state.words,
        sheet_orders={o.unit: o for o in state.sheet_orders.values() if knows_plan(o, viewer)},
    )


def _words_of(state: State, units: Iterable[Unit]) -> dict[str, EntryWords]:
    """The campaign's own words for what these units are and can do."""
    used = {name for unit in units for name in (unit.class_key, *unit.abilities, *unit.passives)}
    return {name: words for name, words in state.words.items() if name in used}


def plays_blind(read: Callable[[], State], player: str) -> bool:
    """Whether somebody who may look at everything must not while they play: nobody, in the saga."""
    return False
