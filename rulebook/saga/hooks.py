"""Where passives and lasting effects take part: a few named moments, and what to ask there.

A `Hooks` record says what one passive, or one lasting effect, does at those moments; it is
found by name, for passives under the name in `Unit.passives`, for talents and items under
the name in `Unit.traits`, for lasting effects under `Lasting.name`. Every function gets the
bearer (the unit that has it, as it is now) and its amount (of a passive: its figure). Functions that
take a `State` only answer; those that take a `Context` act, through the verbs of `effects.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulebook.saga.attack import AttackKind
from rulebook.saga.board import Cell, Size, distance, surrounding
from rulebook.saga.catalogue.passives import PASSIVES
from rulebook.saga.events import Cause, Damage
from rulebook.saga.state import State, Unit

if TYPE_CHECKING:
    from rulebook.saga.effects import Context


@dataclass(frozen=True, slots=True)
class Blow:
    """One piece of damage that was done, or for `after_hit` one attack that hit.

    `target_at` and `target_size` are where the target stood, for it may be gone now.
    `amount` is what was taken (for `after_hit`: 0); `attack` is None outside an attack.
    """

    attacker: str
    target: str
    damage: Damage
    amount: int
    cause: Cause
    name: str
    rank: int
    attack: AttackKind | None
    target_at: Cell
    target_size: Size
    adjacent: bool


@dataclass(frozen=True, slots=True)
class Hooks:
    """What a passive or lasting effect does; None where it does nothing.

    - `armor_bonus(state, bearer, amount, subject)`: armor that counts for `subject` (the
      bearer or another unit) in thresholds and damage; it cannot be broken off.
    - `strength_bonus(state, bearer, amount, target, moved)`: strength that counts in the
      bearer's strength attack on `target`; `moved` says whether it moved this turn.
    - `break_bonus(state, bearer, amount, target)`: the same for break attacks' damage.
    - `evasion_bonus` and `deflection_bonus(state, bearer, amount)`: added to the bearer's.
    - `exertion(bearer, amount, value)`: the exertion that counts instead of `value`.
    - `reduce(bearer, amount, damage, dealt)`: what is left of a hit of `dealt`.
    - `redirect(bearer, amount, dealt)`: strength damage split into (strength, armor).
    - `after_hit(ctx, bearer, amount, blow)`: the bearer's attack has hit.
    - `after_damage(ctx, bearer, amount, blow)`: the bearer has lost strength or armor.
    - `on_kill(ctx, bearer, amount, blow)`: the bearer's blow or effect felled the target.
    - `on_walk(ctx, bearer, amount, cells)`: the bearer has walked so many cells.
    - `resist(ctx, bearer, amount, damage, dealt)`: points that the bearer is spared of a hit of
      `dealt`; it may roll, so no forecast knows of it.
    - `share(ctx, bearer, amount, damage, dealt, by)`: points of a hit of `dealt` by a unit that another takes
      in the bearer's place; the first that shares is the only one.
    - `on_rest(ctx, bearer, amount)`: the bearer has rested.
    - `on_turn(ctx, bearer, amount)`: the bearer's turn has opened.
    - `passes_allies`: the bearer may walk through allies (MOVE-2).
    """

    armor_bonus: Callable[[State, Unit, int, Unit], int] | None = None
    strength_bonus: Callable[[State, Unit, int, Unit, bool], int] | None = None
    break_bonus: Callable[[State, Unit, int, Unit], int] | None = None
    evasion_bonus: Callable[[State, Unit, int], int] | None = None
    deflection_bonus: Callable[[State, Unit, int], int] | None = None
    exertion: Callable[[Unit, int, int], int] | None = None
    reduce: Callable[[Unit, int, Damage, int], int] | None = None
    redirect: Callable[[Unit, int, int], tuple[int, int]] | None = None
    after_hit: Callable[[Context, Unit, int, Blow], None] | None = None
    after_damage: Callable[[Context, Unit, int, Blow], None] | None = None
    on_kill: Callable[[Context, Unit, int, Blow], None] | None = None
    on_walk: Callable[[Context, Unit, int, int], None] | None = None
    resist: Callable[[Context, Unit, int, Damage, int], int] | None = None
    share: Callable[[Context, Unit, int, Damage, int, str], int] | None = None
    on_rest: Callable[[Context, Unit, int], None] | None = None
    on_turn: Callable[[Context, Unit, int], None] | None = None
    passes_allies: bool = False


HOOKS: dict[str, Hooks] = {}
"""Filled by `passives.py`, `traits.py` and the modules of abilities: `HOOKS["shield-wall"] = Hooks(…)`."""


def hooks_of(unit: Unit) -> Iterator[tuple[Hooks, int]]:
    """Every hook on a unit with its amount: passives first, then talents and items, then lasting effects."""
    yield from passive_hooks(unit)
    for name, amount in unit.traits.items():
        if name in HOOKS and amount > 0:
            yield HOOKS[name], amount
    for effect in unit.lasting:
        if effect.name in HOOKS:
            yield HOOKS[effect.name], effect.amount


def passive_hooks(unit: Unit) -> Iterator[tuple[Hooks, int]]:
    """What the unit's passives do, each with its amount: the campaign's own, else the catalogue's."""
    for name in unit.passives:
        own = unit.own_passives.get(name)
        hooks = HOOKS.get(own.effect if own else name)
        if hooks is not None:
            yield hooks, own.amount if own else _usual_amount(name)


