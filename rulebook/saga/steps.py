"""What a unit may do in its turn, step by step (TURN-1 to TURN-5).

A turn is a tuple of steps in the order rest, horn, move, act; `End` closes it and may be
left out. Steps are plain data: whether one is legal is for `legal.py` to say.
"""

from dataclasses import dataclass
from typing import ClassVar

from rulebook.saga.attack import AttackKind
from rulebook.saga.board import Cell

Target = str | Cell | None
"""A unit's id, a cell, or nothing where an ability is aimed at its user."""


@dataclass(frozen=True, slots=True)
class Rest:
    """The whole turn spent resting (TURN-2, WILL-5)."""

    kind: ClassVar[str] = "rest"


@dataclass(frozen=True, slots=True)
class Horn:
    """Take points from the side's horn of war (TURN-3)."""

    kind: ClassVar[str] = "horn"
    points: int


@dataclass(frozen=True, slots=True)
class Move:
    """Walk until the anchor stands at `to` (TURN-4, WILL-1).

    `will` is the willpower offered; None offers the least that is needed. `turned` says
    how a 1x2 unit shall lie at the end (True: along a row); None takes the cheaper way.
    """

    kind: ClassVar[str] = "move"
    to: Cell
    will: int | None = None
    turned: bool | None = None


@dataclass(frozen=True, slots=True)
class Strike:
    """One plain attack (TURN-5, HIT-6): `attack` is its kind, `target` a unit's id.

    `reroll` declares that a miss is rolled once more for hero points (STAT-8).
    """

    kind: ClassVar[str] = "strike"
    attack: AttackKind
    target: str
    boost: int = 0
    reroll: bool = False


@dataclass(frozen=True, slots=True)
class UseAbility:
    """One active ability at a rank (TURN-5, WILL-3)."""

    kind: ClassVar[str] = "ability"
    name: str
    rank: int
    target: Target = None


@dataclass(frozen=True, slots=True)
class End:
    """Nothing more: the turn ends here (TURN-5)."""

    kind: ClassVar[str] = "end"


Step = Rest | Horn | Move | Strike | UseAbility | End
Steps = tuple[Step, ...]

STEPS: tuple[type[Step], ...] = (Rest, Horn, Move, Strike, UseAbility, End)
