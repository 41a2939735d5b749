"""Making a character: what a class, a race and the campaign allow (CHAR-5).

Checks return every broken rule at once, so that a form can show them all; an empty tuple means
that all is well. They raise nothing but `unknown-class`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from rulebook.saga.campaign import CAMPAIGN_ATTRIBUTES
from rulebook.saga.catalogue import ClassEntry, Figures, class_entry
from rulebook.saga.rules import TableRules


@dataclass(frozen=True, slots=True)
class Broken:
    """One rule that a character does not keep: a stable code, a sentence, its details."""

    code: str
    message: str
    rule: str
    data: dict[str, object] = field(default_factory=dict)


def check_creation(
    class_key: str | ClassEntry,
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


def points_left(class_key: str | ClassEntry, figures: Figures) -> int:
    """How many of the class's starting points are not yet spent; negative when overspent."""
    return class_entry(class_key).starting_total - figures.total


def campaign_points_left(given: Mapping[str, int], rules: TableRules) -> int:
    """How many campaign points are not yet spread; negative when overspent."""
    return rules.campaign_points_spread - _spread(given, rules)


def starting_figures(class_key: str | ClassEntry) -> Figures:
    """Where a character of the class begins: its fixed figures, or the class minimum."""
    entry = class_entry(class_key)
    return entry.fixed or entry.caps.lowest


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
