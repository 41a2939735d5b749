"""The table rules: every reading of the canon that a director may want otherwise.

`TableRules()` holds the defaults; a battle keeps the settings it started with. `FIELDS`
describes each setting (rule id, kind, bounds, choices, default), so that a form, a page
of rules and the validation below all speak from one list.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Literal, Self

from rulebook.settings import HOUR_SECONDS as HOUR_SECONDS
from rulebook.settings import LONGEST_HOURS as LONGEST_HOURS
from rulebook.settings import RuleField as RuleField
from rulebook.settings import check_all, check_names, choice, described, length, refusal, switch, whole

Rank = Literal["hero", "companion", "secondary"]

RANKS: tuple[Rank, ...] = ("hero", "companion", "secondary")
DAY_HOURS = 24
LEAST_ACTIVE_HOURS = 4
ZONES = (
    "UTC",
    "Europe/Madrid",
    "Europe/London",
    "Europe/Lisbon",
    "Europe/Paris",
    "Europe/Berlin",
    "Europe/Rome",
    "Europe/Stockholm",
    "Europe/Athens",
    "Europe/Kyiv",
    "Atlantic/Canary",
    "Africa/Johannesburg",
    "America/New_York",
    "America/Chicago",
    "America/Denver",
    "America/Los_Angeles",
    "America/Mexico_City",
    "America/Bogota",
    "America/Lima",
    "America/Santiago",
    "America/Argentina/Buenos_Aires",
    "America/Sao_Paulo",
    "Asia/Kolkata",
    "Asia/Tokyo",
    "Asia/Shanghai",
    "Australia/Perth",
    "Australia/Sydney",
    "Pacific/Auckland",
)
"""The zones in which a table may count its hours: names of the time zone database."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRules:
    """One table's settings, validated on creation (`Unreadable`, code `bad-table-rule`).

    Lengths are in hours of this table, fractions allowed; `hour_seconds` says how many
    seconds such an hour lasts, and `length` turns one into the other.
    """

    hero_points: bool = switch(True, "STAT-8")
    hero_points_hero: int = whole(5, "STAT-8", 0, 100)
    hero_points_companion: int = whole(3, "STAT-8", 0, 100)
    hero_points_secondary: int = whole(1, "STAT-8", 0, 100)
    hero_points_reroll: int = whole(1, "STAT-8", 0, 100)
    hero_points_plot_reroll: int = whole(3, "STAT-8", 0, 100)
    hero_points_vote: int = whole(2, "STAT-8", 0, 100)

    boost_lost_on_miss: bool = switch(False, "WILL-4")
    hit_on_equal: bool = switch(False, "HIT-1")
    horn_capacity: int = whole(5, "HORN-1", 0, 100)
    deployment_hours: float = length(24, "DEPL-2")
    war_rows: bool = switch(True, "DEPL-4")

    clock_against_director: bool = switch(True, "CLOCK-1")
    first_turn_hours: float = length(24, "CLOCK-1")
    turn_hours: float = length(12, "CLOCK-1")
    endgame_turn_hours: float = length(24, "CLOCK-3")
    late_extension_hours: float = length(3, "LATE-3")
    extension_grants: int = whole(0, "CLOCK-1", 0, LONGEST_HOURS)
    hour_seconds: float = length(HOUR_SECONDS, "CLOCK-1", maximum=HOUR_SECONDS)
    endgame_counts: Literal["units", "players"] = choice("CLOCK-3", "units", "players")
    active_from: int = whole(0, "SK-150", 0, DAY_HOURS - 1)
    active_until: int = whole(DAY_HOURS, "SK-150", 1, DAY_HOURS)
    quiet_weekends: bool = switch(False, "SK-151")
    clock_zone: str = choice("SK-150", *ZONES)
    late_penalty_forgiven_if_acted: bool = switch(False, "LATE-2")
    late_penalty_scope: Literal["battle", "campaign"] = choice("LATE-2", "battle", "campaign")
    late_penalty_counts: Literal["unit", "player"] = choice("LATE-2", "unit", "player")
    early_turns: Literal["automatic", "director"] = choice("EARLY-2", "automatic", "director")
    takeover: Literal["any", "declared-absence"] = choice("ABSENT-2", "any", "declared-absence")

    standing_orders: bool = switch(False, "SK-152")
    shorten_after_misses: int = whole(0, "SK-155", 0, 100)
    shortened_turn_hours: float = length(6, "SK-155")
    hand_over_after_misses: int = whole(0, "SK-156", 0, 100)

    wound_from: int = whole(-2, "WOUND-1", -100, 0)
    friendly_wounds: bool = switch(True, "DEATH-4")
    inherit: Literal["earned", "held"] = choice("HEIR-1", "earned", "held")
    secondary_in_plot: Literal["director", "player"] = choice("CHAR-2", "director", "player")
    campaign_points_start: int = whole(40, "CHAR-5", 0, 100)
    campaign_points_spread: int = whole(60, "CHAR-5", 0, 600)
    campaign_points_step: int = whole(5, "CHAR-5", 1, 100)
    campaign_points_cap: int = whole(80, "CHAR-5", 0, 100)
    promotion_cost: int = whole(5, "PROM-1", 0, 1000)
    promotion_points: int = whole(1, "PROM-1", 0, 20)

    test_die: Literal[100, 20, 10] = choice("TEST-1", 100, 20, 10)
    votes: Literal["player", "character"] = choice("FRAME-1", "player", "character")
    morale_rest: int = whole(10, "CARA-3", -100, 100)
    morale_travel: int = whole(-10, "CARA-3", -100, 100)
    morale: bool = switch(True, "CARA-4")

    def __post_init__(self) -> None:
        check_all(self, FIELDS)
        _check_campaign_points(self)
        _check_active_hours(self)

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

    def length(self, hours: float) -> timedelta:
        """How long so many hours of this table last (CLOCK-1, `hour_seconds`)."""
        return timedelta(seconds=hours * self.hour_seconds)

    def hero_point_total(self, rank: Rank) -> int:
        """The hero points a character of this rank starts a scene with (STAT-8)."""
        totals = {
            "hero": self.hero_points_hero,
            "companion": self.hero_points_companion,
            "secondary": self.hero_points_secondary,
        }
        return totals[rank] if self.hero_points else 0


FIELDS: tuple[RuleField, ...] = described(TableRules)
_BY_NAME = {known.name: known for known in FIELDS}


def _check_campaign_points(rules: TableRules) -> None:
    if rules.campaign_points_start > rules.campaign_points_cap:
        raise refusal(
            _BY_NAME["campaign_points_start"],
            rules.campaign_points_start,
            f"at most the cap of {rules.campaign_points_cap}",
        )


def _check_active_hours(rules: TableRules) -> None:
    least = rules.active_from + LEAST_ACTIVE_HOURS
    if rules.active_until < least:
        raise refusal(_BY_NAME["active_until"], rules.active_until, f"at least {least}, {LEAST_ACTIVE_HOURS} hours on")
