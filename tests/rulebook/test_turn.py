"""What a turn may hold and in which order: TURN-1 to TURN-6, HORN-1, WILL-1 to WILL-5, HIT-6, STAT-8."""

from dataclasses import replace

import pytest

from rulebook.dice import LoadedDice
from rulebook.errors import Refused
from rulebook.saga.actions import PlayTurn
from rulebook.saga.board import Cell, parse_cell
from rulebook.saga.change import change
from rulebook.saga.events import StrikeRolled, UnitDefeated
from rulebook.saga.resolve import apply
from rulebook.saga.rules import TableRules
from rulebook.saga.state import Span
from rulebook.saga.steps import End, Horn, Move, Rest, Step, Strike, UseAbility
from tests.rulebook.boards import Table, ours, theirs, thing

HIT, MISS = 1, 100


def refusal(table: Table, unit: str, *steps: Step) -> str:
    before = table.state
    with pytest.raises(Refused) as refused:
        table.play(unit, *steps)
    assert table.state is before
    return refused.value.code


def to(cell: str, will: int | None = None) -> Move:
    return Move(parse_cell(cell), will)


@pytest.mark.parametrize(
    "steps",
    [
        (to("B1"), Rest()),
        (to("B1"), Horn(1)),
        (Strike("strength", "G"), to("B1")),
        (Rest(), to("B1")),
        (Rest(), Horn(1)),
        (End(), to("B1")),
        (End(), End()),
        (Strike("strength", "G"), Strike("break", "G")),
        (to("B1"), to("C1")),
        (Horn(1), Rest()),
        (Horn(1), Horn(1)),
    ],
    ids=str,
)
def test_turn_1_a_turn_is_rest_horn_move_act_in_this_order(steps: tuple[Step, ...]) -> None:
    table = Table("a..\nG..", a=ours(willpower=3, max_willpower=5), G=theirs())
    fill_horns(table, 2)
    assert refusal(table, "a", *steps) == "step-order"


def fill_horns(table: Table, points: int) -> None:
    sides = tuple(replace(side, horn=points) for side in table.state.sides)
    table.state = change(table.state, sides=sides)


def test_turn_1_all_or_nothing() -> None:
    table = Table("a...G", a=ours(), G=theirs())
    assert refusal(table, "a", to("C1"), Strike("strength", "G")) == "out-of-range"
    assert table.state.units["a"].at == parse_cell("A1")


@pytest.mark.parametrize(("now", "then"), [(3, 4), (5, 5)])
def test_turn_2_and_will_5_resting_is_the_whole_turn_and_gives_one_up_to_the_maximum(now: int, then: int) -> None:
    table = Table("a..G", a=ours(willpower=now, max_willpower=5), G=theirs())
    table.play("a", Rest())
    assert table.state.units["a"].willpower == then
    assert table.state.running is not None and table.state.running.unit == "G"


def with_horn(points: int, willpower: int = 1, maximum: int = 5) -> Table:
    table = Table("a..G", a=ours(willpower=willpower, max_willpower=maximum), G=theirs())
    fill_horns(table, points)
    return table


@pytest.mark.parametrize("points", [1, 2, 3])
def test_turn_3_any_number_of_points_is_taken_from_the_horn(points: int) -> None:
    table = with_horn(3)
    table.play("a", Horn(points))
    assert table.state.units["a"].willpower == 1 + points
    assert table.horns == {"ours": 3 - points, "theirs": 3}


@pytest.mark.parametrize(
    ("horn", "points", "code"),
    [(2, 3, "horn-empty"), (0, 1, "horn-empty"), (5, 5, "above-maximum"), (5, 0, "bad-boost"), (5, -1, "bad-boost")],
)
def test_turn_3_no_more_than_there_is_and_none_above_ones_maximum(horn: int, points: int, code: str) -> None:
    assert refusal(with_horn(horn), "a", Horn(points)) == code


def test_turn_3_points_from_the_horn_serve_in_the_same_turn() -> None:
    table = with_horn(2, willpower=0)
    table.play("a", Horn(2), to("C1"), Strike("strength", "G", boost=2), d100=(HIT,))
    assert table.state.units["a"].willpower == 0
    assert table.state.units["G"].strength == 10 - 2 - 2


def test_turn_4_and_will_1_one_square_more_per_point_at_most_exertion() -> None:
    table = Table("a......G", a=ours(move=3, exertion=2, willpower=5), G=theirs())
    assert refusal(table, "a", to("G1")) == "too-far"
    table.play("a", to("F1"))
    assert table.changed["a"] == {"at": "F1", "willpower": 3}


