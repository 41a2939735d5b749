"""What models do and suffer: moves, attacks, wounds, doors, spells, items."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from rulebook.dice import Roll
from rulebook.dungeon.attack import Term
from rulebook.dungeon.board import Zone
from rulebook.dungeon.cards import Felling
from rulebook.dungeon.grid import Pose, Square
from rulebook.dungeon.state import Lasting, Model, Moment

AttackKind = Literal["fight", "shoot", "magic", "free-strike", "lock"]


@dataclass(frozen=True, slots=True)
class ZoneLaid:
    """A zone came into play with all that is in it (DS-DOOR-06)."""

    kind: ClassVar[str] = "zone-laid"
    version: ClassVar[int] = 1
    at: Moment
    zone: Zone
    models: tuple[Model, ...]


@dataclass(frozen=True, slots=True)
class Moved:
    """A model walked, or turned (DS-MOVE). `left` are the points it has left; `stopped`: it is in an
    enemy's front arc and moves no further (DS-MOVE-05); `granted`: a spell moved it.
    """

    kind: ClassVar[str] = "moved"
    version: ClassVar[int] = 1
    at: Moment
    unit: str
    path: tuple[Pose, ...]
    left: int
    stopped: bool
    granted: bool = False


@dataclass(frozen=True, slots=True)
class BreakingAway:
    """A model breaks away; these enemies may strike first (DS-BREAK-02)."""

    kind: ClassVar[str] = "breaking-away"
    version: ClassVar[int] = 1
    at: Moment
    unit: str
    path: tuple[Pose, ...]
    points: int
    strikers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FreeStrikesGiven:
    """A model appeared in these enemies' front arcs: each may strike (DS-FREE-02, DS-RAISE-03)."""

    kind: ClassVar[str] = "free-strikes-given"
    version: ClassVar[int] = 1
    at: Moment
    unit: str
    strikers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StrikeAsked:
    """A player is asked whether this model strikes (IMP-03); its own clock runs."""

    kind: ClassVar[str] = "strike-asked"
    version: ClassVar[int] = 1
    at: Moment
    striker: str
    target: str
    due: Moment | None
    length: int


@dataclass(frozen=True, slots=True)
class StrikeAnswered:
    """The player said yes or no, or did not in time; the clock before goes on with what it had left."""

    kind: ClassVar[str] = "strike-answered"
    version: ClassVar[int] = 1
    at: Moment
    striker: str
    strike: bool
    by_deadline: bool
    due: Moment | None


@dataclass(frozen=True, slots=True)
class StrikeForgone:
    """A free strike was not made."""

    kind: ClassVar[str] = "strike-forgone"
    version: ClassVar[int] = 1
    at: Moment
    striker: str
    target: str


@dataclass(frozen=True, slots=True)
class StrikesDone:
    """All free strikes on this model are resolved."""

    kind: ClassVar[str] = "strikes-done"
    version: ClassVar[int] = 1
    at: Moment
    unit: str


@dataclass(frozen=True, slots=True)
class AttackRolled:
    """One attack, with every die and every reason (IMP-04).

    `target` is a model, or a door or chest whose lock is fought. `faces` of both sides are in the
    rolls; `kept` beat the Armour, `pairs` met from high to low, 0 where nothing opposed.
    """

    kind: ClassVar[str] = "attack-rolled"
    version: ClassVar[int] = 1
    at: Moment
    attack: AttackKind
    unit: str
    target: str
    armour: int
    attacker_terms: tuple[Term, ...]
    defender_terms: tuple[Term, ...]
    armour_terms: tuple[Term, ...]
    attacker_rolls: tuple[Roll, ...]
    defender_rolls: tuple[Roll, ...]
    kept: tuple[int, ...]
    pairs: tuple[tuple[int, int], ...]
    hits: int
    spell: str = ""


@dataclass(frozen=True, slots=True)
class WoundIgnored:
    """An item was used against a wound; it is spent whether `ignored` or not (AMD-19)."""

    kind: ClassVar[str] = "wound-ignored"
    version: ClassVar[int] = 1
    at: Moment
    unit: str
    item: str
    roll: Roll
    ignored: bool


@dataclass(frozen=True, slots=True)
class Wounded:
    """A hero or boss took a wound (DS-DMG-03)."""

    kind: ClassVar[str] = "wounded"
    version: ClassVar[int] = 1
    at: Moment
    unit: str
    wounds: int
    by: str


@dataclass(frozen=True, slots=True)
class Healed:
    """Wounds were removed."""

    kind: ClassVar[str] = "healed"
    version: ClassVar[int] = 1
    at: Moment
    unit: str
    wounds: int
    by: str


