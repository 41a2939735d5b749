"""What people say and do around the board: instructions, plans, absences, the director."""

from dataclasses import dataclass
from typing import ClassVar

from rulebook.dungeon.state import Corrected, Moment, Plan, Side, Strikes
from rulebook.dungeon.steps import Step


@dataclass(frozen=True, slots=True)
class Instructed:
    """A model's standing instructions changed."""

    kind: ClassVar[str] = "instructed"
    version: ClassVar[int] = 1
    at: Moment
    unit: str
    strikes: Strikes
    declined: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlanLeft:
    """An early turn was left, or changed. Known to its author and the director."""

    kind: ClassVar[str] = "plan-left"
    version: ClassVar[int] = 1
    at: Moment
    plan: Plan


@dataclass(frozen=True, slots=True)
class PlanWithdrawn:
    """An early turn was taken back."""

    kind: ClassVar[str] = "plan-withdrawn"
    version: ClassVar[int] = 1
    at: Moment
    unit: str


@dataclass(frozen=True, slots=True)
class PlanPlayed:
    """An early turn is played."""

    kind: ClassVar[str] = "plan-played"
    version: ClassVar[int] = 1
    at: Moment
    unit: str
    player: str
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class PlanFailed:
    """A step of an early turn was not possible any more; its player has the turn."""

    kind: ClassVar[str] = "plan-failed"
    version: ClassVar[int] = 1
    at: Moment
    unit: str
    step: int
    code: str
    message: str


@dataclass(frozen=True, slots=True)
class AbsenceDeclared:
    """A player will be away."""

    kind: ClassVar[str] = "absence-declared"
    version: ClassVar[int] = 1
    at: Moment
    player: str
    start: Moment
    end: Moment


@dataclass(frozen=True, slots=True)
class AbsenceCancelled:
    """A player is back."""

    kind: ClassVar[str] = "absence-cancelled"
    version: ClassVar[int] = 1
    at: Moment
    player: str


@dataclass(frozen=True, slots=True)
class UnitTakenOver:
    """The director plays this hero now."""

    kind: ClassVar[str] = "unit-taken-over"
    version: ClassVar[int] = 1
    at: Moment
    unit: str
    reason: str


@dataclass(frozen=True, slots=True)
class PlayerChanged:
    """Another player has the seat of this hero, or of the Overlord with all his models."""

    kind: ClassVar[str] = "player-changed"
    version: ClassVar[int] = 1
    at: Moment
    unit: str
    player: str


@dataclass(frozen=True, slots=True)
class UnitHandedBack:
    """The hero is its player's again."""

    kind: ClassVar[str] = "unit-handed-back"
    version: ClassVar[int] = 1
    at: Moment
    unit: str


@dataclass(frozen=True, slots=True)
class BattlePaused:
    """The clock stands still."""

    kind: ClassVar[str] = "battle-paused"
    version: ClassVar[int] = 1
    at: Moment
    reason: str


@dataclass(frozen=True, slots=True)
class BattleResumed:
    """The clock runs on, with what was left."""

    kind: ClassVar[str] = "battle-resumed"
    version: ClassVar[int] = 1
    at: Moment
    due: Moment | None


@dataclass(frozen=True, slots=True)
class OutageCredited:
    """Time the service was down was given back."""

    kind: ClassVar[str] = "outage-credited"
    version: ClassVar[int] = 1
    at: Moment
    start: Moment
    end: Moment
    due: Moment | None
    added: int


@dataclass(frozen=True, slots=True)
class UnitCorrected:
    """The director set some of a model's figures; what is None stayed as it was."""

    kind: ClassVar[str] = "unit-corrected"
    version: ClassVar[int] = 1
    at: Moment
    unit: str
    before: Corrected
    after: Corrected
    reason: str


@dataclass(frozen=True, slots=True)
class BattleEnded:
    """The game is over (DS-WIN)."""

    kind: ClassVar[str] = "battle-ended"
    version: ClassVar[int] = 1
    at: Moment
    winner: Side | None
    reason: str


@dataclass(frozen=True, slots=True)
class Undone:
    """The director took back every event after number `to`; what it led to is undone."""

    kind: ClassVar[str] = "undone"
    version: ClassVar[int] = 1
    at: Moment
    to: int
    reason: str
