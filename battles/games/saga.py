"""A battle of the saga: characters go to it, and it leaves wounds, deaths and renown."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from battles.models import Battle
from battles.outcomes import Case, cases_of
from battles.plans import Plan
from battles.selectors import going_to, plan_of, state_of
from battles.setups import setup_of
from campaign.catalogue import catalogue_of
from campaign.selectors import table_rules
from rulebook.errors import Illegal
from rulebook.saga.setup import Setup


def setup(battle: Battle, at: datetime) -> Setup:
    """From the plan and everybody who goes. Raises Illegal `nobody-goes`."""
    refuse_empty_side(battle)
    plan = plan_of(battle)
    assert plan is not None
    rules = plan.table_rules(table_rules(battle.campaign))
    going, catalogue = going_to(battle, plan, rules), catalogue_of(battle.campaign)
    return setup_of(plan, going, rules=rules, opened=at, catalogue=catalogue)


def refuse_empty_side(battle: Battle) -> None:
    """Raise Illegal `nobody-goes` when a side has neither a character nor a unit of the director's."""
    plan = plan_of(battle)
    assert plan is not None
    going = set(battle.muster.exclude(characters=None).values_list("side", flat=True))
    for side in plan.sides:
        if side.key not in going and not any(u.side == side.key and not u.obstacle for u in plan.units):
            raise Illegal("nobody-goes", f"Nobody can go on {side.name}.", {"side": side.name})


def check_plan(plan: dict[str, Any]) -> None:
    """Raises ValueError, TypeError, KeyError or Refused when the plan cannot be read."""
    Plan.from_json(plan)


def cases(battle: Battle) -> tuple[Case, ...]:
    """Every character that took part (CONS-1)."""
    return cases_of(state_of(battle))


def story(battle: Battle) -> dict[str, Any]:
    """Nothing besides what becomes of the characters."""
    return {}
