"""Active abilities: one plain function each, made of the verbs of `effects.py`.

Costs, aims and ranges are checked before a function runs; its figures come from the battle's
own data. What an ability leaves on a unit bears the ability's name, and so do its hooks.
"""

from collections.abc import Sequence

from rulebook.saga.board import SINGLE, Cell, footprint, surrounding
from rulebook.saga.effects import (
    Context,
    ability,
    aim_check,
    cell_of,
    unit_of,
)
from rulebook.saga.events import Damage
from rulebook.saga.hooks import HOOKS, Hooks, are_allies
from rulebook.saga.movement import Direction, Pose, pushed_to
from rulebook.saga.state import Hazard, State, Unit
from rulebook.saga.steps import Target

Lane = tuple[list[Pose], list[str]]
Odds = tuple[int, int]

PERCENT = 100
BLOW: Odds = (50, 100)
LAST_BLOW: Odds = (34, 67)


@ability("stone-wall")
def stone_wall(ctx: Context, rank: int, target: Target) -> None:
    """Every hit takes less until the user's next turn (SK-20)."""
    ctx.give(ctx.actor, "stone-wall", ctx.figure("reduction", rank), "own-turn-begins")


@ability("run-through")
def run_through(ctx: Context, rank: int, target: Target) -> None:
    """Through everyone in the way to the cell behind the target, then an attack (SK-21)."""
    lane = lane_through(ctx.state, ctx.me, ctx.unit(unit_of(target)))
    if lane is None:
        return
    path, passed = lane
    if ctx.walk(ctx.actor, path):
        for unit in passed:
            ctx.hurt(unit, "armor", ctx.figure("armor", rank))
        ctx.strike(unit_of(target))


@aim_check("run-through")
def can_run_through(state: State, me: Unit, rank: int, target: Target) -> bool:
    """Whether the way past the target is straight, open, and ends on a free cell (SK-21)."""
    return lane_through(state, me, state.units[unit_of(target)]) is not None


@ability("bird-of-prey")
def bird_of_prey(ctx: Context, rank: int, target: Target) -> None:
    """A strength attack that cannot miss (SK-10, SK-13)."""
    ctx.strike(unit_of(target), cannot_miss=True)


@ability("slag-and-burn")
def slag_and_burn(ctx: Context, rank: int, target: Target) -> None:
    """Fire on a cell and its neighbours, and coals where nobody stands (SK-22, SK-23)."""
    cells = [cell_of(target), *surrounding(cell_of(target), SINGLE)]
    middle = ctx.state.occupied.get(cells[0])
    for unit in standing_on(ctx.state, cells):
        ctx.hurt(unit, "strength", ctx.figure("strength", rank))
        if unit == middle:
            ctx.hurt(unit, "armor", ctx.figure("armor", rank))
    for cell in _free_of_fire(ctx.state, cells)[: ctx.figure("coals", rank)]:
        burn = ctx.figure("burn", rank)
        ctx.place_hazard(Hazard("slag-and-burn", cell, ctx.actor, ctx.me.side, strength=burn))


@ability("tempest")
def tempest(ctx: Context, rank: int, target: Target) -> None:
    """Strength attacks around the user, clockwise from the target, friend or foe (SK-24)."""
    around = _clockwise_from(ctx.state, ctx.me, unit_of(target))
    for unit in around[: ctx.figure("units", rank)]:
        ctx.strike(unit, cannot_miss=True)


@ability("sundering-impact")
def sundering_impact(ctx: Context, rank: int, target: Target) -> None:
    """A heavier strength attack that cannot miss; Heavy Impact adds its share (SK-25)."""
    ctx.strike(unit_of(target), cannot_miss=True, extra=ctx.figure("strength", rank))
    ctx.hurt(unit_of(target), "armor", ctx.figure("armor", rank))


