"""Kind `inheritance`: the renown a player may claim after a death."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulebook.saga.renown import inheritance
from rulebook.saga.rules import TableRules
from tests.case_kinds.keys import check_case, check_keys


def check(case: Mapping[str, Any]) -> None:
    check_case(case, required={"expect", "rank", "earned"}, optional={"promoted_companion"})
    check_keys("expect", case["expect"], optional={"claim", "error"})


def observe(case: Mapping[str, Any], rules: TableRules) -> dict[str, Any]:
    promoted = case.get("promoted_companion", False)
    claim = inheritance(case["rank"], earned=case["earned"], promoted_companion=promoted, rules=rules)
    return {"claim": claim}
