"""On the Overlord's chair: interrupt checks, the two cards of a turn, orders one after the other
(IO-COM-07 to IO-COM-10)."""

from __future__ import annotations

from collections.abc import Mapping

from rulebook.dungeon.effects import Context
from rulebook.dungeon.events import InvisibleOrdered
from rulebook.dungeon.invisible import deck, improved, official, raising, winning
from rulebook.dungeon.invisible.cards import IoCard
from rulebook.dungeon.invisible.records import Slot, Variant
from rulebook.dungeon.invisible.running import Book, Run
from rulebook.dungeon.invisible.weighing import turned_up
from rulebook.dungeon.opponent import OPPONENTS

BOOKS: Mapping[Variant, Book] = {"official": official.BOOK, "improved": improved.BOOK}
TURN_SLOTS: tuple[Slot, ...] = ("first", "second")


class InvisibleOverlord:
    """The automated Overlord in one of its variants."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant

    def prepare(self, ctx: Context) -> None:
        """Shuffle the deck (IO-COM-02)."""
        deck.prepare(ctx)

    def window(self, ctx: Context) -> bool:
        """Turn up one card: carried out if it says yes to interrupts, discarded otherwise (IO-COM-08)."""
        card = deck.reveal(ctx, "interrupt")
        if card.interrupt:
            self.carry_out(ctx, card, "interrupt")
        return card.interrupt

    def turn(self, ctx: Context) -> None:
        """Turn up and carry out two cards; an event is followed by the next card for its slot (IO-COM-09, -10)."""
        for slot in TURN_SLOTS:
            if not ctx.ended():
                self._fill(ctx, slot)

    def _fill(self, ctx: Context, slot: Slot) -> None:
        card = deck.reveal(ctx, slot)
        while card.order is None:
            raising.carry_out(ctx, card)
            if ctx.ended():
                return
            card = deck.reveal(ctx, slot)
        self.carry_out(ctx, card, slot)

    def carry_out(self, ctx: Context, card: IoCard, slot: Slot) -> None:
        """A card's event, or its order and those that follow from it (IO-OFF-03, IO-IMP-10)."""
        if card.order is None:
            raising.carry_out(ctx, card)
            return
        book = BOOKS[self.variant]
        run = Run(ctx, turned_up(ctx.state, self.variant, card), slot == "interrupt", card.order)
        left = deck.number_of(ctx, card, slot)
        for order in book.chains[card.order]:
            if left <= 0 or ctx.over:
                return
            first = order == card.order
            rule = book.rules[order] if first else book.fallback_rule
            ctx.tell(InvisibleOrdered(ctx.at, order, left, "card" if first else "fallback", rule))
            run.order = order
            left = _carry_out_order(run, book, left)
        if left > 0 and not ctx.over:
            ctx.tell(InvisibleOrdered(ctx.at, run.order, left, "lost", book.fallback_rule))


def _carry_out_order(run: Run, book: Book, left: int) -> int:
    """Activate one after the other as long as anybody can; what is left of the Number (IO-COM-05).

    Undead that are tied all act, even beyond it; the card is done then.
    """
    run.stuck.clear()
    while left > 0 and not run.ctx.over:
        if winning.takes_the_win(run):
            left -= 1
            continue
        tasks = book.next_tasks(run)
        if not tasks:
            break
        for task in tasks:
            if run.ctx.over:
                break
            if book.perform(run, task):
                left -= 1
            else:
                run.stuck.add(task)
    return left


def take_the_chair() -> None:
    """Let games choose the Invisible Overlord."""
    OPPONENTS["official"] = InvisibleOverlord("official")
    OPPONENTS["improved"] = InvisibleOverlord("improved")
