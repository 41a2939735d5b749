"""A second reading of the dungeon's rules, written from their text alone and slow, to hold the rulebook against.

Squares are pairs, models plain records; nothing of the rulebook is used but to copy a state (`read`).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace

from rulebook.dungeon import counted
from rulebook.dungeon.state import State

Cell = tuple[int, int]
AHEAD: dict[str, Cell] = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
ROUND = "NESW"
AROUND = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
SAMPLES = (5, 1, 9)


@dataclass(frozen=True)
class Piece:
    """A model: where it stands, and the figures that count now."""

    id: str
    side: str
    at: Cell
    facing: str
    size: int
    move: int
    combat: int
    shooting: int
    armour: int
    level: int
    injured: bool
    wounds: int
    caster: bool
    characters: tuple[str, ...]

    @property
    def base(self) -> frozenset[Cell]:
        x, y = self.at
        return frozenset((x + i, y + j) for i in range(self.size) for j in range(self.size))

    @property
    def around(self) -> frozenset[Cell]:
        return frozenset((x + dx, y + dy) for x, y in self.base for dx, dy in AROUND) - self.base

    @property
    def back(self) -> int:
        return min(along(square, self.facing) for square in self.base)

    @property
    def front(self) -> frozenset[Cell]:
        """DS-ARC-03, DS-ARC-04."""
        return frozenset(square for square in self.around if along(square, self.facing) >= self.back)

    @property
    def rear(self) -> frozenset[Cell]:
        return self.around - self.front

    def placed(self, at: Cell, facing: str | None = None) -> Piece:
        return replace(self, at=at, facing=facing or self.facing)


def along(square: Cell, facing: str) -> int:
    ahead = AHEAD[facing]
    return square[0] * ahead[0] + square[1] * ahead[1]


@dataclass
class Table:
    """A board: floor, what lies on it, and the models."""

    floor: frozenset[Cell]
    low: list[frozenset[Cell]]
    bookcases: frozenset[Cell]
    pieces: list[Piece] = field(default_factory=list)

    def solid(self, square: Cell) -> bool:
        return square not in self.floor or square in self.bookcases or any(square in piece for piece in self.low)

    def taken(self, but: Piece | None = None) -> frozenset[Cell]:
        return frozenset(square for one in self.pieces if but is None or one.id != but.id for square in one.base)

    def enemies(self, piece: Piece) -> list[Piece]:
        return [one for one in self.pieces if one.side != piece.side]

    def holders(self, piece: Piece) -> list[Piece]:
        return [one for one in self.enemies(piece) if one.front & piece.base]

    def outnumbered(self, piece: Piece) -> bool:
        """DS-FIGHT-03, DS-LARGE-06."""
        holders = self.holders(piece)
        return len(holders) > 1 or (piece.size == 1 and any(one.size > 1 for one in holders))

    # Moving

    def arcs(self, piece: Piece) -> frozenset[Cell]:
        return frozenset(square for one in self.enemies(piece) for square in one.front)

    def steps(self, free: Callable[[Cell], bool], at: Cell, directions: Iterable[Cell]) -> Iterator[Cell]:
        """DS-MOVE-04, DS-LARGE-04: `free` says whether the whole base may stand there."""
        x, y = at
        for dx, dy in directions:
            if free((x + dx, y + dy)) and (not (dx and dy) or free((x + dx, y)) or free((x, y + dy))):
                yield x + dx, y + dy

    def reach(self, piece: Piece, points: int, *, leaves: bool) -> dict[tuple[Cell, str], int]:
        """Where it can stand, with the fewest points; `leaves` says whether it may break away (DS-BREAK-01)."""
        taken, arcs = self.taken(piece), self.arcs(piece)

        def free(at: Cell) -> bool:
            return all(not self.solid(square) and square not in taken for square in piece.placed(at).base)

        held = bool(piece.base & arcs)
        found, waiting = {(piece.at, piece.facing): 0}, deque([(piece.at, piece.facing)])
        while waiting:
            at, facing = here = waiting.popleft()
            if found[here] == points:
                continue
            onward = [(at, facing_beside(facing, turn)) for turn in (1, -1)] if piece.size > 1 else []
            in_arc = bool(piece.placed(at).base & arcs)
            if not in_arc or (held and leaves and here == (piece.at, piece.facing)):
                onward += [
                    (square, facing)
                    for square in self.steps(free, at, directions(piece, facing))
                    if not (in_arc and piece.placed(square).base & arcs)
                ]
            for after in onward:
                if after not in found:
                    found[after] = found[here] + 1
                    waiting.append(after)
        return found

    # Seeing

    def sight(self, first: Piece, second: Piece) -> str:
        """`none`, `over` furniture, or `clear` (DS-SHOOT-06, -07, -09); facing apart."""
        taken = self.taken() - first.base - second.base
        span = between(first.base | second.base) - first.base - second.base
        walls = [s for s in span if s not in self.floor or s in self.bookcases or s in taken]
        far = [s for piece in self.low if not piece & first.around for s in piece if s in span]
        free = [line for line in lines(first.base, second.base) if not any(touches(*line, wall) for wall in walls)]
        if not free:
            return "none"
        return "clear" if any(not any(touches(*line, s) for s in far) for line in free) else "over"


def facing_beside(facing: str, turn: int) -> str:
    return ROUND[(ROUND.index(facing) + turn) % 4]


def directions(piece: Piece, facing: str) -> list[Cell]:
    """DS-LARGE-02."""
    if piece.size == 1:
        return AROUND
    (x, y), (side_x, side_y) = AHEAD[facing], AHEAD[facing_beside(facing, 1)]
    return [(x, y), (x + side_x, y + side_y), (x - side_x, y - side_y), (-x, -y)]


def between(squares: frozenset[Cell]) -> frozenset[Cell]:
    xs, ys = [x for x, _ in squares], [y for _, y in squares]
    return frozenset((x, y) for x in range(min(xs) - 1, max(xs) + 2) for y in range(min(ys) - 1, max(ys) + 2))


def lines(first: frozenset[Cell], second: frozenset[Cell]) -> Iterator[tuple[Cell, Cell]]:
    def points(squares: frozenset[Cell]) -> list[Cell]:
        return [(10 * x + i, 10 * y + j) for x, y in sorted(squares) for i in SAMPLES for j in SAMPLES]

    return ((start, end) for start in points(first) for end in points(second))


def touches(start: Cell, end: Cell, square: Cell) -> bool:
    """Whether a segment meets a closed box: what of it lies between the box's sides, cut down side by side."""
    left, top = 10 * square[0], 10 * square[1]
    dx, dy = end[0] - start[0], end[1] - start[1]
    enters, leaves = (0, 1), (1, 1)  # fractions: numerator, denominator
    for slope, room in (
        (-dx, start[0] - left),
        (dx, left + 10 - start[0]),
        (-dy, start[1] - top),
        (dy, top + 10 - start[1]),
    ):
        if slope == 0:
            if room < 0:
                return False
        elif slope < 0:
            enters = max(enters, (-room, -slope), key=lambda part: part[0] / part[1])
        else:
            leaves = min(leaves, (room, slope), key=lambda part: part[0] / part[1])
    return enters[0] * leaves[1] <= leaves[0] * enters[1]


