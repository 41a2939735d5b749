"""Rules where they meet: each course of events reckoned by hand from the rules, then played."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rulebook.dice import LoadedDice
from rulebook.errors import Refused
from rulebook.saga import actions
from rulebook.saga.board import Cell
from rulebook.saga.death import Fallen, judge_fallen, thrower
from rulebook.saga.events import DeadlineExtended, RoundBegan, TurnTaken
from rulebook.saga.rules import TableRules
from rulebook.saga.state import Alternative, Condition, Span, Victory
from rulebook.saga.steps import Horn, Move, Rest, Strike
from tests.rulebook.boards import Table, ours, theirs
from tests.rulebook.rounds import Round, moment


def test_late_3_a_late_post_within_anothers_extension_adds_three_more_and_nothing_is_inherited() -> None:
    """LATE-3, CLOCK-4, LATE-5: 24, 36 and then 48 + 3 + 3; the next has its plain twelve."""
    table = Round("abcdef")
    table.sweep(at=36)
    assert (table.current, table.due) == ("c", 48)
    table.post("a", at=47)
    assert table.due == 51
    table.post("b", at=50)
    assert table.due == 54
    table.sweep(at=53.99)
    assert table.current == "c"
    table.post("c", at=54)
    assert (table.current, table.due) == ("d", 66 + 3)
    assert table.missed == {"a": 1, "b": 1, "c": 1}
    table.post("d", at=60)
    assert (table.current, table.due) == ("e", 72)
    table.sweep(at=72)
    assert (table.state.round, table.current, table.due) == (1, "f", 84)
    table.sweep(at=84)
    assert (table.state.round, table.due) == (2, 84 + 24)
    assert {wait.kind for wait in table.waits} == {"turn"}


def test_late_3_late_4_a_late_post_that_fells_the_running_unit_extends_nobody() -> None:
    table = Round("abcdef")
    table.sweep(at=24)
    table.fell("a", "b", at=30)
    assert (table.current, table.due) == ("c", 42)
    assert not [event for event in table.events if isinstance(event, DeadlineExtended)]


def test_late_4_clock_5_the_last_running_unit_felled_by_a_late_post_ends_the_round() -> None:
    """Five are left: the first turn of round 2 lasts 24 h from the late post's moment."""
    table = Round("abcdef")
    table.sweep(at=24)
    for unit, hour in zip("bcde", (25, 26, 27, 28), strict=True):
        table.post(unit, at=hour)
    table.fell("a", "f", at=30)
    assert (table.state.round, table.rule, table.due) == (2, "first", 54)


def test_late_4_clock_3_felled_in_the_last_place_with_three_left_the_next_turn_is_an_endgame_turn() -> None:
    table = Round("abcd")
    table.sweep(at=24)
    table.post("b", at=25)
    table.post("c", at=26)
    table.fell("a", "d", at=30)
    assert (table.state.round, table.rule, table.due) == (2, "endgame", 54)


def test_clock_3_late_3_a_late_blow_that_leaves_three_spares_the_running_turn_its_length() -> None:
    """The running turn keeps its 12 and gains 3; the next opens with 24."""
    table = Round("abcd")
    table.sweep(at=24)
    table.fell("a", "d", at=25)
    assert (table.current, table.due) == ("b", 39)
    table.post("b", at=30)
    assert (table.current, table.due) == ("c", 54)


def test_late_1_turn_6_an_early_turn_of_one_felled_by_a_late_post_is_void() -> None:
    table = Round("abcdef")
    table.plan("d", Rest(), at=1)
    table.sweep(at=24)
    table.fell("a", "d", at=25)
    assert "d" not in table.state.plans
    table.post("b", at=26)
    table.post("c", at=27)
    assert (table.current, table.due) == ("e", 39)


