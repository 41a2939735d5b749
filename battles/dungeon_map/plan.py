"""What a dungeon's drawing starts from: the laid floor, the things and models on it, and what is marked over them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from battles.drawing import Team
from rulebook.dungeon.grid import Facing, Square, base

ThingKind = Literal["door", "chest", "table", "bookcase", "pile", "drop"]
StandMark = Literal["acting", "boss", "unlaid", "injured", "target", "chosen", "last", "changed"]


@dataclass(frozen=True, slots=True)
class Thing:
    """Something that lies on the floor. `name` is what it is called, `words` what else there is to say of it.

    `letter` stands on it in the picture: how a door or chest is shut. `unlaid`: in a zone that is not laid yet.
    """

    id: str
    kind: ThingKind
    squares: tuple[Square, ...]
    name: str
    words: tuple[str, ...] = ()
    letter: str = ""
    open: bool = False
    unlaid: bool = False


@dataclass(frozen=True, slots=True)
class Stand:
    """A model as it stands: `short` and `figures` are what its token says, `words` what its button says."""

    id: str
    name: str
    short: str
    team: Team
    at: Square
    facing: Facing
    size: int = 1
    figures: str = ""
    words: tuple[str, ...] = ()
    marks: frozenset[StandMark] = frozenset()

    @property
    def squares(self) -> tuple[Square, ...]:
        return base(self.at, self.size)


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything there is to see, for one reader. `unlaid` is what only some know of; `goal` is marked where known."""

    floor: frozenset[Square]
    things: tuple[Thing, ...] = ()
    stands: tuple[Stand, ...] = ()
    unlaid: frozenset[Square] = frozenset()
    starts: frozenset[Square] = frozenset()
    goal: Square | None = None
    title: str = ""

    @property
    def known(self) -> frozenset[Square]:
        """Every square that is drawn as part of the dungeon."""
        closed = {square for thing in self.things if thing.kind == "door" for square in thing.squares}
        return self.floor | self.unlaid | closed


@dataclass(frozen=True, slots=True)
class Area:
    """Squares with a meaning of their own: an arc, what is seen, how far a range goes. `css` paints them.

    With `edge` only their outline is drawn, and the table does not name them square by square. `letter` stands in
    each square of the picture, so that no meaning hangs on a colour.
    """

    css: str
    name: str
    squares: frozenset[Square]
    edge: bool = False
    letter: str = ""


@dataclass(frozen=True, slots=True)
class Overlay:
    """What is marked over a plan: the reach of a model with the points each square takes, the squares where it stops,
    areas, what may be aimed at, and the square that is chosen."""

    reach: Mapping[Square, int] = field(default_factory=dict)
    stops: frozenset[Square] = frozenset()
    areas: tuple[Area, ...] = ()
    targets: frozenset[str] = frozenset()
    chosen: Square | None = None
    chosen_size: int = 1
    facing: Facing | None = None
    free: frozenset[Square] = frozenset()
