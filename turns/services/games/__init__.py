"""What a change of a battle means in rows, in each game: posts, how turns ended, early turns, notices."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Protocol

from accounts.models import User
from battles.models import Battle
from battles.services import Applied
from turns.models import Turn, TurnPost
from turns.services.games import dungeon, saga
from turns.services.games.facts import Known, Passed, Synced
from turns.services.pending import Tell
from turns.services.words import Words


class Game(Protocol):
    """One game's part in what the verbs of a running battle do and write."""

    REMINDED: tuple[str, ...]
    """The kinds of turns whose deadline is told once more when it is near."""

    def deploying(self, by: str, placements: Sequence[Any], at: int, /) -> Any:
        """The action that places units."""

    def opening(self, battle: Battle, at: datetime, /) -> Sequence[Any]:
        """What is done at once when a battle begins."""

    def playing(self, by: str, unit: str, steps: Sequence[Any], at: int, /, *, extra: bool) -> Any:
        """The action that plays these steps. Raises Unreadable when the game does not take so many at once."""

    def check_steps(self, state: Any, unit: str, steps: Sequence[Any], /) -> None:
        """Raises Refused when they are not legal on this board."""

    def plan_of(self, alternatives: Sequence[Any], steps: Sequence[Any], after: Sequence[str], /) -> Any:
        """An early turn, from what the game takes of these."""

    def planning(self, by: str, unit: str, plan: Any, at: int, /, *, written_for: int | None) -> Any:
        """The action that leaves an early turn."""

    def plan_to_json(self, plan: Any, /) -> list[Any]:
        """An early turn as its row keeps it."""

    def settle_plans(self, battle: Battle, applied: Applied, /) -> None:
        """Say in the rows what became of early turns."""

    def write_posts(self, battle: Battle, applied: Applied, words: Words | None, /) -> list[TurnPost]:
        """The posts that these events make, or add to, in order."""

    def take_back_posts(self, battle: Battle, stands: frozenset[int], state: Any, /) -> None:
        """After an undo: posts of which only some events stand, or stand again."""

    def own_post(self, posts: Sequence[TurnPost], unit: str, player: User, /) -> TurnPost | None:
        """The post that a player's order made, or added to."""

    def counted(self, state: Any, start: datetime, end: datetime, /) -> timedelta:
        """How much of this time counts for deadlines."""

    def later(self, state: Any, start: datetime, counted: timedelta, /) -> datetime:
        """When so much time has counted since `start`."""

    def endings(self, events: Iterable[Any], /) -> Known:
        """How and when the turns that were open before these events ended, by kind and unit."""

    def passed(self, events: Sequence[Any], now: int, /) -> Iterator[Passed]:
        """Players' turns that both opened and ran out in these events; `now` is the round after them."""

    def otherwise(self, row: Turn, state: Any, /) -> str:
        """How a turn ended of which no event tells."""

    def penalty(self, state: Any, wait: Any, /) -> int:
        """What missing this turn would take from its unit."""

    def subject(self, battle: Battle, row: Turn, /) -> str:
        """The subject key of the notices on an open turn."""

    def tells(self, battle: Battle, applied: Applied, synced: Synced, /) -> Iterator[Tell]:
        """The notices of a change."""

    def standing(self, state: Any, /) -> list[list[Any]]:
        """How everybody stands as everybody may know it: [name, points, most points], for the notice of a round."""

    def reminder(self, row: Turn, /) -> Tell:
        """The notice that a deadline is near."""


GAMES: Mapping[str, Game] = {"saga": saga, "dungeon": dungeon}
"""By the ruleset that a battle keeps with it."""


def game_of(battle: Battle) -> Game:
    """The game that is played."""
    return GAMES[battle.ruleset]
