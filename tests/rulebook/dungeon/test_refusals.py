"""What is refused, and with which code; who may do what for whom."""

from __future__ import annotations

import json

import pytest

from rulebook import dungeon
from rulebook.dice import LoadedDice
from rulebook.dungeon.actions import (
    Action,
    AnswerStrike,
    AnswerTrade,
    CancelAbsence,
    Correct,
    CreditOutage,
    DeadlinePassed,
    DeclareAbsence,
    Deploy,
    EndBattle,
    Extend,
    HandBack,
    Instruct,
    LeavePlan,
    PassWindows,
    PauseBattle,
    Placement,
    PlayStep,
    ResumeBattle,
    TakeOver,
    WithdrawPlan,
)
from rulebook.dungeon.adventures import shipped
from rulebook.dungeon.events import AbsenceDeclared, ClockStarted, StrikeForgone, TurnExpired
from rulebook.dungeon.grid import Pose, Square
from rulebook.dungeon.setup import HeroEntry, Setup
from rulebook.dungeon.state import DIRECTOR, Corrected
from rulebook.dungeon.steps import OVERLORD, Cast, End, Fight, Move, PlayCard, Trade, UseFeat, UseItem
from rulebook.errors import Refused
from rulebook.saga.actions import Pardon
from tests.rulebook.dungeon.arena import ANA, BOB, TYR, Arena

HOUR = 3_600_000
GUARD = "bone_guard-1"


def duel(**more: object) -> Arena:
    """Bruna holds, and is held by, a guard; Ivo stands apart."""
    heroes = {"bruna": ((4, 5), "E"), "ivo": ((0, 0), "E")}
    return Arena(heroes=heroes, foes={"bone_guard": [((5, 5), "W")]}, players={"ivo": BOB}, **more)


def code_of(arena: Arena, action: Action) -> str:
    with pytest.raises(Refused) as refusal:
        dungeon.apply(arena.state, action, LoadedDice())
    assert refusal.value.message
    return refusal.value.code


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (PlayStep(ANA, "nobody", End(), 1), "unknown-unit"),
        (PlayStep(ANA, OVERLORD, End(), 1), "not-your-unit"),
        (PlayStep(TYR, OVERLORD, End(), 1), "not-your-turn"),
        (PlayStep(TYR, GUARD, End(), 1), "not-your-turn"),
        (PlayStep(BOB, "bruna", End(), 1), "not-your-unit"),
        (Deploy(ANA, (Placement("bruna", Square(0, 0)),), 1), "already-started"),
        (AnswerTrade(ANA, True, 1), "no-offer"),
        (AnswerStrike(TYR, GUARD, True, 1), "nobody-asked"),
        (Instruct(BOB, "bruna", 1), "not-your-unit"),
        (Instruct(ANA, "nobody", 1), "unknown-unit"),
        (Instruct(ANA, "bruna", 1, strikes="loudly"), "bad-instruction"),
        (Instruct(ANA, "bruna", 1, declined=("healing_draught",)), "unknown-item"),
        (PassWindows(ANA, "round", 1), "not-your-unit"),
        (PassWindows(TYR, "window", 1), "no-window"),
        (PassWindows(TYR, "often", 1), "bad-scope"),
        (LeavePlan(ANA, "nobody", (End(),), 1), "unknown-unit"),
        (LeavePlan(ANA, "bruna", (End(),), 1, after=("bruna",)), "bad-plan"),
        (WithdrawPlan(ANA, "bruna", 1), "no-plan"),
        (DeclareAbsence(ANA, 5, 5, 1), "bad-absence"),
        (DeclareAbsence("eve", 1, 9, 1), "not-a-player"),
        (CancelAbsence(ANA, 1), "not-absent"),
        (TakeOver("nobody", 1), "unknown-unit"),
        (TakeOver(GUARD, 1), "not-a-players-unit"),
        (HandBack("bruna", 1), "not-taken-over"),
        (ResumeBattle(1), "not-paused"),
        (Extend("bruna", 0, "", 1), "bad-hours"),
        (Correct("bruna", Corrected(facing="up"), "why", 1), "bad-value"),
        (Correct("nobody", Corrected(wounds=1), "why", 1), "unknown-unit"),
        (EndBattle("dragons", "", 1), "unknown-side"),
        (CreditOutage(5, 5, 5), "bad-outage"),
    ],
)
def test_an_action_out_of_place_is_refused(action: Action, code: str) -> None:
    assert code_of(duel(), action) == code


