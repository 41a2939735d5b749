"""Kind `promotion`: a step from one level to the next, paid with renown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulebook.saga.renown import promote
from rulebook.saga.rules import TableRules
from tests.case_kinds.keys import check_case, check_keys


def check(case: Mapping[str, Any]) -> None:
    check_case(case, required={"expect", "level", "renown"})
    check_keys("expect", case["expect"], optional={"level", "cost", "renown_left", "points", "ability_rank", "error"})


def observe(case: Mapping[str, Any], rules: TableRules) -> dict[str, Any]:
    step = promote(case["level"], case["renown"], rules)
    return {
        "level": step.level,
        "cost": step.cost,
        "renown_left": step.renown_left,
        "points": step.attribute_points,
        "ability_rank": step.ability_rank,
    }