def test_early_1_early_3_broken_by_the_blow_before_it_and_frozen_once_its_turn_has_begun() -> None:
    """a's blow takes the condition away; player and director are left with the normal clock."""
    table = Round("abcdef")
    table.plan("b", Strike("strength", "e"), at=1, when=(Condition("standing", unit="d"),))
    table.fell("a", "d", at=2)
    assert (table.current, table.rule, table.due) == ("b", "later", 14)
    assert table.refusal(actions.LeavePlan("b", "b", (Alternative((Rest(),)),), moment(3))) == "turn-has-begun"
    assert table.refusal(actions.WithdrawPlan("b", "b", moment(3))) == "turn-has-begun"
    table.do(actions.PlayPlan("b", moment(4), 0, (Strike("strength", "e"),)))
    assert table.state.units["e"].defeated
    assert (table.last(TurnTaken).by, table.last(TurnTaken).how) == ("director", "plan-adapted")
    assert table.refused_post("b", at=5) == "already-acted"


def test_early_3_late_2_a_broken_early_turn_that_runs_out_is_missed_like_any_other() -> None:
    table = Round("abcdef")
    table.plan("b", Strike("strength", "d"), at=1)
    table.fell("a", "d", at=2)
    assert table.current == "b"
    table.sweep(at=14)
    assert (table.current, table.due, table.missed) == ("c", 26, {"b": 1})
    table.post("b", Rest(), at=20)
    assert table.due == 29


def test_early_2_the_third_alternative_after_one_not_legal_and_one_whose_condition_fails() -> None:
    table = Round("abcdef")
    table.plans(
        "b",
        Alternative((Strike("strength", "c"),)),
        Alternative((Strike("strength", "e"),), (Condition("down", unit="e"),)),
        Alternative((Rest(),)),
        at=1,
    )
    table.do(actions.Correct("c", "strength", 0, "it slipped", moment(1)))
    table.post("a", at=2)
    assert table.last(TurnTaken).steps == (Rest(),)
    assert table.state.units["e"].strength == 20


def test_early_2_clock_1_a_chain_of_early_turns_takes_no_time() -> None:
    table = Round("abcdef")
    table.post("a", at=5)
    for unit in "cde":
        table.plan(unit, Rest(), at=6)
    table.post("b", at=10)
    assert (table.current, table.due) == ("f", 22)


def test_absent_1_clock_1_the_directors_turn_leaves_the_first_place_and_a_left_plan_takes_it() -> None:
    table = Round("nabcd", directors="n")
    table.absent("a", 0, 1000, at=1)
    table.post("n", at=5)
    assert (table.current, table.due) == ("a", None)
    table.post("a", at=40, by="director")
    assert (table.current, table.rule, table.due) == ("b", "first", 64)
    table = Round("nabcd", directors="n")
    table.absent("a", 0, 1000, at=1)
    table.plan("a", Rest(), at=2)
    table.post("n", at=5)
    assert (table.current, table.rule, table.due) == ("b", "later", 17)


def test_absent_1_late_3_a_late_post_gives_nothing_to_the_director_who_plays_for_an_absent_player() -> None:
    table = Round("abcde")
    table.absent("b", 10, 1000, at=1)
    table.sweep(at=24)
    assert (table.current, table.due) == ("b", None)
    table.post("a", at=30)
    assert (table.current, table.due) == ("b", None)
    table.post("b", at=40, by="director")
    assert (table.current, table.due) == ("c", 52)


def test_late_3_a_late_post_helps_the_others_turn_and_not_ones_own_other_unit() -> None:
    """a and c are ana's: her late post gives b three hours and her own c none."""
    owners = {"a": "ana", "c": "ana"}
    table = Round("abcdef", owners=owners)
    table.sweep(at=24)
    table.post("a", at=25)
    assert table.due == 39
    table = Round("abcdef", owners=owners)
    table.sweep(at=24)
    table.post("b", at=25)
    table.post("a", at=26)
    assert (table.current, table.due) == ("c", 37)


