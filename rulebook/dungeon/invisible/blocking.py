"""Standing in the heroes' way: the block score of a model or pile (IO-IMP-08, IO-OFF-09, AMD-05, AMD-09)."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from rulebook.dungeon import combat, goals, routes
from rulebook.dungeon.grid import AROUND, Square, moved
from rulebook.dungeon.invisible.records import Variant
from rulebook.dungeon.movement import Ground, can_step
from rulebook.dungeon.state import Model, State

OPEN, THROUGH_ARCS, SHUT = 0, 1, 2


class BlockScore(NamedTuple):
    """How a candidate blocks: `walks` is 2 if no hero could walk to the goal at all, 1 if every
    walk would enter a front arc, counted only where it is higher than without; `path` are the
    squares of the way that it stands on or has in its front arc."""

    walks: int
    path: int

    @property
    def blocks(self) -> bool:
        return self != (0, 0)


@dataclass(frozen=True)
class Ways:
    """The ground the heroes would walk, without the candidate.

    `physical` is free for them, `arcs` are front arcs of the other Overlord models, `path`
    the squares between the hero in question and the goals. `without` is how far the others
    block; `quiet` what a walk that they leave open needs free.
    """

    physical: frozenset[Square]
    arcs: frozenset[Square]
    heroes: frozenset[Square]
    ends: frozenset[Square]
    path: frozenset[Square]
    without: int
    quiet: frozenset[Square]

    def score(self, squares: Iterable[Square], arc: frozenset[Square]) -> BlockScore:
        """The block score of a candidate on these squares with this front arc."""
        base = frozenset(squares)
        covered = base | arc
        walks = OPEN
        if self.without < SHUT and not (covered if self.without == OPEN else base).isdisjoint(self.quiet):
            found = closed_by(self.physical - base, self.arcs | arc, self.heroes, self.ends)[0]
            walks = found if found > self.without else OPEN
        return BlockScore(walks, len(self.path & covered))


def ways(state: State, variant: Variant, hero: Model, candidate: Model | None) -> Ways:
    """What the candidate could block, with this hero's way to the goals in mind."""
    others = [model for model in state.side_models("overlord") if candidate is None or model.id != candidate.id]
    walkable = routes.open_ground(state)
    physical = walkable - {square for model in others for square in model.squares}
    arcs: frozenset[Square] = frozenset().union(*(combat.front_of(model) for model in others))
    heroes = frozenset(square for one in state.heroes for square in one.squares)
    wanted = _goals(state, variant)
    ends = frozenset(square for goal in wanted for square in goal)
    without, quiet = closed_by(physical, arcs, heroes, ends) if ends else (SHUT, frozenset())
    assert hero.at is not None
    path = {square for goal in wanted for square in routes.route(walkable, hero.at, goal)}
    return Ways(physical, arcs, heroes, ends, frozenset(path), without, quiet)


def _goals(state: State, variant: Variant) -> list[frozenset[Square]]:
    """Where each goal's ways end: the next goal, in the official variant the zones' exits too (AMB-61, AMD-09)."""
    walkable = routes.open_ground(state)
    goal = goals.next_goal(state)
    wanted = [goals.goal_squares(state, goal)] if goal is not None else []
    if variant == "official":
        homes = {zone.id: zone for hero in state.heroes if hero.at for zone in [goals.zone_of(state, hero.at)] if zone}
        wanted += [squares for zone in homes.values() for squares in goals.exits(zone)]
    return [ends for squares in dict.fromkeys(wanted) if (ends := routes.ends_at(walkable, squares))]


def closed_by(
    physical: frozenset[Square], arcs: frozenset[Square], starts: frozenset[Square], ends: frozenset[Square]
) -> tuple[int, frozenset[Square]]:
    """How far every walk from any start to any end is closed, and a walk that is still open.

    Arcs on flank squares do not matter (AMB-09).
    """
    here = Ground(physical, frozenset())
    walk = _walk(here, arcs, starts, ends)
    if walk is not None:
        return OPEN, walk
    walk = _walk(here, frozenset(), starts, ends)
    return (SHUT, frozenset()) if walk is None else (THROUGH_ARCS, walk)


def _walk(
    here: Ground, barred: frozenset[Square], starts: frozenset[Square], ends: frozenset[Square]
) -> frozenset[Square] | None:
    before: dict[Square, Square | None] = dict.fromkeys(sorted(starts))
    queue = deque(before)
    while queue:
        square = queue.popleft()
        if square in ends:
            return _traced(before, square)
        for direction in AROUND:
            after = moved(square, direction)
            if after not in before and after not in barred and can_step(here, square, direction):
                before[after] = square
                queue.append(after)
    return None


def _traced(before: dict[Square, Square | None], end: Square) -> frozenset[Square]:
    """What a walk needs free: its squares, and those beside each slanting step (DS-MOVE-04)."""
    walk, square = {end}, before[end]
    last = end
    while square is not None:
        walk |= {square, Square(square.x, last.y), Square(last.x, square.y)}
        last, square = square, before[square]
    return frozenset(walk)
