"""Section 7, wounds and healing."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.errors import Unreadable
from rulebook.saga.rules import TableRules
from rulebook.saga.wounds import WoundOdds, can_be_fielded, healed, strength_total, wound_odds, wounds_suffered

RULES = TableRules()


@pytest.mark.parametrize(("final_strength", "certain"), [(5, 0), (1, 0), (0, 0), (-1, 0), (-2, 2), (-3, 3)])
def test_wound_1_only_minus_two_or_less_wounds(final_strength: int, certain: int) -> None:
    assert wound_odds(final_strength, 1, RULES) == WoundOdds(certain, 0)


def test_wound_1_the_table_may_set_another_limit() -> None:
    assert wound_odds(-1, 1, TableRules(wound_from=-1)).certain == 1
    assert wound_odds(-2, 1, TableRules(wound_from=-3)).certain == 0


def test_wound_2_exertion_zero_counts_as_one() -> None:
    assert wound_odds(-5, 0, RULES) == wound_odds(-5, 1, RULES) == WoundOdds(5, 0)


@pytest.mark.parametrize(
    ("final_strength", "exertion", "certain", "chance"),
    [(-8, 5, 1, 60), (-3, 2, 1, 50), (-2, 3, 0, 67), (-4, 3, 1, 33), (-9, 8, 1, 13), (-11, 8, 1, 38), (-4, 2, 2, 0)],
)
def test_wound_3_the_fraction_is_a_percentage_with_halves_up(
    final_strength: int, exertion: int, certain: int, chance: int
) -> None:
    assert wound_odds(final_strength, exertion, RULES) == WoundOdds(certain, chance)


@pytest.mark.parametrize(("face", "wounds"), [(1, 2), (60, 2), (61, 1), (100, 1)])
def test_wound_3_one_more_wound_up_to_the_chance(face: int, wounds: int) -> None:
    assert wounds_suffered(WoundOdds(1, 60), face) == wounds


def test_wound_3_without_a_fraction_nothing_is_rolled() -> None:
    odds = wound_odds(-4, 2, RULES)
    assert not odds.needs_roll
    assert wounds_suffered(odds, None) == wounds_suffered(odds, 1) == 2


@pytest.mark.parametrize("face", [None, 0, 101])
def test_wound_3_a_fraction_needs_a_face_of_a_d100(face: int | None) -> None:
    with pytest.raises(Unreadable) as refusal:
        wounds_suffered(WoundOdds(1, 60), face)
    assert refusal.value.code == "bad-roll"


def test_wound_3_a_chance_that_rounds_to_nothing_rolls_nothing() -> None:
    """SK-67"""
    assert not wound_odds(-2, 401, RULES).needs_roll
    assert wound_odds(-2, 400, RULES) == WoundOdds(0, 1)


@given(st.integers(-200, -2), st.integers(0, 60))
def test_wound_3_whole_part_and_chance_never_drift_from_the_exact_quotient(final_strength: int, exertion: int) -> None:
    odds = wound_odds(final_strength, exertion, RULES)
    exact = Fraction(-final_strength, max(1, exertion))
    assert odds.certain == exact.numerator // exact.denominator
    assert -Fraction(1, 2) < odds.chance - 100 * (exact - odds.certain) <= Fraction(1, 2)


@given(st.integers(-200, 20), st.integers(0, 60), st.integers(1, 100))
def test_wound_3_a_roll_adds_at_most_one(final_strength: int, exertion: int, face: int) -> None:
    odds = wound_odds(final_strength, exertion, RULES)
    assert 0 <= wounds_suffered(odds, face) - odds.certain <= 1


def test_wound_4_each_wound_takes_a_point_of_maximum_strength() -> None:
    assert strength_total(12, 3) == 9


@pytest.mark.parametrize(("wounds", "able"), [(0, True), (5, True), (6, False), (7, False)])
def test_wound_4_nobody_fights_without_strength(wounds: int, able: bool) -> None:
    assert can_be_fielded(6, wounds) is able


@pytest.mark.parametrize(("wounds", "days", "left"), [(3, 1, 2), (3, 2, 1), (1, 1, 0), (0, 1, 0), (2, 5, 0)])
def test_heal_1_a_day_of_rest_heals_one_wound(wounds: int, days: int, left: int) -> None:
    assert healed(wounds, days) == left
