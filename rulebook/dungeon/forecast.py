"""The odds of a step before it is taken, for previews and for whoever weighs options."""

from __future__ import annotations

from typing import NamedTuple

from rulebook.dungeon import combat
from rulebook.dungeon.attack import odds
from rulebook.dungeon.board import Lock
from rulebook.dungeon.combat import Sides
from rulebook.dungeon.counted import dice_terms
from rulebook.dungeon.feats import fight_terms
from rulebook.dungeon.legal import check, draft_turn
from rulebook.dungeon.state import Model, State
from rulebook.dungeon.steps import Cast, Fight, Shoot, Step


class Forecast(NamedTuple):
    """One attack before it is rolled: both pools with their reasons, and exact odds.

    `odds[h]` is the chance of at least `h` hits.
    """

    unit: str
    target: str
    sides: Sides
    odds: tuple[float, ...]

    @property
    def chance(self) -> float:
        """The chance of at least one hit."""
        return self.odds[1]


def forecast(state: State, unit: str, step: Step) -> tuple[Forecast, ...]:
    """The attacks that a step would roll now, the first target first; none for other steps.

    Raises what stands in the way of the step.
    """
    draft = draft_turn(state, unit)
    check(draft, step)
    if isinstance(step, Fight):
        return (weigh(draft.model, step.target, fight_sides(state, draft.model, step.target)),)
    if isinstance(step, Shoot):
        target = state.models[step.target]
        extra = dice_terms(draft.model, "shoot-dice", target.id)
        return (weigh(draft.model, target.id, combat.shoot_sides(state, draft.model, target, extra)),)
    if isinstance(step, Cast) and state.spells[step.spell].effect == "attack":
        target = state.models[step.target]
        sides = combat.magic_sides(state, draft.model, state.spells[step.spell], target)
        return (weigh(draft.model, target.id, sides),)
    return ()


def fight_sides(state: State, model: Model, target: str) -> Sides:
    """The pools of a Fight as they would be rolled now, with a model or a lock."""
    extra = fight_terms(state.running, model) + dice_terms(model, "fight-dice", target)
    thing = state.board.closed(target)
    if thing is not None:
        assert isinstance(thing.closure, Lock)
        return combat.lock_sides(state, model, thing.closure, extra)
    return combat.fight_sides(state, model, state.models[target], extra)


def weigh(model: Model, target: str, sides: Sides) -> Forecast:
    """The exact odds of two pools."""
    ours, theirs = sides.attacker.pool, sides.defender.pool
    return Forecast(model.id, target, sides, odds(ours.dice, theirs.dice, theirs.armour))
