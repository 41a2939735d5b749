"""A battle's turns as they are read, whatever is played: how each game shows them, and says what is refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from battles.models import Battle
from rulebook.errors import Refused
from turns import posts, sight, wording
from turns.dungeon import posts as dungeon_posts
from turns.dungeon import sight as dungeon_sight
from turns.dungeon import wording as dungeon_wording
from turns.models import TurnPost

Reader = User | AnonymousUser


@dataclass(frozen=True, slots=True)
class Reading:
    """One game's way of showing a turn: the template of a post, and what it is given."""

    template: str
    sight: Callable[[Battle, Reader], Any]
    shown: Callable[[Sequence[TurnPost], Any], Sequence[Any]]
    said: Callable[[Refused, Any], str]


READINGS: Mapping[str, Reading] = {
    "saga": Reading(
        "turns/_post.html",
        sight.sight_of,
        posts.shown_posts,
        lambda refused, seen: wording.said(refused, seen.names),
    ),
    "dungeon": Reading(
        "turns/dungeon/_post.html",
        dungeon_sight.sight_of,
        dungeon_posts.shown_posts,
        dungeon_wording.said,
    ),
}
"""By the ruleset that a battle keeps with it."""


def post_template(battle: Battle) -> str:
    """The template that shows one of the battle's turns as `post`."""
    return READINGS[battle.ruleset].template


def shown_to(battle: Battle, rows: Sequence[TurnPost], reader: Reader) -> list[Any]:
    """These turns as the reader may see them."""
    reading = READINGS[battle.ruleset]
    return list(reading.shown(rows, reading.sight(battle, reader)))


def said_to(battle: Battle, refused: Refused, reader: Reader) -> str:
    """A refusal in the words of the battle's game."""
    reading = READINGS[battle.ruleset]
    return reading.said(refused, reading.sight(battle, reader))
