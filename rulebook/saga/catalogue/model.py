"""The shapes of the catalogue's entries: what a class, a race, an ability, a passive is made of."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum

from rulebook.text import LANGUAGES as LANGUAGES
from rulebook.text import Text as Text

CLAUSE = re.compile(r"\[(?P<words>[^\]{]*\{(?P<figure>\w+)\}[^\]]*)\]")
"""A part of a wording that hangs on one figure."""
PLACE = re.compile(r"\{(?P<figure>\w+)\}")
"""Where a wording shows a figure."""


FURTHEST = 1000
"""The range, in cells, of what reaches anywhere."""


REACH_FIGURES = {"low": 0, "high": 1, "within": 1}
"""The figures of a range that wordings show, each with the end of the range that it is of."""


def reach_figures(low: int | None, high: int | None) -> dict[str, int | None]:
    """A range in cells as wordings show it: `low`, `high`, and `within`, which is 0 for what reaches anywhere.

    None stands for the unit's own range.
    """
    return {"low": low, "high": high, "within": 0 if high is not None and high >= FURTHEST else high}


def filled(wording: str, figures: Mapping[str, int | None]) -> str:
    """A wording with its figures in their places; a clause whose figure is 0 is left out, other braces stay."""
    kept = CLAUSE.sub(lambda clause: clause["words"] if figures.get(clause["figure"], 1) else "", wording)
    return PLACE.sub(lambda place: str(figures.get(place["figure"], place[0])), kept)


@dataclass(frozen=True, slots=True)
class Span:
    """A closed range of whole numbers."""

    low: int
    high: int

    def __post_init__(self) -> None:
        if self.low > self.high:
            raise ValueError(f"a span runs upward, not from {self.low} to {self.high}")

    def __contains__(self, number: int) -> bool:
        return self.low <= number <= self.high

    def __str__(self) -> str:
        return str(self.low) if self.low == self.high else f"{self.low}–{self.high}"

    @classmethod
    def read(cls, written: str) -> Span:
        """`"6-12"` or `"6"` as a span."""
        low, _, high = written.partition("-")
        return cls(int(low), int(high or low))


@dataclass(frozen=True, slots=True)
class Figures:
    """The five figures of a unit that a class bounds (Reaction is bounded by the race)."""

    strength: int
    armor: int
    willpower: int
    exertion: int
    break_: int

    @property
    def total(self) -> int:
        return self.strength + self.armor + self.willpower + self.exertion + self.break_

    def items(self) -> tuple[tuple[str, int], ...]:
        """Every attribute's name with its figure, in the order of the sheet."""
        return tuple((field.name, getattr(self, field.name)) for field in fields(self))


ATTRIBUTES = tuple(field.name for field in fields(Figures))


@dataclass(frozen=True, slots=True)
class Caps:
    """The lowest and the highest figure a class allows, attribute by attribute."""

    strength: Span
    armor: Span
    willpower: Span
    exertion: Span
    break_: Span

    @classmethod
    def read(cls, written: str) -> Caps:
        """Five spans in the order strength, armor, willpower, exertion, break."""
        return cls(*(Span.read(word) for word in written.split()))

    def of(self, attribute: str) -> Span:
        span: Span = getattr(self, attribute)
        return span

    @property
    def lowest(self) -> Figures:
        return Figures(*(self.of(attribute).low for attribute in ATTRIBUTES))

    @property
    def highest(self) -> Figures:
        return Figures(*(self.of(attribute).high for attribute in ATTRIBUTES))


@dataclass(frozen=True, slots=True)
class RaceEntry:
    """A race and the Reaction its people may have (CHAR-5)."""

    key: str
    name: Text
    reaction: Span


class Target(StrEnum):
    """At what, and at whose, an ability is aimed (HIT-6)."""

    SELF = "self"
    ENEMY = "enemy"
    ALLY = "ally"
    UNIT = "unit"
    CELL = "cell"


