"""Missed deadlines and late posts: LATE-1 to LATE-6."""

import pytest

from rulebook.saga import actions, deadlines
from rulebook.saga.events import DeadlineExtended, RoundBegan, TurnExpired
from rulebook.saga.steps import Rest
from tests.rulebook.rounds import Round, moment


def penalty_of(table: Round, unit: str) -> int:
    return deadlines.penalty_of(table.state, table.state.units[unit])


def late_table(order: str = "abcde", **about: object) -> Round:
    """Unit a has let its 24 hours run out; b's turn runs until hour 36."""
    table = Round(order, **about)  # type: ignore[arg-type]
    table.sweep(at=24)
    assert table.current == "b"
    return table


def test_late_1_a_unit_whose_turn_expired_may_still_act_once() -> None:
    table = late_table()
    table.post("a", Rest(), at=25)
    assert table.refused_post("a", Rest(), at=26) == "already-acted"


def test_late_1_it_may_act_at_any_time_until_the_round_ends() -> None:
    table = late_table()
    for unit, hour in zip("bcd", (30, 31, 32), strict=True):
        table.post(unit, at=hour)
    table.post("a", Rest(), at=33)
    assert table.place("a").status == "acted-late"


def test_late_1_not_in_the_next_round() -> None:
    table = late_table("ab")
    table.post("b", at=25)
    assert table.state.round == 2
    assert table.refusal(actions.PlayTurn("a", "a", (), moment(26), round=1)) == "round-over"


def test_late_1_it_acts_ahead_of_the_running_unit_and_its_row_moves_there() -> None:
    table = late_table()
    table.post("b", at=25)
    table.post("a", at=26)
    assert table.rows == "bacde"
    assert table.current == "c"


def test_late_1_a_defeated_unit_does_not() -> None:
    table = late_table()
    table.fell("b", "a", at=25)
    assert table.refused_post("a", at=26) == "defeated"


def test_late_1_an_open_window_is_a_wait_without_a_due_time() -> None:
    wait = late_table().waits[1]
    assert (wait.kind, wait.who, wait.unit, wait.due, wait.opened) == ("late", "a", "a", None, moment(24))


def test_late_2_a_missed_deadline_costs_initiative_from_the_next_roll_on() -> None:
    table = Round("abcd")
    table.sweep(at=200)
    rolled = [event for event in table.events if isinstance(event, RoundBegan)][1]
    faces = {roll.unit: roll.roll.face for roll in rolled.rolls if roll.tie == 0}
    assert dict(rolled.totals) == {unit: face + 5 - 1 for unit, face in faces.items()}


@pytest.mark.parametrize(("rounds", "penalty"), [(1, 1), (2, 2), (3, 3)])
def test_late_2_the_penalty_is_the_number_of_missed_deadlines(rounds: int, penalty: int) -> None:
    table = Round("abcd")
    while table.state.round <= rounds:
        assert table.due is not None
        table.sweep(at=table.due)
    expired = [event for event in table.events if isinstance(event, TurnExpired) and event.unit == "a"]
    assert (expired[-1].missed, expired[-1].penalty) == (penalty, penalty)


def test_late_2_is_due_even_if_the_unit_acts_late() -> None:
    table = late_table()
    table.post("a", at=25)
    assert table.missed == {"a": 1}
    assert table.last(TurnExpired).penalty == 1


def test_late_2_is_forgiven_to_those_who_act_where_the_table_says_so() -> None:
    table = late_table(late_penalty_forgiven_if_acted=True)
    table.post("a", at=25)
    assert table.missed == {"a": 1}
    assert penalty_of(table, "a") == 0


def test_late_2_counts_earlier_battles_where_the_table_says_so() -> None:
    figures = {"missed_before": 2}
    assert penalty_of(late_table(figures=figures), "a") == 1
    assert penalty_of(late_table(figures=figures, late_penalty_scope="campaign"), "a") == 3
    assert penalty_of(late_table(figures=figures, late_penalty_scope="campaign"), "b") == 2


