"""Ways across the board that no model blocks: distances and routes (AMD-06).

Steps cost 1; the diagonal rule holds. Of equally short routes the one with orthogonal
steps first is taken, then in the order N, E, S, W.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from functools import lru_cache

from rulebook.dungeon.grid import AROUND, FACINGS, Pose, Square, are_adjacent, around, base, moved
from rulebook.dungeon.movement import Ground, can_step, ways
from rulebook.dungeon.state import Model, State

Distances = dict[Square, int]


def open_ground(state: State) -> frozenset[Square]:
    """The squares that furniture, chests and closed doors leave free, models apart."""
    return state.board.walkable


@lru_cache(maxsize=2048)
def _field(free: frozenset[Square], goals: frozenset[Square]) -> Distances:
    """Steps from every square to the nearest of the goals, walking on free squares only."""
    here = Ground(free, frozenset())
    found: Distances = dict.fromkeys(goals & free, 0)
    queue = deque(sorted(found))
    while queue:
        square = queue.popleft()
        for direction in AROUND:
            after = moved(square, direction)
            if after not in found and can_step(here, square, direction):
                found[after] = found[square] + 1
                queue.append(after)
    return found


def distances_to(free: frozenset[Square], goals: Iterable[Square]) -> Distances:
    """Steps from every square to the nearest goal; goals that cannot be entered do not count."""
    return _field(free, frozenset(goals))


def beside(free: frozenset[Square], squares: Iterable[Square]) -> frozenset[Square]:
    """The free squares next to any of these: where a way to something ends that cannot be entered."""
    return frozenset(near for square in squares for near in around(square)) & free


def ends_at(free: frozenset[Square], goal: Iterable[Square]) -> frozenset[Square]:
    """Where a route to a goal ends: on it, or next to it if it cannot be entered (AMD-06)."""
    wanted = frozenset(goal)
    return wanted & free or beside(free, wanted)


def route(free: frozenset[Square], start: Square, goals: Iterable[Square]) -> tuple[Square, ...]:
    """The squares of a shortest way to the nearest goal, the start left out; () if there is none."""
    found = _field(free | {start}, frozenset(goals))
    if start not in found:
        return ()
    here, square, way = Ground(free | {start}, frozenset()), start, []
    while found[square]:
        options = (moved(square, step) for step in AROUND if can_step(here, square, step))
        square = next(after for after in options if found.get(after) == found[square] - 1)
        way.append(square)
    return tuple(way)


def steps_to(state: State, model: Model, other: Model) -> int | None:
    """Steps to a place next to another, models apart; None without a way.

    Those of a Large model are the points it spends, turns included (AMD-03).
    """
    free = open_ground(state) | set(model.squares)
    if model.is_large:
        return _large_steps(free, model.pose, model.size, other.squares)
    near = _field(free, beside(free, other.squares) - set(other.squares))
    return min((near[square] for square in model.squares if square in near), default=None)


@lru_cache(maxsize=2048)
def _large_steps(free: frozenset[Square], start: Pose, size: int, squares: tuple[Square, ...]) -> int | None:
    found = ways(Ground(free, frozenset(), size), start, len(free) * len(FACINGS), engaged=False).squares
    near = [cost for at, cost in found.items() if are_adjacent(base(at, size), squares)]
    return min(near, default=None)
