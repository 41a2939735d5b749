"""What the Invisible Overlord draws, weighs and chooses, with its reasons (IMP-04)."""

from dataclasses import dataclass
from typing import ClassVar

from rulebook.dice import Roll
from rulebook.dungeon.invisible.records import (
    Candidate,
    Choosing,
    Decider,
    Matter,
    Order,
    OrderCause,
    Ranking,
    Slot,
    Threat,
)
from rulebook.dungeon.state import Moment


@dataclass(frozen=True, slots=True)
class InvisibleDeckShuffled:
    """The Invisible Overlord's cards were shuffled, before the game or as they ran out (IO-COM-02, -11).

    Secret: `deck` are card ids, top first; `rolls` shuffled them.
    """

    kind: ClassVar[str] = "invisible-deck-shuffled"
    version: ClassVar[int] = 1
    at: Moment
    deck: tuple[str, ...]
    rolls: tuple[Roll, ...]
    again: bool = False


@dataclass(frozen=True, slots=True)
class InvisibleCardRevealed:
    """A card of the Invisible Overlord's was turned up (IO-COM-07 to IO-COM-10).

    `number` is what counts in this slot; `resolved`: it is carried out, not just discarded.
    """

    kind: ClassVar[str] = "invisible-card-revealed"
    version: ClassVar[int] = 1
    at: Moment
    card: str
    slot: Slot
    number: int
    resolved: bool


@dataclass(frozen=True, slots=True)
class InvisibleOrdered:
    """An order of a card begins, or another instead of it, with so many activations left;
    or what is left is lost (IO-OFF-03, IO-IMP-10)."""

    kind: ClassVar[str] = "invisible-ordered"
    version: ClassVar[int] = 1
    at: Moment
    order: Order
    left: int
    cause: OrderCause
    rule: str


@dataclass(frozen=True, slots=True)
class InvisibleWeighed:
    """How threatening each hero is for a model, part by part (IO-OFF-01, IO-IMP-03).

    `unit` is empty for what no model does.
    """

    kind: ClassVar[str] = "invisible-weighed"
    version: ClassVar[int] = 1
    at: Moment
    unit: str
    choosing: Choosing
    threats: tuple[Threat, ...]
    rule: str


@dataclass(frozen=True, slots=True)
class InvisibleChose:
    """A choice of the Invisible Overlord's: the candidates, best first, with the value of each
    key, who was chosen, by what, and by which rule (IMP-04). `unlisted` more came after them."""

    kind: ClassVar[str] = "invisible-chose"
    version: ClassVar[int] = 1
    at: Moment
    matter: Matter
    rule: str
    order: Order | None
    unit: str
    keys: tuple[Ranking, ...]
    candidates: tuple[Candidate, ...]
    chosen: tuple[str, ...]
    by: Decider
    rolls: tuple[Roll, ...] = ()
    unlisted: int = 0