def test_will_1_willpower_offered_must_be_allowed() -> None:
    table = Table("a......G", a=ours(move=3, exertion=2, willpower=1), G=theirs())
    assert refusal(table, "a", to("D1", -1)) == "bad-boost"
    assert refusal(table, "a", to("D1", 3)) == "boost-exceeds-exertion"
    assert refusal(table, "a", to("D1", 2)) == "not-enough-willpower"
    assert refusal(table, "a", to("E1", 0)) == "too-far"


def test_will_2_movement_and_attack_are_capped_separately() -> None:
    table = Table("a.....G", a=ours(move=3, exertion=2, willpower=4), G=theirs())
    table.play("a", to("F1"), Strike("strength", "G", boost=2), d100=(HIT,))
    assert table.state.units["a"].willpower == 0
    assert table.state.units["G"].strength == 10 - 2 - 2


@pytest.mark.parametrize(
    ("boost", "willpower", "code"),
    [
        (-1, 5, "bad-boost"),
        (3, 5, "boost-exceeds-exertion"),
        (3, 1, "boost-exceeds-exertion"),
        (2, 1, "not-enough-willpower"),
    ],
)
def test_will_2_boosts_that_are_not_allowed(boost: int, willpower: int, code: str) -> None:
    table = Table("aG", a=ours(willpower=willpower), G=theirs())
    assert refusal(table, "a", Strike("strength", "G", boost)) == code


def test_will_3_an_ability_costs_its_rank_whatever_the_exertion() -> None:
    table = Table("a.G", a=ours(exertion=0, abilities={"stone-wall": 3}), G=theirs())
    table.use("a", "stone-wall", 3)
    assert table.state.units["a"].willpower == 2


def test_will_3_any_rank_up_to_the_one_learned() -> None:
    table = Table("a.G", a=ours(abilities={"stone-wall": 2}, willpower=1), G=theirs())
    assert table.refusal("a", "stone-wall", 3) == "unknown-rank"
    assert table.refusal("a", "stone-wall", 0) == "unknown-rank"
    assert table.refusal("a", "stone-wall", 2) == "not-enough-willpower"
    assert table.refusal("a", "rally", 1) == "unknown-ability"


@pytest.mark.parametrize(("lost_on_miss", "left"), [(False, 5), (True, 4)])
def test_will_4_the_boost_is_spent_only_if_the_attack_hits(lost_on_miss: bool, left: int) -> None:
    table = Table("aG", a=ours(), G=theirs())
    table.state = change(table.state, rules=TableRules(boost_lost_on_miss=lost_on_miss))
    table.strike("a", "G", boost=1, roll=MISS)
    assert table.state.units["a"].willpower == left


def test_turn_5_acting_or_skipping_ends_the_turn() -> None:
    for steps in ((), (End(),), (to("B1"),), (to("B1"), End())):
        table = Table("a..G", a=ours(), G=theirs())
        table.play("a", *steps)
        assert table.state.running is not None and table.state.running.unit == "G"


def test_turn_6_a_defeated_units_turn_vanishes() -> None:
    table = Table("aG.\nb.H", a=ours(strength=20), G=theirs(strength=1, armor=0), b=ours(), H=theirs())
    table.strike("a", "G")
    assert table.state.units["G"].at is None
    assert table.state.running is not None and table.state.running.unit == "b"


@pytest.mark.parametrize(("before", "after"), [(0, 1), (4, 5), (5, 5)])
def test_horn_1_holds_one_for_each_enemy_defeated_up_to_five(before: int, after: int) -> None:
    table = Table("aG.\n..H", a=ours(strength=20), G=theirs(strength=1, armor=0), H=theirs())
    fill_horns(table, before)
    table.strike("a", "G")
    assert table.horns == {"ours": after, "theirs": before}


def test_horn_1_is_lost_at_the_end_of_the_battle() -> None:
    table = with_horn(3)
    table.state = change(table.state, units=table.state.units | {"G": change(table.state.units["G"], strength=1)})
    table.play("a", to("C1"), Strike("strength", "G"), d100=(HIT,))
    assert table.horns == {"ours": 0, "theirs": 0}


def test_horn_1_obstacles_do_not_fill_it() -> None:
    table = Table("aX.\n..G", a=ours(strength=20), X=thing(), G=theirs())
    table.strike("a", "X")
    assert table.state.units["X"].defeated
    assert table.horns["ours"] == 0


