"""What a board page shows on request: where a model could go, and what it sees (for pages and pictures).

Questions only, on the state as anybody at the table knows it: nothing hidden is looked at.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rulebook.dungeon import combat
from rulebook.dungeon.combat import SightLine
from rulebook.dungeon.grid import Facing, Pose, Square, within
from rulebook.dungeon.legal import draft_turn, moves_of
from rulebook.dungeon.movement import ground
from rulebook.dungeon.state import State
from rulebook.dungeon.steps import Move
from rulebook.errors import Illegal


@dataclass(frozen=True, slots=True)
class Reach:
    """Where a model can still go in its turn: each anchor with the fewest points it takes.

    `stops` are those in an enemy front arc, where it moves no further; `breaks`: to leave
    its square at all it breaks away first, and these enemies may strike it.
    """

    squares: Mapping[Square, int]
    stops: frozenset[Square]
    breaks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sight:
    """What a model sees in front of it, square by square: `clear`, or `over` furniture.

    `in_long` and `in_short` are the squares a template of that length reaches, seen or not.
    """

    squares: Mapping[Square, SightLine]
    in_short: frozenset[Square]
    in_long: frozenset[Square]


def reach_of(state: State, unit: str) -> Reach:
    """Raises `unknown-unit` or `defeated` for a model that is not on the board."""
    draft = draft_turn(state, unit)
    if not draft.running.may_move:
        return Reach({}, frozenset(), ())
    found = moves_of(state, draft.model, draft.running)
    squares = {at: cost for at, cost in found.squares.items() if at != found.start.at}
    here = ground(state, draft.model)
    holders = combat.holders(state, draft.model) if squares else ()
    return Reach(squares, frozenset(filter(here.stops, squares)), tuple(enemy.id for enemy in holders))


def way_to(state: State, unit: str, at: Square, facing: Facing) -> Move:
    """The move that takes a model there by a cheapest way, for whoever points at a square.

    Raises `too-far` if it cannot get there in its turn, and what `reach_of` raises.
    """
    draft = draft_turn(state, unit)
    if draft.running.may_move:
        found = moves_of(state, draft.model, draft.running)
        pose = Pose(at, facing)
        if pose != found.start and pose in set(found.poses()):
            return Move(found.path_to(pose))
    message = f"{unit} cannot get to {at} facing {facing} in its turn."
    raise Illegal("too-far", message, {"unit": unit, "square": str(at)})


def sight_of(state: State, unit: str) -> Sight:
    """Raises `unknown-unit` or `defeated` for a model that is not on the board."""
    model = draft_turn(state, unit).model
    others = sorted(state.board.floor - set(model.squares), key=lambda square: (square.y, square.x))
    lines = {
        square: combat.sight_line(state, model, model.squares, (square,))
        for square in others
        if combat.is_in_front(model, (square,))
    }
    return Sight(
        {square: line for square, line in lines.items() if line != "none"},
        frozenset(square for square in others if within(model.squares, (square,), state.rules.short)),
        frozenset(square for square in others if within(model.squares, (square,), state.rules.long)),
    )
