"""The one door to a battle: `apply` takes an action, `decide` says what it leads to.

Before any action, every deadline at or before its moment expires at its due time, in
order; each expiry may open further turns, early turns are played as theirs open. Then the
action itself. All of it or nothing: a refusal leaves the state as it was.
"""

from collections.abc import Callable
from typing import Any

from rulebook.dice import Dice
from rulebook.errors import TooLate, Unreadable
from rulebook.saga import (
    abilities,
    actions,
    arrows,
    commands,
    composed,
    deadlines,
    deployment,
    director,
    passives,
    plans,
    standing,
    traits,
    turns,
)
from rulebook.saga.actions import Action
from rulebook.saga.effects import Context
from rulebook.saga.events import Event
from rulebook.saga.play import perform, planned
from rulebook.saga.state import State

# Importing them puts what they hold into the registries of effects.py and hooks.py.
REGISTERED = (abilities, arrows, commands, composed, passives, traits)

Decide = Callable[[Context, Any], None]


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
    settled = turns.settle(ctx, moment, _close_deployment)
    ctx.at = moment
    if not isinstance(action, actions.DeadlinePassed | actions.CreditOutage):
        if not settled:
            raise TooLate("not-settled", "Deadlines that have passed are still to be settled.")
        _decider(action)(ctx, action)
    return ctx.state, tuple(ctx.events)


def decide(state: State, action: Action, dice: Dice) -> tuple[Event, ...]:
    """The events that an action leads to; folding them over `state` gives what `apply` gives."""
    return apply(state, action, dice)[1]


def begin(state: State, dice: Dice) -> tuple[State, tuple[Event, ...]]:
    """Let a new battle start by itself where there is nothing to place (see `new_state`)."""
    return apply(state, actions.DeadlinePassed(state.moment), dice)


def _decider(action: Action) -> Decide:
    decider = _DECIDERS.get(type(action))
    if decider is None:
        raise Unreadable("unknown-action", f"{action!r} is no action.")
    return decider


def _credit(ctx: Context, action: actions.CreditOutage) -> None:
    """What was due before the outage expires first, then the outage is given back (CLOCK-6)."""
    if not action.start < action.end <= action.at:
        message = "An outage ends after it began, and before it is credited."
        raise Unreadable("bad-outage", message, {"start": action.start, "end": action.end})
    turns.settle(ctx, action.start, _close_deployment)
    ctx.at = max(action.end, ctx.state.moment)
    deadlines.credit_outage(ctx, action.start, action.end)


def _close_deployment(ctx: Context) -> None:
    deployment.close(ctx)
    turns.advance(ctx)


def _deploy(ctx: Context, action: actions.Deploy) -> None:
    director.check_not_over(ctx.state)
    if deployment.deploy(ctx, action):
        _close_deployment(ctx)


def _play_turn(ctx: Context, action: actions.PlayTurn) -> None:
    turns.how_to_post(ctx.state, action.unit, action.by, action.round, ctx.at)
    steps = planned(ctx.state, action.unit, action.steps)
    turns.post(ctx, action.unit, action.by, lambda c: perform(c, steps), action.steps, action.round)


def _play_plan(ctx: Context, action: actions.PlayPlan) -> None:
    turns.play_plan(ctx, action.unit, action.alternative, action.steps)


def _leave_plan(ctx: Context, action: actions.LeavePlan) -> None:
    turns.check_running(ctx.state)
    turns.check_round(ctx.state, action.round)
    plans.leave_plan(ctx, action)


def _give_orders(ctx: Context, action: actions.GiveOrders) -> None:
    director.check_not_over(ctx.state)
    standing.give(ctx, action)


def _drop_orders(ctx: Context, action: actions.DropOrders) -> None:
    director.check_not_over(ctx.state)
    standing.drop(ctx, action)


def _bring_orders(ctx: Context, action: actions.BringOrders) -> None:
    director.check_not_over(ctx.state)
    standing.bring(ctx, action)


def _force(ctx: Context, action: actions.ForceTurn) -> None:
    turns.force(ctx, action.unit, action.reason)


def _withdraw_plan(ctx: Context, action: actions.WithdrawPlan) -> None:
    turns.check_running(ctx.state)
    plans.withdraw_plan(ctx, action)


_DECIDERS: dict[type, Decide] = {
    actions.Deploy: _deploy,
    actions.PlayTurn: _play_turn,
    actions.LeavePlan: _leave_plan,
    actions.WithdrawPlan: _withdraw_plan,
    actions.PlayPlan: _play_plan,
    actions.GiveOrders: _give_orders,
    actions.DropOrders: _drop_orders,
    actions.BringOrders: _bring_orders,
    actions.ForceTurn: _force,
    actions.DeclareAbsence: director.declare_absence,
    actions.CancelAbsence: director.cancel_absence,
    actions.TakeOver: director.take_over,
    actions.HandBack: director.hand_back,
    actions.ChangePlayer: director.change_player,
    actions.PauseBattle: director.pause,
    actions.ResumeBattle: director.resume,
    actions.Reveal: director.reveal,
    actions.Correct: director.correct,
    actions.Extend: director.extend,
    actions.Pardon: director.pardon,
    actions.EndBattle: director.end_battle,
}
