"""The buttons over a dungeon's picture, and the same map as a table: one set of words for both."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext, ngettext

from battles.drawing import Crop, Hit, Row
from battles.dungeon_map.plan import Overlay, Plan, Stand, Thing
from rulebook.dungeon.grid import Facing, Square, square_name

PICKED = ("door", "chest")


def facing_name(facing: Facing) -> str:
    """A facing in words."""
    return {
        "N": gettext("north"),
        "E": gettext("east"),
        "S": gettext("south"),
        "W": gettext("west"),
    }[facing]


def buttons(plan: Plan, over: Overlay, window: Crop) -> tuple[Hit, ...]:
    """One button per model, per door and chest, and per square in reach, in reading order."""
    taken = {square for stand in plan.stands for square in stand.squares}
    placed: list[tuple[Square, Hit]] = [
        (stand.at, _stand_hit(stand, over, window)) for stand in plan.stands if _inside(stand.squares, window)
    ]
    placed += [
        (thing.squares[0], _thing_hit(thing, over, window))
        for thing in plan.things
        if thing.kind in PICKED and _inside(thing.squares, window)
    ]
    placed += [
        (square, _square_hit(square, plan, over, window))
        for square in dict.fromkeys((*over.reach, *sorted(over.free)))
        if window.holds(square) and square not in taken
    ]
    return tuple(hit for _at, hit in sorted(placed, key=lambda pair: (pair[0].y, pair[0].x)))


def _inside(squares: tuple[Square, ...], window: Crop) -> bool:
    return any(window.holds(square) for square in squares)


def _stand_hit(stand: Stand, over: Overlay, window: Crop) -> Hit:
    target = stand.id in over.targets
    words = [stand_label(stand), gettext("can be aimed at")] if target else [stand_label(stand)]
    css = f"hit {'hit-target' if target else 'hit-unit'} {_place(stand.squares, window)}"
    return Hit(css, f"unit:{stand.id}", ", ".join(words))


def _thing_hit(thing: Thing, over: Overlay, window: Crop) -> Hit:
    target = thing.id in over.targets
    words = [place_name(thing.squares) + " " + thing.name, *thing.words]
    words += [gettext("can be aimed at")] if target else []
    css = f"hit {'hit-target' if target else 'hit-unit'} {_place(thing.squares, window)}"
    return Hit(css, f"thing:{thing.id}", ", ".join(words))


def _square_hit(square: Square, plan: Plan, over: Overlay, window: Crop) -> Hit:
    words = [square_name(square), *_reach_words(square, over), *_lying(square, plan)]
    words += [gettext("free")] if square in over.free and square not in over.reach else []
    return Hit(
        f"hit hit-cell {_place((square,), window)}",
        f"cell:{square_name(square)}",
        ", ".join(words),
        square == over.chosen,
    )


def _reach_words(square: Square, over: Overlay) -> list[str]:
    if square not in over.reach:
        return []
    points = over.reach[square]
    words = [gettext("in reach"), ngettext("%(count)d point", "%(count)d points", points) % {"count": points}]
    return [*words, gettext("in an enemy's front arc")] if square in over.stops else words


def _lying(square: Square, plan: Plan) -> list[str]:
    found = [thing.name for thing in plan.things if thing.kind in ("pile", "drop") and square in thing.squares]
    found += [gettext("start square")] if square in plan.starts else []
    return [*found, gettext("the goal")] if square == plan.goal else found


def _place(squares: tuple[Square, ...], window: Crop) -> str:
    """Classes for row, column and span in the grid; what lies outside the window is cut off."""
    inside = [square for square in squares if window.holds(square)]
    left, right = min(square.x for square in inside), max(square.x for square in inside)
    top, bottom = min(square.y for square in inside), max(square.y for square in inside)
    spans = [f"cs{right - left + 1}"] if right > left else []
    spans += [f"rs{bottom - top + 1}"] if bottom > top else []
    return " ".join([f"r{top - window.top + 1}", f"c{left - window.left + 1}", *spans])


def place_name(squares: tuple[Square, ...]) -> str:
    """`7,3` for one square, `7,3–8,4` for more: the first and the last."""
    first, last = squares[0], squares[-1]
    return square_name(first) if first == last else f"{square_name(first)}–{square_name(last)}"


def stand_label(stand: Stand) -> str:
    """What a model's button says, its place first."""
    faces = gettext("faces %(facing)s") % {"facing": facing_name(stand.facing)}
    return ", ".join([f"{place_name(stand.squares)} {stand.name}", *stand.words, faces])


def rows(plan: Plan, over: Overlay, whole: Crop) -> tuple[Row, ...]:
    """The map as a table, one text per square."""
    return tuple(
        Row(y, tuple(", ".join(_square_words(Square(x, y), plan, over)) for x in _columns(whole)))
        for y in range(whole.top, whole.top + whole.height)
    )


def _columns(whole: Crop) -> range:
    return range(whole.left, whole.left + whole.width)


def _square_words(square: Square, plan: Plan, over: Overlay) -> Iterator[str]:
    if square not in plan.known:
        yield gettext("wall")
        return
    yield from (_standing(stand) for stand in plan.stands if square in stand.squares)
    yield from (
        ", ".join([thing.name, *thing.words])
        for thing in plan.things
        if thing.kind not in ("pile", "drop") and square in thing.squares
    )
    yield from _lying(square, plan)
    if square in plan.unlaid:
        yield gettext("not laid yet")
    yield from _reach_words(square, over)
    yield from (area.name for area in over.areas if not area.edge and square in area.squares)


def _standing(stand: Stand) -> str:
    return f"{stand.name} {stand.figures}".strip() + f" ({facing_name(stand.facing)})"


def legend(plan: Plan, over: Overlay) -> tuple[tuple[str, str], ...]:
    """What colours, edges and letters stand for, each with its class."""
    entries = [("bd-zone", gettext("start squares"))] if plan.starts else []
    if any(square not in over.stops for square in over.reach):
        entries.append(("bd-reach", gettext("n: in reach for so many points")))
    if any(square in over.stops for square in over.reach):
        entries.append(("bd-reach-will", gettext("n!: in an enemy's front arc, moves no further")))
    entries += [
        (area.css, f"{area.letter}: {area.name}" if area.letter else area.name) for area in over.areas if area.squares
    ]
    letters = {thing.letter for thing in plan.things}
    if "L" in letters:
        entries.append(("dg-door", gettext("L: locked")))
    if "W" in letters:
        entries.append(("dg-door", gettext("W: warded")))
    kinds = {thing.kind for thing in plan.things}
    shown = {
        "table": ("dg-table", gettext("furniture one sees over")),
        "bookcase": ("dg-bookcase", gettext("bookcase: blocks sight")),
        "pile": ("dg-bones-swatch", gettext("crossed bones: a bone pile")),
    }
    entries += [entry for kind, entry in shown.items() if kind in kinds]
    return (*entries, ("dg-unlaid", gettext("not laid yet"))) if plan.unlaid else tuple(entries)


def alt(plan: Plan) -> str:
    """The map in one sentence: who stands where."""
    names = {"a": gettext("Heroes"), "b": gettext("The Overlord's")}
    parts = [plan.title] if plan.title else []
    for team, title in names.items():
        stands = [f"{stand.name} {place_name(stand.squares)}" for stand in plan.stands if stand.team == team]
        if stands:
            parts.append(f"{title}: {', '.join(stands)}")
    return ". ".join(parts)
