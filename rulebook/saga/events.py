"""What has happened in a battle: facts in the past tense, added to and never renamed.

Every event carries its moment. Folding the events over the state a battle began with
gives its present state exactly (`evolve`); every die ever cast is in one of them, so a
battle can be read again for ever without rolling. `version` belongs to each kind: a
change of shape gets the next number, and the reader of the old shape stays.
"""

from dataclasses import dataclass
from typing import ClassVar, Literal

from rulebook.dice import Roll
from rulebook.saga.actions import Attribute, Placement
from rulebook.saga.attack import AttackKind, Term
from rulebook.saga.board import Cell, Size
from rulebook.saga.initiative import InitiativeRoll
from rulebook.saga.state import Fate, Hazard, Lasting, Moment, Plan, Share, TurnRule
from rulebook.saga.steps import Step, Target

Damage = Literal["strength", "armor"]
Cause = Literal["strike", "ability", "passive", "effect", "hazard", "wear"]
HowPlayed = Literal["in-turn", "late", "plan", "plan-adapted"]
HowEnded = Literal["acted", "defeated"]
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
class RoundEnded:
    """The last standing unit in the order has posted or run out of time (CLOCK-5)."""

    kind: ClassVar[str] = "round-ended"
    version: ClassVar[int] = 1
    at: Moment
    round: int


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
    take from its initiative; `late_window` says whether it may still act (LATE-5).
    """

    kind: ClassVar[str] = "turn-expired"
    version: ClassVar[int] = 1
    at: Moment
    unit: str
    missed: int
    penalty: int
    late_window: bool


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
class Rested:
    """The unit rested and regained this much willpower (WILL-5)."""

    kind: ClassVar[str] = "rested"
    version: ClassVar[int] = 1
    at: Moment
    unit: str
    gained: int


@dataclass(frozen=True, slots=True)
class HornSounded:
    """The unit took points from its side's horn (TURN-3)."""

    kind: ClassVar[str] = "horn-sounded"
    version: ClassVar[int] = 1
    at: Moment
    unit: str
    points: int


@dataclass(frozen=True, slots=True)
class Moved:
    """The unit walked: `path` holds its anchor at every step, the start first.

    `size` is how it lies at the end, `will` the willpower spent.
    """

    kind: ClassVar[str] = "moved"
    version: ClassVar[int] = 1
    at: Moment
    unit: str
    path: tuple[Cell, ...]
    size: Size
    will: int


@dataclass(frozen=True, slots=True)
class HazardSprung:
    """The unit stepped into something; what it took follows as damage."""

    kind: ClassVar[str] = "hazard-sprung"
    version: ClassVar[int] = 1
    at: Moment
    unit: str
    name: str
    cell: Cell
    spent: bool
    stopped: bool


@dataclass(frozen=True, slots=True)
class StrikeRolled:
    """An attack was rolled (HIT-1 to HIT-5). `roll` is None for one that cannot miss.

    `terms` add up to `threshold`. `final` is off for a miss that is rolled once more, which
    costs `hero_points` (STAT-8). `spent` is the boost's willpower (WILL-4). `ability` and
    `rank` name the ability it is part of, if any.
    """

    kind: ClassVar[str] = "strike-rolled"
    version: ClassVar[int] = 1
    at: Moment
    unit: str
    target: str
    attack: AttackKind
    boost: int
    threshold: int
    terms: tuple[Term, ...]
    roll: Roll | None
    hit: bool
    spent: int
    final: bool = True
    hero_points: int = 0
    ability: str = ""
    rank: int = 0


@dataclass(frozen=True, slots=True)
class AbilityUsed:
    """The unit used an ability at a rank, for so much willpower (WILL-3)."""

    kind: ClassVar[str] = "ability-used"
    version: ClassVar[int] = 1
    at: Moment
    unit: str
    name: str
    rank: int
    target: Target
    cost: int


@dataclass(frozen=True, slots=True)
class DieRolled:
    """An ability or passive cast a die of its own."""

    kind: ClassVar[str] = "die-rolled"
    version: ClassVar[int] = 1
    at: Moment
    unit: str
    roll: Roll
    name: str
    rank: int = 0


@dataclass(frozen=True, slots=True)
class Damaged:
    """A unit lost strength or armor; `by` is the unit it comes from, `name` the ability,
    passive or hazard behind it, if any."""

    kind: ClassVar[str] = "damaged"
    version: ClassVar[int] = 1
    at: Moment
    unit: str
    damage: Damage
    amount: int
    by: str
    cause: Cause
    name: str = ""


