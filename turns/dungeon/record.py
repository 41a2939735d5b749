"""A game's record for one reader: the events of a post, or since the last visit, each with its words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import zip_longest

from django.db.models import Q
from django.utils.translation import gettext as _

from battles.moments import to_datetime
from rulebook.dice import Roll
from rulebook.dungeon import event_from_json
from rulebook.dungeon.events import (
    DeadRaised,
    EffectEnded,
    EffectGained,
    Event,
    Healed,
    InvisibleCardRevealed,
    InvisibleChose,
    ModelPlaced,
    Moved,
    TurnEnded,
    Undone,
    UnitCorrected,
    Wounded,
)
from rulebook.dungeon.invisible import words
from rulebook.dungeon.invisible.cards import CARDS
from rulebook.dungeon.invisible.records import Ranking
from rulebook.dungeon.knowledge import Viewer
from rulebook.dungeon.log import event_view
from rulebook.dungeon.reasons import reason_text
from rulebook.table.history import taken_back
from turns import since
from turns.dungeon.sight import Sight
from turns.dungeon.told import said
from turns.sentences import Tone
from turns.since import Since

REASONS = ("invisible-ordered", "invisible-weighed", "invisible-chose")
"""Why the Invisible Overlord does what he does: in his post and the chronicle, not in what is new."""

Entry = tuple[int, Event, bool]


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice of the Invisible Overlord's as a table: its keys, and each candidate with its value of every key.

    `about`: the hero whom all of them are about; `able`: none but models that can carry out the order are candidates.
    """

    keys: tuple[str, ...]
    rows: tuple[tuple[str, bool, tuple[str, ...]], ...]
    more: int = 0
    about: str = ""
    able: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the record; `choice` is the table behind it, where it tells of one.

    `number` is the game's own of the event, never for showing.
    """

    text: str
    tone: Tone
    number: int
    at: datetime
    kind: str
    undone: bool = False
    choice: Choice | None = None


@dataclass(frozen=True, slots=True)
class RollLine:
    """The dice of one reason, as they fell."""

    reason: str
    faces: tuple[int, ...]
    counters: tuple[int, ...] = field(default=())


def entries_of(sight: Sight, *, after: int = 0, until: int | None = None) -> list[Entry]:
    """The events that this reader may see, with the game's own numbers (never for showing) and what was undone."""
    rows = sight.battle.events.filter(Q(number__gt=after) | Q(kind=Undone.kind)).order_by("number")
    events = [(number, event_from_json(data)) for number, data in rows.values_list("number", "data")]
    gone = taken_back(events)
    found: list[Entry] = []
    for number, event in events:
        if number <= after or (until is not None and number > until):
            continue
        shown = _as_known(event, sight)
        if shown is not None:
            found.append((number, shown, number in gone))
    return found


def _as_known(event: Event, sight: Sight) -> Event | None:
    data = event_view(event, sight.whole, Viewer(sight.viewer))
    if data is None:
        return None
    return event if isinstance(event, Undone) else event_from_json(data)


# Lines


def lines_of(entries: Iterable[Entry], sight: Sight) -> list[Line]:
    """What happened, in words; bookkeeping has none."""
    told = list(entries)
    idle = _idle_cards(told)
    return [line for entry in told if (line := _line(*entry, sight, entry[0] in idle)) is not None]


def _idle_cards(entries: Sequence[Entry]) -> frozenset[int]:
    pairs = zip_longest(entries, (event for _number, event, _undone in entries[1:]))
    return frozenset(number for (number, event, _undone), following in pairs if is_idle(event, following))


def is_idle(event: Event, following: Event | None) -> bool:
    """Whether this is an event card of the Invisible Overlord's by which nothing rose and nothing was laid."""
    card = isinstance(event, InvisibleCardRevealed) and event.resolved and CARDS[event.card].order is None
    return card and not isinstance(following, InvisibleChose)


def with_idle(text: str, idle: bool) -> str:
    """A card's sentence, and that nothing came of it."""
    return text + " " + _("There is nothing for it to do.") if idle else text


def _line(number: int, event: Event, undone: bool, sight: Sight, idle: bool = False) -> Line | None:
    text, tone = said(event, sight.known, sight.language)
    if not text:
        return None
    choice = choice_of(event, sight) if isinstance(event, InvisibleChose) and event.by != "only" else None
    return Line(with_idle(text, idle), tone, number, to_datetime(event.at), event.kind, undone, choice)


def choice_of(event: InvisibleChose, sight: Sight) -> Choice:
    """Every candidate with the value of each key, best first, so that the choice can be checked."""
    about = _all_about(event)
    return Choice(
        tuple(_key_name(event, key, sight) for key in event.keys),
        tuple(
            (
                _candidate(event, one.name, "" if about else one.target, sight),
                one.name in event.chosen,
                tuple(
                    words.shown(key.key, value, sight.language)
                    for key, value in zip(event.keys, one.values, strict=True)
                ),
            )
            for one in event.candidates
        ),
        event.unlisted,
        sight.name(about) if about else "",
        event.matter == "activation",
    )


def _all_about(event: InvisibleChose) -> str:
    """The hero whom every candidate of a choice is about, if it is one and the same."""
    targets = {one.target for one in event.candidates}
    target = targets.pop()
    return target if not targets and all(one.name != target for one in event.candidates) else ""


def _key_name(event: InvisibleChose, key: Ranking, sight: Sight) -> str:
    name = words.key_name(event, key.key, sight.language)
    return f"{name} ↓" if key.low else f"{name} ↑"


def _candidate(event: InvisibleChose, name: str, target: str, sight: Sight) -> str:
    text = words.candidate_name(event, name, sight.known, sight.language)
    return f"{text} → {sight.name(target)}" if target and target != name else text


# Dice


def rolls_of(entries: Iterable[Entry], sight: Sight) -> list[RollLine]:
    """Every die in these events, thrown for one reason together."""
    found = []
    for _number, event, _undone in entries:
        for rolls in _throws(event):
            reason = reason_text(rolls[0].reason, sight.language)
            found.append(RollLine(reason, tuple(r.face for r in rolls), tuple(r.counter for r in rolls)))
    return found


def _throws(event: Event) -> Iterable[tuple[Roll, ...]]:
    for name in ("attacker_rolls", "defender_rolls", "rolls"):
        rolls = getattr(event, name, ())
        if rolls:
            yield rolls
    roll = getattr(event, "roll", None)
    if isinstance(roll, Roll):
        yield (roll,)


# Since the last visit


def since_visit(sight: Sight) -> Since[Line]:
    """Exactly the events since the reader's last view of this game; on a first visit, the newest."""
    return since.since_visit(
        sight,
        read=lambda after: entries_of(sight, after=after),
        say=lambda entries: _deeds(entries, sight),
        touched=touched,
        turn_ended=TurnEnded,
    )


def _deeds(entries: Iterable[Entry], sight: Sight) -> list[Line]:
    return [line for line in lines_of(entries, sight) if line.kind not in REASONS]


def touched(event: Event) -> str:
    """The model that an event changes for all to see, or nothing."""
    if isinstance(event, DeadRaised | ModelPlaced):
        return event.model.id
    return (
        event.unit if isinstance(event, Moved | Wounded | Healed | EffectGained | EffectEnded | UnitCorrected) else ""
    )
