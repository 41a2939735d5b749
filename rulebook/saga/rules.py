"""The table rules: every reading of the canon that a director may want otherwise.

`TableRules()` holds the defaults; a battle keeps the settings it started with. `FIELDS`
describes each setting (rule id, kind, bounds, choices, default), so that a form, a page
of rules and the validation below all speak from one list.
"""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Literal, Self

from rulebook.errors import Unreadable

Rank = Literal["hero", "companion", "secondary"]
FieldKind = Literal["switch", "whole", "number", "choice"]

RANKS: tuple[Rank, ...] = ("hero", "companion", "secondary")
LONGEST_HOURS = 30 * 24
HOUR_SECONDS = 3600


@dataclass(frozen=True, slots=True)
class RuleField:
    """What a form needs to know of one setting.

    `kind`: a switch is true or false, a whole is an int, a number may have a fraction, a
    choice is one of `choices`. `minimum` and `maximum` are included, except that with
    `above_minimum` the value must be greater than the minimum.
    """

    name: str
    kind: FieldKind
    rule: str
    default: bool | int | float | str
    choices: tuple[str | int, ...] = ()
    minimum: int | None = None
    maximum: int | None = None
    above_minimum: bool = False


def _field(default: object, rule: str, **about: object) -> Any:
    return dataclasses.field(default=default, metadata={"rule": rule, **about})


def _switch(default: bool, rule: str) -> Any:
    return _field(default, rule, kind="switch")


def _whole(default: int, rule: str, minimum: int, maximum: int) -> Any:
    return _field(default, rule, kind="whole", minimum=minimum, maximum=maximum)


def _length(default: int, rule: str, maximum: int = LONGEST_HOURS) -> Any:
    return _field(default, rule, kind="number", minimum=0, maximum=maximum, above_minimum=True)


def _choice(rule: str, *choices: str | int) -> Any:
    return _field(choices[0], rule, kind="choice", choices=choices)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRules:
    """One table's settings, validated on creation (`Unreadable`, code `bad-table-rule`).

    Lengths are in hours of this table, fractions allowed; `hour_seconds` says how many
    seconds such an hour lasts, and `length` turns one into the other.
    """

    hero_points: bool = _switch(True, "STAT-8")
    hero_points_hero: int = _whole(5, "STAT-8", 0, 100)
    hero_points_companion: int = _whole(3, "STAT-8", 0, 100)
    hero_points_secondary: int = _whole(1, "STAT-8", 0, 100)
    hero_points_reroll: int = _whole(1, "STAT-8", 0, 100)
    hero_points_plot_reroll: int = _whole(3, "STAT-8", 0, 100)
    hero_points_vote: int = _whole(2, "STAT-8", 0, 100)

    boost_lost_on_miss: bool = _switch(False, "WILL-4")
    hit_on_equal: bool = _switch(False, "HIT-1")
    horn_capacity: int = _whole(5, "HORN-1", 0, 100)
    deployment_hours: float = _length(24, "DEPL-2")
    war_rows: bool = _switch(True, "DEPL-4")

    clock_against_director: bool = _switch(True, "CLOCK-1")
    first_turn_hours: float = _length(24, "CLOCK-1")
    turn_hours: float = _length(12, "CLOCK-1")
    endgame_turn_hours: float = _length(24, "CLOCK-3")
    late_extension_hours: float = _length(3, "LATE-3")
    hour_seconds: float = _length(HOUR_SECONDS, "CLOCK-1", maximum=HOUR_SECONDS)
    endgame_counts: Literal["units", "players"] = _choice("CLOCK-3", "units", "players")
    late_penalty_forgiven_if_acted: bool = _switch(False, "LATE-2")
    late_penalty_scope: Literal["battle", "campaign"] = _choice("LATE-2", "battle", "campaign")
    late_penalty_counts: Literal["unit", "player"] = _choice("LATE-2", "unit", "player")
    early_turns: Literal["automatic", "director"] = _choice("EARLY-2", "automatic", "director")
    takeover: Literal["any", "declared-absence"] = _choice("ABSENT-2", "any", "declared-absence")

    wound_from: int = _whole(-2, "WOUND-1", -100, 0)
    friendly_wounds: bool = _switch(True, "DEATH-4")
    inherit: Literal["earned", "held"] = _choice("HEIR-1", "earned", "held")
    secondary_in_plot: Literal["director", "player"] = _choice("CHAR-2", "director", "player")
    campaign_points_start: int = _whole(40, "CHAR-5", 0, 100)
    campaign_points_spread: int = _whole(60, "CHAR-5", 0, 600)
    campaign_points_step: int = _whole(5, "CHAR-5", 1, 100)
    campaign_points_cap: int = _whole(80, "CHAR-5", 0, 100)
    promotion_cost: int = _whole(5, "PROM-1", 0, 1000)
    promotion_points: int = _whole(1, "PROM-1", 0, 20)

    test_die: Literal[100, 20, 10] = _choice("TEST-1", 100, 20, 10)
    votes: Literal["player", "character"] = _choice("FRAME-1", "player", "character")
    morale_rest: int = _whole(10, "CARA-3", -100, 100)
    morale_travel: int = _whole(-10, "CARA-3", -100, 100)
    morale: bool = _switch(True, "CARA-4")

    def __post_init__(self) -> None:
        for known in FIELDS:
            value = _checked(known, getattr(self, known.name))
            object.__setattr__(self, known.name, value)
        _check_campaign_points(self)

    @classmethod
    def from_mapping(cls, settings: Mapping[str, object]) -> Self:
        """Settings by name, the rest at their defaults.

        Raises `Unreadable` with `unknown-table-rule` for a name that is not a setting and
        `bad-table-rule` for a value of the wrong type, out of bounds or not a choice.
        """
        for name in settings:
            if name not in _BY_NAME:
                raise Unreadable("unknown-table-rule", f"There is no table rule {name!r}.", {"rule": name})
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