@dataclass(frozen=True, slots=True)
class Restored:
    """A unit regained strength, armor or willpower, never above its maximum."""

    kind: ClassVar[str] = "restored"
    version: ClassVar[int] = 1
    at: Moment
    unit: str
    attribute: Literal["strength", "armor", "willpower"]
    amount: int
    by: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class WillpowerLost:
    """A unit lost willpower that it did not spend itself."""

    kind: ClassVar[str] = "willpower-lost"
    version: ClassVar[int] = 1
    at: Moment
    unit: str
    amount: int
    by: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class Pushed:
    """A unit was moved by another: `path` holds its anchor at every step, the start first."""

    kind: ClassVar[str] = "pushed"
    version: ClassVar[int] = 1
    at: Moment
    unit: str
    path: tuple[Cell, ...]
    by: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class EffectGained:
    """Something lasting began on a unit."""

    kind: ClassVar[str] = "effect-gained"
    version: ClassVar[int] = 1
    at: Moment
    unit: str
    effect: Lasting


@dataclass(frozen=True, slots=True)
class EffectLost:
    """Something lasting ended early on a unit."""

    kind: ClassVar[str] = "effect-lost"
    version: ClassVar[int] = 1
    at: Moment
    unit: str
    name: str
    source: str


@dataclass(frozen=True, slots=True)
class HazardPlaced:
    """Something now waits on a cell."""

    kind: ClassVar[str] = "hazard-placed"
    version: ClassVar[int] = 1
    at: Moment
    hazard: Hazard


@dataclass(frozen=True, slots=True)
class PlaceMoved:
    """A unit's turn was moved to come right before another's, or last (`before` empty)."""

    kind: ClassVar[str] = "place-moved"
    version: ClassVar[int] = 1
    at: Moment
    unit: str
    before: str
    by: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class UnitDefeated:
    """A unit's strength is 0 or below; it leaves the board (STAT-1, TURN-6, HORN-1).

    `by` is whose blow or effect it was (empty for the director's correction), `boss`
    whether that unit is a boss (DEATH-4).
    """

    kind: ClassVar[str] = "unit-defeated"
    version: ClassVar[int] = 1
    at: Moment
    unit: str
    by: str
    boss: bool


@dataclass(frozen=True, slots=True)
class PlanLeft:
    """A player left or changed an early turn (EARLY-1)."""

    kind: ClassVar[str] = "plan-left"
    version: ClassVar[int] = 1
    at: Moment
    plan: Plan


@dataclass(frozen=True, slots=True)
class PlanWithdrawn:
    """A player took an early turn back (EARLY-1)."""

    kind: ClassVar[str] = "plan-withdrawn"
    version: ClassVar[int] = 1
    at: Moment
    unit: str


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
    """A player is back before the time."""

    kind: ClassVar[str] = "absence-cancelled"
    version: ClassVar[int] = 1
    at: Moment
    player: str


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
class DeadlinePardoned:
    """One missed deadline no longer weighs on the unit's initiative."""

    kind: ClassVar[str] = "deadline-pardoned"
    version: ClassVar[int] = 1
    at: Moment
    unit: str
    reason: str


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


@dataclass(frozen=True, slots=True)
class Undone:
    """The director took back everything after event number `to` (from 1; 0 takes back all)."""

    kind: ClassVar[str] = "undone"
    version: ClassVar[int] = 1
    at: Moment
    to: int
    reason: str


Event = (
    UnitsDeployed
    | UnitPlacedAtRandom
    | DeploymentEnded
    | RoundBegan
    | RoundEnded
    | TurnOpened
    | TurnTaken
    | TurnEnded
    | TurnExpired
    | DeadlineExtended
    | ClockSet
    | Rested
    | HornSounded
    | Moved
    | HazardSprung
    | StrikeRolled
    | AbilityUsed
    | DieRolled
    | Damaged
    | Restored
    | WillpowerLost
    | Pushed
    | EffectGained
    | EffectLost
    | HazardPlaced
    | PlaceMoved
    | UnitDefeated
    | PlanLeft
    | PlanWithdrawn
    | PlanFailed
    | AbsenceDeclared
    | AbsenceCancelled
    | UnitTakenOver
    | UnitHandedBack
    | BattlePaused
    | BattleResumed
    | OutageCredited
    | DeadlinePardoned
    | UnitRevealed
    | UnitCorrected
    | BattleUndecided
    | BattleEnded
    | FateRolled
    | RenownProposed
    | Undone
)

EVENTS: dict[str, type[Event]] = {known.kind: known for known in Event.__args__}
