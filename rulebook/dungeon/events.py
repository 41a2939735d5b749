"""What has happened in a game: facts in the past tense, added to and never renamed.

Every event carries its moment. Folding the events over the state a game began with gives
its present state exactly (`evolve`); every die ever cast is in one of them, so a game can
be read again for ever without rolling. `version` belongs to each kind: a change of shape
gets the next number, and the reader of the old shape stays.
"""

from dataclasses import dataclass
from typing import ClassVar, Literal

from rulebook.dice import Roll
from rulebook.dungeon.actions import Placement
from rulebook.dungeon.attack import Term
from rulebook.dungeon.board import Zone
from rulebook.dungeon.cards import Felling
from rulebook.dungeon.grid import Pose, Square
from rulebook.dungeon.invisible.records import (
    Candidate,
    Choosing,
    Decider,
    Matter,
    Order,
    OrderCause,
    Ranking,
    Slot,
    Threat,
)
from rulebook.dungeon.state import ClockRule, Corrected, Lasting, Model, Moment, Plan, Side, Strikes, Why
from rulebook.dungeon.steps import Step

AttackKind = Literal["fight", "shoot", "magic", "free-strike", "lock"]
HowEnded = Literal["acted", "expired", "felled"]
WindowEnd = Literal["passed", "passed-ahead", "played", "expired", "withdrawn"]
ExtensionCause = Literal["late-post", "director", "answered"]


@dataclass(frozen=True, slots=True)
class HeroesPlaced:
    """A player has placed heroes on start squares (DS-SETUP-04)."""

    kind: ClassVar[str] = "heroes-placed"
    version: ClassVar[int] = 1
    at: Moment
    player: str
    placements: tuple[Placement, ...]
    by_deadline: bool = False


@dataclass(frozen=True, slots=True)
class DeckBuilt:
    """The order cards were shuffled, a deck set aside and the opening hand drawn (DS-SETUP-03).

    Secret: `deck` and `hand` are card keys, top first; `rolls` shuffled them.
    """

    kind: ClassVar[str] = "deck-built"
    version: ClassVar[int] = 1
    at: Moment
    deck: tuple[str, ...]
    hand: tuple[str, ...]
    rolls: tuple[Roll, ...] = ()


@dataclass(frozen=True, slots=True)
class GameBegan:
    """Everybody is in place: the first round begins."""

    kind: ClassVar[str] = "game-began"
    version: ClassVar[int] = 1
    at: Moment


@dataclass(frozen=True, slots=True)
class ZoneLaid:
    """A zone came into play with all that is in it (DS-DOOR-06)."""

    kind: ClassVar[str] = "zone-laid"
    version: ClassVar[int] = 1
    at: Moment
    zone: Zone
    models: tuple[Model, ...]


@dataclass(frozen=True, slots=True)
class RoundBegan:
    """A round began: every hero on the board has a turn to come (DS-ROUND-01)."""

    kind: ClassVar[str] = "round-began"
    version: ClassVar[int] = 1
    at: Moment
    round: int


@dataclass(frozen=True, slots=True)
class ClockStarted:
    """Somebody's time runs: for the next hero turn, a window, the Overlord's turn, a free strike.

    `length` is in milliseconds, `due` None without a deadline.
    """

    kind: ClassVar[str] = "clock-started"
    version: ClassVar[int] = 1
    at: Moment
    rule: ClockRule
    due: Moment | None
    length: int


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """A hero's turn, or an activation of an Overlord model, began (DS-HERO-01, DS-OVER-01).

    `points` are its movement points.
    """

    kind: ClassVar[str] = "turn-began"
    version: ClassVar[int] = 1
    at: Moment
    unit: str
    by: str
    why: Why
    points: int


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """The open turn or activation is over."""

    kind: ClassVar[str] = "turn-ended"
    version: ClassVar[int] = 1
    at: Moment
    unit: str
    how: HowEnded


@dataclass(frozen=True, slots=True)
class TurnExpired:
    """Time ran out before any hero began: this one's place is lost.

    `missed` counts its missed deadlines in this game; `late_window` says whether it may still act.
    """

    kind: ClassVar[str] = "turn-expired"
    version: ClassVar[int] = 1
    at: Moment
    unit: str
    missed: int
    late_window: bool


@dataclass(frozen=True, slots=True)
class DeadlineExtended:
    """The running clock got more time, in milliseconds."""

    kind: ClassVar[str] = "deadline-extended"
    version: ClassVar[int] = 1
    at: Moment
    due: Moment
    added: int
    cause: ExtensionCause
    by: str = ""
    reason: str = ""


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
class WindowOpened:
    """Between two hero turns the Overlord may interrupt (DS-INT-01)."""

    kind: ClassVar[str] = "window-opened"
    version: ClassVar[int] = 1
    at: Moment


@dataclass(frozen=True, slots=True)
class WindowClosed:
    """The window is closed, and how."""

    kind: ClassVar[str] = "window-closed"
    version: ClassVar[int] = 1
    at: Moment
    how: WindowEnd


@dataclass(frozen=True, slots=True)
class WindowsPassed:
    """The Overlord passes windows up to and including a round; 0 takes it back."""

    kind: ClassVar[str] = "windows-passed"
    version: ClassVar[int] = 1
    at: Moment
    until: int


@dataclass(frozen=True, slots=True)
class OverlordTurnBegan:
    """The Overlord's turn began, with so many orders (DS-OVER-01)."""

    kind: ClassVar[str] = "overlord-turn-began"
    version: ClassVar[int] = 1
    at: Moment
    orders: int


