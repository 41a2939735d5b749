"""Making a character: CHAR-5."""

from dataclasses import replace

import pytest

from rulebook.errors import Unreadable
from rulebook.saga.catalogue import CLASSES, Figures
from rulebook.saga.creation import (
    campaign_points_left,
    check_campaign_attributes,
    check_creation,
    points_left,
    starting_figures,
)
from rulebook.saga.rules import TableRules

RULES = TableRules()
RAIDMASTER = Figures(strength=10, armor=10, willpower=6, exertion=2, break_=1)
SPREAD = {
    "leadership": 80,
    "survival": 60,
    "war": 40,
    "insight": 40,
    "administration": 40,
    "care": 40,
}


def codes(broken: tuple[object, ...]) -> list[str]:
    return [str(getattr(each, "code", "")) for each in broken]


def test_char_5_a_raidmaster_with_its_29_points_is_fine() -> None:
    assert RAIDMASTER.total == 29
    assert check_creation("raidmaster", RAIDMASTER, 5, SPREAD, RULES) == ()


def test_char_5_points_may_be_left_over() -> None:
    lowest = starting_figures("raidmaster")
    assert check_creation("raidmaster", lowest, 8, SPREAD, RULES) == ()
    assert points_left("raidmaster", lowest) == 11


def test_char_5_a_thirtieth_point_is_one_too_many() -> None:
    (broken,) = check_creation("raidmaster", replace(RAIDMASTER, break_=2), 5, SPREAD, RULES)
    assert (broken.code, broken.rule) == ("too-many-points", "CHAR-5")
    assert broken.data == {"total": 30, "allowed": 29}


def test_char_5_each_attribute_outside_the_caps_is_told() -> None:
    figures = Figures(strength=13, armor=5, willpower=6, exertion=2, break_=1)
    broken = check_creation("raidmaster", figures, 5, SPREAD, RULES)
    assert [(b.code, b.data["attribute"]) for b in broken] == [
        ("outside-caps", "strength"),
        ("outside-caps", "armor"),
    ]
    assert broken[0].data == {"attribute": "strength", "value": 13, "low": 6, "high": 12}


@pytest.mark.parametrize("key", [key for key, entry in CLASSES.items() if entry.fixed])
def test_char_5_a_base_class_has_its_fixed_figures_and_no_others(key: str) -> None:
    fixed = starting_figures(key)
    reaction = CLASSES[key].reaction.low
    assert check_creation(key, fixed, reaction, SPREAD, RULES) == ()
    lower = replace(fixed, strength=fixed.strength - 1, willpower=fixed.willpower - 1)
    broken = check_creation(key, lower, reaction, SPREAD, RULES)
    assert codes(broken) == ["not-the-fixed-figures", "not-the-fixed-figures"]
    assert broken[0].data["fixed"] == fixed.strength


@pytest.mark.parametrize(("key", "low", "high"), [("raidmaster", 5, 8), ("bowmaster", 6, 9), ("warhawk", 2, 5)])
def test_char_5_reaction_lies_within_the_span_of_the_race(key: str, low: int, high: int) -> None:
    figures = starting_figures(key)
    for reaction in (low, high):
        assert check_creation(key, figures, reaction, SPREAD, RULES) == ()
    for reaction in (low - 1, high + 1):
        assert codes(check_creation(key, figures, reaction, SPREAD, RULES)) == ["outside-reaction"]


def test_char_5_all_broken_rules_are_told_at_once() -> None:
    figures = Figures(strength=20, armor=12, willpower=11, exertion=3, break_=3)
    spread = SPREAD | {"care": 85, "war": 42}
    assert codes(check_creation("raidmaster", figures, 9, spread, RULES)) == [
        "outside-caps",
        "too-many-points",
        "outside-reaction",
        "bad-campaign-attribute",
        "bad-campaign-attribute",
        "too-many-campaign-points",
    ]


def test_char_5_sixty_campaign_points_are_spread_in_fives_up_to_eighty() -> None:
    assert check_campaign_attributes(SPREAD, RULES) == ()
    assert campaign_points_left(SPREAD, RULES) == 0
    assert codes(check_campaign_attributes(SPREAD | {"war": 45}, RULES)) == ["too-many-campaign-points"]
    for value in (35, 85, 43):
        (broken,) = check_campaign_attributes(SPREAD | {"leadership": 40, "survival": 40, "war": value}, RULES)
        assert (broken.code, broken.data["value"]) == ("bad-campaign-attribute", value)


def test_char_5_a_table_may_set_other_campaign_points() -> None:
    rules = TableRules(campaign_points_start=30, campaign_points_spread=100, campaign_points_cap=90)
    spread = dict.fromkeys(SPREAD, 30) | {"war": 90, "care": 70}
    assert check_campaign_attributes(spread, rules) == ()
    assert codes(check_campaign_attributes(spread, RULES)).count("bad-campaign-attribute") == 5


def test_char_5_a_table_may_set_another_step() -> None:
    spread = SPREAD | {"leadership": SPREAD["leadership"] - 1}
    assert codes(check_campaign_attributes(spread, RULES)) == ["bad-campaign-attribute"]
    assert check_campaign_attributes(spread, TableRules(campaign_points_step=1)) == ()


def test_char_5_campaign_attributes_are_the_six_and_no_other() -> None:
    given = {name: value for name, value in SPREAD.items() if name != "care"} | {"luck": 40}
    assert codes(check_campaign_attributes(given, RULES)) == [
        "unknown-campaign-attribute",
        "missing-campaign-attribute",
    ]


def test_an_unknown_class_is_refused() -> None:
    with pytest.raises(Unreadable) as refused:
        check_creation("dragon", RAIDMASTER, 5, SPREAD, RULES)
    assert refused.value.code == "unknown-class"