@dataclass(frozen=True, slots=True)
class Range:
    """From how near to how far an ability reaches; None stands for the unit's own attack range."""

    low: int | None
    high: int | None

    def within(self, own: tuple[int, int]) -> tuple[int, int]:
        """The range in cells of a unit whose own attack range is `own`."""
        low = own[0] if self.low is None else self.low
        high = own[1] if self.high is None else self.high
        return low, high


@dataclass(frozen=True, slots=True)
class AbilityEntry:
    """An active ability: its aim, its range and its figures, each with one value per rank.

    `effect` names what it does in play; empty, it is the ability's own key.
    """

    key: str
    name: Text
    wording: Text
    target: Target
    ranges: tuple[Range, ...]
    figures: Mapping[str, tuple[int, ...]]
    effect: str = ""

    @property
    def deed(self) -> str:
        """The key of what it does in play."""
        return self.effect or self.key

    @property
    def ranks(self) -> int:
        return len(self.ranges)

    def figure(self, name: str, rank: int) -> int:
        """The value of a figure at a rank; past the last rank it stays as it is."""
        return self.figures[name][min(rank, self.ranks) - 1]

    def range_at(self, rank: int) -> Range:
        """How far the ability reaches at a rank."""
        return self.ranges[min(rank, self.ranks) - 1]

    def description(self, rank: int, language: str) -> str:
        """What the ability does at a rank, in a language."""
        at_rank = {name: self.figure(name, rank) for name in self.figures}
        reach = self.range_at(rank)
        return filled(self.wording.say(language), reach_figures(reach.low, reach.high) | at_rank)


@dataclass(frozen=True, slots=True)
class PassiveEntry:
    """A passive ability: always on, without rank or cost; `amount` is its one figure, where it has one.

    `effect` names what it does in play; empty, it is the passive's own key.
    """

    key: str
    name: Text
    description: Text
    amount: int = 0
    effect: str = ""

    @property
    def deed(self) -> str:
        """The key of what it does in play."""
        return self.effect or self.key

    def told(self, language: str) -> str:
        """What it does, in a language."""
        return filled(self.description.say(language), {"amount": self.amount})


@dataclass(frozen=True, slots=True)
class ClassEntry:
    """A class: body, caps, abilities, and how many points its people have.

    `points` are the totals of class ranks 1, 2 and 3; a class with `fixed` figures has no choice
    at creation. `reaction` replaces the span of the race. `for_players` is off for a creature. `highest`
    holds the rank up to which the class learns an ability, where that is not the ability's last.
    """

    key: str
    name: Text
    description: Text
    race: RaceEntry
    size: str
    move: int
    attack_range: Span
    caps: Caps
    passives: tuple[str, ...] = ()
    abilities: tuple[str, ...] = ()
    points: tuple[int, int, int] | None = None
    fixed: Figures | None = None
    reaction_span: Span | None = None
    for_players: bool = True
    highest: Mapping[str, int] = field(default_factory=dict)

    @property
    def reaction(self) -> Span:
        return self.reaction_span or self.race.reaction

    @property
    def starting_total(self) -> int:
        """The sum of the five figures that a new unit of the class has (CHAR-5)."""
        if self.fixed is not None:
            return self.fixed.total
        return self.points[0] if self.points else self.caps.lowest.total


@dataclass(frozen=True, slots=True)
class DredgeEntry:
    """A kind of dredge: one set of figures per rank it comes in."""

    key: str
    name: Text
    description: Text
    race: RaceEntry
    size: str
    move: int
    attack_range: Span
    ranks: tuple[Figures, ...]
    passives: tuple[str, ...] = ()
    abilities: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Difficulty:
    """What a difficulty adds to a dredge's armor and strength."""

    key: str
    name: Text
    armor: int
    strength: int


@dataclass(frozen=True, slots=True)
class ObstacleEntry:
    """Something on the board that can be broken like a unit (WIN-2)."""

    key: str
    name: Text
    size: str = "1x1"
    strength: int = 8
    armor: int = 0
