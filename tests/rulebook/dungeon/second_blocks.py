"""A second reading of how the improved Invisible Overlord gets into the heroes' way (IO-IMP-08, AMD-05, AMD-06)."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable

from tests.rulebook.dungeon.second import ROUND, Cell, Piece, Table, along
from tests.rulebook.dungeon.second_invisible import FAR, Overlord, best

STRAIGHT_FIRST: list[Cell] = [(0, -1), (1, 0), (0, 1), (-1, 0), (1, -1), (1, 1), (-1, 1), (-1, -1)]
Free = Callable[[Cell], bool]


def toward(start: Cell, goal: Cell) -> str:
    """Along the longer axis, ties N, E, S, W (AMD-06)."""
    way = (goal[0] - start[0], goal[1] - start[1])
    return max(ROUND, key=lambda facing: (along(way, facing), -ROUND.index(facing)))


def beside(table: Table, squares: Iterable[Cell]) -> set[Cell]:
    """The free squares next to some that cannot be entered, models apart."""
    taken = set(squares)
    near = {(x + dx, y + dy) for x, y in taken for dx, dy in STRAIGHT_FIRST} - taken
    return {square for square in near if not table.solid(square)}


def walked(table: Table, free: Free, starts: Iterable[Cell], barred: frozenset[Cell] = frozenset()) -> dict[Cell, int]:
    """Steps from any of the starts to every square that can be walked to; barred ones are not entered."""
    found = dict.fromkeys(starts, 0)
    waiting = deque(found)
    while waiting:
        at = waiting.popleft()
        for after in table.steps(free, at, STRAIGHT_FIRST):
            if after not in found and after not in barred:
                found[after] = found[at] + 1
                waiting.append(after)
    return found


def way(table: Table, start: Cell, ends: set[Cell]) -> set[Cell]:
    """The squares of the shortest way, straight steps first, models apart; its start left out."""

    def free(square: Cell) -> bool:
        return not table.solid(square)

    distance, at, found = walked(table, free, ends), start, set[Cell]()
    while distance.get(at, 0) > 0:
        at = next(s for s in table.steps(free, at, STRAIGHT_FIRST) if distance.get(s) == distance[at] - 1)
        found.add(at)
    return found


def shut(table: Table, ends: set[Cell]) -> int:
    """2 if no hero can walk to any end, 1 if none can without entering a front arc, else 0."""
    heroes = [piece for piece in table.pieces if piece.side == "hero"]
    others = [piece for piece in table.pieces if piece.side == "overlord"]
    taken = {square for piece in others for square in piece.base}
    arcs = frozenset(square for piece in others for square in piece.front)

    def free(square: Cell) -> bool:
        return not table.solid(square) and square not in taken

    starts = [hero.at for hero in heroes]
    if ends & set(walked(table, free, starts, arcs)):
        return 0
    return 1 if ends & set(walked(table, free, starts)) else 2


class Blockers:
    """Whom the card's first activation takes, and where to."""

    def __init__(self, overlord: Overlord, ends: set[Cell]) -> None:
        self.overlord, self.table, self.ends = overlord, overlord.table, ends

    def outcomes(self) -> list[tuple[str, Cell]]:
        ranked = [(rank, model, at) for model in self.overlord.own for rank, at in self._best_place(model)]
        first = best(ranked, lambda one: one[0])
        first = [one for one in first if "Undead" in one[1].characters] or first
        return [(model.id, at) for _, model, at in first]

    def _best_place(self, model: Piece) -> list[tuple[tuple[int, ...], Cell]]:
        """The model's best place with what counts of it between models; nothing if it is of no use."""
        hero = self._driver(model)
        without = [piece for piece in self.table.pieces if piece.id != model.id]
        bare = Table(self.table.floor, self.table.low, self.table.bookcases, without)
        path, alone = way(self.table, hero.at, self.ends), shut(bare, self.ends) if self.ends else 2
        near = walked(bare, lambda square: not bare.solid(square), beside(bare, hero.base))
        found = []
        for (at, _), steps in self.table.reach(model, model.move, leaves=False).items():
            stands = model.placed(at, toward(at, hero.at))
            if at == model.at or any(stands.around & one.base for one in self.overlord.heroes):
                continue
            there = Table(bare.floor, bare.low, bare.bookcases, [*without, stands])
            closes = shut(there, self.ends) if self.ends else 0
            score = (closes if closes > alone else 0, len(path & (stands.base | stands.front)))
            if score != (0, 0):
                distance = near.get(at, FAR)
                rank = (-score[0], -score[1], distance, -steps, -model.level)
                found.append(((*rank[:3], *self._quiet(stands, bare), steps, at[1], at[0]), rank, at))
        return [(rank, at) for _, rank, at in sorted(found)[:1]]

    def _driver(self, model: Piece) -> Piece:
        return min(
            self.overlord.heroes,
            key=lambda hero: (-self.overlord.threat(model, hero, "activation"), self.overlord.distance(model, hero)),
        )

    def _quiet(self, stands: Piece, bare: Table) -> tuple[int, int]:
        """Fewer hero front arcs on the square, then more arc squares shared with others (AMD-05)."""
        shared = frozenset(square for one in bare.pieces if one.side == "overlord" for square in one.front)
        return len(bare.holders(stands)), -len(stands.front & shared)
