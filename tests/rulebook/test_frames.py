"""Story frames: who chooses and how votes are counted (FRAME-1, CHAR-2, STAT-8); the cost of hunger (CARA-2)."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.errors import Illegal, TooLate, Unreadable
from rulebook.saga.campaign import MOST_MORALE, Caravan, after_hunger, pass_day, shares
from rulebook.saga.frames import (
    Ballot,
    Elector,
    check_extra,
    check_options,
    check_time,
    count_votes,
    voters,
)
from rulebook.saga.rules import RANKS, TableRules

OPTIONS = (1, 2, 3)
ballots = st.lists(
    st.builds(
        Ballot,
        voter=st.integers(0, 30).map(lambda number: f"p{number}"),
        option=st.sampled_from(OPTIONS),
        extra=st.integers(0, 3),
    ),
    unique_by=lambda ballot: ballot.voter,
)
electors = st.lists(
    st.builds(
        Elector,
        character=st.integers(1, 20).map(str),
        player=st.integers(1, 6).map(str),
        rank=st.sampled_from(RANKS),
        protagonist=st.booleans(),
    ),
    unique_by=lambda one: one.character,
)


class TestCounting:
    @given(ballots)
    def test_frame_1_every_vote_weighs_one_and_one_more_for_each_extra(self, given_votes):
        """FRAME-1, STAT-8: nothing is lost, nothing counted twice."""
        count = count_votes(given_votes, OPTIONS)
        for option in OPTIONS:
            assert count.weights[option] == sum(1 + one.extra for one in given_votes if one.option == option)
        assert count.total == len(given_votes) + sum(one.extra for one in given_votes)

    @given(ballots, st.integers())
    def test_frame_1_the_order_of_the_votes_does_not_matter(self, given_votes, seed):
        shuffled = random.Random(seed).sample(given_votes, len(given_votes))
        assert count_votes(shuffled, OPTIONS) == count_votes(given_votes, OPTIONS)

    @given(ballots)
    def test_frame_1_those_lead_whom_nobody_beats(self, given_votes):
        count = count_votes(given_votes, OPTIONS)
        most = max(count.weights.values())
        assert set(count.leading) == ({one for one in OPTIONS if count.weights[one] == most} if most else set())

    @given(ballots.filter(bool), st.sampled_from(OPTIONS))
    def test_frame_1_a_changed_vote_moves_with_all_it_weighs(self, given_votes, option):
        first, *others = given_votes
        before = count_votes(given_votes, OPTIONS)
        after = count_votes([Ballot(first.voter, option, first.extra), *others], OPTIONS)
        assert after.total == before.total
        moved = 0 if option == first.option else 1 + first.extra
        assert after.weights[option] - before.weights[option] == moved

    @given(ballots.filter(bool))
    def test_frame_1_nobody_votes_twice(self, given_votes):
        with pytest.raises(Illegal) as refused:
            count_votes([*given_votes, given_votes[0]], OPTIONS)
        assert refused.value.code == "voted-twice"

    @pytest.mark.parametrize(
        ("ballot", "code"), [(Ballot("p1", 4), "unknown-option"), (Ballot("p1", 1, -1), "bad-extra")]
    )
    def test_a_vote_that_cannot_be_is_refused(self, ballot, code):
        with pytest.raises(Unreadable) as refused:
            count_votes([ballot], OPTIONS)
        assert refused.value.code == code


class TestVoters:
    @given(electors)
    def test_frame_1_one_vote_for_each_player_who_has_somebody_that_chooses(self, cast):
        """FRAME-1, table rule votes = player."""
        found = voters(cast, "player")
        assert set(found) == {f"p{one.player}" for one in cast if one.rank != "secondary" or one.protagonist}

    @given(electors)
    def test_frame_1_one_for_each_character_that_chooses(self, cast):
        """FRAME-1, table rule votes = character."""
        found = voters(cast, "character")
        assert set(found) == {f"c{one.character}" for one in cast if one.rank != "secondary" or one.protagonist}
        assert all(len(one) == 1 for one in found.values())

    @given(electors, st.sampled_from(("player", "character")))
    def test_char_2_no_secondary_chooses_but_the_protagonist(self, cast, votes):
        """CHAR-2, FRAME-1."""
        giving = {one for group in voters(cast, votes).values() for one in group}
        assert giving == {one for one in cast if one.chooses}

    def test_sk_332_each_character_that_gives_the_vote_pays_once(self):
        seat = (Elector("1", "9", "hero"), Elector("2", "9", "companion"))
        check_extra(seat, "1", paid=["2"])
        for character, paid, code in (("3", [], "not-a-voter"), ("1", ["1"], "extra-taken")):
            with pytest.raises(Illegal) as refused:
                check_extra(seat, character, paid)
            assert refused.value.code == code


class TestOptionsAndTime:
    @pytest.mark.parametrize("options", [(), ("a", "b"), tuple("abcdefghij")])
    def test_sk_330_none_or_two_to_ten(self, options):
        check_options(options)

    @pytest.mark.parametrize("options", [("a",), tuple("abcdefghijk"), ("a", " A "), ("a", " ")])
    def test_sk_330_other_numbers_twins_and_empty_ones_are_refused(self, options):
        with pytest.raises(Unreadable) as refused:
            check_options(options)
        assert refused.value.code == "bad-options"

    @given(st.integers(0, 10**13), st.integers(-5000, 5000))
    def test_sk_331_a_vote_counts_before_the_last_moment_and_not_at_it(self, until, apart):
        if apart < 0:
            check_time(until + apart, until=until, closed=False)
        else:
            with pytest.raises(TooLate) as refused:
                check_time(until + apart, until=until, closed=False)
            assert refused.value.code == "vote-over"

    def test_sk_331_without_one_it_counts_until_the_frame_is_closed(self):
        check_time(10**13, until=None, closed=False)
        with pytest.raises(TooLate):
            check_time(0, until=None, closed=True)


class TestHunger:
    @given(
        supplies=st.integers(0, 20),
        morale=st.integers(0, MOST_MORALE),
        clansmen=st.integers(0, 2000),
        fighters=st.integers(0, 500),
        varl=st.integers(0, 300),
        day=st.sampled_from(("travel", "rest")),
    )
    def test_cara_2_what_is_proposed_takes_exactly_the_proposed_people(
        self, supplies, morale, clansmen, fighters, varl, day
    ):
        """CARA-2, SK-334: no group goes below nobody, nobody is lost but by hunger."""
        before = Caravan(3, supplies, morale, clansmen, fighters, varl)
        passed = pass_day(before, day, TableRules())
        after = after_hunger(passed)
        assert before.people - after.people == passed.people_lost
        assert min(after.clansmen, after.fighters, after.varl, after.morale, after.supplies) >= 0
        assert (passed.unfed > 0) == (after.people < before.people)

    def test_sk_334_in_proportion_and_what_is_left_over_on_the_largest(self):
        assert shares(5, {"clansmen": 60, "fighters": 30, "varl": 10}) == {"clansmen": 4, "fighters": 1, "varl": 0}
        assert shares(0, {"clansmen": 0}) == {"clansmen": 0}
