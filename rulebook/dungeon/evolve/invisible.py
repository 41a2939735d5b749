"""The Invisible Overlord's deck and choices, folded into the state."""

from rulebook.change import change
from rulebook.dungeon import events as told
from rulebook.dungeon.evolve.records import Evolve, unchanged, with_dice_rolled
from rulebook.dungeon.state import (
    Invisible,
    State,
)


def _invisible_deck_shuffled(state: State, event: told.InvisibleDeckShuffled) -> State:
    return change(with_dice_rolled(state, event.rolls), invisible=Invisible(event.deck))


def _invisible_card_revealed(state: State, event: told.InvisibleCardRevealed) -> State:
    cards = state.invisible
    assert cards is not None
    return change(state, invisible=Invisible(cards.deck[1:], (event.card, *cards.discard)))


def _invisible_chose(state: State, event: told.InvisibleChose) -> State:
    return with_dice_rolled(state, event.rolls)


EVOLVE: dict[type, Evolve] = {
    told.InvisibleDeckShuffled: _invisible_deck_shuffled,
    told.InvisibleCardRevealed: _invisible_card_revealed,
    told.InvisibleOrdered: unchanged,
    told.InvisibleWeighed: unchanged,
    told.InvisibleChose: _invisible_chose,
}
