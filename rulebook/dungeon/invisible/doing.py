"""Carrying a choice out, step by step, as a person would: every step is checked against the legal list."""

from __future__ import annotations

from rulebook.dungeon import legal, overlord, play, turns
from rulebook.dungeon.aiming import check_raise
from rulebook.dungeon.effects import Context
from rulebook.dungeon.feats import CRUSH
from rulebook.dungeon.grid import Facing, Pose, Square
from rulebook.dungeon.invisible.attacks import Option, in_reach
from rulebook.dungeon.state import Lasting, Stat
from rulebook.dungeon.steps import Cast, End, Fight, Move, Shoot, Step, UseFeat, UseItem

FURY = "invisible-fury"


def take(ctx: Context, unit: str, step: Step) -> None:
    """One step of an activation. Raises what stands in its way: nothing ever should."""
    legal.check(legal.draft_turn(ctx.state, unit), step)
    play.take(ctx, unit, ctx.state.overlord, step, why="automatic")


def finish(ctx: Context, unit: str) -> None:
    """End the activation, unless the game or the model has ended before."""
    running = ctx.state.running
    if not ctx.over and running is not None and running.unit == unit:
        take(ctx, unit, End())


def go_to(ctx: Context, unit: str, pose: Pose) -> None:
    """Walk to a pose in reach by the cheapest way, or turn there."""
    model = ctx.model(unit)
    if pose == model.pose:
        return
    running = ctx.state.running
    points = running.points if running is not None and running.unit == unit else None
    take(ctx, unit, Move(in_reach(ctx.state, model, points).path_to(pose)))


def attack(ctx: Context, option: Option, unit: str, extra_dice: int = 0) -> None:
    """Go where the option says, use what adds to the attack, make it."""
    go_to(ctx, unit, option.pose)
    use_items(ctx, unit, option)
    if extra_dice and option.form != "spell":
        _begin(ctx, unit)
        stat: Stat = "fight-dice" if option.form == "fight" else "shoot-dice"
        ctx.give_effect(unit, Lasting(FURY, stat, extra_dice, unit, "turn-ends"))
    take(ctx, unit, step_of(ctx, option))


def step_of(ctx: Context, option: Option) -> Step:
    """The step that makes an option's attack."""
    if option.form == "fight":
        return Fight(option.target)
    if option.form == "shoot":
        return Shoot(option.target)
    aimed = ctx.state.spells[option.spell].effect != "wail"
    return Cast(option.spell, option.target if aimed else "")


def _begin(ctx: Context, unit: str) -> None:
    """Open the activation of a model that attacks from where it stands."""
    running = ctx.state.running
    if running is None or running.unit != unit:
        play.begin(ctx, unit, ctx.state.overlord, "automatic")


def use_items(ctx: Context, unit: str, option: Option) -> None:
    """One-use items are used at the first attack they add to (AMB-81)."""
    stat = {"fight": "fight-dice", "spell": "magic-dice"}.get(option.form)
    if stat is None or not ctx.state.rules.boss_feats_by_io:
        return
    for key in ctx.model(unit).items:
        item = ctx.state.items[key]
        if item.use == "activated" and item.effect == stat:
            step = UseItem(key, option.target if stat == "magic-dice" else "")
            if play.why_not(ctx.state, unit, step) is None:
                take(ctx, unit, step)


def crush(ctx: Context, unit: str, option: Option) -> None:
    """A short walk and a Fight with more dice, instead of the activation (AMD-04)."""
    take(ctx, unit, UseFeat(CRUSH))
    go_to(ctx, unit, option.pose)
    take(ctx, unit, Fight(option.target))


def raise_on(ctx: Context, square: Square, minion: str, facing: Facing) -> None:
    """Raise a pile; the Invisible Overlord pays with an activation of his card (IO-COM-12)."""
    check_raise(ctx.state, square, minion)
    overlord.raise_dead(ctx, square, minion, facing, free=True)
    turns.settle_act(ctx)
