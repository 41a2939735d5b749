"""Waits, deadlines, late turns, early turns, absences, the director (IMP-01 to IMP-03)."""

from __future__ import annotations

import pytest

from rulebook import dungeon
from rulebook.dice import LoadedDice, SeededDice
from rulebook.dungeon.actions import (
    Action,
    CancelAbsence,
    ChangePlayer,
    Correct,
    CreditOutage,
    DeadlinePassed,
    DeclareAbsence,
    Deploy,
    EndBattle,
    Extend,
    HandBack,
    LeavePlan,
    PauseBattle,
    Placement,
    PlayStep,
    ResumeBattle,
    TakeOver,
    WithdrawPlan,
    author,
)
from rulebook.dungeon.adventures import shipped
from rulebook.dungeon.events import (
    DeadlineExtended,
    HeroesPlaced,
    PlanFailed,
    PlanPlayed,
    TurnEnded,
    TurnExpired,
    WindowClosed,
)
from rulebook.dungeon.grid import Square
from rulebook.dungeon.setup import HeroEntry, Setup, with_heroes_placed
from rulebook.dungeon.state import DIRECTOR, Corrected
from rulebook.dungeon.steps import OVERLORD, End, PlayCard
from rulebook.errors import Refused, Unreadable
from tests.rulebook.dungeon.arena import ANA, BOB, TYR, Arena

HOUR = 3_600_000
PARTY = {"bruna": ((0, 0), "E"), "torvek": ((0, 1), "E"), "sylwen": ((0, 2), "E"), "ivo": ((0, 3), "E")}
PLAYERS = {"sylwen": BOB, "ivo": BOB}


def party(**more: object) -> Arena:
    return Arena(heroes=PARTY, players=PLAYERS, foes={"bone_guard": [((9, 9), "N")]}, **more)


def refused(arena: Arena, action: Action) -> str:
    with pytest.raises(Refused) as refusal:
        dungeon.apply(arena.state, action, LoadedDice())
    return refusal.value.code


def test_imp_02_every_hero_that_has_not_acted_is_waited_for_at_once() -> None:
    arena = party()
    found = [(wait.who, wait.kind, wait.unit, wait.due, wait.rule) for wait in arena.waits()]
    assert found == [(PLAYERS.get(hero, ANA), "turn", hero, 24 * HOUR, "first") for hero in PARTY]
    arena.step("ivo", arena.walk("ivo", (1, 3)))
    assert [wait.unit for wait in arena.waits()] == ["ivo"]
    assert arena.refused("bruna", End()) == "not-your-turn"


def test_imp_01_later_turns_are_shorter_and_windows_have_their_own_clock() -> None:
    arena = party()
    arena.end("ivo")
    (window,) = arena.waits()
    assert (window.who, window.kind, window.unit, window.due) == (
        TYR,
        "window",
        OVERLORD,
        arena.state.moment + 6 * HOUR,
    )
    arena.end(OVERLORD)
    assert {(wait.unit, wait.rule, wait.due) for wait in arena.waits()} == {
        (hero, "later", arena.state.moment + 12 * HOUR) for hero in ("bruna", "torvek", "sylwen")
    }


def test_imp_01_a_window_nobody_uses_is_a_pass() -> None:
    arena = party()
    arena.end("ivo")
    arena.pass_time(arena.waits()[0].due or 0)
    assert arena.told(WindowClosed)[-1].how == "expired"
    assert arena.state.phase == "heroes"


def test_imp_01_an_interrupt_has_as_long_as_an_overlords_turn_and_ends_with_its_time() -> None:
    arena = party(hand=("spring_the_ambush",))
    arena.end("ivo")
    arena.step(OVERLORD, PlayCard("spring_the_ambush"))
    (wait,) = arena.waits()
    assert wait.due == arena.state.moment + 24 * HOUR
    arena.step("bone_guard-1", arena.walk("bone_guard-1", (9, 8)))
    arena.pass_time(wait.due)
    assert (arena.state.phase, arena.state.running) == ("heroes", None)


