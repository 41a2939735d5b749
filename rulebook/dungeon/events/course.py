"""How a game goes on: its start, rounds, turns, clocks, windows, cards."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from rulebook.dice import Roll
from rulebook.dungeon.actions import Placement
from rulebook.dungeon.state import ClockRule, Moment, Why

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
