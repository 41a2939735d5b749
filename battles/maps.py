"""Boards as text: `.` is free, `#` blocked, `1` and `2` free and in the zone of the first or second side."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from battles.plans import LARGEST, SMALLEST
from rulebook.errors import Unreadable
from rulebook.saga.board import Cell

FREE, BLOCKED, FIRST, SECOND = ".", "#", "1", "2"
MARKS = frozenset((FREE, BLOCKED, FIRST, SECOND))

Edge = Literal["map", "top", "bottom", "left", "right"]


@dataclass(frozen=True, slots=True)
class Map:
    """A board read from text."""

    width: int
    height: int
    blocked: frozenset[Cell]
    first: frozenset[Cell]
    second: frozenset[Cell]

    def strip(self, edge: Edge, depth: int) -> frozenset[Cell]:
        """The free cells of the rows or columns nearest to an edge; of `map`, none."""
        return frozenset(
            cell
            for cell in (Cell(x, y) for y in range(self.height) for x in range(self.width))
            if cell not in self.blocked and _depth(cell, edge, self.width, self.height) < depth
        )


def read_map(text: str) -> Map:
    """A board from its drawing, row 1 first.

    Raises `Unreadable`: `bad-map-mark` for another character, `bad-map-rows` for rows of
    different length, `bad-map-size` for a board too small or too large.
    """
    rows = [row.strip() for row in text.strip().splitlines() if row.strip()]
    _check_rows(rows)
    marked = {Cell(x, y): mark for y, row in enumerate(rows) for x, mark in enumerate(row)}
    return Map(
        width=len(rows[0]),
        height=len(rows),
        blocked=_with(marked, BLOCKED),
        first=_with(marked, FIRST),
        second=_with(marked, SECOND),
    )


def _check_rows(rows: list[str]) -> None:
    for number, row in enumerate(rows, 1):
        strange = sorted(set(row) - MARKS)
        if strange:
            message = f"Row {number} of the map holds {strange[0]!r}."
            raise Unreadable("bad-map-mark", message, {"row": number, "mark": strange[0]})
        if len(row) != len(rows[0]):
            message = f"Row {number} of the map has {len(row)} cells, row 1 has {len(rows[0])}."
            raise Unreadable("bad-map-rows", message, {"row": number, "cells": len(row), "first": len(rows[0])})
    width, height = (len(rows[0]), len(rows)) if rows else (0, 0)
    if not (SMALLEST <= width <= LARGEST and SMALLEST <= height <= LARGEST):
        message = f"The map is {width} by {height}; a board has {SMALLEST} to {LARGEST} columns and rows."
        raise Unreadable(
            "bad-map-size", message, {"width": width, "height": height, "least": SMALLEST, "most": LARGEST}
        )


def _with(marked: dict[Cell, str], mark: str) -> frozenset[Cell]:
    return frozenset(cell for cell, found in marked.items() if found == mark)


def _depth(cell: Cell, edge: Edge, width: int, height: int) -> int:
    depths = {"top": cell.y, "bottom": height - 1 - cell.y, "left": cell.x, "right": width - 1 - cell.x}
    return depths.get(edge, LARGEST)


def widened(zone: frozenset[Cell], rows: int, *, width: int, height: int, barred: Collection[Cell]) -> frozenset[Cell]:
    """A zone with so many rows more toward the middle of the board (DEPL-4); `barred` cells never join it."""
    if not zone or rows <= 0:
        return zone
    dx, dy = _toward_middle(zone, width, height)
    grown = {Cell(x + dx * step, y + dy * step) for x, y in zone for step in range(rows + 1)}
    return (
        frozenset(cell for cell in grown if 0 <= cell.x < width and 0 <= cell.y < height and cell not in barred) | zone
    )


def _toward_middle(zone: frozenset[Cell], width: int, height: int) -> tuple[int, int]:
    """The direction from a zone's centre to the board's, along the longer way; doubled numbers avoid halves."""
    away_x = len(zone) * (width - 1) - 2 * sum(cell.x for cell in zone)
    away_y = len(zone) * (height - 1) - 2 * sum(cell.y for cell in zone)
    if abs(away_x) > abs(away_y):
        return (1 if away_x > 0 else -1), 0
    return (0, 0) if away_y == 0 else (0, 1 if away_y > 0 else -1)


def room_for(zone: Collection[Cell], sizes: Collection[tuple[int, int]]) -> bool:
    """Whether units of these sizes fit into a zone together, the largest placed first, row by row."""
    free = set(zone)
    for width, height in sorted(sizes, key=lambda size: -size[0] * size[1]):
        place = _place(free, width, height)
        if place is None:
            return False
        free -= place
    return True


def _place(free: set[Cell], width: int, height: int) -> set[Cell] | None:
    corners = sorted(free, key=lambda cell: (cell.y, cell.x))
    boxes = ({Cell(x + dx, y + dy) for dx in range(width) for dy in range(height)} for x, y in corners)
    return next((box for box in boxes if box <= free), None)


TEMPLATES: dict[str, str] = {
    "open-8": "\n".join(["22222222"] * 2 + ["........"] * 4 + ["11111111"] * 2),
    "ford-10": "\n".join(
        ["2222222222"] * 2
        + ["..........", "##..##..##", "##..##..##", ".........."]
        + [".........."] * 2
        + ["1111111111"] * 2
    ),
    "hall-12": "\n".join(
        ["222222222222"] * 2
        + ["............", ".#..#..#..#.", "............", "............", "............"]
        + [".#..#..#..#.", "............", "............"]
        + ["111111111111"] * 2
    ),
}
