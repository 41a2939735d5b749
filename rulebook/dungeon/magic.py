"""What spells do once they are cast (DS-MAGIC, the starter spells)."""

from __future__ import annotations

from collections.abc import Callable

from rulebook.dungeon import aiming, combat
from rulebook.dungeon.cards import Spell
from rulebook.dungeon.effects import Context
from rulebook.dungeon.events import Healed, SpellCast
from rulebook.dungeon.state import Lasting
from rulebook.dungeon.steps import Cast

Effect = Callable[[Context, str, Spell, Cast], None]


def cast(ctx: Context, caster: str, step: Cast) -> None:
    """Turn the card and let the spell act; it was found legal before (DS-MAGIC-07)."""
    spell = ctx.state.spells[step.spell]
    ctx.tell(SpellCast(ctx.at, caster, spell.key, step.target, spell.recharge, step.square))
    _EFFECTS[spell.effect](ctx, caster, spell, step)


def _attack(ctx: Context, caster: str, spell: Spell, step: Cast) -> None:
    ctx.magic_attack(caster, spell.key, step.target)


def _blast(ctx: Context, caster: str, spell: Spell, step: Cast) -> None:
    """Everybody on and around the chosen model, it first, the caster never (AMD-18)."""
    area = combat.blast_area(ctx.model(step.target))
    inside = [m.id for m in ctx.state.models.values() if m.id != caster and not area.isdisjoint(m.squares)]
    _attack_each(ctx, caster, spell, sorted(inside, key=lambda name: name != step.target))


def _wail(ctx: Context, caster: str, spell: Spell, step: Cast) -> None:
    targets = aiming.wail_targets(ctx.state, ctx.model(caster), spell)
    _attack_each(ctx, caster, spell, [target.id for target in targets])


def _attack_each(ctx: Context, caster: str, spell: Spell, targets: list[str]) -> None:
    """A roll of its own for each (DS-MAGIC-08), until one decides the game."""
    for target in targets:
        if not ctx.over:
            ctx.magic_attack(caster, spell.key, target)


def _unward(ctx: Context, caster: str, spell: Spell, step: Cast) -> None:
    ctx.lower_ward(step.target, caster, spell.amount)


def _weaken(ctx: Context, caster: str, spell: Spell, step: Cast) -> None:
    until = ctx.state.round + spell.rounds
    ctx.give_effect(step.target, Lasting(spell.key, "armour", -spell.amount, caster, "round-ends", until))


def _harden(ctx: Context, caster: str, spell: Spell, step: Cast) -> None:
    until = ctx.state.round + spell.rounds
    ctx.give_effect(step.target, Lasting(spell.key, "armour", spell.amount, caster, "round-ends", until))


def _hasten(ctx: Context, caster: str, spell: Spell, step: Cast) -> None:
    """A friend moves at once, by all the rules of movement (AMB-13)."""
    ctx.start_move(step.target, step.path, spell.amount)


def _mend(ctx: Context, caster: str, spell: Spell, step: Cast) -> None:
    wounds = max(0, ctx.model(step.target).wounds - spell.amount)
    ctx.tell(Healed(ctx.at, step.target, wounds, caster))


def _summon(ctx: Context, caster: str, spell: Spell, step: Cast) -> None:
    assert step.square is not None
    ctx.place(ctx.minion(spell.minion, step.square, step.facing), caster)


_EFFECTS: dict[str, Effect] = {
    "attack": _attack,
    "blast": _blast,
    "wail": _wail,
    "unward": _unward,
    "weaken": _weaken,
    "harden": _harden,
    "hasten": _hasten,
    "mend": _mend,
    "summon": _summon,
}
