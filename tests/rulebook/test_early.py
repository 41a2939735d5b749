"""Early turns: EARLY-1 to EARLY-3, and EARLY-4 as far as rules go."""

import pytest

from rulebook.saga import actions
from rulebook.saga.board import Cell
from rulebook.saga.events import PlanFailed, TurnTaken
from rulebook.saga.legal import within_reach
from rulebook.saga.state import Alternative, Condition, Span
from rulebook.saga.steps import End, Move, Rest, Strike
from rulebook.saga.waits import standing
from tests.rulebook.rounds import Round, moment

NEVER = (Condition("down", unit="a"),)
REST = Alternative((Rest(),))


def test_early_1_a_plan_waits_until_its_turn_comes_up() -> None:
    table = Round("abcd")
    table.plan("b", Rest(), at=1)
    assert table.current == "a"
    assert table.state.plans["b"].alternatives == (REST,)


def test_early_1_it_can_be_changed_and_withdrawn_until_then() -> None:
    table = Round("abcd")
    table.plan("b", at=1)
    table.plan("b", Rest(), at=2)
    assert table.state.plans["b"].alternatives == (REST,)
    table.do(actions.WithdrawPlan("b", "b", moment(3)))
    assert "b" not in table.state.plans
    assert table.refusal(actions.WithdrawPlan("b", "b", moment(4))) == "no-plan"


def test_early_1_it_is_frozen_when_the_turn_has_begun() -> None:
    table = Round("abcd")
    assert table.refusal(actions.LeavePlan("a", "a", (REST,), moment(1))) == "turn-has-begun"


def test_early_1_it_is_for_the_present_round() -> None:
    table = Round("abcd")
    table.post("a", at=1)
    assert table.refusal(actions.LeavePlan("a", "a", (REST,), moment(2))) == "already-acted"
    table.sweep(at=13)
    assert table.refusal(actions.LeavePlan("b", "b", (REST,), moment(14))) == "turn-has-begun"


def test_early_1_one_written_for_a_round_that_is_over_is_not_taken_for_the_next() -> None:
    """EARLY-1, SK-125."""
    table = Round("abcd")
    for unit in "abcd":
        table.post(unit, at=1)
    assert table.state.round == 2
    unit = table.state.places[-1].unit
    assert table.refusal(actions.LeavePlan(unit, unit, (REST,), moment(2), 1)) == "round-over"
    table.do(actions.LeavePlan(unit, unit, (REST,), moment(2), 2))
    assert unit in table.state.plans


def test_early_1_it_has_at_least_one_alternative_and_at_most_three() -> None:
    table = Round("abcd")
    assert table.refusal(actions.LeavePlan("b", "b", (), moment(1))) == "no-alternatives"
    assert table.refusal(actions.LeavePlan("b", "b", (REST,) * 4, moment(1))) == "too-many-alternatives"
    table.plans("b", REST, REST, REST, at=1)


@pytest.mark.parametrize("long", [Alternative((End(),) * 6), Alternative((), (Condition("standing", "a"),) * 13)])
def test_early_1_an_alternative_is_one_turn_with_a_few_conditions(long: Alternative) -> None:
    assert Round("abcd").refusal(actions.LeavePlan("b", "b", (long,), moment(1))) == "bad-alternative"


@pytest.mark.parametrize(
    "condition",
    [Condition("free"), Condition("free", cell=Cell(99, 0)), Condition("standing"), Condition("strength", least=-1)],
)
def test_early_1_a_condition_must_say_of_what(condition: Condition) -> None:
    plan = (Alternative((Rest(),), (condition,)),)
    assert Round("abcd").refusal(actions.LeavePlan("b", "b", plan, moment(1))) == "bad-condition"


def test_early_1_only_the_units_own_player_leaves_one() -> None:
    table = Round("abnd", directors="n")
    assert table.refusal(actions.LeavePlan("a", "b", (REST,), moment(1))) == "not-your-unit"
    assert table.refusal(actions.LeavePlan("director", "n", (REST,), moment(1))) == "not-your-unit"


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        (Condition("standing", unit="d"), True),
        (Condition("standing", unit="c"), False),
        (Condition("standing", unit="nobody"), False),
        (Condition("down", unit="c"), True),
        (Condition("down", unit="d"), False),
        (Condition("free", cell=Cell(2, 0)), True),
        (Condition("free", cell=Cell(3, 0)), False),
        (Condition("within", unit="d"), True),
        (Condition("within", unit="c"), False),
        (Condition("strength", least=20), True),
        (Condition("strength", least=21), False),
        (Condition("willpower", least=3), True),
        (Condition("willpower", least=4), False),
    ],
    ids=str,
)
def test_early_1_conditions(condition: Condition, holds: bool) -> None:
    """Unit c has fallen and left its cell when b's turn comes up."""
    table = Round("abcdef")
    table.do(actions.Correct("c", "strength", 0, "it slipped", moment(0)))
    table.plan("b", Rest(), at=1, when=(condition,))
    table.post("a", at=2)
    assert (table.current == "d") is holds


@pytest.mark.parametrize(("walk", "within"), [(3, True), (2, False)])
def test_early_1_a_unit_is_within_reach_if_the_walk_and_the_weapon_get_there(walk: int, within: bool) -> None:
    """Between a and e three cells are free once b, c and d have fallen."""
    table = Round("abcdefgh", figures={"reach": Span(1, 1), "move": walk})
    for fallen in "bcd":
        table.do(actions.Correct(fallen, "strength", 0, "it slipped", moment(0)))
    assert within_reach(table.state, table.state.units["a"], table.state.units["e"]) is within