def test_late_2_only_what_weighs_can_be_pardoned() -> None:
    """SK-126: a pardon of what does not count here would have eaten up the next miss."""
    figures = {"missed_before": 2}
    pardon = actions.Pardon("b", "bygones", moment(25))
    assert late_table(figures=figures).refusal(pardon) == "nothing-to-pardon"
    table = late_table(figures=figures, late_penalty_scope="campaign")
    table.do(pardon)
    assert penalty_of(table, "b") == 1


def test_late_2_counts_a_players_units_together_where_the_table_says_so() -> None:
    owners = {"a": "ana", "c": "ana"}
    assert penalty_of(late_table(owners=owners), "c") == 0
    assert penalty_of(late_table(owners=owners, late_penalty_counts="player"), "c") == 1


def test_late_2_the_director_may_pardon_a_missed_deadline() -> None:
    table = late_table()
    table.do(actions.Pardon("a", "a power cut", moment(25)))
    assert penalty_of(table, "a") == 0
    assert table.missed == {"a": 1}
    assert table.refusal(actions.Pardon("a", "again", moment(26))) == "nothing-to-pardon"


def test_late_3_a_late_post_gives_the_running_turn_three_more_hours() -> None:
    table = late_table()
    table.post("a", at=25)
    assert table.due == 39


def test_late_3_every_further_late_post_three_more() -> None:
    table = late_table("abcdef")
    table.sweep(at=36)
    table.post("a", at=37)
    table.post("b", at=38)
    assert (table.current, table.due) == ("c", 54)
    assert table.state.running is not None and table.state.running.extensions == 2


def test_late_3_the_extension_is_not_inherited_by_the_next_turn() -> None:
    table = late_table()
    table.post("a", at=25)
    table.post("b", at=26)
    assert (table.current, table.due) == ("c", 38)


def test_late_3_a_running_turn_without_a_deadline_gains_nothing() -> None:
    table = Round("anbcd", directors="n")
    table.sweep(at=24)
    table.post("a", at=25)
    assert (table.current, table.due) == ("n", None)
    assert "deadline-extended" not in table.kinds()


def test_late_3_nor_does_a_player_whose_own_other_unit_posted_late() -> None:
    table = late_table(owners={"a": "ana", "b": "ana"})
    table.post("a", at=25)
    assert table.due == 36


def test_late_3_the_length_is_a_table_rule() -> None:
    table = late_table(late_extension_hours=1.5)
    table.post("a", at=25)
    assert table.due == 37.5
    assert table.last(DeadlineExtended).cause == "late-post"


def test_late_4_a_late_post_that_fells_the_running_unit_ends_its_turn() -> None:
    table = late_table("abcdef")
    table.fell("a", "b", at=25)
    assert (table.current, table.due) == ("c", 37)
    assert "deadline-extended" not in table.kinds()


def test_late_5_the_last_unit_in_the_order_has_no_late_window() -> None:
    table = Round("ab")
    table.post("a", at=1)
    table.sweep(at=25)
    assert table.state.round == 2
    assert table.last(TurnExpired).late_window is False
    assert not [wait for wait in table.waits if wait.kind == "late"]


def test_late_5_any_other_has() -> None:
    table = late_table()
    assert table.last(TurnExpired).late_window is True


def test_late_6_a_unit_whose_turn_has_not_come_cannot_act_ahead() -> None:
    assert Round("abcd").refused_post("c", at=1) == "not-your-turn"


def test_late_6_a_unit_that_did_not_act_did_nothing() -> None:
    table = Round("ab")
    before = table.state.units
    table.sweep(at=24)
    assert {name: (u.at, u.strength, u.willpower) for name, u in before.items()} == {
        name: (u.at, u.strength, u.willpower) for name, u in table.state.units.items()
    }
