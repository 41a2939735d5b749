"""A new character's figures within its class (CHAR-5)."""

from collections.abc import Mapping
from dataclasses import dataclass

from rulebook.errors import Illegal, Unreadable


@dataclass(frozen=True, slots=True)
class Span:
    """The least and the most a class or race allows, both included."""

    minimum: int
    maximum: int


def check_figures(chosen: Mapping[str, int], spans: Mapping[str, Span], total: int) -> None:
    """Refuse figures that a class does not allow (CHAR-5).

    `chosen` and `spans` are keyed by attribute and must name the same ones; the figures
    must add up to at most `total`, the class total of rank 1.

    Raises `unknown-attribute`, `missing-attribute`, `bad-attribute`, `too-many-points`.
    """
    _check_same_names(chosen, spans)
    for name, span in spans.items():
        check_within(name, chosen[name], span)
    spent = sum(chosen.values())
    if spent > total:
        message = f"The figures add up to {spent}, more than the class total of {total}."
        raise Illegal("too-many-points", message, {"spent": spent, "points": total})


def check_within(name: str, value: int, span: Span) -> None:
    """Refuse one figure outside its span: a class's, or a race's for Reaction (CHAR-5)."""
    if not span.minimum <= value <= span.maximum:
        message = f"{name} must go from {span.minimum} to {span.maximum}; {value} does not."
        raise Illegal("bad-attribute", message, {"attribute": name, "value": value})


def _check_same_names(chosen: Mapping[str, int], spans: Mapping[str, Span]) -> None:
    for name in chosen:
        if name not in spans:
            message = f"The class has no attribute {name!r}."
            raise Unreadable("unknown-attribute", message, {"attribute": name})
    for name in spans:
        if name not in chosen:
            message = f"The attribute {name} is missing."
            raise Unreadable("missing-attribute", message, {"attribute": name})
