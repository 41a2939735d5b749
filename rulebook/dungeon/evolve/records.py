"""Copies of states with one thing changed: what every kind of event is folded with."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from rulebook.change import change
from rulebook.dice import Roll
from rulebook.dungeon.events import Event
from rulebook.dungeon.state import (
    Lasting,
    Model,
    State,
)

Evolve = Callable[[State, Any], State]
Key = TypeVar("Key")
Value = TypeVar("Value")


def unchanged(state: State, event: Event) -> State:
    """An event that is told and changes nothing."""
    return state


def with_model(state: State, model: Model, **fields: Any) -> State:
    """The state with a model in its place, and further fields changed."""
    return change(state, models={**state.models, model.id: model}, **fields)


def with_models(state: State, models: Iterable[Model], **fields: Any) -> State:
    """The state with several models in their places."""
    return change(state, models={**state.models, **{model.id: model for model in models}}, **fields)


def with_changed(state: State, model_id: str, **fields: Any) -> State:
    """The state with some fields of a model changed."""
    return with_model(state, change(state.models[model_id], **fields))


def with_placed(state: State, model: Model) -> State:
    """The model stands somewhere, or nowhere any more; `occupied` follows."""
    occupied = {square: name for square, name in state.occupied.items() if name != model.id}
    occupied.update(dict.fromkeys(model.squares, model.id))
    return with_model(state, model, occupied=occupied)


def with_new_model(state: State, model: Model) -> State:
    """The state with a model more on the board, counted by its type."""
    numbers = {**state.numbers, model.key: state.numbers.get(model.key, 0) + 1}
    return change(with_placed(state, model), numbers=numbers)


def without_key(mapping: Mapping[Key, Value], key: Key) -> Mapping[Key, Value]:
    """A mapping without a key, be it there or not."""
    return {kept: value for kept, value in mapping.items() if kept != key}


def with_dice_rolled(state: State, rolls: Iterable[Roll]) -> State:
    """The dice counter behind the last of these rolls."""
    reached = max((roll.counter + 1 for roll in rolls), default=0)
    return change(state, dice_counter=max(state.dice_counter, reached))


def with_running(state: State, model_id: str, **fields: Any) -> State:
    """The open turn changed, if it is this model's."""
    if state.running is None or state.running.unit != model_id:
        return state
    return change(state, running=change(state.running, **fields))


def without_items(items: tuple[str, ...], gone: Iterable[str]) -> tuple[str, ...]:
    """The items or cards without one of each that is gone."""
    kept = list(items)
    for item in gone:
        kept.remove(item)
    return tuple(kept)


def with_effects_ended(model: Model, ends: Callable[[Lasting], bool]) -> Model:
    """The model without the effects that end."""
    kept = tuple(effect for effect in model.lasting if not ends(effect))
    return model if len(kept) == len(model.lasting) else change(model, lasting=kept)
