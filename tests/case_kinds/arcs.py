"""Kind `arcs`: the front and rear arc of a model (DS-ARC-03, DS-ARC-04)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulebook.dungeon.grid import FACINGS, Square, front_arc, rear_arc
from rulebook.dungeon.rules import TableRules
from tests.case_kinds.keys import BadCase, check_case, check_choice, check_keys

RULES = TableRules


def check(case: Mapping[str, Any]) -> None:
    check_case(case, required={"expect", "at", "facing"}, optional={"size"})
    check_choice("facing", case["facing"], FACINGS)
    if case.get("size", 1) not in (1, 2):
        raise BadCase(f"size is 1 or 2, not {case['size']!r}")
    check_keys("expect", case["expect"], optional={"front", "rear", "error"})


def observe(case: Mapping[str, Any], rules: TableRules) -> dict[str, Any]:
    stand = (Square(*case["at"]), case["facing"], case.get("size", 1))
    return {name: _as_expected(case, name, arc(*stand)) for name, arc in (("front", front_arc), ("rear", rear_arc))}


def _as_expected(case: Mapping[str, Any], name: str, squares: frozenset[Square]) -> list[list[int]]:
    """The squares as lists, in the order in which the case names them: an arc is a set."""
    listed = case["expect"].get(name, [])
    found = [list(square) for square in squares]
    return sorted(found, key=lambda square: (listed.index(square) if square in listed else len(listed), square))
