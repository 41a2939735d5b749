"""Moving without attacking: toward heroes, and into their way (IO-OFF-08, -09, IO-IMP-08, -09, AMD-06)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulebook.dungeon import combat, routes
from rulebook.dungeon.grid import FACINGS, Pose, Square, base, facing_toward, front_arc, quarter_turns
from rulebook.dungeon.invisible import distances, doing
from rulebook.dungeon.invisible.attacks import exposure, in_reach
from rulebook.dungeon.invisible.blocking import BlockScore, ways
from rulebook.dungeon.invisible.choosing import Ranked, choose, in_order
from rulebook.dungeon.invisible.raising import beside_a_hero
from rulebook.dungeon.invisible.records import Ranking
from rulebook.dungeon.invisible.running import Run
from rulebook.dungeon.state import Model, State

APPROACH_KEYS = (
    Ranking("distance", low=True),
    Ranking("route"),
    Ranking("exposure", low=True),
    Ranking("steps", low=True),
    Ranking("y", low=True),
    Ranking("x", low=True),
)
BLOCK_KEYS = (
    Ranking("blocks"),
    Ranking("path-squares"),
    Ranking("distance", low=True),
    Ranking("exposure", low=True),
    Ranking("shared-arcs"),
    Ranking("steps", low=True),
    Ranking("y", low=True),
    Ranking("x", low=True),
)


@dataclass(frozen=True, slots=True)
class Spot:
    """A pose to move to, and its cost."""

    pose: Pose
    steps: int

    @property
    def name(self) -> str:
        return f"{self.pose.at.x},{self.pose.at.y} {self.pose.facing}"


def spots(state: State, model: Model, hero: Model) -> Iterator[Spot]:
    """Every place in reach, facing the hero; a Large model as nearly as it can (AMD-06)."""
    assert hero.at is not None
    found = in_reach(state, model)
    if not model.is_large:
        for pose, way in found.found.items():
            yield Spot(Pose(pose.at, facing_toward(pose.at, hero.at)), way.cost)
        return
    best: dict[Square, Pose] = {}
    for pose in sorted(found.found, key=lambda pose: _turning(pose, found.found[pose].cost, hero.at)):
        best.setdefault(pose.at, pose)
    yield from (Spot(pose, found.found[pose].cost) for pose in best.values())


def _turning(pose: Pose, cost: int, goal: Square | None) -> tuple[int, int, int]:
    assert goal is not None
    return quarter_turns(pose.facing, facing_toward(pose.at, goal)), cost, FACINGS.index(pose.facing)


# Toward a hero


def approaches(state: State, model: Model, hero: Model, *, apart: bool = False) -> list[Ranked[Spot]]:
    """Places nearer to a hero than here, best first; `apart` leaves those next to any hero out."""
    field = distances.to_hero(state, hero)
    here = distances.from_any(model.squares, field)
    free = routes.open_ground(state)
    start = model.pose.at
    way = frozenset(routes.route(free, start, routes.beside(free, hero.squares) - frozenset(hero.squares)))
    ranked = []
    for spot in spots(state, model, hero):
        squares = base(spot.pose.at, model.size)
        distance = distances.from_any(squares, field)
        if distance >= here or (apart and beside_a_hero(state, squares)):
            continue
        at = spot.pose.at
        values = (distance, int(at in way), exposure(state, squares), spot.steps, at.y, at.x)
        ranked.append(Ranked(spot, spot.name, values, hero.id))
    return in_order(APPROACH_KEYS, ranked)


def approach(run: Run, rule: str, model: Model, hero: Model, *, apart: bool = False) -> bool:
    """Move as near to a hero as possible, and leave it at that; False if it gets no nearer."""
    found = approaches(run.state, model, hero, apart=apart)
    if not found:
        return False
    spot = choose(run.ctx, run.note("place", rule, model.id), APPROACH_KEYS, found)[0]
    doing.go_to(run.ctx, model.id, spot.pose)
    return True


# Into the heroes' way


@dataclass(frozen=True, slots=True)
class Block:
    """A place to block from, with its score, and how near it is to the hero of highest threat."""

    spot: Spot
    score: BlockScore
    distance: int


def blocks(run: Run, model: Model, hero: Model) -> list[Ranked[Block]]:
    """The places to block from, best first: moved to, next to no hero, and blocking at all (IO-IMP-08)."""
    state = run.state
    ground = ways(state, run.play.variant, hero, model)
    field = distances.to_hero(state, hero)
    ranked = []
    for spot in spots(state, model, hero):
        squares = base(spot.pose.at, model.size)
        if spot.pose.at == model.pose.at or beside_a_hero(state, squares):
            continue
        arc = front_arc(spot.pose.at, spot.pose.facing, model.size)
        score = ground.score(squares, arc)
        if score.blocks:
            block = Block(spot, score, distances.from_any(squares, field))
            ranked.append(
                Ranked(block, spot.name, _block_values(block, state, squares, len(arc & ground.arcs)), hero.id)
            )
    return in_order(BLOCK_KEYS, ranked)


def _block_values(block: Block, state: State, squares: tuple[Square, ...], shared: int) -> tuple[int, ...]:
    at = block.spot.pose.at
    walks, path = block.score
    return walks, path, block.distance, exposure(state, squares), shared, block.spot.steps, at.y, at.x


def blocks_already(run: Run, model: Model, hero: Model) -> bool:
    """Whether the model blocks from where it stands (IO-OFF-09)."""
    score = ways(run.state, run.play.variant, hero, model).score(model.squares, combat.front_of(model))
    return score.blocks
