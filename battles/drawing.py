"""What a board's drawing is made of: the scene it starts from, and the parts the template writes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from rulebook.saga.board import Cell, Size, footprint

Team = Literal["a", "b", "n"]
"""Whose a unit is for the reader: the reader's side (or the first), the other, neither."""

Mark = Literal["acting", "leader", "boss", "hidden", "obstacle", "changed", "chosen", "target", "last"]


class Crop(NamedTuple):
    """The part of a board that is shown, in cells."""

    left: int
    top: int
    width: int
    height: int

    def holds(self, cell: tuple[int, int]) -> bool:
        return self.left <= cell[0] < self.left + self.width and self.top <= cell[1] < self.top + self.height


class Reach(NamedTuple):
    """A cell where a unit may go, and the willpower that costs (WILL-1)."""

    cell: Cell
    will: int = 0


@dataclass(frozen=True, slots=True)
class Piece:
    """A unit as a scene shows it. `figures` is what the token says, `words` what its button says."""

    id: str
    name: str
    team: Team
    at: Cell
    size: Size
    figures: str = ""
    words: tuple[str, ...] = ()
    marks: frozenset[Mark] = frozenset()

    @property
    def cells(self) -> tuple[Cell, ...]:
        return footprint(self.at, self.size)


@dataclass(frozen=True, slots=True)
class Ground:
    """A named set of cells: a deployment zone, or coals and traps."""

    letter: str
    name: str
    cells: frozenset[Cell]
    css: str


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything there is to see on a board, for one reader."""

    width: int
    height: int
    blocked: frozenset[Cell] = frozenset()
    zones: tuple[Ground, ...] = ()
    hazards: tuple[Ground, ...] = ()
    pieces: tuple[Piece, ...] = ()
    title: str = ""


@dataclass(frozen=True, slots=True)
class Layer:
    """One path of the picture."""

    css: str
    d: str


@dataclass(frozen=True, slots=True)
class Word:
    """A short text in the picture, at its baseline's middle."""

    x: int
    y: int
    text: str
    css: str = ""


@dataclass(frozen=True, slots=True)
class Token:
    """One unit in the picture: its shape, its texts, the marks around it."""

    css: str
    shape: str
    texts: tuple[Word, ...]
    marks: tuple[Layer, ...]


@dataclass(frozen=True, slots=True)
class Hit:
    """A real button over the picture; `css` places it in the grid."""

    css: str
    value: str
    label: str
    pressed: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the board in words."""

    number: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Drawing:
    """All that `battles/_board.html` needs. `outer` and `inner` are view boxes."""

    outer: str
    inner: str
    inner_width: int
    inner_height: int
    css: str
    ground: tuple[Layer, ...]
    tokens: tuple[Token, ...]
    over: tuple[Layer, ...]
    words: tuple[Word, ...]
    coordinates: tuple[Word, ...]
    hits: tuple[Hit, ...]
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    legend: tuple[tuple[str, str], ...]
    cropped: bool
    wide: bool
    alt: str
    language: str = field(default="en")

    @property
    def inner_left(self) -> int:
        """Where the shown part begins, from the left."""
        return int(self.inner.split()[0])

    @property
    def inner_top(self) -> int:
        """Where the shown part begins, from the top."""
        return int(self.inner.split()[1])
