"""Whether an archive's own entries are what a director could have written, and its characters of known classes."""

from __future__ import annotations

import re
from functools import partial
from typing import Any, NoReturn

from archives.reading import refuse
from archives.rows import Contents, Row
from archives.shapes import checked
from campaign.services.catalogue import MOST_ENTRIES, OWN
from rulebook.errors import Refused
from rulebook.saga.catalogue.own import STARTING, Catalogue, Change, assembled
from rulebook.saga.catalogue.written import Written, problems_of, written_from_json

OWN_KEY = re.compile(rf"{OWN}[-a-z0-9_]+")
"""Keys stand in addresses."""
MOST_REVISIONS = 10**5
"""Far more than anybody makes, and far less than would end what a form can say it looked at."""


def check_catalogue(contents: Contents) -> None:
    """Raise Unreadable `archive-row` for an entry that could not be played, and for a character of an unknown class."""
    rows = contents.tables["own-entries"]
    if len(rows) > MOST_ENTRIES:
        _refuse("own-entries", MOST_ENTRIES + 1, "key", f"there are more than {MOST_ENTRIES}")
    changes = [_change(number, row) for number, row in enumerate(rows, 1)]
    catalogue = assembled(changes)
    for number, change in enumerate(changes, 1):
        _check_parts(number, change.written, catalogue)
    for number, row in enumerate(contents.tables["entry-changes"], 1):
        kind = rows[row.rows["entry_id"] - 1].plain["kind"]
        for name in ("before", "after"):
            _written("entry-changes", number, name, kind, row.plain.get(name))
    for number, row in enumerate(contents.tables["characters"], 1):
        if row.plain["class_key"] not in catalogue.classes:
            _refuse("characters", number, "class_key", "there is no such class")


def _change(number: int, row: Row) -> Change:
    kind, key = row.plain["kind"], row.plain["key"]
    if not OWN_KEY.fullmatch(key) and key not in STARTING.entries(kind):
        _refuse("own-entries", number, "key", "no entry has such a key")
    if row.plain["revision"] > MOST_REVISIONS:
        _refuse("own-entries", number, "revision", f"more than {MOST_REVISIONS} changes are too many")
    written = _written("own-entries", number, "written", kind, row.plain.get("written"))
    if written is None and key.startswith(OWN):
        _refuse("own-entries", number, "written", "it is missing")
    return Change(kind, key, written, retired=row.plain.get("retired_at") is not None)


def _written(table: str, number: int, name: str, kind: str, data: Any) -> Written | None:
    """What is written in a column; each figure within its bounds, whatever a class may name of others."""
    if data is None:
        return None
    try:
        written: Written = checked(partial(written_from_json, kind, data), name)
        everything = _Everything()
        problems = checked(lambda: problems_of(written, everything, everything), name)
    except Refused as refused:
        _refuse(table, number, name, refused.message)
    if problems:
        _refuse(table, number, name, f"{problems[0].field}: {problems[0].code}")
    return written


def _check_parts(number: int, written: Written | None, catalogue: Catalogue) -> None:
    """A class names abilities and passives that are there."""
    found = problems_of(written, catalogue.abilities, catalogue.passives) if written is not None else ()
    if found:
        _refuse("own-entries", number, "written", f"{found[0].field}: {found[0].code}")


class _Everything(dict[str, Any]):
    """Any key is in it: for looking at an entry apart from those that it names."""

    def __contains__(self, key: object) -> bool:
        return True


def _refuse(table: str, number: int, name: str, why: str) -> NoReturn:
    refuse("archive-row", f"{table}, {number}: {name}: {why}.", table=table, row=number, field=name, why=why[:300])