@pytest.mark.parametrize(
    ("unit", "step", "code"),
    [
        ("bruna", Move(()), "bad-path"),
        ("bruna", Move((Pose(Square(4, 5), "N"),) * 61), "bad-path"),
        ("bruna", Move((Pose(Square(9, 9), "N"),)), "bad-path"),
        ("bruna", Fight("ivo"), "illegal-target"),
        ("bruna", UseItem("healing_draught"), "unknown-item"),
        ("bruna", UseFeat("overchannel"), "unknown-feat"),
        ("bruna", Trade("ivo"), "not-adjacent"),
        ("bruna", Trade("bruna", give=("x",)), "illegal-target"),
        ("bruna", Trade(GUARD, give=("x",)), "illegal-target"),
        ("ivo", Cast("ember_dart", "nobody"), "unknown-target"),
        ("ivo", Cast("ember_dart", "bruna"), "illegal-target"),
        ("ivo", Cast("mend", GUARD), "illegal-target"),
        ("ivo", Cast("unbind", "door-1-1"), "illegal-target"),
        ("ivo", PlayCard("press_them"), "unknown-step"),
    ],
)
def test_a_step_out_of_place_is_refused(unit: str, step: object, code: str) -> None:
    assert duel().refused(unit, step) == code


@pytest.mark.parametrize(
    ("item", "fields", "target", "code"),
    [
        ("hartskin_boots", {}, "", "not-activated"),
        ("spark_crystal", {}, "", "illegal-item"),
        ("whetstone_oil", {}, GUARD, "illegal-target"),
    ],
)
def test_an_item_is_used_as_it_says(item: str, fields: dict[str, object], target: str, code: str) -> None:
    arena = duel(models={"bruna": {"items": (item,), **fields}})
    assert arena.refused("bruna", UseItem(item, target)) == code


def test_an_empty_trade_is_none() -> None:
    arena = duel(models={"ivo": {"at": Square(4, 6)}})
    assert arena.refused("bruna", Trade("ivo")) == "nothing-to-trade"


def test_a_trade_is_answered_by_whom_it_is_offered_to() -> None:
    arena = duel(models={"ivo": {"at": Square(4, 6)}, "bruna": {"items": ("healing_draught",)}})
    arena.step("bruna", Trade("ivo", give=("healing_draught",)))
    assert code_of(arena, AnswerTrade(ANA, True, 5)) == "not-your-unit"


def test_who_is_off_the_board_does_nothing() -> None:
    arena = duel(mission={"lose_on_hero_incapacitated": False})
    arena.change("bruna", at=None, wounds=5)
    assert arena.refused("bruna", End()) == "defeated"
    assert code_of(arena, TakeOver("bruna", 1)) == "defeated"
    assert code_of(arena, Correct("bruna", Corrected(wounds=1), "why", 1)) == "defeated"
    arena.step("ivo", End())
    arena.change(GUARD, at=None)
    assert arena.refused(GUARD, End()) == "defeated"


def test_while_a_strike_is_pending_nothing_else_is_done() -> None:
    arena = duel()
    arena.act(Instruct(TYR, GUARD, 1, strikes="ask"))
    arena.step("bruna", arena.walk("bruna", (3, 5)))
    assert arena.refused("ivo", End()) == "strike-pending"
    assert code_of(arena, Correct("bruna", Corrected(wounds=1), "why", 5)) == "strike-pending"
    assert code_of(arena, AnswerStrike(ANA, GUARD, True, 5)) == "not-your-unit"
    arena.act(AnswerStrike(TYR, GUARD, False, 5))
    assert arena.told(StrikeForgone)


