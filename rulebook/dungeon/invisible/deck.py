"""The Invisible Overlord's deck: shuffling, turning up cards, shuffling again (IO-COM-02, IO-COM-11)."""

from __future__ import annotations

from rulebook.dungeon.deployment import shuffle
from rulebook.dungeon.effects import Context
from rulebook.dungeon.events import InvisibleCardRevealed, InvisibleDeckShuffled
from rulebook.dungeon.invisible.cards import CARDS, IoCard, deck_for
from rulebook.dungeon.invisible.records import Slot

REASON = "invisible-deck"


def prepare(ctx: Context) -> None:
    """Shuffle the basic cards with those of the ruling Overlord, unless the deck is given (IO-COM-02)."""
    given = ctx.state.invisible
    if given is not None:
        ctx.tell(InvisibleDeckShuffled(ctx.at, given.deck, ()))
        return
    _shuffle(ctx, deck_for(ctx.state.mission.necromancer), again=False)


def _shuffle(ctx: Context, cards: tuple[str, ...], *, again: bool) -> None:
    deck, rolls = shuffle(ctx, cards, REASON)
    ctx.tell(InvisibleDeckShuffled(ctx.at, deck, rolls, again))


def reveal(ctx: Context, slot: Slot) -> IoCard:
    """Turn up the next card; once the deck has run out, the discards are shuffled first (IO-COM-11)."""
    cards = ctx.state.invisible
    assert cards is not None
    if not cards.deck:
        _shuffle(ctx, cards.discard, again=True)
    card = CARDS[_top(ctx)]
    resolved = slot != "interrupt" or card.interrupt
    ctx.tell(InvisibleCardRevealed(ctx.at, card.key, slot, number_of(ctx, card, slot), resolved))
    return card


def _top(ctx: Context) -> str:
    cards = ctx.state.invisible
    assert cards is not None
    return cards.deck[0]


def number_of(ctx: Context, card: IoCard, slot: Slot) -> int:
    """The first card of the Overlord's turn takes the adventure's orders for its Number (IO-COM-09)."""
    return ctx.state.mission.orders_per_turn if slot == "first" and card.order is not None else card.number