def has_passive(unit: Unit, effect: str) -> bool:
    """Whether one of the unit's passives does this, whatever its campaign calls it."""
    own = unit.own_passives
    return any((own[name].effect if name in own else name) == effect for name in unit.passives)


def _usual_amount(name: str) -> int:
    known = PASSIVES.get(name)
    return known.amount if known else 0


def are_allies(one: Unit, other: Unit) -> bool:
    """Two different fighters of one side."""
    return one.side == other.side and one.id != other.id and one.fighter and other.fighter


def are_enemies(one: Unit, other: Unit) -> bool:
    """Two fighters of different sides."""
    return one.side != other.side and one.fighter and other.fighter


def gap(one: Unit, other: Unit) -> int:
    """Orthogonal steps between two standing units (MOVE-1)."""
    assert one.at is not None and other.at is not None
    return distance(one.at, one.size, other.at, other.size)


def neighbours(state: State, at: Cell, size: Size) -> list[Unit]:
    """The standing units beside a footprint, clockwise from above its anchor, each once."""
    found: dict[str, Unit] = {}
    for cell in surrounding(at, size):
        unit_id = state.occupied.get(cell)
        if unit_id is not None:
            found.setdefault(unit_id, state.units[unit_id])
    return list(found.values())


def counted_armor(state: State, unit: Unit) -> int:
    """The unit's armor with every bonus, its own and its neighbours' (STAT-10)."""
    bonus = 0
    for bearer in state.units.values():
        if bearer.at is None or not (bearer.passives or bearer.lasting):
            continue
        for hooks, amount in passive_hooks(bearer):
            if hooks.armor_bonus is not None:
                bonus += hooks.armor_bonus(state, bearer, amount, unit)
        for effect in bearer.lasting:
            lasting = HOOKS.get(effect.name)
            if lasting is not None and lasting.armor_bonus is not None:
                bonus += lasting.armor_bonus(state, bearer, effect.amount, unit)
    return unit.armor + bonus


def counted_exertion(unit: Unit) -> int:
    """The exertion that counts now; only a named ability changes it (STAT-4)."""
    value = unit.exertion
    for hooks, amount in hooks_of(unit):
        if hooks.exertion is not None:
            value = hooks.exertion(unit, amount, value)
    return value


def strength_bonus(state: State, unit: Unit, target: Unit, moved: bool) -> int:
    """What passives and effects add to the strength of an attack on `target` (STAT-10)."""
    return sum(
        hooks.strength_bonus(state, unit, amount, target, moved)
        for hooks, amount in hooks_of(unit)
        if hooks.strength_bonus is not None
    )


def break_bonus(state: State, unit: Unit, target: Unit) -> int:
    """What passives and effects add to the damage of a break attack on `target`."""
    return sum(
        hooks.break_bonus(state, unit, amount, target)
        for hooks, amount in hooks_of(unit)
        if hooks.break_bonus is not None
    )


def counted_evasion(state: State, unit: Unit) -> int:
    """The unit's evasion as it stands at the roll (STAT-10)."""
    return unit.evasion + sum(
        hooks.evasion_bonus(state, unit, amount) for hooks, amount in hooks_of(unit) if hooks.evasion_bonus is not None
    )


def counted_deflection(state: State, unit: Unit) -> int:
    """The unit's deflection as it stands at the roll (STAT-10)."""
    return unit.deflection + sum(
        hooks.deflection_bonus(state, unit, amount)
        for hooks, amount in hooks_of(unit)
        if hooks.deflection_bonus is not None
    )


def passes_allies(unit: Unit) -> bool:
    """Whether the unit may walk through its allies (MOVE-2)."""
    return any(hooks.passes_allies for hooks, _ in hooks_of(unit))