@pytest.mark.parametrize(
    ("target", "code"),
    [("b", "illegal-target"), ("a", "illegal-target"), ("zoe", "unknown-target"), ("H", "out-of-range")],
)
def test_hit_6_a_plain_attack_is_aimed_at_one_enemy_or_obstacle_in_range(target: str, code: str) -> None:
    table = Table("abG\nX.H", a=ours(), b=ours(), G=theirs(), X=thing(), H=theirs())
    assert refusal(table, "a", Strike("strength", target)) == code
    table.strike("a", "X")


def test_hit_6_not_at_one_who_has_fallen() -> None:
    table = Table("aG.\nb.H", a=ours(strength=20), G=theirs(strength=1, armor=0), b=ours(), H=theirs())
    table.strike("a", "G")
    assert refusal(table, "b", Strike("strength", "G")) == "defeated"


def test_move_3_a_spear_reaches_two_cells_around_the_corner() -> None:
    table = Table("a.\n.G", a=ours(reach=Span(1, 2)), G=theirs())
    table.strike("a", "G")


def rerolling(points: int = 2, rules: TableRules | None = None) -> Table:
    table = Table("aG", a=ours(hero_points=points, max_hero_points=5), G=theirs())
    table.state = change(table.state, rules=rules or TableRules())
    return table


def test_stat_8_a_miss_is_rolled_again_once_for_a_hero_point() -> None:
    table = rerolling()
    table.play("a", Strike("strength", "G", boost=1, reroll=True), d100=(MISS, HIT))
    rolled = [event for event in table.events if isinstance(event, StrikeRolled)]
    assert [(event.roll and event.roll.face, event.final, event.hero_points) for event in rolled] == [
        (MISS, False, 1),
        (HIT, True, 0),
    ]
    assert table.state.units["a"].hero_points == 1
    assert table.state.units["a"].willpower == 4
    assert table.state.units["G"].strength == 10 - 2 - 1


def test_stat_8_a_hit_costs_none() -> None:
    table = rerolling()
    table.play("a", Strike("strength", "G", reroll=True), d100=(HIT,))
    assert table.state.units["a"].hero_points == 2


def test_stat_8_the_second_face_stands_and_counts_once() -> None:
    table = rerolling()
    table.play("a", Strike("break", "G", reroll=True), d100=(MISS, MISS))
    assert table.state.broken == {"G": 1}
    assert table.state.units["G"].armor == 8


def test_stat_8_without_points_or_with_the_rule_off_there_is_none() -> None:
    for table in (rerolling(0), rerolling(2, TableRules(hero_points=False))):
        assert refusal(table, "a", Strike("strength", "G", reroll=True)) == "not-enough-hero-points"


def test_stat_8_a_table_sets_what_a_second_roll_costs() -> None:
    dear = TableRules(hero_points_reroll=2)
    assert refusal(rerolling(1, dear), "a", Strike("strength", "G", reroll=True)) == "not-enough-hero-points"
    table = rerolling(3, dear)
    table.play("a", Strike("strength", "G", reroll=True), d100=(MISS, MISS))
    assert table.state.units["a"].hero_points == 1


def test_stat_1_the_negative_value_is_kept() -> None:
    table = Table("aG", a=ours(strength=15), G=theirs(strength=2, armor=3))
    table.strike("a", "G")
    assert table.state.units["G"].strength == 2 - 12
    assert [event.by for event in table.events if isinstance(event, UnitDefeated)] == ["a"]


def test_nonsense_steps_are_refused() -> None:
    table = Table("aG", a=ours(), G=theirs())
    for step, code in (
        (Strike("bite", "G"), "bad-attack"),  # type: ignore[arg-type]
        (UseAbility("stone-wall", 1, "G"), "unknown-ability"),
        (Move(Cell(9, 9)), "blocked"),
        (Move(Cell(1, 0), turned=True), "bad-move"),
        ("rest", "unknown-step"),
    ):
        assert refusal(table, "a", step) == code  # type: ignore[arg-type]


def test_an_obstacle_takes_no_turn() -> None:
    table = Table("aX.G", a=ours(), X=thing(), G=theirs())
    with pytest.raises(Refused) as refused:
        apply(table.state, PlayTurn("director", "X", (), 1), LoadedDice())
    assert refused.value.code == "not-your-turn"
