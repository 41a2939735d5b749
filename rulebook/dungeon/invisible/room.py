"""Leaving others room to attack the same hero (IO-IMP-06)."""

from __future__ import annotations

from rulebook.change import change
from rulebook.dungeon.grid import Pose
from rulebook.dungeon.invisible.attacks import Option, options, posed
from rulebook.dungeon.invisible.running import Run
from rulebook.dungeon.state import Model, State


def standing_at(state: State, model: Model, pose: Pose) -> State:
    """The state with a model there instead of where it is."""
    there = posed(model, pose)
    occupied = {square: name for square, name in state.occupied.items() if name != model.id}
    occupied.update(dict.fromkeys(there.squares, model.id))
    return change(state, models={**state.models, model.id: there}, occupied=occupied)


def leaves_room(run: Run, model: Model, option: Option) -> bool:
    """Whether everybody else who could attack the hero now still could, with the model there."""
    state = run.state
    after = standing_at(state, model, option.pose)
    hero = state.models[option.target]
    for other in run.models():
        if other.id == model.id or not options(state, other, run.play.variant, heroes=(hero,)):
            continue
        if not options(after, other, run.play.variant, heroes=(hero,)):
            return False
    return True
