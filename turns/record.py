"""The battle's record for one reader: what happened since their last visit, and everything they may read."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Q

from rulebook.saga import event_from_json
from rulebook.saga.events import Event, HazardPlaced, TurnTaken, Undone
from rulebook.saga.knowledge import Viewer, knows_hazard, sides_of
from rulebook.saga.log import event_view
from rulebook.table.history import taken_back
from turns import since
from turns.chronicle import Line, lines_of, touched
from turns.sight import Sight
from turns.since import Since

TELLING = (Undone.kind, HazardPlaced.kind)
"""Kinds that say something about other events, so they are read however old they are."""

Entry = tuple[int, Event, bool]


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


def since_visit(sight: Sight) -> Since[Line]:
    """Exactly the events since the reader's last view of this battle; on a first visit, the newest."""
    return since.since_visit(
        sight,
        read=lambda after: record_of(sight, after=after),
        say=lambda entries: lines_of(entries, sight.names),
        touched=touched,
        turn_ended=TurnTaken,
    )
