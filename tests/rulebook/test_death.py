"""Section 8, death: bosses, accumulated wounds, percentages, and what is left to the director."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.dice import LoadedDice, SeededDice
from rulebook.errors import Illegal
from rulebook.saga.death import Fallen, Outcome, death_chance, decide, judge_fallen, may_be_decided, thrower
from rulebook.saga.rules import RANKS, Rank, TableRules

RULES = TableRules()

fallen_characters = st.lists(
    st.builds(
        Fallen,
        id=st.uuids().map(str),
        rank=st.sampled_from(RANKS),
        open_wounds=st.integers(0, 12),
        final_strength=st.integers(-12, 0),
        exertion=st.integers(0, 4),
        by_boss=st.booleans(),
    ),
    max_size=8,
)


def fallen(id: str, rank: Rank, **figures: Any) -> Fallen:
    return Fallen(id, rank, **{"open_wounds": 0, "final_strength": 0, "exertion": 2, "by_boss": False, **figures})


def judged(*defeated: Fallen, d100: tuple[int, ...] = (), friendly: bool = False) -> list[Outcome]:
    """The outcomes, with faces dealt in order; every face must be used."""
    dice = LoadedDice(d100=d100)
    outcomes = judge_fallen(defeated, thrower(dice), RULES, friendly=friendly)
    assert dice.unused == 0
    return list(outcomes)


def one(*arguments: Any, d100: tuple[int, ...] = (), friendly: bool = False, **figures: Any) -> Outcome:
    (outcome,) = judged(fallen("x", *arguments, **figures), d100=d100, friendly=friendly)
    return outcome


def test_death_1_a_hero_never_dies_of_an_ordinary_defeat() -> None:
    outcome = one("hero", open_wounds=8, final_strength=-6)
    assert (outcome.outcome, outcome.rule, outcome.wounds) == ("lives", "", 3)


@pytest.mark.parametrize(("before", "fate"), [(8, "lives"), (9, "doomed"), (12, "doomed")])
def test_death_1_a_hero_is_doomed_at_twelve_open_wounds(before: int, fate: str) -> None:
    outcome = one("hero", open_wounds=before, final_strength=-6)
    assert (outcome.outcome, outcome.wounds) == (fate, 3)


def test_death_1_a_hero_felled_by_a_boss_is_the_directors_call_and_still_wounded() -> None:
    """SK-69"""
    outcome = one("hero", final_strength=-3, by_boss=True, d100=(50,))
    assert (outcome.outcome, outcome.rule, outcome.wounds) == ("director-decides", "boss", 2)
    assert decide(outcome, dies=True).outcome == "dies"
    assert decide(outcome, dies=False).outcome == "lives"
    assert decide(outcome, dies=False).wounds == 2


def test_death_1_doom_goes_before_a_bosss_claim() -> None:
    outcome = one("hero", open_wounds=10, final_strength=-4, by_boss=True)
    assert (outcome.outcome, outcome.rule) == ("doomed", "wounds")
    assert not may_be_decided(outcome)


@pytest.mark.parametrize(
    ("rank", "before", "dies"),
    [("companion", 4, False), ("companion", 5, True), ("secondary", 1, False), ("secondary", 2, True)],
)
def test_death_2_death_3_accumulated_wounds_kill_without_a_death_roll(rank: Rank, before: int, dies: bool) -> None:
    outcome = one(rank, open_wounds=before, final_strength=-4, d100=() if dies else (100,))
    assert (outcome.outcome == "dies", outcome.rule == "wounds") == (dies, dies)
    assert outcome.wounds == 2


@pytest.mark.parametrize(
    ("rank", "open_wounds", "chance"),
    [("companion", 0, 0), ("companion", 6, 6), ("secondary", 0, 5), ("secondary", 3, 14), ("hero", 11, 0)],
)
def test_death_2_death_3_the_percentages(rank: Rank, open_wounds: int, chance: int) -> None:
    assert death_chance(rank, open_wounds) == chance


@pytest.mark.parametrize(("face", "fate", "rule"), [(4, "dies", "chance"), (5, "lives", "")])
def test_death_2_death_4_a_companion_dies_at_or_below_its_chance(face: int, fate: str, rule: str) -> None:
    outcome = one("companion", open_wounds=2, final_strength=-4, d100=(face,))
    assert (outcome.outcome, outcome.rule, outcome.death_chance) == (fate, rule, 4)


def test_death_4_a_chance_of_zero_rolls_nothing() -> None:
    outcome = one("companion")
    assert (outcome.outcome, outcome.death_chance, outcome.death_roll) == ("lives", 0, None)


@pytest.mark.parametrize(("face", "fate"), [(5, "dies"), (6, "lives")])
def test_death_3_an_unwounded_secondary_dies_at_five_percent(face: int, fate: str) -> None:
    assert one("secondary", d100=(face,)).outcome == fate


def test_wounds_are_rolled_before_the_percentage_and_count_in_it() -> None:
    outcome = one("secondary", open_wounds=1, final_strength=-3, d100=(50, 14))
    assert outcome.wound_roll is not None and outcome.death_roll is not None
    assert (outcome.certain, outcome.chance, outcome.wounds) == (1, 50, 2)
    assert (outcome.wound_roll.face, outcome.wound_roll.reason) == (50, "wound")
    assert (outcome.death_roll.face, outcome.death_roll.reason) == (14, "death")
    assert (outcome.death_chance, outcome.outcome) == (14, "dies")


def test_the_dice_go_character_by_character_in_the_order_of_defeat() -> None:
    """SK-66"""
    first = fallen("a", "secondary", final_strength=-3)
    second = fallen("b", "companion", open_wounds=1, final_strength=-3)
    outcomes = judged(first, second, d100=(51, 9, 50, 3))
    assert [(o.id, o.wounds, o.outcome) for o in outcomes] == [("a", 1, "lives"), ("b", 2, "dies")]


def test_death_2_only_the_first_companion_falls_to_a_boss() -> None:
    defeated = [fallen(name, "companion", open_wounds=1, by_boss=True) for name in ("a", "b")]
    first, second = judged(*defeated, d100=(2,))
    assert (first.outcome, first.rule) == ("dies", "boss")
    assert (second.outcome, second.rule, second.death_chance) == ("lives", "", 1)


def test_death_2_a_companion_felled_by_another_does_not_use_up_the_bosss_claim() -> None:
    _, second = judged(fallen("a", "companion"), fallen("b", "companion", by_boss=True))
    assert (second.outcome, second.rule) == ("dies", "boss")


def test_death_2_a_spared_companion_lives_without_a_roll_and_no_other_takes_its_place() -> None:
    """SK-68"""
    defeated = [fallen(name, "companion", open_wounds=2, final_strength=-3, by_boss=True) for name in ("a", "b")]
    first, second = judged(*defeated, d100=(100, 100))
    spared = decide(first, dies=False)
    assert (spared.outcome, spared.wounds, spared.wound_roll, spared.death_roll) == ("lives", 0, None, None)
    assert second.outcome == "lives"


def test_death_3_two_secondaries_fall_to_a_boss_and_the_third_rolls() -> None:
    defeated = [fallen(name, "secondary", by_boss=True) for name in ("a", "b", "c")]
    outcomes = judged(*defeated, d100=(6,))
    assert [(o.outcome, o.rule) for o in outcomes] == [("dies", "boss"), ("dies", "boss"), ("lives", "")]


def test_death_4_who_dies_by_a_boss_rolls_no_wounds() -> None:
    outcome = one("companion", final_strength=-3, by_boss=True)
    assert (outcome.outcome, outcome.wounds, outcome.wound_roll) == ("dies", 0, None)


def test_a_boss_claims_before_the_wounds_are_counted() -> None:
    outcome = one("secondary", open_wounds=3, final_strength=-4, by_boss=True)
    assert (outcome.outcome, outcome.rule) == ("dies", "boss")


@pytest.mark.parametrize(
    ("rank", "by_boss"),
    [("hero", True), ("hero", False), ("companion", True), ("secondary", True), ("secondary", False)],
)
def test_nobody_dies_or_is_doomed_in_a_friendly_but_wounds_count(rank: Rank, by_boss: bool) -> None:
    """SK-70"""
    outcome = one(rank, open_wounds=11, final_strength=-5, by_boss=by_boss, d100=(50,), friendly=True)
    assert (outcome.outcome, outcome.rule, outcome.wounds) == ("lives", "", 3)


def test_a_table_may_spare_friendlies_the_wounds_too() -> None:
    rules = TableRules(friendly_wounds=False)
    (outcome,) = judge_fallen([fallen("x", "hero", final_strength=-5)], thrower(LoadedDice()), rules, friendly=True)
    assert (outcome.outcome, outcome.wounds) == ("lives", 0)


def test_the_director_may_confirm_a_bosss_claim() -> None:
    outcome = one("companion", by_boss=True)
    assert decide(outcome, dies=True) == outcome


@pytest.mark.parametrize(
    "outcome",
    [
        Outcome("x", "secondary", "dies", "boss"),
        Outcome("x", "companion", "dies", "chance"),
        Outcome("x", "companion", "dies", "wounds"),
        Outcome("x", "hero", "lives"),
        Outcome("x", "hero", "doomed", "wounds"),
    ],
)
def test_what_the_rules_decided_is_not_for_the_director(outcome: Outcome) -> None:
    with pytest.raises(Illegal, match="x") as refusal:
        decide(outcome, dies=False)
    assert refusal.value.code == "not-for-the-director"


@given(fallen_characters, st.binary(min_size=1, max_size=8), st.booleans())
def test_the_limits_of_section_8_hold_for_any_battle(defeated: list[Fallen], seed: bytes, friendly: bool) -> None:
    outcomes = judge_fallen(defeated, thrower(SeededDice(seed)), RULES, friendly=friendly)
    assert [o.id for o in outcomes] == [f.id for f in defeated]
    claimed = [o.rank for o in outcomes if (o.outcome, o.rule) == ("dies", "boss")]
    assert claimed.count("companion") <= 1
    assert claimed.count("secondary") <= 2
    assert not any(o.rank == "hero" and o.outcome == "dies" for o in outcomes)
    if friendly:
        assert {o.outcome for o in outcomes} <= {"lives"}
