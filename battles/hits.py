"""The buttons over a board's picture, and the same board as a table: one set of words for both."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from django.utils.translation import gettext, ngettext

from battles.drawing import Crop, Hit, Piece, Reach, Row, Scene
from battles.picture import shown
from rulebook.saga.board import Cell, Size, cell_name


def buttons(
    scene: Scene,
    window: Crop,
    steps: tuple[Reach, ...],
    chosen: Cell | None,
    targets: Collection[str],
    free: tuple[Cell, ...],
) -> tuple[Hit, ...]:
    """One button per unit and per cell in reach, or merely free, in reading order."""
    taken = {cell for piece in scene.pieces for cell in piece.cells}
    placed = [
        (piece.at, _unit_hit(piece, window, piece.id in targets)) for piece in scene.pieces if shown(piece, window)
    ]
    placed += [
        (step.cell, _cell_hit(step.cell, [gettext("in reach"), *_will(step.will)], scene, window, step.cell == chosen))
        for step in steps
        if window.holds(step.cell) and step.cell not in taken
    ]
    placed += [
        (cell, _cell_hit(cell, [gettext("free")], scene, window, cell == chosen))
        for cell in free
        if window.holds(cell) and cell not in taken
    ]
    return tuple(hit for _at, hit in sorted(placed, key=lambda pair: (pair[0][1], pair[0][0])))


def _unit_hit(piece: Piece, window: Crop, target: bool) -> Hit:
    kind = "hit-target" if target else "hit-unit"
    return Hit(f"hit {kind} {_place(piece.at, piece.size, window)}", f"unit:{piece.id}", unit_label(piece, target))


def _cell_hit(cell: Cell, about: list[str], scene: Scene, window: Crop, pressed: bool) -> Hit:
    css = f"hit hit-cell {_place(cell, Size(1, 1), window)}"
    words = [cell_name(cell), *about, *_ground_words(scene, cell)]
    return Hit(css, f"cell:{cell_name(cell)}", ", ".join(words), pressed)


def _will(will: int) -> list[str]:
    return [ngettext("%(count)d willpower", "%(count)d willpower", will) % {"count": will}] if will else []


def _ground_words(scene: Scene, cell: Cell) -> list[str]:
    return [ground.name for ground in (*scene.zones, *scene.hazards) if cell in ground.cells]


def _place(at: Cell, size: Size, window: Crop) -> str:
    """Classes for row, column and span in the grid; what lies outside the window is cut off."""
    left, top = max(at[0], window.left), max(at[1], window.top)
    width = min(at[0] + size[0], window.left + window.width) - left
    height = min(at[1] + size[1], window.top + window.height) - top
    spans = [f"cs{width}"] if width > 1 else []
    spans += [f"rs{height}"] if height > 1 else []
    return " ".join([f"r{top - window.top + 1}", f"c{left - window.left + 1}", *spans])


def place_name(piece: Piece) -> str:
    """`D7` for one cell, `A7–B8` for more: the anchor and the far corner."""
    first, last = piece.cells[0], piece.cells[-1]
    return cell_name(first) if first == last else f"{cell_name(first)}–{cell_name(last)}"


def unit_label(piece: Piece, target: bool = False) -> str:
    """What a unit's button says, its place first."""
    words = [f"{place_name(piece)} {piece.name}", *piece.words]
    return ", ".join([*words, gettext("can be attacked")] if target else words)


def rows(scene: Scene, reach: Mapping[Cell, int]) -> tuple[Row, ...]:
    """The board as a table, one text per cell."""
    standing = {cell: piece for piece in scene.pieces for cell in piece.cells}
    return tuple(
        Row(y + 1, tuple(_cell_text(scene, Cell(x, y), standing, reach) for x in range(scene.width)))
        for y in range(scene.height)
    )


def _cell_text(scene: Scene, cell: Cell, standing: Mapping[Cell, Piece], reach: Mapping[Cell, int]) -> str:
    words = []
    if cell in standing:
        piece = standing[cell]
        words.append(f"{piece.name} {piece.figures}".strip())
    if cell in scene.blocked:
        words.append(gettext("blocked"))
    if cell in reach and cell not in standing:
        words += [gettext("in reach"), *_will(reach[cell])]
    words += _ground_words(scene, cell)
    return ", ".join(words)


def legend(scene: Scene, steps: tuple[Reach, ...]) -> tuple[tuple[str, str], ...]:
    """What the colours and edges stand for, each with its class."""
    entries = [(f"bd-zone {zone.css}", f"{zone.letter}: {zone.name}") for zone in scene.zones]
    if any(not step.will for step in steps):
        entries.append(("bd-reach", gettext("in reach")))
    if any(step.will for step in steps):
        entries.append(("bd-reach-will", gettext("+n: in reach with so much willpower")))
    if scene.blocked:
        entries.append(("bd-blocked", gettext("blocked")))
    return tuple(entries + [(f"bd-hazard {hazard.css}", hazard.name) for hazard in scene.hazards])


def alt(scene: Scene, names: Mapping[str, str] | None = None) -> str:
    """The board in one sentence: who stands where. `names` say by team whose units they are, for who is on no side."""
    names = names or {"a": gettext("Ours"), "b": gettext("Theirs"), "n": gettext("Others")}
    parts = [scene.title] if scene.title else []
    for team, title in names.items():
        pieces = [
            f"{piece.name} {place_name(piece)} {piece.figures}".strip() for piece in scene.pieces if piece.team == team
        ]
        if pieces:
            parts.append(f"{title}: {', '.join(pieces)}")
    return ". ".join(parts)
