"""The table rules: defaults of the canon, bounds, and the description of every field."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.errors import Unreadable
from rulebook.saga.rules import FIELDS, RuleField, TableRules

CANON = {
    "hero_points": True,
    "boost_lost_on_miss": False,
    "hit_on_equal": False,
    "horn_capacity": 5,
    "deployment_hours": 24,
    "war_rows": True,
    "clock_against_director": True,
    "first_turn_hours": 24,
    "turn_hours": 12,
    "endgame_turn_hours": 24,
    "late_extension_hours": 3,
    "extension_grants": 0,
    "hour_seconds": 3600,
    "endgame_counts": "units",
    "active_from": 0,
    "active_until": 24,
    "quiet_weekends": False,
    "clock_zone": "UTC",
    "late_penalty_forgiven_if_acted": False,
    "late_penalty_scope": "battle",
    "late_penalty_counts": "unit",
    "early_turns": "automatic",
    "takeover": "any",
    "standing_orders": False,
    "shorten_after_misses": 0,
    "shortened_turn_hours": 6,
    "hand_over_after_misses": 0,
    "wound_from": -2,
    "friendly_wounds": True,
    "inherit": "earned",
    "secondary_in_plot": "director",
    "campaign_points_start": 40,
    "campaign_points_spread": 60,
    "campaign_points_step": 5,
    "campaign_points_cap": 80,
    "promotion_cost": 5,
    "promotion_points": 1,
    "test_die": 100,
    "votes": "player",
    "morale_rest": 10,
    "morale_travel": -10,
    "morale": True,
    "hero_points_hero": 5,
    "hero_points_companion": 3,
    "hero_points_secondary": 1,
    "hero_points_reroll": 1,
    "hero_points_plot_reroll": 3,
    "hero_points_vote": 2,
}


def values_of(known: RuleField) -> st.SearchStrategy[Any]:
    if known.kind == "switch":
        return st.booleans()
    if known.kind == "choice":
        return st.sampled_from(known.choices)
    assert known.minimum is not None and known.maximum is not None
    if known.kind == "whole":
        return st.integers(known.minimum, known.maximum)
    return st.floats(known.minimum, known.maximum, exclude_min=True) | st.integers(known.minimum + 1, known.maximum)


def settings() -> st.SearchStrategy[dict[str, Any]]:
    bound = ("campaign_points_start", "campaign_points_cap", "active_from", "active_until")
    free = {f.name: values_of(f) for f in FIELDS if f.name not in bound}
    return st.fixed_dictionaries({}, optional=free)


def test_the_defaults_are_those_of_the_canon() -> None:
    assert TableRules().to_mapping() == CANON


def test_every_setting_is_described_with_its_rule_and_default() -> None:
    assert [(known.name, known.default) for known in FIELDS] == list(TableRules().to_mapping().items())
    for known in FIELDS:
        assert known.rule
        assert (known.kind == "choice") == bool(known.choices)
        assert (known.minimum is not None) == (known.kind in ("whole", "number"))


@given(settings())
def test_settings_survive_the_way_through_json(chosen: dict[str, Any]) -> None:
    rules = TableRules.from_mapping(chosen)
    through_json = json.loads(json.dumps(rules.to_mapping()))
    assert TableRules.from_mapping(through_json) == rules
    assert {name: rules.to_mapping()[name] for name in chosen} == chosen


def test_an_unknown_setting_is_unreadable() -> None:
    with pytest.raises(Unreadable, match="'luck'") as refusal:
        TableRules.from_mapping({"luck": 3})
    assert refusal.value.code == "unknown-table-rule"
    assert refusal.value.data == {"rule": "luck"}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("hit_on_equal", 1),
        ("hit_on_equal", "on"),
        ("horn_capacity", True),
        ("horn_capacity", 2.5),
        ("horn_capacity", 2.0),
        ("horn_capacity", -1),
        ("horn_capacity", "5"),
        ("turn_hours", 0),
        ("turn_hours", -3),
        ("turn_hours", 720.5),
        ("turn_hours", float("nan")),
        ("turn_hours", float("inf")),
        ("turn_hours", True),
        ("turn_hours", None),
        ("late_extension_hours", 0),
        ("hour_seconds", 0),
        ("hour_seconds", 3601),
        ("wound_from", 1),
        ("early_turns", "later"),
        ("early_turns", ["automatic"]),
        ("test_die", 12),
        ("test_die", "100"),
        ("test_die", 100.0),
    ],
)
def test_a_value_of_the_wrong_type_or_out_of_bounds_is_unreadable(name: str, value: object) -> None:
    with pytest.raises(Unreadable, match=name) as refusal:
        TableRules.from_mapping({name: value})
    assert refusal.value.code == "bad-table-rule"
    assert refusal.value.data["rule"] == name
    assert repr(value) in refusal.value.message


def test_the_constructor_validates_too() -> None:
    with pytest.raises(Unreadable, match="turn_hours"):
        TableRules(turn_hours=0)


@pytest.mark.parametrize("hours", [0.25, 1, 12, 720])
def test_clock_1_any_length_up_to_thirty_days_is_taken(hours: float) -> None:
    assert TableRules(turn_hours=hours).turn_hours == hours


def test_whole_lengths_are_kept_as_whole_numbers() -> None:
    assert json.dumps(TableRules(turn_hours=6.0).to_mapping()["turn_hours"]) == "6"


def test_char_5_nobody_starts_above_the_cap() -> None:
    with pytest.raises(Unreadable, match="cap of 30"):
        TableRules(campaign_points_cap=30)


def test_clock_1_hours_scale_with_the_seconds_of_an_hour() -> None:
    assert TableRules().length(12) == timedelta(hours=12)
    assert TableRules(hour_seconds=2).length(12) == timedelta(seconds=24)
    assert TableRules(hour_seconds=0.5).length(1.5) == timedelta(seconds=0.75)


def test_stat_8_hero_points_by_rank_and_none_when_off() -> None:
    ranks = ("hero", "companion", "secondary")
    assert [TableRules().hero_point_total(rank) for rank in ranks] == [5, 3, 1]
    assert [TableRules(hero_points=False).hero_point_total(rank) for rank in ranks] == [0, 0, 0]
    assert TableRules(hero_points_hero=7).hero_point_total("hero") == 7
