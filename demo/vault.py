"""The dungeon of the demo: one player's game against the Invisible Overlord, its first round played.

The dice are the game's own and come from `SEED`, so that they fall as the posts tell. Nobody hurries: a turn may
take ten days.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulebook.dungeon.grid import Facing, Pose, Square
from rulebook.dungeon.steps import End, Fight, Move, Step

SEED = b"j".ljust(32, b".")
ADVENTURE = "silent_ossuary"
PLAYERS = {"en": "mirko", "es": "nerea"}
"""Who plays all four heroes, by the campaign's language."""

RULES = {"deployment_hours": 240, "first_turn_hours": 240, "turn_hours": 240}
BEGUN = 26.0
PLACED = 25.0
PLACES = {"bruna": "1,2", "torvek": "2,2", "sylwen": "1,3", "ivo": "2,3"}


@dataclass(frozen=True, slots=True)
class Beat:
    """A hero's turn, so many hours ago, told in the post of the same key."""

    hours: float
    hero: str
    steps: tuple[Step, ...]


def _walk(*squares: tuple[int, int], facing: Facing = "E", last: Facing | None = None) -> Move:
    poses = [Pose(Square(x, y), facing) for x, y in squares]
    poses[-1] = Pose(poses[-1].at, last or facing)
    return Move(tuple(poses))


BEATS = (
    Beat(24, "bruna", (_walk((2, 1), (3, 1), (4, 1), (5, 2), (6, 3)), Fight("door-7-3"), End())),
    Beat(22, "torvek", (_walk((3, 3), (4, 4), last="S"), Fight("bone_guard-1"), End())),
    Beat(20, "sylwen", (_walk((2, 2), (3, 2), (4, 2), (5, 2)), End())),
    Beat(18, "ivo", (_walk((3, 3), (4, 3), (5, 3)), End())),
)