@ability("bring-the-pain")
def bring_the_pain(ctx: Context, rank: int, target: Target) -> None:
    """A heavier break attack, and a stronger Return the Favor for a while (SK-26)."""
    ctx.strike(unit_of(target), "break", extra=ctx.figure("damage", rank))
    ctx.give(ctx.actor, "bring-the-pain", ctx.figure("favor", rank), "own-turn-begins")


@ability("battering-ram")
def battering_ram(ctx: Context, rank: int, target: Target) -> None:
    """Armor damage, more for everyone the target is driven through, and the push (SK-27)."""
    driven = ctx.unit(unit_of(target))
    direction, cells = straight_away(ctx.me, driven), ctx.figure("push", rank)
    _, passed = pushed_to(ctx.state, driven, direction, cells, through=True)
    damage = ctx.figure("armor", rank) + ctx.figure("through", rank) * len(passed)
    ctx.hurt(driven.id, "armor", damage)
    ctx.push(driven.id, direction, cells, through=True)


@ability("impale")
def impale(ctx: Context, rank: int, target: Target) -> None:
    """A strength attack that cannot miss, a push, and bleeding for a turn (SK-28)."""
    direction = straight_away(ctx.me, ctx.unit(unit_of(target)))
    ctx.strike(unit_of(target), cannot_miss=True)
    ctx.push(unit_of(target), direction, ctx.figure("push", rank))
    ctx.give(unit_of(target), "impale", ctx.figure("bleed", rank), "own-turn-ends")


@ability("bloody-flail")
def bloody_flail(ctx: Context, rank: int, target: Target) -> None:
    """Blow upon blow, strength or armor by the die; the last, with help from beside, may go astray (SK-31)."""
    victim, blows = unit_of(target), ctx.figure("blows", rank)
    for blow in range(1, blows + 1):
        if not (ctx.me.standing and ctx.unit(victim).standing):
            return
        damage = _by_die(ctx.roll_die(PERCENT), LAST_BLOW if blow == blows else BLOW)
        if damage is not None:
            ctx.hurt(victim, damage, 1 + (_help_beside(ctx, rank) if blow == blows else 0))


@ability("kindle")
def kindle(ctx: Context, rank: int, target: Target) -> None:
    """Armor off everyone around, a push, and more armor for each cell pushed (SK-37)."""
    for unit in _clockwise(ctx.state, ctx.me):
        if not ctx.unit(unit).fighter:
            continue
        ctx.hurt(unit, "armor", ctx.figure("armor", rank))
        if ctx.unit(unit).standing:
            pushed, _ = ctx.push(unit, straight_away(ctx.me, ctx.unit(unit)), ctx.figure("push", rank))
            ctx.hurt(unit, "armor", ctx.figure("cell", rank) * pushed)


@ability("rally")
def rally(ctx: Context, rank: int, target: Target) -> None:
    """Willpower for an ally (SK-29)."""
    ctx.restore(unit_of(target), "willpower", ctx.figure("willpower", rank))


