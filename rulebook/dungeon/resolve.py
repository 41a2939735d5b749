"""The one door to a game: `apply` takes an action, `decide` says what it leads to.

Before any action, every deadline at or before its moment expires at its due time, in
order; each expiry may open further turns, early turns are played as theirs come. Then the
action itself. All of it or nothing: a refusal leaves the state as it was.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulebook.dice import Dice
from rulebook.dungeon import (
    actions,
    clocks,
    deployment,
    director,
    legal,
    overlord,
    plans,
    play,
    strikes,
    trading,
    turns,
)
from rulebook.dungeon.actions import Action, PlayStep
from rulebook.dungeon.effects import Context
from rulebook.dungeon.events import Event, OutageCredited
from rulebook.dungeon.state import DIRECTOR, Model, Moment, State, Why
from rulebook.dungeon.steps import OVERLORD, End, PlayCard
from rulebook.errors import Illegal, TooLate, Unreadable

Decide = Callable[[Context, Any], None]

MOST_EXPIRIES = 200
"""How many deadlines one action lets expire; what is left stays due for the next one."""


def apply(state: State, action: Action, dice: Dice) -> tuple[State, tuple[Event, ...]]:
    """The state after an action, and the events that lead to it.

    Raises a `Refused` and leaves everything as it was if the rules do not allow it;
    `not-settled` if more deadlines have passed than one action lets expire (a
    `DeadlinePassed` settles some, and can be sent again).
    """
    ctx = Context(state, dice, state.moment)
    moment = max(action.at, state.moment)
    if isinstance(action, actions.CreditOutage):
        _credit(ctx, action)
    settled = _settle(ctx, moment)
    ctx.at = moment
    if not isinstance(action, actions.DeadlinePassed | actions.CreditOutage):
        if not settled:
            raise TooLate("not-settled", "Deadlines that have passed are still to be settled.")
        decider = _DECIDERS.get(type(action))
        if decider is None:
            raise Unreadable("unknown-action", f"{action!r} is no action.")
        director.check_not_over(ctx.state)
        decider(ctx, action)
        plans.play_ready(ctx)
    return ctx.state, tuple(ctx.events)


def decide(state: State, action: Action, dice: Dice) -> tuple[Event, ...]:
    """The events that an action leads to; folding them over `state` gives what `apply` gives."""
    return apply(state, action, dice)[1]


def begin(state: State, dice: Dice) -> tuple[State, tuple[Event, ...]]:
    """Let a new game start by itself where every hero is placed (see `new_state`)."""
    return apply(state, actions.DeadlinePassed(state.moment), dice)


def _settle(ctx: Context, until: Moment) -> bool:
    """Let every deadline up to `until` expire at its due time, in order; False if some are left."""
    for _ in range(MOST_EXPIRIES):
        due = clocks.next_due(ctx.state)
        if due is None or due > until:
            return True
        ctx.at = max(due, ctx.state.moment)
        if due != clocks.running_due(ctx.state):
            director.end_absences(ctx)
        elif ctx.state.phase == "setup":
            deployment.expire(ctx)
        else:
            turns.expire(ctx)
        plans.play_ready(ctx)
    due = clocks.next_due(ctx.state)
    return due is None or due > until


def _credit(ctx: Context, action: actions.CreditOutage) -> None:
    """What was due before the outage expires first, then the outage is given back."""
    if not action.start < action.end <= action.at:
        message = "An outage ends after it began, and before it is credited."
        raise Unreadable("bad-outage", message, {"start": action.start, "end": action.end})
    _settle(ctx, action.start)
    ctx.at = max(action.end, ctx.state.moment)
    if action.end > ctx.state.credited_until and not ctx.over:
        due, added = clocks.due_after_outage(ctx.state, action.start, action.end)
        ctx.tell(OutageCredited(ctx.at, action.start, action.end, due, added))


# Steps


def _play_step(ctx: Context, action: PlayStep) -> None:
    """One step of a model's turn, or of the Overlord's own (IMP-02)."""
    _check_running(ctx.state, action)
    if action.unit == OVERLORD:
        _overlord_step(ctx, action)
        return
    why = _why(ctx.state, action)
    legal.check(legal.draft_turn(ctx.state, action.unit), action.step)
    play.take(ctx, action.unit, action.by, action.step, why)


def _check_running(state: State, action: PlayStep) -> None:
    """Raises `not-started`, `round-over`, `paused`, `strike-pending`."""
    if state.phase == "setup":
        raise Illegal("not-started", "The heroes are still being placed.")
    if action.round is not None and action.round != state.round:
        message = f"Round {action.round} is over; this is round {state.round}."
        raise TooLate("round-over", message, {"round": action.round})
    if state.paused is not None and action.by != DIRECTOR:
        raise Illegal("paused", "The game is paused.")
    if state.pending is not None:
        raise Illegal("strike-pending", "A free strike is still to be resolved.")


def _why(state: State, action: PlayStep) -> Why:
    """By what right a model acts: its open turn, or one that it may begin now."""
    model = state.models.get(action.unit)
    if model is None or (not model.on_board and not model.incapacitated and model.is_hero):
        raise Unreadable("unknown-unit", f"There is no {action.unit!r} in play.", {"unit": action.unit})
    _check_may_play(state, model, action.by)
    if not model.on_board:
        raise Illegal("defeated", f"{model.id} is off the board.", {"unit": model.id})
    if state.running is not None and state.running.unit == model.id:
        return state.running.why
    if model.side == "overlord":
        return overlord.activation(state, model, extra=action.extra)
    return _hero_begins(state, model)


def _check_may_play(state: State, model: Model, by: str) -> None:
    """Raises `not-your-unit`, `taken-over` unless this player acts for the model now."""
    if model.side == "overlord":
        _check_overlord(state, by)
    elif by == DIRECTOR:
        if not clocks.director_plays(state, model, state.moment):
            message = f"{model.id} belongs to {model.player}, who is expected to play it."
            raise Illegal("not-your-unit", message, {"unit": model.id})
    elif model.player != by:
        raise Illegal("not-your-unit", f"{model.id} is not {by}'s.", {"unit": model.id})
    elif model.taken_over:
        raise Illegal("taken-over", f"The director plays {model.id} now.", {"unit": model.id})


def _check_overlord(state: State, by: str) -> None:
    """Only the Overlord's player, or the director while he is away; nobody else, if automatic."""
    away = clocks.is_absent(state, state.overlord, state.moment)
    if state.automatic or not (by == state.overlord or (by == DIRECTOR and away)):
        raise Illegal("not-your-unit", f"{by} is not the Overlord here.", {"unit": OVERLORD})


