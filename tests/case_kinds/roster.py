"""Kind `roster`: whom a player may send into a battle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulebook.saga.roster import check_roster
from rulebook.saga.rules import TableRules
from tests.case_kinds.keys import check_case, check_keys


def check(case: Mapping[str, Any]) -> None:
    check_case(case, required={"expect", "pick"}, optional={"slots", "history", "hero_able"})
    check_keys("expect", case["expect"], required={"error"})


def observe(case: Mapping[str, Any], rules: TableRules) -> dict[str, Any]:
    pick = case["pick"]
    check_roster(
        [pick] if isinstance(pick, str) else pick,
        slots=case.get("slots", 1),
        history=case.get("history", []),
        hero_able=case.get("hero_able", True),
    )
    return {}
