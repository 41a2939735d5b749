"""What the other apps do when somebody stops being a member or a player.

The campaign knows nothing of battles or sheets; each app that holds something of a member's registers the dotted
path of a function from its AppConfig:

    departures.register("turns.services.seats.player_left")

The function takes (membership, by, at), in the transaction that ends the membership. `by` is the director who removed
the member, or None where they left by themselves.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING

from django.utils.module_loading import import_string

if TYPE_CHECKING:
    from accounts.models import User
    from campaign.models import Membership

Departed = Callable[["Membership", "User | None", datetime], None]

_REGISTERED: list[str] = []


def register(path: str) -> None:
    """Call the function at this dotted path for each departure; twice is the same as once."""
    if path not in _REGISTERED:
        _REGISTERED.append(path)


def tell_departed(membership: Membership, by: User | None, at: datetime) -> None:
    """Somebody has gone: every registered function does its part, in the order of registration."""
    for path in _REGISTERED:
        departed: Departed = import_string(path)
        departed(membership, by, at)
