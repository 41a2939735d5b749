"""What the Invisible Overlord puts on record of a choice: data that words can be made of (IMP-04).

A choice ranks its candidates by named keys, one after the other; of each key either the
high or the low value comes first. Values are whole numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Variant = Literal["official", "improved"]
Order = Literal["Attack", "Gang Up", "Pin", "Surround", "Support"]
ThreatType = Literal["Spellcaster", "Marksman", "Armoured", "Unarmoured", "Weakest", "Wounded", "Quest"]
Choosing = Literal["target", "activation"]
AttackForm = Literal["spell", "shoot", "fight"]
Slot = Literal["interrupt", "first", "second"]
Matter = Literal["activation", "target", "hero", "place", "pile", "minion", "square", "feat", "win"]
Decider = Literal["only", "key", "undead", "die"]
OrderCause = Literal["card", "fallback", "lost"]

FORMS: tuple[AttackForm, ...] = ("spell", "shoot", "fight")

Key = Literal[
    "form",
    "dice",
    "threat",
    "steps",
    "level",
    "combat-dice",
    "distance",
    "wounds",
    "arcs-on-hero",
    "adjacent-to-hero",
    "rear",
    "exposure",
    "furniture",
    "toward-goal",
    "room",
    "route",
    "x",
    "y",
    "blocks",
    "path-squares",
    "shared-arcs",
    "pile",
    "behind",
    "chance",
    "goal-distance",
    "attacks",
]


@dataclass(frozen=True, slots=True)
class Ranking:
    """One key of a choice, and whether its low value comes first in this one."""

    key: Key
    low: bool = False


@dataclass(frozen=True, slots=True)
class Candidate:
    """Something that could be chosen: its values, one for each key; `target` is the hero it is about."""

    name: str
    values: tuple[int, ...]
    target: str = ""


@dataclass(frozen=True, slots=True)
class Threat:
    """A hero's threat and what it is made of (IO-OFF-01, IO-IMP-03).

    `level` is 0 where levels do not count; `types` are those of the card that fit;
    `character` is what the model's character adds; `doubled` for a hero next to it.
    """

    hero: str
    level: int
    types: tuple[ThreatType, ...]
    character: int
    doubled: bool
    value: int