@dataclass(frozen=True, slots=True)
class OverlordTurnEnded:
    """The Overlord's turn is over; unused orders are lost (DS-OVER-06)."""

    kind: ClassVar[str] = "overlord-turn-ended"
    version: ClassVar[int] = 1
    at: Moment
    by_deadline: bool


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """An order card was played and has left the game (DS-OVER-04, DS-INT).

    `added` is what it gives: orders, activations or raises.
    """

    kind: ClassVar[str] = "card-played"
    version: ClassVar[int] = 1
    at: Moment
    card: str
    added: int


@dataclass(frozen=True, slots=True)
class CardDrawn:
    """The Overlord drew the top card (DS-OVER-05). Secret: which."""

    kind: ClassVar[str] = "card-drawn"
    version: ClassVar[int] = 1
    at: Moment
    card: str


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


@dataclass(frozen=True, slots=True)
class SpellsTurned:
    """At the end of the round every spell card turned by a quarter (DS-ROUND-04)."""

    kind: ClassVar[str] = "spells-turned"
    version: ClassVar[int] = 1
    at: Moment


@dataclass(frozen=True, slots=True)
class AbilityRolled:
    """An end-of-round ability was resolved: these dice, so many wounds removed (DS-ROUND-04)."""

    kind: ClassVar[str] = "ability-rolled"
    version: ClassVar[int] = 1
    at: Moment
    unit: str
    ability: str
    rolls: tuple[Roll, ...]
    healed: int


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """A round is over; markers are cleared."""

    kind: ClassVar[str] = "round-ended"
    version: ClassVar[int] = 1
    at: Moment
    round: int


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


@dataclass(frozen=True, slots=True)
class InvisibleDeckShuffled:
    """The Invisible Overlord's cards were shuffled, before the game or as they ran out (IO-COM-02, -11).

    Secret: `deck` are card ids, top first; `rolls` shuffled them.
    """

    kind: ClassVar[str] = "invisible-deck-shuffled"
    version: ClassVar[int] = 1
    at: Moment
    deck: tuple[str, ...]
    rolls: tuple[Roll, ...]
    again: bool = False


@dataclass(frozen=True, slots=True)
class InvisibleCardRevealed:
    """A card of the Invisible Overlord's was turned up (IO-COM-07 to IO-COM-10).

    `number` is what counts in this slot; `resolved`: it is carried out, not just discarded.
    """

    kind: ClassVar[str] = "invisible-card-revealed"
    version: ClassVar[int] = 1
    at: Moment
    card: str
    slot: Slot
    number: int
    resolved: bool


@dataclass(frozen=True, slots=True)
class InvisibleOrdered:
    """An order of a card begins, or another instead of it, with so many activations left;
    or what is left is lost (IO-OFF-03, IO-IMP-10)."""

    kind: ClassVar[str] = "invisible-ordered"
    version: ClassVar[int] = 1
    at: Moment
    order: Order
    left: int
    cause: OrderCause
    rule: str


@dataclass(frozen=True, slots=True)
class InvisibleWeighed:
    """How threatening each hero is for a model, part by part (IO-OFF-01, IO-IMP-03).

    `unit` is empty for what no model does.
    """

    kind: ClassVar[str] = "invisible-weighed"
    version: ClassVar[int] = 1
    at: Moment
    unit: str
    choosing: Choosing
    threats: tuple[Threat, ...]
    rule: str


@dataclass(frozen=True, slots=True)
class InvisibleChose:
    """A choice of the Invisible Overlord's: the candidates, best first, with the value of each
    key, who was chosen, by what, and by which rule (IMP-04). `unlisted` more came after them."""

    kind: ClassVar[str] = "invisible-chose"
    version: ClassVar[int] = 1
    at: Moment
    matter: Matter
    rule: str
    order: Order | None
    unit: str
    keys: tuple[Ranking, ...]
    candidates: tuple[Candidate, ...]
    chosen: tuple[str, ...]
    by: Decider
    rolls: tuple[Roll, ...] = ()
    unlisted: int = 0


Event = (
    HeroesPlaced
    | DeckBuilt
    | GameBegan
    | ZoneLaid
    | RoundBegan
    | ClockStarted
    | TurnBegan
    | TurnEnded
    | TurnExpired
    | DeadlineExtended
    | Moved
    | BreakingAway
    | FreeStrikesGiven
    | StrikeAsked
    | StrikeAnswered
    | StrikeForgone
    | StrikesDone
    | AttackRolled
    | WoundIgnored
    | Wounded
    | Healed
    | ModelFelled
    | WardLowered
    | ClosureOpened
    | SpellCast
    | EffectGained
    | EffectEnded
    | ItemUsed
    | ItemsPickedUp
    | TradeOffered
    | TradeLapsed
    | ItemsTraded
    | FeatUsed
    | TargetsFixed
    | WindowOpened
    | WindowClosed
    | WindowsPassed
    | OverlordTurnBegan
    | OverlordTurnEnded
    | CardPlayed
    | CardDrawn
    | DeadRaised
    | ModelPlaced
    | PilePlaced
    | SpellsTurned
    | AbilityRolled
    | RoundEnded
    | Instructed
    | PlanLeft
    | PlanWithdrawn
    | PlanPlayed
    | PlanFailed
    | AbsenceDeclared
    | AbsenceCancelled
    | UnitTakenOver
    | PlayerChanged
    | UnitHandedBack
    | BattlePaused
    | BattleResumed
    | OutageCredited
    | UnitCorrected
    | BattleEnded
    | Undone
    | InvisibleDeckShuffled
    | InvisibleCardRevealed
    | InvisibleOrdered
    | InvisibleWeighed
    | InvisibleChose
)
