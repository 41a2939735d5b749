"""What is new to the reader of a battle, whichever game is played: the lines of what came since their last visit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic

from accounts.models import User
from turns.one_post import Kept, Reading
from turns.selectors import last_visit
from turns.steps import Line

SHOWN_SINCE = 12


@dataclass(frozen=True, slots=True)
class Since(Generic[Line]):
    """What is new to the reader: the newest lines first, how many more, what was touched, who acted last.

    `all_seen` says that the last visit reached the newest event, so that there is nothing to remember.
    """

    lines: Sequence[Line]
    more: int
    changed: frozenset[str]
    last: str
    first: bool
    all_seen: bool


def since_visit(
    sight: Reading,
    *,
    read: Callable[[int], list[Kept]],
    say: Callable[[list[Kept]], list[Line]],
    touched: Callable[[Any], str],
    turn_ended: type[Any],
) -> Since[Line]:
    """Exactly the events since the reader's last view of this battle; on a first visit, the newest.

    `read` gives the entries after an event, `say` their lines, `touched` what an event changes for all to see;
    `turn_ended` is the event with which a unit's turn is over.
    """
    visit = last_visit(sight.battle, sight.user) if isinstance(sight.user, User) else None
    version = sight.battle.version
    entries = _newest(version, read, say) if visit is None else read(min(visit, version))
    lines = say(entries)
    counting = [event for _number, event, undone in entries if not undone]
    acted = [event.unit for event in counting if isinstance(event, turn_ended)]
    first = visit is None
    return Since(
        lines[-SHOWN_SINCE:][::-1],
        0 if first else max(0, len(lines) - SHOWN_SINCE),
        frozenset() if first else frozenset(touched(event) for event in counting) - {""},
        acted[-1] if acted else "",
        first=first,
        all_seen=visit == version,
    )


def _newest(version: int, read: Callable[[int], list[Kept]], say: Callable[[list[Kept]], list[Line]]) -> list[Kept]:
    """What the newest lines tell, for a first visit: entries from the twelfth line from the end on.

    How far back it is read follows from what the reader may know alone: so many events, hidden ones among them, would
    show by fewer lines how many are hidden.
    """
    reach = 2 * SHOWN_SINCE
    while True:
        entries = read(max(0, version - reach))
        lines = say(entries)
        if len(lines) >= SHOWN_SINCE or reach >= version:
            first = lines[-SHOWN_SINCE:][0].number if lines else 0
            return [entry for entry in entries if entry[0] >= first]
        reach *= 2
