"""An adventure as its director plans it: plain, frozen data, to JSON and back. What is wrong with it: `checks`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from typing import Any, Self

from rulebook.dungeon.adventure import Adventure
from rulebook.dungeon.mapfile import parse_adventure
from rulebook.dungeon.rules import TableRules

OFFICIAL, IMPROVED, DIRECTING = "official", "improved", "director"
VARIANTS = (OFFICIAL, IMPROVED)


@dataclass(frozen=True, slots=True)
class HeroSeat:
    """A hero of the party: its key in the catalogue, and the user who plays it; None while players choose."""

    hero: str
    player: int | None = None


@dataclass(frozen=True, slots=True)
class AdventurePlan:
    """Everything an adventure needs before its players say whom they play.

    `source` is the text of its file. `asked` are the users who may choose among the heroes without a player.
    `overlord` is `official` or `improved` (the Invisible Overlord), `director`, or a user's id. `rules` are this
    game's own settings.
    """

    name: str
    source: str
    heroes: tuple[HeroSeat, ...]
    asked: tuple[int, ...] = ()
    overlord: str | int = IMPROVED
    intro: str = ""
    rules: Mapping[str, Any] = field(default_factory=dict)
    idle_rounds: int | None = None

    @property
    def adventure(self) -> Adventure:
        """What the file describes. Raises `bad-adventure` (Unreadable)."""
        return read(self.source)

    @property
    def open_heroes(self) -> tuple[str, ...]:
        """The heroes that players are to choose from."""
        return tuple(seat.hero for seat in self.heroes if seat.player is None)

    @property
    def hero_players(self) -> tuple[int, ...]:
        """Every user who plays a hero or is asked to choose one, once each."""
        assigned = (seat.player for seat in self.heroes if seat.player is not None)
        return tuple(dict.fromkeys((*assigned, *(self.asked if self.open_heroes else ()))))

    @property
    def overlord_player(self) -> int | None:
        """The user who plays the Overlord; None where the director does, or nobody."""
        return self.overlord if isinstance(self.overlord, int) else None

    @property
    def invisible(self) -> bool:
        """Whether the Invisible Overlord plays."""
        return self.overlord in VARIANTS

    def heroes_of(self, user_id: int) -> tuple[str, ...]:
        """The heroes that the plan gives to a user."""
        return tuple(seat.hero for seat in self.heroes if seat.player == user_id)

    def table_rules(self, campaign: TableRules) -> TableRules:
        """The campaign's settings with this game's over them (`Unreadable` when one is bad)."""
        variant = self.overlord if self.invisible else "none"
        return TableRules.from_mapping({**campaign.to_mapping(), **self.rules, "io_variant": variant})

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return asdict(self) | {"rules": dict(self.rules)}

    @classmethod
    def from_json(cls, record: Mapping[str, Any]) -> Self:
        """The plan that `to_json` wrote."""
        seats = tuple(HeroSeat(**seat) for seat in record["heroes"])
        return cls(**{**record, "heroes": seats, "asked": tuple(record["asked"])})


@lru_cache(maxsize=64)
def read(source: str) -> Adventure:
    """What an adventure's file describes. Raises `bad-adventure` (Unreadable)."""
    return parse_adventure(source)


def longest_hours(rules: TableRules, heroes: int, *, person: bool) -> float:
    """The hours that a round can last at most: every hero's turn and, against a person, the windows and his turn."""
    turns = rules.first_turn_hours + (heroes - 1) * rules.turn_hours
    return turns + ((heroes - 1) * rules.window_hours + rules.overlord_turn_hours if person else 0)
