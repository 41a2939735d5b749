"""Everything a battle is at one moment, as frozen data.

Moments are whole milliseconds since the epoch, UTC. Mappings are never changed in place:
`evolve` builds new ones. What a battle uses of the catalogue and of the table rules is
copied in here when it starts, so that nothing outside can change it afterwards.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from rulebook.saga.board import Board, Cell, Footprint, Size, footprint
from rulebook.saga.rules import Rank, TableRules
from rulebook.saga.steps import Step
from rulebook.text import Text
from rulebook.viewers import DIRECTOR as DIRECTOR

Moment = int
Phase = Literal["deployment", "running", "over"]
PlaceStatus = Literal["waiting", "running", "acted", "expired", "acted-late", "ordered", "forced", "defeated"]
TurnRule = Literal[
    "first", "later", "endgame", "shortened", "director", "absent", "taken-over", "plan-waiting", "untimed"
]
VictoryKind = Literal["defeat-all", "defeat-leader", "destroy", "none"]
Until = Literal["own-turn-begins", "own-turn-ends", "source-turn-begins", "round-ends", "battle-ends"]
Aim = Literal["self", "enemy", "ally", "unit", "cell"]
Deed = Literal["hold", "rest", "strike", "break"]
OrderWhen = Literal["always", "strength-below", "willpower-below"]
ConditionKind = Literal["standing", "down", "free", "within", "strength", "willpower"]


class Span(NamedTuple):
    """From how near to how far, both included."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class AbilityData:
    """What the battle keeps of one ability: its aim, its ranges and figures by rank.

    A bound of None in `ranges` stands for the unit's own attack range. `effect` names what
    it does, where that is not its own name.
    """

    name: str
    aim: Aim
    ranges: tuple[tuple[int | None, int | None], ...]
    figures: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    effect: str = ""

    @property
    def deed(self) -> str:
        """The name of what it does."""
        return self.effect or self.name

    def figure(self, name: str, rank: int) -> int:
        """The value of a figure at a rank."""
        values = self.figures[name]
        return values[min(rank, len(values)) - 1]

    def reach(self, rank: int, own: Span) -> Span:
        """The range in cells at a rank, for a unit whose attack range is `own`."""
        low, high = self.ranges[min(rank, len(self.ranges)) - 1]
        return Span(own.low if low is None else low, own.high if high is None else high)


@dataclass(frozen=True, slots=True)
class PassiveData:
    """What a unit keeps of a passive that a campaign made its own: what it does, and its figure."""

    effect: str
    amount: int = 0


@dataclass(frozen=True, slots=True)
class EntryWords:
    """What a campaign calls an entry of its own: its name, and what it says of it."""

    name: Text
    wording: Text


@dataclass(frozen=True, slots=True)
class Lasting:
    """An effect that stays on a unit for a while.

    `source` is the unit it comes from; `until` says when it ends. An effect of the same
    name and source replaces the earlier one.
    """

    name: str
    amount: int
    source: str
    until: Until


@dataclass(frozen=True)
class Unit:
    """One unit (STAT-1 to STAT-9). `at` is None while it is off the board.

    `strength` may be negative once defeated. `size` is as the unit stands now, so a
    turned 1x2 unit is 2x1. `rank` and `open_wounds` belong to characters; `missed_before`
    are deadlines missed in earlier battles, for the table rule that counts them. `seated`
    is when its present player took it over from another; None where it was theirs all along.
    `traits` are talents by rank, and what items do at moments of their own by amount. `own_passives`
    holds those of `passives` that are not as in the catalogue.
    """

    id: str
    name: str
    side: str
    player: str
    at: Cell | None
    size: Size
    strength: int
    max_strength: int
    armor: int
    max_armor: int
    willpower: int
    max_willpower: int
    exertion: int
    reaction: int
    break_: int
    move: int
    reach: Span
    evasion: int = 0
    deflection: int = 0
    open_wounds: int = 0
    hero_points: int = 0
    max_hero_points: int = 0
    class_key: str = ""
    race: str = ""
    rank: Rank | None = None
    character: str = ""
    level: int = 1
    abilities: Mapping[str, int] = field(default_factory=dict)
    passives: tuple[str, ...] = ()
    leader: bool = False
    boss: bool = False
    hidden: bool = False
    obstacle: bool = False
    defeated: bool = False
    taken_over: bool = False
    missed: int = 0
    missed_before: int = 0
    pardoned: int = 0
    lasting: tuple[Lasting, ...] = ()
    seated: Moment | None = None
    traits: Mapping[str, int] = field(default_factory=dict)
    own_passives: Mapping[str, PassiveData] = field(default_factory=dict)

    @property
    def standing(self) -> bool:
        """On the board and undefeated."""
        return self.at is not None and not self.defeated

    @property
    def fighter(self) -> bool:
        """A unit that takes turns, not a thing."""
        return not self.obstacle

    @property
    def players(self) -> bool:
        """Run by a player, even while the director acts for it (CLOCK-3)."""
        return self.player != DIRECTOR

    @property
    def cells(self) -> Footprint:
        """Where it stands; nothing while it is off the board."""
        return () if self.at is None else footprint(self.at, self.size)


