"""The course of a battle: turn 0, rounds, turns and their clocks, early turns, absences."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from rulebook.dice import Roll
from rulebook.saga.actions import Placement
from rulebook.saga.board import Cell
from rulebook.saga.initiative import InitiativeRoll
from rulebook.saga.state import Moment, Plan, StandingOrders, TurnRule
from rulebook.saga.steps import Step

HowPlayed = Literal["in-turn", "late", "plan", "plan-adapted", "ordered"]
HowEnded = Literal["acted", "forced", "defeated"]
ExtensionCause = Literal["late-post", "director"]


@dataclass(frozen=True, slots=True)
class UnitsDeployed:
    """A player has placed units in turn 0."""

    kind: ClassVar[str] = "units-deployed"
    version: ClassVar[int] = 1
    at: Moment
    player: str
    placements: tuple[Placement, ...]


@dataclass(frozen=True, slots=True)
class UnitPlacedAtRandom:
    """Turn 0 ended without this unit; a die chose among the cells of its zone (DEPL-2)."""

    kind: ClassVar[str] = "unit-placed-at-random"
    version: ClassVar[int] = 1
    at: Moment
    unit: str
    cell: Cell
    turned: bool
    roll: Roll


@dataclass(frozen=True, slots=True)
class DeploymentEnded:
    """Turn 0 is over: everybody deployed, or its deadline came (DEPL-0)."""

    kind: ClassVar[str] = "deployment-ended"
    version: ClassVar[int] = 1
    at: Moment
    by_deadline: bool


@dataclass(frozen=True, slots=True)
class RoundBegan:
    """A round's order was rolled, or given (INIT-1, INIT-2)."""

    kind: ClassVar[str] = "round-began"
    version: ClassVar[int] = 1
    at: Moment
    round: int
    order: tuple[str, ...]
    totals: tuple[tuple[str, int], ...]
    rolls: tuple[InitiativeRoll, ...] = ()


@dataclass(frozen=True, slots=True)
class TurnOpened:
    """A unit's turn began, with its clock: `length` in milliseconds, `due` None without one."""

    kind: ClassVar[str] = "turn-opened"
    version: ClassVar[int] = 1
    at: Moment
    unit: str
    rule: TurnRule
    due: Moment | None
    length: int


@dataclass(frozen=True, slots=True)
class TurnTaken:
    """A unit acts: `by` is who posted, `alternative` the one of the plan that was played."""

    kind: ClassVar[str] = "turn-taken"
    version: ClassVar[int] = 1
    at: Moment
    unit: str
    by: str
    how: HowPlayed
    steps: tuple[Step, ...]
    alternative: int | None = None


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """The running turn is over. `first_place`: it used up the round's first place (CLOCK-1)."""

    kind: ClassVar[str] = "turn-ended"
    version: ClassVar[int] = 1
    at: Moment
    unit: str
    how: HowEnded
    first_place: bool


@dataclass(frozen=True, slots=True)
class TurnExpired:
    """The running turn's time ran out (CLOCK-4, LATE-2): its place is lost.

    `missed` counts the unit's missed deadlines in this battle, `penalty` is what they now
    take from its initiative; `late_window` says whether it may still act (LATE-5);
    `ordered` that standing orders were carried out instead (SK-152).
    """

    kind: ClassVar[str] = "turn-expired"
    version: ClassVar[int] = 1
    at: Moment
    unit: str
    missed: int
    penalty: int
    late_window: bool
    ordered: bool = False


@dataclass(frozen=True, slots=True)
class DeadlineExtended:
    """The running turn got more time: `added` milliseconds, by a late post or the director."""

    kind: ClassVar[str] = "deadline-extended"
    version: ClassVar[int] = 1
    at: Moment
    unit: str
    due: Moment
    added: int
    cause: ExtensionCause
    source: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ClockSet:
    """The open turn's clock was set anew: taken over, handed back, or asked of the director."""

    kind: ClassVar[str] = "clock-set"
    version: ClassVar[int] = 1
    at: Moment
    unit: str
    rule: TurnRule
    due: Moment | None
    length: int


@dataclass(frozen=True, slots=True)
class PlanLeft:
    """A player left or changed an early turn (EARLY-1)."""

    kind: ClassVar[str] = "plan-left"
    version: ClassVar[int] = 1
    at: Moment
    plan: Plan


@dataclass(frozen=True, slots=True)
class PlanFailed:
    """No alternative could be played; the turn stays open (EARLY-3).

    `reasons` holds, per alternative, the code of what stood in its way.
    """

    kind: ClassVar[str] = "plan-failed"
    version: ClassVar[int] = 1
    at: Moment
    unit: str
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DeadlinePardoned:
    """One missed deadline no longer weighs on the unit's initiative."""

    kind: ClassVar[str] = "deadline-pardoned"
    version: ClassVar[int] = 1
    at: Moment
    unit: str
    reason: str


@dataclass(frozen=True, slots=True)
class OrdersGiven:
    """A player has left standing orders for a unit (SK-152)."""

    kind: ClassVar[str] = "orders-given"
    version: ClassVar[int] = 1
    at: Moment
    orders: StandingOrders


@dataclass(frozen=True, slots=True)
class OrdersDropped:
    """A unit has no standing orders any more (SK-152)."""

    kind: ClassVar[str] = "orders-dropped"
    version: ClassVar[int] = 1
    at: Moment
    unit: str


@dataclass(frozen=True, slots=True)
class SheetOrders:
    """What stands on the sheet of a unit's character for when its turn runs out; without orders, nothing (SK-157)."""

    kind: ClassVar[str] = "sheet-orders"
    version: ClassVar[int] = 1
    at: Moment
    orders: StandingOrders


@dataclass(frozen=True, slots=True)
class TurnForced:
    """The director has ended the running turn; the unit does nothing (SK-153)."""

    kind: ClassVar[str] = "turn-forced"
    version: ClassVar[int] = 1
    at: Moment
    unit: str
    reason: str
