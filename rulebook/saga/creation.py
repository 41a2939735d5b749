"""Making and promoting a character: what a class, a race and the campaign allow (CHAR-5, PROM-1).

Checks return every broken rule at once, so that a form can show them all; an empty tuple means
that all is well. They raise nothing but `unknown-class`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from rulebook.errors import Illegal
from rulebook.saga.campaign import CAMPAIGN_ATTRIBUTES
from rulebook.saga.catalogue import ATTRIBUTES, ClassEntry, Figures, class_entry
from rulebook.saga.renown import LAST_LEVEL, promote, promotion_cost
from rulebook.saga.rules import TableRules


@dataclass(frozen=True, slots=True)
class Broken:
    """One rule that a character does not keep: a stable code, a sentence, its details."""

    code: str
    message: str
    rule: str
    data: dict[str, object] = field(default_factory=dict)


def check_creation(
    class_key: str,
    figures: Figures,
    reaction: int,
    campaign_attributes: Mapping[str, int],
    rules: TableRules,
) -> tuple[Broken, ...]:
    """Everything that keeps a new character from being legal (CHAR-5).

    Codes: `not-the-fixed-figures` for a class without choice; otherwise `outside-caps` for each
    attribute and `too-many-points`; `outside-reaction`; and those of
    `check_campaign_attributes`. Unspent points are allowed. Raises `unknown-class`.
    """
    entry = class_entry(class_key)
    return (
        *_figures_broken(entry, figures),
        *_reaction_broken(entry, reaction),
        *check_campaign_attributes(campaign_attributes, rules),
    )


def check_campaign_attributes(given: Mapping[str, int], rules: TableRules) -> tuple[Broken, ...]:
    """Everything wrong with the spread of campaign points (CHAR-5).

    Codes: `unknown-campaign-attribute`, `missing-campaign-attribute`, `bad-campaign-attribute`
    for each attribute, and `too-many-campaign-points`. Points may be left over.
    """
    return (*_names_broken(given), *_values_broken(given, rules), *_spread_broken(given, rules))


def points_left(class_key: str, figures: Figures) -> int:
    """How many of the class's starting points are not yet spent; negative when overspent."""
    return class_entry(class_key).starting_total - figures.total


def campaign_points_left(given: Mapping[str, int], rules: TableRules) -> int:
    """How many campaign points are not yet spread; negative when overspent."""
    return rules.campaign_points_spread - _spread(given, rules)


def starting_figures(class_key: str) -> Figures:
    """Where a character of the class begins: its fixed figures, or the class minimum."""
    entry = class_entry(class_key)
    return entry.fixed or entry.caps.lowest


def growable(class_key: str, figures: Figures) -> tuple[str, ...]:
    """The attributes that still have room below the class's caps."""
    caps = class_entry(class_key).caps
    return tuple(name for name, value in figures.items() if value < caps.of(name).high)


def check_promotion(
    class_key: str,
    figures: Figures,
    level: int,
    renown: int,
    points: Mapping[str, int],
    rules: TableRules,
) -> tuple[Broken, ...]:
    """Everything that keeps a character of this level from the next one (PROM-1).

    `figures` and `level` are those before; `points` names the attributes that grow and by how
    much. Codes: `top-level`, `not-enough-renown`, `unknown-attribute`, `bad-points`,
    `wrong-number-of-points`, `above-cap`. Where the caps leave less room than the points
    gained, only the room has to be filled. Raises `unknown-class`.
    """
    caps = class_entry(class_key).caps
    room = sum(max(0, caps.of(name).high - value) for name, value in figures.items())
    due = min(rules.promotion_points, room)
    return (
        *_level_broken(level, renown, rules),
        *_points_broken(points, due),
        *_growth_broken(class_key, figures, points),
    )


def promoted(
    class_key: str,
    figures: Figures,
    level: int,
    renown: int,
    points: Mapping[str, int],
    rules: TableRules,
) -> tuple[Figures, int, int]:
    """The figures, level and renown after a promotion (PROM-1).

    Raises Illegal with the code of the first broken rule of `check_promotion`.
    """
    broken = check_promotion(class_key, figures, level, renown, points, rules)
    if broken:
        raise Illegal(broken[0].code, broken[0].message, broken[0].data)
    grown = {name: getattr(figures, name) + more for name, more in points.items()}
    step = promote(level, renown, rules)
    return replace(figures, **grown), step.level, step.renown_left


