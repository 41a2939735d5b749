"""A forecast as plain values, for whoever asks from outside."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulebook.dungeon import combat, overlord
from rulebook.dungeon.attack import Side, Term
from rulebook.dungeon.forecast import Forecast, forecast
from rulebook.dungeon.knowledge import Viewer, known_to
from rulebook.dungeon.legal import Draft, draft_turn, foreseen
from rulebook.dungeon.state import State
from rulebook.dungeon.steps import OVERLORD, Move, Step
from rulebook.errors import Refused


def preview(state: State, unit: str, steps: Sequence[Step], viewer: Viewer) -> dict[str, Any]:
    """The attacks of the last step and the movement points left, as far as the viewer can know.

    Moves may stand before it; what follows anything else is for the dice to say. `refusal` tells why a step is not
    legal. Raises `unknown-unit` and `defeated` for a model that cannot act at all.
    """
    known = known_to(state, viewer)
    if unit == OVERLORD:
        return _told((), None, _overlords_refusal(known, steps))
    draft = draft_turn(known, unit)
    try:
        draft = draft_turn(known, unit, steps[:-1])
        attacks = forecast(draft.state, unit, steps[-1]) if steps else ()
    except Refused as refusal:
        return _told((), draft, refusal)
    return _told(attacks, _after(draft, steps), None)


def _after(draft: Draft, steps: Sequence[Step]) -> Draft:
    """The draft after the last step, where that is a move that nobody holds up."""
    walks = bool(steps) and isinstance(steps[-1], Move) and not combat.holders(draft.state, draft.model)
    return foreseen(draft, steps[-1]) if walks else draft


def _overlords_refusal(state: State, steps: Sequence[Step]) -> Refused | None:
    try:
        for step in steps[:1]:
            overlord.check(state, step)
    except Refused as refusal:
        return refusal
    return None


def _told(attacks: Sequence[Forecast], draft: Draft | None, refusal: Refused | None) -> dict[str, Any]:
    return {
        "attacks": [_attack(one) for one in attacks],
        "points_left": draft.running.points if draft else 0,
        "refusal": refusal and {"code": refusal.code, "detail": refusal.message},
    }


def _attack(one: Forecast) -> dict[str, Any]:
    """Both pools with their reasons; `odds[h]` is the chance of at least `h` hits."""
    return {
        "unit": one.unit,
        "target": one.target,
        "chance": round(one.chance, 4),
        "odds": [round(chance, 4) for chance in one.odds],
        "attacker": _side(one.sides.attacker),
        "defender": _side(one.sides.defender),
    }


def _side(side: Side) -> dict[str, Any]:
    return {
        "dice": side.pool.dice,
        "armour": side.pool.armour,
        "dice_terms": _terms(side.dice_terms),
        "armour_terms": _terms(side.armour_terms),
    }


def _terms(terms: Sequence[Term]) -> list[list[Any]]:
    return [[term.name, term.amount] for term in terms]
