"""The table rules of the dungeon: every reading of the canon that a table may want otherwise.

`TableRules()` holds the defaults; a game keeps the settings it started with (IMP-07,
AMD-10). Lengths of time are in hours of this table.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Literal, Self

from rulebook.settings import (
    HOUR_SECONDS,
    LONGEST_HOURS,
    RuleField,
    check_all,
    check_names,
    choice,
    described,
    length,
    switch,
    whole,
)

Variant = Literal["none", "official", "improved"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRules:
    """One table's settings, validated on creation (`Unreadable`, code `bad-table-rule`).

    `io_variant` says who is the Overlord: a person (`none`), or the Invisible Overlord in
    one of its variants. `hour_seconds` says how many seconds an hour of this table lasts.
    """

    short: int = whole(3, "AMB-01", 1, 30)
    long: int = whole(6, "AMB-01", 1, 60)
    closed_door_blocks_los: bool = switch(True, "AMB-04")
    adjacent_shots: bool = switch(True, "AMD-10")
    engaged_casting: bool = switch(True, "AMD-10")
    weakest_needs: Literal["wound", "injured"] = choice("AMD-10", "wound", "injured")
    lose_on_hero_incapacitated: bool = switch(True, "DS-WIN-02")
    deck_out_mode: Literal["on_failed_draw", "on_last_card"] = choice("AMB-19", "on_failed_draw", "on_last_card")

    io_variant: Variant = choice("IMP-07", "none", "official", "improved")
    io_go_for_win: bool = switch(True, "IO-IMP-12")
    boss_feats_by_io: bool = switch(True, "AMB-81")

    free_strikes: Literal["always", "never", "ask"] = choice("IMP-03", "always", "never", "ask")

    deployment_hours: float = length(24, "DS-SETUP-04")
    first_turn_hours: float = length(24, "DS-ROUND-02")
    turn_hours: float = length(12, "DS-ROUND-02")
    overlord_turn_hours: float = length(24, "DS-OVER-01")
    window_hours: float = length(6, "IMP-01")
    strike_hours: float = length(6, "IMP-03")
    late_extension_hours: float = length(3, "IMP-01")
    extension_grants: int = whole(0, "IMP-01", 0, LONGEST_HOURS)
    hour_seconds: float = length(HOUR_SECONDS, "IMP-01", maximum=HOUR_SECONDS)
    clock_against_director: bool = switch(True, "IMP-01")

    def __post_init__(self) -> None:
        check_all(self, FIELDS)

    @classmethod
    def from_mapping(cls, settings: Mapping[str, object]) -> Self:
        """Settings by name, the rest at their defaults.

        Raises `Unreadable` with `unknown-table-rule` for a name that is not a setting and
        `bad-table-rule` for a value of the wrong type, out of bounds or not a choice.
        """
        check_names(settings, FIELDS)
        values: dict[str, Any] = dict(settings)
        return cls(**values)

    def to_mapping(self) -> dict[str, bool | int | float | str]:
        """Every setting by name, in plain values that JSON can hold."""
        return {known.name: getattr(self, known.name) for known in FIELDS}

    def span(self, hours: float) -> timedelta:
        """How long so many hours of this table last."""
        return timedelta(seconds=hours * self.hour_seconds)

    def reach(self, name: str) -> int:
        """The length of a template in squares: `short` or `long` (DS-SHOOT-04)."""
        return self.short if name == "short" else self.long


FIELDS: tuple[RuleField, ...] = described(TableRules)
