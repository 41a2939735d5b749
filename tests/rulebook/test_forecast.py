"""Forecasts: what a turn would do if every attack hits, from what the viewer may know (DEPL-6)."""

import pytest

from rulebook.errors import Refused
from rulebook.saga.board import Cell, parse_cell
from rulebook.saga.change import change
from rulebook.saga.forecast import Forecast, Numbers, forecast
from rulebook.saga.knowledge import Viewer
from rulebook.saga.rules import TableRules
from rulebook.saga.state import Hazard
from rulebook.saga.steps import Horn, Move, Rest, Step, Strike, UseAbility
from tests.rulebook.boards import Table, ours, theirs

ANA = Viewer("ana")


def foreseen(table: Table, *steps: Step, viewer: Viewer = ANA) -> Forecast:
    before = table.state
    told = forecast(table.state, "a", steps, viewer)
    assert table.state is before
    return told


def test_an_attacks_threshold_chance_and_result_are_told_with_the_terms() -> None:
    table = Table("aG", a=ours(strength=13, open_wounds=1), G=theirs(strength=12, armor=10, evasion=3))
    step = foreseen(table, Strike("strength", "G", boost=2)).steps[0]
    attempt = step.attempts[0]
    assert (attempt.threshold, attempt.chance, attempt.cannot_miss) == (75, 74, False)
    assert sum(amount for _, amount, _ in attempt.terms) == 75
    assert {rule for _, _, rule in attempt.terms} == {"HIT-1", "HIT-2"}
    assert (step.willpower, step.willpower_on_miss) == (2, 0)
    target = next(one for one in step.changes if one.unit == "G")
    assert (target.before.strength, target.after.strength) == (12, 7)


def test_will_4_a_boost_that_is_lost_on_a_miss_is_told_so() -> None:
    table = Table("aG", a=ours(), G=theirs())
    table.state = change(table.state, rules=TableRules(boost_lost_on_miss=True))
    step = foreseen(table, Strike("strength", "G", boost=2)).steps[0]
    assert (step.willpower, step.willpower_on_miss) == (2, 2)


def test_what_a_kill_wins_back_is_no_part_of_a_miss() -> None:
    # Embolden's willpower was counted on a miss too, which then seemed to cost one point less than nothing.
    fallen = Table(
        "aG.h", a=ours(willpower=3, max_willpower=5, passives=("embolden",)), G=theirs(strength=1), h=theirs()
    )
    step = foreseen(fallen, Strike("strength", "G", boost=1)).steps[0]
    assert (step.willpower, step.willpower_on_miss) == (0, 0)


def test_dmg_4_what_a_miss_would_wear_is_told() -> None:
    table = Table("aG", a=ours(), G=theirs())
    table.state = change(table.state, broken={"G": 1})
    assert foreseen(table, Strike("break", "G")).steps[0].attempts[0].on_miss == 1
    assert foreseen(table, Strike("strength", "G")).steps[0].attempts[0].on_miss == 0


def test_each_step_starts_from_what_the_one_before_has_done() -> None:
    table = Table("a.....G", a=ours(move=3, willpower=4), G=theirs())
    told = foreseen(table, Move(parse_cell("F1")), Strike("strength", "G", boost=1))
    assert [step.willpower for step in told.steps] == [2, 1]
    assert told.steps[0].path[-1] == Cell(5, 0)
    assert told.willpower_left == 1 and told.refusal is None


def test_passives_count_by_the_code_that_counts_them_in_play() -> None:
    table = Table("aGH", a=ours(passives=("heavy-impact",)), G=theirs(), H=theirs())
    changed = {one.unit: one.after.strength for one in foreseen(table, Strike("strength", "G")).steps[0].changes}
    assert changed == {"G": 8, "H": 9}


def test_abilities_are_foreseen_too() -> None:
    table = Table("a..G", a=ours(abilities={"bird-of-prey": 1}), G=theirs())
    step = foreseen(table, UseAbility("bird-of-prey", 1, "G")).steps[0]
    assert (step.attempts[0].chance, step.attempts[0].cannot_miss) == (100, True)
    assert step.willpower == 1


def test_the_first_step_that_is_not_legal_is_told_and_those_before_it_stand() -> None:
    table = Table("a...G", a=ours(), G=theirs())
    told = foreseen(table, Move(parse_cell("C1")), Strike("strength", "G"))
    assert len(told.steps) == 1
    assert told.refusal is not None and told.refusal.code == "out-of-range"


def test_rest_and_horn_are_foreseen() -> None:
    table = Table("a...G", a=ours(willpower=3, max_willpower=5), G=theirs())
    assert foreseen(table, Rest()).willpower_left == 4
    told = foreseen(table, Horn(1))
    assert told.refusal is not None and told.refusal.code == "horn-empty"


def test_depl_6_a_hidden_trap_is_foreseen_by_those_who_know_of_it_only() -> None:
    table = Table("a...G", a=ours(), G=theirs())
    trap = Hazard("trap", parse_cell("B1"), "G", "theirs", strength=3, hidden=True, stops=True)
    table.state = change(table.state, hazards=(trap,))
    walk = Move(parse_cell("C1"))
    step = foreseen(table, walk).steps[0]
    assert step.hazards == () and step.changes[0].after.at == Cell(2, 0)
    assert foreseen(table, walk, viewer=Viewer("director")).steps[0].hazards == ("trap",)


def test_known_coals_are_foreseen() -> None:
    table = Table("a...G", a=ours(), G=theirs())
    table.state = change(table.state, hazards=(Hazard("coals", parse_cell("B1"), "G", "theirs", strength=1),))
    step = foreseen(table, Move(parse_cell("C1"))).steps[0]
    assert step.hazards == ("coals",)
    assert step.changes[0].after == Numbers(9, 8, 5, Cell(2, 0), defeated=False)


def test_a_unit_that_cannot_act_has_no_forecast() -> None:
    table = Table("a.G", a=ours(), G=theirs())
    with pytest.raises(Refused) as refused:
        forecast(table.state, "zoe", (), ANA)
    assert refused.value.code == "unknown-unit"
