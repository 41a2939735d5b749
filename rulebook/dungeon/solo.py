"""A whole adventure played by itself: simple heroes against the Invisible Overlord (IO-COM-01)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rulebook.dice import Dice
from rulebook.dungeon import heroes
from rulebook.dungeon.actions import PlayStep
from rulebook.dungeon.adventure import Adventure
from rulebook.dungeon.events import Event, InvisibleChose
from rulebook.dungeon.evolve import evolve
from rulebook.dungeon.invisible import words
from rulebook.dungeon.resolve import apply, begin
from rulebook.dungeon.rules import TableRules
from rulebook.dungeon.setup import HeroEntry, Setup, new_state, with_heroes_placed
from rulebook.dungeon.state import Moment, State
from rulebook.dungeon.telling import tell

PARTY = ("bruna", "torvek", "sylwen", "ivo")
PLAYER = "solo"
MOST_ROUNDS = 100
"""Where no deck runs out, nobody may ever win."""


class Passage(NamedTuple):
    """What one act led to: the state before it, its events, the state after."""

    before: State
    events: tuple[Event, ...]
    after: State


def solo_setup(
    adventure: Adventure,
    rules: TableRules,
    party: Sequence[str] = PARTY,
    opened: Moment = 0,
) -> Setup:
    """A game of one player's against the Invisible Overlord that `rules` name, everybody in place."""
    entries = tuple(HeroEntry(key, PLAYER) for key in party)
    return with_heroes_placed(Setup(adventure, entries, opened, rules=rules))


def passages(setup: Setup, dice: Dice) -> Iterator[Passage]:
    """The game from its first moment to its end, act by act; given up after `MOST_ROUNDS`."""
    before = new_state(setup)
    state, events = begin(before, dice)
    yield Passage(before, events, state)
    while state.phase != "over" and state.round <= MOST_ROUNDS:
        unit, step = heroes.next_step(state)
        before = state
        state, events = apply(state, PlayStep(PLAYER, unit, step, state.moment), dice)
        yield Passage(before, events, state)


def lines(passage: Passage, language: str, *, tables: bool = True) -> Iterator[str]:
    """A passage in sentences; `tables` lists the candidates of each choice of the Overlord's."""
    state = passage.before
    for event in passage.events:
        state = evolve(state, event)
        said = tell(event, state, language)
        if said:
            yield said
        if tables and isinstance(event, InvisibleChose):
            yield from (f"      {line}" for line in words.table(event, state, language))
