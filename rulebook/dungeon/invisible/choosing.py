"""Ranking candidates and settling ties, with everything put on record (IMP-04, IO-COM-13)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from rulebook.dice import Roll
from rulebook.dungeon.effects import Context
from rulebook.dungeon.events import InvisibleChose
from rulebook.dungeon.invisible.records import Candidate, Decider, Matter, Order, Ranking

Item = TypeVar("Item")
TIE_REASON = "invisible-tie"
MOST_LISTED = 24
"""How many candidates a choice lists, the best ones; of more it says how many they are."""


@dataclass(frozen=True, slots=True)
class Ranked(Generic[Item]):
    """A candidate with what stands behind its name."""

    item: Item
    name: str
    values: tuple[int, ...]
    target: str = ""


@dataclass(frozen=True, slots=True)
class Note:
    """What a choice is about: for the record."""

    matter: Matter
    rule: str
    order: Order | None = None
    unit: str = ""


def in_order(keys: Sequence[Ranking], ranked: Sequence[Ranked[Item]]) -> list[Ranked[Item]]:
    """The candidates, best first; equals stay as they were."""
    return sorted(ranked, key=lambda one: _position(keys, one.values))


def _position(keys: Sequence[Ranking], values: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(value if key.low else -value for key, value in zip(keys, values, strict=True))


def choose(
    ctx: Context,
    note: Note,
    keys: Sequence[Ranking],
    ranked: Sequence[Ranked[Item]],
    undead: Callable[[Item], bool] | None = None,
) -> list[Item]:
    """The best candidate. Of several equal ones all Undead, where that is asked for, otherwise
    the one with the highest die (IO-OFF-02, IO-IMP-04, IO-COM-13)."""
    listed = in_order(keys, ranked)
    tied = [one for one in listed if one.values == listed[0].values]
    chosen, decider, rolls = _settled(ctx, tied, undead)
    if len(listed) == 1:
        decider = "only"
    ctx.tell(
        InvisibleChose(
            ctx.at,
            note.matter,
            note.rule,
            note.order,
            note.unit,
            tuple(keys),
            tuple(Candidate(one.name, one.values, one.target) for one in listed[:MOST_LISTED]),
            tuple(one.name for one in chosen),
            decider,
            rolls,
            max(0, len(listed) - MOST_LISTED),
        )
    )
    return [one.item for one in chosen]


def _settled(
    ctx: Context, tied: list[Ranked[Item]], undead: Callable[[Item], bool] | None
) -> tuple[list[Ranked[Item]], Decider, tuple[Roll, ...]]:
    if len(tied) == 1:
        return tied, "key", ()
    risen = [one for one in tied if undead is not None and undead(one.item)]
    if risen:
        return risen, "undead", ()
    winner, rolls = _highest_die(ctx, tied)
    return [winner], "die", rolls


def _highest_die(ctx: Context, tied: list[Ranked[Item]]) -> tuple[Ranked[Item], tuple[Roll, ...]]:
    """A die for each, the highest wins, those who tie roll again (IO-COM-13)."""
    rolls: list[Roll] = []
    while len(tied) > 1:
        thrown = ctx.roll(len(tied), TIE_REASON)
        rolls += thrown
        highest = max(roll.face for roll in thrown)
        tied = [one for one, roll in zip(tied, thrown, strict=True) if roll.face == highest]
    return tied[0], tuple(rolls)