def test_a_paused_game_takes_the_directors_steps_only() -> None:
    arena = duel()
    arena.act(TakeOver("bruna", 1))
    arena.act(PauseBattle(2))
    assert code_of(arena, PauseBattle(3)) == "paused"
    assert arena.refused("ivo", End()) == "paused"
    arena.step("bruna", End(), by=DIRECTOR)
    assert arena.model("bruna").status == "acted"


def test_before_the_start_no_steps_are_taken_and_strangers_place_nobody() -> None:
    setup = Setup(shipped("silent_ossuary"), (HeroEntry("bruna", ANA),), 0, TYR)
    state = dungeon.new_state(setup)
    for action, code in (
        (PlayStep(ANA, "bruna", End(), 1), "not-started"),
        (Deploy(BOB, (Placement("bruna", Square(1, 2)),), 1), "not-your-unit"),
        (Deploy(ANA, (Placement("ivo", Square(1, 2)),), 1), "unknown-unit"),
        (Deploy(ANA, (Placement("bruna", Square(1, 2), "up"),), 1), "bad-facing"),
        (Deploy(ANA, (), 1), "bad-placement"),
    ):
        with pytest.raises(Refused) as refusal:
            dungeon.apply(state, action, LoadedDice())
        assert refusal.value.code == code


def test_more_deadlines_than_one_action_settles_are_settled_in_turns() -> None:
    arena = duel(rules={"hour_seconds": 1}, mission={"deck_out": "nothing"})
    assert code_of(arena, PlayStep(ANA, "bruna", End(), 999_999_999)) == "not-settled"
    arena.pass_time(999_999_999)
    assert arena.state.round > 10


def test_nothing_is_used_twice_at_once_left_too_late_or_made_up() -> None:
    arena = duel(models={"bruna": {"items": ("whetstone_oil", "whetstone_oil")}})
    arena.step("bruna", UseItem("whetstone_oil"))
    assert arena.refused("bruna", UseItem("whetstone_oil")) == "used-already"
    assert code_of(arena, LeavePlan(ANA, "bruna", (End(),), 5)) == "turn-has-begun"
    assert code_of(arena, Pardon("bruna", "why", 5)) == "unknown-action"  # type: ignore[arg-type]


def test_no_hours_are_given_where_no_clock_runs() -> None:
    arena = duel()
    for player in (ANA, BOB):
        arena.act(DeclareAbsence(player, 0, 900 * HOUR, 1))
    arena.pass_time(24 * HOUR)
    assert code_of(arena, Extend("bruna", 5, "", 25 * HOUR)) == "no-deadline"


# The director as Overlord, games without a clock


def directed(**rules: object) -> Arena:
    arena = duel(rules=rules)
    arena.setup = Setup(arena.setup.adventure, arena.setup.heroes, 0, DIRECTOR, arena.setup.rules, arena.setup.deck)
    arena.state, _ = dungeon.begin(dungeon.new_state(arena.setup), LoadedDice())
    return arena


def test_sk_233_the_directors_window_has_a_clock_his_turn_has_none() -> None:
    arena = directed()
    arena.end("bruna")
    (window,) = arena.waits()
    assert (window.who, window.kind) == (DIRECTOR, "window")
    arena.pass_time(window.due or 0)
    arena.end("ivo")
    (turn,) = arena.waits()
    assert (turn.who, turn.kind, turn.due, turn.rule) == (DIRECTOR, "overlord", None, "director")
    arena.step(OVERLORD, End(), by=DIRECTOR)
    assert arena.state.round == 2


