"""What later apps show on a character's sheet.

The sheet knows nothing of battles; an app that has something to say there registers the dotted path of a function
from its AppConfig:

    sheet_parts.register("turns.lasting.sheet_part")

The function takes (character, user) and answers a `Section`, or None where it has nothing for this reader. Its template
is included with the section's context as `part`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from django.utils.module_loading import import_string

from campaign.sections import Section

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from accounts.models import User
    from characters.models import Character

PartOf = Callable[["Character", "User | AnonymousUser"], Section | None]

_REGISTERED: list[str] = []


def register(path: str) -> None:
    """Show the part of the function at this dotted path, after those that came before; twice is the same as once."""
    if path not in _REGISTERED:
        _REGISTERED.append(path)


def parts_for(character: Character, user: User | AnonymousUser) -> tuple[Section, ...]:
    """Every part that has something for this reader."""
    found = (_function(path)(character, user) for path in _REGISTERED)
    return tuple(part for part in found if part is not None)


def _function(path: str) -> PartOf:
    function: PartOf = import_string(path)
    return function
