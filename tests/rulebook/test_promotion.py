"""Promotion: PROM-1, and the talents its points may go into (SK-345)."""

from dataclasses import replace

import pytest

from rulebook.errors import Illegal
from rulebook.saga.catalogue import Figures
from rulebook.saga.creation import Broken, starting_figures
from rulebook.saga.promotion import check_promotion, growable, learnable, learned, promoted
from rulebook.saga.rules import TableRules

RULES = TableRules()
TWO_POINTS = TableRules(promotion_points=2)
RAIDMASTER = Figures(strength=10, armor=10, willpower=6, exertion=2, break_=1)
ARMORED = replace(RAIDMASTER, armor=12)


def codes(broken: tuple[Broken, ...]) -> list[str]:
    return [one.code for one in broken]


def test_prom_1_a_promotion_takes_its_renown_and_raises_one_attribute() -> None:
    after = promoted("raidmaster", RAIDMASTER, 1, 7, {"armor": 1}, RULES)
    assert after == (replace(RAIDMASTER, armor=11), 2, 2)


def test_prom_1_a_table_may_give_more_points_which_may_be_shared_out() -> None:
    rules = TableRules(promotion_points=2, promotion_cost=1)
    after = promoted("raidmaster", RAIDMASTER, 4, 4, {"armor": 1, "break_": 1}, rules)
    assert after == (replace(RAIDMASTER, armor=11, break_=2), 5, 0)


def test_prom_1_all_broken_rules_are_told_at_once() -> None:
    full = replace(RAIDMASTER, strength=12)
    points = {"strength": 1, "charm": 1}
    broken = check_promotion("raidmaster", full, 2, 9, points, RULES)
    assert codes(broken) == [
        "not-enough-renown",
        "unknown-attribute",
        "wrong-number-of-points",
        "above-cap",
    ]
    assert broken[0].data == {"level": 3, "cost": 10, "renown": 9}


def test_prom_1_there_is_no_level_six() -> None:
    assert codes(check_promotion("raidmaster", RAIDMASTER, 5, 99, {"armor": 1}, RULES)) == ["top-level"]


def test_prom_1_a_point_cannot_be_taken_from_one_attribute_for_another() -> None:
    points = {"armor": 2, "strength": -1}
    assert codes(check_promotion("raidmaster", RAIDMASTER, 1, 5, points, RULES)) == ["bad-points"]


def test_prom_1_a_refused_promotion_names_the_first_broken_rule() -> None:
    with pytest.raises(Illegal) as refused:
        promoted("raidmaster", RAIDMASTER, 1, 4, {"armor": 1}, RULES)
    assert refused.value.code == "not-enough-renown"


def test_prom_1_where_the_caps_leave_no_room_no_point_is_due() -> None:
    raider = starting_figures("raider")
    assert growable("raider", raider) == ()
    assert promoted("raider", raider, 1, 5, {}, RULES) == (raider, 2, 0)
    assert codes(check_promotion("raider", raider, 1, 5, {"armor": 1}, RULES)) == ["above-cap"]


def test_sk_345_a_point_goes_into_a_talent_of_an_attribute_at_its_cap() -> None:
    assert learnable("raidmaster", ARMORED, {}, 1) == ("hunker-down", "tighten-straps")
    assert promoted("raidmaster", ARMORED, 1, 5, {"hunker-down": 1}, RULES) == (ARMORED, 2, 0)
    assert learned({"hunker-down": 1}, {"hunker-down": 1, "armor": 1}) == {"hunker-down": 2}


def test_sk_345_below_the_cap_the_talent_is_locked() -> None:
    broken = check_promotion("raidmaster", RAIDMASTER, 1, 5, {"robust": 1}, RULES)
    assert codes(broken) == ["talent-locked"]
    assert broken[0].data == {"attribute": "robust", "value": 10, "high": 12}


def test_sk_345_the_points_of_the_same_promotion_may_fill_the_attribute_first() -> None:
    nearly = replace(RAIDMASTER, strength=11)
    assert learnable("raidmaster", nearly, {}, 1) == ()
    assert learnable("raidmaster", nearly, {}, 2) == ("robust",)
    grown = promoted("raidmaster", nearly, 1, 5, {"strength": 1, "robust": 1}, TWO_POINTS)
    assert grown == (replace(RAIDMASTER, strength=12), 2, 0)


def test_sk_345_each_attribute_has_one_talent_of_its_own() -> None:
    learnt = {"tighten-straps": 1}
    assert learnable("raidmaster", ARMORED, learnt, 1) == ("tighten-straps",)
    broken = check_promotion("raidmaster", ARMORED, 1, 5, {"hunker-down": 1}, RULES, learnt)
    assert codes(broken) == ["talent-beside-another"]
    both = {"hunker-down": 1, "tighten-straps": 1}
    assert codes(check_promotion("raidmaster", ARMORED, 1, 5, both, TWO_POINTS)) == ["talent-beside-another"] * 2


def test_sk_345_a_talent_is_learned_up_to_rank_three() -> None:
    learnt = {"hunker-down": 3}
    assert learnable("raidmaster", ARMORED, learnt, 1) == ()
    broken = check_promotion("raidmaster", ARMORED, 1, 5, {"hunker-down": 1}, RULES, learnt)
    assert codes(broken) == ["above-talent-rank"]


def test_sk_345_a_talent_is_a_choice_where_no_attribute_has_room() -> None:
    raider = starting_figures("raider")
    assert promoted("raider", raider, 1, 5, {}, RULES) == (raider, 2, 0)
    assert promoted("raider", raider, 1, 5, {"robust": 1}, RULES) == (raider, 2, 0)
    assert codes(check_promotion("raider", raider, 1, 5, {"robust": 2}, RULES)) == ["wrong-number-of-points"]


def test_sk_345_where_an_attribute_has_room_no_point_is_left_over() -> None:
    assert codes(check_promotion("raidmaster", ARMORED, 1, 5, {}, RULES)) == ["wrong-number-of-points"]
    with pytest.raises(Illegal) as refused:
        promoted("raidmaster", ARMORED, 1, 5, {"hunker-down": -1, "armor": 1}, RULES)
    assert refused.value.code == "bad-points"
