"""The rows of an archive, each value checked by the column that is to hold it, before anything is written."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models

from archives.ids import from_archive
from archives.reading import Opened, refuse
from archives.shapes import check_shape, check_text
from archives.tables import BY_MODEL, CAMPAIGN, TABLES, Table, is_person, target_of
from rulebook.errors import Unreadable

MOST_ROWS = 300_000
MOST_PEOPLE = 2_000
LONGEST_NAME = 60
EARLIEST, LATEST = datetime(2000, 1, 1, tzinfo=UTC), datetime(2200, 1, 1, tzinfo=UTC)


@dataclass
class Row:
    """A row to be: plain values by column, and the numbers of the people and rows that it names."""

    plain: dict[str, Any] = field(default_factory=dict)
    people: dict[str, int] = field(default_factory=dict)
    rows: dict[str, int] = field(default_factory=dict)
    lists: dict[str, list[int]] = field(default_factory=dict)


@dataclass
class Contents:
    """Everything in an archive, checked row by row. `edits`: (post, audiences or None for directors, moment)."""

    campaign: Row
    people: list[dict[str, Any]]
    tables: dict[str, list[Row]]
    edits: list[tuple[int, list[int] | None, datetime]]


def read_contents(opened: Opened, step: Callable[[], None]) -> Contents:
    """The archive's rows. Raises Unreadable `archive-row`, `archive-reference`, `archive-rows`, `archive-people`."""
    people = _people(opened.json("people.json"))
    written = {table.name: _list(opened.json(f"tables/{table.name}.json"), table.name) for table in TABLES}
    if sum(map(len, written.values())) > MOST_ROWS:
        refuse("archive-rows", f"There are more than {MOST_ROWS} rows.", most=MOST_ROWS)
    counts = {name: len(rows) for name, rows in written.items()}
    reader = _Reader(len(people), counts)
    tables = {}
    for table in TABLES:
        tables[table.name] = [reader.row(table, number, one) for number, one in enumerate(written[table.name], 1)]
        step()
    campaign = reader.row(CAMPAIGN, 1, opened.json("campaign.json"))
    return Contents(campaign, people, tables, reader.edits(opened.json("edits.json")))


def _list(value: Any, name: str) -> list[Any]:
    if not isinstance(value, list):
        refuse("archive-row", f"{name} is no list.", table=name, row=0, field="", why="")
    return list(value)


def _people(value: Any) -> list[dict[str, Any]]:
    people = _list(value, "people")
    if len(people) > MOST_PEOPLE:
        refuse("archive-people", f"There are more than {MOST_PEOPLE} people.", most=MOST_PEOPLE)
    for number, one in enumerate(people, 1):
        name = one.get("name") if isinstance(one, dict) else None
        known = isinstance(one, dict) and set(one) <= {"name", "gone"} and isinstance(one.get("gone", False), bool)
        if not known or not isinstance(name, str) or len(name) > LONGEST_NAME or not name.isprintable():
            refuse("archive-row", f"People, {number}: no name.", table="people", row=number, field="name", why="")
    return people


