"""Kind `war`: the rows that the party's best War adds to its deployment zone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulebook.saga.campaign import war_rows
from rulebook.saga.rules import TableRules
from tests.case_kinds.keys import check_case, check_keys


def check(case: Mapping[str, Any]) -> None:
    check_case(case, required={"expect", "war"})
    check_keys("expect", case["expect"], optional={"rows", "error"})


def observe(case: Mapping[str, Any], rules: TableRules) -> dict[str, Any]:
    return {"rows": war_rows(case["war"], rules)}