@ability("mend")
def mend(ctx: Context, rank: int, target: Target) -> None:
    """Armor for an ally, by the willpower the user had before paying (SK-29)."""
    before_paying = ctx.me.willpower + rank
    ctx.restore(unit_of(target), "armor", (before_paying + ctx.figure("more", rank)) // 2)


@ability("sunstrike")
def sunstrike(ctx: Context, rank: int, target: Target) -> None:
    """A strength attack that cannot miss; the target's next turn is without exertion (STAT-4)."""
    ctx.strike(unit_of(target), cannot_miss=True)
    ctx.give(unit_of(target), "sunstrike", 0, "own-turn-ends")


def straight_away(me: Unit, other: Unit) -> Direction:
    """The direction in which `me` pushes `other`: along the wider gap, by row on a diagonal (SK-27)."""
    across, down = _gaps(me, other)
    if abs(across) >= abs(down):
        return (1 if across > 0 else -1), 0
    return 0, (1 if down > 0 else -1)


def unaligned(me: Unit, other: Unit) -> bool:
    """Whether two units share no row and no column."""
    return 0 not in _gaps(me, other)


def lane_through(state: State, me: Unit, target: Unit) -> Lane | None:
    """The run past a target as (poses, units passed nearest first); None where there is none (SK-21)."""
    assert me.at is not None
    if unaligned(me, target):
        return None
    direction = straight_away(me, target)
    poses: list[Pose] = [(me.at, me.size)]
    passed: dict[str, None] = {}
    while True:
        poses.append((_step(poses[-1][0], direction), me.size))
        met = _met(state, me, poses[-1])
        if met is None:
            return None
        if target.id in passed and target.id not in met:
            return None if met else (poses, list(passed))
        passed.update(dict.fromkeys(met))


def _met(state: State, me: Unit, pose: Pose) -> list[str] | None:
    """Whom a runner meets on its way in a pose; None where it cannot pass."""
    cells = footprint(*pose)
    if not state.board.fits(cells):
        return None
    met = [unit for unit in standing_on(state, cells) if unit != me.id]
    return None if any(state.units[unit].obstacle for unit in met) else met


def standing_on(state: State, cells: Sequence[Cell]) -> list[str]:
    """The units on these cells, each once, in the order of the cells."""
    return list(dict.fromkeys(state.occupied[cell] for cell in cells if cell in state.occupied))


def _free_of_fire(state: State, cells: Sequence[Cell]) -> list[Cell]:
    burning = {hazard.cell for hazard in state.hazards if hazard.name == "slag-and-burn"}
    taken = burning | state.occupied.keys()
    return [cell for cell in cells if state.board.open(cell) and cell not in taken]


def _clockwise(state: State, me: Unit) -> list[str]:
    """Everything that stands around a unit, clockwise from above its anchor."""
    assert me.at is not None
    return standing_on(state, surrounding(me.at, me.size))


def _by_die(face: int, odds: Odds) -> Damage | None:
    """What a blow of the flail takes: strength up to the first figure, armor up to the second, else nothing."""
    strength, armor = odds
    return "strength" if face <= strength else "armor" if face <= armor else None


def _help_beside(ctx: Context, rank: int) -> int:
    beside = [unit for unit in _clockwise(ctx.state, ctx.me) if are_allies(ctx.me, ctx.unit(unit))]
    return min(ctx.figure("most", rank), len(beside))


def _clockwise_from(state: State, me: Unit, first: str) -> list[str]:
    """Everything that stands around a unit, clockwise, beginning with `first`."""
    assert me.at is not None
    ring = surrounding(me.at, me.size)
    start = next(n for n, cell in enumerate(ring) if state.occupied.get(cell) == first)
    return standing_on(state, ring[start:] + ring[:start])


def _step(at: Cell, direction: Direction) -> Cell:
    return Cell(at.x + direction[0], at.y + direction[1])


def _gaps(me: Unit, other: Unit) -> tuple[int, int]:
    """How far the other lies to the right (or left: negative) and below (or above)."""
    assert me.at is not None and other.at is not None
    across = _gap(me.at.x, me.size.width, other.at.x, other.size.width)
    return across, _gap(me.at.y, me.size.height, other.at.y, other.size.height)


def _gap(start: int, length: int, other: int, other_length: int) -> int:
    if other >= start + length:
        return other - (start + length - 1)
    if start >= other + other_length:
        return -(start - (other + other_length - 1))
    return 0


def _taken_off(bearer: Unit, amount: int, damage: Damage, dealt: int) -> int:
    return dealt - amount


def _none(bearer: Unit, amount: int, value: int) -> int:
    return 0


def _bleed(ctx: Context, bearer: Unit, amount: int, cells: int) -> None:
    source = next(effect.source for effect in reversed(bearer.lasting) if effect.name == "impale")
    ctx.hurt(bearer.id, "strength", amount * cells, by=source, cause="effect", name="impale", hit=False)


HOOKS |= {
    "stone-wall": Hooks(reduce=_taken_off),
    "sunstrike": Hooks(exertion=_none),
    "impale": Hooks(on_walk=_bleed),
}
