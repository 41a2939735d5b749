"""The saga: a unit's whole turn at once, initiative lost by missing it, early turns with alternatives."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulebook.saga.actions import Deploy, LeavePlan, Placement, PlayTurn
from rulebook.saga.codec import alternatives_to_json
from rulebook.saga.legal import draft_turn
from rulebook.saga.state import Alternative, State
from rulebook.saga.steps import Step
from turns.services.games.saga.orders import opening
from turns.services.games.saga.plans import settle_plans
from turns.services.games.saga.posts import own_post, take_back_posts, write_posts
from turns.services.games.saga.rows import REMINDED, counted, endings, later, otherwise, passed, penalty
from turns.services.games.saga.tells import reminder, standing, subject, tells

__all__ = [
    "REMINDED",
    "check_steps",
    "counted",
    "deploying",
    "endings",
    "later",
    "opening",
    "otherwise",
    "own_post",
    "passed",
    "penalty",
    "plan_of",
    "plan_to_json",
    "planning",
    "playing",
    "reminder",
    "settle_plans",
    "standing",
    "subject",
    "take_back_posts",
    "tells",
    "write_posts",
]


def deploying(by: str, placements: Sequence[Placement], at: int) -> Deploy:
    """Place units in turn 0 (DEPL-1)."""
    return Deploy(by=by, placements=tuple(placements), at=at)


def playing(by: str, unit: str, steps: Sequence[Step], at: int, *, extra: bool) -> PlayTurn:
    """A unit's whole turn (TURN-1)."""
    return PlayTurn(by=by, unit=unit, steps=tuple(steps), at=at)


def check_steps(state: State, unit: str, steps: Sequence[Step]) -> None:
    """Raises Refused when they are not legal on this board."""
    draft_turn(state, unit, steps)


def plan_of(
    alternatives: Sequence[Alternative], steps: Sequence[Step], after: Sequence[str]
) -> tuple[Alternative, ...]:
    """One to three alternatives."""
    return tuple(alternatives)


def planning(by: str, unit: str, plan: Sequence[Alternative], at: int, *, written_for: int | None) -> LeavePlan:
    """Leave an early turn (EARLY-1)."""
    return LeavePlan(by=by, unit=unit, alternatives=tuple(plan), at=at, round=written_for)


def plan_to_json(plan: Sequence[Alternative]) -> list[Any]:
    """Its alternatives."""
    written: list[Any] = alternatives_to_json(plan)
    return written
