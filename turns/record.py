"""The battle's record for one reader: what happened since their last visit, and everything they may read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from django.db.models import Q

from accounts.models import User
from rulebook.saga import event_from_json
from rulebook.saga.events import Event, HazardPlaced, TurnTaken, Undone
from rulebook.saga.knowledge import Viewer, knows_hazard, sides_of
from rulebook.saga.log import event_view
from rulebook.table.history import taken_back
from turns.chronicle import Line, lines_of, touched
from turns.selectors import last_visit
from turns.sight import Sight

SHOWN_SINCE = 12
ROUND_BEGAN = "round-began"
"""The kind of the event with which a round begins in any game."""
TELLING = (Undone.kind, HazardPlaced.kind)
"""Kinds that say something about other events, so they are read however old they are."""

Entry = tuple[int, Event, bool]
Kept = TypeVar("Kept", bound=tuple[int, Any, bool])
"""An entry of any game's record."""


class Numbered(Protocol):
    """A line of a record, with the number of its event."""

    @property
    def number(self) -> int: ...


def record_of(sight: Sight, *, after: int = 0, until: int | None = None) -> list[Entry]:
    """The events that this reader may see, with the battle's own numbers (never for showing) and what was undone.

    Reads only what comes after an event, so that its cost follows what is new and not how long the battle has been.
    """
    rows = sight.battle.events.filter(Q(number__gt=after) | Q(kind__in=TELLING)).order_by("number")
    events = [(number, event_from_json(data)) for number, data in rows.values_list("number", "data")]
    gone, traps = taken_back(events), _secret_traps(sight, [event for _number, event in events])
    found: list[Entry] = []
    for number, event in events:
        if number <= after or (until is not None and number > until):
            continue
        shown = _as_known(event, sight, traps)
        if shown is not None:
            found.append((number, shown, number in gone))
    return found


def _as_known(event: Event, sight: Sight, traps: frozenset[tuple[int, str]]) -> Event | None:
    """The event without what the reader may not know; None where they may not know of it."""
    data = event_view(event, sight.whole, Viewer(sight.viewer), traps)
    if data is None:
        return None
    return event if isinstance(event, Undone) else event_from_json(data)


def _secret_traps(sight: Sight, events: Sequence[Event]) -> frozenset[tuple[int, str]]:
    viewer = Viewer(sight.viewer)
    sides = sides_of(sight.whole, viewer)
    return frozenset(
        (event.at, event.hazard.source)
        for event in events
        if isinstance(event, HazardPlaced) and not knows_hazard(event.hazard, sides, viewer)
    )


@dataclass(frozen=True, slots=True)
class Since:
    """What is new to the reader: the newest lines, how many more, which units were touched, who acted last.

    `all_seen` says that the last visit reached the newest event, so that there is nothing to remember.
    """

    lines: Sequence[Line]
    more: int
    changed: frozenset[str]
    last: str
    first: bool
    all_seen: bool = False


def since_visit(sight: Sight) -> Since:
    """Exactly the events since the reader's last view of this battle; on a first visit, the newest."""
    visit, version = (
        last_visit(sight.battle, sight.user) if isinstance(sight.user, User) else None,
        sight.battle.version,
    )
    if visit is None:
        entries = newest(version, lambda after: record_of(sight, after=after), lambda told: lines_of(told, sight.names))
    else:
        entries = record_of(sight, after=min(visit, version))
    lines = lines_of(entries, sight.names)
    acted = [event.unit for _number, event, _undone in entries if isinstance(event, TurnTaken)]
    changed = frozenset(touched(event) for _number, event, undone in entries if not undone) - {""}
    more = 0 if visit is None else max(0, len(lines) - SHOWN_SINCE)
    return Since(
        lines[-SHOWN_SINCE:][::-1],
        more,
        frozenset() if visit is None else changed,
        acted[-1] if acted else "",
        first=visit is None,
        all_seen=visit == version,
    )


def newest(
    version: int, read: Callable[[int], list[Kept]], say: Callable[[list[Kept]], Sequence[Numbered]]
) -> list[Kept]:
    """What the newest lines tell, for a first visit: entries from the twelfth line from the end on.

    How far back it is read follows from what the reader may know alone: so many events, hidden ones among them, would
    show by fewer lines how many are hidden. `read` gives the entries after an event, `say` their lines.
    """
    reach = 2 * SHOWN_SINCE
    while True:
        entries = read(max(0, version - reach))
        lines = say(entries)
        if len(lines) >= SHOWN_SINCE or reach >= version:
            first = lines[-SHOWN_SINCE:][0].number if lines else 0
            return [entry for entry in entries if entry[0] >= first]
        reach *= 2


def round_ends(record: Sequence[tuple[int, Any, bool]], lines: Sequence[Numbered]) -> dict[str, int]:
    """The last step of each round, by its number as an address has it; what was taken back and played again counts as
    it was played again."""
    began = [(number, event.round) for number, event, undone in record if event.kind == ROUND_BEGAN and not undone]
    after = ([number for number, _round in began[1:]] + [0])[: len(began)]
    return {
        str(round_): sum(line.number < end for line in lines) if end else len(lines)
        for (_number, round_), end in zip(began, after, strict=True)
    }
