"""What each viewer is shown: DEPL-1, DEPL-3, DEPL-6, EARLY-1, BOSS-1, and the log."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rulebook.dice import SeededDice
from rulebook.saga import actions
from rulebook.saga.actions import Deploy, Placement
from rulebook.saga.board import Cell
from rulebook.saga.change import change
from rulebook.saga.events import AbilityUsed, Event, HazardPlaced, TurnTaken, UnitsDeployed
from rulebook.saga.history import undo
from rulebook.saga.knowledge import Viewer
from rulebook.saga.log import event_reason_text, visible_events
from rulebook.saga.resolve import apply
from rulebook.saga.setup import Setup, new_state
from rulebook.saga.state import DIRECTOR, Condition, Hazard, Side, State
from rulebook.saga.steps import Rest, Strike, UseAbility
from rulebook.saga.view import view
from rulebook.table.views import fingerprint
from tests.rulebook.boards import Table, ours, theirs
from tests.rulebook.rounds import Round, moment
from tests.rulebook.test_deployment import BOARD, opened, unit

ANA, CARLA, BOSS, ONLOOKER = Viewer("ana"), Viewer("carla"), Viewer(DIRECTOR), Viewer("spectator")


def unit_ids(state: State, viewer: Viewer) -> list[str]:
    return [unit["id"] for unit in view(state, viewer)["units"]]


def deployed() -> State:
    """Ana has placed her unit; her enemy Carla, her friend Beto and the director watch."""
    return apply(opened(), Deploy("ana", (Placement("a", Cell(1, 4)),), moment(1)), SeededDice(b"v"))[0]


def test_depl_3_in_turn_0_the_other_team_sees_the_number_of_units_only() -> None:
    seen = view(deployed(), CARLA)
    assert unit_ids(deployed(), CARLA) == ["c"]
    assert {side["id"]: side["veiled"] for side in seen["sides"]} == {"south": 2, "north": 0}
    assert "B5" not in json.dumps(seen["units"])


def test_depl_3_the_own_team_and_the_director_see_everything() -> None:
    assert unit_ids(deployed(), ANA) == unit_ids(deployed(), Viewer("beto")) == ["a", "b"]
    assert unit_ids(deployed(), BOSS) == ["a", "b", "c"]
    assert unit_ids(deployed(), ONLOOKER) == []
    assert [side["veiled"] for side in view(deployed(), BOSS)["sides"]] == [0, 0]


@pytest.mark.parametrize(("show", "races"), [(False, {}), (True, {"human": 1, "varl": 1})])
def test_depl_3_races_are_shown_if_the_director_chooses(show: bool, races: dict[str, int]) -> None:
    units = (
        unit("a", "ana", "south", race="human"),
        unit("b", "beto", "south", race="varl"),
        unit("c", "carla", "north", race="varl"),
    )
    sides = (Side("south", "South"), Side("north", "North"))
    state = new_state(Setup(BOARD, sides, units, opened=0, show_races=show))
    assert view(state, CARLA)["sides"][0]["veiled_races"] == races


def test_depl_3_zones_are_shown_in_turn_0_only() -> None:
    assert [zone["letter"] for zone in view(deployed(), ANA)["board"]["zones"]] == ["S", "N"]
    running, _ = apply(deployed(), actions.DeadlinePassed(moment(24)), SeededDice(b"v"))
    assert view(running, ANA)["board"]["zones"] == []
    assert unit_ids(running, ANA) == ["a", "b", "c"]


def test_depl_1_the_directors_units_are_shown_unless_hidden() -> None:
    state = opened(
        unit("a", "ana", "south"),
        unit("g", DIRECTOR, "north", at=Cell(1, 1)),
        unit("h", DIRECTOR, "north", hidden=True),
    )
    assert unit_ids(state, ANA) == ["a", "g"]
    assert unit_ids(state, BOSS) == ["a", "g", "h"]


def test_depl_6_a_hidden_unit_is_known_to_its_own_player() -> None:
    state = opened(unit("a", "ana", "south"), unit("s", "ana", "south", hidden=True), unit("c", "carla", "north"))
    assert unit_ids(state, ANA) == ["a", "s"]
    assert unit_ids(state, Viewer("beto")) == []


def test_own_waits_only_and_all_of_them_for_the_director() -> None:
    state = deployed()
    assert [wait["who"] for wait in view(state, CARLA)["waits"]] == ["carla"]
    assert [wait["who"] for wait in view(state, BOSS)["waits"]] == ["beto", "carla"]
    assert view(state, ONLOOKER)["waits"] == []
    assert view(state, ANA)["awaited"] == ["beto"]
    assert view(state, CARLA)["awaited"] == ["carla"]


def planned_table() -> Round:
    table = Round("abcde")
    table.plan("b", Rest(), at=1)
    return table


def test_early_1_an_early_turn_is_seen_by_its_author_and_the_director_only() -> None:
    state = planned_table().state
    for viewer, seen in ((Viewer("b"), True), (BOSS, True), (Viewer("a"), False), (ONLOOKER, False)):
        shown = view(state, viewer)
        assert bool(shown["plans"]) is seen
        assert [place["plan"] for place in shown["places"]] == [False, seen, False, False, False]
        assert shown["places"][1]["standing"] == ("early" if seen else "nothing")


def test_early_3_that_it_failed_is_told_to_its_author_and_the_director() -> None:
    table = Round("abcde")
    table.plan("b", Rest(), at=1, when=(Condition("down", unit="a"),))
    table.post("a", at=2)
    for viewer, told in ((Viewer("b"), True), (BOSS, True), (Viewer("a"), False)):
        running = view(table.state, viewer)["running"]
        assert running is not None and running["plan_failed"] is told


def kinds(table: Round, viewer: Viewer) -> list[str]:
    return [entry.data["kind"] for entry in visible_events(table.events, table.state, viewer)]


def test_early_1_nor_does_the_log_tell_others_of_it() -> None:
    table = planned_table()
    table.do(actions.WithdrawPlan("b", "b", moment(2)))
    assert kinds(table, Viewer("b"))[-2:] == ["plan-left", "plan-withdrawn"]
    assert kinds(table, BOSS)[-2:] == ["plan-left", "plan-withdrawn"]
    assert "plan-left" not in kinds(table, Viewer("a"))


def test_early_2_which_alternative_was_played_is_the_authors_business() -> None:
    table = planned_table()
    table.post("a", at=2)
    for viewer, alternative in ((Viewer("b"), 0), (Viewer("a"), None)):
        taken = [e.data for e in visible_events(table.events, table.state, viewer) if e.data["kind"] == "turn-taken"]
        assert (taken[-1]["how"], taken[-1]["alternative"]) == ("plan", alternative)


def test_the_viewers_version_moves_only_with_what_the_viewer_sees() -> None:
    table = Round("abcde")
    before = {name: fingerprint(view(table.state, Viewer(name))) for name in ("a", "b", DIRECTOR)}
    table.plan("b", Rest(), at=1)
    after = {name: fingerprint(view(table.state, Viewer(name))) for name in ("a", "b", DIRECTOR)}
    assert after["a"] == before["a"]
    assert after["b"] != before["b"] and after[DIRECTOR] != before[DIRECTOR]


def test_boss_1_bosses_and_leaders_are_shown_to_all() -> None:
    table = Round("abcd", figures={"boss": True, "leader": True})
    assert all(unit["boss"] and unit["leader"] for unit in view(table.state, ONLOOKER)["units"])


def test_a_view_is_plain_json() -> None:
    table = planned_table()
    table.fell("a", "b", at=2)
    seen = view(table.state, BOSS)
    assert json.loads(json.dumps(seen)) == seen


def test_the_ladder_tells_who_has_acted_who_is_late_and_who_is_down() -> None:
    table = Round("abcdef")
    table.sweep(at=24)
    table.fell("b", "e", at=25)
    seen = {row["unit"]: row for row in view(table.state, ONLOOKER)["places"]}
    assert {unit: row["status"] for unit, row in seen.items()} == {
        "a": "expired",
        "b": "acted",
        "c": "running",
        "d": "waiting",
        "e": "defeated",
        "f": "waiting",
    }
    assert [unit for unit, row in seen.items() if row["can_act_late"]] == ["a"]


def test_numbers_that_count_now_are_shown_beside_the_plain_ones() -> None:
    table = Round("abcd", figures={"passives": ("return-the-favor",)})
    shown = view(table.state, ONLOOKER)["units"][0]
    assert shown["strength"] == {"current": 20, "maximum": 20}
    assert (shown["armor_counted"], shown["exertion_counted"], shown["penalty"]) == (0, 1, 0)


def test_while_paused_no_due_time_is_shown() -> None:
    table = Round("abcd")
    table.do(actions.PauseBattle(moment(1), "snow"))
    seen = view(table.state, Viewer("a"))
    assert seen["running"] is not None and seen["running"]["due"] is None
    assert seen["paused"] == {"since": moment(1), "reason": "snow"}
    assert seen["waits"][0]["due"] is None


def test_depl_3_the_log_tells_of_placements_when_turn_0_is_over() -> None:
    state, told = apply(opened(), Deploy("ana", (Placement("a", Cell(1, 4)),), moment(1)), SeededDice(b"v"))
    assert isinstance(told[0], UnitsDeployed)
    assert visible_events(told, state, CARLA) == ()
    assert len(visible_events(told, state, ANA)) == 1
    running, later = apply(state, actions.DeadlinePassed(moment(24)), SeededDice(b"v"))
    assert [entry.position for entry in visible_events(told + later, running, CARLA)][0] == 0


def trapped() -> tuple[State, tuple[Event, ...]]:
    """Unit a of the east lays a hidden trap on C1."""
    table = Round("abcd")
    trap = Hazard("arrows", Cell(2, 0), "a", "east", strength=1, hidden=True)
    use = UseAbility("arrows", 1, Cell(2, 0))
    told: tuple[Event, ...] = (
        TurnTaken(5, "a", "a", "in-turn", (use,)),
        AbilityUsed(5, "a", "arrows", 1, Cell(2, 0), 1),
        HazardPlaced(5, trap),
    )
    return change(table.state, hazards=(trap,)), told


def test_depl_6_a_hidden_trap_is_known_to_its_owners_side_and_the_director() -> None:
    state, told = trapped()
    knowing = {"a": True, "c": True, DIRECTOR: True, "b": False, "spectator": False}
    for viewer, known in ((Viewer(name), known) for name, known in knowing.items()):
        assert bool(view(state, viewer)["hazards"]) is known
        log = json.dumps([entry.data for entry in visible_events(told, state, viewer)])
        assert ("C1" in log) is known


def test_what_was_undone_stays_in_the_log_and_is_marked() -> None:
    table = Round("abcd")
    before = len(table.events)
    table.post("a", Rest(), at=1)
    _, event = undo(table.setup, table.events, before, "played by mistake", moment(2))
    entries = visible_events([*table.events, event], table.state, ONLOOKER)
    assert [entry.undone for entry in entries] == [False] * before + [True] * (len(entries) - before - 1) + [False]
    assert "to" not in entries[-1].data


@pytest.mark.parametrize(
    ("boost", "english", "spanish"),
    [(0, "Strength attack", "Ataque Fuerza"), (2, "Strength attack + 2 Vol", "Ataque Fuerza + 2Vol")],
)
def test_dmg_6_the_reason_of_a_roll_in_both_languages(boost: int, english: str, spanish: str) -> None:
    table = Round("abcd", figures={"exertion": 2})
    table.post("a", Strike("strength", "b", boost), at=1)
    rolled = next(event for event in table.told if event.kind == "strike-rolled")
    assert event_reason_text(rolled, "en") == english
    assert event_reason_text(rolled, "es") == spanish
    assert stored_reason(rolled) == english


def stored_reason(event: Any) -> str:
    return str(event.roll.reason)


def test_dmg_6_an_abilitys_roll_names_ability_and_rank() -> None:
    table = Table("aG.", a=ours(abilities={"run-through": 2}), G=theirs())
    table.use("a", "run-through", 2, "G", d100=(1,))
    told = table.strike_told()
    assert event_reason_text(told, "en") == "Run Through rank 2"
    assert event_reason_text(told, "es") == "Ataque con Atravesar 2"


def test_events_without_dice_have_no_reason() -> None:
    table = Round("abcd")
    assert {event_reason_text(event, "es") for event in table.events} == {"Iniciativa", ""}
