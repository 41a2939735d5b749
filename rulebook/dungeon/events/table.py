"""What people say and do around the board: instructions, plans, absences, the director."""

from dataclasses import dataclass
from typing import ClassVar

from rulebook.dungeon.state import Corrected, Moment, Plan, Side, Strikes
from rulebook.dungeon.steps import Step


@dataclass(frozen=True, slots=True)
class AbsenceEnded:
    """A player's announced absence is over: what they play is theirs again (SK-236)."""

    kind: ClassVar[str] = "absence-ended"
    version: ClassVar[int] = 1
    at: Moment
    player: str


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
