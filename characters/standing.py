"""What a character has right now, while a battle runs.

Sheets know nothing of battles; whoever runs them registers the dotted path of a function from its AppConfig:

    standing.register("battles.selectors.standing_of")

It takes (character, viewer) and answers a `Standing`, or None while no battle runs that this viewer may see.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.module_loading import import_string

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from accounts.models import User
    from characters.models import Character


@dataclass(frozen=True, slots=True)
class Standing:
    """A character in a running battle: current figures and their maxima there."""

    battle: str
    link: str
    strength: int
    max_strength: int
    armor: int
    max_armor: int
    willpower: int
    max_willpower: int
    hero_points: int
    max_hero_points: int


StandingOf = Callable[["Character", "User | AnonymousUser"], Standing | None]

_REGISTERED: list[str] = []


def register(path: str) -> None:
    """Ask the function at this dotted path; twice is the same as once."""
    if path not in _REGISTERED:
        _REGISTERED.append(path)


def standing_of(character: Character, viewer: User | AnonymousUser) -> Standing | None:
    """The character's place in a running battle that the viewer may see; None otherwise."""
    for path in _REGISTERED:
        ask: StandingOf = import_string(path)
        found = ask(character, viewer)
        if found is not None:
            return found
    return None
