"""What preparing and ending mean in each game; everything between is the rulebook's."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Protocol

from battles.games import dungeon, saga
from battles.models import Battle
from battles.outcomes import Case


class Game(Protocol):
    """One game's part in a battle's rows."""

    def setup(self, battle: Battle, at: datetime, /) -> Any:
        """The rulebook's set-up of a battle whose list is complete. Raises Refused for what cannot be played."""

    def check_plan(self, plan: dict[str, Any], /) -> None:
        """Raises when what was prepared cannot be read, or not played by these rules."""

    def cases(self, battle: Battle, /) -> tuple[Case, ...]:
        """What a battle that is over means for each character that fought in it."""

    def story(self, battle: Battle, /) -> dict[str, Any]:
        """What its result keeps besides, for everybody to read."""


GAMES: Mapping[str, Game] = {"saga": saga, "dungeon": dungeon}
"""By the ruleset that a battle keeps with it."""


def game_of(battle: Battle) -> Game:
    """The game that is played."""
    return GAMES[battle.ruleset]