def test_clock_6_late_1_a_pause_closes_the_late_window_for_players_and_not_for_good() -> None:
    table = Round("abcde")
    table.sweep(at=24)
    table.do(actions.PauseBattle(moment(30)))
    assert table.refused_post("a", at=40) == "paused"
    table.plan("d", Rest(), at=41)
    table.do(actions.ResumeBattle(moment(130)))
    assert table.due == 136
    table.post("a", at=131)
    assert table.due == 139


def test_clock_6_an_outage_over_a_deadline_and_one_shorter_than_what_is_left() -> None:
    """Down from 20 to 50: 30 back, due 54. Down from 23.9 to 24.3: 0.4 back, yet an hour is left: 25.3."""
    table = Round("abcde")
    table.do(actions.CreditOutage(moment(20), moment(50), moment(50)))
    assert (table.current, table.due, table.missed) == ("a", 54, {})
    table = Round("abcde")
    table.do(actions.CreditOutage(moment(23.9), moment(24.3), moment(24.3)))
    assert (table.current, table.due) == ("a", pytest.approx(25.3))


def test_clock_6_late_3_an_outage_keeps_the_extension_that_a_late_post_gave() -> None:
    table = Round("abcde")
    table.sweep(at=24)
    table.post("a", at=30)
    table.do(actions.CreditOutage(moment(38), moment(48), moment(48)))
    assert (table.current, table.due) == ("b", 49)


def test_absent_2_late_1_a_unit_taken_over_after_its_expiry_is_played_late_by_the_director() -> None:
    table = Round("abcde")
    table.sweep(at=24)
    table.do(actions.TakeOver("a", moment(25)))
    assert table.refused_post("a", at=26) == "taken-over"
    table.post("a", Rest(), at=27, by="director")
    assert (table.current, table.due) == ("b", 39)


def test_absent_2_handed_back_in_its_turn_it_has_a_fresh_first_turn() -> None:
    table = Round("abcde")
    table.do(actions.TakeOver("a", moment(20)))
    assert table.due is None
    table.do(actions.HandBack("a", moment(200)))
    assert (table.rule, table.due) == ("first", 224)


def test_late_2_the_penalty_lowers_the_roll_and_ties_fall_to_reaction_alone() -> None:
    """LATE-2, STAT-5, INIT-2: b missed one; equal totals are decided by the Reaction that nothing lowers."""
    table = Round("abcd")
    table.post("a", at=1)
    table.sweep(at=13)
    table.post("c", at=14)
    table.dice = LoadedDice(d10=(2, 8, 3, 4))  # type: ignore[assignment]
    table.post("d", at=15)
    began = table.last(RoundBegan)
    assert dict(began.totals) == {"a": 7, "b": 12, "c": 8, "d": 9}
    assert table.state.units["b"].reaction == 5


# Fights


def test_will_4_stone_wall_at_rank_1_leaves_nothing_of_a_hit_of_three_yet_the_boost_is_spent() -> None:
    """10 v 8: 2 + 1 - 3 = 0. It hit, so the boost is paid; nothing was damaged, so no favor is returned."""
    wall = ours(abilities={"stone-wall": 1}, passives=("return-the-favor",))
    table = Table("aG..z", a=wall, G=theirs(), z=ours())
    table.use("a", "stone-wall", 1)
    table.strike("G", "a", boost=1)
    assert table.changed == {"G": {"willpower": 4}}


def test_dmg_4_the_wear_of_a_miss_is_no_hit_and_stone_wall_lets_it_through() -> None:
    table = Table("GaH..z", a=ours(abilities={"stone-wall": 3}), G=theirs(), H=theirs(), z=ours())
    table.use("a", "stone-wall", 3)
    table.strike("G", "a", "break", roll=100)
    assert table.changed == {}
    table.strike("H", "a", "break", roll=100)
    assert table.changed == {"a": {"armor": 7}}


