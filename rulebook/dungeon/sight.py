"""Line of sight and the squares it crosses (DS-SHOOT-05 to DS-SHOOT-07).

Whole numbers only, in tenths of a square: nine points of each base square are joined by
straight segments, and a segment is blocked where it touches the closed box of a square.
"""

from __future__ import annotations

from functools import lru_cache

from rulebook.dungeon.grid import Facing, Square, is_behind

Point = tuple[int, int]
SAMPLES = (1, 5, 9)


def points(square: Square) -> tuple[Point, ...]:
    """The nine points of a square that sight is tried from and to."""
    return tuple((10 * square.x + i, 10 * square.y + j) for i in SAMPLES for j in SAMPLES)


@lru_cache(maxsize=2**15)
def squares_between(first: tuple[Square, ...], second: tuple[Square, ...]) -> tuple[Square, ...]:
    """Every square that a segment between two bases could touch."""
    xs = [square.x for square in first + second]
    ys = [square.y for square in first + second]
    across, down = range(min(xs), max(xs) + 1), range(min(ys), max(ys) + 1)
    return tuple(Square(x, y) for x in across for y in down)


@lru_cache(maxsize=2**15)
def sees(
    shooter: tuple[Square, ...],
    target: tuple[Square, ...],
    blocking: frozenset[Square],
    avoiding: frozenset[Square] = frozenset(),
) -> bool:
    """Whether some segment touches neither a blocking square nor one to be avoided.

    `blocking` and `avoiding` need hold only what lies between; the squares of both bases
    never count (DS-SHOOT-06, DS-SHOOT-09).
    """
    obstacles = (blocking | avoiding) - set(shooter) - set(target)
    if not obstacles:
        return True
    boxes = tuple((10 * square.x, 10 * square.y) for square in obstacles)
    starts = [point for square in shooter for point in points(square)]
    ends = [point for square in target for point in points(square)]
    return any(_is_free(start, end, boxes) for start in starts for end in ends)


def _is_free(start: Point, end: Point, boxes: tuple[Point, ...]) -> bool:
    """Whether a segment touches none of these boxes, given by their top left corners (DS-SHOOT-07).

    It touches a closed box when their extents overlap and the four corners do not all lie
    strictly on one side of its line; `low` and `high` are the extremes of the four.
    """
    (x, y), (other_x, other_y) = start, end
    dx, dy = other_x - x, other_y - y
    west, east = (x, other_x) if dx >= 0 else (other_x, x)
    north, south = (y, other_y) if dy >= 0 else (other_y, y)
    for left, top in boxes:
        if east < left or west > left + 10 or south < top or north > top + 10:
            continue
        side = dx * (top - y) - dy * (left - x)
        low = side - (10 * dy if dy > 0 else 0) + (10 * dx if dx < 0 else 0)
        high = side - (10 * dy if dy < 0 else 0) + (10 * dx if dx > 0 else 0)
        if low <= 0 <= high:
            return False
    return True


def in_front(target: tuple[Square, ...], at: Square, facing: Facing, size: int) -> bool:
    """Whether any square of a target lies on the front side of the dividing line (DS-SHOOT-05)."""
    return any(not is_behind(square, at, facing, size) for square in target)


def entirely_behind(squares: tuple[Square, ...], at: Square, facing: Facing, size: int) -> bool:
    """Whether all squares lie on the rear side of the dividing line, at any distance (AMB-07)."""
    return all(is_behind(square, at, facing, size) for square in squares)
