"""Entries of a campaign's catalogue as lists show them."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from campaign.catalogue import RULESET, catalogue_of, shown_to
from campaign.catalogue_words import KINDS, language
from campaign.models import Campaign
from campaign.rule_words import Words
from rulebook.saga.catalogue.model import AbilityEntry, ClassEntry
from rulebook.saga.catalogue.own import Catalogue, Entry


@dataclass(frozen=True, slots=True)
class Card:
    """An entry in a list: its name, what it says, and what the campaign did to it."""

    key: str
    name: str
    lines: tuple[str, ...]
    own: bool
    retired: bool


def own_cards(user: User | AnonymousUser, campaign: Campaign) -> list[tuple[Words, list[Card]]]:
    """What the campaign wrote itself, as far as the reader may look at it, by kind."""
    if campaign.ruleset != RULESET:
        return []
    found = catalogue_of(campaign)
    shown = shown_to(user, campaign, found)
    own = {
        kind: [one for one in shown[kind] if one.key in found.own and one.key not in found.retired] for kind in KINDS
    }
    return [(KINDS[kind], cards(entries, found)) for kind, entries in own.items() if entries]


def cards(entries: list[Entry], catalogue: Catalogue) -> list[Card]:
    """Entries as lists show them: those in use first, the campaign's own before the others."""
    made = [card(one, catalogue) for one in entries]
    return sorted(made, key=lambda one: (one.retired, not one.own))


def card(one: Entry, catalogue: Catalogue) -> Card:
    """An entry as a list shows it."""
    return Card(
        one.key,
        one.name.say(language()),
        tuple(_lines(one)),
        one.key in catalogue.own,
        one.key in catalogue.retired,
    )


def _lines(one: Entry) -> list[str]:
    if isinstance(one, AbilityEntry):
        lines = [one.description(rank, language()) for rank in range(1, one.ranks + 1)]
        return lines if len(set(lines)) > 1 else lines[:1]
    return [one.description.say(language()) if isinstance(one, ClassEntry) else one.told(language())]
