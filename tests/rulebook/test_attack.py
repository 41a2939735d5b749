"""Section 3, attacks: thresholds, boosts, hits, misses and wear."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.errors import Illegal, Refused, Unreadable
from rulebook.saga.attack import (
    ATTACK_KINDS,
    AttackKind,
    Strike,
    Striker,
    Struck,
    attack_reason,
    check_boost,
    hit_chance,
    strike,
    threshold,
)
from rulebook.saga.rules import TableRules

RULES = TableRules()

strikers = st.builds(
    Striker,
    strength=st.integers(1, 30),
    willpower=st.integers(0, 20),
    exertion=st.integers(0, 5),
    break_=st.integers(0, 6),
    wounds=st.integers(0, 15),
)
targets = st.builds(
    Struck,
    strength=st.integers(1, 30),
    armor=st.integers(0, 30),
    evasion=st.integers(0, 60),
    deflection=st.integers(0, 60),
)


def a_striker(**figures: int) -> Striker:
    return Striker(**{"strength": 10, "willpower": 4, "exertion": 2, "break_": 2, **figures})


def a_target(**figures: int) -> Struck:
    return Struck(**{"strength": 12, "armor": 8, **figures})


def struck_by(kind: AttackKind, striker: Striker, target: Struck, roll: int | None, **more: Any) -> Strike:
    arguments = {"boost": 0, "failed_breaks_before": 0, "rules": RULES, **more}
    return strike(kind, striker, target, roll=roll, **arguments)


@pytest.mark.parametrize(
    ("strength", "armor", "value", "damage"),
    [(13, 10, 83, 3), (10, 13, 50, 1), (10, 10, 80, 1), (10, 8, 80, 2), (10, 1, 80, 9)],
)
def test_hit_1_hit_2_dmg_1_worked_values(strength: int, armor: int, value: int, damage: int) -> None:
    result = struck_by("strength", a_striker(strength=strength), a_target(armor=armor), roll=1)
    assert result.threshold.value == value
    assert (result.damage, result.strength_after) == (damage, 12 - damage)


@pytest.mark.parametrize(("deflection", "value"), [(0, 92), (20, 72)])
def test_hit_3_hit_4_dmg_2_worked_values(deflection: int, value: int) -> None:
    result = struck_by("break", a_striker(break_=3), a_target(deflection=deflection), roll=1)
    assert result.threshold.value == value
    assert (result.wear, result.armor_after, result.strength_after) == (3, 5, 12)


def test_hit_2_evasion_and_wounds_raise_the_miss_chance_of_strength_attacks_only() -> None:
    striker, target = a_striker(wounds=2), a_target(evasion=15)
    assert threshold("strength", striker, target).value == 80 - 15 - 10
    assert threshold("break", striker, target).value == 88 - 10


def test_hit_4_deflection_and_wounds_raise_the_miss_chance_of_break_attacks_only() -> None:
    striker, target = a_striker(wounds=1), a_target(deflection=20)
    assert threshold("break", striker, target).value == 88 - 20 - 5
    assert threshold("strength", striker, target).value == 80 - 5


@pytest.mark.parametrize(("kind", "floor"), [("strength", 25), ("break", 50)])
def test_hit_5_the_floor_is_applied_last_and_told_as_a_term(kind: AttackKind, floor: int) -> None:
    needed = threshold(kind, a_striker(strength=1, wounds=6), a_target(armor=20, evasion=30, deflection=90))
    assert needed.value == floor
    assert needed.terms[-1][0] == "floor"
    assert needed.terms[-1][2] == "HIT-5"


def test_hit_5_no_floor_is_told_where_it_changes_nothing() -> None:
    """SK-63"""
    exactly_25 = threshold("strength", a_striker(strength=5), a_target(armor=10))
    assert exactly_25.value == 25
    assert [label for label, _, _ in exactly_25.terms] == ["base", "strength", "armor-above-strength"]


def test_hit_5_above_a_hundred_always_hits_and_a_hundred_fails_on_a_hundred() -> None:
    sure, nearly = a_striker(strength=31), a_striker(strength=30)
    assert struck_by("strength", sure, a_target(), roll=100).hit
    assert not struck_by("strength", nearly, a_target(), roll=100).hit
    assert struck_by("strength", nearly, a_target(), roll=99).hit


def test_hit_5_no_chance_is_above_a_hundred_percent() -> None:
    assert [hit_chance(value, TableRules()) for value in (100, 101, 140)] == [99, 100, 100]
    assert [hit_chance(value, TableRules(hit_on_equal=True)) for value in (99, 100, 140)] == [99, 100, 100]


@given(st.sampled_from(ATTACK_KINDS), strikers, targets, st.integers(0, 5))
def test_the_terms_add_up_to_the_threshold(kind: AttackKind, striker: Striker, target: Struck, bonus: int) -> None:
    needed = threshold(kind, striker, target, bonus_strength=bonus)
    assert sum(amount for _, amount, _ in needed.terms) == needed.value
    assert needed.value >= (25 if kind == "strength" else 50)
    assert all(amount for _, amount, _ in needed.terms)


@given(st.sampled_from(ATTACK_KINDS), strikers, targets, st.booleans())
def test_the_hit_chance_is_the_number_of_faces_that_hit(
    kind: AttackKind, striker: Striker, target: Struck, on_equal: bool
) -> None:
    rules = TableRules(hit_on_equal=on_equal)
    hits = sum(struck_by(kind, striker, target, face, rules=rules).hit for face in range(1, 101))
    assert hit_chance(threshold(kind, striker, target).value, rules) == hits


def test_an_attack_hits_strictly_below_the_threshold_unless_the_table_says_otherwise() -> None:
    equal = {"kind": "strength", "striker": a_striker(), "target": a_target(), "roll": 80}
    assert not struck_by(**equal).hit
    assert struck_by(**equal, rules=TableRules(hit_on_equal=True)).hit


def test_dmg_1_the_boost_is_added_to_the_single_point_against_heavier_armor() -> None:
    result = struck_by("strength", a_striker(strength=5), a_target(armor=8), roll=1, boost=2)
    assert (result.damage, result.strength_after, result.willpower_after) == (3, 9, 2)


def test_dmg_1_stat_1_a_defeated_target_keeps_its_negative_strength() -> None:
    result = struck_by("strength", a_striker(strength=14), a_target(strength=2), roll=1)
    assert (result.strength_after, result.defeated) == (-4, True)
    exactly_zero = struck_by("strength", a_striker(strength=10), a_target(strength=2), roll=1)
    assert (exactly_zero.strength_after, exactly_zero.defeated) == (0, True)


def test_dmg_2_stat_2_armor_never_falls_below_zero_and_wear_is_what_it_lost() -> None:
    """SK-64"""
    result = struck_by("break", a_striker(break_=3), a_target(armor=2), roll=1, boost=2)
    assert (result.wear, result.armor_after, result.damage) == (2, 0, 0)
    assert not result.defeated


def test_dmg_3_a_miss_does_nothing() -> None:
    result = struck_by("strength", a_striker(), a_target(), roll=100, boost=2, failed_breaks_before=3)
    assert (result.hit, result.damage, result.wear, result.spent) == (False, 0, 0, 0)


@pytest.mark.parametrize(("before", "wear"), [(0, 0), (1, 1), (2, 1), (7, 1)])
def test_dmg_4_each_missed_break_after_the_first_wears_one_armor(before: int, wear: int) -> None:
    result = struck_by("break", a_striker(), a_target(), roll=100, boost=2, failed_breaks_before=before)
    assert (result.hit, result.wear, result.armor_after, result.spent) == (False, wear, 8 - wear, 0)


def test_dmg_4_wear_stops_at_bare_skin() -> None:
    assert struck_by("break", a_striker(), a_target(armor=0), roll=100, failed_breaks_before=1).wear == 0


def test_dmg_4_a_break_that_hits_is_not_worn_besides() -> None:
    assert struck_by("break", a_striker(), a_target(), roll=1, failed_breaks_before=2).wear == 2


def test_will_4_a_boost_is_spent_on_a_hit_only_unless_the_table_says_otherwise() -> None:
    missed = {"kind": "strength", "striker": a_striker(), "target": a_target(), "roll": 100, "boost": 2}
    assert struck_by(**{**missed, "roll": 1}).spent == 2
    assert struck_by(**missed).willpower_after == 4
    assert struck_by(**missed, rules=TableRules(boost_lost_on_miss=True)).willpower_after == 2


@given(st.sampled_from(ATTACK_KINDS), strikers, targets, st.integers(0, 5), st.integers(1, 100))
def test_will_4_a_boost_never_changes_the_threshold(
    kind: AttackKind, striker: Striker, target: Struck, boost: int, roll: int
) -> None:
    boost = min(boost, striker.exertion, striker.willpower)
    boosted = struck_by(kind, striker, target, roll, boost=boost)
    assert boosted.threshold == struck_by(kind, striker, target, roll).threshold
    assert 0 <= boosted.willpower_after <= striker.willpower
    assert 0 <= boosted.armor_after <= target.armor
    assert boosted.strength_after <= target.strength
    assert boosted.defeated == (boosted.strength_after <= 0)


@pytest.mark.parametrize("boost", [-1, True, 1.0, "2", None])
def test_dmg_7_a_boost_is_a_whole_number_from_zero_up(boost: Any) -> None:
    with pytest.raises(Unreadable, match=repr(boost)) as refusal:
        check_boost(boost, a_striker())
    assert refusal.value.code == "bad-boost"


@pytest.mark.parametrize(
    ("boost", "willpower", "exertion", "code"),
    [
        (3, 4, 2, "boost-exceeds-exertion"),
        (3, 1, 2, "boost-exceeds-exertion"),
        (2, 1, 2, "not-enough-willpower"),
        (1, 0, 1, "not-enough-willpower"),
        (1, 5, 0, "boost-exceeds-exertion"),
    ],
)
def test_dmg_7_will_2_exertion_is_told_before_willpower(boost: int, willpower: int, exertion: int, code: str) -> None:
    with pytest.raises(Illegal) as refusal:
        check_boost(boost, a_striker(willpower=willpower, exertion=exertion))
    assert refusal.value.code == code
    assert refusal.value.data["boost"] == boost


def test_will_2_a_strike_refuses_what_the_boost_check_refuses() -> None:
    with pytest.raises(Refused, match="exertion of 2"):
        struck_by("strength", a_striker(), a_target(), roll=1, boost=3)


def test_will_2_a_boost_up_to_exertion_and_willpower_is_taken() -> None:
    check_boost(2, a_striker(willpower=2, exertion=2))
    check_boost(0, a_striker(willpower=0, exertion=0))


def test_stat_10_added_strength_counts_in_threshold_and_damage_alike() -> None:
    result = struck_by("strength", a_striker(strength=10), a_target(armor=11), roll=1, bonus_strength=3)
    assert result.threshold.value == 83
    assert ("bonus-strength", 3, "STAT-10") in result.threshold.terms
    assert result.damage == 2
    assert threshold("break", a_striker(), a_target(), bonus_strength=3).value == 88


def test_an_attack_that_cannot_miss_needs_no_roll() -> None:
    result = struck_by("strength", a_striker(), a_target(), roll=None, cannot_miss=True)
    assert (result.hit, result.damage) == (True, 2)
    assert struck_by("strength", a_striker(), a_target(), roll=100, cannot_miss=True).hit


def test_extra_damage_goes_the_way_of_the_attack_and_only_on_a_hit() -> None:
    assert struck_by("strength", a_striker(), a_target(), roll=1, extra_damage=3).damage == 5
    assert struck_by("break", a_striker(), a_target(), roll=1, extra_damage=3).wear == 5
    assert struck_by("strength", a_striker(), a_target(), roll=100, extra_damage=3).damage == 0


@pytest.mark.parametrize("roll", [None, 0, 101])
def test_a_roll_that_no_d100_has_is_unreadable(roll: int | None) -> None:
    with pytest.raises(Unreadable) as refusal:
        struck_by("strength", a_striker(), a_target(), roll=roll)
    assert refusal.value.code == "bad-roll"


def test_dmg_6_the_reason_names_the_attack_and_its_boost() -> None:
    assert attack_reason("strength", 0) == "Strength attack"
    assert attack_reason("strength", 2) == "Strength attack + 2 Vol"
    assert attack_reason("break", 0) == "Break attack"
    assert attack_reason("break", 1) == "Break attack + 1 Vol"
