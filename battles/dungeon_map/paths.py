"""A dungeon's shapes as SVG path data, forty units to a square (`battles/outlines.py` has those of any board)."""

from __future__ import annotations

from collections.abc import Iterable

from battles.outlines import CELL
from rulebook.dungeon.grid import Facing, Square

INSET = 6
ROUND = 7
PIP = 7


def token(at: Square, size: int, *, ours: bool) -> str:
    """A model's shape: a rounded square for the heroes, an octagon for the Overlord's; room for its facing."""
    x, y, side = at.x * CELL + INSET, at.y * CELL + INSET, size * CELL - 2 * INSET
    if ours:
        r, straight = ROUND, side - 2 * ROUND
        return (
            f"M{x + r} {y}h{straight}a{r} {r} 0 0 1 {r} {r}v{straight}a{r} {r} 0 0 1 -{r} {r}"
            f"h-{straight}a{r} {r} 0 0 1 -{r} -{r}v-{straight}a{r} {r} 0 0 1 {r} -{r}z"
        )
    cut = round(side * 0.27)
    flat = side - 2 * cut
    return f"M{x + cut} {y}h{flat}l{cut} {cut}v{flat}l-{cut} {cut}h-{flat}l-{cut} -{cut}v-{flat}l{cut} -{cut}z"


def pip(at: Square, size: int, facing: Facing) -> str:
    """Which way a model faces: a small triangle outside its shape, at the middle of its front."""
    left, top, side = at.x * CELL, at.y * CELL, size * CELL
    middle = side // 2
    if facing in ("N", "S"):
        tip, foot = (top, top + INSET) if facing == "N" else (top + side, top + side - INSET)
        return f"M{left + middle} {tip}L{left + middle - PIP} {foot}h{2 * PIP}z"
    tip, foot = (left, left + INSET) if facing == "W" else (left + side, left + side - INSET)
    return f"M{tip} {top + middle}L{foot} {top + middle - PIP}v{2 * PIP}z"


def squares(found: Iterable[Square], inset: int = 0) -> str:
    """Each square by itself."""
    side = CELL - 2 * inset
    return "".join(
        f"M{square.x * CELL + inset} {square.y * CELL + inset}h{side}v{side}h-{side}z" for square in sorted(found)
    )


def bar(found: tuple[Square, ...]) -> str:
    """A closed door: a slab over its squares, across their longer side."""
    xs, ys = [square.x for square in found], [square.y for square in found]
    width, height = (max(xs) - min(xs) + 1) * CELL, (max(ys) - min(ys) + 1) * CELL
    return f"M{min(xs) * CELL + 4} {min(ys) * CELL + 4}h{width - 8}v{height - 8}h-{width - 8}z"


def shelves(found: Iterable[Square]) -> str:
    """Lines across each square of a bookcase."""
    return "".join(
        f"M{square.x * CELL + 4} {square.y * CELL + CELL // 4 * part}h{CELL - 8}"
        for square in sorted(found)
        for part in (1, 2, 3)
    )


def lid(square: Square) -> str:
    """The line between a chest and its lid."""
    return f"M{square.x * CELL + 8} {square.y * CELL + 16}h{CELL - 16}"


def bones(square: Square, number: int) -> str:
    """Crossed bones in a square's lower corner; one pair for each pile."""
    return "".join(
        f"M{x} {y}l10 8m0 -8l-10 8"
        for pile in range(min(number, 3))
        for x, y in [(square.x * CELL + 4 + 11 * pile, square.y * CELL + CELL - 13)]
    )


def sack(square: Square) -> str:
    """Something that lies there to be picked up."""
    x, y = square.x * CELL + CELL - 14, square.y * CELL + CELL - 14
    return f"M{x} {y}h10v10h-10zM{x + 3} {y}l2 -4 2 4"


def arrow(square: Square, size: int, facing: Facing) -> str:
    """A chosen square's facing: an arrow in its middle."""
    x, y = square.x * CELL + size * CELL // 2, square.y * CELL + size * CELL // 2
    return {
        "N": f"M{x} {y + 9}v-18l-6 6m6 -6l6 6",
        "S": f"M{x} {y - 9}v18l-6 -6m6 6l6 -6",
        "E": f"M{x - 9} {y}h18l-6 -6m6 6l-6 6",
        "W": f"M{x + 9} {y}h-18l6 -6m-6 6l6 6",
    }[facing]


def cross(square: Square) -> str:
    """The goal: a cross from corner to corner."""
    x, y = square.x * CELL, square.y * CELL
    return f"M{x + 8} {y + 8}l24 24m0 -24l-24 24"