def test_nobody_began_in_time_so_the_first_hero_listed_loses_its_place() -> None:
    arena = party()
    arena.pass_time(24 * HOUR)
    (expired,) = arena.told(TurnExpired)
    assert (expired.unit, expired.missed, expired.late_window) == ("bruna", 1, True)
    assert arena.state.phase == "window"
    assert dungeon.standing(arena.state, "bruna") == "absent"


def test_a_turn_that_has_begun_ends_with_what_was_done() -> None:
    arena = party()
    arena.step("ivo", arena.walk("ivo", (1, 3)))
    arena.pass_time(24 * HOUR)
    assert arena.told(TurnEnded)[-1].how == "expired"
    assert (arena.model("ivo").status, arena.model("ivo").missed) == ("acted", 0)


def test_a_late_hero_may_act_until_the_overlords_turn_and_opens_no_window() -> None:
    arena = party()
    arena.pass_time(24 * HOUR)
    arena.end(OVERLORD)
    assert [(wait.who, wait.unit, wait.due) for wait in arena.waits("late")] == [(ANA, "bruna", None)]
    before = arena.state.clock
    arena.end("bruna")
    assert arena.model("bruna").status == "acted-late"
    assert arena.state.phase == "heroes"
    assert before is not None and before.due is not None and arena.state.clock is not None
    assert arena.state.clock.due == before.due + 3 * HOUR
    assert arena.told(DeadlineExtended)[-1].cause == "late-post"
    assert arena.refused("bruna", End()) == "already-acted"


def test_a_post_that_arrives_after_the_due_time_meets_the_expiry_first() -> None:
    arena = party()
    action = PlayStep(ANA, "bruna", End(), 24 * HOUR)
    assert refused(arena, action) == "not-your-turn"


def test_a_round_nobody_comes_to_ends_by_itself() -> None:
    """24 hours, three times a window of 6 and 12 more, and the Overlord's 24."""
    arena = party()
    arena.pass_time(102 * HOUR - 1)
    assert (arena.state.round, arena.state.phase) == (1, "overlord")
    arena.pass_time(102 * HOUR)
    assert (arena.state.round, arena.state.phase) == (2, "heroes")
    assert [event.unit for event in arena.told(TurnExpired)] == list(PARTY)


def test_the_overlords_turn_runs_out() -> None:
    arena = Arena(heroes={"bruna": ((0, 0), "E")}, foes={"bone_guard": [((9, 9), "N")]})
    arena.end("bruna")
    (wait,) = arena.waits()
    assert (wait.who, wait.kind, wait.rule) == (TYR, "overlord", "overlord")
    arena.step("bone_guard-1", arena.walk("bone_guard-1", (9, 8)))
    arena.pass_time(wait.due or 0)
    assert arena.state.round == 2


def test_a_post_for_a_round_that_is_over_is_refused() -> None:
    arena = party()
    assert refused(arena, PlayStep(ANA, "bruna", End(), 5, round=2)) == "round-over"


# Early turns


def test_an_early_turn_is_played_as_soon_as_the_hero_may_start() -> None:
    arena = party()
    arena.step("bruna", arena.walk("bruna", (1, 0)))
    arena.act(LeavePlan(BOB, "ivo", (arena.walk("ivo", (1, 3)),), 50))
    assert dungeon.standing(arena.state, "ivo") == "early"
    arena.end("bruna")
    arena.end(OVERLORD)
    assert arena.told(PlanPlayed)[-1].unit == "ivo"
    assert arena.model("ivo").at == Square(1, 3)
    assert arena.state.phase == "window"


def test_an_early_turn_may_wait_for_others() -> None:
    arena = party()
    arena.act(LeavePlan(BOB, "ivo", (End(),), 50, after=("torvek",)))
    assert not arena.told(PlanPlayed)
    arena.end("bruna")
    arena.end(OVERLORD)
    assert not arena.told(PlanPlayed)
    arena.end("torvek")
    arena.end(OVERLORD)
    assert arena.told(PlanPlayed)