class _Reader:
    """Reads rows of one archive, which has so many people and so many rows in each table."""

    def __init__(self, people: int, counts: Mapping[str, int]) -> None:
        self.people = people
        self.counts = counts

    def row(self, table: Table, number: int, given: Any) -> Row:
        """A row of a table; what an older archive does not say has its default."""
        names = {one.name for one in table.fields} | set(table.lists)
        if not isinstance(given, dict) or not set(given) <= names:
            self._refuse(table, number, "", "these are not its fields")
        row = Row()
        for one in table.fields:
            if one.name in given:
                self._take(row, table, number, one, given[one.name])
            elif not (one.has_default() or one.null or one.blank):
                self._refuse(table, number, one.name, "it is missing")
        for name in table.lists:
            row.lists[name] = self._several(table, number, name, given.get(name, []))
        return row

    def _take(self, row: Row, table: Table, number: int, one: models.Field[Any, Any], value: Any) -> None:
        if value is None and (one.null or table.name == "battles" and one.name == "seed"):
            row.plain[one.attname] = None
        elif is_person(one):
            row.people[one.attname] = self._number(table, number, one.name, value, self.people)
        elif (model := target_of(one)) is not None:
            row.rows[one.attname] = self._number(table, number, one.name, value, self.counts[BY_MODEL[model].name])
        else:
            row.plain[one.attname] = self._plain(table, number, one, value)

    def _number(self, table: Table, number: int, name: str, value: Any, most: int) -> int:
        if type(value) is not int or not 1 <= value <= most:
            message = f"{table.name}, {number}: {name} names nothing that is in the archive."
            refuse("archive-reference", message, table=table.name, row=number, field=name)
        return value

    def _several(self, table: Table, number: int, name: str, value: Any) -> list[int]:
        relation = table.model._meta.get_field(name)
        assert isinstance(relation, models.ManyToManyField)
        most = self.counts[BY_MODEL[relation.related_model].name]
        if not isinstance(value, list):
            self._refuse(table, number, name, "it is no list")
        return sorted({self._number(table, number, name, one, most) for one in value})

    def _plain(self, table: Table, number: int, one: models.Field[Any, Any], value: Any) -> Any:
        try:
            if isinstance(one, models.JSONField):
                check_shape(table.name, one.name, self.provisional({one.name: value})[one.name])
                return value
            return plain_value(one, value)
        except Unreadable as refused:
            self._refuse(table, number, one.name, refused.message)
        except ValidationError as error:
            self._refuse(table, number, one.name, " ".join(error.messages))

    def provisional(self, value: Any) -> Any:
        """Values with the archive's own numbers for keys, as good as any for looking at them."""
        characters = self.counts["characters"]
        return from_archive(
            value,
            lambda key: key if key <= self.people else None,
            lambda key: key if key <= characters else None,
        )

    def _refuse(self, table: Table, number: int, name: str, why: str) -> None:
        message = f"{table.name}, {number}: {name}: {why}"
        refuse("archive-row", message, table=table.name, row=number, field=name, why=why[:300])

    def edits(self, value: Any) -> list[tuple[int, list[int] | None, datetime]]:
        """When posts were changed for which kind of reader."""
        return [self._edit(number, one) for number, one in enumerate(_list(value, "edits"), 1)]

    def _edit(self, number: int, one: Any) -> tuple[int, list[int] | None, datetime]:
        if not isinstance(one, dict) or set(one) != {"post", "sight", "at"}:
            refuse("archive-row", f"edits, {number}: no edit.", table="edits", row=number, field="", why="")
        posts, audiences = BY_MODEL_NAME["posts"], BY_MODEL_NAME["audiences"]
        post = self._number(posts, number, "post", one["post"], self.counts["posts"])
        try:
            at = moment(one["at"])
        except Unreadable as refused:
            message = f"edits, {number}: {refused.message}"
            refuse("archive-row", message, table="edits", row=number, field="at", why=refused.message)
        if one["sight"] is None:
            return post, None, at
        if not isinstance(one["sight"], list):
            refuse("archive-row", f"edits, {number}: no readers.", table="edits", row=number, field="sight", why="")
        return (
            post,
            [self._number(audiences, number, "sight", key, self.counts["audiences"]) for key in one["sight"]],
            at,
        )


def provisional_of(contents: Contents) -> Callable[[Any], Any]:
    """What gives an archive's plain values the keys that they would have if its numbers were keys."""
    counts = {name: len(rows) for name, rows in contents.tables.items()}
    return _Reader(len(contents.people), counts).provisional


BY_MODEL_NAME = {table.name: table for table in TABLES}


def plain_value(one: models.Field[Any, Any], value: Any) -> Any:
    """A value of an ordinary column. Raises Unreadable `bad-data` or ValidationError."""
    if isinstance(one, models.DateTimeField):
        return moment(value)
    if isinstance(one, models.BinaryField):
        return _bytes(value)
    wanted = _types(one)
    if type(value) not in wanted:
        raise Unreadable("bad-data", f"{str(value)[:60]!r} is not what belongs here.")
    if isinstance(value, str):
        check_text(value)
        if one.max_length is not None and len(value) > one.max_length:
            raise Unreadable("bad-data", f"{len(value)} characters are too many.")
    if type(value) is int and isinstance(one, models.IntegerField):
        _check_range(one, value)
    # What only a form asks for (that something is filled in) is no matter of what a row can hold.
    return value if value == "" else one.clean(value, None)


RANGES = {
    "SmallIntegerField": (-32768, 32767),
    "PositiveSmallIntegerField": (0, 32767),
    "IntegerField": (-2147483648, 2147483647),
    "PositiveIntegerField": (0, 2147483647),
    "BigIntegerField": (-(1 << 62), 1 << 62),
    "PositiveBigIntegerField": (0, 1 << 62),
}
"""What a column of each kind holds on every database."""


def _check_range(one: models.Field[Any, Any], value: int) -> None:
    low, high = RANGES[one.get_internal_type()]
    if not low <= value <= high:
        raise Unreadable("bad-data", f"{value} is not from {low} to {high}.")


def _types(one: models.Field[Any, Any]) -> Sequence[type]:
    if isinstance(one, models.BooleanField):
        return (bool,)
    if isinstance(one, models.FloatField):
        return (int, float)
    if isinstance(one, models.IntegerField):
        return (int,)
    return (str,)


def moment(value: Any) -> datetime:
    """A moment as an archive writes it. Raises Unreadable `bad-data`."""
    try:
        read = datetime.fromisoformat(value)
    except (TypeError, ValueError):
        raise Unreadable("bad-data", f"{str(value)[:60]!r} is no moment.") from None
    if read.tzinfo is None or not EARLIEST <= read <= LATEST:
        raise Unreadable("bad-data", f"{value!r} is no moment that could have been.")
    return read.astimezone(UTC)


def _bytes(value: Any) -> bytes:
    try:
        return bytes.fromhex(value)
    except (TypeError, ValueError):
        raise Unreadable("bad-data", "These are no bytes.") from None
