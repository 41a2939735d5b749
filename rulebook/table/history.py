"""A record read again: replaying it, and taking back what came after an event; the same for every ruleset.

Events are numbered from 1 in the order they were recorded. An `Undone` event does not
delete anything: the record goes on after it from the state it returned to. Dice are never
turned back: the counter reached stays reached, so the same faces cannot come again.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
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


def standing(last: int, returns: Mapping[int, int]) -> frozenset[int]:
    """The numbers of the events that led to the state after event `last`, undoings left out.

    `returns` holds the undoings: by their number, the event to which each went back. What one undoing took back
    stands again when a later one goes back to where it still stood.
    """
    led: set[int] = set()
    number = last
    while number > 0:
        if number in returns:
            number = returns[number]
        else:
            led.add(number)
            number -= 1
    return frozenset(led)


def taken_back(events: Iterable[tuple[int, Any]]) -> frozenset[int]:
    """The numbers of the events, numbered as recorded, that do not stand any more; an `Undone` itself always does."""
    numbered = list(events)
    returns = {number: event.to for number, event in numbered if isinstance(event, Undone)}
    led = standing(numbered[-1][0], returns) if numbered else frozenset()
    return frozenset(number for number, _event in numbered if number not in led and number not in returns)


def undone_positions(events: Iterable[Any]) -> frozenset[int]:
    """The same of a whole record, as positions from 0."""
    return frozenset(number - 1 for number in taken_back(enumerate(events, 1)))
