"""The starting catalogue: races, classes, dredge, obstacles, abilities and passives.

Data only, with names and descriptions in English and Spanish; what an ability or a passive
does in play is in `rulebook.saga.abilities` and `rulebook.saga.passives`.
"""

from dataclasses import dataclass

from rulebook.errors import Unreadable
from rulebook.saga.catalogue.abilities import ABILITIES
from rulebook.saga.catalogue.classes import CLASSES
from rulebook.saga.catalogue.dredge import DIFFICULTIES, DREDGE_UNITS
from rulebook.saga.catalogue.model import (
    ATTRIBUTES,
    LANGUAGES,
    AbilityEntry,
    Caps,
    ClassEntry,
    Difficulty,
    DredgeEntry,
    Figures,
    ObstacleEntry,
    PassiveEntry,
    RaceEntry,
    Range,
    Span,
    Target,
    Text,
)
from rulebook.saga.catalogue.obstacles import OBSTACLES
from rulebook.saga.catalogue.passives import PASSIVES
from rulebook.saga.catalogue.races import RACES
from rulebook.saga.catalogue.traits import TALENTS, TRAITS
from rulebook.saga.catalogue.units import dredge_unit, obstacle_unit, unit_from_class

__all__ = [
    "ABILITIES",
    "ATTRIBUTES",
    "CLASSES",
    "DIFFICULTIES",
    "DREDGE_UNITS",
    "LANGUAGES",
    "OBSTACLES",
    "PASSIVES",
    "RACES",
    "TALENTS",
    "TRAITS",
    "AbilityEntry",
    "Caps",
    "ClassEntry",
    "Difficulty",
    "DredgeEntry",
    "Figures",
    "ObstacleEntry",
    "PassiveEntry",
    "RaceEntry",
    "Range",
    "Span",
    "Target",
    "Text",
    "Words",
    "class_entry",
    "dredge_entry",
    "dredge_unit",
    "obstacle_unit",
    "player_classes",
    "texts",
    "unit_from_class",
]

SINGLE_TEXTS = (RACES, CLASSES, DREDGE_UNITS, OBSTACLES, PASSIVES, TRAITS)


@dataclass(frozen=True, slots=True)
class Words:
    """What a page says of an entry: its name, and a description (of an ability, one per rank)."""

    name: str
    descriptions: tuple[str, ...] = ()

    @property
    def description(self) -> str:
        """The description; of an ability, the one of its first rank; empty where there is none."""
        return self.descriptions[0] if self.descriptions else ""


def class_entry(key: str | ClassEntry) -> ClassEntry:
    """The class with this key, or the very one that is given, such as a campaign's own.

    Raises `unknown-class` (Unreadable) when there is none.
    """
    if isinstance(key, ClassEntry):
        return key
    if key not in CLASSES:
        raise Unreadable("unknown-class", f"There is no class {key!r}.", {"class": key})
    return CLASSES[key]


def dredge_entry(key: str) -> DredgeEntry:
    """The dredge with this key; `unknown-dredge` (Unreadable) when there is none."""
    if key not in DREDGE_UNITS:
        raise Unreadable("unknown-dredge", f"There is no dredge {key!r}.", {"dredge": key})
    return DREDGE_UNITS[key]


def player_classes() -> tuple[ClassEntry, ...]:
    """The classes a player may choose from, in the catalogue's order."""
    return tuple(entry for entry in CLASSES.values() if entry.for_players)


def texts(key: str, language: str) -> Words:
    """The words for any entry of the catalogue, in `en` or `es`.

    Raises `unknown-entry` (Unreadable) for a key the catalogue does not have.
    """
    if key in ABILITIES:
        return _ability_words(ABILITIES[key], language)
    for entries in SINGLE_TEXTS:
        if key in entries:
            return _words(entries[key], language)
    raise Unreadable("unknown-entry", f"The catalogue has no entry {key!r}.", {"entry": key})


def _ability_words(ability: AbilityEntry, language: str) -> Words:
    ranks = range(1, ability.ranks + 1)
    described = tuple(ability.description(rank, language) for rank in ranks)
    return Words(ability.name.say(language), described)


def _words(entry: RaceEntry | ClassEntry | DredgeEntry | ObstacleEntry | PassiveEntry, language: str) -> Words:
    if isinstance(entry, RaceEntry | ObstacleEntry):
        return Words(entry.name.say(language))
    if isinstance(entry, PassiveEntry):
        return Words(entry.name.say(language), (entry.told(language),))
    return Words(entry.name.say(language), (entry.description.say(language),))
