"""Cutting a map into zones at its doors (DS-SETUP-03, DS-DOOR-06)."""

from __future__ import annotations

from dataclasses import dataclass

from rulebook.dungeon.board import Door, Zone, closed_id
from rulebook.dungeon.grid import AROUND, Square, around, moved
from rulebook.dungeon.movement import Ground, can_step


@dataclass(frozen=True, slots=True)
class Cut:
    """The zones from the first outward, and the squares that none of them holds."""

    zones: tuple[Zone, ...]
    lost: frozenset[Square]


def cut_zones(floor: frozenset[Square], filled: frozenset[Square], doors: tuple[Door, ...], start: Square) -> Cut:
    """Zones in the order in which doors lead from the start's to the others.

    `filled` squares hold furniture or chests: they belong to the zone beside them, but
    nobody walks through them.
    """
    first = _part(floor, filled, start)
    zones, assigned, waiting = [], set(first), [first]
    while waiting:
        part = waiting.pop(0)
        own = tuple(door for door in doors if _touches(door, part))
        zones.append(Zone(closed_id("zone", _first(part)), part, own))
        for door in own:
            for square in _beyond(door, floor - filled - frozenset(assigned)):
                if square not in assigned:
                    found = _part(floor, filled, square)
                    assigned |= found
                    waiting.append(found)
    return Cut(tuple(zones), floor - frozenset(assigned))


def _part(floor: frozenset[Square], filled: frozenset[Square], start: Square) -> frozenset[Square]:
    """Everything that can be walked to from a square without a door, and what stands beside it."""
    here = Ground(floor - filled, frozenset())
    found, waiting = {start}, [start]
    while waiting:
        square = waiting.pop()
        for direction in AROUND:
            after = moved(square, direction)
            if after not in found and can_step(here, square, direction):
                found.add(after)
                waiting.append(after)
    return frozenset(found) | _standing_by(filled, found)


def _standing_by(filled: frozenset[Square], found: set[Square]) -> frozenset[Square]:
    """Filled squares that touch the part, directly or through other filled ones."""
    taken: set[Square] = set()
    edge = {square for square in filled if not around(square).isdisjoint(found)}
    while edge:
        taken |= edge
        edge = {square for square in filled - taken if not around(square).isdisjoint(taken)}
    return frozenset(taken)


def _touches(door: Door, part: frozenset[Square]) -> bool:
    return any(moved(square, direction) in part for square in door.squares for direction in AROUND[:4])


def _beyond(door: Door, floor: frozenset[Square]) -> list[Square]:
    near = {moved(square, direction) for square in door.squares for direction in AROUND[:4]}
    return sorted(near & floor, key=lambda square: (square.y, square.x))


def _first(part: frozenset[Square]) -> Square:
    return min(part, key=lambda square: (square.y, square.x))
