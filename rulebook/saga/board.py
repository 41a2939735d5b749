"""The square grid: cells, sizes, footprints and distances (MOVE-1).

Cells count from zero, columns first; people read and write them as `A5`. Distances are
orthogonal steps, measured between the nearest cells of two footprints.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from rulebook.errors import Unreadable

LARGEST_SIDE = 60
LETTERS = 26


class Cell(NamedTuple):
    """One square: `x` is the column, `y` the row, both from zero."""

    x: int
    y: int

    def __str__(self) -> str:
        return cell_name(self)


class Size(NamedTuple):
    """How many columns and rows a unit covers as it stands; a 1x2 unit turned is 2x1."""

    width: int
    height: int

    def __str__(self) -> str:
        return f"{self.width}x{self.height}"

    @property
    def turned(self) -> "Size":
        return Size(self.height, self.width)


Footprint = tuple[Cell, ...]

SINGLE = Size(1, 1)
SIDES_OF_A_CELL = ((0, -1), (1, 0), (0, 1), (-1, 0))
_NAME = re.compile(r"([A-Z]{1,2})([1-9][0-9]{0,2})")
_SIZE = re.compile(r"([12])x([12])")


@dataclass(frozen=True, slots=True)
class Zone:
    """A deployment zone: whose it is, its letter and colour, and its cells (DEPL-1, DEPL-3)."""

    side: str
    letter: str
    color: str
    cells: frozenset[Cell]


@dataclass(frozen=True, slots=True)
class Board:
    """The ground of a battle; `bounds` aside, only `blocked` cells cannot be stood on."""

    width: int
    height: int
    blocked: frozenset[Cell] = frozenset()
    zones: tuple[Zone, ...] = ()

    def holds(self, cell: Cell) -> bool:
        """Whether the cell lies on the board."""
        return 0 <= cell[0] < self.width and 0 <= cell[1] < self.height

    def open(self, cell: Cell) -> bool:
        """Whether the cell lies on the board and is not blocked."""
        return self.holds(cell) and cell not in self.blocked

    def fits(self, cells: Iterable[Cell]) -> bool:
        """Whether all these cells could be stood on, were no unit there."""
        return all(self.open(cell) for cell in cells)

    def zone_of(self, side: str) -> frozenset[Cell]:
        """Every cell where this side may deploy."""
        return frozenset(cell for zone in self.zones if zone.side == side for cell in zone.cells)


@lru_cache(maxsize=4096)
def cell_name(cell: Cell) -> str:
    """`Cell(0, 4)` as `A5`; after column Z comes AA."""
    x, y = cell
    letters = chr(ord("A") + x % LETTERS)
    if x >= LETTERS:
        letters = chr(ord("A") + x // LETTERS - 1) + letters
    return f"{letters}{y + 1}"


def parse_cell(name: str) -> Cell:
    """`A5` as `Cell(0, 4)`. Raises `bad-cell` for anything else."""
    found = _NAME.fullmatch(name.strip().upper()) if isinstance(name, str) else None
    if found is None:
        raise Unreadable("bad-cell", f"{name!r} names no cell; A5 would.", {"cell": str(name)})
    column = 0
    for letter in found[1]:
        column = column * LETTERS + ord(letter) - ord("A") + 1
    return Cell(column - 1, int(found[2]) - 1)


def parse_size(name: str) -> Size:
    """`2x2`, `1x1`, `1x2` or its turned `2x1` (STAT-7). Raises `bad-size`."""
    found = _SIZE.fullmatch(name) if isinstance(name, str) else None
    if found is None:
        raise Unreadable("bad-size", f"{name!r} is no size; 2x2 would be.", {"size": str(name)})
    return Size(int(found[1]), int(found[2]))


@lru_cache(maxsize=16384)
def footprint(at: Cell, size: Size) -> Footprint:
    """The cells a unit of this size covers when its anchor stands at `at`."""
    if size == SINGLE:
        return (at,)
    x, y = at
    return tuple(Cell(x + dx, y + dy) for dy in range(size[1]) for dx in range(size[0]))


def distance(at: Cell, size: Size, other: Cell, other_size: Size = SINGLE) -> int:
    """Orthogonal steps between the nearest cells of two footprints."""
    dx = _gap(at[0], size[0], other[0], other_size[0])
    return dx + _gap(at[1], size[1], other[1], other_size[1])


def _gap(start: int, length: int, other: int, other_length: int) -> int:
    if other >= start + length:
        return other - start - length + 1
    if start >= other + other_length:
        return start - other - other_length + 1
    return 0


def surrounding(at: Cell, size: Size) -> Footprint:
    """The cells one step from a footprint, clockwise from above its anchor."""
    x, y = at
    width, height = size
    above = [Cell(x + dx, y - 1) for dx in range(width)]
    right = [Cell(x + width, y + dy) for dy in range(height)]
    below = [Cell(x + dx, y + height) for dx in reversed(range(width))]
    left = [Cell(x - 1, y + dy) for dy in reversed(range(height))]
    return tuple(above + right + below + left)


def parse_drawing(drawing: str) -> Board:
    """A board from rows of `.` (free) and `#` (blocked), row 1 first. Raises `bad-board`."""
    rows = [row.strip() for row in drawing.strip().splitlines()]
    width = len(rows[0]) if rows else 0
    if any(len(row) != width or set(row) - {".", "#"} for row in rows) or width == 0:
        raise Unreadable("bad-board", f"This is no drawing of a board: {drawing!r}.")
    blocked = {Cell(x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "#"}
    return Board(width, len(rows), frozenset(blocked))
