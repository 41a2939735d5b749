"""A campaign's own classes, abilities and passives: written, changed, retired, restored. Directors' verbs.

Nothing here reaches a battle that has begun: it holds its own copy of what its units are and can do.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from django.db import transaction
from django.utils.text import slugify

from accounts.models import User
from campaign.catalogue import catalogue_of, require_catalogue
from campaign.guards import require_director
from campaign.models import Campaign, EntryChange, OwnEntry
from rulebook.errors import Illegal, TooLate, Unreadable
from rulebook.saga.catalogue.model import ClassEntry
from rulebook.saga.catalogue.own import STARTING, Catalogue, Entry, check_written
from rulebook.saga.catalogue.shapes import Problem
from rulebook.saga.catalogue.written import Kind, Unfit, Written, both, written_to_json

MOST_ENTRIES = 200
OWN = "own-"
LONGEST_SLUG = 24
Deed = EntryChange.Deed


def write_entry(
    *, campaign: Campaign, by: User, kind: Kind, written: Written, at: datetime, key: str = "", seen: int | None = None
) -> OwnEntry:
    """An entry of the campaign's own: a new one without a `key`, else the one of that key as it is to be from now on.

    The key may be one of the starting catalogue's: the campaign then has its own in that place. `seen` is the revision
    that the author looked at, 0 where there was none. Raises PermissionDenied, Illegal `no-catalogue`,
    `too-many-entries`, Unreadable `unknown-entry`, Unfit with everything that is wrong, TooLate `entry-changed`.
    """
    with _directing(campaign, by) as catalogue:
        row = _row(campaign, catalogue, kind, key, at) if key else _new(campaign, catalogue, kind, written, at)
        _require_seen(row, seen)
        _check(written, catalogue, kind, row.key)
        before, row.written = row.written, written_to_json(written)
        if row.pk is None or before != row.written:
            _keep(row, Deed.CHANGED if key else Deed.ADDED, before, by, at)
    return row


def reset_entry(*, campaign: Campaign, by: User, kind: Kind, key: str, at: datetime) -> OwnEntry:
    """An entry of the starting catalogue as it was there.

    Raises PermissionDenied, Illegal `not-of-the-catalogue`, `parts-retired`, `no-catalogue`, Unreadable
    `unknown-entry`.
    """
    with _directing(campaign, by) as catalogue:
        row = _row(campaign, catalogue, kind, key, at)
        if key not in STARTING.entries(kind):
            raise Illegal("not-of-the-catalogue", f"{key} is the campaign's own.", {"entry": key})
        _require_parts(key, STARTING.entries(kind)[key], catalogue)
        before, row.written = row.written, None
        if before is not None:
            _keep(row, Deed.RESET, before, by, at)
    return row


def retire_entry(*, campaign: Campaign, by: User, kind: Kind, key: str, at: datetime) -> OwnEntry:
    """No new character takes it, no class is given it any more; whoever has it keeps it (SK-353).

    Raises PermissionDenied, Illegal `still-in-classes` for an ability or a passive that a class in use has (their keys
    in `data["classes"]`), `no-catalogue`, Unreadable `unknown-entry`.
    """
    with _directing(campaign, by) as catalogue:
        row = _row(campaign, catalogue, kind, key, at)
        bearers = [one.key for one in catalogue.bearers(key)] if kind != "class" else []
        if bearers:
            message = f"{key} is still in {', '.join(bearers)}."
            raise Illegal("still-in-classes", message, {"entry": key, "classes": bearers})
        if row.retired_at is None:
            row.retired_at = at
            _keep(row, Deed.RETIRED, row.written, by, at)
    return row


def restore_entry(*, campaign: Campaign, by: User, kind: Kind, key: str, at: datetime) -> OwnEntry:
    """A retired entry is in use again.

    Raises PermissionDenied, Illegal `parts-retired` for a class with something that is retired, `no-catalogue`,
    Unreadable `unknown-entry`.
    """
    with _directing(campaign, by) as catalogue:
        row = _row(campaign, catalogue, kind, key, at)
        _require_parts(key, catalogue.entries(kind)[key], catalogue)
        if row.retired_at is not None:
            row.retired_at = None
            _keep(row, Deed.RESTORED, row.written, by, at)
    return row


def _require_parts(key: str, entry: Entry, catalogue: Catalogue) -> None:
    """A class in use has nothing that is retired."""
    parts = (*entry.abilities, *entry.passives) if isinstance(entry, ClassEntry) else ()
    gone = [name for name in parts if name in catalogue.retired]
    if gone:
        raise Illegal("parts-retired", f"{key} has {', '.join(gone)}.", {"entry": key, "parts": gone})


@contextmanager
def _directing(campaign: Campaign, by: User) -> Iterator[Catalogue]:
    """One transaction in which nobody else writes the catalogue, for a director of a campaign that has one."""
    require_director(by, campaign)
    require_catalogue(campaign)
    with transaction.atomic():
        Campaign.objects.select_for_update().get(pk=campaign.pk)
        yield catalogue_of(campaign)


def _row(campaign: Campaign, catalogue: Catalogue, kind: Kind, key: str, at: datetime) -> OwnEntry:
    if key not in catalogue.entries(kind):
        raise Unreadable("unknown-entry", f"The catalogue has no {kind} {key!r}.", {"entry": key})
    found = OwnEntry.objects.filter(campaign=campaign, kind=kind, key=key).first()
    return found or OwnEntry(campaign=campaign, kind=kind, key=key, changed_at=at)


def _new(campaign: Campaign, catalogue: Catalogue, kind: Kind, written: Written, at: datetime) -> OwnEntry:
    taken = set(campaign.own_entries.values_list("key", flat=True))
    if len(taken) >= MOST_ENTRIES:
        raise Illegal("too-many-entries", f"{campaign} has {len(taken)} entries.", {"most": MOST_ENTRIES})
    base = OWN + (slugify(both(written.name).en)[:LONGEST_SLUG].strip("-") or kind)
    names = (base if number == 1 else f"{base}-{number}" for number in range(1, MOST_ENTRIES + 2))
    return OwnEntry(campaign=campaign, kind=kind, key=next(one for one in names if one not in taken), changed_at=at)


def _require_seen(row: OwnEntry, seen: int | None) -> None:
    if seen is not None and seen != row.revision:
        raise TooLate("entry-changed", f"{row.key} was changed meanwhile.", {"entry": row.key})


def _check(written: Written, catalogue: Catalogue, kind: Kind, key: str) -> None:
    """Everything wrong with it at once, names that another entry in use has among it."""
    before = catalogue.classes.get(key) if kind == "class" else None
    found: tuple[Problem, ...] = ()
    try:
        check_written(written, catalogue, before)
    except Unfit as unfit:
        found = unfit.problems
    found = (*found, *_name_problems(written, catalogue, kind, key))
    if found:
        raise Unfit(found)


def _name_problems(written: Written, catalogue: Catalogue, kind: Kind, key: str) -> tuple[Problem, ...]:
    others = [one for name, one in catalogue.entries(kind).items() if name not in (key, *catalogue.retired)]
    name = both(written.name)
    taken = {
        "name_en": any(name.en.casefold() == one.name.en.casefold() for one in others),
        "name_es": any(name.es.casefold() == one.name.es.casefold() for one in others),
    }
    return tuple(Problem(field, "name-taken") for field, is_taken in taken.items() if is_taken)


def _keep(row: OwnEntry, deed: str, before: object, by: User, at: datetime) -> None:
    row.revision += 1
    row.changed_at = at
    row.save()
    EntryChange.objects.create(entry=row, deed=deed, before=before, after=row.written, by=by, at=at)
