"""Everything that can be done to a game, as imperatives.

`at` is the moment the request arrived, in milliseconds since the epoch, UTC; `apply`
takes the later of it and the state's last moment. `by` is a player's id or `director`.
Who may act for whom under the rules is checked by `apply`; who is who, by the caller.
"""

from dataclasses import dataclass
from typing import ClassVar, Literal

from rulebook.dungeon.grid import Facing, Square
from rulebook.dungeon.state import DIRECTOR, Corrected, Moment, Strikes
from rulebook.dungeon.steps import Step
from rulebook.table.actions import (
    CancelAbsence as CancelAbsence,
)
from rulebook.table.actions import (
    ChangePlayer as ChangePlayer,
)
from rulebook.table.actions import (
    CreditOutage as CreditOutage,
)
from rulebook.table.actions import (
    DeadlinePassed as DeadlinePassed,
)
from rulebook.table.actions import (
    DeclareAbsence as DeclareAbsence,
)
from rulebook.table.actions import (
    EndBattle as EndBattle,
)
from rulebook.table.actions import (
    Extend as Extend,
)
from rulebook.table.actions import (
    HandBack as HandBack,
)
from rulebook.table.actions import (
    PauseBattle as PauseBattle,
)
from rulebook.table.actions import (
    ResumeBattle as ResumeBattle,
)
from rulebook.table.actions import (
    TakeOver as TakeOver,
)
from rulebook.table.actions import (
    WithdrawPlan as WithdrawPlan,
)

PassScope = Literal["window", "round", "always", "none"]


@dataclass(frozen=True, slots=True)
class Placement:
    """Where a hero starts, and how it faces (DS-SETUP-04)."""

    unit: str
    square: Square
    facing: Facing = "N"


@dataclass(frozen=True, slots=True)
class Deploy:
    """Place heroes on start squares before the first round, some or all of a player's."""

    kind: ClassVar[str] = "deploy"
    by: str
    placements: tuple[Placement, ...]
    at: Moment


@dataclass(frozen=True, slots=True)
class PlayStep:
    """Take one step with a model, or with the Overlord himself (IMP-02).

    A hero's first step begins its turn, an Overlord model's its activation. `extra` has a
    model activated by a card's extra activation although an order is left (DS-CARD-03).
    `round` is the round it was written for; once that is over, it is refused.
    """

    kind: ClassVar[str] = "play-step"
    by: str
    unit: str
    step: Step
    at: Moment
    round: int | None = None
    extra: bool = False


@dataclass(frozen=True, slots=True)
class AnswerTrade:
    """Take or refuse the trade that is on offer (DS-ITEM-06)."""

    kind: ClassVar[str] = "answer-trade"
    by: str
    accept: bool
    at: Moment


@dataclass(frozen=True, slots=True)
class AnswerStrike:
    """Make, or let go, the free strike that a player is asked about (DS-FREE-04, IMP-03)."""

    kind: ClassVar[str] = "answer-strike"
    by: str
    unit: str
    strike: bool
    at: Moment


@dataclass(frozen=True, slots=True)
class Instruct:
    """Standing instructions of a model: its free strikes, and items it does not use (IMP-03)."""

    kind: ClassVar[str] = "instruct"
    by: str
    unit: str
    at: Moment
    strikes: Strikes = "always"
    declined: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PassWindows:
    """The Overlord passes the open window, those of this round, or all until he says `none`."""

    kind: ClassVar[str] = "pass-windows"
    by: str
    scope: PassScope
    at: Moment


@dataclass(frozen=True, slots=True)
class LeavePlan:
    """Leave, or change, an early turn: steps to take as soon as the hero may start; then it ends.

    `after` names heroes whose turns of this round must be over first.
    """

    kind: ClassVar[str] = "leave-plan"
    by: str
    unit: str
    steps: tuple[Step, ...]
    at: Moment
    after: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Correct:
    """The director sets a model's wounds, place, facing or items, on the record."""

    kind: ClassVar[str] = "correct"
    unit: str
    to: Corrected
    reason: str
    at: Moment


Action = (
    Deploy
    | PlayStep
    | AnswerTrade
    | AnswerStrike
    | Instruct
    | PassWindows
    | LeavePlan
    | WithdrawPlan
    | DeadlinePassed
    | DeclareAbsence
    | CancelAbsence
    | TakeOver
    | ChangePlayer
    | HandBack
    | PauseBattle
    | ResumeBattle
    | CreditOutage
    | Correct
    | Extend
    | EndBattle
)

ACTIONS: tuple[type[Action], ...] = (
    Deploy,
    PlayStep,
    AnswerTrade,
    AnswerStrike,
    Instruct,
    PassWindows,
    LeavePlan,
    WithdrawPlan,
    DeadlinePassed,
    DeclareAbsence,
    CancelAbsence,
    TakeOver,
    ChangePlayer,
    HandBack,
    PauseBattle,
    ResumeBattle,
    CreditOutage,
    Correct,
    Extend,
    EndBattle,
)


def author(action: Action) -> str:
    """Whose act it is: a player's id, `director`, or nobody's (an empty string)."""
    if isinstance(action, DeadlinePassed | CreditOutage):
        return ""
    if isinstance(action, DeclareAbsence | CancelAbsence):
        return action.player
    return getattr(action, "by", DIRECTOR)
