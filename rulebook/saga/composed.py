"""The ability that is made of verbs: whatever figures a campaign gives it, it does in one fixed order.

A figure of 0 leaves its verb out, so that a new ability of known verbs needs no code. Whom it reaches is its target,
and with `around` everyone of the same kind within so many cells of it.
"""

from rulebook.saga.abilities import straight_away
from rulebook.saga.board import SINGLE, Cell, Size, distance
from rulebook.saga.effects import Context, ability
from rulebook.saga.hooks import are_allies, are_enemies
from rulebook.saga.state import Unit
from rulebook.saga.steps import Target


@ability("composed")
def composed(ctx: Context, rank: int, target: Target) -> None:
    """Attack, damage, push, daze; willpower and armor for those reached; a guard for the user (SK-350)."""
    for unit in reached(ctx, rank, target):
        _harm(ctx, unit, rank)
        _help(ctx, unit, rank)
    guard = ctx.figure("guard", rank)
    if guard:
        ctx.give(ctx.actor, "stone-wall", guard, "own-turn-begins")


def reached(ctx: Context, rank: int, target: Target) -> tuple[str, ...]:
    """Whom the ability reaches, its target first, then in their listed order."""
    near = ctx.figure("around", rank)
    first = ctx.actor if target is None else target
    if isinstance(first, Cell):
        return tuple(unit.id for unit in _within(ctx, first, SINGLE, near))
    middle = ctx.unit(first)
    if near == 0 or middle.at is None:
        return (first,)
    others = (unit.id for unit in _within(ctx, middle.at, middle.size, near) if unit.id != first)
    return (first, *others)


def _within(ctx: Context, at: Cell, size: Size, near: int) -> list[Unit]:
    """The units within so many cells at whom the ability may be aimed."""
    aim = ctx.state.abilities[ctx.name].aim
    standing = [unit for unit in ctx.state.units.values() if unit.at is not None and unit.standing]
    return [
        unit
        for unit in standing
        if unit.at is not None and distance(at, size, unit.at, unit.size) <= near and _meant(ctx.me, aim, unit)
    ]


def _meant(me: Unit, aim: str, unit: Unit) -> bool:
    if aim == "enemy":
        return are_enemies(me, unit) or unit.obstacle
    if aim in ("ally", "self"):
        return are_allies(me, unit) or unit.id == me.id
    return True


def _harm(ctx: Context, unit: str, rank: int) -> None:
    if unit != ctx.actor and ctx.figure("strike", rank):
        ctx.strike(unit, cannot_miss=bool(ctx.figure("sure", rank)), extra=ctx.figure("extra", rank))
    for damage in ("strength", "armor"):
        amount = ctx.figure(damage, rank)
        if amount:
            ctx.hurt(unit, damage, amount)
    if ctx.figure("drain", rank):
        ctx.drain(unit, ctx.figure("drain", rank))
    _drive(ctx, unit, ctx.figure("push", rank))
    if ctx.figure("daze", rank):
        ctx.give(unit, "sunstrike", 0, "own-turn-ends")


def _drive(ctx: Context, unit: str, cells: int) -> None:
    """Push a unit straight away; nobody pushes itself, and the fallen stay where they fell."""
    pushed = ctx.unit(unit)
    if cells and unit != ctx.actor and pushed.standing and ctx.me.standing:
        ctx.push(unit, straight_away(ctx.me, pushed), cells)


def _help(ctx: Context, unit: str, rank: int) -> None:
    if ctx.figure("willpower", rank):
        ctx.restore(unit, "willpower", ctx.figure("willpower", rank))
    if ctx.figure("mend", rank):
        ctx.restore(unit, "armor", ctx.figure("mend", rank))
