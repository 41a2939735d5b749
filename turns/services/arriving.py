"""A battle that came from elsewhere: its open turns say what its state says."""

from __future__ import annotations

from datetime import datetime

from battles.models import Battle
from turns.services.pending import Pending
from turns.services.sync import sync_turns


def resync(battle: Battle, *, at: datetime) -> None:
    """Write the rows of what the battle waits for, in the caller's transaction; nobody is told."""
    pending = Pending()
    sync_turns(pending, battle, (), at=at)
    pending.write(at=at)