def test_a_table_may_have_no_clock_against_the_director() -> None:
    arena = directed(clock_against_director=False)
    assert {(wait.due, wait.rule) for wait in arena.waits()} == {(None, "untimed")}
    arena.end("bruna")
    assert [(wait.kind, wait.due) for wait in arena.waits()] == [("window", None)]
    arena.pass_time(9_999 * HOUR)
    assert not arena.told(TurnExpired)


def test_an_absent_overlords_turn_is_the_directors() -> None:
    arena = duel()
    arena.act(DeclareAbsence(TYR, 0, 900 * HOUR, 1))
    assert arena.told(AbsenceDeclared)
    arena.pass_heroes()
    (wait,) = arena.waits()
    assert (wait.who, wait.kind, wait.due, wait.rule) == (DIRECTOR, "overlord", None, "absent")
    arena.step(GUARD, Fight("bruna"), [1, 1, 6, 6, 6, 6, 6], by=DIRECTOR)
    arena.act(CancelAbsence(TYR, 10))
    assert arena.told(ClockStarted)[-1].rule in ("absent", "overlord")
    arena.step(OVERLORD, End())
    assert arena.state.round == 2


def test_whoever_is_away_is_not_asked_about_free_strikes() -> None:
    arena = duel()
    arena.act(Instruct(TYR, GUARD, 1, strikes="ask"))
    arena.act(DeclareAbsence(TYR, 0, 900 * HOUR, 1))
    arena.step("bruna", arena.walk("bruna", (3, 5)), [1, 1, 6, 6, 6, 6, 6])
    assert arena.model("bruna").at == Square(3, 5)


# The record


def test_an_undo_that_makes_no_sense_is_refused() -> None:
    arena = duel()
    for to, reason, code in (
        (0, " ", "no-reason"),
        (999, "x", "unknown-event"),
        (len(arena.events), "x", "nothing-to-undo"),
    ):
        with pytest.raises(Refused) as refusal:
            dungeon.undo(arena.setup, arena.events, to, reason, 5)
        assert refusal.value.code == code


def test_steps_and_adventures_go_to_json_and_back() -> None:
    steps = (Move((Pose(Square(1, 2), "W"),)), Cast("quickstep", "ivo", path=(Pose(Square(0, 0), "N"),)), End())
    assert dungeon.steps_from_json(json.loads(json.dumps(dungeon.steps_to_json(steps)))) == steps
    adventure = shipped("gravecallers_court")
    written = json.loads(json.dumps(dungeon.adventure_to_json(adventure)))
    assert dungeon.adventure_from_json(written) == adventure
    with pytest.raises(Refused) as refusal:
        dungeon.steps_from_json([{"kind": "fly"}])
    assert refusal.value.code == "bad-data"


def test_decide_tells_what_apply_does() -> None:
    arena = duel()
    events = dungeon.decide(arena.state, PlayStep(ANA, "bruna", End(), 5), LoadedDice())
    state = arena.state
    for event in events:
        state = dungeon.evolve(state, event)
    assert state == dungeon.apply(arena.state, PlayStep(ANA, "bruna", End(), 5), LoadedDice())[0]
    assert dungeon.decide(arena.state, DeadlinePassed(5), LoadedDice()) == ()


def test_early_turns_are_no_ones_business_in_the_log() -> None:
    arena = duel()
    arena.step("bruna", arena.walk("bruna", (4, 5), facing="S"))
    arena.act(LeavePlan(BOB, "ivo", (End(),), 5))
    arena.end("bruna")
    arena.end(OVERLORD)
    kinds = {
        viewer: [
            entry.data["kind"] for entry in dungeon.visible_events(arena.events, arena.state, dungeon.Viewer(viewer))
        ]
        for viewer in (ANA, BOB)
    }
    assert "plan-left" in kinds[BOB] and "plan-left" not in kinds[ANA]
    assert "plan-played" in kinds[ANA]
    seen = dungeon.visible_events(arena.events, arena.state, dungeon.Viewer(ANA))
    assert [entry.data["steps"] for entry in seen if entry.data["kind"] == "plan-played"] == [[]]