def test_an_early_turn_that_is_not_possible_any_more_leaves_the_turn_to_its_player() -> None:
    arena = party()
    arena.step("bruna", arena.walk("bruna", (1, 1), (1, 2)))
    arena.act(LeavePlan(BOB, "ivo", (arena.walk("ivo", (1, 2)), End()), 50))
    arena.end("bruna")
    arena.end(OVERLORD)
    assert arena.told(PlanFailed)[-1].code == "blocked"
    assert arena.model("ivo").status == "waiting"
    assert "ivo" not in arena.state.plans


def test_an_early_turn_can_be_withdrawn_and_is_its_authors_alone() -> None:
    arena = party()
    arena.step("bruna", arena.walk("bruna", (1, 0)))
    plan = LeavePlan(BOB, "ivo", (End(),), 50)
    assert refused(arena, LeavePlan(ANA, "ivo", (End(),), 50)) == "not-your-unit"
    assert refused(arena, LeavePlan(BOB, "ivo", (), 50)) == "bad-plan"
    arena.act(plan)
    assert dungeon.view(arena.state, dungeon.Viewer(ANA))["plans"] == []
    assert len(dungeon.view(arena.state, dungeon.Viewer(BOB))["plans"]) == 1
    arena.act(WithdrawPlan(BOB, "ivo", 60))
    assert arena.state.plans == {}


# Absences and the director


def test_while_a_player_is_away_the_director_plays_its_heroes_and_others_keep_their_clock() -> None:
    arena = party()
    arena.act(DeclareAbsence(BOB, 0, 900 * HOUR, 5))
    kinds = {wait.unit: (wait.who, wait.kind) for wait in arena.waits()}
    assert kinds["ivo"] == (DIRECTOR, "director")
    assert kinds["bruna"] == (ANA, "turn")
    assert dungeon.standing(arena.state, "ivo") == "absent-with-notice"
    arena.step("ivo", End(), by=DIRECTOR)
    arena.end(OVERLORD)
    arena.pass_time(arena.state.moment + 12 * HOUR)
    assert arena.told(TurnExpired)[-1].unit == "bruna"


def test_with_everybody_away_no_clock_runs_until_somebody_is_back() -> None:
    arena = Arena(heroes={"bruna": ((0, 0), "E")})
    arena.act(DeclareAbsence(ANA, 0, 900 * HOUR, 5))
    arena.pass_time(24 * HOUR)
    assert not arena.told(TurnExpired)
    assert [(wait.who, wait.due, wait.rule) for wait in arena.waits()] == [(DIRECTOR, None, "absent")]
    arena.act(CancelAbsence(ANA, 30 * HOUR))
    assert [(wait.who, wait.due) for wait in arena.waits()] == [(ANA, 54 * HOUR)]


def test_a_clock_that_ran_when_everybody_went_does_not_run_out_unseen_once_the_absence_is_over() -> None:
    """SK-236: the director is waited for meanwhile; whoever is back has a fresh clock."""
    arena = Arena(heroes={"bruna": ((0, 0), "E")})
    arena.act(DeclareAbsence(ANA, 0, 10 * HOUR, HOUR))
    assert [(wait.who, wait.due, wait.rule) for wait in arena.waits()] == [(DIRECTOR, None, "absent")]
    arena.pass_time(33 * HOUR)
    assert not arena.told(TurnExpired)
    assert [(wait.who, wait.opened, wait.due, wait.rule) for wait in arena.waits()] == [
        (ANA, 10 * HOUR, 34 * HOUR, "first")
    ]
    arena.pass_time(34 * HOUR)
    assert [event.at for event in arena.told(TurnExpired)] == [34 * HOUR]


