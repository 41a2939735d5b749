"""Kind `morale`: what a caravan's morale makes of a unit's willpower at the start of a battle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulebook.saga.campaign import morale_shift, shifted_willpower
from rulebook.saga.rules import TableRules
from tests.case_kinds.keys import check_case, check_keys


def check(case: Mapping[str, Any]) -> None:
    check_case(case, required={"expect", "morale"}, optional={"willpower"})
    check_keys("expect", case["expect"], optional={"shift", "willpower", "error"})


def observe(case: Mapping[str, Any], rules: TableRules) -> dict[str, Any]:
    shift = morale_shift(case["morale"], rules)
    return {"shift": shift, "willpower": shifted_willpower(case.get("willpower", 0), shift)}
