"""The seam of the Invisible Overlord: who plays when nobody sits on the Overlord's chair.

A variant registers an `Opponent` under its name. It is called at the moment a window or
the Overlord's turn opens, acts through the same verbs as a person's steps, and returns
when it has done; closing the window or the turn is the course's business.
"""

from __future__ import annotations

from typing import Protocol

from rulebook.dungeon.effects import Context
from rulebook.dungeon.state import State


class Opponent(Protocol):
    """An automated Overlord. Every method acts on the context and returns when it is done."""

    def prepare(self, ctx: Context) -> None:
        """Before the first round: build and shuffle what decks it needs."""

    def window(self, ctx: Context) -> bool:
        """Between two hero turns: the interrupt check (IO-COM-08). Whether there was an interrupt."""

    def turn(self, ctx: Context) -> None:
        """The Overlord's turn (IO-COM-09)."""


OPPONENTS: dict[str, Opponent] = {}
"""By the name of their variant, as in the table rule `io_variant`."""


def of(state: State) -> Opponent:
    """The opponent of this game."""
    return OPPONENTS[state.rules.io_variant]
