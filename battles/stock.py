"""The units a director may put on a board, as the catalogue has them: dredge by rank, classes, things."""

from __future__ import annotations

from dataclasses import dataclass, replace

from battles.plans import UnitPlan
from rulebook.errors import Unreadable
from rulebook.saga.board import parse_size
from rulebook.saga.catalogue import (
    DREDGE_UNITS,
    OBSTACLES,
    ClassEntry,
    DredgeEntry,
    Figures,
    ObstacleEntry,
    Span,
)
from rulebook.saga.catalogue.own import STARTING, Catalogue
from rulebook.saga.creation import starting_figures
from rulebook.saga.renown import FIRST_LEVEL


@dataclass(frozen=True, slots=True)
class StockItem:
    """One line of the list to choose from. `key` is `dredge:grunt:2`, `class:raider` or `thing:barrel`."""

    key: str
    name: str
    rank: int | None = None


def dredge(language: str) -> tuple[StockItem, ...]:
    """Every dredge at every rank it comes in."""
    return tuple(
        StockItem(f"dredge:{entry.key}:{rank}", entry.name.say(language), rank if len(entry.ranks) > 1 else None)
        for entry in DREDGE_UNITS.values()
        for rank in range(1, len(entry.ranks) + 1)
    )


def classes(language: str, catalogue: Catalogue = STARTING) -> tuple[StockItem, ...]:
    """Every class that is not retired, for people the director plays."""
    entries = [entry for entry in catalogue.classes.values() if entry.key not in catalogue.retired]
    return tuple(StockItem(f"class:{entry.key}", entry.name.say(language)) for entry in entries)


def things(language: str) -> tuple[StockItem, ...]:
    """Everything that can be broken (WIN-2)."""
    return tuple(StockItem(f"thing:{entry.key}", entry.name.say(language)) for entry in OBSTACLES.values())


def unit_from_stock(key: str, *, unit_id: str, name: str, side: str, catalogue: Catalogue = STARTING) -> UnitPlan:
    """A new unit with the catalogue's figures, its place still open; `unknown-entry` (Unreadable) for another key."""
    kind, _, rest = key.partition(":")
    entry_key, _, rank = rest.partition(":")
    blank = UnitPlan(id=unit_id, name=name, side=side, at=None, class_key=entry_key)
    if kind == "dredge" and entry_key in DREDGE_UNITS:
        return _dredge(blank, DREDGE_UNITS[entry_key], rank)
    if kind == "class" and entry_key in catalogue.classes:
        return _person(blank, catalogue.classes[entry_key], catalogue)
    if kind == "thing" and entry_key in OBSTACLES:
        return _thing(blank, OBSTACLES[entry_key])
    raise Unreadable("unknown-entry", f"The catalogue has no entry {key!r}.", {"entry": key})


def stock_name(key: str, language: str, catalogue: Catalogue = STARTING) -> str:
    """What the catalogue calls an entry, without its rank; `unknown-entry` (Unreadable) for another key."""
    for item in (*dredge(language), *classes(language, catalogue), *things(language)):
        if item.key == key:
            return item.name
    raise Unreadable("unknown-entry", f"The catalogue has no entry {key!r}.", {"entry": key})


def _dredge(blank: UnitPlan, entry: DredgeEntry, rank: str) -> UnitPlan:
    number = int(rank) if rank.isdecimal() and len(rank) < 3 else 1
    if not 1 <= number <= len(entry.ranks):
        raise Unreadable("unknown-entry", f"{entry.key} has no rank {rank!r}.", {"entry": f"{entry.key}:{rank}"})
    return replace(
        _with_figures(blank, entry.ranks[number - 1], entry.race.reaction),
        size=parse_size(entry.size),
        move=entry.move,
        reach=(entry.attack_range.low, entry.attack_range.high),
        race=entry.race.key,
        passives=entry.passives,
        abilities=dict.fromkeys(entry.abilities, number),
    )


def _person(blank: UnitPlan, entry: ClassEntry, catalogue: Catalogue) -> UnitPlan:
    return replace(
        _with_figures(blank, spread(entry), entry.reaction),
        size=parse_size(entry.size),
        move=entry.move,
        reach=(entry.attack_range.low, entry.attack_range.high),
        race=entry.race.key,
        passives=entry.passives,
        abilities=catalogue.abilities_at(entry, FIRST_LEVEL),
    )


def spread(entry: ClassEntry) -> Figures:
    """A class's points spread over its attributes, each time where most room is left: a sound person at once."""
    figures = starting_figures(entry)
    for _point in range(entry.starting_total - figures.total):
        room = {name: entry.caps.of(name).high - value for name, value in figures.items()}
        most = max(room, key=lambda name: room[name])
        figures = replace(figures, **{most: getattr(figures, most) + 1})
    return figures


def _thing(blank: UnitPlan, entry: ObstacleEntry) -> UnitPlan:
    return replace(
        blank, side="", size=parse_size(entry.size), strength=entry.strength, armor=entry.armor, obstacle=True
    )


def _with_figures(blank: UnitPlan, figures: Figures, reaction: Span) -> UnitPlan:
    """Figures of the catalogue, and a Reaction in the middle of the race's span."""
    return replace(
        blank,
        strength=figures.strength,
        armor=figures.armor,
        willpower=figures.willpower,
        exertion=figures.exertion,
        break_=figures.break_,
        reaction=(reaction.low + reaction.high) // 2,
    )
