"""People and characters inside a battle's plain values, under names that mean something in an archive alone.

A site calls a user 12, "12" or "u12", a character 7 or "7". In an archive the third person is `@3`, the fifth character
`#5`: a number becomes "@3", a text of digits "=@3", a player's id "u@3". Only values under the keys listed here
are looked at, so that nothing which somebody wrote is ever taken for a person.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

PEOPLE = frozenset({"player", "players", "by", "overlord", "leader", "readers", "who", "voter"})
PEOPLE_SUFFIXES = ("-players", "-leader")
CHARACTERS = frozenset({"character"})
PLAIN_KEYS = frozenset({"plan", "result", "meant_for"})
"""The columns in which a bare number is a primary key; anywhere else it is a number."""
PLAYER = re.compile(r"([upc])([0-9]{1,18})")
DIGITS = re.compile(r"[0-9]{1,18}")
WRITTEN = re.compile(r"(u|p|c|=|)([@#])([1-9][0-9]{0,9})")
LOST = {"": None, "=": "", "u": "director", "p": "", "c": ""}
"""What stands for somebody whom an archive does not know."""

Name = Callable[[int], int | None]


def to_archive(value: Any, people: Name, characters: Name) -> Any:
    """Columns by name with their values, as an archive holds them.

    `people` and `characters` give the number of a primary key.
    """

    def change(one: Any, sign: str) -> Any:
        form, key = _form_of(one)
        if form is None:
            return one
        sign = "#" if form == "c" else sign
        number = (people if sign == "@" else characters)(key)
        return LOST[form] if number is None else f"{form}{sign}{number}"

    return _walk(value, "", "", change)


def from_archive(value: Any, people: Name, characters: Name) -> Any:
    """Columns by name with their values, as a site holds them.

    `people` and `characters` give the primary key of a number.
    """

    def change(one: Any, sign: str) -> Any:
        found = WRITTEN.fullmatch(one) if isinstance(one, str) else None
        if found is None or found[2] != ("#" if found[1] == "c" else sign):
            return one
        key = (people if found[2] == "@" else characters)(int(found[3]))
        if key is None:
            return LOST[found[1]]
        return _formed(found[1], key)

    return _walk(value, "", "", change)


def replaced(value: Any, people: dict[int, int]) -> Any:
    """The same columns of one site, with some users in the place of others."""

    def change(one: Any, sign: str) -> Any:
        form, key = _form_of(one)
        if form in (None, "c") or sign != "@" or key not in people:
            return one
        return _formed(form or "", people[key])

    return _walk(value, "", "", change)


def _formed(form: str, key: int) -> int | str:
    return key if form == "" else str(key) if form == "=" else f"{form}{key}"


def _form_of(one: Any) -> tuple[str | None, int]:
    if type(one) is int:
        return "", one
    if isinstance(one, str) and (found := PLAYER.fullmatch(one)):
        return found[1], int(found[2])
    if isinstance(one, str) and DIGITS.fullmatch(one):
        return "=", int(one)
    return None, 0


def _walk(value: Any, key: str, column: str, change: Callable[[Any, str], Any]) -> Any:
    if isinstance(value, dict):
        return {name: _walk(one, name, column or name, change) for name, one in value.items()}
    if isinstance(value, list):
        return [_walk(one, key, column, change) for one in value]
    if type(value) is int and column not in PLAIN_KEYS:
        return value
    if key in CHARACTERS:
        return change(value, "#")
    if key in PEOPLE or key.endswith(PEOPLE_SUFFIXES):
        return change(value, "@")
    return value
