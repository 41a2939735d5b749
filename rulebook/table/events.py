"""What happened around a table, as facts; each ruleset adds those of its game. Added to, never renamed."""

from dataclasses import dataclass
from typing import ClassVar

from rulebook.table.actions import Moment


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """The last standing unit in the order has posted or run out of time (CLOCK-5)."""

    kind: ClassVar[str] = "round-ended"
    version: ClassVar[int] = 1
    at: Moment
    round: int


@dataclass(frozen=True, slots=True)
class PlanWithdrawn:
    """A player took an early turn back (EARLY-1)."""

    kind: ClassVar[str] = "plan-withdrawn"
    version: ClassVar[int] = 1
    at: Moment
    unit: str


@dataclass(frozen=True, slots=True)
class AbsenceDeclared:
    """A player will be away (ABSENT-1)."""

    kind: ClassVar[str] = "absence-declared"
    version: ClassVar[int] = 1
    at: Moment
    player: str
    start: Moment
    end: Moment


@dataclass(frozen=True, slots=True)
class AbsenceCancelled:
    """A player is back before the time: of the absence from `start` to `end`, or of every one."""

    kind: ClassVar[str] = "absence-cancelled"
    version: ClassVar[int] = 1
    at: Moment
    player: str
    start: Moment | None = None
    end: Moment | None = None


@dataclass(frozen=True, slots=True)
class UnitTakenOver:
    """The director plays this unit from now on (ABSENT-2)."""

    kind: ClassVar[str] = "unit-taken-over"
    version: ClassVar[int] = 1
    at: Moment
    unit: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class UnitHandedBack:
    """The player plays this unit again (ABSENT-2)."""

    kind: ClassVar[str] = "unit-handed-back"
    version: ClassVar[int] = 1
    at: Moment
    unit: str


@dataclass(frozen=True, slots=True)
class PlayerChanged:
    """Another player plays this unit from now on; nobody stands in for it any more.

    `due` is when placing ends from now on, where the new player was given more time to place it; else None.
    """

    kind: ClassVar[str] = "player-changed"
    version: ClassVar[int] = 1
    at: Moment
    unit: str
    player: str
    due: Moment | None = None


@dataclass(frozen=True, slots=True)
class BattlePaused:
    """Every clock stands still (CLOCK-6)."""

    kind: ClassVar[str] = "battle-paused"
    version: ClassVar[int] = 1
    at: Moment
    reason: str = ""


@dataclass(frozen=True, slots=True)
class BattleResumed:
    """Clocks run on with what was left; `due` is the open deadline's new moment, if any."""

    kind: ClassVar[str] = "battle-resumed"
    version: ClassVar[int] = 1
    at: Moment
    due: Moment | None


@dataclass(frozen=True, slots=True)
class OutageCredited:
    """The time the service was down was given back; `due` as it is now, if a clock runs."""

    kind: ClassVar[str] = "outage-credited"
    version: ClassVar[int] = 1
    at: Moment
    start: Moment
    end: Moment
    due: Moment | None
    added: int


@dataclass(frozen=True, slots=True)
class Undone:
    """The director took back everything after event number `to` (from 1; 0 takes back all)."""

    kind: ClassVar[str] = "undone"
    version: ClassVar[int] = 1
    at: Moment
    to: int
    reason: str
