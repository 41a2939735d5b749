"""What a model, or the Overlord, may do in a turn: each step is an action of its own.

A turn stays open until `End`. The Overlord's own steps (cards, Raise Dead, the end of the
Overlord's turn or of a window) are taken in the name of `OVERLORD` instead of a model.
"""

from dataclasses import dataclass
from typing import ClassVar

from rulebook.dungeon.grid import Facing, Pose, Square

OVERLORD = "overlord"
"""Stands where a model's id stands, for what the Overlord does without a model."""


@dataclass(frozen=True, slots=True)
class Move:
    """Walk along a path, pose by pose (DS-MOVE, DS-LARGE).

    A pose with the square of the one before is a turn on the spot. A normal model may
    turn at every pose; a Large one moves or turns by a quarter, one point each.
    """

    kind: ClassVar[str] = "move"
    path: tuple[Pose, ...]


@dataclass(frozen=True, slots=True)
class Fight:
    """Fight one enemy, or a hero one lock, in the front arc (DS-FIGHT-01, DS-LOCK-01)."""

    kind: ClassVar[str] = "fight"
    target: str


@dataclass(frozen=True, slots=True)
class Shoot:
    """Shoot one enemy (DS-SHOOT)."""

    kind: ClassVar[str] = "shoot"
    target: str


@dataclass(frozen=True, slots=True)
class Cast:
    """Cast a spell (DS-MAGIC). What it is aimed at depends on the spell.

    `target` is a model, door or chest; `square` and `facing` where something appears;
    `path` the way of a friend that the spell moves.
    """

    kind: ClassVar[str] = "cast"
    spell: str
    target: str = ""
    square: Square | None = None
    facing: Facing = "N"
    path: tuple[Pose, ...] = ()


@dataclass(frozen=True, slots=True)
class UseItem:
    """Use an activated item (DS-ITEM-04); `target` is the one defender a crystal is kept for."""

    kind: ClassVar[str] = "use-item"
    item: str
    target: str = ""


@dataclass(frozen=True, slots=True)
class Trade:
    """Offer another hero, who is adjacent, to give and take paraphernalia (DS-ITEM-06)."""

    kind: ClassVar[str] = "trade"
    other: str
    give: tuple[str, ...] = ()
    take: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class UseFeat:
    """Use a heroic feat instead of a normal turn; what it allows follows as steps (DS-FEAT)."""

    kind: ClassVar[str] = "use-feat"
    feat: str


@dataclass(frozen=True, slots=True)
class PlayCard:
    """The Overlord plays an order card of his hand (DS-CARD, DS-INT)."""

    kind: ClassVar[str] = "play-card"
    card: str


@dataclass(frozen=True, slots=True)
class RaiseDead:
    """The Overlord raises a bone pile as a minion (DS-RAISE)."""

    kind: ClassVar[str] = "raise-dead"
    square: Square
    minion: str
    facing: Facing = "N"


@dataclass(frozen=True, slots=True)
class End:
    """End the open turn or activation; of the Overlord, his turn or the window."""

    kind: ClassVar[str] = "end"


Step = Move | Fight | Shoot | Cast | UseItem | Trade | UseFeat | PlayCard | RaiseDead | End

STEPS: tuple[type[Step], ...] = (Move, Fight, Shoot, Cast, UseItem, Trade, UseFeat, PlayCard, RaiseDead, End)
