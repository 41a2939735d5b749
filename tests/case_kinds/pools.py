"""Kind `pools`: one side's dice and Armour in one attack (DS-MIN)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulebook.dungeon.attack import pool
from rulebook.dungeon.rules import TableRules
from tests.case_kinds.keys import check_case, check_keys

RULES = TableRules
CHANGES = {"dice_bonus", "dice_penalties", "armour_bonus"}


def check(case: Mapping[str, Any]) -> None:
    check_case(case, required={"expect", "dice", "armour"}, optional=CHANGES)
    check_keys("expect", case["expect"], optional={"dice", "armour", "error"})


def observe(case: Mapping[str, Any], rules: TableRules) -> dict[str, Any]:
    changes = {name: case[name] for name in CHANGES if name in case}
    return dict(pool(case["dice"], case["armour"], **changes)._asdict())
