"""Outlines as SVG path data. A cell is forty units wide; cell (0, 0) begins at the origin."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from rulebook.saga.board import Cell

Place = tuple[int, int]
"""A column and a row: a cell of any kind of board."""

CELL = 40
INSET = 3
ROUND = 7
CUT = 0.27


def fill(cells: Collection[Place]) -> str:
    """One outline per run of neighbours in a row, so that a zone is a handful of rectangles."""
    return "".join(
        f"M{start * CELL} {row * CELL}h{length * CELL}v{CELL}h{-length * CELL}z"
        for row, start, length in _runs((row, column) for column, row in cells)
    )


def edges(cells: Collection[Place]) -> str:
    """The outer edge of a set of cells: every side whose neighbour is not in the set, joined where straight."""
    inside = set(cells)
    across = [(row + below, column) for column, row in inside for below in (0, 1) if _open(inside, column, row, below)]
    down = [
        (column + right, row) for column, row in inside for right in (0, 1) if _open_side(inside, column, row, right)
    ]
    level = "".join(f"M{start * CELL} {line * CELL}h{length * CELL}" for line, start, length in _runs(across))
    upright = "".join(f"M{line * CELL} {start * CELL}v{length * CELL}" for line, start, length in _runs(down))
    return level + upright


def grid_lines(columns: int, rows: int) -> str:
    """All lines of a board, its rim included."""
    upright = "".join(f"M{column * CELL} 0V{rows * CELL}" for column in range(columns + 1))
    return upright + "".join(f"M0 {row * CELL}H{columns * CELL}" for row in range(rows + 1))


def rounded_square(anchor: Cell, width: int, height: int) -> str:
    """The shape of the reader's own side."""
    return _rounded(anchor, width, height, ROUND)


def capsule(anchor: Cell, width: int, height: int) -> str:
    """A circle, drawn out along the longer side: who belongs to neither side."""
    return _rounded(anchor, width, height, min(width, height) * CELL / 2 - INSET)


def octagon(anchor: Cell, width: int, height: int) -> str:
    """The shape of the other side."""
    x, y, w, h = _box(anchor, width, height)
    cut = round(min(w, h) * CUT)
    return (
        f"M{x + cut} {y}h{w - 2 * cut}l{cut} {cut}v{h - 2 * cut}l{-cut} {cut}"
        f"h{-(w - 2 * cut)}l{-cut} {-cut}v{-(h - 2 * cut)}z"
    )


def crate(anchor: Cell, width: int, height: int) -> str:
    """An obstacle: a square with both diagonals."""
    x, y, w, h = _box(anchor, width, height)
    return f"M{x} {y}h{w}v{h}h{-w}zl{w} {h}M{x + w} {y}l{-w} {h}"


def pennant(anchor: Cell) -> str:
    """The leader's mark at the upper left corner of a unit."""
    return f"M{anchor[0] * CELL + 1} {anchor[1] * CELL + 1}h12l-4 5 4 5h-12z"


def horns(anchor: Cell, width: int) -> str:
    """The boss's mark at the upper right corner of a unit."""
    x, y = (anchor[0] + width) * CELL - 1, anchor[1] * CELL + 1
    return f"M{x} {y}v11l-5 -4 -5 4v-11l5 4z"


def ring(anchor: Cell, width: int, height: int) -> str:
    """A frame round a unit's whole footprint."""
    x, y = anchor[0] * CELL + 1, anchor[1] * CELL + 1
    w, h = width * CELL - 2, height * CELL - 2
    return f"M{x} {y}h{w}v{h}h{-w}z"


def cross_hair(anchor: Cell, width: int, height: int) -> str:
    """Four short strokes pointing at a footprint from its corners."""
    x, y = anchor[0] * CELL, anchor[1] * CELL
    w, h = width * CELL, height * CELL
    return "".join(
        f"M{px} {py}h{dx}M{px} {py}v{dy}" for px, dx in ((x, 9), (x + w, -9)) for py, dy in ((y, 9), (y + h, -9))
    )


def _runs(points: Iterable[tuple[int, int]]) -> list[tuple[int, int, int]]:
    """`(line, position)` pairs as `(line, start, length)` of consecutive positions."""
    runs: list[tuple[int, int, int]] = []
    for line, position in sorted(set(points)):
        if runs and runs[-1][0] == line and sum(runs[-1][1:]) == position:
            runs[-1] = (line, runs[-1][1], runs[-1][2] + 1)
        else:
            runs.append((line, position, 1))
    return runs


def _open(inside: set[Place], column: int, row: int, below: int) -> bool:
    return (column, row + (1 if below else -1)) not in inside


def _open_side(inside: set[Place], column: int, row: int, right: int) -> bool:
    return (column + (1 if right else -1), row) not in inside


def _box(anchor: Cell, width: int, height: int) -> tuple[int, int, int, int]:
    return (
        anchor[0] * CELL + INSET,
        anchor[1] * CELL + INSET,
        width * CELL - 2 * INSET,
        height * CELL - 2 * INSET,
    )


def _rounded(anchor: Cell, width: int, height: int, radius: float) -> str:
    x, y, w, h = _box(anchor, width, height)
    r = f"{radius:g}"
    straight_w, straight_h = f"{w - 2 * radius:g}", f"{h - 2 * radius:g}"
    return (
        f"M{x + radius:g} {y}h{straight_w}a{r} {r} 0 0 1 {r} {r}v{straight_h}a{r} {r} 0 0 1 -{r} {r}"
        f"h-{straight_w}a{r} {r} 0 0 1 -{r} -{r}v-{straight_h}a{r} {r} 0 0 1 {r} -{r}z"
    )
