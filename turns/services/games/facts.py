"""What is known of turns that ended, opened or moved."""

from dataclasses import dataclass
from datetime import datetime

from turns.models import Turn

Ending = tuple[str, datetime]
Known = dict[tuple[str, str], Ending]
"""By kind and unit: how a turn ended, and when."""


@dataclass(frozen=True, slots=True)
class Synced:
    """What changed among a battle's open turns; `open` are those that are open now."""

    opened: tuple[Turn, ...] = ()
    closed: tuple[Turn, ...] = ()
    moved: tuple[Turn, ...] = ()
    open: tuple[Turn, ...] = ()
