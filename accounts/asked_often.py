"""Questions that every page asks about its reader: their SQL is made once in a process, not once for each page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db import connection
from django.db.models import QuerySet

from accounts.models import User

STAND_IN = -(2**62)
"""The key of nobody, put into the SQL where the user's belongs."""


class AskedOften:
    """A question about one user, as `rows` asks it: a query for values, in which the user is all that varies.

    Called with a user it gives the rows as the database does: tuples, truths as numbers where it knows no others.
    """

    def __init__(self, rows: Callable[[User], QuerySet[Any, Any]]) -> None:
        self._rows = rows
        self._made: tuple[str, tuple[Any, ...]] | None = None

    def __call__(self, user: User) -> list[tuple[Any, ...]]:
        if self._made is None:
            self._made = self._rows(User(pk=STAND_IN)).query.sql_with_params()
        sql, values = self._made
        with connection.cursor() as cursor:
            cursor.execute(sql, [user.pk if value == STAND_IN else value for value in values])
            return list(cursor.fetchall())
