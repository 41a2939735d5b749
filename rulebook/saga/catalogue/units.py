"""Entries of the catalogue as units of a battle.

What comes out is complete and frozen; flags such as leader, boss or hidden, the character's
rank and hero points are for whoever prepares the battle to set with `dataclasses.replace`.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar

from rulebook.errors import Unreadable
from rulebook.saga.board import Cell, parse_size
from rulebook.saga.campaign import shifted_willpower
from rulebook.saga.catalogue.abilities import ABILITIES
from rulebook.saga.catalogue.classes import CLASSES
from rulebook.saga.catalogue.dredge import DIFFICULTIES, DREDGE_UNITS
from rulebook.saga.catalogue.model import ClassEntry, DredgeEntry, Figures
from rulebook.saga.catalogue.obstacles import OBSTACLES
from rulebook.saga.renown import ability_rank
from rulebook.saga.state import DIRECTOR, Span, Unit

Entry = TypeVar("Entry")


def unit_from_class(
    class_key: str,
    *,
    id: str,
    name: str,
    side: str,
    player: str,
    figures: Figures | None = None,
    reaction: int | None = None,
    level: int = 1,
    open_wounds: int = 0,
    morale_shift: int = 0,
    at: Cell | None = None,
) -> Unit:
    """A character of a class as it enters a battle (STAT-9, PROM-1).

    Figures and Reaction left out are the class's lowest, or its fixed ones. Strength starts,
    and is shown, net of open wounds; morale shifts willpower and its maximum alike. The class's
    abilities come at the rank of the level. Raises `unknown-class`, `unknown-level`.
    """
    entry = _known(CLASSES, class_key, "class")
    rank = ability_rank(level)
    base = figures or entry.fixed or entry.caps.lowest
    willpower = shifted_willpower(base.willpower, morale_shift)
    unit = _unit(entry, base, id, name, side, player, at)
    return replace(
        unit,
        strength=base.strength - open_wounds,
        max_strength=base.strength - open_wounds,
        willpower=willpower,
        max_willpower=willpower,
        reaction=entry.reaction.low if reaction is None else reaction,
        open_wounds=open_wounds,
        level=level,
        abilities={ability: min(rank, ABILITIES[ability].ranks) for ability in entry.abilities},
    )


def dredge_unit(
    key: str,
    rank: int,
    *,
    id: str,
    name: str,
    side: str,
    difficulty: str = "normal",
    player: str = DIRECTOR,
    reaction: int | None = None,
    at: Cell | None = None,
) -> Unit:
    """A dredge of a rank (from 1) at a difficulty, by default with the middle Reaction of its span.

    Raises `unknown-dredge`, `unknown-rank`, `unknown-difficulty`.
    """
    entry = _known(DREDGE_UNITS, key, "dredge")
    shift = _known(DIFFICULTIES, difficulty, "difficulty")
    if not 1 <= rank <= len(entry.ranks):
        message = f"A {key} has ranks 1 to {len(entry.ranks)}, not {rank!r}."
        raise Unreadable("unknown-rank", message, {"dredge": key, "rank": rank})
    figures = entry.ranks[rank - 1]
    span = entry.race.reaction
    strength, armor = figures.strength + shift.strength, figures.armor + shift.armor
    return replace(
        _unit(entry, figures, id, name, side, player, at),
        strength=strength,
        max_strength=strength,
        armor=armor,
        max_armor=armor,
        reaction=(span.low + span.high) // 2 if reaction is None else reaction,
        abilities={ability: min(rank, ABILITIES[ability].ranks) for ability in entry.abilities},
    )


def obstacle_unit(key: str, *, id: str, name: str, side: str, at: Cell | None = None) -> Unit:
    """An obstacle to put on the board; it takes no turns (WIN-2). Raises `unknown-obstacle`."""
    entry = _known(OBSTACLES, key, "obstacle")
    return Unit(
        id=id,
        name=name,
        side=side,
        player=DIRECTOR,
        at=at,
        size=parse_size(entry.size),
        strength=entry.strength,
        max_strength=entry.strength,
        armor=entry.armor,
        max_armor=entry.armor,
        willpower=0,
        max_willpower=0,
        exertion=0,
        reaction=0,
        break_=0,
        move=0,
        reach=Span(1, 1),
        class_key=key,
        obstacle=True,
    )


def _unit(
    entry: ClassEntry | DredgeEntry,
    figures: Figures,
    id: str,
    name: str,
    side: str,
    player: str,
    at: Cell | None,
) -> Unit:
    return Unit(
        id=id,
        name=name,
        side=side,
        player=player,
        at=at,
        size=parse_size(entry.size),
        strength=figures.strength,
        max_strength=figures.strength,
        armor=figures.armor,
        max_armor=figures.armor,
        willpower=figures.willpower,
        max_willpower=figures.willpower,
        exertion=figures.exertion,
        reaction=0,
        break_=figures.break_,
        move=entry.move,
        reach=Span(entry.attack_range.low, entry.attack_range.high),
        class_key=entry.key,
        race=entry.race.key,
        passives=entry.passives,
    )


def _known(entries: Mapping[str, Entry], key: str, what: str) -> Entry:
    if key not in entries:
        raise Unreadable(f"unknown-{what}", f"There is no {what} {key!r}.", {what: key})
    return entries[key]
