"""Carrying out a turn's steps, once the whole turn has been found legal."""

from collections.abc import Sequence

from rulebook.saga.effects import ABILITIES, Context
from rulebook.saga.events import AbilityUsed, HornSounded, Rested
from rulebook.saga.hooks import hooks_of
from rulebook.saga.legal import Draft, draft_turn, follow
from rulebook.saga.state import State
from rulebook.saga.steps import Horn, Move, Rest, Step, Strike, UseAbility

Planned = tuple[tuple[Step, Draft], ...]


def planned(state: State, unit: str, steps: Sequence[Step]) -> Planned:
    """Every step with the draft it leads to; raises what stands in the way of any of them."""
    draft = draft_turn(state, unit)
    found = []
    for step in steps:
        draft = follow(draft, step)
        found.append((step, draft))
    return tuple(found)


def perform(ctx: Context, steps: Planned) -> None:
    """Carry the steps out; a unit that falls, or that a trap stops, does no more (TURN-6)."""
    for step, draft in steps:
        if not ctx.me.standing or ctx.stopped:
            return
        carry_out(ctx, step, draft)


def carry_out(ctx: Context, step: Step, draft: Draft) -> None:
    if isinstance(step, Rest):
        ctx.tell(Rested(ctx.at, ctx.actor, min(1, ctx.me.max_willpower - ctx.me.willpower)))
        for hooks, amount in tuple(hooks_of(ctx.me)):
            if hooks.on_rest is not None:
                hooks.on_rest(ctx, ctx.me, amount)
    elif isinstance(step, Horn):
        ctx.tell(HornSounded(ctx.at, ctx.actor, step.points))
    elif isinstance(step, Move):
        ctx.moved = True
        ctx.walk(ctx.actor, draft.path, free=ctx.me.move)
    elif isinstance(step, Strike):
        ctx.strike(step.target, step.attack, boost=step.boost, reroll=step.reroll)
    elif isinstance(step, UseAbility):
        use_ability(ctx, step)


def use_ability(ctx: Context, step: UseAbility) -> None:
    """Pay for an ability and let it act (WILL-3: its cost is the rank used)."""
    ctx.tell(AbilityUsed(ctx.at, ctx.actor, step.name, step.rank, step.target, step.rank))
    ctx.name, ctx.rank = step.name, step.rank
    ABILITIES[ctx.state.abilities[step.name].deed](ctx, step.rank, step.target)
    ctx.name, ctx.rank = "", 0
