"""The director's hand on the board, the end of a battle, and what was taken back."""

from dataclasses import dataclass
from typing import ClassVar

from rulebook.dice import Roll
from rulebook.saga.actions import Attribute
from rulebook.saga.board import Cell
from rulebook.saga.state import Fate, Moment, Share


@dataclass(frozen=True, slots=True)
class UnitRevealed:
    """A hidden unit stepped onto the board (DEPL-6)."""

    kind: ClassVar[str] = "unit-revealed"
    version: ClassVar[int] = 1
    at: Moment
    unit: str
    cell: Cell
    turned: bool


@dataclass(frozen=True, slots=True)
class UnitCorrected:
    """The director set a number, or a place on the board, with a reason (POST-2)."""

    kind: ClassVar[str] = "unit-corrected"
    version: ClassVar[int] = 1
    at: Moment
    unit: str
    attribute: Attribute
    before: int | Cell
    after: int | Cell
    reason: str


@dataclass(frozen=True, slots=True)
class BattleUndecided:
    """More than one side won, or all were emptied, by one action: the director decides (WIN-2)."""

    kind: ClassVar[str] = "battle-undecided"
    version: ClassVar[int] = 1
    at: Moment


@dataclass(frozen=True, slots=True)
class BattleEnded:
    """It is over: `winner` is a side, or None; `reason` a code of ours or the director's words."""

    kind: ClassVar[str] = "battle-ended"
    version: ClassVar[int] = 1
    at: Moment
    winner: str | None
    reason: str


@dataclass(frozen=True, slots=True)
class FateRolled:
    """What a defeat means for a character, with the rolls that decided it (WOUND-3, DEATH-4)."""

    kind: ClassVar[str] = "fate-rolled"
    version: ClassVar[int] = 1
    at: Moment
    fate: Fate
    wound_roll: Roll | None = None
    death_roll: Roll | None = None


@dataclass(frozen=True, slots=True)
class RenownProposed:
    """The renown that the battle would give by default (REN-1); the director confirms it."""

    kind: ClassVar[str] = "renown-proposed"
    version: ClassVar[int] = 1
    at: Moment
    shares: tuple[Share, ...]
