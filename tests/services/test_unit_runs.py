"""A run of the director's units, one unit at a time: stopped, failed, left, gone on with."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.utils import timezone

from rulebook.errors import Illegal, TooLate, Unreadable
from rulebook.saga.steps import Rest
from tests import arena, queueing
from tests.ford import Ford
from tests.queueing import SEVEN
from turns import services
from turns.models import PlayKey, TurnDraft, TurnPost
from turns.services import StaleBoard, UnitRun, UnitTurn

pytestmark = pytest.mark.django_db


@pytest.fixture
def people(alice: Any, bob: Any, carla: Any, dani: Any, sam: Any) -> dict[str, Any]:
    return {"alice": alice, "bob": bob, "carla": carla, "dani": dani, "sam": sam}


@pytest.fixture
def raid(people: dict[str, Any]) -> Ford:
    return queueing.raid(people)


def begin(raid: Ford, key: str = "a-run", units: tuple[str, ...] = SEVEN, **about: Any) -> UnitRun:
    sent: dict[str, Any] = {
        "battle_id": raid.battle.pk,
        "director": raid.people["alice"],
        "turns": [UnitTurn(unit, (Rest(),), "" if unit != units[0] else "They wait.") for unit in units],
        "key": key,
        "version": None,
        "at": timezone.now(),
    }
    return services.begin_run(**(sent | about))


def play(raid: Ford, number: int, name: str = "alice") -> UnitRun:
    return services.play_next(
        battle_id=raid.battle.pk, director=raid.people[name], number=number, received_at=timezone.now()
    )


def act(raid: Ford, what: Any, name: str = "alice") -> UnitRun:
    found: UnitRun = what(battle_id=raid.battle.pk, director=raid.people[name], at=timezone.now())
    return found


def played() -> list[str]:
    return list(TurnPost.objects.order_by("number").values_list("unit", flat=True))


def test_beginning_plays_nothing(raid: Ford) -> None:
    run = begin(raid)
    assert (len(run.turns), run.posts, run.done) == (7, (), False)
    assert played() == []


def test_stop_after_three_leaves_three_resolved_and_four_untouched(raid: Ford) -> None:
    """Behaviour 32."""
    begin(raid)
    for number in range(3):
        play(raid, number)
    run = act(raid, services.stop_run)
    assert [turn.unit for turn in run.left] == list(SEVEN[3:])
    assert played() == list(SEVEN[:3])
    assert play(raid, 3) == run
    assert played() == list(SEVEN[:3])
    assert arena.whose_turn(raid.battle) == "raider4"


def test_two_runs_with_keys_alike_but_for_their_ends_are_two_runs(raid: Ford) -> None:
    begin(raid, key="k" * 63 + "a", units=SEVEN[:1])
    play(raid, 0)
    begin(raid, key="k" * 63 + "b", units=SEVEN[1:2])
    assert play(raid, 0).done and play(raid, 0).done
    assert played() == list(SEVEN[:2])


def test_a_stopped_run_goes_on_where_it_stands(raid: Ford) -> None:
    begin(raid)
    play(raid, 0)
    act(raid, services.stop_run)
    run = act(raid, services.go_on)
    assert not run.stopped
    for number in range(1, 7):
        run = play(raid, number)
    assert run.done
    assert played() == list(SEVEN)
    assert arena.whose_turn(raid.battle) == "toki"
    assert TurnDraft.objects.get(purpose="run").discarded_at is not None
    assert act(raid, services.stop_run) == run


@pytest.mark.parametrize("number", [-1, 1, 6, 40])
def test_only_the_turn_that_is_next_is_played(raid: Ford, number: int) -> None:
    begin(raid)
    assert play(raid, number).posts == ()
    assert played() == []


def test_asked_twice_a_unit_is_played_once(raid: Ford) -> None:
    begin(raid)
    assert play(raid, 0) == play(raid, 0)
    assert played() == ["raider1"]


def test_a_turn_that_was_played_but_not_noted_is_noted_and_not_played_again(raid: Ford) -> None:
    """The process ended between the turn and the note of it."""
    begin(raid)
    before = TurnDraft.objects.values_list("plan", flat=True).get(purpose="run")
    first = play(raid, 0)
    TurnDraft.objects.filter(purpose="run").update(plan=before, discarded_at=None)
    assert play(raid, 0).posts == first.posts
    assert played() == ["raider1"]
    assert PlayKey.objects.count() == 1


def test_the_same_key_begins_one_run(raid: Ford) -> None:
    begin(raid)
    play(raid, 0)
    assert len(begin(raid).posts) == 1
    assert begin(raid, key="another", units=SEVEN[1:]).posts == ()


def test_a_turn_that_is_refused_stops_the_run_and_says_which(raid: Ford) -> None:
    begin(raid, units=(*SEVEN[:2], "raider5", *SEVEN[2:4]))
    play(raid, 0)
    play(raid, 1)
    run = play(raid, 2)
    assert run.failure is not None and run.failure.code == "not-your-turn"
    assert run.next is not None and run.next.unit == "raider5"
    assert played() == ["raider1", "raider2"]
    assert play(raid, 2) == run
    assert act(raid, services.go_on).failure is None
    again = play(raid, 2).failure
    assert again is not None and again.refused().code == "not-your-turn"


def test_a_battle_that_changes_between_two_units_stops_the_run(raid: Ford) -> None:
    begin(raid)
    play(raid, 0)
    services.correct(
        battle_id=raid.battle.pk,
        director=raid.people["alice"],
        unit="toki",
        attribute="armor",
        value=5,
        reason="a strap broke",
        at=timezone.now(),
    )
    run = play(raid, 1)
    assert run.failure is not None and run.failure.code == "board-changed"
    assert played() == ["raider1"]
    act(raid, services.go_on)
    assert len(play(raid, 1).posts) == 2


def test_a_run_reviewed_on_an_old_board_is_not_begun(raid: Ford) -> None:
    with pytest.raises(StaleBoard):
        begin(raid, version="old")
    assert TurnDraft.objects.count() == 0


def test_only_a_director_runs_units(raid: Ford) -> None:
    with pytest.raises(PermissionDenied):
        begin(raid, director=raid.people["bob"])
    begin(raid)
    for name in ("bob", "sam"):
        with pytest.raises(PermissionDenied):
            play(raid, 0, name)
        with pytest.raises(PermissionDenied):
            act(raid, services.stop_run, name)
        with pytest.raises(PermissionDenied):
            act(raid, services.go_on, name)
    assert played() == []


def test_without_a_run_there_is_nothing_to_play(raid: Ford) -> None:
    assert services.run_of(raid.battle, raid.people["alice"]) is None
    with pytest.raises(TooLate) as refused:
        play(raid, 0)
    assert refused.value.code == "no-run"


@pytest.mark.parametrize(
    ("about", "code"),
    [
        ({"turns": []}, "nothing-to-run"),
        ({"turns": [UnitTurn("raider1", (Rest(),))] * 61}, "nothing-to-run"),
        ({"key": ""}, "bad-key"),
        ({"turns": [UnitTurn("raider1", (Rest(),), "x" * 20_001)]}, "text-too-long"),
    ],
)
def test_a_run_that_is_none_is_refused(raid: Ford, about: dict[str, Any], code: str) -> None:
    with pytest.raises((Illegal, Unreadable)) as refused:
        begin(raid, **about)
    assert refused.value.code == code
