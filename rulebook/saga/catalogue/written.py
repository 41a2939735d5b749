"""Entries of a campaign's own as they are written down: typed data, to JSON and back, and what may be wrong with them.

Nothing here is code: an ability and a passive name an effect of the engine and give it figures and words, a class
names abilities and passives by their keys. All problems of an entry are told at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from rulebook.codec import dump, load
from rulebook.errors import Unreadable
from rulebook.saga.catalogue.model import (
    ATTRIBUTES,
    CLAUSE,
    PLACE,
    REACH_FIGURES,
    AbilityEntry,
    Caps,
    ClassEntry,
    Figures,
    PassiveEntry,
    Range,
    Span,
    Target,
    Text,
)
from rulebook.saga.catalogue.races import RACES
from rulebook.saga.catalogue.shapes import ACTIVE, PASSIVE, Problem, ability_problems, bounded, passive_problems

LONGEST_NAME = 60
LONGEST_WORDING = 600
SIZES = ("1x1", "2x2", "1x2")
MOST_KNOWN = 6
MOVE = Span(0, 12)
REACH = Span(1, 12)
REACTION = Span(0, 20)
BOUNDS: Mapping[str, Span] = {
    "strength": Span(1, 99),
    "armor": Span(0, 99),
    "willpower": Span(0, 99),
    "exertion": Span(0, 9),
    "break_": Span(0, 20),
}
"""Within what a class may bound each figure."""

Pair = tuple[int, int]
Kind = Literal["class", "ability", "passive"]
KINDS: tuple[Kind, ...] = ("class", "ability", "passive")


@dataclass(frozen=True, slots=True)
class WrittenAbility:
    """An ability: what it does, its words, its aim, and a range and a value of each figure for each of its ranks."""

    effect: str
    name: Text
    wording: Text
    target: str
    ranges: tuple[tuple[int | None, int | None], ...]
    figures: Mapping[str, tuple[int, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class WrittenPassive:
    """A passive: what it does, its words, and its figure."""

    effect: str
    name: Text
    wording: Text
    amount: int = 0


@dataclass(frozen=True, slots=True)
class WrittenClass:
    """A class: body, caps, totals for class ranks 1 to 3 or fixed figures, and what its people can do.

    With neither totals nor fixed figures a new one has the least of each.

    `abilities` holds the rank up to which each is learned; `reaction` stands in place of the race's.
    """

    name: Text
    wording: Text
    race: str
    size: str
    move: int
    reach: Pair
    caps: Mapping[str, Pair]
    points: tuple[int, int, int] | None = None
    fixed: Mapping[str, int] | None = None
    reaction: Pair | None = None
    passives: tuple[str, ...] = ()
    abilities: Mapping[str, int] = field(default_factory=dict)
    for_players: bool = True


Written = WrittenClass | WrittenAbility | WrittenPassive
TYPES: Mapping[str, type[Any]] = {"class": WrittenClass, "ability": WrittenAbility, "passive": WrittenPassive}


class Unfit(Unreadable):
    """An entry that could not be played; `problems` has everything that is wrong with it (code `bad-entry`)."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        told = [{"field": one.field, "code": one.code, **one.data} for one in problems]
        super().__init__("bad-entry", " ".join(f"{one.field}: {one.code}." for one in problems), {"problems": told})
        self.problems = problems


def written_to_json(written: Written) -> dict[str, Any]:
    """An entry as plain values."""
    data: dict[str, Any] = dump(type(written), written)
    return data


def written_from_json(kind: str, data: Any) -> Written:
    """The entry of this kind that `written_to_json` wrote. Raises `bad-data`, `unknown-kind` (Unreadable)."""
    if kind not in TYPES:
        raise Unreadable("unknown-kind", f"A catalogue has no {kind!r}.", {"kind": kind})
    written: Written = load(TYPES[kind], data)
    return written


