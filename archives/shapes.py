"""What plain values may look like where a column holds JSON: nothing is kept that no page could show."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from rulebook.codec import load
from rulebook.errors import Refused, Unreadable
from rulebook.saga.state import Order

DEEPEST = 40
LONGEST_TEXT = 100_000
LARGEST_NUMBER = 1 << 62


@dataclass(frozen=True, slots=True)
class Draft:
    """`Battle.draft`."""

    fields: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    revision: int = 0
    saved_at: str = ""


@dataclass(frozen=True, slots=True)
class Notes:
    """`TurnPost.notes`."""

    numbers: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    how: str = ""
    by: str = ""
    alternative: int | None = None
    kind: str = ""
    ended: str | None = None


@dataclass(frozen=True, slots=True)
class MeantFor:
    """`Post.meant_for`."""

    to: str = "scene"
    readers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Thrown:
    """One group of dice of `SceneRoll.faces`."""

    of: str
    dice: tuple[tuple[int, bool], ...]


NUMBERS = Mapping[str, int]
WORDS = tuple[str, ...]
SHAPES: Mapping[tuple[str, str], Any] = {
    ("application-forms", "questions"): WORDS,
    ("lasting-orders", "orders"): tuple[Order, ...],
    ("characters", "abilities"): NUMBERS,
    ("characters", "talents"): NUMBERS,
    ("items", "effects"): NUMBERS,
    ("petitions", "points"): NUMBERS,
    ("battles", "draft"): Draft,
    ("battle-rolls", "reason"): Mapping[str, str],
    ("musters", "heroes"): WORDS,
    ("own-units", "figures"): NUMBERS,
    ("turn-posts", "notes"): Notes,
    ("turn-posts", "claimed_numbers"): NUMBERS,
    ("posts", "addressed"): WORDS,
    ("posts", "meant_for"): MeantFor,
    ("passages", "addressed"): WORDS,
    ("scene-rolls", "faces"): tuple[Thrown, ...],
}
SCALARS = {("rule-changes", "before"), ("rule-changes", "after")}
ELSEWHERE = {
    ("battles", "plan"),
    ("battles", "setup"),
    ("battles", "state"),
    ("battles", "result"),
    ("battle-events", "data"),
    ("early-turns", "alternatives"),
    ("campaign", "table_rules"),
    ("own-entries", "written"),
    ("entry-changes", "before"),
    ("entry-changes", "after"),
}
"""Columns whose values are checked by the rules themselves (`archives.battles`, `archives.catalogues`)."""


def check_shape(table: str, column: str, value: Any) -> None:
    """Raise Unreadable `bad-data` for a value that the column cannot hold."""
    check_plain(value)
    if (table, column) in SCALARS and isinstance(value, dict | list):
        raise Unreadable("bad-data", f"{column} holds one value.")
    shape = SHAPES.get((table, column))
    if shape is not None and value != {}:
        load(shape, value)


def check_plain(value: Any, depth: int = 0) -> None:
    """Raise Unreadable `bad-data` for what a database could not keep: too deep, too long, not a number."""
    if depth > DEEPEST:
        raise Unreadable("bad-data", "The values are nested too deep.")
    if isinstance(value, dict):
        for name, one in value.items():
            check_text(name)
            check_plain(one, depth + 1)
    elif isinstance(value, list):
        for one in value:
            check_plain(one, depth + 1)
    elif isinstance(value, str):
        check_text(value)
    elif isinstance(value, float) and not math.isfinite(value):
        raise Unreadable("bad-data", "A number is none.")
    elif isinstance(value, int) and abs(value) > LARGEST_NUMBER:
        raise Unreadable("bad-data", "A number is too large.")


def check_text(text: str) -> None:
    """Raise Unreadable `bad-data` for a text that is too long or cannot be written down."""
    if len(text) > LONGEST_TEXT or "\x00" in text or any("\ud800" <= letter <= "\udfff" for letter in text):
        raise Unreadable("bad-data", "A text is too long, or holds characters that are none.")


def checked(check: Callable[[], Any], where: str) -> Any:
    """What a check gives; whatever it cannot make sense of is `bad-data` there."""
    try:
        return check()
    except Refused as refused:
        raise Unreadable("bad-data", f"{where}: {refused.message}") from refused
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError) as error:
        raise Unreadable("bad-data", f"{where}: {type(error).__name__}: {error}") from error
