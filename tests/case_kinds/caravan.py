"""Kind `caravan`: one day of a clan's caravan."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulebook.saga.campaign import Caravan, after_hunger, pass_day
from rulebook.saga.rules import TableRules
from tests.case_kinds.keys import check_case, check_keys

PEOPLE = ("clansmen", "fighters", "varl")
SEEN = {"days", "supplies", "morale", "unfed", "wounds_healed", "people_lost", "morale_lost", "after_hunger", "error"}


def check(case: Mapping[str, Any]) -> None:
    check_case(case, required={"expect", "day", "supplies", "morale"}, optional={"days", *PEOPLE})
    check_keys("expect", case["expect"], optional=SEEN)
    check_keys("expect.after_hunger", case["expect"].get("after_hunger", {}), optional={*PEOPLE, "morale"})


def observe(case: Mapping[str, Any], rules: TableRules) -> dict[str, Any]:
    people = {group: case.get(group, 0) for group in PEOPLE}
    day = pass_day(Caravan(case.get("days", 0), case["supplies"], case["morale"], **people), case["day"], rules)
    hungry = after_hunger(day)
    return {
        "days": day.caravan.days,
        "supplies": day.caravan.supplies,
        "morale": day.caravan.morale,
        "unfed": day.unfed,
        "wounds_healed": day.wounds_healed,
        "people_lost": day.people_lost,
        "morale_lost": day.morale_lost,
        "after_hunger": {"morale": hungry.morale, **{group: getattr(hungry, group) for group in PEOPLE}},
    }
