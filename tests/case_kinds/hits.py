"""Kind `hits`: faces against faces (DS-FIGHT-04 to DS-FIGHT-06)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulebook.dungeon.attack import resolve
from rulebook.dungeon.rules import TableRules
from tests.case_kinds.keys import check_case, check_keys

RULES = TableRules


def check(case: Mapping[str, Any]) -> None:
    check_case(case, required={"expect", "attacker", "defender", "armour"})
    check_keys("expect", case["expect"], optional={"hits", "error"})


def observe(case: Mapping[str, Any], rules: TableRules) -> dict[str, Any]:
    return {"hits": resolve(case["attacker"], case["defender"], case["armour"]).hits}