@dataclass(frozen=True, slots=True)
class ModelFelled:
    """A model left the board: destroyed, reduced to bones, incapacitated (DS-DMG).

    `dropped` are items that lie where it stood (AMB-14).
    """

    kind: ClassVar[str] = "model-felled"
    version: ClassVar[int] = 1
    at: Moment
    unit: str
    by: str
    how: Felling
    at_square: Square
    dropped: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WardLowered:
    """A ward lost power (DS-WARD-01)."""

    kind: ClassVar[str] = "ward-lowered"
    version: ClassVar[int] = 1
    at: Moment
    closed: str
    by: str
    power: int


@dataclass(frozen=True, slots=True)
class ClosureOpened:
    """A door or chest is open (DS-DOOR-05, DS-DOOR-07); `items` went to `by`."""

    kind: ClassVar[str] = "closure-opened"
    version: ClassVar[int] = 1
    at: Moment
    closed: str
    by: str
    squares: tuple[Square, ...]
    items: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SpellCast:
    """A spell was cast and its card turned (DS-MAGIC-07)."""

    kind: ClassVar[str] = "spell-cast"
    version: ClassVar[int] = 1
    at: Moment
    unit: str
    spell: str
    target: str
    recharge: int
    square: Square | None = None


@dataclass(frozen=True, slots=True)
class EffectGained:
    """Something lasting came upon a model."""

    kind: ClassVar[str] = "effect-gained"
    version: ClassVar[int] = 1
    at: Moment
    unit: str
    effect: Lasting


@dataclass(frozen=True, slots=True)
class EffectEnded:
    """Something lasting is over."""

    kind: ClassVar[str] = "effect-ended"
    version: ClassVar[int] = 1
    at: Moment
    unit: str
    name: str


@dataclass(frozen=True, slots=True)
class ItemUsed:
    """A hero or boss used an item (DS-ITEM-04); `spent`: it is discarded (DS-ITEM-05)."""

    kind: ClassVar[str] = "item-used"
    version: ClassVar[int] = 1
    at: Moment
    unit: str
    item: str
    spent: bool
    target: str = ""


@dataclass(frozen=True, slots=True)
class ItemsPickedUp:
    """A hero entered a square where items lay (AMB-14)."""

    kind: ClassVar[str] = "items-picked-up"
    version: ClassVar[int] = 1
    at: Moment
    unit: str
    square: Square
    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TradeOffered:
    """A trade waits for the other hero's player (DS-ITEM-06)."""

    kind: ClassVar[str] = "trade-offered"
    version: ClassVar[int] = 1
    at: Moment
    unit: str
    other: str
    give: tuple[str, ...]
    take: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TradeLapsed:
    """An offered trade came to nothing: refused, withdrawn, or the heroes parted."""

    kind: ClassVar[str] = "trade-lapsed"
    version: ClassVar[int] = 1
    at: Moment
    unit: str
    other: str
    refused: bool


@dataclass(frozen=True, slots=True)
class ItemsTraded:
    """Items changed hands."""

    kind: ClassVar[str] = "items-traded"
    version: ClassVar[int] = 1
    at: Moment
    unit: str
    other: str
    give: tuple[str, ...]
    take: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FeatUsed:
    """A heroic feat replaced the turn (DS-FEAT-02)."""

    kind: ClassVar[str] = "feat-used"
    version: ClassVar[int] = 1
    at: Moment
    unit: str
    feat: str
    points: int
    more: int


@dataclass(frozen=True, slots=True)
class TargetsFixed:
    """A whirl has begun: these are all it can strike (AMB-30)."""

    kind: ClassVar[str] = "targets-fixed"
    version: ClassVar[int] = 1
    at: Moment
    unit: str
    targets: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DeadRaised:
    """A bone pile was replaced by a minion (DS-RAISE-02). `by_card`: paid by a card's raise."""

    kind: ClassVar[str] = "dead-raised"
    version: ClassVar[int] = 1
    at: Moment
    square: Square
    model: Model
    by_card: bool
    free: bool = False


@dataclass(frozen=True, slots=True)
class ModelPlaced:
    """A spell or effect placed a model (DS-FREE-02)."""

    kind: ClassVar[str] = "model-placed"
    version: ClassVar[int] = 1
    at: Moment
    model: Model
    by: str


@dataclass(frozen=True, slots=True)
class PilePlaced:
    """A bone pile was put on the board."""

    kind: ClassVar[str] = "pile-placed"
    version: ClassVar[int] = 1
    at: Moment
    square: Square
