"""Which announced absences somebody's being back ends (ABSENT-1); the same at every table."""

from collections.abc import Sequence
from typing import Protocol, TypeVar

from rulebook.table.actions import CancelAbsence, Moment
from rulebook.table.events import AbsenceCancelled


class Away(Protocol):
    """An announced absence: from `start` up to, not including, `end`."""

    @property
    def player(self) -> str: ...
    @property
    def start(self) -> Moment: ...
    @property
    def end(self) -> Moment: ...


Some = TypeVar("Some", bound=Away)


def ended_by(absences: Sequence[Some], back: CancelAbsence | AbsenceCancelled) -> tuple[Some, ...]:
    """Those that end: the one that is named, or every one of the player's that is not over."""
    own = tuple(away for away in absences if away.player == back.player and away.end > back.at)
    if back.start is None:
        return own
    return tuple(away for away in own if (away.start, away.end) == (back.start, back.end))[:1]


def left_after(absences: Sequence[Some], back: AbsenceCancelled) -> tuple[Some, ...]:
    """Those that stay."""
    kept = list(absences)
    for away in ended_by(absences, back):
        kept.remove(away)
    return tuple(kept)
