"""Characters as pages show them: figures, classes and changes put into words, ready for a template."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from accounts.models import User
from characters.models import Character, RenownEntry, SheetChange
from characters.selectors import figures_of
from characters.sheets import Sheet
from characters.standing import Standing
from characters.words import (
    CAMPAIGN_ATTRIBUTES,
    FIGURES,
    AbilityWords,
    Words,
    actives,
    change_label,
    change_value,
    class_name,
    language,
    passives,
    race_name,
    reason_words,
)
from rulebook.saga.attack import MISS_PER_WOUND
from rulebook.saga.catalogue import ClassEntry, Figures, class_entry, texts
from rulebook.saga.creation import starting_figures
from rulebook.saga.renown import LAST_LEVEL, ability_rank, promotion_cost
from rulebook.saga.rules import TableRules


@dataclass(frozen=True, slots=True)
class Summary:
    """A character's line in a list."""

    character: Character
    class_name: str
    race: str
    strength: int
    wounds: int


@dataclass(frozen=True, slots=True)
class Limit:
    """A figure of a class: its name, the figure it begins with, and its span."""

    label: Words
    start: int
    span: str


@dataclass(frozen=True, slots=True)
class ClassCard:
    """A class to choose, with its limits and what it can do."""

    key: str
    name: str
    race: str
    description: str
    size: str
    move: int
    reach: str
    reaction: str
    points: int
    spare: int
    fixed: bool
    limits: tuple[Limit, ...]
    abilities: tuple[AbilityWords, ...]


@dataclass(frozen=True, slots=True)
class Now:
    """A figure with its current and its greatest value."""

    kind: str
    label: Words
    current: int
    most: int


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the change log."""

    at: datetime
    label: Words
    before: Words
    after: Words
    reason: Words
    by: User | None
    link: str


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """One line of the renown ledger, with what was held after it."""

    at: datetime
    kind: str
    amount: int
    held: int
    reason: Words
    link: str


@dataclass(frozen=True, slots=True)
class SheetPage:
    """A sheet in words."""

    sheet: Sheet
    class_name: str
    race: str
    size: str
    move: int
    reach: str
    standing: Standing | None
    now: tuple[Now, ...]
    fixed: tuple[tuple[Words, int], ...]
    attributes: tuple[tuple[Words, int], ...]
    actives: tuple[AbilityWords, ...]
    passives: tuple[AbilityWords, ...]
    ledger: tuple[LedgerLine, ...]
    changes: tuple[Line, ...]
    miss_more: int


def summary(character: Character) -> Summary:
    """A character in a list; it must carry `wounds_open` (`selectors.with_wounds`)."""
    wounds: int = character.wounds_open  # type: ignore[attr-defined]
    return Summary(
        character,
        class_name(character.class_key),
        race_name(character.race),
        character.strength - wounds,
        wounds,
    )


def class_card(entry: ClassEntry) -> ClassCard:
    """A class with its limits (CHAR-5)."""
    start = starting_figures(entry.key)
    return ClassCard(
        key=entry.key,
        name=class_name(entry.key),
        race=race_name(entry.race.key),
        description=_description(entry),
        size=entry.size,
        move=entry.move,
        reach=str(entry.attack_range),
        reaction=str(entry.reaction),
        points=entry.starting_total,
        spare=entry.starting_total - start.total,
        fixed=entry.fixed is not None,
        limits=tuple(_limits(entry, start)),
        abilities=(*actives(dict.fromkeys(entry.abilities, 1)), *passives(entry)),
    )


def sheet_page(sheet: Sheet) -> SheetPage:
    """A sheet in words."""
    character, entry = sheet.character, class_entry(sheet.character.class_key)
    home = character.campaign.get_absolute_url()
    return SheetPage(
        sheet=sheet,
        class_name=class_name(entry.key),
        race=race_name(character.race),
        size=entry.size,
        move=entry.move,
        reach=str(entry.attack_range),
        standing=sheet.standing,
        now=tuple(_now(sheet)),
        fixed=tuple(
            (FIGURES[name], value)
            for name, value in (*sheet.figures.items(), ("reaction", character.reaction))
            if name in ("exertion", "break_", "reaction")
        ),
        attributes=tuple((label, getattr(character, name)) for name, (label, _m) in CAMPAIGN_ATTRIBUTES.items()),
        actives=tuple(actives(character.abilities)),
        passives=tuple(passives(entry)),
        ledger=_ledger(sheet.ledger, home),
        changes=tuple(_line(change, home) for change in sheet.changes),
        miss_more=MISS_PER_WOUND * sheet.open_wounds,
    )


def promotion_page(character: Character, held: int, rules: TableRules, points: Mapping[str, int]) -> dict[str, Any]:
    """What a promotion costs and brings: before and after, the ability rank, the renown left (PROM-1)."""
    level = character.level + 1
    highest = character.level >= LAST_LEVEL
    cost = 0 if highest else promotion_cost(level, rules)
    figures = figures_of(character)
    grows = [(FIGURES[name], value, value + points[name]) for name, value in figures.items() if name in points]
    new_rank = None if highest or ability_rank(level) == ability_rank(character.level) else ability_rank(level)
    return {
        "highest": highest,
        "level": level,
        "cost": cost,
        "held": held,
        "left": held - cost,
        "affordable": held >= cost,
        "points": rules.promotion_points,
        "grows": grows,
        "new_rank": new_rank,
        "abilities": actives(dict.fromkeys(character.abilities, new_rank)) if new_rank else [],
    }


def _description(entry: ClassEntry) -> str:
    return texts(entry.key, language()).description


def _limits(entry: ClassEntry, start: Figures) -> list[Limit]:
    fixed = entry.fixed is not None
    return [
        Limit(FIGURES[name], value, str(value) if fixed else str(entry.caps.of(name))) for name, value in start.items()
    ]


def _now(sheet: Sheet) -> list[Now]:
    """Figures of the running battle where there is one; otherwise those a battle would begin with."""
    here = sheet.standing
    figures = sheet.figures
    resting = {"strength": sheet.strength, "armor": figures.armor, "willpower": figures.willpower}
    if here is None:
        return [Now(kind, FIGURES[kind], value, value) for kind, value in resting.items()]
    return [Now(kind, FIGURES[kind], getattr(here, kind), getattr(here, f"max_{kind}")) for kind in resting]


def _ledger(entries: tuple[RenownEntry, ...], home: str) -> tuple[LedgerLine, ...]:
    """Newest first, each with the sum up to it."""
    lines, held = [], 0
    for entry in entries:
        held += entry.amount
        lines.append(
            LedgerLine(
                entry.at,
                entry.get_kind_display(),
                entry.amount,
                held,
                reason_words(entry.reason),
                _battle_link(home, entry.battle_code),
            )
        )
    return tuple(reversed(lines))


def _line(change: SheetChange, home: str) -> Line:
    return Line(
        change.at,
        change_label(change),
        change_value(change.before),
        change_value(change.after),
        reason_words(change.reason),
        change.by,
        _battle_link(home, change.battle_code),
    )


def _battle_link(home: str, code: str) -> str:
    return f"{home}b/{code}/" if code else ""
