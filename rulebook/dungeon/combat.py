"""Who attacks whom with what: arcs on the board, modifiers and pools (DS-FIGHT, DS-SHOOT, DS-LARGE).

Questions about a state, without dice and without changes; every function takes the
models as they would stand, so that a move can be tried out before it is made.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

from rulebook.dungeon.attack import Side, Term
from rulebook.dungeon.board import Closed, Lock
from rulebook.dungeon.cards import Spell
from rulebook.dungeon.counted import armour_terms, card_armour, dice_terms
from rulebook.dungeon.grid import Square, around, front_arc, rear_arc, within
from rulebook.dungeon.sight import entirely_behind, in_front, sees, squares_between
from rulebook.dungeon.state import Model, State

INJURED = Term("injured", -1)
OUTNUMBERED = Term("outnumbered", -1)
BEHIND = Term("behind", -1)
FURNITURE = Term("furniture", -1)

SightLine = Literal["none", "over", "clear"]


class Sides(NamedTuple):
    """Both sides of an attack with their reasons."""

    attacker: Side
    defender: Side


# Arcs


def front_of(model: Model) -> frozenset[Square]:
    """The squares of a model's front arc; none off the board."""
    return frozenset() if model.at is None else front_arc(model.at, model.facing, model.size)


def rear_of(model: Model) -> frozenset[Square]:
    """The squares of a model's rear arc; none off the board."""
    return frozenset() if model.at is None else rear_arc(model.at, model.facing, model.size)


def has_in_front(model: Model, squares: Iterable[Square]) -> bool:
    """Whether any of these squares lies in the model's front arc (DS-ARC-05)."""
    return not front_of(model).isdisjoint(squares)


def holders(state: State, model: Model) -> tuple[Model, ...]:
    """The enemies that have the model in their front arc: it is engaged while there are any."""
    return tuple(enemy for enemy in state.enemies_of(model) if has_in_front(enemy, model.squares))


def enemy_arcs(state: State, model: Model) -> frozenset[Square]:
    """Every square in the front arc of an enemy of the model (DS-MOVE-05)."""
    return frozenset().union(*(front_of(enemy) for enemy in state.enemies_of(model)))


def is_outnumbered(state: State, model: Model) -> bool:
    """In the front arc of more than one enemy, or of a Large one (DS-FIGHT-03, DS-LARGE-06)."""
    against = holders(state, model)
    return len(against) > 1 or (not model.is_large and any(enemy.is_large for enemy in against))


def strikes_from_behind(attacker: Model, defender: Model) -> bool:
    """Some square in the defender's rear arc and none in its front arc (DS-FIGHT-03, DS-LARGE-05)."""
    assert defender.at is not None
    rear = rear_arc(defender.at, defender.facing, defender.size)
    return not rear.isdisjoint(attacker.squares) and not has_in_front(defender, attacker.squares)


# Fights


def _own_terms(state: State, model: Model) -> tuple[Term, ...]:
    terms = (INJURED,) if model.injured else ()
    return (*terms, OUTNUMBERED) if is_outnumbered(state, model) else terms


def fight_sides(state: State, attacker: Model, defender: Model, extra: tuple[Term, ...] = ()) -> Sides:
    """The pools of a Fight or free strike (DS-FIGHT-03, DS-FREE-01). `extra` goes to the attacker."""
    behind = (BEHIND,) if strikes_from_behind(attacker, defender) else ()
    return Sides(
        Side(attacker.profile.combat, attacker.profile.armour, _own_terms(state, attacker) + extra),
        _defending(state, defender, _own_terms(state, defender) + behind),
    )


def _defending(state: State, defender: Model, terms: tuple[Term, ...]) -> Side:
    return Side(defender.profile.combat, card_armour(defender), terms, armour_terms(state, defender))


def lock_sides(state: State, hero: Model, lock: Lock, extra: tuple[Term, ...] = ()) -> Sides:
    """The pools of a Fight with a lock: only the hero has modifiers (DS-LOCK-03)."""
    attacker = Side(hero.profile.combat, hero.profile.armour, _own_terms(state, hero) + extra)
    return Sides(attacker, Side(lock.combat, lock.armour))


