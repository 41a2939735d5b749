"""What lies on the grid: floor, furniture, doors, chests, bone piles, zones (section 12).

A board knows no models. Everything on it that blocks is worked out once per board; a
changed board is a new one (`dataclasses.replace`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar, Literal

from rulebook.dungeon.grid import Facing, Square

FurnitureKind = Literal["table", "bookcase"]


@dataclass(frozen=True, slots=True)
class Lock:
    """A closure to be smashed: it defends itself with dice and Armour (DS-LOCK-01)."""

    kind: ClassVar[str] = "lock"
    combat: int
    armour: int


@dataclass(frozen=True, slots=True)
class Ward:
    """A magic closure: certain spells lower its power, at zero it is open (DS-WARD-01)."""

    kind: ClassVar[str] = "ward"
    power: int


Closure = Lock | Ward


@dataclass(frozen=True, slots=True)
class Furniture:
    """A piece on one or more squares (DS-FURN-01); a `table` stands for anything low."""

    id: str
    kind: FurnitureKind
    squares: tuple[Square, ...]


@dataclass(frozen=True, slots=True)
class Door:
    """A closed door; an opened one is removed and its squares become floor (DS-DOOR-05, AMD-01)."""

    id: str
    squares: tuple[Square, ...]
    closure: Closure


@dataclass(frozen=True, slots=True)
class Chest:
    """A chest: it stays as furniture when open (DS-DOOR-07). `contents` are item keys."""

    id: str
    square: Square
    closure: Closure
    contents: tuple[str, ...] = ()
    open: bool = False

    @property
    def squares(self) -> tuple[Square, ...]:
        return (self.square,)


Closed = Door | Chest
"""What may have a closure."""


@dataclass(frozen=True, slots=True)
class Spawn:
    """A model of the Overlord's that waits in a zone, by its profile's key (AMB-36)."""

    key: str
    at: Square
    facing: Facing


@dataclass(frozen=True, slots=True)
class Zone:
    """A part of the map that is laid as a whole (DS-DOOR-06). `doors` lead out of it."""

    id: str
    squares: frozenset[Square]
    doors: tuple[Door, ...] = ()
    furniture: tuple[Furniture, ...] = ()
    chests: tuple[Chest, ...] = ()
    piles: tuple[Square, ...] = ()
    spawns: tuple[Spawn, ...] = ()


@dataclass(frozen=True, slots=True)
class Drop:
    """Items that lie on a square; whoever enters it may pick them up (AMB-14)."""

    square: Square
    items: tuple[str, ...]


@dataclass(frozen=True)
class Board:
    """What is laid so far.

    `floor` holds every laid square, those under furniture and chests included, closed
    doors apart. `piles` names a square once for each bone pile on it (DS-RAISE-05).
    """

    floor: frozenset[Square]
    furniture: tuple[Furniture, ...] = ()
    doors: tuple[Door, ...] = ()
    chests: tuple[Chest, ...] = ()
    piles: tuple[Square, ...] = ()
    drops: tuple[Drop, ...] = ()

    @cached_property
    def door_squares(self) -> frozenset[Square]:
        """The squares of closed doors (AMD-01)."""
        return frozenset(square for door in self.doors for square in door.squares)

    @cached_property
    def walkable(self) -> frozenset[Square]:
        """Squares that hold no furniture, chest or closed door (DS-MOVE-02, DS-FURN-01)."""
        filled = {square for piece in self.furniture for square in piece.squares}
        filled.update(chest.square for chest in self.chests)
        return self.floor - filled - self.door_squares

    @cached_property
    def bookcases(self) -> frozenset[Square]:
        """Squares of bookcases, which block sight (DS-FURN-02)."""
        pieces = (piece for piece in self.furniture if piece.kind == "bookcase")
        return frozenset(square for piece in pieces for square in piece.squares)

    @cached_property
    def low_pieces(self) -> tuple[tuple[Square, ...], ...]:
        """Furniture one can see over, chests included, piece by piece (DS-FURN-03)."""
        pieces = [piece.squares for piece in self.furniture if piece.kind != "bookcase"]
        return tuple(pieces) + tuple(chest.squares for chest in self.chests)

    def piles_on(self, square: Square) -> int:
        """How many bone piles lie on a square."""
        return self.piles.count(square)

    def closed(self, closed_id: str) -> Closed | None:
        """The closed door or chest of this id, if there is one."""
        return next((thing for thing in self.closures() if thing.id == closed_id), None)

    def closures(self) -> tuple[Closed, ...]:
        """Every door and chest that is still shut."""
        shut = tuple(chest for chest in self.chests if not chest.open)
        return (*self.doors, *shut)


def laid(board: Board, zone: Zone) -> Board:
    """The board with one more zone on it, its doors included (DS-DOOR-06)."""
    known = {door.id for door in board.doors}
    opened = {square for door in zone.doors for square in door.squares} & board.floor
    doors = tuple(door for door in zone.doors if door.id not in known and not opened.issuperset(door.squares))
    return replace(
        board,
        floor=board.floor | zone.squares,
        doors=board.doors + doors,
        furniture=board.furniture + zone.furniture,
        chests=board.chests + zone.chests,
        piles=board.piles + zone.piles,
    )


def without_closure(board: Board, opened: Closed) -> Board:
    """The board once a door or chest is open (DS-DOOR-05, DS-DOOR-07)."""
    if isinstance(opened, Door):
        doors = tuple(door for door in board.doors if door.id != opened.id)
        return replace(board, doors=doors, floor=board.floor | frozenset(opened.squares))
    chests = tuple(replace(chest, open=True, contents=()) if chest.id == opened.id else chest for chest in board.chests)
    return replace(board, chests=chests)


def with_closure(board: Board, closed_id: str, closure: Closure) -> Board:
    """The board with a door's or chest's closure changed (DS-WARD-01)."""
    doors = tuple(replace(door, closure=closure) if door.id == closed_id else door for door in board.doors)
    chests = tuple(replace(chest, closure=closure) if chest.id == closed_id else chest for chest in board.chests)
    return replace(board, doors=doors, chests=chests)


def with_pile(board: Board, square: Square) -> Board:
    """The board with one more bone pile on a square."""
    return replace(board, piles=(*board.piles, square))


def without_pile(board: Board, square: Square) -> Board:
    """The board with one bone pile less on a square."""
    piles = list(board.piles)
    piles.remove(square)
    return replace(board, piles=tuple(piles))


def with_drop(board: Board, square: Square, items: tuple[str, ...]) -> Board:
    """The board with items left on a square (AMB-14)."""
    return replace(board, drops=(*board.drops, Drop(square, items)))


def without_drops(board: Board, square: Square) -> Board:
    """The board with everything on a square picked up."""
    return replace(board, drops=tuple(drop for drop in board.drops if drop.square != square))


def closed_id(kind: str, square: Square) -> str:
    """The id of a door, chest or piece by its first square: it tells nothing about others."""
    return f"{kind}-{square.x}-{square.y}"