def _described(setting: "dataclasses.Field[Any]") -> RuleField:
    default: Any = setting.default
    return RuleField(name=setting.name, default=default, **setting.metadata)


FIELDS: tuple[RuleField, ...] = tuple(map(_described, dataclasses.fields(TableRules)))
_BY_NAME = {known.name: known for known in FIELDS}


def _checked(known: RuleField, value: object) -> object:
    if known.kind == "switch" and not isinstance(value, bool):
        raise _refusal(known, value, "true or false")
    if known.kind == "choice" and not _is_choice(known, value):
        raise _refusal(known, value, _one_of(known))
    return _checked_number(known, value) if known.kind in ("whole", "number") else value


def _checked_number(known: RuleField, value: object) -> int | float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise _refusal(known, value, _bounds(known))
    if not _within(known, value) or (known.kind == "whole" and not isinstance(value, int)):
        raise _refusal(known, value, _bounds(known))
    return int(value) if value == int(value) else value


def _is_choice(known: RuleField, value: object) -> bool:
    # 100.0 equals 100 and True equals 1, so the type is compared too.
    return any(value == choice and type(value) is type(choice) for choice in known.choices)


def _within(known: RuleField, value: float) -> bool:
    assert known.minimum is not None and known.maximum is not None
    above = value > known.minimum if known.above_minimum else value >= known.minimum
    return above and value <= known.maximum


def _one_of(known: RuleField) -> str:
    return "one of " + ", ".join(map(str, known.choices))


def _bounds(known: RuleField) -> str:
    noun = "a whole number" if known.kind == "whole" else "a number"
    lower = "above" if known.above_minimum else "from"
    return f"{noun} {lower} {known.minimum} up to {known.maximum}"


def _refusal(known: RuleField, value: object, wanted: str) -> Unreadable:
    return Unreadable(
        "bad-table-rule",
        f"Table rule {known.name} must be {wanted}, not {value!r}.",
        {"rule": known.name, "value": value},
    )


def _check_campaign_points(rules: TableRules) -> None:
    if rules.campaign_points_start > rules.campaign_points_cap:
        raise _refusal(
            _BY_NAME["campaign_points_start"],
            rules.campaign_points_start,
            f"at most the cap of {rules.campaign_points_cap}",
        )
