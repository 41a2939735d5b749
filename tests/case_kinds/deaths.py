"""Kind `deaths`: the defeated of one finished battle, in the order of defeat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulebook.dice import LoadedDice, Roll, throw
from rulebook.saga.death import Fallen, ThrowReason, judge_fallen
from rulebook.saga.rules import RANKS, TableRules
from tests.case_kinds.keys import check_case, check_choice, check_keys

FIGURES = {"id", "rank", "open_wounds", "final_strength", "exertion"}


def check(case: Mapping[str, Any]) -> None:
    check_case(case, required={"expect", "defeated"}, optional={"friendly"})
    for fallen in case["defeated"]:
        check_keys("defeated", fallen, required=FIGURES, optional={"by_boss", "rolls"})
        check_keys("rolls", fallen.get("rolls", {}), optional={"wound", "death"})
        check_choice("rank", fallen["rank"], RANKS)
    ids = [fallen["id"] for fallen in case["defeated"]]
    check_keys("expect", case["expect"], optional=[*ids, "error"])
    for unit in ids:
        expected = case["expect"].get(unit, {})
        check_keys(f"expect.{unit}", expected, optional={"wounds", "outcome", "rule"})


def observe(case: Mapping[str, Any], rules: TableRules) -> dict[str, Any]:
    faces = {fallen["id"]: fallen.get("rolls", {}) for fallen in case["defeated"]}

    def d100(unit: str, reason: ThrowReason) -> Roll:
        given = [faces[unit][reason]] if reason in faces[unit] else []
        return throw(LoadedDice(d100=given), 100, reason)

    outcomes = judge_fallen(
        [_fallen(entry) for entry in case["defeated"]], d100, rules, friendly=case.get("friendly", False)
    )
    return {one.id: {"wounds": one.wounds, "outcome": one.outcome, "rule": one.rule} for one in outcomes}


def _fallen(entry: Mapping[str, Any]) -> Fallen:
    return Fallen(by_boss=entry.get("by_boss", False), **{name: entry[name] for name in FIGURES})
