"""Kind `campaign_test`: a test of a campaign attribute."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulebook.saga.campaign import campaign_test
from rulebook.saga.rules import TableRules
from tests.case_kinds.keys import check_case, check_keys


def check(case: Mapping[str, Any]) -> None:
    check_case(case, required={"expect", "attribute", "roll"}, optional={"penalty", "die"})
    check_keys("expect", case["expect"], optional={"success", "error"})


def observe(case: Mapping[str, Any], rules: TableRules) -> dict[str, Any]:
    die = case.get("die", rules.test_die)
    return {"success": campaign_test(case["attribute"], case.get("penalty", 0), case["roll"], die).success}