def test_stone_wall_ends_as_the_next_turn_begins_though_it_is_spent_resting() -> None:
    table = Table("aG..b", a=ours(abilities={"stone-wall": 3}), G=theirs(), b=ours())
    table.use("a", "stone-wall", 3)
    table.strike("G", "a", "break")
    assert table.changed == {}
    table.play("b", d10=(10, 5, 1))
    table.play("a", Rest())
    assert table.changed["a"] == {"willpower": 3}
    table.strike("G", "a", "break")
    assert table.changed == {"a": {"armor": 6}}


def test_heavy_impact_meets_stone_wall_and_thick_hide() -> None:
    """The neighbours' single point: softened to nothing here, taken by the hide there."""
    table = Table(
        """
        aaGH
        aaI.
        """,
        H=ours(abilities={"stone-wall": 1}),
        I=ours(passives=("thick-hide",), armor=2),
        a=theirs(passives=("heavy-impact",), strength=12),
        G=ours(),
    )
    table.use("H", "stone-wall", 1)
    table.play("I")
    table.strike("a", "G")
    assert table.changed == {"G": {"strength": 6}, "I": {"armor": 1}}


def test_hit_1_dmg_1_the_boost_on_the_single_point_and_the_threshold_without_it() -> None:
    """10 v 13 has threshold 50: a 49 hits for 1 + 2, a 50 misses and costs nothing."""
    table = Table("aG", a=ours(), G=theirs(armor=13))
    table.strike("a", "G", boost=2, roll=49)
    assert table.changed == {"a": {"willpower": 3}, "G": {"strength": 7}}
    table = Table("aG", a=ours(), G=theirs(armor=13))
    table.strike("a", "G", boost=2, roll=50)
    assert table.changed == {}


def test_will_1_will_2_a_dear_walk_leaves_too_little_for_the_blow() -> None:
    """Willpower 3, Exertion 2: two squares more leave one point."""
    table = Table("a......G", a=ours(willpower=3), G=theirs())
    with pytest.raises(Refused) as refused:
        table.play("a", Move(Cell(6, 0)), Strike("strength", "G", 2))
    assert refused.value.code == "not-enough-willpower"
    table.play("a", Move(Cell(6, 0)), Strike("strength", "G", 1), d100=(1,))
    assert table.changed == {"a": {"willpower": 0, "at": "G1"}, "G": {"strength": 7}}


def test_turn_3_will_1_the_horn_pays_for_the_walk_of_the_same_turn() -> None:
    table = Table(
        "Gba.....H", b=ours(strength=20), a=ours(willpower=0, max_willpower=1), G=theirs(strength=1), H=theirs()
    )
    table.strike("b", "G")
    assert table.horns == {"ours": 1, "theirs": 0}
    table.play("a", Horn(1), Move(Cell(7, 0)), Strike("strength", "H"), d100=(1,))
    assert table.changed == {"a": {"at": "H1"}, "H": {"strength": 8}}
    assert table.horns == {"ours": 0, "theirs": 0}


def hunt_leaders(table: Table) -> None:
    sides = tuple(replace(side, victory=Victory("defeat-leader")) for side in table.state.sides)
    table.state = replace(table.state, sides=sides)


def test_win_1_win_2_both_leaders_felled_by_one_tempest_leave_it_to_the_director() -> None:
    table = Table(
        """
        GL...
        aa...
        aa.zH
        """,
        a=ours(abilities={"tempest": 1}, strength=15),
        L=ours(strength=1, leader=True),
        G=theirs(strength=1, leader=True),
        z=ours(),
        H=theirs(),
    )
    hunt_leaders(table)
    table.use("a", "tempest", 1, "G")
    assert (table.state.undecided, table.state.outcome) == (True, None)
    assert table.horns == {"ours": 1, "theirs": 1}
    with pytest.raises(Refused) as refused:
        table.play("z", Rest())
    assert refused.value.code == "undecided"