def test_an_absence_that_ends_within_a_pause_ends_with_it_and_the_player_has_a_fresh_clock() -> None:
    """SK-236."""
    arena = Arena(heroes={"bruna": ((0, 0), "E")})
    arena.act(DeclareAbsence(ANA, 0, 10 * HOUR, HOUR))
    arena.act(PauseBattle(9 * HOUR, "snow"))
    arena.pass_time(20 * HOUR)
    assert [(wait.who, wait.due) for wait in arena.waits()] == [(DIRECTOR, None)]
    arena.act(ResumeBattle(30 * HOUR))
    assert [(wait.who, wait.due, wait.rule) for wait in arena.waits()] == [(ANA, 54 * HOUR, "first")]


def test_of_two_absences_the_clock_waits_for_the_end_of_the_later() -> None:
    """SK-236."""
    arena = Arena(heroes={"bruna": ((0, 0), "E")})
    arena.act(DeclareAbsence(ANA, 0, 10 * HOUR, HOUR))
    arena.act(DeclareAbsence(ANA, 5 * HOUR, 20 * HOUR, HOUR))
    arena.pass_time(15 * HOUR)
    assert [(wait.who, wait.due) for wait in arena.waits()] == [(DIRECTOR, None)]
    arena.pass_time(21 * HOUR)
    assert [(wait.who, wait.opened, wait.due) for wait in arena.waits()] == [(ANA, 20 * HOUR, 44 * HOUR)]


def test_a_player_who_is_back_among_others_is_waited_for_and_leaves_their_clock_alone() -> None:
    """SK-236."""
    arena = party()
    before = {wait.unit: wait.due for wait in arena.waits()}
    arena.act(DeclareAbsence(BOB, 0, 3 * HOUR, 5))
    assert {wait.unit: wait.who for wait in arena.waits()}["ivo"] == DIRECTOR
    arena.pass_time(4 * HOUR)
    assert {wait.unit: (wait.who, wait.due) for wait in arena.waits()}["ivo"] == (BOB, before["ivo"])


def test_of_two_absences_one_is_cancelled_and_no_clock_runs_while_the_other_holds() -> None:
    arena = Arena(heroes={"bruna": ((0, 0), "E")})
    arena.act(DeclareAbsence(ANA, 0, 900 * HOUR, 5))
    arena.act(DeclareAbsence(ANA, HOUR, 90 * HOUR, 5))
    arena.pass_time(24 * HOUR)
    arena.act(CancelAbsence(ANA, 30 * HOUR, HOUR, 90 * HOUR))
    assert [(wait.who, wait.due, wait.rule) for wait in arena.waits()] == [(DIRECTOR, None, "absent")]
    arena.act(CancelAbsence(ANA, 31 * HOUR, 0, 900 * HOUR))
    assert [(wait.who, wait.due) for wait in arena.waits()] == [(ANA, 55 * HOUR)]


def test_an_undo_to_where_an_absence_cancelled_since_stopped_the_clock_gives_a_fresh_one() -> None:
    arena = Arena(heroes={"bruna": ((0, 0), "E")})
    arena.act(DeclareAbsence(ANA, 0, 900 * HOUR, 5))
    arena.pass_time(24 * HOUR)
    assert arena.waits()[0].rule == "absent"
    stood = len(arena.events)
    arena.act(CancelAbsence(ANA, 30 * HOUR, 0, 900 * HOUR))
    state, _event = dungeon.undo(arena.setup, arena.events, stood, "the wrong die", 40 * HOUR)
    assert [(wait.who, wait.due) for wait in dungeon.waits(state)] == [(ANA, 64 * HOUR)]


def test_a_seat_given_to_somebody_who_is_away_waits_for_the_director() -> None:
    arena = Arena(heroes={"bruna": ((0, 0), "E")})
    arena.act(ChangePlayer("bruna", BOB, HOUR))
    arena.act(DeclareAbsence(BOB, 0, 900 * HOUR, HOUR, known=True))
    assert [(wait.who, wait.due, wait.rule) for wait in arena.waits()] == [(DIRECTOR, None, "absent")]


