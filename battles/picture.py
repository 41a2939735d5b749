"""The picture of a board: layers, tokens, marks and coordinates. Decoration: the buttons say it all in words."""

from __future__ import annotations

from collections.abc import Collection

from django.utils.translation import gettext

from battles import outlines
from battles.drawing import Crop, Layer, Mark, Piece, Reach, Scene, Token, Word
from battles.outlines import CELL
from rulebook.saga.board import Cell, cell_name

GUTTER = CELL // 2
TWO_RIMS_FROM = 13
SHORT = 3
LONG = 8


def shown(piece: Piece, window: Crop) -> bool:
    """Whether any of a unit's cells lies in the window."""
    return any(window.holds(cell) for cell in piece.cells)


def rims(window: Crop) -> tuple[int, int]:
    """How many gutters there are across and down: coordinates stand on both rims of a large board."""
    return (
        2 if window.width >= TWO_RIMS_FROM else 1,
        2 if window.height >= TWO_RIMS_FROM else 1,
    )


def outer(window: Crop) -> str:
    """The whole picture's view box, gutters included."""
    across, down = rims(window)
    return f"0 0 {window.width * CELL + across * GUTTER} {window.height * CELL + down * GUTTER}"


def grid_css(window: Crop) -> str:
    """The classes that lay the grid of buttons out over the window."""
    return f"w{window.width} h{window.height}"


def ground(scene: Scene, steps: tuple[Reach, ...], chosen: Cell | None) -> tuple[Layer, ...]:
    """Cells, zones, reach, lines, zone edges again, obstacles of the ground: in that order."""
    free = [step.cell for step in steps if not step.will]
    paid = [step.cell for step in steps if step.will]
    layers = [Layer(f"bd-zone {zone.css}", outlines.fill(zone.cells)) for zone in scene.zones]
    layers += [Layer("bd-reach", outlines.fill(free)), Layer("bd-reach-will", outlines.fill(paid))]
    layers.append(Layer("bd-grid", outlines.grid_lines(scene.width, scene.height)))
    layers += [Layer(f"bd-zone-edge {zone.css}", outlines.edges(zone.cells)) for zone in scene.zones]
    layers += [Layer("bd-reach-edge", outlines.edges(free)), Layer("bd-reach-will-edge", outlines.edges(paid))]
    layers.append(Layer("bd-blocked", outlines.fill(scene.blocked)))
    layers += [Layer(f"bd-hazard {hazard.css}", outlines.fill(hazard.cells)) for hazard in scene.hazards]
    if chosen is not None:
        layers.append(Layer("bd-chosen", outlines.ring(chosen, *_span(scene))))
    return tuple(layer for layer in layers if layer.d)


def over(scene: Scene, chosen: Cell | None) -> tuple[Layer, ...]:
    """What lies over the units: the last step, and the cross-hair where the acting unit would stand."""
    layers = [
        Layer("bd-last", outlines.cross_hair(piece.at, *piece.size)) for piece in scene.pieces if "last" in piece.marks
    ]
    if chosen is not None:
        layers.append(Layer("bd-cross", outlines.cross_hair(chosen, *_span(scene))))
    return tuple(layers)


def _span(scene: Scene) -> tuple[int, int]:
    """How many columns and rows the acting unit takes up where it would stand."""
    return next((piece.size for piece in scene.pieces if "acting" in piece.marks), (1, 1))


def token(piece: Piece, changed: Collection[str], targets: Collection[str]) -> Token:
    """One unit: shape by side, name and figures, marks around it."""
    obstacle = "obstacle" in piece.marks
    marks = set(piece.marks)
    marks |= {"changed"} if piece.id in changed else set()
    marks |= {"target"} if piece.id in targets else set()
    css = " ".join(["bd-token", f"team-{piece.team}", *(f"is-{mark}" for mark in sorted(marks))])
    shape = outlines.crate if obstacle else SHAPES[piece.team]
    return Token(css, shape(piece.at, *piece.size), _token_texts(piece), _token_marks(piece, marks))


SHAPES = {"a": outlines.rounded_square, "b": outlines.octagon, "n": outlines.capsule}


def _token_texts(piece: Piece) -> tuple[Word, ...]:
    width, height = piece.size
    x = piece.at[0] * CELL + width * CELL // 2
    y = piece.at[1] * CELL + height * CELL // 2
    short = short_name(piece.name, LONG if width > 1 else SHORT)
    texts = [Word(x, y - 3 if piece.figures else y + 4, short, "bd-name")]
    if piece.figures:
        texts.append(Word(x, y + 11, piece.figures, "bd-figures"))
    if "hidden" in piece.marks and height > 1:
        texts.append(Word(x, y + 25, gettext("hidden"), "bd-hidden-word"))
    return tuple(texts)


def short_name(name: str, length: int) -> str:
    """A name cut to fit a token; a trailing number is kept (`Grunt 2` becomes `Gr2`)."""
    head, _, tail = name.strip().rpartition(" ")
    if len(name) > length and head and tail.isdigit() and len(tail) < length:
        return head[: length - len(tail)].strip() + tail
    return name.strip()[:length].strip()


def _token_marks(piece: Piece, marks: Collection[Mark]) -> tuple[Layer, ...]:
    width, height = piece.size
    frame = outlines.ring(piece.at, width, height)
    layers = [Layer(f"bd-frame is-{mark}", frame) for mark in FRAMES if mark in marks]
    if "leader" in marks:
        layers.append(Layer("bd-pennant", outlines.pennant(piece.at)))
    if "boss" in marks:
        layers.append(Layer("bd-horns", outlines.horns(piece.at, width)))
    return tuple(layers)


FRAMES: tuple[Mark, ...] = ("changed", "target", "acting", "hidden")


def zone_letters(scene: Scene) -> tuple[Word, ...]:
    """Each zone's letter in its free corners."""
    taken = {cell for piece in scene.pieces for cell in piece.cells}
    return tuple(
        Word(cell[0] * CELL + 9, cell[1] * CELL + 13, zone.letter, f"bd-zone-letter {zone.css}")
        for zone in scene.zones
        for cell in sorted(zone.cells - taken - scene.blocked)
        if _is_corner(cell, zone.cells)
    )


def _is_corner(cell: Cell, cells: frozenset[Cell]) -> bool:
    return Cell(cell[0] - 1, cell[1]) not in cells and Cell(cell[0], cell[1] - 1) not in cells


def will_words(steps: tuple[Reach, ...], scene: Scene) -> tuple[Word, ...]:
    """`+n` on the cells that cost willpower."""
    taken = {cell for piece in scene.pieces for cell in piece.cells}
    return tuple(
        Word(cell[0] * CELL + CELL // 2, cell[1] * CELL + CELL // 2 + 4, f"+{will}", "bd-will")
        for cell, will in steps
        if will and cell not in taken
    )


def coordinates(window: Crop) -> tuple[Word, ...]:
    """Letters along the top and numbers down the side; on both rims of a large board."""
    across, down = rims(window)
    columns = [
        Word(GUTTER + index * CELL + CELL // 2, y, cell_name(Cell(window.left + index, 0))[:-1], "bd-coordinate")
        for y in (14, GUTTER + window.height * CELL + 14)[:down]
        for index in range(window.width)
    ]
    rows = [
        Word(x, GUTTER + index * CELL + CELL // 2 + 5, str(window.top + index + 1), "bd-coordinate")
        for x in (GUTTER // 2, GUTTER + window.width * CELL + GUTTER // 2)[:across]
        for index in range(window.height)
    ]
    return tuple(columns + rows)
