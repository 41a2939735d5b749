"""Abilities that work through others: who acts next, who strikes along, who stands in for whom."""

from rulebook.saga.effects import Context, ability, aim_check, unit_of
from rulebook.saga.events import Damage
from rulebook.saga.hooks import HOOKS, Hooks, are_allies, gap, neighbours
from rulebook.saga.state import State, Unit
from rulebook.saga.steps import Target

CHAMPION = "champion"


@ability("forge-ahead")
def forge_ahead(ctx: Context, rank: int, target: Target) -> None:
    """The ally's turn comes before every other that is still to come (SK-33)."""
    others = [place.unit for place in ctx.state.places if place.status == "waiting" and place.unit != target]
    ctx.move_place(unit_of(target), others[0] if others else "")


@aim_check("forge-ahead")
def can_forge_ahead(state: State, me: Unit, rank: int, target: Target) -> bool:
    """Whether the ally has its turn of this round still to come (SK-33)."""
    place = state.place(unit_of(target))
    return place is not None and place.status == "waiting"


@ability("mark-prey")
def mark_prey(ctx: Context, rank: int, target: Target) -> None:
    """Armor off the prey, then a strength attack by every ally within reach of it (SK-35)."""
    prey = unit_of(target)
    ctx.hurt(prey, "armor", ctx.figure("armor", rank))
    for ally in [unit.id for unit in ctx.state.units.values() if are_allies(ctx.me, unit)]:
        if _reaches(ctx.state, ally, prey):
            ctx.strike_along(ally, prey)


def _reaches(state: State, ally: str, prey: str) -> bool:
    one, other = state.units[ally], state.units[prey]
    return one.standing and other.standing and one.reach.low <= gap(one, other) <= one.reach.high


@ability(CHAMPION)
def champion(ctx: Context, rank: int, target: Target) -> None:
    """Half of every hit on those beside the champion is hers until her next turn; more armor for herself (SK-36)."""
    me = ctx.me
    assert me.at is not None
    for ally in neighbours(ctx.state, me.at, me.size):
        if are_allies(me, ally):
            ctx.give(ally.id, CHAMPION, 0, "source-turn-begins")
    if ctx.figure("guard", rank):
        ctx.give(me.id, CHAMPION, ctx.figure("guard", rank), "source-turn-begins")


def _guarded(state: State, bearer: Unit, amount: int, subject: Unit) -> int:
    return amount if subject.id == bearer.id else 0


def _stand_in(ctx: Context, bearer: Unit, amount: int, damage: Damage, dealt: int, by: str) -> int:
    """The part of a hit on the bearer that its champion takes, rounded down: a loss, shared with nobody else."""
    champions = [e.source for e in bearer.lasting if e.name == CHAMPION and e.source != bearer.id]
    if not champions or dealt < 2:
        return 0
    ctx.hurt(champions[0], damage, dealt // 2, by=by, cause="effect", name=CHAMPION, hit=False)
    return dealt // 2


HOOKS |= {CHAMPION: Hooks(armor_bonus=_guarded, share=_stand_in)}
