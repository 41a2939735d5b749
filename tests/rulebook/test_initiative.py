"""Section 4, initiative: totals, ties, and the order in which faces are dealt."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.dice import LoadedDice, OutOfFaces, SeededDice
from rulebook.saga.initiative import Contender, Initiative, roll_initiative

contenders = st.lists(
    st.builds(Contender, id=st.uuids().map(str), reaction=st.integers(1, 9), missed=st.integers(0, 4)),
    max_size=12,
    unique_by=lambda one: one.id,
)


def rolled(units: dict[str, int], *faces: int) -> Initiative:
    """The order for units given as id: reaction; every face must be used."""
    dice = LoadedDice(d10=faces)
    result = roll_initiative([Contender(unit, reaction) for unit, reaction in units.items()], dice)
    assert dice.unused == 0
    return result


def test_init_1_the_highest_of_d10_and_reaction_goes_first() -> None:
    result = rolled({"a": 4, "b": 7, "c": 2}, 5, 3, 10)
    assert result.order == ("c", "b", "a")
    assert result.totals == (("a", 9), ("b", 10), ("c", 12))


def test_init_1_nobody_standing_is_an_empty_order() -> None:
    assert rolled({}) == Initiative((), (), ())


def test_init_2_a_tie_goes_to_the_higher_reaction_without_a_roll() -> None:
    assert rolled({"a": 4, "b": 7}, 8, 5).order == ("b", "a")


def test_init_2_equals_roll_off_in_the_order_listed_until_it_is_broken() -> None:
    result = rolled({"a": 5, "b": 5, "c": 5}, 7, 7, 2, 4, 4, 3, 9)
    assert result.order == ("b", "a", "c")
    dealt = [(one.unit, one.roll.face, one.tie) for one in result.rolls]
    assert dealt[3:] == [("a", 4, 1), ("b", 4, 1), ("a", 3, 2), ("b", 9, 2)]


def test_init_2_tied_groups_roll_off_highest_total_first() -> None:
    # c and d tie at 14, a and b at 9: c and d are dealt their faces first.
    result = rolled({"a": 5, "b": 5, "c": 5, "d": 5}, 4, 4, 9, 9, 1, 2, 10, 3)
    assert result.order == ("d", "c", "a", "b")


def test_init_2_groups_of_one_total_roll_off_highest_reaction_first() -> None:
    """SK-65"""
    # All four total 10; a and b have reaction 4, c and d reaction 6.
    result = rolled({"a": 4, "b": 4, "c": 6, "d": 6}, 6, 6, 4, 4, 1, 2, 3, 9)
    assert result.order == ("d", "c", "b", "a")


def test_init_2_a_group_that_ties_again_rolls_before_the_next_group() -> None:
    # b and d (total 14) tie again on 5 and break it 1:2 before a and c (total 9) roll.
    result = rolled({"a": 5, "b": 5, "c": 5, "d": 5}, 4, 9, 4, 9, 5, 5, 1, 2, 8, 7)
    assert result.order == ("d", "b", "a", "c")
    assert [one.unit for one in result.rolls[4:]] == ["b", "d", "b", "d", "a", "c"]


def test_init_2_a_split_roll_off_breaks_its_own_highest_faces_first() -> None:
    """SK-65"""
    # Four tie; 7 7 3 3 leaves two pairs, the sevens roll first.
    result = rolled({"a": 5, "b": 5, "c": 5, "d": 5}, 1, 1, 1, 1, 3, 7, 3, 7, 2, 9, 8, 4)
    assert [one.unit for one in result.rolls[8:]] == ["b", "d", "a", "c"]
    assert result.order == ("d", "b", "a", "c")


def test_late_2_the_penalty_is_the_number_of_missed_deadlines_and_spares_reaction() -> None:
    units = [Contender("a", 6, 3), Contender("b", 5, 1), Contender("c", 4)]
    result = roll_initiative(units, LoadedDice(d10=[5, 5, 5]))
    assert result.order == ("b", "c", "a")
    assert dict(result.totals) == {"a": 8, "b": 9, "c": 9}


def test_every_roll_is_recorded_with_counter_and_reason() -> None:
    rolls = rolled({"a": 5, "b": 5}, 7, 7, 2, 9).rolls
    assert [one.roll.counter for one in rolls] == [0, 1, 2, 3]
    assert [one.roll.reason for one in rolls] == ["initiative"] * 2 + ["initiative-tie"] * 2
    assert {one.roll.sides for one in rolls} == {10}


def test_a_tie_without_a_face_left_is_told() -> None:
    with pytest.raises(OutOfFaces):
        rolled({"a": 5, "b": 5}, 7, 7)


@given(contenders, st.binary(min_size=1, max_size=8))
def test_init_1_init_2_the_order_follows_totals_then_reaction(units: list[Contender], seed: bytes) -> None:
    result = roll_initiative(units, SeededDice(seed))
    totals = dict(result.totals)
    reaction = {one.id: one.reaction for one in units}
    assert sorted(result.order) == sorted(totals) == sorted(reaction)
    keys = [(totals[unit], reaction[unit]) for unit in result.order]
    assert keys == sorted(keys, reverse=True)
    assert [one.unit for one in result.rolls[: len(units)]] == [one.id for one in units]
    for first in result.rolls[: len(units)]:
        contender = next(one for one in units if one.id == first.unit)
        assert totals[first.unit] == first.roll.face + contender.reaction - contender.missed
