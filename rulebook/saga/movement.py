"""Ways over the board: where a unit can get to, by which way, and why not (MOVE-1, MOVE-2).

A pose is an anchor and a size: a 1x2 unit may turn about its anchor, for one square, and
then has another size. Ways are shortest first and, among the shortest, those through the
fewest hazards the mover knows of; equal ways are taken in a fixed order, so that the same
board always gives the same way.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from rulebook.errors import Illegal
from rulebook.saga.board import SIDES_OF_A_CELL, SINGLE, Cell, Size, distance, footprint
from rulebook.saga.hooks import are_allies, passes_allies
from rulebook.saga.state import State, Unit

Pose = tuple[Cell, Size]
Direction = tuple[int, int]
ENDLESS = 1_000_000


@dataclass(frozen=True, slots=True)
class Ways:
    """Every pose within a number of squares: its cost, and the pose before it."""

    costs: dict[Pose, int]
    parents: dict[Pose, Pose]

    def path(self, goal: Pose) -> list[Pose]:
        """The poses from the start to a goal that can be reached, both included."""
        poses = [goal]
        while poses[-1] in self.parents:
            poses.append(self.parents[poses[-1]])
        return poses[::-1]


def ways_from(state: State, unit: Unit, limit: int) -> Ways:
    """Everywhere a standing unit can walk within `limit` squares, passing only what it may."""
    assert unit.at is not None
    return _Search(state, (unit.at, unit.size), limit, _closed_to(state, unit)).everywhere()


def can_stand(state: State, unit: Unit, pose: Pose) -> bool:
    """Whether the unit could end there: on the board, not blocked, nobody else's place."""
    occupied = state.occupied
    return all(state.board.open(cell) and occupied.get(cell, unit.id) == unit.id for cell in footprint(*pose))


def goals(state: State, unit: Unit, ways: Ways) -> list[tuple[Pose, int]]:
    """The poses in `ways` where the unit may stop, with their costs, without its own."""
    start = (unit.at, unit.size)
    if not passes_allies(unit):
        return [(pose, cost) for pose, cost in ways.costs.items() if cost]
    return [(pose, cost) for pose, cost in ways.costs.items() if pose != start and can_stand(state, unit, pose)]


def find_way(state: State, unit: Unit, to: Cell, turned: bool | None, limit: int) -> tuple[list[Pose], int]:
    """The way to a goal and its cost in squares.

    Raises `blocked` for a goal that cannot be stood on or reached at all, and `too-far`
    for one whose shortest way is longer than `limit` (MOVE-2).
    """
    wanted = [
        pose for pose in poses_at(unit, to, turned) if can_stand(state, unit, pose) and pose != (unit.at, unit.size)
    ]
    if not wanted:
        raise _blocked(unit, to)
    assert unit.at is not None
    start = (unit.at, unit.size)
    ways = _Search(state, start, limit, _closed_to(state, unit)).toward(frozenset(wanted))
    reached = [pose for pose in wanted if pose in ways.costs]
    if not reached:
        raise _out_of_reach(state, unit, to, wanted, limit)
    best = min(reached, key=lambda pose: (ways.costs[pose], pose[1] != unit.size))
    return ways.path(best), ways.costs[best]


def poses_at(unit: Unit, to: Cell, turned: bool | None) -> list[Pose]:
    """The poses in which a unit could have its anchor at `to`; `turned`: along a row."""
    sizes = dict.fromkeys((unit.size, unit.size.turned))
    if turned is not None:
        sizes = {size: None for size in sizes if len(sizes) == 1 or (size.width > 1) == turned}
    return [(to, size) for size in sizes]


def lies_along_row(size: Size) -> bool | None:
    """How a 1x2 unit lies; None for a unit that cannot turn."""
    return None if size.width == size.height else size.width > 1


def _closed_to(state: State, unit: Unit) -> set[Cell]:
    """The cells the unit can neither enter nor pass."""
    light = passes_allies(unit)
    closed = set(state.board.blocked)
    for cell, other_id in state.occupied.items():
        if other_id != unit.id and not (light and are_allies(unit, state.units[other_id])):
            closed.add(cell)
    return closed