def in_range(first: Piece, second: Piece, template: int) -> bool:
    """DS-SHOOT-04."""
    return any(
        max(0, abs(a[0] - b[0]) - 1) ** 2 + max(0, abs(a[1] - b[1]) - 1) ** 2 <= template**2
        for a in first.base
        for b in second.base
    )


def in_front(looker: Piece, other: Piece) -> bool:
    """DS-SHOOT-05."""
    return any(along(square, looker.facing) >= looker.back for square in other.base)


def strikes_from_behind(attacker: Piece, defender: Piece) -> bool:
    """DS-FIGHT-03, DS-LARGE-05."""
    return bool(attacker.base & defender.rear) and not attacker.base & defender.front


def shoots_from_behind(attacker: Piece, defender: Piece) -> bool:
    """AMB-07."""
    return all(along(square, defender.facing) < defender.back for square in attacker.base)


def pool(dice: int, armour: int, penalties: int) -> tuple[int, int]:
    """DS-MIN-04."""
    left = dice - penalties
    return max(2, left), max(1, min(5, armour) - max(0, 2 - left))


def read(state: State) -> Table:
    """The board as it stands."""
    board = state.board
    low = [frozenset((s.x, s.y) for s in piece.squares) for piece in board.furniture if piece.kind == "table"]
    low += [frozenset({(chest.square.x, chest.square.y)}) for chest in board.chests]
    books = frozenset((s.x, s.y) for piece in board.furniture if piece.kind == "bookcase" for s in piece.squares)
    pieces = [
        Piece(
            model.id,
            model.side,
            (model.at.x, model.at.y),
            model.facing,
            model.size,
            model.profile.move,
            model.profile.combat,
            model.profile.shooting,
            counted.armour_of(state, model),
            model.profile.level,
            model.injured,
            model.wounds,
            model.profile.spellcaster,
            tuple(model.profile.characters),
        )
        for model in state.models.values()
        if model.at is not None
    ]
    return Table(frozenset((s.x, s.y) for s in board.floor), low, books, pieces)
