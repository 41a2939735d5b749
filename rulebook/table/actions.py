"""What can be done around every table, as imperatives; each ruleset adds what its game needs.

`at` is the moment the request arrived, in milliseconds since the epoch, UTC; `by` is a
player's id or `director`.
"""

from dataclasses import dataclass
from typing import ClassVar

Moment = int


@dataclass(frozen=True, slots=True)
class WithdrawPlan:
    """Take an early turn back before it is frozen (EARLY-1)."""

    kind: ClassVar[str] = "withdraw-plan"
    by: str
    unit: str
    at: Moment


@dataclass(frozen=True, slots=True)
class DeadlinePassed:
    """Nothing but time: expire what is due at `at` (CLOCK-4)."""

    kind: ClassVar[str] = "deadline-passed"
    at: Moment


@dataclass(frozen=True, slots=True)
class DeclareAbsence:
    """Be away from `start` up to `end` (ABSENT-1).

    `known`: it had been announced before its player came to play here, and so before the open turn opened.
    """

    kind: ClassVar[str] = "declare-absence"
    player: str
    start: Moment
    end: Moment
    at: Moment
    known: bool = False

    def holds_for_one_opened(self, opened: Moment) -> bool:
        """Whether a turn open already is one of an absent player's: this had been announced before it opened."""
        return self.known and self.start <= opened < self.end


@dataclass(frozen=True, slots=True)
class CancelAbsence:
    """Be back: the absence from `start` to `end` is void; without them every one of the player's that has not ended."""

    kind: ClassVar[str] = "cancel-absence"
    player: str
    at: Moment
    start: Moment | None = None
    end: Moment | None = None


@dataclass(frozen=True, slots=True)
class TakeOver:
    """The director takes a player's unit over (ABSENT-2).

    `departed` says that its player has left for good: no absence is asked for, and an early turn is void.
    """

    kind: ClassVar[str] = "take-over"
    unit: str
    at: Moment
    reason: str = ""
    departed: bool = False


@dataclass(frozen=True, slots=True)
class ChangePlayer:
    """Another player plays this unit from now on; a turn that is open gets a fresh turn's length."""

    kind: ClassVar[str] = "change-player"
    unit: str
    player: str
    at: Moment


@dataclass(frozen=True, slots=True)
class HandBack:
    """The director hands a unit back, or leaves an early turn it was asked about to the player.

    A turn that is open gets a fresh turn's length (ABSENT-2).
    """

    kind: ClassVar[str] = "hand-back"
    unit: str
    at: Moment


@dataclass(frozen=True, slots=True)
class PauseBattle:
    """Stop every clock (CLOCK-6)."""

    kind: ClassVar[str] = "pause"
    at: Moment
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ResumeBattle:
    """Let the clocks run on with what was left (CLOCK-6)."""

    kind: ClassVar[str] = "resume"
    at: Moment


@dataclass(frozen=True, slots=True)
class CreditOutage:
    """Give back the time the service was down, before any deadline is applied (CLOCK-6)."""

    kind: ClassVar[str] = "credit-outage"
    start: Moment
    end: Moment
    at: Moment


@dataclass(frozen=True, slots=True)
class Extend:
    """The director gives the running turn more hours of this table."""

    kind: ClassVar[str] = "extend"
    unit: str
    hours: float
    reason: str
    at: Moment


@dataclass(frozen=True, slots=True)
class EndBattle:
    """The director ends the battle, or decides one in which both sides were emptied (WIN-2)."""

    kind: ClassVar[str] = "end-battle"
    winner: str | None
    reason: str
    at: Moment
