"""The dungeon: a turn step by step, heroes in any order, windows and the Overlord's turn between them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from battles.models import Battle
from rulebook.dungeon.actions import Deploy, LeavePlan, Placement, PlayStep
from rulebook.dungeon.codec import steps_to_json
from rulebook.dungeon.legal import check, draft_turn
from rulebook.dungeon.overlord import check as check_overlord
from rulebook.dungeon.state import State
from rulebook.dungeon.steps import OVERLORD, Step
from rulebook.errors import Unreadable
from turns.services.games.dungeon.plans import settle_plans
from turns.services.games.dungeon.posts import own_post, take_back_posts, write_posts
from turns.services.games.dungeon.rows import REMINDED, counted, endings, later, otherwise, passed, penalty
from turns.services.games.dungeon.tells import reminder, standing, subject, tells

__all__ = [
    "REMINDED",
    "EarlySteps",
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


class EarlySteps(NamedTuple):
    """An early turn: its steps, and the heroes whose turns of the round it waits for."""

    steps: tuple[Step, ...]
    after: tuple[str, ...] = ()


def deploying(by: str, placements: Sequence[Placement], at: int) -> Deploy:
    """Place heroes on start squares (DS-SETUP-04)."""
    return Deploy(by=by, placements=tuple(placements), at=at)


def opening(battle: Battle, at: datetime) -> tuple[Any, ...]:
    """Nothing: heroes come without a sheet, and their standing instructions last for one game (SK-158)."""
    return ()


def playing(by: str, unit: str, steps: Sequence[Step], at: int, *, extra: bool) -> PlayStep:
    """One step (IMP-02): what may follow it is for the dice to say. Raises Unreadable `one-step`."""
    if len(steps) != 1:
        raise Unreadable("one-step", f"One step at a time, not {len(steps)}.", {"steps": len(steps)})
    return PlayStep(by=by, unit=unit, step=steps[0], at=at, extra=extra)


def check_steps(state: State, unit: str, steps: Sequence[Step]) -> None:
    """Raises Refused when the first of them is not legal on this board."""
    for step in steps[:1]:
        if unit == OVERLORD:
            check_overlord(state, step)
        else:
            check(draft_turn(state, unit), step)


def plan_of(alternatives: Sequence[Any], steps: Sequence[Step], after: Sequence[str]) -> EarlySteps:
    """Steps, and whom they wait for."""
    return EarlySteps(tuple(steps), tuple(after))


def planning(by: str, unit: str, plan: EarlySteps, at: int, *, written_for: int | None) -> LeavePlan:
    """Leave an early turn, for the hero's next turn, whichever round that is in."""
    return LeavePlan(by=by, unit=unit, steps=plan.steps, at=at, after=plan.after)


def plan_to_json(plan: EarlySteps) -> list[Any]:
    """One alternative: its steps, and whom it waits for."""
    return [{"steps": steps_to_json(plan.steps), "after": list(plan.after)}]
