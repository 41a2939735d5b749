"""Kind `initiative`: one round's order from given faces."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulebook.dice import LoadedDice
from rulebook.saga.initiative import Contender, roll_initiative
from rulebook.saga.rules import TableRules
from tests.case_kinds.keys import BadCase, check_case, check_keys


def check(case: Mapping[str, Any]) -> None:
    check_case(case, required={"expect", "units", "rolls"}, optional={"tie_rolls"})
    for unit in case["units"]:
        check_keys("unit", unit, required={"id", "reaction"}, optional={"missed"})
    if len(case["rolls"]) != len(case["units"]):
        raise BadCase(f"{len(case['rolls'])} rolls for {len(case['units'])} units")
    check_keys("expect", case["expect"], optional={"order", "totals", "error"})
    ids = [unit["id"] for unit in case["units"]]
    check_keys("expect.totals", case["expect"].get("totals", {}), optional=ids)


def observe(case: Mapping[str, Any], rules: TableRules) -> dict[str, Any]:
    dice = LoadedDice(d10=[*case["rolls"], *case.get("tie_rolls", [])])
    round_order = roll_initiative([Contender(**unit) for unit in case["units"]], dice)
    return {"order": list(round_order.order), "totals": dict(round_order.totals)}
