"""A record read again: replaying it, and taking back what came after an event; the same for every ruleset.

Events are numbered from 1 in the order they were recorded. An `Undone` event does not
delete anything: the record goes on after it from the state it returned to. Dice are never
turned back: the counter reached stays reached, so the same faces cannot come again.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol, TypeVar

from rulebook.errors import Illegal, Unreadable
from rulebook.table.actions import Moment
from rulebook.table.events import Undone


class Timed(Protocol):
    """A state that knows its moment."""

    @property
    def moment(self) -> Moment: ...


Past = TypeVar("Past", bound=Timed)
BackTo = Callable[[Past, Past, Moment], Past]
"""A past state gone on with: what it was, the state it is left from, the moment it happens."""


def states(
    first: Past, events: Iterable[Any], evolve: Callable[[Past, Any], Past], back_to: BackTo[Past]
) -> list[Past]:
    """The state before the first event, and after each of them."""
    reached = [first]
    for event in events:
        now = reached[-1]
        if isinstance(event, Undone):
            reached.append(back_to(reached[event.to], now, event.at))
        else:
            reached.append(evolve(now, event))
    return reached


def undo(reached: Sequence[Past], to: int, reason: str, at: Moment, back_to: BackTo[Past]) -> tuple[Past, Undone]:
    """Take back everything after event number `to` (0: all of it) of a record whose `states` were reached.

    Returns the state to go on from and the event to record. Raises Unreadable `no-reason` and `unknown-event`,
    Illegal `nothing-to-undo`.
    """
    last = len(reached) - 1
    if not reason.strip():
        raise Unreadable("no-reason", "Undoing needs a reason.")
    if not 0 <= to <= last:
        raise Unreadable("unknown-event", f"There is no event {to}.", {"event": to})
    if to == last:
        raise Illegal("nothing-to-undo", f"Nothing came after event {to}.", {"event": to})
    event = Undone(max(at, reached[-1].moment), to, reason)
    return back_to(reached[to], reached[-1], event.at), event


def taken_back(events: Iterable[tuple[int, Any]]) -> frozenset[int]:
    """The numbers of the events, numbered as recorded, that were undone later; an `Undone` itself never is."""
    gone: set[int] = set()
    kept: set[int] = set()
    for number, event in events:
        if isinstance(event, Undone):
            gone.update(range(event.to + 1, number))
            kept.add(number)
    return frozenset(gone - kept)
