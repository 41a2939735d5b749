"""What there is to see on a board: from a plan being prepared, or from a reader's view of a battle."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext

from battles.board import Ground, Mark, Piece, Scene
from battles.maps import Map
from battles.plans import Plan, UnitPlan
from rulebook.saga.board import Cell

ZONE_CSS = ("zone-1", "zone-2")


def scene_of_plan(plan: Plan) -> Scene:
    """The board as the director plans it."""
    zones = tuple(
        Ground(f"Z{number}", gettext("zone of %(side)s") % {"side": side.name}, side.zone - plan.blocked, css)
        for number, (side, css) in enumerate(zip(plan.sides, ZONE_CSS, strict=True), 1)
        if side.zone
    )
    pieces = tuple(_planned(unit) for unit in plan.units if unit.at is not None)
    return Scene(plan.width, plan.height, plan.blocked, zones, (), pieces)


def scene_of_map(board: Map) -> Scene:
    """The bare map, for a draft that is no plan yet."""
    zones = tuple(
        Ground(f"Z{number}", gettext("zone %(number)s") % {"number": number}, cells, css)
        for number, (cells, css) in enumerate(zip((board.first, board.second), ZONE_CSS, strict=True), 1)
        if cells
    )
    return Scene(board.width, board.height, board.blocked, zones)


def free_cells(scene: Scene) -> tuple[Cell, ...]:
    """Every cell that is neither blocked nor taken."""
    taken = {cell for piece in scene.pieces for cell in piece.cells} | scene.blocked
    cells = (Cell(x, y) for y in range(scene.height) for x in range(scene.width))
    return tuple(cell for cell in cells if cell not in taken)


def _planned(unit: UnitPlan) -> Piece:
    assert unit.at is not None
    marks: set[Mark] = {name for name in ("leader", "boss", "hidden", "obstacle") if getattr(unit, name)}
    return Piece(
        id=unit.id,
        name=unit.name,
        team="n" if unit.obstacle or not unit.side else "a" if unit.side == "a" else "b",
        at=unit.at,
        size=unit.size,
        figures=f"{unit.strength}/{unit.armor}",
        words=tuple(_mark_words(marks)),
        marks=frozenset(marks),
    )


def _mark_words(marks: Iterable[str]) -> list[str]:
    words = {
        "leader": gettext("leader"),
        "boss": gettext("boss"),
        "hidden": gettext("hidden"),
        "obstacle": gettext("obstacle"),
    }
    return [words[mark] for mark in words if mark in marks]
