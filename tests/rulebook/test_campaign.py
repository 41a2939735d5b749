"""Section 10: tests, the caravan's days, morale; and the war test's rows (DEPL-4)."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.errors import Unreadable
from rulebook.saga.campaign import (
    Caravan,
    Day,
    campaign_test,
    morale_shift,
    pass_day,
    shifted_willpower,
    supplies_for_a_day,
    war_rows,
)
from rulebook.saga.rules import TableRules

RULES = TableRules()
CARAVAN = Caravan(days=3, supplies=10, morale=50, clansmen=120, fighters=60, varl=20)


@pytest.mark.parametrize(
    ("attribute", "penalty", "face", "die", "success"),
    [
        (55, 10, 45, 100, True),
        (55, 10, 46, 100, False),
        (12, 0, 12, 20, True),
        (12, 0, 13, 20, False),
        (5, 20, 1, 100, False),
        (100, 0, 100, 100, True),
        (40, -10, 50, 100, True),
    ],
)
def test_test_1_equal_or_below_the_attribute_less_the_penalty(
    attribute: int, penalty: int, face: int, die: int, success: bool
) -> None:
    result = campaign_test(attribute, penalty, face, die)
    assert (result.success, result.target, result.face) == (success, attribute - penalty, face)


@pytest.mark.parametrize("face", [0, 21])
def test_test_1_a_face_the_die_does_not_have_is_unreadable(face: int) -> None:
    with pytest.raises(Unreadable, match=f"d20 has no face {face}"):
        campaign_test(40, 0, face, 20)


@pytest.mark.parametrize(("war", "rows"), [(0, 0), (24, 0), (25, 1), (49, 1), (50, 2), (80, 3), (100, 4), (-5, 0)])
def test_depl_4_a_row_for_each_full_quarter_of_a_d100(war: int, rows: int) -> None:
    assert war_rows(war, RULES) == rows


@pytest.mark.parametrize(
    ("die", "war", "rows"), [(20, 4, 0), (20, 5, 1), (20, 14, 2), (10, 2, 0), (10, 3, 1), (10, 5, 2)]
)
def test_depl_4_quarters_follow_the_test_die(die: Any, war: int, rows: int) -> None:
    assert war_rows(war, TableRules(test_die=die)) == rows


def test_depl_4_a_table_may_do_without() -> None:
    assert war_rows(80, TableRules(war_rows=False)) == 0


@pytest.mark.parametrize(
    ("morale", "shift"),
    [(0, -2), (10, -2), (11, -1), (30, -1), (31, 0), (69, 0), (70, 1), (89, 1), (90, 2), (100, 2)],
)
def test_cara_4_morale_shifts_willpower(morale: int, shift: int) -> None:
    assert morale_shift(morale, RULES) == shift
    assert morale_shift(morale, TableRules(morale=False)) == 0


@pytest.mark.parametrize("morale", [-1, 101])
def test_cara_4_morale_runs_from_0_to_100(morale: int) -> None:
    with pytest.raises(Unreadable, match=str(morale)):
        morale_shift(morale, RULES)


@pytest.mark.parametrize(("maximum", "shift", "willpower"), [(5, 2, 7), (5, -2, 3), (1, -2, 0), (0, -1, 0)])
def test_stat_9_a_shift_never_takes_willpower_below_zero(maximum: int, shift: int, willpower: int) -> None:
    assert shifted_willpower(maximum, shift) == willpower


@pytest.mark.parametrize(("people", "supplies"), [(0, 0), (1, 1), (100, 1), (101, 2), (200, 2)])
def test_cara_1_one_supply_feeds_a_hundred_for_a_day(people: int, supplies: int) -> None:
    """SK-76"""
    assert supplies_for_a_day(people) == supplies


def test_cara_1_cara_3_a_day_of_travel() -> None:
    day = pass_day(CARAVAN, "travel", RULES)
    assert day.caravan == dataclasses.replace(CARAVAN, days=4, supplies=8, morale=40)
    assert (day.supplies_used, day.unfed, day.wounds_healed) == (2, 0, 0)
    assert (day.people_lost, day.morale_lost) == (0, 0)


def test_cara_3_heal_1_a_day_of_rest() -> None:
    day = pass_day(CARAVAN, "rest", RULES)
    assert day.caravan == dataclasses.replace(CARAVAN, days=4, supplies=8, morale=60)
    assert day.wounds_healed == 1


def test_cara_3_the_table_sets_how_morale_moves() -> None:
    rules = TableRules(morale_rest=3, morale_travel=-1)
    assert pass_day(CARAVAN, "rest", rules).caravan.morale == 53
    assert pass_day(CARAVAN, "travel", rules).caravan.morale == 49


def test_cara_2_a_day_without_enough_supplies_proposes_a_cost() -> None:
    """SK-77"""
    day = pass_day(dataclasses.replace(CARAVAN, supplies=1), "travel", RULES)
    assert (day.supplies_used, day.unfed, day.caravan.supplies) == (1, 100, 0)
    assert (day.people_lost, day.morale_lost) == (5, 10)
    assert day.caravan.people == CARAVAN.people


def test_cara_2_the_last_hungry_one_counts() -> None:
    """SK-77"""
    day = pass_day(Caravan(0, 0, 50, clansmen=1, fighters=0, varl=0), "rest", RULES)
    assert (day.unfed, day.people_lost) == (1, 1)


def test_a_day_is_travel_or_rest() -> None:
    with pytest.raises(Unreadable, match="'feast'"):
        pass_day(CARAVAN, "feast", RULES)  # type: ignore[arg-type]


@given(
    st.builds(
        Caravan,
        days=st.integers(0, 99),
        supplies=st.integers(0, 30),
        morale=st.integers(0, 100),
        clansmen=st.integers(0, 900),
        fighters=st.integers(0, 900),
        varl=st.integers(0, 900),
    ),
    st.sampled_from(["travel", "rest"]),
)
def test_cara_1_cara_4_a_day_keeps_every_figure_in_its_bounds(caravan: Caravan, day: Day) -> None:
    passed = pass_day(caravan, day, RULES)
    assert passed.caravan.supplies == caravan.supplies - passed.supplies_used >= 0
    assert 0 <= passed.caravan.morale <= 100
    assert 0 <= passed.people_lost <= passed.unfed <= caravan.people
    assert (passed.unfed > 0) == (
        passed.caravan.supplies == 0 and supplies_for_a_day(caravan.people) > caravan.supplies
    )
