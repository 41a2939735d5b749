"""Kind `wounds`: what a final strength does to a defeated unit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulebook.saga.rules import TableRules
from rulebook.saga.wounds import wound_odds, wounds_suffered
from tests.case_kinds.keys import check_case, check_keys


def check(case: Mapping[str, Any]) -> None:
    check_case(case, required={"expect", "final_strength", "exertion"}, optional={"roll"})
    check_keys("expect", case["expect"], optional={"certain", "chance", "wounds", "error"})


def observe(case: Mapping[str, Any], rules: TableRules) -> dict[str, Any]:
    odds = wound_odds(case["final_strength"], case["exertion"], rules)
    total = wounds_suffered(odds, case.get("roll"))
    return {"certain": odds.certain, "chance": odds.chance, "wounds": total}
