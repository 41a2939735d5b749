"""Questions that pages ask again and again: their SQL is made once in a process, not once for each page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db import connection
from django.db.models import QuerySet

from accounts.models import User

STAND_IN = -(2**62)
"""The key of nobody, put into the SQL where the user's belongs; the numbers above it stand for numbers asked for."""

STAND_IN_WORDS = "\ue000\ue001"
"""Words that nobody writes, put into the SQL, each with a number, where those asked for belong."""


class AskedOften:
    """A question about one user and whatever else it is told, as `rows` asks it: a query for values.

    `rows` takes a user and then as many numbers or words as `kinds` has types; nothing else about the query varies.
    Called with them it gives the rows as the database does: tuples, truths as numbers where it knows no others.
    """

    def __init__(self, rows: Callable[..., QuerySet[Any, Any]], *kinds: type[int] | type[str]) -> None:
        self._rows = rows
        self._stand_ins = tuple(
            STAND_IN + n if kind is int else f"{STAND_IN_WORDS}{n}" for n, kind in enumerate(kinds, 1)
        )
        self._made: tuple[str, tuple[Any, ...]] | None = None

    def __call__(self, user: User, *more: int | str) -> list[tuple[Any, ...]]:
        if self._made is None:
            self._made = self._rows(User(pk=STAND_IN), *self._stand_ins).query.sql_with_params()
        sql, values = self._made
        told: dict[Any, Any] = {STAND_IN: user.pk, **dict(zip(self._stand_ins, more, strict=True))}
        with connection.cursor() as cursor:
            cursor.execute(sql, [told.get(value, value) for value in values])
            return list(cursor.fetchall())