def problems_of(
    written: Written, abilities: Mapping[str, AbilityEntry], passives: Collection[str]
) -> tuple[Problem, ...]:
    """Everything that keeps an entry from being played, each at its field.

    `abilities` and `passives` are those that a class may have. Codes besides those of `shapes`: `name-needed`,
    `too-long`, `unknown-place`, `unknown-race`, `unknown-size`, `bad-span`, `bad-total`, `totals-fall`, `not-fixed`,
    `totals-or-fixed`, `unknown-ability`, `unknown-passive`, `too-many`, `bad-rank`.
    """
    if isinstance(written, WrittenAbility):
        figures = ability_problems(written.effect, written.target, written.ranges, written.figures)
        return (*_words(written.name, written.wording, _places(written)), *figures)
    if isinstance(written, WrittenPassive):
        places = {"amount"} if PASSIVE.get(written.effect, Span(0, 0)).high else set()
        return (
            *_words(written.name, written.wording, places),
            *passive_problems(written.effect, written.amount),
        )
    return (
        *_words(written.name, written.wording, None),
        *_body(written),
        *_caps(written),
        *_points(written),
        *_known(written, abilities, passives),
    )


def entry_of(key: str, written: Written) -> ClassEntry | AbilityEntry | PassiveEntry:
    """What is written as an entry of a catalogue; it must be free of problems."""
    name, wording = both(written.name), both(written.wording)
    if isinstance(written, WrittenAbility):
        ranges = tuple(Range(low, high) for low, high in written.ranges)
        effect = "" if written.effect == key else written.effect
        return AbilityEntry(key, name, wording, Target(written.target), ranges, dict(written.figures), effect)
    if isinstance(written, WrittenPassive):
        return PassiveEntry(key, name, wording, written.amount, "" if written.effect == key else written.effect)
    return _class_of(key, name, wording, written)


def written_of(entry: ClassEntry | AbilityEntry | PassiveEntry) -> Written:
    """An entry of a catalogue as it would be written, to begin another one with."""
    if isinstance(entry, AbilityEntry):
        ranges = tuple((reach.low, reach.high) for reach in entry.ranges)
        return WrittenAbility(entry.deed, entry.name, entry.wording, str(entry.target), ranges, dict(entry.figures))
    if isinstance(entry, PassiveEntry):
        return WrittenPassive(entry.deed, entry.name, entry.description, entry.amount)
    return WrittenClass(
        name=entry.name,
        wording=entry.description,
        race=entry.race.key,
        size=entry.size,
        move=entry.move,
        reach=(entry.attack_range.low, entry.attack_range.high),
        caps={name: (entry.caps.of(name).low, entry.caps.of(name).high) for name in ATTRIBUTES},
        points=None if entry.fixed else entry.points,
        fixed=dict(entry.fixed.items()) if entry.fixed else None,
        reaction=(entry.reaction_span.low, entry.reaction_span.high) if entry.reaction_span else None,
        passives=entry.passives,
        abilities={key: entry.highest.get(key, 3) for key in entry.abilities},
        for_players=entry.for_players,
    )


def both(text: Text) -> Text:
    """The words in both languages; what is missing in one is as in the other."""
    return Text(text.en or text.es, text.es or text.en)


def blank(effect: str) -> WrittenAbility:
    """An ability over an effect with the least that the effect allows, at three ranks, to be filled in."""
    shape = ACTIVE[effect]
    aim = shape.aims[0]
    reach = (0, 0) if aim == Target.SELF else shape.reach or (1, 1)
    figures = {name: (span.low,) * 3 for name, span in shape.figures.items()}
    return WrittenAbility(effect, Text("", ""), Text("", ""), str(aim), (reach,) * 3, figures)


def _class_of(key: str, name: Text, wording: Text, written: WrittenClass) -> ClassEntry:
    return ClassEntry(
        key=key,
        name=name,
        description=wording,
        race=RACES[written.race],
        size=written.size,
        move=written.move,
        attack_range=Span(*written.reach),
        caps=Caps(*(Span(*written.caps[attribute]) for attribute in ATTRIBUTES)),
        passives=written.passives,
        abilities=tuple(written.abilities),
        points=written.points,
        fixed=Figures(**written.fixed) if written.fixed else None,
        reaction_span=Span(*written.reaction) if written.reaction else None,
        for_players=written.for_players,
        highest=dict(written.abilities),
    )


