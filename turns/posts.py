"""Turns as they are read: the player's words, what was done and rolled, the unit's numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from rulebook.dice import Roll
from rulebook.saga.events import DieRolled, Event, StrikeRolled
from rulebook.saga.reasons import Reason, reason_text
from turns.chronicle import Line, lines_of
from turns.models import TurnPost
from turns.one_post import may_ask_about, with_entries
from turns.record import Entry, record_of
from turns.selectors import Difference, differences
from turns.sight import Sight
from turns.wording import Names, language


@dataclass(frozen=True, slots=True)
class RollLine:
    """One die of a post, as the rules want it on record (DMG-6)."""

    reason: str
    die: str
    face: int
    threshold: int | None
    outcome: str
    counter: int


@dataclass(frozen=True, slots=True)
class ShownPost:
    """A post as a page shows it. `numbers` are (label, css, now, total); `differences` are for the director.

    `may_ask`: it tells the reader's own turn, and the director may still be asked to take it back.
    """

    row: TurnPost
    lines: Sequence[Line]
    rolls: Sequence[RollLine]
    numbers: Sequence[tuple[str, str, int, int]]
    differences: Sequence[Difference]
    may_ask: bool = False


def shown_post(row: TurnPost, sight: Sight) -> ShownPost:
    """One post, for the reader of `sight`."""
    return shown_posts([row], sight)[0]


def shown_posts(rows: Sequence[TurnPost], sight: Sight) -> list[ShownPost]:
    """Posts for one reader; their events are read at once, however many they are."""
    told = with_entries(rows, lambda after, until: record_of(sight, after=after, until=until))
    return [_shown(row, entries, sight) for row, entries in told]


def _shown(row: TurnPost, entries: list[Entry], sight: Sight) -> ShownPost:
    return ShownPost(
        row=row,
        lines=[line for line in lines_of(entries, sight.names) if line.kind != "turn-taken"],
        rolls=list(roll_lines((event for _number, event, _undone in entries), sight.names)),
        numbers=_numbers(row),
        differences=differences(row) if sight.directs else (),
        may_ask=may_ask_about(row, sight),
    )


def _numbers(row: TurnPost) -> list[tuple[str, str, int, int]]:
    labels = {
        "strength": (_("STR"), "strength"),
        "armor": (_("ARM"), "armor"),
        "willpower": (_("WIL"), "willpower"),
        "hero_points": (_("HP"), ""),
    }
    written = row.notes.get("numbers", {})
    return [
        (*labels[name], *written[name])
        for name in labels
        if name in written and (name != "hero_points" or written[name][1])
    ]


def roll_lines(events: Iterable[Event], names: Names) -> Iterable[RollLine]:
    """Every die in these events, with its reason in the language in force."""
    for event in events:
        if isinstance(event, StrikeRolled) and event.roll is not None:
            reason = reason_text(Reason(event.attack, event.boost, event.ability, event.rank), language(), names.words)
            yield _line(event.roll, reason, event.threshold, _("hit") if event.hit else _("miss"))
        elif isinstance(event, DieRolled):
            reason = reason_text(Reason("ability", ability=event.name, rank=event.rank), language(), names.words)
            yield _line(event.roll, reason, None, "")


def _line(roll: Roll, reason: str, threshold: int | None, outcome: str) -> RollLine:
    return RollLine(reason, f"1d{roll.sides}", roll.face, threshold, outcome, roll.counter)
