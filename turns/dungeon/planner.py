"""An early turn being written: its steps so far, whom it waits for, and the position from which the next is chosen."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.http import QueryDict

from rulebook.dungeon import steps_from_json, steps_to_json, view
from rulebook.dungeon.knowledge import Viewer
from rulebook.dungeon.legal import check, draft_turn
from rulebook.dungeon.plans import MOST_STEPS
from rulebook.dungeon.steps import End, Move, Step
from rulebook.errors import Refused
from turns.dungeon.orders import Orders, orders_from, step_of
from turns.dungeon.sight import Sight
from turns.dungeon.wording import step_words

LONGEST = 20_000


@dataclass(frozen=True, slots=True)
class PlanForm:
    """The early turn as a form holds it: steps in order, heroes to wait for, the next step being chosen."""

    steps: tuple[Step, ...] = ()
    after: tuple[str, ...] = ()
    orders: Orders = Orders()

    @property
    def written(self) -> str:
        """The steps as a form carries them."""
        return json.dumps(steps_to_json(self.steps), separators=(",", ":"))

    @property
    def full(self) -> bool:
        """Can no further step be added?"""
        return len(self.steps) >= MOST_STEPS or any(isinstance(step, End) for step in self.steps)

    def to_data(self) -> dict[str, Any]:
        """As a draft keeps it."""
        return {"steps": self.written, "after": list(self.after)}


def form_from(data: Mapping[str, Any]) -> PlanForm:
    """What a form, or a draft, holds; steps that cannot be read are left out with all that follow."""
    after = data.getlist("after") if isinstance(data, QueryDict) else data.get("after", [])
    return PlanForm(_read(data.get("steps", "")), tuple(str(unit) for unit in after), orders_from(data))


def _read(written: Any) -> tuple[Step, ...]:
    if not isinstance(written, str) or not written or len(written) > LONGEST:
        return ()
    try:
        return tuple(steps_from_json(json.loads(written)))[:MOST_STEPS]
    except (ValueError, Refused):
        return ()


def imagined(sight: Sight, unit: str, steps: tuple[Step, ...]) -> Sight:
    """The game once the moves at the head of these steps are made: what the next step can be chosen from.

    What dice decide is not foreseen; from there on the position stays as it is known now.
    """
    moves = []
    for step in steps:
        if not isinstance(step, Move):
            break
        moves.append(step)
    try:
        state = draft_turn(sight.known, unit, moves).state
    except Refused:
        state = sight.known
    if not moves or state is sight.known:
        return sight
    return replace(sight, known=state, seen=view(state, Viewer(sight.viewer)))


def added(sight: Sight, unit: str, form: PlanForm) -> PlanForm:
    """The form with the chosen step at its end. Raises what stands in the step's way, as far as can be foreseen."""
    before = imagined(sight, unit, form.steps)
    step = step_of(before.known, unit, form.orders)
    if not any(not isinstance(one, Move) for one in form.steps):
        check(draft_turn(before.known, unit), step)
    return PlanForm((*form.steps, step), form.after)


def words_of(sight: Sight, unit: str, steps: tuple[Step, ...]) -> list[str]:
    """Each step in words."""
    return [step_words(step, sight, unit) for step in steps]
