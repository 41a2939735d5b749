"""What is marked over a game's map: what a composer needs, and arcs, sight and reach of a model on request."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from battles.dungeon_map import Area, Overlay
from rulebook.dungeon import combat
from rulebook.dungeon.grid import Facing, Square, within
from rulebook.dungeon.outlook import Sight as Seen
from rulebook.dungeon.outlook import reach_of, sight_of
from rulebook.dungeon.state import Model
from rulebook.dungeon.steps import Cast, Move, RaiseDead
from rulebook.errors import Refused
from turns.dungeon.panels import Panel
from turns.dungeon.sight import Sight

SHOWN = ("arcs", "sight", "reach")
EVERYBODY = {"enemies": "overlord", "heroes": "hero"}


@dataclass(frozen=True, slots=True)
class Request:
    """What a reader asked to be shown: `arcs`, `sight` or `reach` of a model, or the arcs of a whole side."""

    what: str = ""
    unit: str = ""

    @property
    def value(self) -> str:
        """As a form sends it."""
        return f"{self.what}:{self.unit}" if self.what else ""


def request_from(written: str, sight: Sight) -> Request:
    """`sight:bruna` as a request; nothing where it names nothing that is shown."""
    what, _colon, unit = written.partition(":")
    model = sight.known.models.get(unit)
    known = (model is not None and model.on_board) or (what == "arcs" and unit in EVERYBODY)
    return Request(what, unit) if what in SHOWN and known else Request()


def requested(sight: Sight, request: Request) -> Overlay:
    """The overlay that was asked for."""
    if request.what == "arcs":
        return Overlay(areas=tuple(_arcs(sight, request.unit)))
    if request.what == "sight":
        return Overlay(areas=tuple(_sight(sight, request.unit)))
    if request.what == "reach":
        return _reach(sight, request.unit)
    return Overlay()


def composed(panel: Panel, request: Request) -> Overlay:
    """What the composer marks: where the model may go, what it may aim at, what is chosen; or what was asked for."""
    chosen, size, facing = _chosen(panel)
    asked = requested(panel.sight, request)
    own = _reach(panel.sight, panel.unit) if panel.moves() else Overlay()
    looks = request.what in ("arcs", "sight")
    reach = asked if request.what == "reach" else own
    return Overlay(
        reach={} if looks else reach.reach,
        stops=frozenset() if looks else reach.stops,
        areas=asked.areas,
        targets=panel.targets(),
        chosen=chosen,
        chosen_size=size,
        facing=facing,
        free=panel.free() | (frozenset(own.reach) if looks else frozenset()),
    )


def _chosen(panel: Panel) -> tuple[Square | None, int, Facing | None]:
    size = panel.model.size if panel.model is not None else 1
    match panel.step:
        case Move(path=path):
            return path[-1].at, size, path[-1].facing
        case Cast(path=path) if path:
            return path[-1].at, 1, path[-1].facing
        case Cast(square=square, facing=facing) if square is not None:
            return square, 1, facing
        case RaiseDead(square=square, facing=facing):
            return square, 1, facing
    return panel.orders.square, 1, None


def _arcs(sight: Sight, unit: str) -> Iterable[Area]:
    if unit in EVERYBODY:
        models = [model for model in sight.known.models.values() if model.side == EVERYBODY[unit]]
        squares = frozenset().union(*(combat.front_of(model) for model in models))
        yield Area("dg-front", _("front arcs: who walks there stops"), squares & sight.known.board.floor, letter="F")
        return
    model, floor = sight.known.models[unit], sight.known.board.floor
    data = {"unit": sight.name(unit)}
    yield Area("dg-front", _("front arc of %(unit)s") % data, combat.front_of(model) & floor, letter="F")
    yield Area("dg-rear", _("rear arc of %(unit)s") % data, combat.rear_of(model) & floor, letter="R")


def _sight(sight: Sight, unit: str) -> Iterable[Area]:
    try:
        seen = sight_of(sight.known, unit)
    except Refused:
        return
    data = {"unit": sight.name(unit)}
    yield Area("dg-sees", _("%(unit)s sees it clearly") % data, _with(seen, "clear"), letter="•")
    yield Area("dg-over", _("%(unit)s sees it over furniture: one die less") % data, _with(seen, "over"), letter="−1")
    yield from _ranges(sight, sight.known.models[unit])


def _with(seen: Seen, line: str) -> frozenset[Square]:
    return frozenset(square for square, how in seen.squares.items() if how == line)


def _ranges(sight: Sight, model: Model) -> Iterable[Area]:
    rules, floor = sight.known.rules, sight.known.board.floor
    for css, name, length in (
        ("dg-short", _("short range"), rules.short),
        ("dg-long", _("long range"), rules.long),
    ):
        squares = frozenset(square for square in floor if within(model.squares, (square,), length))
        yield Area(css, name, squares, edge=True)


def _reach(sight: Sight, unit: str) -> Overlay:
    try:
        found = reach_of(sight.known, unit)
    except Refused:
        return Overlay()
    return Overlay(reach=dict(found.squares), stops=found.stops)