def _figures_broken(entry: ClassEntry, figures: Figures) -> Iterator[Broken]:
    if entry.fixed is not None:
        yield from _fixed_broken(entry.fixed, entry.key, figures)
        return
    for name, value in figures.items():
        span = entry.caps.of(name)
        if value not in span:
            yield Broken(
                "outside-caps",
                f"{name} of a {entry.key} is {span}, not {value}.",
                "CHAR-5",
                {"attribute": name, "value": value, "low": span.low, "high": span.high},
            )
    if figures.total > entry.starting_total:
        yield Broken(
            "too-many-points",
            f"A new {entry.key} has {entry.starting_total} points, not {figures.total}.",
            "CHAR-5",
            {"total": figures.total, "allowed": entry.starting_total},
        )


def _fixed_broken(fixed: Figures, class_key: str, figures: Figures) -> Iterator[Broken]:
    for name, wanted in fixed.items():
        value = getattr(figures, name)
        if value != wanted:
            yield Broken(
                "not-the-fixed-figures",
                f"{name} of a {class_key} is {wanted}, not {value}.",
                "CHAR-5",
                {"attribute": name, "value": value, "fixed": wanted},
            )


def _reaction_broken(entry: ClassEntry, reaction: int) -> Iterator[Broken]:
    span = entry.reaction
    if reaction not in span:
        yield Broken(
            "outside-reaction",
            f"Reaction of a {entry.key} is {span}, not {reaction}.",
            "CHAR-5",
            {"value": reaction, "low": span.low, "high": span.high},
        )


def _names_broken(given: Mapping[str, int]) -> Iterator[Broken]:
    for name in given:
        if name not in CAMPAIGN_ATTRIBUTES:
            message = f"There is no campaign attribute {name!r}."
            yield Broken("unknown-campaign-attribute", message, "TEST-1", {"attribute": name})
    for name in CAMPAIGN_ATTRIBUTES:
        if name not in given:
            message = f"The campaign attribute {name} is missing."
            yield Broken("missing-campaign-attribute", message, "CHAR-5", {"attribute": name})


def _values_broken(given: Mapping[str, int], rules: TableRules) -> Iterator[Broken]:
    low, high = rules.campaign_points_start, rules.campaign_points_cap
    step = rules.campaign_points_step
    for name, value in given.items():
        if not low <= value <= high or (value - low) % step:
            yield Broken(
                "bad-campaign-attribute",
                f"{name} goes from {low} to {high} in steps of {step}; {value} does not.",
                "CHAR-5",
                {"attribute": name, "value": value, "low": low, "high": high, "step": step},
            )


def _spread(given: Mapping[str, int], rules: TableRules) -> int:
    return sum(max(0, value - rules.campaign_points_start) for value in given.values())


def _spread_broken(given: Mapping[str, int], rules: TableRules) -> Iterator[Broken]:
    spread, allowed = _spread(given, rules), rules.campaign_points_spread
    if spread > allowed:
        yield Broken(
            "too-many-campaign-points",
            f"There are {allowed} campaign points to spread, not {spread}.",
            "CHAR-5",
            {"total": spread, "allowed": allowed},
        )


def _level_broken(level: int, renown: int, rules: TableRules) -> Iterator[Broken]:
    if level >= LAST_LEVEL:
        message = f"Level {level} is the last; there is no promotion from it."
        yield Broken("top-level", message, "PROM-1", {"level": level})
        return
    cost = promotion_cost(level + 1, rules)
    if renown < cost:
        message = f"Promotion to level {level + 1} costs {cost} renown; there are {renown}."
        data: dict[str, object] = {"level": level + 1, "cost": cost, "renown": renown}
        yield Broken("not-enough-renown", message, "PROM-1", data)


def _points_broken(points: Mapping[str, int], due: int) -> Iterator[Broken]:
    for name, more in points.items():
        if name not in ATTRIBUTES:
            message = f"There is no attribute {name!r} to raise."
            yield Broken("unknown-attribute", message, "PROM-1", {"attribute": name})
        if more < 0:
            message = f"{name} cannot grow by {more}."
            yield Broken("bad-points", message, "PROM-1", {"attribute": name, "points": more})
    spent = sum(points.values())
    if spent != due:
        message = f"This promotion gives {due} attribute points, not {spent}."
        data: dict[str, object] = {"points": spent, "due": due}
        yield Broken("wrong-number-of-points", message, "PROM-1", data)


def _growth_broken(class_key: str, figures: Figures, points: Mapping[str, int]) -> Iterator[Broken]:
    caps = class_entry(class_key).caps
    for name, more in points.items():
        if name not in ATTRIBUTES or more <= 0:
            continue
        value, highest = getattr(figures, name) + more, caps.of(name).high
        if value > highest:
            yield Broken(
                "above-cap",
                f"{name} of a {class_key} is {highest} at most, not {value}.",
                "PROM-1",
                {"attribute": name, "value": value, "high": highest},
            )
