"""Characters as pages show them: figures, classes and changes put into words, ready for a template."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext

from accounts.models import User
from campaign.catalogue import catalogue_of
from characters.models import Character, Item, RenownEntry, SheetChange
from characters.selectors import class_of, figures_of
from characters.sheets import Sheet
from characters.shown_items import Asked, ItemCard, asked, gained, item_card
from characters.standing import Standing
from characters.words import (
    CAMPAIGN_ATTRIBUTES,
    EFFECTS,
    FIGURES,
    PERCENTAGES,
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
    talent_words,
)
from rulebook.saga.attack import MISS_PER_WOUND
from rulebook.saga.catalogue import ClassEntry, Figures
from rulebook.saga.catalogue.own import Catalogue
from rulebook.saga.creation import campaign_points_left, points_left, starting_figures
from rulebook.saga.promotion import learned
from rulebook.saga.renown import FIRST_LEVEL, LAST_LEVEL, promotion_cost
from rulebook.saga.rules import TableRules

LEDGER_SUMS = {
    RenownEntry.Kind.BATTLE: "earned",
    RenownEntry.Kind.PLOT: "earned",
    RenownEntry.Kind.INHERITED: "inherited",
    RenownEntry.Kind.PROMOTION: "spent",
    RenownEntry.Kind.ITEM: "spent",
    RenownEntry.Kind.CORRECTION: "corrected",
}


@dataclass(frozen=True, slots=True)
class Summary:
    """A character's line in a list."""

    character: Character
    class_name: str
    race: str
    strength: int
    armor: int
    willpower: int
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
    """A figure with its current and its greatest value, and what the greatest is made of, where it is made of parts."""

    kind: str
    label: Words
    current: int
    most: int
    parts: tuple[tuple[Words, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Talent:
    """A talent at the rank it has in battle: so much learned, the rest from what is equipped."""

    words: AbilityWords
    learned: int
    item: str


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
    fixed: tuple[tuple[Words, str, tuple[tuple[Words, str], ...]], ...]
    attributes: tuple[tuple[Words, int], ...]
    actives: tuple[AbilityWords, ...]
    passives: tuple[AbilityWords, ...]
    talents: tuple[Talent, ...]
    ledger: tuple[LedgerLine, ...]
    changes: tuple[Line, ...]
    miss_more: int
    items: tuple[ItemCard, ...]
    petitions: tuple[Asked, ...]
    differences: tuple[tuple[Words, int, int], ...]
    totals: tuple[tuple[Words, int], ...]
    death_reason: Words


def summary(character: Character, catalogue: Catalogue) -> Summary:
    """A character in a list; it must come from `selectors.with_wounds`."""
    wounds: int = character.wounds_open  # type: ignore[attr-defined]  # of with_wounds
    return Summary(
        character,
        class_name(character.class_key, catalogue),
        race_name(character.race),
        _with_worn(character, "strength") - wounds,
        _with_worn(character, "armor"),
        _with_worn(character, "willpower"),
        wounds,
    )


def _with_worn(character: Character, name: str) -> int:
    worn: list[Item] = character.worn  # type: ignore[attr-defined]  # of with_wounds
    value: int = getattr(character, name)
    return value + sum(item.effects.get(name, 0) for item in worn)


def class_card(entry: ClassEntry, catalogue: Catalogue) -> ClassCard:
    """A class with its limits (CHAR-5)."""
    start = starting_figures(entry)
    return ClassCard(
        key=entry.key,
        name=entry.name.say(language()),
        race=race_name(entry.race.key),
        description=entry.description.say(language()),
        size=entry.size,
        move=entry.move,
        reach=str(entry.attack_range),
        reaction=str(entry.reaction),
        points=entry.starting_total,
        spare=entry.starting_total - start.total,
        fixed=entry.fixed is not None,
        limits=tuple(_limits(entry, start)),
        abilities=(*actives(catalogue.abilities_at(entry, FIRST_LEVEL), catalogue), *passives(entry, catalogue)),
    )


def sheet_page(sheet: Sheet) -> SheetPage:
    """A sheet in words."""
    character, catalogue = sheet.character, sheet.catalogue
    entry = catalogue.class_entry(character.class_key)
    home = character.campaign.get_absolute_url()
    return SheetPage(
        sheet=sheet,
        class_name=entry.name.say(language()),
        race=race_name(character.race),
        size=entry.size,
        move=sheet.ready["move"],
        reach=str(entry.attack_range),
        standing=sheet.standing,
        now=tuple(_now(sheet)),
        fixed=tuple(_fixed(sheet)),
        attributes=tuple((label, getattr(character, name)) for name, (label, _m) in CAMPAIGN_ATTRIBUTES.items()),
        actives=tuple(actives(character.abilities, catalogue)),
        passives=tuple(passives(entry, catalogue)),
        talents=tuple(_talents(sheet)),
        ledger=_ledger(sheet.ledger, home),
        changes=log_lines(sheet.changes, character, catalogue),
        miss_more=MISS_PER_WOUND * sheet.open_wounds,
        items=tuple(item_card(item, character) for item in sheet.items),
        petitions=tuple(asked(one, character) for one in sheet.petitions),
        differences=tuple((FIGURES[name], there, here) for name, there, here in sheet.differences()),
        totals=_totals(sheet.ledger),
        death_reason=reason_words(sheet.death.rule) if sheet.death else "",
    )


def log_lines(changes: Iterable[SheetChange], character: Character, catalogue: Catalogue) -> tuple[Line, ...]:
    """Lines of the change log in words, each with a link to the battle that caused it."""
    home = character.campaign.get_absolute_url()
    return tuple(_line(change, home, catalogue) for change in changes)


def starting_page(character: Character, rules: TableRules) -> dict[str, Any]:
    """What a director weighs of a proposal: each figure with its span, and the points left over (CHAR-5)."""
    entry, figures = class_of(character), figures_of(character)
    given = {name: getattr(character, name) for name in CAMPAIGN_ATTRIBUTES}
    rows = [(FIGURES[name], value, str(entry.caps.of(name))) for name, value in figures.items()]
    return {
        "rows": [*rows, (FIGURES["reaction"], character.reaction, str(entry.reaction))],
        "left": points_left(entry, figures),
        "campaign_left": campaign_points_left(given, rules),
    }


def promotion_page(character: Character, held: int, rules: TableRules, points: Mapping[str, int]) -> dict[str, Any]:
    """What a promotion costs and brings: before and after, the abilities that gain, the renown left (PROM-1)."""
    level = character.level + 1
    highest = character.level >= LAST_LEVEL
    cost = 0 if highest else promotion_cost(level, rules)
    figures = figures_of(character)
    grows = [(FIGURES[name], value, value + points[name]) for name, value in figures.items() if name in points]
    after = learned(character.talents, points)
    talents = [(talent_words(key, after[key]), character.talents.get(key, 0)) for key in points if key in after]
    catalogue = catalogue_of(character.campaign)
    return {
        "highest": highest,
        "level": level,
        "cost": cost,
        "held": held,
        "left": held - cost,
        "affordable": held >= cost,
        "points": rules.promotion_points,
        "grows": grows,
        "talents": talents,
        "abilities": [] if highest else gained(character, level, catalogue),
    }


def _limits(entry: ClassEntry, start: Figures) -> list[Limit]:
    fixed = entry.fixed is not None
    return [
        Limit(FIGURES[name], value, str(value) if fixed else str(entry.caps.of(name))) for name, value in start.items()
    ]


def _now(sheet: Sheet) -> list[Now]:
    """Figures of the running battle where there is one; otherwise those a battle would begin with."""
    here, kinds = sheet.standing, ("strength", "armor", "willpower")
    if here is None:
        return [Now(kind, FIGURES[kind], sheet.ready[kind], sheet.ready[kind], _parts(sheet, kind)) for kind in kinds]
    return [Now(kind, FIGURES[kind], getattr(here, kind), getattr(here, f"max_{kind}")) for kind in kinds]


def _talents(sheet: Sheet) -> Iterator[Talent]:
    """The talents in battle; the item is named that gives a rank of one."""
    worn = sheet.worn
    for key, rank in sheet.talents.items():
        own = sheet.character.talents.get(key, 0)
        yield Talent(talent_words(key, rank), own, item_card(worn).name if worn and rank > own else "")


def _fixed(sheet: Sheet) -> Iterator[tuple[Words, str, tuple[tuple[Words, str], ...]]]:
    """The figures that no battle wears down; evasion and deflection only where there are any."""
    for name in ("exertion", "break_", "reaction", "evasion", "deflection"):
        value = sheet.ready[name]
        if value or name not in PERCENTAGES:
            shown = f"{value} %" if name in PERCENTAGES else str(value)
            yield EFFECTS[name], shown, () if name in PERCENTAGES else _parts(sheet, name)


def _parts(sheet: Sheet, name: str) -> tuple[tuple[Words, str], ...]:
    """The base, what is equipped and the wounds, where there is more than the base (STAT-9, STAT-10)."""
    worn = sheet.worn
    added = worn.effects.get(name, 0) if worn else 0
    wounds = sheet.open_wounds if name == "strength" else 0
    if not added and not wounds:
        return ()
    base = dict(sheet.figures.items()).get(name, sheet.character.reaction)
    parts: list[tuple[Words, str]] = [(gettext("base"), str(base))]
    if worn and added:
        parts.append((item_card(worn).name, f"+{added}" if added > 0 else f"−{-added}"))
    if wounds:
        parts.append((gettext("open wounds"), f"−{wounds}"))
    return tuple(parts)


def _totals(entries: tuple[RenownEntry, ...]) -> tuple[tuple[Words, int], ...]:
    """Renown earned, inherited, spent and corrected, over the character's life; what was spent counts upward."""
    sums = dict.fromkeys(("earned", "inherited", "spent", "corrected"), 0)
    for entry in entries:
        sums[LEDGER_SUMS[RenownEntry.Kind(entry.kind)]] += entry.amount
    sums["spent"] = -sums["spent"]
    labels = {
        "earned": gettext("earned"),
        "inherited": gettext("inherited"),
        "spent": gettext("spent"),
        "corrected": gettext("corrected"),
    }
    return tuple((labels[name], amount) for name, amount in sums.items() if amount or name == "earned")


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
                _battle_link(home, entry.battle_code, entry.character_id),
            )
        )
    return tuple(reversed(lines))


def _line(change: SheetChange, home: str, catalogue: Catalogue) -> Line:
    return Line(
        change.at,
        change_label(change),
        change_value(change, change.before, catalogue),
        change_value(change, change.after, catalogue),
        reason_words(change.reason),
        change.by,
        _battle_link(home, change.battle_code, change.character_id),
    )


def _battle_link(home: str, code: str, character: int) -> str:
    """What the battle brought this character: its line among the consequences, with the rolls that decided."""
    return f"{home}b/{code}/result/#of-{character}" if code else ""
