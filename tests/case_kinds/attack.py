"""Kind `attack`: one attack without a board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulebook.saga.attack import ATTACK_KINDS, Striker, Struck, strike
from rulebook.saga.rules import TableRules
from tests.case_kinds.keys import check_case, check_choice, check_keys

BODY = ("willpower", "exertion", "break", "wounds")
"""The attacker's figures besides its strength, in the order of `Striker`; 0 where left out."""


def check(case: Mapping[str, Any]) -> None:
    optional = {"boost", "roll", "failed_breaks_before"}
    check_case(case, required={"expect", "attack", "attacker", "target"}, optional=optional)
    check_choice("attack", case["attack"], ATTACK_KINDS)
    attacker, target, expect = case["attacker"], case["target"], case["expect"]
    check_keys("attacker", attacker, required={"strength"}, optional=BODY)
    check_keys("target", target, required={"strength", "armor"}, optional={"evasion", "deflection"})
    seen = {"threshold", "hit", "damage", "target", "attacker_willpower", "target_defeated", "error"}
    check_keys("expect", expect, optional=seen)
    check_keys("expect.target", expect.get("target", {}), optional={"strength", "armor"})


def observe(case: Mapping[str, Any], rules: TableRules) -> dict[str, Any]:
    attacker = case["attacker"]
    result = strike(
        case["attack"],
        Striker(attacker["strength"], *(attacker.get(name, 0) for name in BODY)),
        Struck(**case["target"]),
        boost=case.get("boost", 0),
        roll=case.get("roll"),
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
