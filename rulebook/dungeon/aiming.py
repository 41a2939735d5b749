"""What may be attacked, cast at, opened, raised from where a model stands: the checks.

Each check returns nothing and raises an `Illegal` with the reason, or an `Unreadable` for
a name that nothing visible has. They look at the state as it is; `legal.py` knows about
turns and what is left of them.
"""

from __future__ import annotations

from rulebook.dungeon import combat
from rulebook.dungeon.board import Closed, Lock, Ward
from rulebook.dungeon.cards import Spell
from rulebook.dungeon.grid import Square, are_adjacent, base, within
from rulebook.dungeon.movement import Ground, check_path
from rulebook.dungeon.state import Model, State
from rulebook.dungeon.steps import Cast
from rulebook.errors import Illegal, Unreadable


def _no(code: str, message: str, model: Model, target: str) -> Illegal:
    return Illegal(code, message, {"unit": model.id, "target": target})


def model_named(state: State, model_id: str) -> Model:
    """A model on the board. Raises `unknown-target`, or `defeated` for one that has left it."""
    model = state.models.get(model_id)
    if model is None:
        raise Unreadable("unknown-target", f"There is no {model_id!r} on the board.", {"target": model_id})
    if not model.on_board:
        raise Illegal("defeated", f"{model_id} is off the board.", {"target": model_id})
    return model


def enemy_named(state: State, model: Model, target: str) -> Model:
    """An enemy on the board. Raises also `illegal-target` for a friend."""
    other = model_named(state, target)
    if other.side == model.side:
        raise _no("illegal-target", f"{target} is no enemy of {model.id}.", model, target)
    return other


# Fights and shots


def check_fight(state: State, model: Model, target: str) -> None:
    """A Fight needs the enemy, or a hero's lock, in the front arc (DS-FIGHT-01, DS-LOCK-01).

    Raises `not-in-front`, `warded`, `only-heroes`.
    """
    thing = state.board.closed(target)
    if thing is not None:
        check_lock(model, thing)
        if not combat.has_in_front(model, thing.squares):
            raise _no("not-in-front", f"{target} is not in the front arc of {model.id}.", model, target)
        return
    other = enemy_named(state, model, target)
    if not combat.has_in_front(model, other.squares):
        raise _no("not-in-front", f"{target} is not in the front arc of {model.id}.", model, target)


def check_lock(model: Model, thing: Closed) -> None:
    """Heroes smash locks; force does nothing to wards (DS-DOOR-04, DS-WARD-01)."""
    if not model.is_hero:
        raise _no("only-heroes", f"Only heroes open {thing.id}.", model, thing.id)
    if not isinstance(thing.closure, Lock):
        raise _no("warded", f"{thing.id} is warded; force does not open it.", model, thing.id)


def whirl_targets(state: State, model: Model) -> tuple[str, ...]:
    """Every enemy and every lock around a model, front or rear (DS-FEAT-04, AMD-18)."""
    enemies = [e.id for e in state.enemies_of(model) if are_adjacent(model.squares, e.squares)]
    locks = [thing.id for thing in combat.closed_around(state, model) if isinstance(thing.closure, Lock)]
    return (*enemies, *locks)


def check_shoot(state: State, model: Model, target: str) -> None:
    """Raises `no-shooting`, `engaged`, `locks-resist`, `adjacent`, `not-in-front`,
    `out-of-range`, `no-line-of-sight` (DS-SHOOT-01 to DS-SHOOT-07, DS-LOCK-04)."""
    if not model.profile.shooting:
        raise _no("no-shooting", f"{model.id} has no Shooting dice.", model, target)
    if combat.holders(state, model):
        raise _no("engaged", f"{model.id} is in an enemy's front arc and cannot shoot.", model, target)
    if state.board.closed(target) is not None:
        raise _no("locks-resist", f"A shot does not open {target}.", model, target)
    other = enemy_named(state, model, target)
    if not state.rules.adjacent_shots and are_adjacent(model.squares, other.squares):
        raise _no("adjacent", f"{target} is too near to {model.id} to be shot at.", model, target)
    if not combat.is_in_front(model, other.squares):
        raise _no("not-in-front", f"{target} is behind {model.id}.", model, target)
    if not within(model.squares, other.squares, state.rules.long):
        raise _no("out-of-range", f"{target} is out of range of {model.id}.", model, target)
    if combat.sight_line(state, model, model.squares, other.squares) == "none":
        raise _no("no-line-of-sight", f"{model.id} does not see {target}.", model, target)


# Spells


def check_cast(state: State, model: Model, step: Cast) -> None:
    """Whether a spell may be aimed so, its readiness apart (DS-MAGIC-03 to DS-MAGIC-06).

    Raises `illegal-target`, `out-of-range`, `not-in-front`, `no-line-of-sight`, `blocked`,
    `limit-reached`, `not-wounded`, `locks-resist`, or what a friend's path raises.
    """
    spell = state.spells[step.spell]
    if spell.effect == "wail":
        _check_wail(state, model, spell, step)
    elif spell.effect == "unward":
        _check_unward(state, model, spell, step)
    elif spell.effect == "summon":
        _check_summon(state, model, spell, step)
    else:
        _check_at_model(state, model, spell, step)