def test_win_1_horn_1_the_enemy_leader_felled_by_its_own_sides_volley_wins_for_the_others() -> None:
    table = Table(
        """
        ......
        a...LG
        ......
        """,
        a=theirs(abilities={"slag-and-burn": 1}, reach=Span(2, 5)),
        L=theirs(strength=1, leader=True),
        G=ours(leader=True),
    )
    hunt_leaders(table)
    table.use("a", "slag-and-burn", 1, "F2")
    assert table.state.outcome is not None
    assert table.state.outcome.winner == "ours"


# Wounds and deaths


def fates(*fallen: tuple[object, ...], d100: tuple[int, ...] = (), friendly: bool = False) -> list[tuple[int, str]]:
    """Wounds and fates of (rank, open wounds, final strength, exertion, by a boss), every face rolled."""
    dice = LoadedDice(d100=d100)
    given = [Fallen(str(n), *one) for n, one in enumerate(fallen)]  # type: ignore[arg-type]
    outcomes = judge_fallen(given, thrower(dice), TableRules(), friendly=friendly)
    assert dice.unused == 0
    return [(one.wounds, one.outcome) for one in outcomes]


def test_wound_3_death_2_the_new_wounds_weigh_in_the_same_battles_percentage() -> None:
    """-3 / 2 = 1.5: one wound, and another at 50; with 2 + 2 open the chance is 4, with 2 + 1 it is 3."""
    assert fates(("companion", 2, -3, 2, False), d100=(50, 4)) == [(2, "dies")]
    assert fates(("companion", 2, -3, 2, False), d100=(51, 4)) == [(1, "lives")]
    assert fates(("companion", 2, -3, 2, False), d100=(51, 3)) == [(1, "dies")]


def test_wound_1_death_2_death_3_one_below_zero_wounds_nobody_yet_the_old_wounds_weigh() -> None:
    assert fates(("companion", 6, -1, 1, False), d100=(6,)) == [(0, "dies")]
    assert fates(("companion", 0, -1, 1, False)) == [(0, "lives")]
    assert fates(("secondary", 0, -1, 1, False), d100=(6,)) == [(0, "lives")]
    assert fates(("secondary", 3, -1, 1, False), d100=(14,)) == [(0, "dies")]


def test_death_1_death_4_doom_by_the_wounds_of_a_boss_blow_goes_before_the_bosss_claim() -> None:
    """11 + 2/2 are twelve; with one open wound less the director decides."""
    assert fates(("hero", 11, -2, 2, True)) == [(1, "doomed")]
    assert fates(("hero", 10, -2, 2, True)) == [(1, "director-decides")]
    assert fates(("hero", 11, -2, 0, True)) == [(2, "doomed")]


def test_death_2_death_3_a_boss_claims_by_the_order_of_defeat_whatever_the_ranks_between() -> None:
    """Two secondaries and the first companion are claimed without a die; the others roll in their order."""
    fallen = (
        ("secondary", 0, -9, 1, True),
        ("companion", 0, -9, 1, False),
        ("companion", 6, -9, 1, True),
        ("secondary", 3, -9, 1, True),
        ("companion", 1, -1, 1, True),
        ("secondary", 0, -3, 2, True),
    )
    assert fates(*fallen, d100=(1, 50, 11)) == [
        (0, "dies"),
        (9, "dies"),
        (0, "dies"),
        (0, "dies"),
        (0, "dies"),
        (2, "dies"),
    ]


def test_death_4_in_a_friendly_battle_wounds_pile_up_and_kill_at_the_next_real_defeat() -> None:
    assert fates(("companion", 6, -2, 1, True), friendly=True) == [(2, "lives")]
    assert fates(("hero", 11, -2, 1, True), friendly=True) == [(2, "lives")]
    assert fates(("companion", 8, 0, 1, False)) == [(0, "dies")]
    assert fates(("hero", 13, 0, 1, False)) == [(0, "doomed")]
