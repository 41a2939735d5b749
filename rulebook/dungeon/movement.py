"""Moving: steps, routes in reach, front arcs that stop, breaking away (DS-MOVE, DS-BREAK, DS-LARGE).

A search from a pose gives every place a model can end on with the cheapest way to it;
`check_path` takes any declared path apart and says what it costs or what is wrong with it.
Both ask the same questions of a `Ground`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from rulebook.dungeon.combat import enemy_arcs, holders
from rulebook.dungeon.grid import (
    AROUND,
    FACINGS,
    VECTORS,
    Facing,
    Pose,
    Square,
    base,
    moved,
    quarter_turns,
    turned,
)
from rulebook.dungeon.state import Model, State
from rulebook.errors import Illegal

MOST_POSES = 60


@dataclass(frozen=True, slots=True)
class Ground:
    """What a model may stand on, and the enemy front arcs in which it stops."""

    free: frozenset[Square]
    arcs: frozenset[Square]
    size: int = 1

    def fits(self, at: Square) -> bool:
        """Whether the whole base may stand there (DS-MOVE-02, DS-LARGE-04)."""
        return at in self.free if self.size == 1 else self.free.issuperset(base(at, self.size))

    def stops(self, at: Square) -> bool:
        """Whether any square of the base is in an enemy front arc (DS-MOVE-05, DS-LARGE-07)."""
        return at in self.arcs if self.size == 1 else not self.arcs.isdisjoint(base(at, self.size))


def ground(state: State, model: Model) -> Ground:
    """The ground for a model as the state stands; its own squares count as free."""
    taken = (square for square, other in state.occupied.items() if other != model.id)
    return Ground(state.board.walkable.difference(taken), enemy_arcs(state, model), model.size)


class Way(NamedTuple):
    """How a place is reached: its cost in points, and the pose before it."""

    cost: int
    before: Pose | None


@dataclass(frozen=True, slots=True)
class Ways:
    """Every place a model can end its move on.

    Normal models are kept with the facing they started with, as they turn freely; Large
    ones pose by pose. `breaks`: getting anywhere else means to break away first.
    """

    start: Pose
    found: Mapping[Pose, Way] = field(default_factory=dict)
    breaks: bool = False
    large: bool = False

    def path_to(self, pose: Pose) -> tuple[Pose, ...]:
        """The poses that lead there, the start left out; a normal model turns at the end."""
        goal = pose if self.large else Pose(pose.at, self.start.facing)
        path: list[Pose] = []
        step: Pose | None = goal
        while step is not None and step != self.start:
            path.append(step)
            step = self.found[step].before
        path.reverse()
        if self.large or pose.facing == goal.facing:
            return tuple(path)
        return (*path[:-1], pose)

    def cost_of(self, at: Square) -> int | None:
        """The fewest points to stand there, in any facing; None if it cannot be reached."""
        if not self.large:
            way = self.found.get(Pose(at, self.start.facing))
            return None if way is None else way.cost
        costs = [self.found[Pose(at, facing)].cost for facing in FACINGS if Pose(at, facing) in self.found]
        return min(costs) if costs else None

    @property
    def squares(self) -> dict[Square, int]:
        """Where it can stand, with the fewest points needed."""
        best: dict[Square, int] = {}
        for pose, way in self.found.items():
            best[pose.at] = min(way.cost, best.get(pose.at, way.cost))
        return best

    def poses(self) -> Iterator[Pose]:
        """Every pose it can end in; a normal model faces any way."""
        for pose in self.found:
            if self.large:
                yield pose
            else:
                yield from (Pose(pose.at, facing) for facing in FACINGS)


# Single steps


def can_step(here: Ground, start: Square, direction: tuple[int, int]) -> bool:
    """Whether a normal model may go one step that way (DS-MOVE-02, DS-MOVE-04)."""
    if not here.fits(moved(start, direction)):
        return False
    dx, dy = direction
    if dx == 0 or dy == 0:
        return True
    return here.fits(moved(start, (dx, 0))) or here.fits(moved(start, (0, dy)))


def large_directions(facing: Facing) -> tuple[tuple[int, int], ...]:
    """Straight forward, diagonally forward to either side, straight back (DS-LARGE-02)."""
    ahead = VECTORS[facing]
    left, right = VECTORS[turned(facing, -1)], VECTORS[turned(facing, 1)]
    slant_left = (ahead[0] + left[0], ahead[1] + left[1])
    slant_right = (ahead[0] + right[0], ahead[1] + right[1])
    return (ahead, slant_left, slant_right, (-ahead[0], -ahead[1]))


def _steps(here: Ground, pose: Pose) -> Iterator[Pose]:
    """The poses one step away, facing unchanged."""
    directions = AROUND if here.size == 1 else large_directions(pose.facing)
    for direction in directions:
        if can_step(here, pose.at, direction):
            yield Pose(moved(pose.at, direction), pose.facing)


def _quarters(pose: Pose) -> tuple[Pose, Pose]:
    return Pose(pose.at, turned(pose.facing, 1)), Pose(pose.at, turned(pose.facing, -1))


# Reach


@lru_cache(maxsize=4096)
def ways(here: Ground, start: Pose, points: int, *, engaged: bool, break_away: bool = True) -> Ways:
    """Every place in reach with so many points (DS-MOVE-01, -05, -08, DS-BREAK-01).

    An engaged model stays where it is, unless it may `break_away`.
    """
    large = here.size > 1
    found: dict[Pose, Way] = {start: Way(0, None)}
    queue: deque[Pose] = deque([start])
    while queue:
        pose = queue.popleft()
        cost = found[pose].cost
        if cost >= points:
            continue
        for after in _onward(here, pose, start, engaged, break_away):
            if after not in found:
                found[after] = Way(cost + 1, pose)
                queue.append(after)
    return Ways(start, found, engaged, large)


def _onward(here: Ground, pose: Pose, start: Pose, engaged: bool, break_away: bool) -> Iterator[Pose]:
    at_start = pose.at == start.at
    if here.size > 1:
        yield from _quarters(pose)
    if engaged and at_start:
        # Whoever has turned on the spot while engaged has chosen to stay (AMD-17).
        if break_away and pose == start:
            yield from (after for after in _steps(here, pose) if not here.stops(after.at))
        return
    if not here.stops(pose.at):
        yield from _steps(here, pose)


def reach(state: State, model: Model, points: int, *, break_away: bool = True) -> Ways:
    """Where a model can go now with so many points."""
    engaged = bool(holders(state, model))
    may_break = break_away and not is_held(state, model)
    return ways(ground(state, model), model.pose, points, engaged=engaged, break_away=may_break)


def is_held(state: State, model: Model) -> bool:
    """Whether an enemy that lets nobody break away has it in its front arc (Hold the Breach)."""
    return any(effect.stat == "holds" for enemy in holders(state, model) for effect in enemy.lasting)


# Declared paths


@dataclass(frozen=True, slots=True)
class Walk:
    """A declared path found legal: its cost, whether it begins by breaking away, whether it
    ends in an enemy front arc or the model chose to stay in one."""

    path: tuple[Pose, ...]
    cost: int
    breaks: bool
    stopped: bool
    walked: bool

    @property
    def end(self) -> Pose:
        return self.path[-1]


def check_path(state: State, model: Model, path: tuple[Pose, ...], points: int, *, turns_only: bool = False) -> Walk:
    """Take a declared path apart. Raises `bad-path`, `blocked`, `no-sliding`, `held`,
    `must-stop`, `too-far`, `move-over`.

    `turns_only`: it has stopped, or chosen to stay, and can only turn on the spot.
    """
    if not 0 < len(path) <= MOST_POSES:
        message = f"A move has 1 to {MOST_POSES} steps and turns, not {len(path)}."
        raise Illegal("bad-path", message, {"model": model.id})
    here, engaged = ground(state, model), bool(holders(state, model))
    stays = turns_only or (engaged and path[0].at == model.pose.at)
    pose, cost, walked, stopped = model.pose, 0, False, engaged
    for after in path:
        if after.at == pose.at:
            cost += quarter_turns(pose.facing, after.facing) if model.is_large else 0
        else:
            _check_step(here, model, pose, after)
            _check_goes_on(model, after, stays, walked and stopped)
            if engaged and not walked:
                _check_leaves(state, model, here, after)
            cost, walked, stopped = cost + 1, True, here.stops(after.at)
        pose = after
    if cost > points:
        message = f"That way costs {cost}, and {model.id} has {points} left."
        raise Illegal("too-far", message, {"model": model.id, "cost": cost, "points": points})
    return Walk(path, cost, engaged and walked, stopped, walked)


def _check_step(here: Ground, model: Model, pose: Pose, after: Pose) -> None:
    direction = (after.at.x - pose.at.x, after.at.y - pose.at.y)
    allowed = AROUND if here.size == 1 else large_directions(pose.facing)
    if direction not in allowed or (here.size > 1 and after.facing != pose.facing):
        message = f"{model.id} cannot step from {pose.at} to {after.at}."
        raise Illegal("bad-path", message, {"model": model.id, "square": str(after.at)})
    if not can_step(here, pose.at, direction):
        message = f"{after.at} is blocked for {model.id}."
        raise Illegal("blocked", message, {"model": model.id, "square": str(after.at)})


def _check_goes_on(model: Model, after: Pose, stays: bool, stopped: bool) -> None:
    details = {"model": model.id, "square": str(after.at)}
    if stays:
        raise Illegal("move-over", f"{model.id} stays where it is; it can only turn.", details)
    if stopped:
        raise Illegal("must-stop", f"{model.id} must stop before {after.at}, in a front arc.", details)


def _check_leaves(state: State, model: Model, here: Ground, after: Pose) -> None:
    """The first step of who breaks away (DS-MOVE-08, DS-BREAK-01, AMD-17)."""
    details = {"model": model.id, "square": str(after.at)}
    if is_held(state, model):
        raise Illegal("held", f"{model.id} is held and cannot break away.", details)
    if here.stops(after.at):
        message = f"{model.id} cannot slide from one front arc to another at {after.at}."
        raise Illegal("no-sliding", message, details)


def can_break_away(state: State, model: Model) -> bool:
    """Whether an engaged model has a first square outside all front arcs (DS-BREAK-01)."""
    return len(reach(state, model, 1).squares) > 1
