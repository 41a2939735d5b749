"""The one list of what a model, or the Overlord, may do next, and the one check of it.

A `Draft` is a turn as far as it has come: the state, the model, and what is left of its
turn. `options` lists the steps that may follow and `check` says why one may not; both ask
the same questions. Of the many ways to a square one cheapest path is listed; any other
legal path is accepted as well. No dice are cast here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from rulebook.change import change
from rulebook.dungeon import aiming, combat, overlord
from rulebook.dungeon.board import Ward
from rulebook.dungeon.counted import movement_of
from rulebook.dungeon.feats import FEATS, OVERCHANNEL, OVERCHANNEL_MAJORS, OVERCHANNEL_MINORS
from rulebook.dungeon.grid import FACINGS, Square
from rulebook.dungeon.movement import Ways, check_path, ground, reach, ways
from rulebook.dungeon.state import Model, Running, State, Why
from rulebook.dungeon.steps import (
    OVERLORD,
    Cast,
    End,
    Fight,
    Move,
    Shoot,
    Step,
    Trade,
    UseFeat,
    UseItem,
)
from rulebook.dungeon.trading import check_trade
from rulebook.errors import Illegal, Refused, Unreadable


@dataclass(frozen=True, slots=True)
class Draft:
    """A turn so far: the model in the state, and what is left of its turn."""

    state: State
    model: Model
    running: Running


def legal_actions(state: State, actor: str, steps: Iterable[Step] = ()) -> list[Step]:
    """The steps that may follow those already chosen, in a fixed order.

    `actor` is a model, or `OVERLORD` for cards, Raise Dead and the end of his turn. Asks
    what it could do if it had its turn now; an open turn counts as far as it has come.
    Steps before must be moves: what dice decide cannot be looked through (`dice-decide`).
    """
    if actor == OVERLORD:
        return list(overlord.options(state))
    return list(options(draft_turn(state, actor, steps)))


def draft_turn(state: State, actor: str, steps: Iterable[Step] = ()) -> Draft:
    """A model's turn after these steps. Raises `unknown-unit`, `defeated`, or what they raise."""
    model = state.models.get(actor)
    if model is None or not model.on_board:
        raise _no_actor(model, actor)
    draft = Draft(state, model, running_of(state, model))
    for step in steps:
        check(draft, step)
        draft = foreseen(draft, step)
    return draft


def _no_actor(model: Model | None, actor: str) -> Refused:
    if model is not None and (model.incapacitated or not model.has_wound_track):
        return Illegal("defeated", f"{actor} is off the board.", {"unit": actor})
    return Unreadable("unknown-unit", f"There is no {actor!r} on the board.", {"unit": actor})


def running_of(state: State, model: Model, why: Why = "turn") -> Running:
    """The model's open turn, or the one it would begin with (DS-HERO-01)."""
    running = state.running
    if running is not None and running.unit == model.id:
        return running
    return Running(model.id, why, movement_of(state, model))


def foreseen(draft: Draft, step: Step) -> Draft:
    """The draft after a step that needs no dice."""
    if not isinstance(step, Move) or combat.holders(draft.state, draft.model):
        raise Illegal("dice-decide", f"What follows a {step.kind} is for the dice to say.", {"step": step.kind})
    walk = check_path(draft.state, draft.model, step.path, draft.running.points)
    model = change(draft.model, at=walk.end.at, facing=walk.end.facing)
    occupied = {square: name for square, name in draft.state.occupied.items() if name != model.id}
    occupied.update(dict.fromkeys(model.squares, model.id))
    running = change(
        draft.running, points=draft.running.points - walk.cost, begun=True, walked=True, turns_only=walk.stopped
    )
    models = {**draft.state.models, model.id: model}
    return Draft(change(draft.state, models=models, occupied=occupied, running=running), model, running)


def options(draft: Draft) -> Iterator[Step]:
    """Every step that may come next."""
    yield from _moves(draft)
    for listed in (_fights, _shots, _casts, _items, _trades, _feats):
        for step in listed(draft):
            if is_legal(draft, step):
                yield step
    yield End()


def is_legal(draft: Draft, step: Step) -> bool:
    """Whether `check` lets a step pass."""
    try:
        check(draft, step)
    except Refused:
        return False
    return True


def check(draft: Draft, step: Step) -> None:
    """Raises whatever stands in the way of a step; of who may act for the model, nothing here."""
    checker = _CHECKS.get(type(step))
    if checker is None:
        message = f"A step of kind {getattr(step, 'kind', step)!r} is none of a model's."
        raise Unreadable("unknown-step", message, {"unit": draft.model.id})
    checker(draft, step)


