"""Renown: REN-1, PROM-1, HEIR-1, HEIR-2."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.errors import Illegal, Unreadable
from rulebook.saga.renown import (
    Participant,
    ability_rank,
    battle_pool,
    can_bear,
    inheritance,
    promote,
    promotion_cost,
    share_renown,
)
from rulebook.saga.rules import Rank, TableRules

RULES = TableRules()


def shares(pool: int, units_per_side: int, *felled: int) -> list[int]:
    participants = [Participant(str(number), count) for number, count in enumerate(felled)]
    return [share.total for share in share_renown(participants, pool, units_per_side=units_per_side)]


@pytest.mark.parametrize(
    ("won", "enemies", "survivors", "pool"),
    [(True, 4, 3, 6), (True, 0, 1, 0), (True, 0, 0, 0), (False, 2, 0, 3), (False, 0, 0, 1), (False, 3, 2, 4)],
)
def test_ren_1_the_pool_of_winners_and_losers(won: bool, enemies: int, survivors: int, pool: int) -> None:
    assert battle_pool(won=won, enemies_defeated=enemies, survivors=survivors) == pool


def test_ren_1_equal_shares_and_the_rest_to_whoever_defeated_most() -> None:
    assert shares(5, 3, 1, 2, 0) == [1, 3, 1]


def test_ren_1_one_more_from_four_against_four() -> None:
    assert shares(6, 4, 1, 3, 0, 0) == [1, 4, 1, 1]
    assert shares(6, 3, 1, 3, 0) == [2, 2, 2]


def test_ren_1_of_equals_the_first_listed_gets_the_rest() -> None:
    """SK-74"""
    assert shares(7, 4, 0, 2, 2, 0) == [1, 5, 1, 1]


def test_ren_1_where_nobody_defeated_anyone_there_is_no_extra_point() -> None:
    """SK-74"""
    assert shares(1, 4, 0, 0, 0, 0) == [1, 0, 0, 0]


def test_ren_1_no_participants_no_shares() -> None:
    assert shares(3, 4) == []


@given(st.integers(0, 40), st.integers(1, 8), st.lists(st.integers(0, 6), min_size=1, max_size=8))
def test_ren_1_the_shares_add_up_to_the_pool_and_at_most_one_more(pool: int, size: int, felled: list[int]) -> None:
    divided = shares(pool, size, *felled)
    assert sum(divided) - pool == (1 if size >= 4 and max(felled) else 0)
    assert all(share >= pool // len(felled) for share in divided)


def test_prom_1_levels_cost_five_for_each_level_above_the_first() -> None:
    assert [promotion_cost(level, RULES) for level in range(1, 6)] == [0, 5, 10, 15, 20]
    assert promotion_cost(3, TableRules(promotion_cost=7)) == 14


def test_prom_1_ability_ranks_come_at_one_three_and_five() -> None:
    assert [ability_rank(level) for level in range(1, 6)] == [1, 1, 2, 2, 3]


@pytest.mark.parametrize("level", [0, 6])
def test_prom_1_there_are_five_levels(level: int) -> None:
    with pytest.raises(Unreadable, match=str(level)):
        promotion_cost(level, RULES)


def test_prom_1_a_promotion_is_paid_and_brings_points_and_rank() -> None:
    promotion = promote(2, 10, RULES)
    assert (promotion.level, promotion.cost, promotion.renown_left) == (3, 10, 0)
    assert (promotion.attribute_points, promotion.ability_rank) == (1, 2)
    assert promote(1, 7, TableRules(promotion_points=2)).attribute_points == 2


@pytest.mark.parametrize(("level", "renown", "code"), [(2, 9, "not-enough-renown"), (5, 99, "top-level")])
def test_prom_1_what_cannot_be_promoted(level: int, renown: int, code: str) -> None:
    with pytest.raises(Illegal) as refusal:
        promote(level, renown, RULES)
    assert refusal.value.code == code


def test_prom_1_an_item_does_not_exceed_its_bearers_level() -> None:
    assert can_bear(3, 3) and can_bear(3, 1)
    assert not can_bear(2, 3)


@pytest.mark.parametrize(("rank", "claim"), [("hero", 27), ("companion", 16), ("secondary", 5)])
def test_heir_1_part_of_the_renown_earned_in_life_rounded_down(rank: Rank, claim: int) -> None:
    assert inheritance(rank, earned=37, held=8, rules=RULES) == claim


def test_heir_1_a_table_may_count_what_was_held() -> None:
    assert inheritance("hero", earned=37, held=8, rules=TableRules(inherit="held")) == 6


def test_heir_2_nothing_is_inherited_when_a_companion_is_promoted() -> None:
    assert inheritance("hero", earned=80, promoted_companion=True, rules=RULES) == 0


def test_heir_1_an_unknown_rank_is_unreadable() -> None:
    with pytest.raises(Unreadable, match="'king'"):
        inheritance("king", earned=3, rules=RULES)  # type: ignore[arg-type]
