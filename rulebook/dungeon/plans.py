"""Early turns: steps a player leaves, to be taken as soon as the hero may start."""

from __future__ import annotations

from rulebook.dungeon import clocks, play
from rulebook.dungeon.actions import LeavePlan, WithdrawPlan
from rulebook.dungeon.effects import Context
from rulebook.dungeon.events import PlanFailed, PlanLeft, PlanPlayed, PlanWithdrawn
from rulebook.dungeon.state import DIRECTOR, Model, Plan, State
from rulebook.dungeon.steps import End
from rulebook.errors import Illegal, Refused, TooLate, Unreadable

MOST_STEPS = 20


def leave(ctx: Context, action: LeavePlan) -> None:
    """Leave or change an early turn, for the hero's next turn. Raises `unknown-unit`,
    `not-your-unit`, `turn-has-begun`, `bad-plan`."""
    hero = _planned_hero(ctx.state, action.unit, action.by)
    if not 0 < len(action.steps) <= MOST_STEPS:
        message = f"An early turn has 1 to {MOST_STEPS} steps, not {len(action.steps)}."
        raise Unreadable("bad-plan", message, {"steps": len(action.steps)})
    strangers = [name for name in action.after if name not in ctx.state.models or name == hero.id]
    if strangers:
        raise Unreadable("bad-plan", f"{hero.id} cannot wait for {strangers[0]!r}.", {"unit": strangers[0]})
    plan = Plan(hero.id, action.by, action.steps, action.after, ctx.at)
    ctx.tell(PlanLeft(ctx.at, plan))


def withdraw(ctx: Context, action: WithdrawPlan) -> None:
    """Take an early turn back. Raises `no-plan`, `not-your-unit`."""
    _planned_hero(ctx.state, action.unit, action.by)
    if action.unit not in ctx.state.plans:
        raise Illegal("no-plan", f"No early turn has been left for {action.unit}.", {"unit": action.unit})
    ctx.tell(PlanWithdrawn(ctx.at, action.unit))


def _planned_hero(state: State, unit: str, by: str) -> Model:
    hero = state.models.get(unit)
    if hero is None or not hero.is_hero or not hero.on_board:
        raise Unreadable("unknown-unit", f"There is no hero {unit!r} on the board.", {"unit": unit})
    if by not in (hero.player, DIRECTOR):
        raise Illegal("not-your-unit", f"{unit} is not {by}'s.", {"unit": unit})
    if state.running is not None and state.running.unit == unit:
        raise TooLate("turn-has-begun", f"The turn of {unit} has begun.", {"unit": unit})
    return hero


def play_ready(ctx: Context) -> None:
    """Play early turns, the earliest left first, as long as one may start (see `Plan`)."""
    while (plan := _ready(ctx.state)) is not None:
        _play(ctx, plan)


def _ready(state: State) -> Plan | None:
    if state.phase != "heroes" or state.running is not None or state.paused is not None:
        return None
    waiting = {hero.id for hero in clocks.awaited(state)}
    for plan in sorted(state.plans.values(), key=lambda plan: plan.left_at):
        free = plan.unit in waiting and not state.models[plan.unit].taken_over
        if free and waiting.isdisjoint(plan.after):
            return plan
    return None


def _play(ctx: Context, plan: Plan) -> None:
    """Step by step; where one is not possible any more, its player has the turn from there."""
    first = play.why_not(ctx.state, plan.unit, plan.steps[0])
    if first is not None:
        _fail(ctx, plan, 0, first)
        return
    ctx.tell(PlanPlayed(ctx.at, plan.unit, plan.player, plan.steps))
    for number, step in enumerate(plan.steps):
        refusal = play.why_not(ctx.state, plan.unit, step)
        if refusal is not None:
            _fail(ctx, plan, number, refusal)
            return
        play.take(ctx, plan.unit, plan.player, step)
        if not play.goes_on(ctx.state, plan.unit):
            return
    play.take(ctx, plan.unit, plan.player, End())


def _fail(ctx: Context, plan: Plan, number: int, refusal: Refused) -> None:
    ctx.tell(PlanFailed(ctx.at, plan.unit, number, refusal.code, refusal.message))
