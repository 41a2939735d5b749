"""Everything that can be done to a battle, as imperatives.

`at` is the moment the request arrived, in milliseconds since the epoch, UTC; `apply`
takes the later of it and the state's last moment. `by` is a player's id or `director`.
Who may act for whom under the rules is checked by `apply`; who is who, by the caller.
"""

from dataclasses import dataclass
from typing import ClassVar, Literal

from rulebook.saga.board import Cell
from rulebook.saga.state import DIRECTOR, Alternative, Moment, Order
from rulebook.saga.steps import Step
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

Attribute = Literal["strength", "armor", "willpower", "hero_points", "at"]


@dataclass(frozen=True, slots=True)
class Placement:
    """Where a unit is to stand when the battle begins; `turned` lays a 1x2 unit along a row."""

    unit: str
    cell: Cell
    turned: bool = False


@dataclass(frozen=True, slots=True)
class Deploy:
    """Place units in turn 0, some or all of a player's (DEPL-1)."""

    kind: ClassVar[str] = "deploy"
    by: str
    placements: tuple[Placement, ...]
    at: Moment


@dataclass(frozen=True, slots=True)
class PlayTurn:
    """Take a unit's turn, in its place or late (TURN-1, LATE-1).

    `round` is the round it was written for; once that is over, the post is refused.
    """

    kind: ClassVar[str] = "play-turn"
    by: str
    unit: str
    steps: tuple[Step, ...]
    at: Moment
    round: int | None = None


@dataclass(frozen=True, slots=True)
class LeavePlan:
    """Leave, or change, an early turn for this round (EARLY-1).

    `round` is the round it was written for; once that is over, it is refused.
    """

    kind: ClassVar[str] = "leave-plan"
    by: str
    unit: str
    alternatives: tuple[Alternative, ...]
    at: Moment
    round: int | None = None


@dataclass(frozen=True, slots=True)
class PlayPlan:
    """The director publishes an early turn: an alternative (from 0), or steps adapted from one.

    With table rule `early_turns = director` when asked for, and in either mode when no
    alternative could be played (EARLY-2, EARLY-3).
    """

    kind: ClassVar[str] = "play-plan"
    unit: str
    at: Moment
    alternative: int = 0
    steps: tuple[Step, ...] | None = None


@dataclass(frozen=True, slots=True)
class GiveOrders:
    """Leave, or change, a unit's standing orders for this battle (SK-152); without any it follows none here."""

    kind: ClassVar[str] = "give-orders"
    by: str
    unit: str
    orders: tuple[Order, ...]
    at: Moment


@dataclass(frozen=True, slots=True)
class DropOrders:
    """Take a unit's orders of this battle back; those of the sheet hold again (SK-152, SK-157)."""

    kind: ClassVar[str] = "drop-orders"
    by: str
    unit: str
    at: Moment


@dataclass(frozen=True, slots=True)
class BringOrders:
    """The standing orders on a character's sheet, as they are now; none where it has none (SK-157)."""

    kind: ClassVar[str] = "bring-orders"
    by: str
    unit: str
    orders: tuple[Order, ...]
    at: Moment


@dataclass(frozen=True, slots=True)
class ForceTurn:
    """The director ends the running turn: the unit does nothing, nothing is missed (SK-153)."""

    kind: ClassVar[str] = "force-turn"
    unit: str
    reason: str
    at: Moment


@dataclass(frozen=True, slots=True)
class Reveal:
    """The director reveals a hidden unit on a free cell (DEPL-6)."""

    kind: ClassVar[str] = "reveal"
    unit: str
    cell: Cell
    at: Moment
    turned: bool = False


@dataclass(frozen=True, slots=True)
class Correct:
    """The director sets one of a unit's numbers, or where it stands (POST-2)."""

    kind: ClassVar[str] = "correct"
    unit: str
    attribute: Attribute
    value: int | Cell
    reason: str
    at: Moment


@dataclass(frozen=True, slots=True)
class Pardon:
    """The director takes one missed deadline off a unit's penalty (LATE-2)."""

    kind: ClassVar[str] = "pardon"
    unit: str
    reason: str
    at: Moment


Action = (
    Deploy
    | PlayTurn
    | LeavePlan
    | WithdrawPlan
    | PlayPlan
    | GiveOrders
    | DropOrders
    | BringOrders
    | ForceTurn
    | DeadlinePassed
    | DeclareAbsence
    | CancelAbsence
    | TakeOver
    | HandBack
    | ChangePlayer
    | PauseBattle
    | ResumeBattle
    | CreditOutage
    | Reveal
    | Correct
    | Extend
    | Pardon
    | EndBattle
)

ACTIONS: tuple[type[Action], ...] = (
    Deploy,
    PlayTurn,
    LeavePlan,
    WithdrawPlan,
    PlayPlan,
    GiveOrders,
    DropOrders,
    BringOrders,
    ForceTurn,
    DeadlinePassed,
    DeclareAbsence,
    CancelAbsence,
    TakeOver,
    HandBack,
    ChangePlayer,
    PauseBattle,
    ResumeBattle,
    CreditOutage,
    Reveal,
    Correct,
    Extend,
    Pardon,
    EndBattle,
)


def author(action: Action) -> str:
    """Whose act it is: a player's id, `director`, or nobody's (an empty string)."""
    if isinstance(action, DeadlinePassed | CreditOutage):
        return ""
    if isinstance(action, DeclareAbsence | CancelAbsence):
        return action.player
    return getattr(action, "by", DIRECTOR)