def test_early_2_it_is_played_the_moment_its_turn_begins() -> None:
    table = Round("abcde")
    table.plan("b", Rest(), at=1)
    table.post("a", at=5)
    assert (table.current, table.due) == ("c", 17)
    assert table.last(TurnTaken).at == moment(5)


def test_early_2_also_when_it_begins_by_an_expiry() -> None:
    table = Round("abcde")
    table.plan("b", Rest(), at=1)
    table.sweep(at=30)
    assert (table.current, table.due) == ("c", 36)
    assert table.last(TurnTaken).at == moment(24)


def test_early_2_dice_are_rolled_then_and_never_before() -> None:
    table = Round("abcde")
    rolled = table.dice.counter
    table.plan("b", Strike("strength", "c"), at=1)
    assert table.dice.counter == rolled
    table.post("a", at=5)
    assert table.dice.counter == rolled + 1
    assert table.state.units["c"].defeated


def test_early_2_the_first_alternative_that_is_legal_and_whose_conditions_hold_is_played() -> None:
    table = Round("abcde")
    too_far = Alternative((Move(Cell(0, 0)),))
    unmet = Alternative((Rest(),), NEVER)
    table.plans("b", too_far, unmet, Alternative((Strike("break", "c"),)), at=1)
    table.post("a", at=5)
    taken = table.last(TurnTaken)
    assert (taken.how, taken.by, taken.alternative) == ("plan", "b", 2)
    assert taken.steps == (Strike("break", "c"),)


def test_early_2_several_in_a_row_are_played_at_the_same_moment() -> None:
    table = Round("abcdef")
    for unit in "bcd":
        table.plan(unit, Rest(), at=1)
    table.post("a", at=5)
    assert (table.current, table.due) == ("e", 17)


def test_early_2_where_the_table_says_so_the_director_is_asked_first_and_the_clock_stands() -> None:
    table = Round("abcde", early_turns="director")
    table.plan("b", Rest(), at=1)
    table.post("a", at=5)
    assert (table.current, table.due, table.rule) == ("b", None, "plan-waiting")
    assert table.waits[0].kind == "plan" and table.waits[0].who == "director"
    table.sweep(at=500)
    assert table.missed == {}
    table.do(actions.PlayPlan("b", moment(501)))
    assert (table.current, table.due) == ("c", 513)
    assert table.last(TurnTaken).how == "plan"


def test_early_2_the_director_picks_an_alternative_or_adapts_it() -> None:
    for pick, how, steps in (
        (actions.PlayPlan("b", moment(6), alternative=1), "plan", (Strike("break", "c"),)),
        (actions.PlayPlan("b", moment(6), steps=(End(),)), "plan-adapted", (End(),)),
    ):
        table = Round("abcde", early_turns="director")
        table.plans("b", REST, Alternative((Strike("break", "c"),)), at=1)
        table.post("a", at=5)
        table.do(pick)
        taken = table.last(TurnTaken)
        assert (taken.how, taken.by, taken.steps) == (how, "director", steps)


def test_early_2_the_player_waits_while_the_director_is_asked() -> None:
    table = Round("abcde", early_turns="director")
    table.plan("b", Rest(), at=1)
    table.post("a", at=5)
    assert table.refused_post("b", Rest(), at=6) == "turn-has-begun"


def test_early_2_the_director_may_leave_it_to_the_player_after_all() -> None:
    table = Round("abcde", early_turns="director")
    table.plan("b", Rest(), at=1)
    table.post("a", at=5)
    table.do(actions.HandBack("b", moment(7)))
    assert (table.current, table.due, table.rule) == ("b", 19, "later")
    table.post("b", at=8)


def test_early_3_if_none_can_be_played_the_turn_stays_open_with_its_clock() -> None:
    table = Round("abcde")
    table.plan("b", Rest(), at=1, when=NEVER)
    table.post("a", at=5)
    assert (table.current, table.due, table.rule) == ("b", 17, "later")
    assert table.last(PlanFailed).reasons == ("condition-not-met",)


def test_early_3_the_reasons_are_told_for_each_alternative() -> None:
    table = Round("abcde")
    table.plans("b", Alternative((Move(Cell(4, 0)),)), Alternative((Strike("break", "d"),)), at=1)
    table.post("a", at=5)
    assert table.last(PlanFailed).reasons == ("blocked", "illegal-target")


def test_early_3_the_director_may_adapt_it_in_either_mode() -> None:
    table = Round("abcde")
    table.plan("b", Rest(), at=1, when=NEVER)
    table.post("a", at=5)
    table.do(actions.PlayPlan("b", moment(6), steps=(Rest(),)))
    assert (table.current, table.due) == ("c", 18)


def test_early_3_the_player_may_still_post_and_the_plan_is_gone_then() -> None:
    table = Round("abcde")
    table.plan("b", Rest(), at=1, when=NEVER)
    table.post("a", at=5)
    table.post("b", at=6)
    assert table.state.plans == {}
    assert table.refusal(actions.PlayPlan("b", moment(7))) == "no-plan"


def test_early_3_no_plan_is_published_before_its_turn() -> None:
    table = Round("abcde")
    table.plan("c", Rest(), at=1)
    assert table.refusal(actions.PlayPlan("c", moment(2))) == "not-your-turn"
    assert table.refusal(actions.PlayPlan("b", moment(2))) == "no-plan"


def test_turn_6_a_defeated_units_early_turn_is_discarded() -> None:
    table = Round("abcde")
    table.plan("b", Rest(), at=1)
    table.fell("a", "b", at=2)
    assert table.state.plans == {}
    assert table.current == "c"


def test_early_4_an_early_turn_is_a_standing_of_its_own() -> None:
    table = Round("abcde")
    table.plan("b", Rest(), at=1)
    assert standing(table.state, "b") == "early"
