"""Units' figures as an attack sees them: with every bonus, and with what softens or redirects."""

from dataclasses import dataclass

from rulebook.saga.attack import AttackKind, Strike, Striker, Struck, strike
from rulebook.saga.events import Damage
from rulebook.saga.hooks import (
    break_bonus,
    counted_armor,
    counted_deflection,
    counted_evasion,
    counted_exertion,
    hooks_of,
    strength_bonus,
)
from rulebook.saga.state import State, Unit


@dataclass(frozen=True, slots=True)
class Assault:
    """One attack as it is declared; `extra` is added to the damage of a hit."""

    target: str
    attack: AttackKind
    boost: int = 0
    extra: int = 0
    cannot_miss: bool = False


def carried_out(state: State, me: Unit, assault: Assault, face: int | None, moved: bool) -> Strike:
    """What an attack does with the face rolled, every bonus counted as it stands now."""
    struck = state.units[assault.target]
    return strike(
        assault.attack,
        striker_of(me),
        struck_of(state, struck),
        boost=assault.boost,
        roll=face,
        failed_breaks_before=state.broken.get(struck.id, 0),
        rules=state.rules,
        cannot_miss=assault.cannot_miss,
        bonus_strength=attack_bonus(state, me, struck, assault.attack, moved),
        extra_damage=assault.extra + wear_bonus(state, me, struck, assault.attack),
    )


def softened(unit: Unit, damage: Damage, amount: int) -> int:
    """What is left of a hit after everything that softens it, never below 0."""
    for hooks, strength in hooks_of(unit):
        if hooks.reduce is not None:
            amount = max(0, hooks.reduce(unit, strength, damage, amount))
    return amount


def split(unit: Unit, damage: Damage, amount: int) -> tuple[int, int]:
    """Damage as (off strength, off armor), after whatever redirects it."""
    if damage == "armor":
        return 0, amount
    for hooks, strength in hooks_of(unit):
        if hooks.redirect is not None:
            return hooks.redirect(unit, strength, amount)
    return amount, 0


def striker_of(unit: Unit) -> Striker:
    """An attacker's figures for the attack chapter."""
    return Striker(unit.strength, unit.willpower, counted_exertion(unit), unit.break_, unit.open_wounds)


def struck_of(state: State, unit: Unit) -> Struck:
    """A target's figures as they stand at the roll (STAT-10)."""
    return Struck(
        unit.strength,
        counted_armor(state, unit),
        counted_evasion(state, unit),
        counted_deflection(state, unit),
    )


def attack_bonus(state: State, me: Unit, struck: Unit, attack: AttackKind, moved: bool) -> int:
    """What is added to the attacker's strength for this attack (STAT-10)."""
    return strength_bonus(state, me, struck, moved) if attack == "strength" else 0


def wear_bonus(state: State, me: Unit, struck: Unit, attack: AttackKind) -> int:
    """What is added to a break attack's damage."""
    return break_bonus(state, me, struck) if attack == "break" else 0
