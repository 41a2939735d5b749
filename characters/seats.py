"""What the other apps do when characters go from one player to another.

Sheets know nothing of battles; whoever holds something of the former player's registers the dotted path of a
function from its AppConfig:

    seats.register("turns.services.seats.characters_moved")

The function takes (move, by, at), in the transaction that moves the characters.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.utils.module_loading import import_string

if TYPE_CHECKING:
    from accounts.models import User
    from campaign.models import Campaign


@dataclass(frozen=True, slots=True)
class Move:
    """Characters, by their numbers, that went from one player of a campaign to another."""

    campaign: Campaign
    before: User
    after: User
    characters: tuple[int, ...]


Moved = Callable[[Move, "User", datetime], None]

_REGISTERED: list[str] = []


def register(path: str) -> None:
    """Call the function at this dotted path for each move; twice is the same as once."""
    if path not in _REGISTERED:
        _REGISTERED.append(path)


def tell_moved(move: Move, by: User, at: datetime) -> None:
    """Characters have another player: every registered function does its part."""
    for path in _REGISTERED:
        moved: Moved = import_string(path)
        moved(move, by, at)
