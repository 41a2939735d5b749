"""A model's figures as they count now: card, constant items and running effects (DS-ITEM-02)."""

from __future__ import annotations

from rulebook.dungeon.attack import Term, counted_armour, split
from rulebook.dungeon.cards import ItemEffect
from rulebook.dungeon.state import Model, State


def _constant(state: State, model: Model, effect: ItemEffect) -> tuple[Term, ...]:
    worn = [state.items[key] for key in model.items]
    return tuple(Term(item.key, item.amount) for item in worn if item.effect == effect and item.serves(model.key))


def card_armour(model: Model) -> int:
    """The card's Armour, or what an effect sets it to before anything else applies (AMD-18)."""
    given = [effect.amount for effect in model.lasting if effect.stat == "armour-set"]
    return max(given) if given else model.profile.armour


def armour_terms(state: State, model: Model) -> tuple[Term, ...]:
    """What constant items and running effects add to or take from Armour."""
    effects = tuple(Term(effect.name, effect.amount) for effect in model.lasting if effect.stat == "armour")
    return _constant(state, model, "armour") + effects


def armour_of(state: State, model: Model) -> int:
    """Armour as it counts now, before any attack's own spill (DS-MIN-03, AMB-53)."""
    return counted_armour(card_armour(model), *split(armour_terms(state, model)))


def movement_of(state: State, model: Model) -> int:
    """Movement in squares, constant items included."""
    return model.profile.move + sum(term.amount for term in _constant(state, model, "move"))


def dice_terms(model: Model, stat: str, target: str = "") -> tuple[Term, ...]:
    """Extra dice that wait for the model's next attack of a kind (DS-ITEM-04)."""
    return tuple(
        Term(effect.name, effect.amount)
        for effect in model.lasting
        if effect.stat == stat and effect.target in ("", target)
    )
