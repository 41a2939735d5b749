"""What may be changed of an effect: the figures it reads and their bounds, at whom it may be aimed, and how far.

An ability of a campaign's own is data over one of these effects, never over another ability, so none leads back to
itself. Within the bounds nothing can break a battle; the functions themselves are in `rulebook.saga`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rulebook.saga.catalogue.model import FURTHEST, Span, Target

MOST_RANKS = 3
FURTHEST_CELL = 12
"""A cell is aimed at within this distance, a unit anywhere."""
POINTS = Span(0, 20)
CELLS = Span(0, 12)
SWITCH = Span(0, 1)

Reach = tuple[int | None, int | None]
Ranges = Sequence[Reach]


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that may not be: its field, a stable code, and what a sentence needs."""

    field: str
    code: str
    data: Mapping[str, object] = dataclasses.field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ActiveShape:
    """An active effect: its aims (the first is the usual one), its figures; `reach` where its range is fixed."""

    aims: tuple[Target, ...]
    figures: Mapping[str, Span]
    reach: tuple[int, int] | None = None


ITSELF, ADJACENT = (0, 0), (1, 1)
ACTIVE: Mapping[str, ActiveShape] = {
    "stone-wall": ActiveShape((Target.SELF,), {"reduction": POINTS}, ITSELF),
    "run-through": ActiveShape((Target.UNIT,), {"armor": POINTS}),
    "bird-of-prey": ActiveShape((Target.ENEMY,), {}),
    "slag-and-burn": ActiveShape(
        (Target.CELL,), {"strength": POINTS, "armor": POINTS, "coals": Span(0, 5), "burn": POINTS}
    ),
    "tempest": ActiveShape((Target.ENEMY,), {"units": Span(1, 12)}, ADJACENT),
    "sundering-impact": ActiveShape(
        (Target.ENEMY,), dict.fromkeys(("strength", "armor", "near_strength", "near_armor"), POINTS)
    ),
    "bring-the-pain": ActiveShape((Target.ENEMY,), {"damage": POINTS, "favor": POINTS}),
    "battering-ram": ActiveShape((Target.UNIT,), {"push": CELLS, "armor": POINTS, "through": POINTS}, ADJACENT),
    "impale": ActiveShape((Target.ENEMY,), {"push": CELLS, "bleed": Span(0, 9)}),
    "bloody-flail": ActiveShape((Target.ENEMY,), {"blows": Span(1, 12), "most": Span(0, 12)}, ADJACENT),
    "rain-of-arrows": ActiveShape((Target.CELL,), {"arrows": Span(1, 9)}),
    "forge-ahead": ActiveShape((Target.ALLY,), {}),
    "thread-the-needle": ActiveShape((Target.ENEMY,), {"cells": Span(1, 12), "armor": POINTS}),
    "mark-prey": ActiveShape((Target.ENEMY,), {"armor": POINTS}),
    "champion": ActiveShape((Target.SELF,), {"guard": POINTS}, ITSELF),
    "kindle": ActiveShape((Target.SELF,), {"armor": POINTS, "push": CELLS, "cell": POINTS}, ITSELF),
    "rally": ActiveShape((Target.ALLY,), {"willpower": POINTS}),
    "mend": ActiveShape((Target.ALLY,), {"more": POINTS}),
    "sunstrike": ActiveShape((Target.ENEMY,), {}),
    "composed": ActiveShape(
        (Target.ENEMY, Target.ALLY, Target.UNIT, Target.SELF, Target.CELL),
        {
            "strike": SWITCH,
            "sure": SWITCH,
            "extra": POINTS,
            "strength": POINTS,
            "armor": POINTS,
            "drain": POINTS,
            "push": CELLS,
            "daze": SWITCH,
            "willpower": POINTS,
            "mend": POINTS,
            "guard": POINTS,
            "around": Span(0, 3),
        },
    ),
}
PASSIVE: Mapping[str, Span] = {
    "shield-wall": Span(1, 9),
    "puncture": Span(1, 20),
    "heavy-impact": Span(1, 9),
    "return-the-favor": Span(1, 9),
    "embolden": Span(1, 9),
    "light-step": Span(0, 0),
    "thick-hide": Span(0, 0),
    "shield-mastery": Span(0, 0),
    "back-off": Span(1, 12),
    "depraved": Span(1, 9),
    "splinter": Span(1, 9),
}


def ability_problems(
    effect: str, aim: str, ranges: Ranges, figures: Mapping[str, Sequence[int]]
) -> tuple[Problem, ...]:
    """Everything in an ability's figures that its effect does not allow.

    Codes: `unknown-effect`, `bad-aim`, `bad-ranks`, `bad-range` and `range-fixed` at `range-RANK`, `unknown-figure`,
    `missing-figure`, `bad-figure` at `NAME-RANK`.
    """
    shape = ACTIVE.get(effect)
    if shape is None:
        return (Problem("effect", "unknown-effect", {"effect": effect}),)
    return (*_aim(shape, aim), *_ranges(shape, aim, ranges), *_figures(shape, figures, len(ranges)))


def passive_problems(effect: str, amount: int) -> tuple[Problem, ...]:
    """What is wrong with a passive's figure: `unknown-effect`, `bad-figure`."""
    if effect not in PASSIVE:
        return (Problem("effect", "unknown-effect", {"effect": effect}),)
    return tuple(bounded("amount", amount, PASSIVE[effect]))


def bounded(name: str, value: int, span: Span) -> Iterator[Problem]:
    """`bad-figure` where a value is outside its span."""
    if value not in span:
        yield Problem(name, "bad-figure", {"low": span.low, "high": span.high, "value": value})


def _aim(shape: ActiveShape, aim: str) -> Iterator[Problem]:
    if aim not in shape.aims:
        yield Problem("target", "bad-aim", {"aim": aim})


def _ranges(shape: ActiveShape, aim: str, ranges: Ranges) -> Iterator[Problem]:
    if not 1 <= len(ranges) <= MOST_RANKS:
        yield Problem("ranks", "bad-ranks", {"ranks": len(ranges), "most": MOST_RANKS})
        return
    for rank, (low, high) in enumerate(ranges, 1):
        fixed = ITSELF if aim == "self" else shape.reach
        furthest = FURTHEST_CELL if aim == "cell" else FURTHEST
        if fixed is not None:
            if (low, high) != fixed:
                yield Problem(f"range-{rank}", "range-fixed", {"low": fixed[0], "high": fixed[1]})
        elif not _reaches(low, high, furthest) or (aim == "cell" and high is None):
            yield Problem(f"range-{rank}", "bad-range", {"most": furthest})


def _reaches(low: int | None, high: int | None, furthest: int) -> bool:
    near, far = 1 if low is None else low, furthest if high is None else high
    return 1 <= near <= far <= furthest


def _figures(shape: ActiveShape, figures: Mapping[str, Sequence[int]], ranks: int) -> Iterator[Problem]:
    for name in figures:
        if name not in shape.figures:
            yield Problem("figures", "unknown-figure", {"figure": name})
    for name, span in shape.figures.items():
        values = figures.get(name, ())
        if len(values) != ranks:
            yield Problem(name, "missing-figure", {"figure": name, "ranks": ranks})
            continue
        for rank, value in enumerate(values, 1):
            yield from bounded(f"{name}-{rank}", value, span)