class _Search:
    """A search outward from a pose, layer by layer; every pose keeps the one it came from."""

    def __init__(self, state: State, start: Pose, limit: int, closed: set[Cell]) -> None:
        self.board = state.board
        self.limit = limit
        self.closed = closed
        self.hazards = _hazards_near(state, start, limit)
        self.ways = Ways({start: 0}, {})
        self.burdens = {start: 0}

    def everywhere(self) -> Ways:
        """Everything within the limit."""
        return self._outward(frozenset(), None)

    def toward(self, wanted: frozenset[Pose]) -> Ways:
        """As far as the layer that holds a wanted pose; all of them have one anchor.

        What is too far from that anchor to lie on a way within the limit is left out.
        """
        return self._outward(wanted, next(iter(wanted))[0])

    def _outward(self, wanted: frozenset[Pose], goal: Cell | None) -> Ways:
        layer, cost = list(self.ways.costs), 0
        grow = self._next_layer_around if self.hazards else self._next_layer
        while layer and cost < self.limit and wanted.isdisjoint(layer):
            cost += 1
            layer = grow(layer, cost, goal)
        return self.ways

    def _next_layer(self, layer: list[Pose], cost: int, goal: Cell | None) -> list[Pose]:
        """The poses one square on, each from the first pose that leads there."""
        costs, parents = self.ways.costs, self.ways.parents
        following: list[Pose] = []
        for pose in layer:
            for near in _next_poses(pose):
                if near not in costs and self._is_open(near, cost, goal):
                    costs[near] = cost
                    parents[near] = pose
                    following.append(near)
        return following

    def _next_layer_around(self, layer: list[Pose], cost: int, goal: Cell | None) -> list[Pose]:
        """The same, each from the pose whose way has met the fewest hazards."""
        costs, parents, burdens = self.ways.costs, self.ways.parents, self.burdens
        following: list[Pose] = []
        for pose in layer:
            for near in _next_poses(pose):
                known = costs.get(near)
                if known is None and self._is_open(near, cost, goal):
                    costs[near] = known = cost
                    following.append(near)
                if known == cost:
                    burden = burdens[pose] + _burden(pose, near, self.hazards)
                    if near not in burdens or burden < burdens[near]:
                        parents[near], burdens[near] = pose, burden
        return following

    def _is_open(self, pose: Pose, cost: int, goal: Cell | None) -> bool:
        """Whether the pose is free and, where there is a goal, may lie on a way to it."""
        at, (width, height) = pose
        x, y = at
        if goal is not None and cost + abs(x - goal[0]) + abs(y - goal[1]) > self.limit:
            return False
        if x < 0 or y < 0 or x + width > self.board.width or y + height > self.board.height:
            return False
        if width == height == 1:
            return at not in self.closed
        return self.closed.isdisjoint(footprint(at, pose[1]))


@lru_cache(maxsize=65536)
def _next_poses(pose: Pose) -> tuple[Pose, ...]:
    (x, y), size = pose
    near = [(Cell(x + dx, y + dy), size) for dx, dy in SIDES_OF_A_CELL]
    if size.width != size.height:
        near.append((pose[0], size.turned))
    return tuple(near)


def _hazards_near(state: State, start: Pose, limit: int) -> dict[Cell, int]:
    """How many known hazards wait on each cell that a walk of this length could touch."""
    counts: dict[Cell, int] = {}
    for hazard in state.hazards:
        if distance(start[0], start[1], hazard.cell) <= limit:
            counts[hazard.cell] = counts.get(hazard.cell, 0) + 1
    return counts


def _burden(before: Pose, after: Pose, hazards: Mapping[Cell, int]) -> int:
    """How many hazards wait on the cells that are new in a pose."""
    if after[1] == SINGLE:
        return hazards.get(after[0], 0)
    left = footprint(*before)
    return sum(hazards.get(cell, 0) for cell in footprint(*after) if cell not in left)


def _blocked(unit: Unit, to: Cell) -> Illegal:
    message = f"{unit.id} cannot stand on {to}."
    return Illegal("blocked", message, {"unit": unit.id, "cell": str(to)})


def _out_of_reach(state: State, unit: Unit, to: Cell, wanted: list[Pose], limit: int) -> Illegal:
    anywhere = ways_from(state, unit, ENDLESS)
    needed = [anywhere.costs[pose] for pose in wanted if pose in anywhere.costs]
    if not needed:
        return Illegal("blocked", f"There is no way to {to} for {unit.id}.", {"unit": unit.id, "cell": str(to)})
    return Illegal(
        "too-far",
        f"{to} is {min(needed)} squares away for {unit.id}, more than the {limit} it has.",
        {"unit": unit.id, "cell": str(to), "needed": min(needed), "limit": limit},
    )


def pushed_to(
    state: State, unit: Unit, direction: Direction, cells: int, through: bool = False
) -> tuple[int, tuple[str, ...]]:
    """How far a push would carry a unit, and whom it would pass (see `Context.push`)."""
    assert unit.at is not None
    reached = 0
    passed: tuple[str, ...] = ()
    met: dict[str, None] = {}
    for count in range(1, cells + 1):
        at = Cell(unit.at.x + direction[0] * count, unit.at.y + direction[1] * count)
        spot = footprint(at, unit.size)
        if not state.board.fits(spot):
            break
        others = {state.occupied[cell] for cell in spot if state.occupied.get(cell, unit.id) != unit.id}
        if others and not (through and all(state.units[other].fighter for other in others)):
            break
        met.update(dict.fromkeys(sorted(others)))
        if not others:
            reached, passed = count, tuple(met)
    return reached, passed