def test_a_hero_is_taken_over_and_handed_back() -> None:
    arena = Arena(heroes={"bruna": ((0, 0), "E")})
    assert arena.refused("bruna", End(), by=DIRECTOR) == "not-your-unit"
    arena.act(TakeOver("bruna", 5, "gone quiet"))
    assert arena.refused("bruna", End()) == "taken-over"
    assert [(wait.who, wait.due, wait.rule) for wait in arena.waits()] == [(DIRECTOR, None, "taken-over")]
    arena.act(HandBack("bruna", 10))
    assert [(wait.who, wait.due) for wait in arena.waits()] == [(ANA, 10 + 24 * HOUR)]


def test_a_seat_changes_hands_with_a_fresh_clock() -> None:
    arena = party()
    arena.step("bruna", arena.walk("bruna", (1, 0)))
    arena.act(LeavePlan(BOB, "ivo", (End(),), 5))
    arena.act(ChangePlayer("ivo", "cleo", HOUR))
    assert arena.state.plans == {}
    assert arena.model("ivo").player == "cleo"
    arena.act(ChangePlayer("bruna", "cleo", 2 * HOUR))
    (wait,) = arena.waits()
    assert (wait.who, wait.due) == ("cleo", 26 * HOUR)
    arena.act(ChangePlayer(OVERLORD, "dora", 3 * HOUR))
    assert (arena.state.overlord, arena.model("bone_guard-1").player) == ("dora", "dora")
    assert arena.waits()[0].due == 26 * HOUR
    assert refused(arena, ChangePlayer("bone_guard-1", BOB, 4 * HOUR)) == "not-a-players-unit"
    assert refused(arena, ChangePlayer("ivo", "", 4 * HOUR)) == "bad-player"


def test_a_pause_keeps_what_was_left_and_an_outage_is_given_back() -> None:
    arena = party()
    arena.act(PauseBattle(HOUR))
    assert {wait.due for wait in arena.waits()} == {None}
    assert arena.refused("bruna", End()) == "paused"
    arena.pass_time(100 * HOUR)
    arena.act(ResumeBattle(101 * HOUR))
    assert arena.waits()[0].due == 124 * HOUR
    arena.act(CreditOutage(110 * HOUR, 112 * HOUR, 113 * HOUR))
    assert arena.waits()[0].due == 126 * HOUR
    arena.act(CreditOutage(110 * HOUR, 112 * HOUR, 113 * HOUR))
    assert arena.waits()[0].due == 126 * HOUR


def test_what_an_outage_took_before_a_pause_within_it_is_given_back() -> None:
    """CLOCK-6: from its start, whatever stood still afterwards."""
    arena = party()
    arena.act(PauseBattle(15 * HOUR))
    arena.act(CreditOutage(10 * HOUR, 20 * HOUR, 20 * HOUR))
    arena.act(ResumeBattle(30 * HOUR))
    assert arena.waits()[0].due == 44 * HOUR, "14 h were left when it began"


def test_an_outage_within_a_pause_took_nothing() -> None:
    arena = party()
    arena.act(PauseBattle(15 * HOUR))
    arena.act(CreditOutage(16 * HOUR, 20 * HOUR, 20 * HOUR))
    arena.act(ResumeBattle(30 * HOUR))
    assert arena.waits()[0].due == 39 * HOUR


def test_the_director_extends_corrects_and_ends() -> None:
    arena = party()
    arena.act(Extend("bruna", 2, "asked for it", 1))
    assert arena.waits()[0].due == 26 * HOUR
    arena.act(Correct("bruna", Corrected(wounds=2, square=Square(5, 5), facing="W", items=("ashen_seal",)), "typo", 2))
    bruna = arena.model("bruna")
    assert (bruna.wounds, bruna.at, bruna.facing, bruna.items) == (2, Square(5, 5), "W", ("ashen_seal",))
    assert arena.state.occupied[Square(5, 5)] == "bruna"
    for to, code in (
        (Corrected(), "bad-value"),
        (Corrected(wounds=5), "bad-value"),
        (Corrected(items=("sword",)), "bad-value"),
        (Corrected(square=Square(0, 1)), "blocked"),
    ):
        assert refused(arena, Correct("bruna", to, "why", 3)) == code
    assert refused(arena, Correct("bruna", Corrected(wounds=1), " ", 3)) == "no-reason"
    arena.act(EndBattle("hero", "enough", 4))
    assert arena.waits() == []
    assert refused(arena, PlayStep(ANA, "bruna", End(), 5)) == "already-over"


