"""Passives: what each does at the moments that `hooks.py` names."""

from rulebook.saga.abilities import straight_away
from rulebook.saga.board import Cell
from rulebook.saga.catalogue.dredge import DREDGE_UNITS
from rulebook.saga.effects import Context
from rulebook.saga.hooks import HOOKS, Blow, Hooks, are_allies, are_enemies, gap, has_passive, neighbours
from rulebook.saga.movement import Pose, pushed_to
from rulebook.saga.state import State, Unit

HEAVY_IMPACT = "heavy-impact"
BRING_THE_PAIN = "bring-the-pain"
BACK_OFF = "back-off"
SPLINTERING = 3
ANSWERED = ("strike", "ability")


def shield_wall(state: State, bearer: Unit, amount: int, subject: Unit) -> int:
    """Armor for the bearer per adjacent ally, and for each such ally (SK-40)."""
    if subject.id == bearer.id:
        return amount * len(_allies_beside(state, bearer))
    return amount if are_allies(bearer, subject) and subject.standing and gap(bearer, subject) == 1 else 0


def puncture(state: State, bearer: Unit, amount: int, target: Unit, moved: bool) -> int:
    """1 strength per so much armor the target has lost, unless the bearer has moved (SK-41)."""
    return 0 if moved else (target.max_armor - target.armor) // max(1, amount)


def heavy_impact(ctx: Context, bearer: Unit, amount: int, blow: Blow) -> None:
    """Strength off every other enemy beside the target, and what the ability adds (SK-42, SK-25)."""
    if blow.attack != "strength":
        return
    for near in neighbours(ctx.state, blow.target_at, blow.target_size):
        if near.id != blow.target and are_enemies(bearer, near):
            strength = amount + _added_around(ctx, "near_strength")
            ctx.hurt(near.id, "strength", strength, cause="passive", name=HEAVY_IMPACT)
            ctx.hurt(near.id, "armor", _added_around(ctx, "near_armor"), cause="passive", name=HEAVY_IMPACT)


def return_the_favor(ctx: Context, bearer: Unit, amount: int, blow: Blow) -> None:
    """Armor off an adjacent attacker for what it took, more after Bring the Pain (SK-43)."""
    if not blow.adjacent or not (blow.cause in ANSWERED or blow.name == HEAVY_IMPACT):
        return
    more = sum(effect.amount for effect in bearer.lasting if effect.name == BRING_THE_PAIN)
    ctx.hurt(
        blow.attacker,
        "armor",
        amount + more,
        by=bearer.id,
        cause="passive",
        name="return-the-favor",
        hit=False,
    )


def embolden(ctx: Context, bearer: Unit, amount: int, blow: Blow) -> None:
    """Willpower for the bearer and each adjacent ally when it fells an enemy (SK-44)."""
    if are_enemies(bearer, ctx.unit(blow.target)):
        for glad in [bearer, *_allies_beside(ctx.state, bearer)]:
            ctx.restore(glad.id, "willpower", amount, by=bearer.id, name="embolden")


def thick_hide(bearer: Unit, amount: int, dealt: int) -> tuple[int, int]:
    """Strength damage as (strength, armor): armor first, while there is any (SK-45)."""
    armor = min(bearer.armor, dealt)
    return dealt - armor, armor


def splinter(ctx: Context, bearer: Unit, amount: int, blow: Blow) -> None:
    """Armor off the dredge beside the bearer, and on along the chain, for a heavy hit (SK-46)."""
    heavy = blow.damage == "armor" and blow.amount >= SPLINTERING and blow.cause in ANSWERED
    if not heavy:
        return
    reached = {bearer.id}
    passing = [(blow.target_at, blow.target_size)]
    while passing:
        at, size = passing.pop(0)
        for near in neighbours(ctx.state, at, size):
            if near.id in reached or not is_dredge(near):
                continue
            reached.add(near.id)
            ctx.hurt(near.id, "armor", amount, by=blow.attacker, cause="passive", name="splinter", hit=False)
            if has_passive(near, "splinter") and near.at is not None:
                passing.append((near.at, near.size))


def back_off(ctx: Context, bearer: Unit, amount: int, blow: Blow) -> None:
    """Once a round, a few cells straight away from whoever has hurt the bearer (SK-47)."""
    by = ctx.unit(blow.attacker)
    hurt = blow.cause in ANSWERED or blow.name == HEAVY_IMPACT
    done = any(effect.name == BACK_OFF for effect in bearer.lasting)
    if not hurt or done or ctx.unit(bearer.id).defeated or by.at is None or by.id == bearer.id:
        return
    path = _retreat(ctx.state, bearer, by, amount)
    if len(path) > 1:
        ctx.give(bearer.id, BACK_OFF, amount, "round-ends", source=bearer.id)
        ctx.walk(bearer.id, path)


def _retreat(state: State, bearer: Unit, by: Unit, cells: int) -> list[Pose]:
    """The poses of a way straight back, as far as it is free, the present one first."""
    assert bearer.at is not None
    across, down = straight_away(by, bearer)
    reached, _ = pushed_to(state, bearer, (across, down), cells)
    x, y = bearer.at
    return [(Cell(x + across * n, y + down * n), bearer.size) for n in range(reached + 1)]


def depraved(ctx: Context, bearer: Unit, amount: int, blow: Blow) -> None:
    """Willpower off everyone beside it when it falls (SK-48)."""
    if ctx.unit(bearer.id).standing:
        return
    for near in neighbours(ctx.state, blow.target_at, blow.target_size):
        ctx.drain(near.id, amount, by=bearer.id, name="depraved")


def is_dredge(unit: Unit) -> bool:
    """Whether Splinter reaches this unit: a dredge by race, by kind, or by the passive."""
    return unit.race == "dredge" or unit.class_key in DREDGE_UNITS or has_passive(unit, "splinter")


def _allies_beside(state: State, bearer: Unit) -> list[Unit]:
    if bearer.at is None:
        return []
    beside = neighbours(state, bearer.at, bearer.size)
    return [near for near in beside if are_allies(bearer, near)]


def _added_around(ctx: Context, figure: str) -> int:
    """What the ability in use adds to Heavy Impact, if it does."""
    used = ctx.state.abilities.get(ctx.name)
    return used.figure(figure, ctx.rank) if used and figure in used.figures else 0


HOOKS |= {
    "shield-wall": Hooks(armor_bonus=shield_wall),
    "puncture": Hooks(strength_bonus=puncture),
    HEAVY_IMPACT: Hooks(after_hit=heavy_impact),
    "return-the-favor": Hooks(after_damage=return_the_favor),
    "embolden": Hooks(on_kill=embolden),
    "light-step": Hooks(passes_allies=True),
    "thick-hide": Hooks(redirect=thick_hide),
    "shield-mastery": Hooks(redirect=thick_hide),
    "depraved": Hooks(after_damage=depraved),
    BACK_OFF: Hooks(after_damage=back_off),
    "splinter": Hooks(after_damage=splinter),
}
