"""Kind `attack`: one attack without a board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulebook.saga.attack import ATTACK_KINDS, Striker, Struck, strike
from rulebook.saga.rules import TableRules
from tests.case_kinds.keys import check_case, check_choice, check_keys


def check(case: Mapping[str, Any]) -> None:
    check_case(
        case, required={"expect", "attack", "attacker", "target", "roll"}, optional={"boost", "failed_breaks_before"}
    )
    check_choice("attack", case["attack"], ATTACK_KINDS)
    attacker, target, expect = case["attacker"], case["target"], case["expect"]
    check_keys("attacker", attacker, required={"strength", "willpower", "exertion", "break"}, optional={"wounds"})
    check_keys("target", target, required={"strength", "armor"}, optional={"evasion", "deflection"})
    seen = {"threshold", "hit", "damage", "target", "attacker_willpower", "target_defeated", "error"}
    check_keys("expect", expect, optional=seen)
    check_keys("expect.target", expect.get("target", {}), optional={"strength", "armor"})


def observe(case: Mapping[str, Any], rules: TableRules) -> dict[str, Any]:
    figures = dict(case["attacker"])
    result = strike(
        case["attack"],
        Striker(break_=figures.pop("break"), **figures),
        Struck(**case["target"]),
        boost=case.get("boost", 0),
        roll=case["roll"],
        failed_breaks_before=case.get("failed_breaks_before", 0),
        rules=rules,
    )
    return {
        "threshold": result.threshold.value,
        "hit": result.hit,
        "damage": result.damage,
        "target": {"strength": result.strength_after, "armor": result.armor_after},
        "attacker_willpower": result.willpower_after,
        "target_defeated": result.defeated,
    }
