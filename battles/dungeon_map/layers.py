"""The layers of a dungeon's picture, from the floor up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator

from battles import outlines
from battles.drawing import Crop, Layer, Word
from battles.dungeon_map import paths
from battles.dungeon_map.plan import Overlay, Plan, Stand, StandMark, Thing
from battles.outlines import CELL
from rulebook.dungeon.grid import Square
from rulebook.saga.board import Cell

FRAMES: tuple[StandMark, ...] = ("changed", "last", "target", "acting")


def ground(plan: Plan, over: Overlay, whole: Crop) -> tuple[Layer, ...]:
    """Floor, what is marked on it, walls, and what lies there: in that order."""
    beyond = [
        Square(x, y)
        for y in range(whole.top, whole.top + whole.height)
        for x in range(whole.left, whole.left + whole.width)
        if Square(x, y) not in plan.known
    ]
    layers = [
        Layer("bd-zone", outlines.fill(plan.starts)),
        *(Layer(area.css, outlines.fill(area.squares)) for area in over.areas if not area.edge),
        *_reach(over),
        Layer("bd-grid", outlines.grid_lines(whole.left + whole.width, whole.top + whole.height)),
        Layer("dg-rock", outlines.fill(beyond)),
        Layer("dg-unlaid", outlines.fill(plan.unlaid)),
        Layer("bd-zone-edge", outlines.edges(plan.starts)),
        *_reach_edges(over),
        *(Layer(area.css, outlines.edges(area.squares)) for area in over.areas if area.edge),
        Layer("dg-wall", outlines.edges(plan.known - plan.unlaid)),
        *(layer for thing in plan.things for layer in _thing(thing)),
        *_piles(plan),
    ]
    if plan.goal is not None:
        layers.append(Layer("dg-goal", paths.cross(plan.goal)))
    if over.chosen is not None:
        layers.append(Layer("bd-chosen", outlines.ring(_cell(over.chosen), over.chosen_size, over.chosen_size)))
    return tuple(layer for layer in layers if layer.d)


def _cell(square: Square) -> Cell:
    return Cell(square.x, square.y)


def _reach(over: Overlay) -> Iterator[Layer]:
    yield Layer("bd-reach", outlines.fill([square for square in over.reach if square not in over.stops]))
    yield Layer("bd-reach-will", outlines.fill([square for square in over.reach if square in over.stops]))


def _reach_edges(over: Overlay) -> Iterator[Layer]:
    yield Layer("bd-reach-edge", outlines.edges([square for square in over.reach if square not in over.stops]))
    yield Layer("bd-reach-will-edge", outlines.edges([square for square in over.reach if square in over.stops]))


def _thing(thing: Thing) -> Iterator[Layer]:
    state = " is-unlaid" if thing.unlaid else ""
    if thing.kind == "door":
        yield Layer(f"dg-door{state}", paths.bar(thing.squares))
    elif thing.kind == "table":
        yield Layer(f"dg-table{state}", paths.squares(thing.squares, 4))
    elif thing.kind == "bookcase":
        yield Layer(f"dg-bookcase{state}", paths.squares(thing.squares, 2))
        yield Layer("dg-line", paths.shelves(thing.squares))
    elif thing.kind == "chest":
        yield Layer(f"dg-chest{state}", paths.squares(thing.squares, 8))
        yield Layer("dg-line", paths.lid(thing.squares[0]))
    elif thing.kind == "drop":
        yield Layer("dg-sack", paths.sack(thing.squares[0]))


def _piles(plan: Plan) -> Iterator[Layer]:
    counted = Counter(thing.squares[0] for thing in plan.things if thing.kind == "pile")
    for square, number in counted.items():
        yield Layer("dg-bones", paths.bones(square, number))


def shape(stand: Stand) -> str:
    """A model's own shape."""
    return paths.token(stand.at, stand.size, ours=stand.team == "a")


def token_marks(stand: Stand, marks: Collection[str]) -> tuple[Layer, ...]:
    """Its facing, the frames around it, and a boss's horns."""
    frame = outlines.ring(_cell(stand.at), stand.size, stand.size)
    found = [Layer("dg-pip", paths.pip(stand.at, stand.size, stand.facing))]
    found += [Layer(f"bd-frame is-{mark}", frame) for mark in FRAMES if mark in marks]
    if "boss" in marks:
        found.append(Layer("bd-horns", outlines.horns(_cell(stand.at), stand.size)))
    return tuple(found)


def over(plan: Plan, over: Overlay) -> tuple[Layer, ...]:
    """What lies over the models: the facing that is chosen, as an arrow, or outside a model that turns on the spot."""
    if over.chosen is None or over.facing is None:
        return ()
    if any(over.chosen in stand.squares for stand in plan.stands):
        return (Layer("dg-turned", paths.pip(over.chosen, over.chosen_size, over.facing)),)
    return (Layer("dg-arrow", paths.arrow(over.chosen, over.chosen_size, over.facing)),)


def words(plan: Plan, over: Overlay) -> tuple[Word, ...]:
    """Letters on the map: how a door or chest is shut, start squares, points to get somewhere, areas' letters."""
    taken = {square for stand in plan.stands for square in stand.squares}
    found = [_middle(thing.squares, thing.letter, "dg-letter") for thing in plan.things if thing.letter]
    found += [
        Word(square.x * CELL + 7, square.y * CELL + 12, area.letter, "dg-area-letter")
        for area in over.areas
        if area.letter and not area.edge
        for square in sorted(area.squares)
    ]
    found += [
        _middle((square,), f"{points}!" if square in over.stops else str(points), "bd-will")
        for square, points in over.reach.items()
        if square not in taken and square != over.chosen
    ]
    return tuple(found)


def _middle(squares: tuple[Square, ...], text: str, css: str) -> Word:
    xs, ys = [square.x for square in squares], [square.y for square in squares]
    x = (min(xs) + max(xs) + 1) * CELL // 2
    y = (min(ys) + max(ys) + 1) * CELL // 2
    return Word(x, y + 4, text, css)
