"""What is known of turns that ended, opened or moved."""

from dataclasses import dataclass
from datetime import datetime

from turns.models import Turn

Ending = tuple[str, datetime]
Known = dict[tuple[str, str], Ending]
"""By kind and unit: how a turn ended, and when."""


@dataclass(frozen=True, slots=True)
class Passed:
    """A player's turn that opened and ended within one change, so that no row was ever open for it."""

    unit: str
    round: int
    rule: str
    opened: datetime
    due: datetime | None
    outcome: str
    ended: datetime
    penalty: int = 0


@dataclass(frozen=True, slots=True)
class Synced:
    """What changed among a battle's open turns; `open` are those that are open now.

    `dearer` are those of which missing them costs something else than it did.
    """

    opened: tuple[Turn, ...] = ()
    closed: tuple[Turn, ...] = ()
    moved: tuple[Turn, ...] = ()
    open: tuple[Turn, ...] = ()
    dearer: tuple[Turn, ...] = ()
