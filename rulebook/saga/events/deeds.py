"""What units do and suffer: steps, attacks, damage, effects, defeats."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from rulebook.dice import Roll
from rulebook.saga.attack import AttackKind, Term
from rulebook.saga.board import Cell, Size
from rulebook.saga.state import Hazard, Lasting, Moment
from rulebook.saga.steps import Target

Damage = Literal["strength", "armor"]
Cause = Literal["strike", "ability", "passive", "effect", "hazard", "wear"]


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
