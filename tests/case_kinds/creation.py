"""Kind `creation`: whether a new character is what its class, its race and the campaign allow."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulebook.saga.campaign import CAMPAIGN_ATTRIBUTES
from rulebook.saga.catalogue import Figures
from rulebook.saga.creation import check_creation, points_left
from rulebook.saga.rules import TableRules
from tests.case_kinds.keys import check_case, check_keys

FIGURES = ("strength", "armor", "willpower", "exertion", "break")


def check(case: Mapping[str, Any]) -> None:
    check_case(case, required={"expect", "class", "reaction", *FIGURES}, optional={"campaign"})
    check_keys("campaign", case.get("campaign", {}), optional=CAMPAIGN_ATTRIBUTES)
    check_keys("expect", case["expect"], optional={"broken", "points_left", "error"})


def observe(case: Mapping[str, Any], rules: TableRules) -> dict[str, Any]:
    figures = Figures(*(case[name] for name in FIGURES))
    campaign = dict.fromkeys(CAMPAIGN_ATTRIBUTES, rules.campaign_points_start) | case.get("campaign", {})
    broken = check_creation(case["class"], figures, case["reaction"], campaign, rules)
    return {"broken": [rule.code for rule in broken], "points_left": points_left(case["class"], figures)}
