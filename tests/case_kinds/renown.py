"""Kind `renown`: what a battle proposes for one side's characters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulebook.saga.renown import Participant, battle_pool, share_renown
from rulebook.saga.rules import TableRules
from tests.case_kinds.keys import check_case, check_keys


def check(case: Mapping[str, Any]) -> None:
    check_case(case, required={"expect", "won", "enemies_defeated", "survivors", "smaller_side", "felled"})
    check_keys("expect", case["expect"], optional={"pool", "shares", "error"})
    check_keys("expect.shares", case["expect"].get("shares", {}), optional=list(case["felled"]))


def observe(case: Mapping[str, Any], rules: TableRules) -> dict[str, Any]:
    pool = battle_pool(won=case["won"], enemies_defeated=case["enemies_defeated"], survivors=case["survivors"])
    participants = [Participant(name, count) for name, count in case["felled"].items()]
    shares = share_renown(participants, pool, units_per_side=case["smaller_side"])
    return {"pool": pool, "shares": {share.id: share.total for share in shares}}