# Range and sight


def blocking(state: State, mover: Model, first: tuple[Square, ...], second: tuple[Square, ...]) -> frozenset[Square]:
    """What blocks sight between two bases: no board, closed doors, bookcases, models (DS-SHOOT-06).

    `mover` is the one who looks: where it stands now does not matter.
    """
    board = state.board
    see_through = frozenset() if state.rules.closed_door_blocks_los else board.door_squares
    return frozenset(
        square
        for square in squares_between(first, second)
        if square in board.bookcases
        or (square not in board.floor and square not in see_through)
        or state.occupied.get(square, mover.id) != mover.id
    )


def sight_line(state: State, mover: Model, squares: tuple[Square, ...], target: tuple[Square, ...]) -> SightLine:
    """How a base sees another: not at all, over furniture that costs a die, or clearly.

    Facing apart (see `is_in_front`). The best line counts (DS-SHOOT-09, AMB-05).
    """
    walls = blocking(state, mover, squares, target)
    if not sees(squares, target, walls):
        return "none"
    span = frozenset(squares_between(squares, target))
    low = frozenset(
        square for piece in state.board.low_pieces if not _beside(piece, squares) for square in piece if square in span
    )
    return "clear" if not low or sees(squares, target, walls, low) else "over"


def _beside(piece: tuple[Square, ...], squares: tuple[Square, ...]) -> bool:
    return any(not around(square).isdisjoint(piece) for square in squares)


def is_in_front(model: Model, target: tuple[Square, ...]) -> bool:
    """Whether a target is on the front side of the model's dividing line (DS-SHOOT-05)."""
    assert model.at is not None
    return in_front(target, model.at, model.facing, model.size)


def in_reach(state: State, spell: Spell, squares: tuple[Square, ...], target: tuple[Square, ...]) -> bool:
    """Whether a target is in a spell's range (DS-MAGIC-03); the caster himself always is."""
    if squares == target:
        return True
    if spell.reach == "caster":
        return False
    if spell.reach == "adjacent":
        return any(not around(square).isdisjoint(target) for square in squares)
    return within(squares, target, state.rules.reach(spell.reach))


def can_see(state: State, model: Model, target: tuple[Square, ...]) -> bool:
    """Line of sight as for shooting, facing included (DS-SHOOT-05 to -07)."""
    return is_in_front(model, target) and sight_line(state, model, model.squares, target) != "none"


# Shots and spells


def shoot_sides(state: State, shooter: Model, defender: Model, extra: tuple[Term, ...] = ()) -> Sides:
    """The pools of a shot: its own list of modifiers (DS-SHOOT-08, DS-SHOOT-09)."""
    own = (INJURED,) if shooter.injured else ()
    if sight_line(state, shooter, shooter.squares, defender.squares) == "over":
        own = (*own, FURNITURE)
    theirs = (INJURED,) if defender.injured else ()
    assert defender.at is not None
    if entirely_behind(shooter.squares, defender.at, defender.facing, defender.size):
        theirs = (*theirs, BEHIND)
    attacker = Side(shooter.profile.shooting, shooter.profile.armour, own + extra)
    return Sides(attacker, _defending(state, defender, theirs))


def magic_sides(state: State, caster: Model, spell: Spell, defender: Model) -> Sides:
    """The pools of a magic attack: items and effects change it, nothing else (DS-MAGIC-06)."""
    extra = dice_terms(caster, "magic-dice", defender.id)
    return Sides(Side(spell.amount, caster.profile.armour, extra), _defending(state, defender, ()))


def blast_area(model: Model) -> frozenset[Square]:
    """The squares on and around a model's base (AMD-18)."""
    assert model.at is not None
    return around(model.at, model.size) | frozenset(model.squares)


def closed_around(state: State, model: Model) -> tuple[Closed, ...]:
    """Doors and chests that are shut and touch the model's base."""
    assert model.at is not None
    beside = around(model.at, model.size)
    return tuple(thing for thing in state.board.closures() if not beside.isdisjoint(thing.squares))
