"""A campaign's catalogue: the starting one with what its directors changed, added and retired.

A retired entry stays known, for whoever has it; it is offered to nobody any more.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from rulebook.errors import Unreadable
from rulebook.saga.catalogue.abilities import ABILITIES
from rulebook.saga.catalogue.classes import CLASSES
from rulebook.saga.catalogue.model import AbilityEntry, ClassEntry, PassiveEntry
from rulebook.saga.catalogue.passives import PASSIVES
from rulebook.saga.catalogue.shapes import Problem
from rulebook.saga.catalogue.written import KINDS, Kind, Unfit, Written, entry_of, problems_of, written_of
from rulebook.saga.renown import ability_rank
from rulebook.saga.setup import ability_data
from rulebook.saga.state import AbilityData, EntryWords, PassiveData, Unit

Entry = ClassEntry | AbilityEntry | PassiveEntry


@dataclass(frozen=True, slots=True)
class Change:
    """What a campaign did to one entry: rewrote or added it (`written`; None leaves it as it is), retired it."""

    kind: Kind
    key: str
    written: Written | None
    retired: bool = False


@dataclass(frozen=True, slots=True)
class Catalogue:
    """Classes, abilities and passives by key; `own` are the keys of those that the campaign wrote itself."""

    classes: Mapping[str, ClassEntry]
    abilities: Mapping[str, AbilityEntry]
    passives: Mapping[str, PassiveEntry]
    own: frozenset[str] = field(default_factory=frozenset)
    retired: frozenset[str] = field(default_factory=frozenset)

    def entries(self, kind: Kind) -> Mapping[str, Entry]:
        """The entries of a kind, retired ones too."""
        found: Mapping[Kind, Mapping[str, Entry]] = {
            "class": self.classes,
            "ability": self.abilities,
            "passive": self.passives,
        }
        return found[kind]

    def class_entry(self, key: str) -> ClassEntry:
        """The class with this key, retired or not; `unknown-class` (Unreadable) when there is none."""
        if key not in self.classes:
            raise Unreadable("unknown-class", f"There is no class {key!r}.", {"class": key})
        return self.classes[key]

    def player_classes(self) -> tuple[ClassEntry, ...]:
        """The classes that a new character may have, in the catalogue's order."""
        return tuple(one for one in self.classes.values() if one.for_players and one.key not in self.retired)

    def abilities_at(self, entry: ClassEntry, level: int) -> dict[str, int]:
        """The abilities of a class and the rank of each at a level (PROM-1, SK-352)."""
        rank = ability_rank(level)
        return {
            key: min(rank, self.abilities[key].ranks, entry.highest.get(key, rank))
            for key in entry.abilities
            if key in self.abilities
        }

    def grown(self, known: Mapping[str, int], entry: ClassEntry, level: int) -> dict[str, int]:
        """The abilities of a character that reaches a level: those it knows, and what its class offers by now."""
        rank = ability_rank(level)
        kept = {key: min(rank, self.abilities[key].ranks) for key in known if key in self.abilities}
        offered = self.abilities_at(entry, level)
        return kept | {key: at for key, at in offered.items() if key in known or key not in self.retired}

    def bearers(self, key: str) -> tuple[ClassEntry, ...]:
        """The classes, retired ones apart, that have an ability or a passive."""
        found = (one for one in self.classes.values() if one.key not in self.retired)
        return tuple(one for one in found if key in one.abilities or key in one.passives)


STARTING = Catalogue(CLASSES, ABILITIES, PASSIVES)


def assembled(changes: Iterable[Change]) -> Catalogue:
    """The starting catalogue with a campaign's changes."""
    entries: dict[Kind, dict[str, Entry]] = {kind: dict(STARTING.entries(kind)) for kind in KINDS}
    own, retired = set(), set()
    for change in changes:
        if change.written is not None:
            entries[change.kind][change.key] = entry_of(change.key, change.written)
            own.add(change.key)
        if change.retired:
            retired.add(change.key)
    return Catalogue(
        entries["class"],  # type: ignore[arg-type]  # its own kind
        entries["ability"],  # type: ignore[arg-type]  # its own kind
        entries["passive"],  # type: ignore[arg-type]  # its own kind
        frozenset(own),
        frozenset(retired),
    )


def check_written(written: Written, catalogue: Catalogue, before: ClassEntry | None = None) -> None:
    """Raise Unfit with everything that is wrong with an entry.

    A class takes no retired ability or passive, unless it had it `before`.
    """
    kept = {*before.abilities, *before.passives} if before else set()
    offered = {key for kind in KINDS for key in catalogue.entries(kind)} - (catalogue.retired - kept)
    abilities = {key: one for key, one in catalogue.abilities.items() if key in offered}
    found: tuple[Problem, ...] = problems_of(written, abilities, offered & catalogue.passives.keys())
    if found:
        raise Unfit(found)


def template_of(catalogue: Catalogue, kind: Kind, key: str) -> Written:
    """An entry as it would be written. Raises `unknown-entry` (Unreadable)."""
    entries = catalogue.entries(kind)
    if key not in entries:
        raise Unreadable("unknown-entry", f"The catalogue has no {kind} {key!r}.", {"entry": key})
    return written_of(entries[key])


def outfitted(unit: Unit, catalogue: Catalogue) -> Unit:
    """The unit with its own copy of what its passives do in this campaign, and no rank that an ability lacks by now."""
    own = {key: catalogue.passives[key] for key in unit.passives if key in catalogue.own & catalogue.passives.keys()}
    ranks = {
        key: min(rank, catalogue.abilities[key].ranks) if key in catalogue.abilities else rank
        for key, rank in unit.abilities.items()
    }
    kept = {key: PassiveData(entry.deed, entry.amount) for key, entry in own.items()}
    return replace(unit, abilities=ranks, own_passives=kept)


def own_abilities(units: Iterable[Unit], catalogue: Catalogue) -> dict[str, AbilityData]:
    """What a battle keeps of the campaign's own abilities that its units know."""
    names = {name for unit in units for name in unit.abilities}
    return {key: ability_data(one) for key, one in catalogue.abilities.items() if key in names & catalogue.own}


def own_words(units: Iterable[Unit], catalogue: Catalogue) -> dict[str, EntryWords]:
    """What a battle keeps of the campaign's own words: for what its units are and can do."""
    used = {name for unit in units for name in (unit.class_key, *unit.abilities, *unit.passives)}
    return {
        key: EntryWords(entry.name, entry.wording if isinstance(entry, AbilityEntry) else entry.description)
        for kind in KINDS
        for key, entry in catalogue.entries(kind).items()
        if key in used & catalogue.own
    }
