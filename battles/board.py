"""How a board is drawn: a scene (what there is to see) becomes a drawing (what the template writes).

Pure geometry and words. Nothing is taken out here: a scene holds only what its reader may know.
The picture is decoration; the buttons over it, and the board as a table, carry everything it says.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from django.utils import translation
from django.utils.translation import gettext, ngettext

from battles import outlines
from battles.outlines import CELL
from rulebook.saga.board import Cell, Size, cell_name, footprint

GUTTER = CELL // 2
TWO_RIMS_FROM = 13
AREA = 8
WIDE_FROM = 12
SHORT = 3
LONG = 8

Team = Literal["a", "b", "n"]
"""Whose a unit is for the reader: the reader's side (or the first), the other, neither."""

Mark = Literal["acting", "leader", "boss", "hidden", "obstacle", "changed", "chosen", "target", "last"]


class Crop(NamedTuple):
    """The part of a board that is shown, in cells."""

    left: int
    top: int
    width: int
    height: int

    def holds(self, cell: Cell) -> bool:
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


def area_round(cell: Cell, scene: Scene, size: int = AREA) -> Crop | None:
    """ "My area": a window of eight by eight round a cell; None where the board is no larger."""
    width, height = min(size, scene.width), min(size, scene.height)
    if (width, height) == (scene.width, scene.height):
        return None
    left = min(max(0, cell[0] - width // 2 + 1), scene.width - width)
    top = min(max(0, cell[1] - height // 2 + 1), scene.height - height)
    return Crop(left, top, width, height)


def compose(
    scene: Scene,
    *,
    crop: Crop | None = None,
    reach: Iterable[Reach] = (),
    chosen: Cell | None = None,
    targets: Collection[str] = (),
    changed: Collection[str] = (),
    free: Iterable[Cell] = (),
    picks: bool = True,
    language: str = "en",
) -> Drawing:
    """Draw a scene. `reach` become buttons, `targets` are marked, `changed` get a dotted frame.

    `free` cells become buttons too, without a mark in the picture. With `picks` off no button is made: the board is
    only looked at.
    """
    window = crop or Crop(0, 0, scene.width, scene.height)
    steps = tuple(Reach(Cell(*step[0]), step[1]) for step in reach)
    with translation.override(language):
        return Drawing(
            outer=_outer(window),
            inner=f"{window.left * CELL} {window.top * CELL} {window.width * CELL} {window.height * CELL}",
            inner_width=window.width * CELL,
            inner_height=window.height * CELL,
            css=_grid_css(window),
            ground=_ground(scene, steps, chosen),
            tokens=tuple(_token(piece, changed, targets) for piece in scene.pieces if _shown(piece, window)),
            over=_over(scene, chosen),
            words=_zone_letters(scene) + _will_words(steps, scene),
            coordinates=_coordinates(window),
            hits=_hits(scene, window, steps, chosen, targets, tuple(free)) if picks else (),
            columns=tuple(cell_name(Cell(column, 0))[:-1] for column in range(scene.width)),
            rows=_rows(scene, {step.cell: step.will for step in steps}),
            legend=_legend(scene, steps),
            cropped=crop is not None,
            wide=window.width >= WIDE_FROM,
            alt=_alt(scene),
            language=language,
        )


def _shown(piece: Piece, window: Crop) -> bool:
    return any(window.holds(cell) for cell in piece.cells)


def _rims(window: Crop) -> tuple[int, int]:
    """How many gutters there are across and down: coordinates stand on both rims of a large board."""
    return (
        2 if window.width >= TWO_RIMS_FROM else 1,
        2 if window.height >= TWO_RIMS_FROM else 1,
    )


def _outer(window: Crop) -> str:
    across, down = _rims(window)
    return f"0 0 {window.width * CELL + across * GUTTER} {window.height * CELL + down * GUTTER}"


def _grid_css(window: Crop) -> str:
    return f"w{window.width} h{window.height}"


# --- the picture


def _ground(scene: Scene, steps: tuple[Reach, ...], chosen: Cell | None) -> tuple[Layer, ...]:
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
        layers.append(Layer("bd-chosen", outlines.ring(chosen, 1, 1)))
    return tuple(layer for layer in layers if layer.d)


def _over(scene: Scene, chosen: Cell | None) -> tuple[Layer, ...]:
    layers = [
        Layer("bd-last", outlines.cross_hair(piece.at, *piece.size)) for piece in scene.pieces if "last" in piece.marks
    ]
    if chosen is not None:
        layers.append(Layer("bd-cross", outlines.cross_hair(chosen, 1, 1)))
    return tuple(layers)


def _token(piece: Piece, changed: Collection[str], targets: Collection[str]) -> Token:
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


def _zone_letters(scene: Scene) -> tuple[Word, ...]:
    taken = {cell for piece in scene.pieces for cell in piece.cells}
    return tuple(
        Word(cell[0] * CELL + 9, cell[1] * CELL + 13, zone.letter, f"bd-zone-letter {zone.css}")
        for zone in scene.zones
        for cell in sorted(zone.cells - taken - scene.blocked)
        if _is_corner(cell, zone.cells)
    )


def _is_corner(cell: Cell, cells: frozenset[Cell]) -> bool:
    return Cell(cell[0] - 1, cell[1]) not in cells and Cell(cell[0], cell[1] - 1) not in cells


def _will_words(steps: tuple[Reach, ...], scene: Scene) -> tuple[Word, ...]:
    taken = {cell for piece in scene.pieces for cell in piece.cells}
    return tuple(
        Word(cell[0] * CELL + CELL // 2, cell[1] * CELL + CELL // 2 + 4, f"+{will}", "bd-will")
        for cell, will in steps
        if will and cell not in taken
    )


def _coordinates(window: Crop) -> tuple[Word, ...]:
    across, down = _rims(window)
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


# --- the buttons


def _hits(
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
        (piece.at, _unit_hit(piece, window, piece.id in targets)) for piece in scene.pieces if _shown(piece, window)
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


# --- the board in words


def _rows(scene: Scene, reach: Mapping[Cell, int]) -> tuple[Row, ...]:
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


def _legend(scene: Scene, steps: tuple[Reach, ...]) -> tuple[tuple[str, str], ...]:
    entries = [(f"bd-zone {zone.css}", f"{zone.letter}: {zone.name}") for zone in scene.zones]
    if any(not step.will for step in steps):
        entries.append(("bd-reach", gettext("in reach")))
    if any(step.will for step in steps):
        entries.append(("bd-reach-will", gettext("+n: in reach with so much willpower")))
    if scene.blocked:
        entries.append(("bd-blocked", gettext("blocked")))
    return tuple(entries + [(f"bd-hazard {hazard.css}", hazard.name) for hazard in scene.hazards])


def _alt(scene: Scene) -> str:
    """The board in one sentence: who stands where."""
    names = {"a": gettext("Ours"), "b": gettext("Theirs"), "n": gettext("Others")}
    parts = [scene.title] if scene.title else []
    for team, title in names.items():
        pieces = [
            f"{piece.name} {place_name(piece)} {piece.figures}".strip() for piece in scene.pieces if piece.team == team
        ]
        if pieces:
            parts.append(f"{title}: {', '.join(pieces)}")
    return ". ".join(parts)
