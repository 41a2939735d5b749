"""Items and petitions as pages show them, in the reader's language."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext

from campaign.catalogue import catalogue_of
from characters.models import Character, Item, Petition
from characters.selectors import figures_of
from characters.words import FIGURES, AbilityWords, Words, actives, effect_words, item_name, language, talent_words
from rulebook.saga.catalogue import TALENTS
from rulebook.saga.catalogue.items import ITEMS, item_entry
from rulebook.saga.catalogue.own import Catalogue
from rulebook.saga.catalogue.traits import OWN_TALENT_RANK


@dataclass(frozen=True, slots=True)
class ItemCard:
    """An item in words."""

    item: Item
    name: str
    words: str
    effects: tuple[Words, ...]
    too_high: bool


@dataclass(frozen=True, slots=True)
class Ware:
    """An item of the catalogue with its price."""

    key: str
    name: str
    words: str
    level: int
    price: int
    effects: tuple[Words, ...]
    heirloom: bool


@dataclass(frozen=True, slots=True)
class Asked:
    """A petition in words: what would change, from what to what."""

    petition: Petition
    lines: tuple[Words, ...]


def item_card(item: Item, bearer: Character | None = None) -> ItemCard:
    """An item in words; `too_high` where its level exceeds its bearer's (PROM-1)."""
    entry = ITEMS.get(item.key)
    return ItemCard(
        item,
        item_name(item.key) if entry else item.name,
        entry.wording.say(language()) if entry else item.words,
        tuple(effect_words(item.effects)),
        bearer is not None and item.level > bearer.level,
    )


def wares() -> list[Ware]:
    """The catalogue of items, the lowest levels first."""
    return [
        Ware(
            entry.key,
            entry.name.say(language()),
            entry.wording.say(language()),
            entry.level,
            entry.price,
            tuple(effect_words(entry.effects)),
            entry.heirloom,
        )
        for entry in sorted(ITEMS.values(), key=lambda entry: entry.level)
    ]


def asked(petition: Petition, character: Character) -> Asked:
    """What a petition would change, before and after, with the class's caps (PROM-1)."""
    kinds = {
        Petition.Kind.PROMOTION: _promotion_lines,
        Petition.Kind.PURCHASE: _purchase_lines,
        Petition.Kind.SUCCESSION: _succession_lines,
    }
    return Asked(petition, tuple(kinds[Petition.Kind(petition.kind)](petition, character)))


def _promotion_lines(petition: Petition, character: Character) -> list[Words]:
    level = petition.level or 0
    catalogue, figures = catalogue_of(character.campaign), dict(figures_of(character).items())
    caps = catalogue.class_entry(character.class_key).caps
    lines: list[Words] = [gettext("Level %(before)s → %(after)s") % {"before": level - 1, "after": level}]
    waiting = petition.status == Petition.Status.WAITING
    for key in (key for key in petition.points if key in TALENTS):
        lines.append(_talent_line(key, petition, character))
    for name, more in ((name, more) for name, more in petition.points.items() if name in FIGURES):
        words = {"figure": FIGURES[name], "more": more, "cap": caps.of(name).high}
        if waiting:
            words |= {"before": figures[name], "after": figures[name] + more}
            lines.append(gettext("%(figure)s %(before)s → %(after)s (at most %(cap)s)") % words)
        else:
            lines.append(gettext("%(figure)s +%(more)s") % words)
    if waiting:
        lines += [gained_line(one) for one in gained(character, level, catalogue)]
    return lines


def gained(character: Character, level: int, catalogue: Catalogue) -> list[AbilityWords]:
    """The abilities that reach another rank at a level, or are new at it."""
    known = character.abilities
    grown = catalogue.grown(known, catalogue.class_entry(character.class_key), level)
    return actives({key: rank for key, rank in grown.items() if rank != known.get(key)}, catalogue)


def gained_line(ability: AbilityWords) -> Words:
    """What a level does to an ability."""
    words = {"name": ability.name, "rank": ability.rank}
    return (
        gettext("%(name)s is learned.") % words
        if ability.rank == 1
        else gettext("%(name)s rises to rank %(rank)s.") % words
    )


def _talent_line(key: str, petition: Petition, character: Character) -> Words:
    more, own = petition.points[key], character.talents.get(key, 0)
    words = {"talent": talent_words(key, own).name, "more": more, "before": own, "after": own + more}
    if petition.status == Petition.Status.WAITING:
        words |= {"cap": OWN_TALENT_RANK}
        return gettext("%(talent)s %(before)s → %(after)s (at most %(cap)s)") % words
    return gettext("%(talent)s +%(more)s") % words


def _purchase_lines(petition: Petition, character: Character) -> list[Words]:
    entry = item_entry(petition.item_key)
    words = {"item": entry.name.say(language()), "level": entry.level, "price": entry.price}
    effects: list[Words] = list(effect_words(entry.effects))
    return [gettext("%(item)s, level %(level)s, for %(price)s renown") % words, *effects]


def _succession_lines(petition: Petition, character: Character) -> list[Words]:
    return [gettext("Companion → hero; nothing is inherited (HEIR-2)")]
