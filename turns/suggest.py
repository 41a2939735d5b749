"""A legal turn to begin with for one of the director's units: the best blow within reach, else a step nearer.

A plain heuristic over the one legal list and the one threshold; the director takes it or changes it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulebook.errors import Refused
from rulebook.saga.attack import ATTACK_KINDS, AttackKind, hit_chance, threshold
from rulebook.saga.board import distance
from rulebook.saga.figures import attack_bonus, softened, striker_of, struck_of
from rulebook.saga.hooks import counted_armor, gap
from rulebook.saga.legal import Draft, attackable, draft_turn, follow, legal_actions
from rulebook.saga.state import State, Unit
from rulebook.saga.steps import Move, Rest, Step, Strike

KILL = 4.0
"""What a blow that fells its target is worth beyond its damage."""


@dataclass(frozen=True, slots=True)
class Blow:
    """A way to attack, with what may be expected of it; moving less is better among equals."""

    value: float
    steps: tuple[Step, ...]
    walked: int


def suggest(state: State, unit_id: str) -> tuple[Step, ...]:
    """Steps for a unit's turn; empty where it can neither strike nor come nearer, and is rested.

    Raises Refused for a unit that cannot act at all.
    """
    start = draft_turn(state, unit_id)
    blows = [blow for steps, draft in _stands(state, unit_id, start) for blow in _blows(steps, draft)]
    best = max(blows, key=lambda blow: (blow.value, -blow.walked), default=None)
    if best is not None and best.value > 0:
        return best.steps
    nearer = _nearer(state, unit_id, start)
    if nearer is not None:
        return (nearer,)
    unit = start.unit
    return (Rest(),) if unit.willpower < unit.max_willpower else ()


def after(state: State, unit_id: str, steps: tuple[Step, ...]) -> State:
    """The board once the unit has walked, for suggesting the next unit's turn; nobody is hurt yet."""
    try:
        return draft_turn(state, unit_id, steps).state
    except Refused:
        return state


def _moves(state: State, unit_id: str) -> Iterator[Move]:
    seen = set()
    for step in legal_actions(state, unit_id):
        if isinstance(step, Move) and not step.will and (step.to, step.turned) not in seen:
            seen.add((step.to, step.turned))
            yield step


def _stands(state: State, unit_id: str, start: Draft) -> Iterator[tuple[tuple[Step, ...], Draft]]:
    """Staying, and every place that costs no willpower."""
    yield (), start
    for move in _moves(state, unit_id):
        if move.to != start.unit.at:
            yield (move,), follow(start, move)


def _blows(steps: tuple[Step, ...], draft: Draft) -> Iterator[Blow]:
    unit = draft.unit
    for other in draft.state.units.values():
        if not (other.standing and other.fighter and attackable(unit, other)):
            continue
        if unit.reach.low <= gap(unit, other) <= unit.reach.high:
            for attack in ATTACK_KINDS:
                value = _worth(draft, unit, other, attack)
                yield Blow(value, (*steps, Strike(attack, other.id)), len(draft.path))


def _worth(draft: Draft, unit: Unit, other: Unit, attack: AttackKind) -> float:
    """Expected strength taken, or armor at half its worth; a fall counts extra."""
    bonus = attack_bonus(draft.state, unit, other, attack, draft.moved)
    needed = threshold(attack, striker_of(unit), struck_of(draft.state, other), bonus_strength=bonus)
    chance = hit_chance(needed.value, draft.state.rules) / 100
    if attack == "break":
        return chance * min(softened(other, "armor", unit.break_), other.armor) / 2
    damage = softened(other, "strength", max(1, unit.strength + bonus - counted_armor(draft.state, other)))
    return chance * (min(damage, other.strength) + (KILL if damage >= other.strength else 0))


def _nearer(state: State, unit_id: str, start: Draft) -> Move | None:
    """The move that brings the unit nearest to an enemy, if any brings it nearer at all."""
    unit = start.unit
    enemies = [one for one in start.state.units.values() if one.standing and one.fighter and attackable(unit, one)]
    if not enemies or unit.at is None:
        return None
    best, least = None, min(gap(unit, enemy) for enemy in enemies)
    for move in _moves(state, unit_id):
        away = min(distance(move.to, unit.size, enemy.at, enemy.size) for enemy in enemies if enemy.at)
        if away < least:
            best, least = move, away
    return best