def _hero_begins(state: State, hero: Model) -> Why:
    """Any hero that has not acted may start while no other turn is open (DS-ROUND-02, IMP-02)."""
    if hero.status in ("acted", "acted-late"):
        raise TooLate("already-acted", f"{hero.id} has acted in this round.", {"unit": hero.id})
    if state.phase != "heroes":
        message = f"{hero.id} waits: the Overlord may act now."
        raise Illegal("not-your-turn", message, {"unit": hero.id})
    if state.running is not None:
        message = f"{hero.id} waits until {state.running.unit} has ended its turn."
        raise Illegal("not-your-turn", message, {"unit": hero.id, "running": state.running.unit})
    return "late" if hero.status == "expired" else "turn"


def _overlord_step(ctx: Context, action: PlayStep) -> None:
    _check_overlord(ctx.state, action.by)
    overlord.check(ctx.state, action.step)
    if isinstance(action.step, End):
        _overlord_ends(ctx)
        return
    overlord.perform(ctx, action.step)
    if isinstance(action.step, PlayCard) and ctx.state.window is not None:
        turns.interrupt_played(ctx)
    turns.settle_act(ctx)


def _overlord_ends(ctx: Context) -> None:
    """His turn or the window is over, and an activation that is still open with it."""
    phase, window = ctx.state.phase, ctx.state.window
    if ctx.state.running is not None:
        turns.end_turn(ctx, "acted")
    if ctx.state.phase != phase:
        return
    if phase == "window":
        turns.close_window(ctx, "passed" if window is None or window.left is None else "played")
    else:
        turns.end_overlord_turn(ctx)


# Answers


def _answer_trade(ctx: Context, action: actions.AnswerTrade) -> None:
    trading.answer(ctx, action.by, action.accept)


def _answer_strike(ctx: Context, action: actions.AnswerStrike) -> None:
    strikes.answer(ctx, action.unit, action.by, action.strike)
    turns.settle_act(ctx)


_DECIDERS: dict[type, Decide] = {
    actions.Deploy: deployment.deploy,
    actions.PlayStep: _play_step,
    actions.AnswerTrade: _answer_trade,
    actions.AnswerStrike: _answer_strike,
    actions.Instruct: director.instruct,
    actions.PassWindows: director.pass_windows,
    actions.LeavePlan: plans.leave,
    actions.WithdrawPlan: plans.withdraw,
    actions.DeclareAbsence: director.declare_absence,
    actions.CancelAbsence: director.cancel_absence,
    actions.TakeOver: director.take_over,
    actions.ChangePlayer: director.change_player,
    actions.HandBack: director.hand_back,
    actions.PauseBattle: director.pause,
    actions.ResumeBattle: director.resume,
    actions.Correct: director.correct,
    actions.Extend: director.extend,
    actions.EndBattle: director.end_battle,
}