def _check_at_model(state: State, model: Model, spell: Spell, step: Cast) -> None:
    if state.board.closed(step.target) is not None:
        raise _no("locks-resist", f"{spell.key} does nothing to {step.target}.", model, step.target)
    other = model_named(state, step.target)
    if not _suits(spell, model, other):
        raise _no("illegal-target", f"{spell.key} may not be cast at {other.id}.", model, other.id)
    _check_in_reach(state, model, spell, other.squares, step.target)
    if spell.effect == "mend" and other.wounds == 0:
        raise _no("not-wounded", f"{other.id} has no wound.", model, other.id)
    if spell.effect == "hasten":
        check_path(state, other, step.path, spell.amount)


def _suits(spell: Spell, model: Model, other: Model) -> bool:
    if spell.effect in ("attack", "weaken"):
        return other.side != model.side
    if spell.effect == "hasten":
        return other.side == model.side and other.id != model.id
    if spell.effect in ("harden", "mend"):
        return other.side == model.side and other.has_wound_track
    return True


def _check_in_reach(state: State, model: Model, spell: Spell, squares: tuple[Square, ...], target: str) -> None:
    if squares == model.squares:
        return
    if not combat.in_reach(state, spell, model.squares, squares):
        raise _no("out-of-range", f"{target} is out of range of {spell.key}.", model, target)
    if not spell.sight:
        return
    if not combat.is_in_front(model, squares):
        raise _no("not-in-front", f"{target} is behind {model.id}.", model, target)
    if combat.sight_line(state, model, model.squares, squares) == "none":
        raise _no("no-line-of-sight", f"{model.id} does not see {target}.", model, target)


def wail_targets(state: State, model: Model, spell: Spell) -> tuple[Model, ...]:
    """Every enemy in range of a spell that needs no aim."""
    return tuple(
        other for other in state.enemies_of(model) if combat.in_reach(state, spell, model.squares, other.squares)
    )


def _check_wail(state: State, model: Model, spell: Spell, step: Cast) -> None:
    if step.target:
        raise _no("illegal-target", f"{spell.key} is not aimed at anybody.", model, step.target)
    if not wail_targets(state, model, spell):
        raise _no("out-of-range", f"Nobody is in range of {spell.key}.", model, "")


def _check_unward(state: State, model: Model, spell: Spell, step: Cast) -> None:
    thing = state.board.closed(step.target)
    if thing is None or not isinstance(thing.closure, Ward):
        raise _no("illegal-target", f"{step.target or 'Nothing'} has no ward to be lowered.", model, step.target)
    near = [square for square in thing.squares if combat.in_reach(state, spell, model.squares, (square,))]
    if not near:
        raise _no("out-of-range", f"{step.target} is out of range of {spell.key}.", model, step.target)


def _check_summon(state: State, model: Model, spell: Spell, step: Cast) -> None:
    if step.square is None:
        raise Unreadable("bad-square", f"{spell.key} needs a square.", {"spell": spell.key})
    if at_limit(state, spell.minion):
        raise _no("limit-reached", f"No more {spell.minion} can be on the board.", model, "")
    if not is_free(state, step.square, state.profiles[spell.minion].size):
        raise _no("blocked", f"{step.square} is not free.", model, "")
    _check_in_reach(state, model, spell, (step.square,), str(step.square))


def is_free(state: State, square: Square, size: int = 1) -> bool:
    """Whether a base may stand there now."""
    taken = state.occupied
    here = Ground(state.board.walkable, frozenset(), size)
    return here.fits(square) and all(under not in taken for under in base(square, size))


# Limits and raising


def on_board(state: State, key: str) -> int:
    """How many models of a type are on the board (AMD-02)."""
    return sum(model.key == key for model in state.side_models("overlord"))


def limit_of(state: State, key: str) -> int:
    """How many of a type the adventure allows at once, by raising or by spells (DS-RAISE-06)."""
    mission = state.mission
    return mission.raisable.get(key, mission.limits.get(key, 0))


def at_limit(state: State, key: str) -> bool:
    """Whether no more of a type can come."""
    return on_board(state, key) >= limit_of(state, key)


def can_raise_on(state: State, square: Square) -> bool:
    """Whether a pile lies there and nobody stands on it (DS-RAISE-05)."""
    return state.board.piles_on(square) > 0 and square not in state.occupied


def check_raise(state: State, square: Square, minion: str) -> None:
    """Raises `no-necromancer`, `no-pile`, `occupied`, `not-raisable`, `limit-reached`."""
    details = {"square": str(square), "minion": minion}
    if not state.mission.necromancer:
        raise Illegal("no-necromancer", "This Overlord cannot raise the dead.", details)
    if not state.board.piles_on(square):
        raise Illegal("no-pile", f"No bone pile lies on {square}.", details)
    if square in state.occupied:
        raise Illegal("occupied", f"Somebody stands on the bone pile on {square}.", details)
    if minion not in state.mission.raisable:
        raise Illegal("not-raisable", f"{minion!r} cannot be raised here.", details)
    if at_limit(state, minion):
        message = f"There are {on_board(state, minion)} of {minion} on the board, as many as there may be."
        raise Illegal("limit-reached", message, details)
