"""Strictness of cases: which keys may stand where, and what equal means."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

ENVELOPE = frozenset({"rules", "table_rules", "expect"})


class BadCase(Exception):
    """The case itself is faulty: an unknown kind or key, a key missing, a wrong shape."""


def check_keys(where: str, found: Any, *, required: Collection[str] = (), optional: Collection[str] = ()) -> None:
    """Raise `BadCase` unless `found` is a mapping with all required and no unknown keys."""
    if not isinstance(found, Mapping):
        raise BadCase(f"{where} must be a mapping, not {found!r}")
    unknown = set(found) - set(required) - set(optional)
    missing = set(required) - set(found)
    if unknown or missing:
        raise BadCase(f"{where}: unknown keys {sorted(map(str, unknown))}, missing keys {sorted(missing)}")


def check_case(case: Mapping[str, Any], *, required: Collection[str], optional: Collection[str] = ()) -> None:
    """Check the keys of the case itself; those every kind may have are allowed besides."""
    check_keys("case", case, required={"id", "kind", *required}, optional=ENVELOPE | set(optional))


def check_choice(where: str, found: Any, choices: Collection[str]) -> None:
    if found not in choices:
        raise BadCase(f"{where} must be one of {sorted(choices)}, not {found!r}")


def mismatches(expected: Any, seen: Any, where: str = "expect") -> list[str]:
    """What of `expected` is not as `seen`, in words; mappings are compared key by key.

    What is not listed is not compared. An empty mapping expects an empty one.
    """
    if isinstance(expected, Mapping) and expected and isinstance(seen, Mapping):
        return [
            line
            for key, value in expected.items()
            for line in (
                mismatches(value, seen[key], f"{where}.{key}")
                if key in seen
                else [f"{where}.{key}: {value!r} expected, nothing of that name seen"]
            )
        ]
    if same(expected, seen):
        return []
    return [f"{where}: {expected!r} expected, {seen!r} seen"]


def same(expected: Any, seen: Any) -> bool:
    """Equality that does not take True for 1."""
    return isinstance(expected, bool) == isinstance(seen, bool) and expected == seen
