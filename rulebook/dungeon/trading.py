"""Paraphernalia changing hands (DS-ITEM-06)."""

from __future__ import annotations

from collections import Counter

from rulebook.dungeon.effects import Context
from rulebook.dungeon.events import ItemsTraded, TradeLapsed, TradeOffered
from rulebook.dungeon.grid import are_adjacent
from rulebook.dungeon.state import DIRECTOR, Model, State
from rulebook.dungeon.steps import Trade
from rulebook.errors import Illegal, Unreadable


def check_trade(state: State, model: Model, step: Trade) -> None:
    """Raises `illegal-target`, `not-adjacent`, `nothing-to-trade`, `unknown-item`, `not-paraphernalia`."""
    other = state.models.get(step.other)
    if other is None or not other.on_board or not other.is_hero or not model.is_hero or other.id == model.id:
        message = f"{model.id} cannot trade with {step.other!r}."
        raise Illegal("illegal-target", message, {"unit": model.id, "target": step.other})
    if not are_adjacent(model.squares, other.squares):
        message = f"{other.id} does not stand next to {model.id}."
        raise Illegal("not-adjacent", message, {"unit": model.id, "target": other.id})
    if not step.give and not step.take:
        raise Unreadable("nothing-to-trade", "A trade needs something to give or to take.")
    _check_items(state, model, step.give)
    _check_items(state, other, step.take)


def _check_items(state: State, owner: Model, items: tuple[str, ...]) -> None:
    missing = Counter(items) - Counter(owner.items)
    if missing:
        item = min(missing)
        raise Unreadable("unknown-item", f"{owner.id} has no {item!r} to give.", {"item": item, "unit": owner.id})
    for key in items:
        if not state.items[key].paraphernalia:
            message = f"{key} stays with {owner.id}: it is no paraphernalia."
            raise Illegal("not-paraphernalia", message, {"item": key, "unit": owner.id})


def offer(ctx: Context, model_id: str, by: str, step: Trade) -> None:
    """Trade at once where one person answers for both; otherwise the other is asked."""
    ctx.tell(TradeOffered(ctx.at, model_id, step.other, step.give, step.take))
    other = ctx.model(step.other)
    if other.player == by or (by == DIRECTOR and other.taken_over):
        ctx.tell(ItemsTraded(ctx.at, model_id, step.other, step.give, step.take))


def answer(ctx: Context, by: str, accept: bool) -> None:
    """The other hero's player, or the director, takes or refuses. Raises `no-offer`, `not-your-unit`."""
    pending = ctx.state.offer
    if pending is None:
        raise Illegal("no-offer", "No trade is on offer.")
    if by not in (ctx.model(pending.other).player, DIRECTOR):
        raise Illegal("not-your-unit", f"{pending.other} is not {by}'s.", {"unit": pending.other})
    if accept:
        ctx.tell(ItemsTraded(ctx.at, pending.giver, pending.other, pending.give, pending.take))
    else:
        ctx.tell(TradeLapsed(ctx.at, pending.giver, pending.other, refused=True))


def lapse(ctx: Context) -> None:
    """Let an offer go that cannot be kept any more: apart, gone, or the items spent."""
    pending = ctx.state.offer
    if pending is None:
        return
    giver, other = ctx.model(pending.giver), ctx.model(pending.other)
    near = are_adjacent(giver.squares, other.squares)
    kept = not Counter(pending.give) - Counter(giver.items) and not Counter(pending.take) - Counter(other.items)
    if ctx.state.running is None or not near or not kept:
        ctx.tell(TradeLapsed(ctx.at, pending.giver, pending.other, refused=False))