@dataclass(frozen=True, slots=True)
class Victory:
    """What a side must do to win (WIN-1); `object` names the thing of `destroy`, if one."""

    kind: VictoryKind = "defeat-all"
    object: str = ""


@dataclass(frozen=True, slots=True)
class Side:
    """A team. `horn` is None where a side has none (HORN-1)."""

    id: str
    name: str
    victory: Victory = Victory()
    horn: int | None = 0


@dataclass(frozen=True, slots=True)
class Place:
    """One row of the round's order; rows move when a late unit acts (LATE-1).

    `closed` is the moment the unit's turn ended or expired, 0 before that.
    """

    unit: str
    total: int
    status: PlaceStatus = "waiting"
    closed: Moment = 0


@dataclass(frozen=True, slots=True)
class Running:
    """The turn that is open.

    `due` is None where no clock runs. `since` is the moment up to which outages and
    pauses are accounted for; `length` is the turn's own length, extensions apart;
    `extended` what late posts and the director added, both in milliseconds.
    `plan_failed` says that an early turn could not be played (EARLY-3).
    """

    unit: str
    opened: Moment
    due: Moment | None
    rule: TurnRule
    since: Moment
    length: int = 0
    extended: int = 0
    extensions: int = 0
    plan_failed: bool = False


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition of an early turn (EARLY-1).

    `standing`, `down` and `within` name a `unit`, `free` a `cell`; `strength` and
    `willpower` ask for at least `least` of the unit's own.
    """

    kind: ConditionKind
    unit: str = ""
    cell: Cell | None = None
    least: int = 0


@dataclass(frozen=True, slots=True)
class Alternative:
    """One way to take an early turn: played when every condition holds and it is legal."""

    steps: tuple[Step, ...]
    conditions: tuple[Condition, ...] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """An early turn left for a unit, its alternatives in order of preference."""

    unit: str
    player: str
    alternatives: tuple[Alternative, ...]
    left_at: Moment


@dataclass(frozen=True, slots=True)
class Order:
    """One standing order (SK-152): a deed without moving, if its condition holds.

    `strike` and `break` attack the weakest enemy within reach. `strength-below` and
    `willpower-below` ask for less than `least` of the unit's own.
    """

    deed: Deed
    when: OrderWhen = "always"
    least: int = 0


@dataclass(frozen=True, slots=True)
class StandingOrders:
    """What a unit does whenever its turn runs out, in order of preference; without any it follows none here."""

    unit: str
    player: str
    orders: tuple[Order, ...]
    given_at: Moment


@dataclass(frozen=True, slots=True)
class Absence:
    """A declared absence: from `start` up to, not including, `end` (ABSENT-1)."""

    player: str
    start: Moment
    end: Moment


@dataclass(frozen=True, slots=True)
class Hazard:
    """Something that waits on a cell: burning coals, a trap.

    `strength` and `armor` are what it takes from whoever enters, `arrows` how many of its source's fall on them;
    a `hidden` one is known to its side alone; one that `stops` ends the move and the turn; one that is `spent` when
    sprung is gone afterwards. It ends as `until` says, or when its source is defeated.
    """

    name: str
    cell: Cell
    source: str
    side: str
    strength: int = 0
    armor: int = 0
    hidden: bool = False
    stops: bool = False
    spent: bool = False
    until: Until = "source-turn-begins"
    arrows: int = 0


@dataclass(frozen=True, slots=True)
class Fall:
    """A defeat, in order: who fell, by whose blow or effect, and whether that was a boss."""

    unit: str
    by: str
    boss: bool
    round: int


@dataclass(frozen=True, slots=True)
class Pause:
    """Since when, and why, the battle stands still (CLOCK-6)."""

    since: Moment
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Deployment:
    """Turn 0 (DEPL-1 to DEPL-3): its clock; `show_races` is the director's choice."""

    opened: Moment
    due: Moment | None
    since: Moment
    show_races: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """How it ended: the winning side, or None for nobody."""

    winner: str | None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Fate:
    """What a defeat does to a character, rolled right after the battle (sections 7 and 8)."""

    unit: str
    rank: Rank
    outcome: Literal["lives", "dies", "doomed", "director-decides"]
    rule: str
    certain: int
    chance: int
    wounds: int
    death_chance: int


