"""Questions about a campaign's catalogue: what it is now, what was changed of it, what a reader may see."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet

from accounts.models import User
from campaign.models import Campaign, EntryChange, OwnEntry
from campaign.selectors import is_director
from rulebook.errors import Illegal
from rulebook.saga.catalogue.own import STARTING, Catalogue, Change, Entry, assembled
from rulebook.saga.catalogue.written import Kind, written_from_json

RULESET = "saga"


def catalogue_of(campaign: Campaign) -> Catalogue:
    """The catalogue as the campaign has it: the starting one with its changes, retired entries among them."""
    if campaign.ruleset != RULESET:
        return STARTING
    return assembled(change_of(row) for row in campaign.own_entries.all())


def change_of(row: OwnEntry) -> Change:
    """A row as the rulebook looks at it."""
    kind = kind_of(row.kind)
    written = None if row.written is None else written_from_json(kind, row.written)
    return Change(kind, row.key, written, retired=row.retired_at is not None)


def kind_of(name: str) -> Kind:
    """A kind of entry by its name; `KeyError` for no kind."""
    kinds: dict[str, Kind] = {"class": "class", "ability": "ability", "passive": "passive"}
    return kinds[name]


def require_catalogue(campaign: Campaign) -> None:
    """Raise Illegal `no-catalogue` where the campaign's ruleset has none."""
    if campaign.ruleset != RULESET:
        raise Illegal("no-catalogue", f"{campaign} plays by rules without a catalogue.", {"ruleset": campaign.ruleset})


def row_of(campaign: Campaign, kind: str, key: str) -> OwnEntry | None:
    """What the campaign did to an entry; None where it left it alone."""
    return campaign.own_entries.filter(kind=kind, key=key).first()


def history_of(row: OwnEntry) -> QuerySet[EntryChange]:
    """Everything that was done to an entry, newest first."""
    return row.changes.select_related("by")


def shown_to(user: User | AnonymousUser, campaign: Campaign, catalogue: Catalogue) -> dict[Kind, list[Entry]]:
    """The entries that a reader may look at, in the catalogue's order.

    A director sees all of them; anybody else the classes that are open to players, with what their people can do.
    """
    if is_director(user, campaign):
        return {
            "class": list(catalogue.classes.values()),
            "ability": list(catalogue.abilities.values()),
            "passive": list(catalogue.passives.values()),
        }
    classes = catalogue.player_classes()
    known = {key for one in classes for key in (*one.abilities, *one.passives)}
    return {
        "class": list(classes),
        "ability": [one for key, one in catalogue.abilities.items() if key in known],
        "passive": [one for key, one in catalogue.passives.items() if key in known],
    }
