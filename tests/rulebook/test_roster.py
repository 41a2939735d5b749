"""Section 9, characters and rosters: who may go, who may join."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.errors import Refused
from rulebook.saga.roster import check_new_character, check_roster
from rulebook.saga.rules import RANKS, Rank

LETTERS: dict[str, Rank] = {"H": "hero", "C": "companion", "S": "secondary"}


def ranks(letters: str) -> list[Rank]:
    return [LETTERS[letter] for letter in letters]


def refusal_of(picks: str, history: str = "", slots: int = 1, **more: bool) -> str | None:
    try:
        check_roster(ranks(picks), slots=slots, history=ranks(history), **more)
    except Refused as refusal:
        return refusal.code
    return None


def first_refused(battles: str) -> str:
    """The battles that were legal one after the other, up to the first that was not."""
    for number, letter in enumerate(battles):
        if refusal_of(letter, battles[:number]):
            return battles[:number]
    return battles


@pytest.mark.parametrize(("battles", "legal"), [("HHCHHC", "HHCHHC"), ("HC", "H"), ("HHHHCC", "HHHHC"), ("C", "")])
def test_rost_2_the_examples_of_the_rules(battles: str, legal: str) -> None:
    assert first_refused(battles) == legal


def test_rost_2_a_secondary_never_goes_alone() -> None:
    assert refusal_of("S", "HHHH") == "secondary-not-allowed"


@given(st.lists(st.sampled_from(RANKS), max_size=12))
def test_rost_2_the_hero_may_always_go(history: list[Rank]) -> None:
    """SK-71"""
    check_roster(["hero"], slots=1, history=history)


@given(st.lists(st.sampled_from("HC"), max_size=30))
def test_rost_2_legal_battles_keep_two_hero_battles_for_each_of_a_companion(wishes: list[str]) -> None:
    fought = ""
    for wish in wishes:
        fought += wish if refusal_of(wish, fought) is None else "H"
        assert fought.count("H") >= 2 * fought.count("C")
        assert "CC" not in fought


def test_rost_2_a_battle_with_several_characters_had_the_hero() -> None:
    assert refusal_of("C", "HHCHH", previous_had_hero=True) is None
    assert refusal_of("C", "HHHHC") == "hero-must-fight"
    assert refusal_of("C", "HHHHC", previous_had_hero=True) is None
    assert refusal_of("C", "HHHH", previous_had_hero=False) == "hero-must-fight"


def test_rost_2_a_battle_with_several_characters_adds_nothing_to_the_count() -> None:
    assert refusal_of("C", "H", previous_had_hero=True) == "hero-must-fight"


def test_rost_2_a_secondarys_battle_counts_for_nobody_and_calls_for_the_hero() -> None:
    """SK-72"""
    assert refusal_of("C", "HHS") == "hero-must-fight"
    assert refusal_of("C", "HSH") is None


@pytest.mark.parametrize("picks", ["HCS", "HC", "HS", "H", "CHC"])
def test_rost_1_several_characters_with_the_hero_may_go(picks: str) -> None:
    assert refusal_of(picks, slots=3) is None


@pytest.mark.parametrize("picks", ["CS", "C", "S", "CC"])
def test_rost_1_several_characters_need_the_hero(picks: str) -> None:
    assert refusal_of(picks, "HHHH", slots=2) == "hero-must-fight"


@pytest.mark.parametrize(("picks", "slots"), [("C", 1), ("S", 1), ("CS", 2), ("CCS", 3)])
def test_rost_3_without_an_able_hero_the_rules_rest(picks: str, slots: int) -> None:
    """SK-71"""
    assert refusal_of(picks, slots=slots, hero_able=False) is None


@pytest.mark.parametrize(
    ("picks", "slots", "code"),
    [
        ("", 1, "wrong-count"),
        ("HC", 1, "wrong-count"),
        ("HCCS", 3, "wrong-count"),
        ("HH", 2, "second-hero"),
        ("H", 0, "bad-slots"),
        ("H", 4, "bad-slots"),
    ],
)
def test_char_1_a_pick_must_fit_the_battle(picks: str, slots: int, code: str) -> None:
    assert refusal_of(picks, slots=slots) == code


@pytest.mark.parametrize(("picks", "history"), [(["king"], []), (["hero"], ["king"])])
def test_an_unknown_rank_is_unreadable(picks: Sequence[Rank], history: Sequence[Rank]) -> None:
    with pytest.raises(Refused, match="'king'") as refusal:
        check_roster(picks, slots=1, history=history)
    assert refusal.value.code == "unknown-rank"


def joining(party: str, rank: str, **leave: bool) -> str | None:
    try:
        check_new_character(ranks(party), LETTERS[rank], **leave)
    except Refused as refusal:
        return refusal.code
    return None


@pytest.mark.parametrize(("party", "rank"), [("", "H"), ("H", "C"), ("H", "S"), ("C", "H"), ("CS", "H")])
def test_char_1_these_may_join(party: str, rank: str) -> None:
    assert joining(party, rank) is None


@pytest.mark.parametrize(
    ("party", "rank", "code"),
    [
        ("", "C", "hero-first"),
        ("", "S", "hero-first"),
        ("H", "H", "second-hero"),
        ("HC", "C", "too-many-companions"),
        ("HS", "S", "too-many-secondaries"),
        ("HCC", "S", "party-full"),
        ("HC", "S", "secondary-not-needed"),
    ],
)
def test_char_1_char_3_char_4_these_may_not(party: str, rank: str, code: str) -> None:
    assert joining(party, rank) == code


def test_char_1_a_second_companion_needs_the_directors_leave() -> None:
    assert joining("HC", "C", second_companion_allowed=True) is None
    assert joining("CC", "C", second_companion_allowed=True) == "too-many-companions"


def test_char_1_no_secondary_stands_beside_two_companions() -> None:
    """SK-73"""
    assert joining("CS", "C", second_companion_allowed=True) == "secondary-beside-two-companions"
    assert joining("CC", "S", team_lacks_versatility=True) == "secondary-beside-two-companions"


def test_char_3_a_secondary_beside_a_companion_needs_a_team_that_lacks_versatility() -> None:
    assert joining("HC", "S", team_lacks_versatility=True) is None


@given(st.lists(st.tuples(st.sampled_from("HCS"), st.booleans(), st.booleans()), max_size=12))
def test_char_1_nobody_gets_past_the_limits(wishes: list[tuple[str, bool, bool]]) -> None:
    party = ""
    for rank, companion, versatility in wishes:
        if not joining(party, rank, second_companion_allowed=companion, team_lacks_versatility=versatility):
            party += rank
    assert len(party) <= 3
    assert party.count("H") <= 1 and party.count("C") <= 2 and party.count("S") <= 1
    assert party[:1] in ("", "H")
    assert not (party.count("C") == 2 and "S" in party)
