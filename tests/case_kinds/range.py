"""Kind `range`: whether a template spans the gap between two squares (DS-SHOOT-03, DS-SHOOT-04)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulebook.dungeon.grid import Square, within
from rulebook.dungeon.rules import TableRules
from tests.case_kinds.keys import check_case, check_choice, check_keys

RULES = TableRules


def check(case: Mapping[str, Any]) -> None:
    check_case(case, required={"expect", "from", "to", "reach"})
    check_choice("reach", case["reach"], {"short", "long"})
    check_keys("expect", case["expect"], optional={"in_range", "error"})


def observe(case: Mapping[str, Any], rules: TableRules) -> dict[str, Any]:
    first, second = Square(*case["from"]), Square(*case["to"])
    return {"in_range": within((first,), (second,), rules.reach(case["reach"]))}
