"""Talents and items that act at moments of their own: what each does at the moments that `hooks.py` names."""

from rulebook.saga.catalogue.traits import MOST_TALENT_RANK, REGAIN_CHANCES, RESIST_CHANCE
from rulebook.saga.effects import Context
from rulebook.saga.events import Damage
from rulebook.saga.hooks import HOOKS, Blow, Hooks, are_enemies
from rulebook.saga.state import Unit

PERCENT = 100


def hunker_down(ctx: Context, bearer: Unit, amount: int, damage: Damage, dealt: int) -> int:
    """Points of an armor hit that are resisted (SK-340)."""
    return _resisted(ctx, bearer, "hunker-down", amount) if damage == "armor" else 0


def robust(ctx: Context, bearer: Unit, amount: int, damage: Damage, dealt: int) -> int:
    """Points of a strength hit that are resisted (SK-340)."""
    return _resisted(ctx, bearer, "robust", amount) if damage == "strength" else 0


def _resisted(ctx: Context, bearer: Unit, talent: str, rank: int) -> int:
    face = ctx.roll_for(bearer.id, PERCENT, talent, rank)
    return rank if face <= RESIST_CHANCE else 0


def tighten_straps(ctx: Context, bearer: Unit, amount: int) -> None:
    """A chance of 1 armor at the beginning of the unit's turn; nothing is rolled where none is missing (SK-341)."""
    if bearer.armor >= bearer.max_armor:
        return
    chance = REGAIN_CHANCES[min(amount, MOST_TALENT_RANK) - 1]
    if ctx.roll_for(bearer.id, PERCENT, "tighten-straps", amount) <= chance:
        ctx.restore(bearer.id, "armor", 1, by=bearer.id, name="tighten-straps")


def turn_armor(ctx: Context, bearer: Unit, amount: int) -> None:
    """Armor back at the beginning of each of the unit's turns (SK-342)."""
    ctx.restore(bearer.id, "armor", amount, by=bearer.id, name="turn-armor")


def rest_willpower(ctx: Context, bearer: Unit, amount: int) -> None:
    """More willpower from a rest, never above the maximum (SK-342, STAT-3)."""
    ctx.restore(bearer.id, "willpower", amount, by=bearer.id, name="rest-willpower")


def rest_armor(ctx: Context, bearer: Unit, amount: int) -> None:
    """Armor back from a rest (SK-342)."""
    ctx.restore(bearer.id, "armor", amount, by=bearer.id, name="rest-armor")


def kill_willpower(ctx: Context, bearer: Unit, amount: int, blow: Blow) -> None:
    """Willpower for felling an enemy (SK-342)."""
    if are_enemies(bearer, ctx.unit(blow.target)):
        ctx.restore(bearer.id, "willpower", amount, by=bearer.id, name="kill-willpower")


def resist_strength(bearer: Unit, amount: int, damage: Damage, dealt: int) -> int:
    """What is left of a hit after the points that are ignored (SK-342)."""
    return dealt - amount if damage == "strength" else dealt


HOOKS |= {
    "hunker-down": Hooks(resist=hunker_down),
    "robust": Hooks(resist=robust),
    "tighten-straps": Hooks(on_turn=tighten_straps),
    "turn-armor": Hooks(on_turn=turn_armor),
    "rest-willpower": Hooks(on_rest=rest_willpower),
    "rest-armor": Hooks(on_rest=rest_armor),
    "kill-willpower": Hooks(on_kill=kill_willpower),
    "resist-strength": Hooks(reduce=resist_strength),
}