# Placing the heroes


def new_game() -> tuple[Setup, object]:
    heroes = tuple(HeroEntry(key, PLAYERS.get(key, ANA)) for key in PARTY)
    setup = Setup(shipped("silent_ossuary"), heroes, 0, TYR)
    return setup, dungeon.new_state(setup)


def test_ds_setup_04_players_place_their_heroes_and_choose_the_facing() -> None:
    _, state = new_game()
    assert {(wait.who, wait.kind, wait.due) for wait in dungeon.waits(state)} == {
        (ANA, "deploy", 24 * HOUR),
        (BOB, "deploy", 24 * HOUR),
    }
    dice = SeededDice(b"x")
    placed = (Placement("bruna", Square(2, 2), "E"), Placement("torvek", Square(2, 3), "S"))
    state, _ = dungeon.apply(state, Deploy(ANA, placed, 5), dice)
    assert state.models["torvek"].facing == "S"
    for bad in (Placement("ivo", Square(2, 2)), Placement("ivo", Square(5, 5)), Placement("bruna", Square(1, 2))):
        with pytest.raises(Refused):
            dungeon.apply(state, Deploy(BOB, (bad,), 6), dice)
    others = (Placement("ivo", Square(1, 2)), Placement("sylwen", Square(1, 3)))
    state, _ = dungeon.apply(state, Deploy(BOB, others, 7), dice)
    assert (state.phase, state.round, len(state.hand), len(state.deck)) == ("heroes", 1, 3, 7)


def test_ds_setup_04_time_places_who_was_not_placed() -> None:
    _, state = new_game()
    state, events = dungeon.apply(state, DeadlinePassed(24 * HOUR), SeededDice(b"x"))
    (placed,) = [event for event in events if isinstance(event, HeroesPlaced)]
    assert placed.by_deadline
    assert [placement.square for placement in placed.placements] == list(state.starts)
    assert state.round == 1


def test_ds_setup_03_the_shuffle_is_on_record_and_differs_by_seed() -> None:
    setup = with_heroes_placed(new_game()[0])
    decks = set()
    for seed in (b"a", b"b"):
        state, events = dungeon.begin(dungeon.new_state(setup), SeededDice(seed))
        assert len(events[0].rolls) == 23
        decks.add(state.hand + state.deck)
    assert len(decks) == 2


def test_a_set_up_that_cannot_be_played_says_why() -> None:
    adventure = shipped("silent_ossuary")
    for heroes in (
        (),
        (HeroEntry("veyra", ANA),),
        (HeroEntry("bruna", ANA), HeroEntry("bruna", BOB)),
        (HeroEntry("bruna", ANA, at=Square(5, 5)),),
        (HeroEntry("bruna", ""),),
    ):
        with pytest.raises(Unreadable) as refusal:
            dungeon.new_state(Setup(adventure, heroes, 0, TYR))
        assert refusal.value.code == "bad-setup"
    with pytest.raises(Unreadable):
        dungeon.new_state(Setup(adventure, (HeroEntry("bruna", ANA),), 0, TYR, deck=("joker",)))


def test_whose_act_an_action_is() -> None:
    assert author(DeadlinePassed(1)) == ""
    assert author(DeclareAbsence(ANA, 1, 2, 1)) == ANA
    assert author(PlayStep(BOB, "ivo", End(), 1)) == BOB
    assert author(PauseBattle(1)) == DIRECTOR
