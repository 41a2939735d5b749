"""The square grid: facing, adjacency, arcs and distances (DS-ARC, DS-SHOOT-04).

Pure geometry: nothing here knows what stands on the board. Results that are asked for
again and again are kept, as they depend on a few small numbers only.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import Literal, NamedTuple

from rulebook.errors import Unreadable

Facing = Literal["N", "E", "S", "W"]
FACINGS: tuple[Facing, ...] = ("N", "E", "S", "W")
VECTORS: dict[Facing, tuple[int, int]] = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}


class Square(NamedTuple):
    """A square; x grows to the East, y to the South, (0, 0) is the map's first."""

    x: int
    y: int

    def __str__(self) -> str:
        return f"({self.x},{self.y})"


class Pose(NamedTuple):
    """Where a model stands, by its anchor (the top-left square of its base), and its facing."""

    at: Square
    facing: Facing


ORTHOGONAL = tuple(VECTORS[facing] for facing in FACINGS)
DIAGONAL = ((1, -1), (1, 1), (-1, 1), (-1, -1))
AROUND = ORTHOGONAL + DIAGONAL
"""The eight directions, orthogonal ones first, each group from North clockwise."""


@lru_cache(maxsize=2**16)
def base(at: Square, size: int) -> tuple[Square, ...]:
    """The squares under a base of `size` x `size`, row by row (DS-LARGE-01)."""
    return tuple(Square(at.x + dx, at.y + dy) for dy in range(size) for dx in range(size))


@lru_cache(maxsize=2**16)
def around(at: Square, size: int = 1) -> frozenset[Square]:
    """The squares adjacent to a base: 8, or 12 around a Large one (DS-ARC-01)."""
    beside = product(range(at.x - 1, at.x + size + 1), range(at.y - 1, at.y + size + 1))
    return frozenset(Square(x, y) for x, y in beside) - frozenset(base(at, size))


def _along(square: Square, facing: Facing) -> int:
    dx, dy = VECTORS[facing]
    return square.x * dx + square.y * dy


@lru_cache(maxsize=2**16)
def back_line(at: Square, facing: Facing, size: int) -> int:
    """How far back a base reaches along its facing: squares below it lie behind (DS-ARC-04)."""
    return min(_along(square, facing) for square in base(at, size))


def is_behind(square: Square, at: Square, facing: Facing, size: int = 1) -> bool:
    """Whether a square lies behind the line between front and rear, at any distance."""
    return _along(square, facing) < back_line(at, facing, size)


@lru_cache(maxsize=2**16)
def front_arc(at: Square, facing: Facing, size: int = 1) -> frozenset[Square]:
    """The adjacent squares not behind: 5, or 8 of a Large model (DS-ARC-03, DS-ARC-04)."""
    return frozenset(square for square in around(at, size) if not is_behind(square, at, facing, size))


@lru_cache(maxsize=2**16)
def rear_arc(at: Square, facing: Facing, size: int = 1) -> frozenset[Square]:
    """The adjacent squares behind: 3, or 4 of a Large model (DS-ARC-03, DS-ARC-04)."""
    return around(at, size) - front_arc(at, facing, size)


def are_adjacent(first: tuple[Square, ...], second: tuple[Square, ...]) -> bool:
    """Whether two bases touch, corners included (DS-ARC-01)."""
    return any(steps_between(a, b) == 1 for a in first for b in second)


def steps_between(first: Square, second: Square) -> int:
    """Steps from square to square on an empty board."""
    return max(abs(first.x - second.x), abs(first.y - second.y))


def gap_squared(first: Square, second: Square) -> int:
    """The square of the distance between the nearest edges of two squares (DS-SHOOT-04)."""
    gx = max(0, abs(first.x - second.x) - 1)
    gy = max(0, abs(first.y - second.y) - 1)
    return gx * gx + gy * gy


def within(first: tuple[Square, ...], second: tuple[Square, ...], reach: int) -> bool:
    """Whether a template of `reach` squares spans the gap between two bases (DS-SHOOT-03, -04)."""
    return any(gap_squared(a, b) <= reach * reach for a in first for b in second)


def moved(square: Square, direction: tuple[int, int]) -> Square:
    """The square one step away."""
    return Square(square.x + direction[0], square.y + direction[1])


def turned(facing: Facing, quarters: int) -> Facing:
    """The facing after so many quarter turns clockwise."""
    return FACINGS[(FACINGS.index(facing) + quarters) % 4]


def quarter_turns(first: Facing, second: Facing) -> int:
    """How many quarter turns lie between two facings: 0, 1 or 2."""
    apart = abs(FACINGS.index(first) - FACINGS.index(second))
    return min(apart, 4 - apart)


def facing_toward(start: Square, goal: Square) -> Facing:
    """The facing along the longer axis toward a square; ties go N, E, S, W (AMD-06)."""
    dx, dy = goal.x - start.x, goal.y - start.y
    along = {"N": -dy, "E": dx, "S": dy, "W": -dx}
    return max(FACINGS, key=lambda facing: along[facing])


def parse_square(written: str) -> Square:
    """`"7,3"` as a square. Raises `bad-square`."""
    x, comma, y = written.strip().partition(",")
    if not (comma and x.strip().isdecimal() and y.strip().isdecimal()):
        raise Unreadable("bad-square", f"{written!r} is no square; 7,3 would be one.", {"square": written})
    return Square(int(x), int(y))


def square_name(square: Square) -> str:
    """A square as `7,3`."""
    return f"{square.x},{square.y}"