def _out_of_order(draft: Draft, what: str) -> Illegal:
    message = f"{draft.model.id} may not {what} any more in this turn."
    return Illegal("step-order", message, {"unit": draft.model.id})


# Moving


def _check_move(draft: Draft, step: Move) -> None:
    running = draft.running
    if not running.may_move:
        raise _out_of_order(draft, "move")
    check_path(draft.state, draft.model, step.path, running.points, turns_only=running.turns_only)


def _moves(draft: Draft) -> Iterator[Step]:
    running = draft.running
    if not running.may_move:
        return
    found = moves_of(draft.state, draft.model, running)
    for pose in found.poses():
        if pose != found.start:
            yield Move(found.path_to(pose))


def moves_of(state: State, model: Model, running: Running) -> Ways:
    """Where a model can still go in its turn."""
    if not running.turns_only:
        return reach(state, model, running.points)
    return ways(ground(state, model), model.pose, running.points, engaged=True, break_away=False)


# Attacks


def _check_act(draft: Draft, what: str) -> None:
    if draft.running.stage != "open":
        raise _out_of_order(draft, what)


def _check_fight(draft: Draft, step: Fight) -> None:
    running = draft.running
    if running.stage == "fights":
        _check_whirl(draft, step)
        return
    _check_act(draft, "fight")
    aiming.check_fight(draft.state, draft.model, step.target)


def _check_whirl(draft: Draft, step: Fight) -> None:
    around = draft.running.targets or aiming.whirl_targets(draft.state, draft.model)
    if step.target not in around:
        message = f"{step.target} is not, or no longer, within the sweep of {draft.model.id}."
        raise Illegal("illegal-target", message, {"unit": draft.model.id, "target": step.target})
    if draft.state.board.closed(step.target) is None:
        aiming.model_named(draft.state, step.target)


def _fights(draft: Draft) -> Iterator[Step]:
    for enemy in draft.state.enemies_of(draft.model):
        yield Fight(enemy.id)
    for thing in draft.state.board.closures():
        yield Fight(thing.id)


def _check_shoot(draft: Draft, step: Shoot) -> None:
    running = draft.running
    if running.stage != "shots":
        _check_act(draft, "shoot")
        if running.feat:
            raise _out_of_order(draft, "shoot")
    aiming.check_shoot(draft.state, draft.model, step.target)


def _shots(draft: Draft) -> Iterator[Step]:
    if draft.model.profile.shooting:
        for enemy in draft.state.enemies_of(draft.model):
            yield Shoot(enemy.id)


# Magic


def _check_cast(draft: Draft, step: Cast) -> None:
    model = draft.model
    spell = draft.state.spells.get(step.spell)
    if not model.profile.spellcaster or spell is None or step.spell not in model.spells:
        message = f"{model.id} knows no spell {step.spell!r}."
        raise Unreadable("unknown-spell", message, {"spell": step.spell, "unit": model.id})
    _check_may_cast(draft, spell.major)
    if step.spell in draft.running.cast:
        message = f"{step.spell} has been cast in this turn."
        raise Illegal("cast-twice", message, {"spell": step.spell})
    if model.spells[step.spell]:
        message = f"{step.spell} is still turned: {model.spells[step.spell]} rounds to go."
        raise Illegal("not-ready", message, {"spell": step.spell})
    if not draft.state.rules.engaged_casting and combat.holders(draft.state, model):
        raise Illegal("engaged", f"{model.id} is in an enemy's front arc and cannot cast.", {"unit": model.id})
    aiming.check_cast(draft.state, model, step)


def _check_may_cast(draft: Draft, major: bool) -> None:
    """One major, or two different minors; Overchannel two majors or three minors (DS-MAGIC-02)."""
    running, spells = draft.running, draft.state.spells
    if running.stage not in ("open", "casting") or (running.feat and running.feat != OVERCHANNEL):
        raise _out_of_order(draft, "cast")
    mixed = any(spells[key].major != major for key in running.cast)
    if running.feat == OVERCHANNEL:
        most = OVERCHANNEL_MAJORS if major else OVERCHANNEL_MINORS
    else:
        most = 1 if major else 2
    if mixed or len(running.cast) >= most:
        raise _out_of_order(draft, "cast such a spell")


def _casts(draft: Draft) -> Iterator[Step]:
    model, state = draft.model, draft.state
    if not model.profile.spellcaster:
        return
    for key, recharge in model.spells.items():
        if recharge == 0 and key not in draft.running.cast:
            yield from _aims(state, model, key)