@dataclass(frozen=True, slots=True)
class Share:
    """A participant's renown as it is proposed to the director (REN-1)."""

    unit: str
    renown: int


@dataclass(frozen=True)
class State:
    """A battle. `moment` is the last one recorded; `dice_counter` the next die's number.

    `units` are in their listed order; `occupied` maps cells to standing units and follows
    from them. `first_taken`: this round's first player turn is over (CLOCK-1). `broken`
    counts missed break attacks by target in this round (DMG-4). `undecided`: both sides
    were emptied at once, and the director must decide (WIN-2). `sheet_orders` are those that
    stand on the characters' sheets; a unit's own `orders` of this battle come before them. `words`
    are those of the campaign's own classes, abilities and passives that are in play, by key.
    """

    rules: TableRules
    board: Board
    sides: tuple[Side, ...]
    units: Mapping[str, Unit]
    abilities: Mapping[str, AbilityData]
    phase: Phase
    moment: Moment
    deployment: Deployment | None = None
    round: int = 0
    places: tuple[Place, ...] = ()
    running: Running | None = None
    first_taken: bool = False
    broken: Mapping[str, int] = field(default_factory=dict)
    fallen: tuple[Fall, ...] = ()
    hazards: tuple[Hazard, ...] = ()
    plans: Mapping[str, Plan] = field(default_factory=dict)
    orders: Mapping[str, StandingOrders] = field(default_factory=dict)
    sheet_orders: Mapping[str, StandingOrders] = field(default_factory=dict)
    absences: tuple[Absence, ...] = ()
    paused: Pause | None = None
    credited_until: Moment = 0
    outcome: Outcome | None = None
    undecided: bool = False
    undecided_since: Moment = 0
    friendly: bool = False
    fates: tuple[Fate, ...] = ()
    renown: tuple[Share, ...] = ()
    opening_order: tuple[str, ...] = ()
    dice_counter: int = 0
    words: Mapping[str, EntryWords] = field(default_factory=dict)
    occupied: Mapping[Cell, str] = field(default_factory=dict, compare=False, repr=False)

    @property
    def against_director(self) -> bool:
        """Whether the director's own units fight in this battle."""
        return any(unit.fighter and not unit.players for unit in self.units.values())

    def unit(self, unit_id: str) -> Unit:
        """The unit of this id; `KeyError` if there is none."""
        return self.units[unit_id]

    def side(self, side_id: str) -> Side:
        """The side of this id; `KeyError` if there is none."""
        return next(side for side in self.sides if side.id == side_id)

    def place(self, unit_id: str) -> Place | None:
        """The unit's row in this round's order, if it has one."""
        return next((place for place in self.places if place.unit == unit_id), None)


def occupied_by(units: Mapping[str, Unit]) -> dict[Cell, str]:
    """Which cells are taken, and by whom."""
    return {cell: unit.id for unit in units.values() if unit.standing for cell in unit.cells}
