"""Carrying out one step of a model's turn, once it has been found legal."""

from __future__ import annotations

from rulebook.dungeon import aiming, magic, trading, turns
from rulebook.dungeon.counted import movement_of
from rulebook.dungeon.effects import Context
from rulebook.dungeon.events import FeatUsed, Healed, ItemUsed, TargetsFixed, TurnBegan
from rulebook.dungeon.feats import FEATS, effects_at_once
from rulebook.dungeon.legal import check, draft_turn
from rulebook.dungeon.state import Lasting, State, Why
from rulebook.dungeon.steps import Cast, End, Fight, Move, Shoot, Step, Trade, UseFeat, UseItem
from rulebook.errors import Refused


def why_not(state: State, unit: str, step: Step) -> Refused | None:
    """What stands in the way of a step, or nothing."""
    try:
        check(draft_turn(state, unit), step)
    except Refused as refusal:
        return refusal
    return None


def take(ctx: Context, unit: str, by: str, step: Step, why: Why = "turn") -> None:
    """One legal step, the beginning of the turn before it and what follows from it."""
    begin(ctx, unit, by, why)
    if isinstance(step, End):
        turns.end_turn(ctx, "acted")
        return
    carry_out(ctx, unit, by, step)
    turns.settle_act(ctx)


def begin(ctx: Context, unit: str, by: str, why: Why) -> None:
    """Open the model's turn or activation, unless it is open."""
    running = ctx.state.running
    if running is None or running.unit != unit:
        ctx.tell(TurnBegan(ctx.at, unit, by, why, movement_of(ctx.state, ctx.model(unit))))


def goes_on(state: State, unit: str) -> bool:
    """Whether this model's turn is open and nothing has to be answered first."""
    return state.running is not None and state.running.unit == unit and state.pending is None


def carry_out(ctx: Context, unit: str, by: str, step: Step) -> None:
    """What a step does; free strikes it calls for are left pending."""
    running = ctx.state.running
    assert running is not None
    if isinstance(step, Move):
        ctx.start_move(unit, step.path, running.points)
    elif isinstance(step, Fight):
        _fight(ctx, unit, step)
    elif isinstance(step, Shoot):
        ctx.shoot(unit, step.target)
    elif isinstance(step, Cast):
        magic.cast(ctx, unit, step)
    elif isinstance(step, UseItem):
        _use_item(ctx, unit, step)
    elif isinstance(step, Trade):
        trading.offer(ctx, unit, by, step)
    elif isinstance(step, UseFeat):
        _use_feat(ctx, unit, step)


def _fight(ctx: Context, unit: str, step: Fight) -> None:
    running = ctx.state.running
    assert running is not None
    if running.stage == "fights" and not running.targets:
        ctx.tell(TargetsFixed(ctx.at, unit, aiming.whirl_targets(ctx.state, ctx.model(unit))))
    ctx.fight(unit, step.target)


def _use_item(ctx: Context, unit: str, step: UseItem) -> None:
    item, model = ctx.state.items[step.item], ctx.model(unit)
    ctx.tell(ItemUsed(ctx.at, unit, step.item, item.one_use, step.target))
    if item.effect == "mend":
        ctx.tell(Healed(ctx.at, unit, max(0, model.wounds - item.amount), unit))
    elif item.effect == "fight-dice" or item.effect == "magic-dice":
        effect = Lasting(step.item, item.effect, item.amount, unit, "turn-ends", target=step.target)
        ctx.give_effect(unit, effect)


def _use_feat(ctx: Context, unit: str, step: UseFeat) -> None:
    feat = FEATS[step.feat]
    ctx.tell(FeatUsed(ctx.at, unit, feat.key, feat.points, feat.more))
    ctx.give_effects(unit, effects_at_once(ctx.state, ctx.model(unit), feat.key))