def _aims(state: State, model: Model, key: str) -> Iterator[Cast]:
    spell = state.spells[key]
    if spell.effect == "wail":
        yield Cast(key)
    elif spell.effect == "unward":
        yield from (Cast(key, thing.id) for thing in state.board.closures() if isinstance(thing.closure, Ward))
    elif spell.effect == "summon":
        yield from (Cast(key, square=square, facing=facing) for square in _near(state, model) for facing in FACINGS)
    elif spell.effect == "hasten":
        yield from _hastenings(state, model, key, spell.amount)
    else:
        yield from (Cast(key, other.id) for other in state.models.values() if other.on_board)


def _near(state: State, model: Model) -> list[Square]:
    reach_of = state.rules.short + 1
    return sorted(
        square
        for square in state.board.walkable
        if any(max(abs(square.x - s.x), abs(square.y - s.y)) <= reach_of for s in model.squares)
    )


def _hastenings(state: State, model: Model, key: str, points: int) -> Iterator[Cast]:
    for friend in state.side_models(model.side):
        if friend.id != model.id and combat.in_reach(state, state.spells[key], model.squares, friend.squares):
            found = reach(state, friend, points)
            for pose in found.poses():
                if pose != found.start:
                    yield Cast(key, friend.id, path=found.path_to(pose))


# Items, trades, feats


def _check_item(draft: Draft, step: UseItem) -> None:
    model = draft.model
    item = draft.state.items.get(step.item)
    if not model.has_wound_track or item is None or step.item not in model.items:
        raise Unreadable("unknown-item", f"{model.id} has no {step.item!r}.", {"item": step.item, "unit": model.id})
    if item.use != "activated":
        raise Illegal("not-activated", f"{step.item} is not used by an act of its own.", {"item": step.item})
    if step.item in draft.running.used and not item.one_use:
        raise Illegal("used-already", f"{step.item} was used in this turn.", {"item": step.item})
    if item.effect == "mend" and model.wounds == 0:
        raise Illegal("not-wounded", f"{model.id} has no wound.", {"unit": model.id})
    if item.effect == "magic-dice" and not model.profile.spellcaster:
        raise Illegal("illegal-item", f"{model.id} casts no spells.", {"item": step.item})
    if step.target and (item.effect != "magic-dice" or step.target not in draft.state.models):
        raise Illegal("illegal-target", f"{step.item} is not kept for {step.target!r}.", {"target": step.target})
    if model.effect(step.item) is not None:
        raise Illegal("used-already", f"{step.item} is in effect already.", {"item": step.item})


def _items(draft: Draft) -> Iterator[Step]:
    for key in dict.fromkeys(draft.model.items):
        yield UseItem(key)
        if draft.state.items[key].effect == "magic-dice":
            yield from (UseItem(key, enemy.id) for enemy in draft.state.enemies_of(draft.model))


def _check_trade(draft: Draft, step: Trade) -> None:
    check_trade(draft.state, draft.model, step)


def _trades(draft: Draft) -> Iterator[Step]:
    """Single gifts, either way, and swaps of one for one; longer trades are accepted too."""
    model, items = draft.model, draft.state.items
    if not model.is_hero:
        return
    mine = [key for key in dict.fromkeys(model.items) if items[key].paraphernalia]
    for other in draft.state.heroes:
        theirs = [key for key in dict.fromkeys(other.items) if items[key].paraphernalia]
        yield from (Trade(other.id, give=(key,)) for key in mine)
        yield from (Trade(other.id, take=(key,)) for key in theirs)
        yield from (Trade(other.id, (give,), (take,)) for give in mine for take in theirs)


def _check_feat(draft: Draft, step: UseFeat) -> None:
    model = draft.model
    if step.feat not in model.profile.feats or step.feat not in FEATS:
        raise Unreadable("unknown-feat", f"{model.id} has no feat {step.feat!r}.", {"feat": step.feat})
    if draft.running.begun:
        raise Illegal("step-order", f"A feat replaces the whole turn of {model.id}.", {"unit": model.id})
    if step.feat in model.feats_used:
        raise Illegal("feat-used", f"{step.feat} has been used in this game.", {"feat": step.feat})


def _feats(draft: Draft) -> Iterator[Step]:
    yield from (UseFeat(feat) for feat in draft.model.profile.feats)


def _check_end(draft: Draft, step: End) -> None:
    return None


_CHECKS: dict[type, Callable[[Draft, Any], None]] = {
    Move: _check_move,
    Fight: _check_fight,
    Shoot: _check_shoot,
    Cast: _check_cast,
    UseItem: _check_item,
    Trade: _check_trade,
    UseFeat: _check_feat,
    End: _check_end,
}