def _words(name: Text, wording: Text, places: set[str] | None) -> Iterator[Problem]:
    """`places` are the figures that a wording may show; None where braces mean nothing."""
    if not (name.en.strip() or name.es.strip()):
        yield Problem("name_en", "name-needed")
    for part, text, most in (("name", name, LONGEST_NAME), ("wording", wording, LONGEST_WORDING)):
        for language, words in (("en", text.en), ("es", text.es)):
            if len(words) > most:
                yield Problem(f"{part}_{language}", "too-long", {"most": most})
    if places is None:
        return
    for language, words in (("en", wording.en), ("es", wording.es)):
        asked = {found["figure"] for pattern in (PLACE, CLAUSE) for found in pattern.finditer(words)}
        for unknown in sorted(asked - places):
            yield Problem(
                f"wording_{language}", "unknown-place", {"place": unknown, "places": ", ".join(sorted(places))}
            )


def _places(written: WrittenAbility) -> set[str]:
    """The figures that the words may show; a range that is the unit's own has no number."""
    shape = ACTIVE.get(written.effect)
    shown = {name for name, side in REACH_FIGURES.items() if all(reach[side] is not None for reach in written.ranges)}
    return shown | set(shape.figures if shape else ())


def _body(written: WrittenClass) -> Iterator[Problem]:
    if written.race not in RACES:
        yield Problem("race", "unknown-race", {"race": written.race})
    if written.size not in SIZES:
        yield Problem("size", "unknown-size", {"size": written.size})
    yield from bounded("move", written.move, MOVE)
    yield from _span("reach", written.reach, REACH)
    if written.reaction is not None:
        yield from _span("reaction", written.reaction, REACTION)


def _span(name: str, pair: Pair, within: Span) -> Iterator[Problem]:
    low, high = pair
    if low > high or low not in within or high not in within:
        yield Problem(name, "bad-span", {"from": low, "to": high, "low": within.low, "high": within.high})


def _caps(written: WrittenClass) -> Iterator[Problem]:
    if set(written.caps) != set(BOUNDS):
        yield Problem("caps", "unknown-figure", {"figure": ", ".join(sorted(set(written.caps) ^ set(BOUNDS)))})
        return
    for name, within in BOUNDS.items():
        yield from _span(f"caps-{name}", written.caps[name], within)


def _points(written: WrittenClass) -> Iterator[Problem]:
    if written.points is not None and written.fixed is not None:
        yield Problem("points", "totals-or-fixed")
    if set(written.caps) != set(BOUNDS):
        return
    if written.points is not None:
        yield from _totals(written.points, written.caps)
    if written.fixed is not None:
        yield from _fixed(written.fixed, written.caps)


def _totals(points: tuple[int, int, int], caps: Mapping[str, Pair]) -> Iterator[Problem]:
    low, high = (sum(pair[side] for pair in caps.values()) for side in (0, 1))
    for rank, total in enumerate(points, 1):
        if not low <= total <= high:
            yield Problem(f"points-{rank}", "bad-total", {"low": low, "high": high, "value": total})
    if list(points) != sorted(points):
        yield Problem("points-3", "totals-fall")


def _fixed(fixed: Mapping[str, int], caps: Mapping[str, Pair]) -> Iterator[Problem]:
    for name, (low, high) in caps.items():
        value = fixed.get(name)
        if value is None or not low <= value <= high:
            yield Problem(f"fixed-{name}", "not-fixed", {"low": low, "high": high})
    for name in sorted(set(fixed) - set(caps)):
        yield Problem("fixed", "unknown-figure", {"figure": name})


def _known(
    written: WrittenClass, abilities: Mapping[str, AbilityEntry], passives: Collection[str]
) -> Iterator[Problem]:
    for name, count in Counter(written.passives).items():
        if name not in passives or count > 1:
            yield Problem("passives", "unknown-passive", {"passive": name})
    for name, highest in written.abilities.items():
        if name not in abilities:
            yield Problem("abilities", "unknown-ability", {"ability": name})
        elif not 1 <= highest <= 3:
            yield Problem(f"ability-{name}", "bad-rank", {"ability": name, "most": 3})
    for field_name, known in (("passives", written.passives), ("abilities", tuple(written.abilities))):
        if len(known) > MOST_KNOWN:
            yield Problem(field_name, "too-many", {"most": MOST_KNOWN})
