"""Abilities of the bow and of long reach: along a line, and out of the sky."""

from collections.abc import Sequence

from rulebook.saga.abilities import standing_on, straight_away, unaligned
from rulebook.saga.board import Cell, footprint
from rulebook.saga.effects import SPRINGS, Context, ability, aim_check, cell_of, unit_of
from rulebook.saga.hooks import counted_armor
from rulebook.saga.state import Hazard, State, Unit
from rulebook.saga.steps import Target

RAIN = "rain-of-arrows"


@ability(RAIN)
def rain_of_arrows(ctx: Context, rank: int, target: Target) -> None:
    """A hidden trap on a free cell, until the archer's next turn (SK-32)."""
    arrows = ctx.figure("arrows", rank)
    trap = Hazard(RAIN, cell_of(target), ctx.actor, ctx.me.side, arrows=arrows, hidden=True, stops=True, spent=True)
    ctx.place_hazard(trap)


@aim_check(RAIN)
def can_rain_on(state: State, me: Unit, rank: int, target: Target) -> bool:
    """Whether nothing is known to stand on the cell (SK-32)."""
    return state.board.open(cell_of(target)) and cell_of(target) not in state.occupied


def arrows_fall(ctx: Context, victim: str, trap: Hazard) -> None:
    """Arrow by arrow: the archer's strength less the armor, at least 1, and 1 more for each arrow before (SK-32)."""
    for more in range(trap.arrows):
        struck = ctx.unit(victim)
        if not struck.standing:
            return
        damage = max(1, ctx.unit(trap.source).strength - counted_armor(ctx.state, struck)) + more
        ctx.hurt(victim, "strength", damage, by=trap.source, cause="hazard", name=trap.name)


@ability("thread-the-needle")
def thread_the_needle(ctx: Context, rank: int, target: Target) -> None:
    """A strength attack on everyone in the line, nearest first; who is hit loses armor as well (SK-34)."""
    for unit in _in_line(ctx.state, ctx.me, ctx.unit(unit_of(target)), ctx.figure("cells", rank)):
        if ctx.strike(unit):
            ctx.hurt(unit, "armor", ctx.figure("armor", rank))


@aim_check("thread-the-needle")
def can_thread(state: State, me: Unit, rank: int, target: Target) -> bool:
    """Whether the target stands straight ahead along a row or a column (SK-34)."""
    return not unaligned(me, state.units[unit_of(target)])


def _in_line(state: State, me: Unit, target: Unit, cells: int) -> Sequence[str]:
    """Everything that stands within so many cells in the target's direction, nearest first."""
    assert me.at is not None
    (across, down), (x, y) = straight_away(me, target), me.at
    ahead = (footprint(Cell(x + across * n, y + down * n), me.size) for n in range(1, cells + 1))
    line = [cell for spot in ahead for cell in spot]
    return [unit for unit in standing_on(state, line) if unit != me.id]


SPRINGS |= {RAIN: arrows_fall}
