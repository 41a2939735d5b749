"""The director's verbs: pause, takeover, correction, more time, pardon, end, and the director's own units."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.exceptions import PermissionDenied

from accounts.models import User
from battles.models import Battle, BattleEvent
from notifications.models import Notice
from rulebook.errors import Illegal, Refused
from rulebook.saga.board import Cell
from rulebook.saga.steps import Move, Rest
from tests import arena
from tests.arena import HOUR, START
from tests.letters import kinds_told
from turns import selectors, services
from turns.models import Turn, TurnPost

pytestmark = pytest.mark.django_db


@pytest.fixture
def against_director(alice: User, bob: User, carla: User) -> Battle:
    """Three dredge of the director's act first, then bob and carla."""
    units = arena.line_up([bob, carla], director_units=3)
    return arena.start(arena.campaign_of(alice, [bob, carla]), [*units[2:], *units[:2]])


def test_a_pause_stops_the_clock_and_keeps_what_was_left(battle: Battle, alice: User, bob: User) -> None:
    """CLOCK-6."""
    services.pause(battle_id=battle.pk, director=alice, reason="Holidays", at=START + 20 * HOUR)
    assert arena.open_turn(battle).due_at is None
    assert not services.settle(battle.pk, START + 99 * HOUR)
    with pytest.raises(Illegal) as refused:
        arena.play(battle, bob, "bob", START + 21 * HOUR)
    assert refused.value.code == "paused"
    assert "paused" in kinds_told(bob) and "paused" not in kinds_told(alice)
    services.resume(battle_id=battle.pk, user=alice, at=START + 100 * HOUR)
    assert arena.open_turn(battle).due_at == START + 104 * HOUR
    assert Notice.objects.get(reader=bob, kind="your-turn", withdrawn_at__isnull=True).deadline == START + 104 * HOUR


def test_a_player_is_told_of_a_takeover_and_of_the_return_and_the_author_of_neither(
    battle: Battle, alice: User, bob: User, carla: User
) -> None:
    """ABSENT-2."""
    services.take_over(battle_id=battle.pk, director=alice, unit="bob", reason="He is ill", at=START + HOUR)
    notice = Notice.objects.get(reader=bob, kind="taken-over", withdrawn_at__isnull=True)
    assert (notice.data["taken"], notice.data["reason"]) == (True, "He is ill")
    services.hand_back(battle_id=battle.pk, director=alice, unit="bob", at=START + 2 * HOUR)
    notice = Notice.objects.get(reader=bob, kind="taken-over", withdrawn_at__isnull=True)
    assert notice.data["taken"] is False
    assert not Notice.objects.filter(reader__in=(alice, carla), kind="taken-over").exists()


def test_who_plays_a_unit_is_one_thing_however_many_rounds_go_by(battle: Battle, alice: User, bob: User) -> None:
    """Nobody reads beside each other that a unit was handed back and that it is taken over."""
    about: dict[str, Any] = {"battle_id": battle.pk, "director": alice}
    services.take_over(unit="bob", reason="He is ill", at=START + HOUR, **about)
    services.hand_back(unit="bob", at=START + 2 * HOUR, **about)
    services.settle(battle.pk, START + 100 * HOUR)
    assert arena.state(battle).round > 1
    services.take_over(unit="bob", reason="He is ill again", at=START + 100 * HOUR, **about)
    notice = Notice.objects.get(reader=bob, kind="taken-over", withdrawn_at__isnull=True)
    assert notice.data["reason"] == "He is ill again"


def test_while_a_battle_is_paused_nobody_is_told_that_it_is_their_turn(battle: Battle, alice: User, bob: User) -> None:
    """CLOCK-6"""
    assert "your-turn" in kinds_told(bob)
    services.pause(battle_id=battle.pk, director=alice, reason="Holidays", at=START + 20 * HOUR)
    assert "your-turn" not in kinds_told(bob) and "paused" in kinds_told(bob)
    services.resume(battle_id=battle.pk, user=alice, at=START + 30 * HOUR)
    assert "your-turn" in kinds_told(bob)


def test_only_a_director_ends_a_directors_pause(battle: Battle, alice: User, bob: User) -> None:
    services.pause(battle_id=battle.pk, director=alice, reason="Holidays", at=START)
    with pytest.raises(PermissionDenied):
        services.resume(battle_id=battle.pk, user=bob, at=START + HOUR)


def test_the_directors_verbs_are_the_directors_alone(battle: Battle, bob: User, zoe: User) -> None:
    common: dict[str, Any] = {"battle_id": battle.pk, "at": START}
    for user in (bob, zoe):
        for verb, given in (
            (services.pause, {"reason": "x"}),
            (services.extend, {"unit": "bob", "hours": 1, "reason": "x"}),
            (services.pardon, {"unit": "bob", "reason": "x"}),
            (services.take_over, {"unit": "bob", "reason": "x"}),
            (services.hand_back, {"unit": "bob"}),
            (services.reveal, {"unit": "bob", "cell": Cell(3, 3)}),
            (services.correct, {"unit": "bob", "attribute": "strength", "value": 1, "reason": "x"}),
            (services.end_battle, {"winner": None, "reason": "x"}),
            (services.undo, {"to_event": 0, "reason": "x"}),
        ):
            with pytest.raises(PermissionDenied):
                verb(director=user, **given, **common)  # type: ignore[operator]


def test_a_correction_stays_on_record_with_its_reason(battle: Battle, alice: User) -> None:
    """POST-2."""
    services.correct(
        battle_id=battle.pk,
        director=alice,
        unit="bob",
        attribute="strength",
        value=7,
        reason="Counted wrongly",
        at=START,
    )
    assert arena.state(battle).units["bob"].strength == 7
    event = BattleEvent.objects.get(battle=battle, kind="unit-corrected")
    assert (event.by, event.data["reason"]) == (alice, "Counted wrongly")


def test_a_reason_is_needed(battle: Battle, alice: User) -> None:
    with pytest.raises(Refused) as refused:
        services.pause(battle_id=battle.pk, director=alice, reason="  ", at=START)
    assert refused.value.code == "reason-needed"


def test_more_hours_move_the_deadline_and_tell_the_player(battle: Battle, alice: User, bob: User) -> None:
    services.extend(battle_id=battle.pk, director=alice, unit="bob", hours=6, reason="A fair", at=START + HOUR)
    assert arena.open_turn(battle).due_at == START + 30 * HOUR
    assert Notice.objects.get(reader=bob, kind="more-time").data["reason"] == "A fair"
    assert "your-turn" not in kinds_told(bob)


def test_a_pardon_takes_a_missed_deadline_off(battle: Battle, alice: User) -> None:
    services.settle(battle.pk, START + 25 * HOUR)
    services.pardon(battle_id=battle.pk, director=alice, unit="bob", reason="Storm", at=START + 26 * HOUR)
    assert arena.state(battle).units["bob"].pardoned == 1


def test_the_director_ends_the_battle_and_everybody_is_told(battle: Battle, alice: User, cast: list[User]) -> None:
    services.end_battle(battle_id=battle.pk, director=alice, winner="north", reason="Rain", at=START + HOUR)
    assert arena.fresh(battle).status == Battle.Status.ENDED
    assert not Turn.objects.filter(battle=battle, closed_at__isnull=True).exists()
    for player in cast:
        assert kinds_told(player) == ["battle-over"]
    assert "battle-over" not in kinds_told(alice)


def test_what_the_clock_decided_before_a_directors_act_stands_first(battle: Battle, alice: User) -> None:
    services.pause(battle_id=battle.pk, director=alice, reason="Holidays", at=START + 25 * HOUR)
    assert arena.state(battle).units["bob"].missed == 1
    assert open_turn_of(battle, "carla").due_at is None


def open_turn_of(battle: Battle, unit: str) -> Turn:
    return Turn.objects.get(battle=battle, unit=unit, kind="turn", closed_at__isnull=True)


# --- the director's units


def test_the_directors_units_are_played_in_one_go(against_director: Battle, alice: User) -> None:
    turns = [services.UnitTurn(f"dredge{n}", (Rest(),), f"Dredge {n} waits.") for n in (1, 2, 3)]
    run = services.play_npc_turns(
        battle_id=against_director.pk, director=alice, turns=turns, key="run", received_at=START + HOUR
    )
    assert (len(run.posts), run.left, run.stopped_by) == (3, (), None)
    assert [post.manner for post in run.posts] == ["director"] * 3
    assert run.posts[0].played_for is None
    assert arena.whose_turn(against_director) == "bob"


def test_a_run_stops_at_the_first_refusal_and_keeps_the_rest(against_director: Battle, alice: User) -> None:
    """Ux 6, behaviour 32."""
    turns = [
        services.UnitTurn("dredge1", (Rest(),)),
        services.UnitTurn("dredge2", (Move(Cell(7, 0)),)),
        services.UnitTurn("dredge3", (Rest(),)),
    ]
    run = services.play_npc_turns(
        battle_id=against_director.pk, director=alice, turns=turns, key="run", received_at=START + HOUR
    )
    assert [post.unit for post in run.posts] == ["dredge1"]
    assert [turn.unit for turn in run.left] == ["dredge2", "dredge3"]
    assert run.stopped_by is not None and run.stopped_by.code == "too-far"
    again = [turns[0], services.UnitTurn("dredge2", (Rest(),)), turns[2]]
    run = services.play_npc_turns(
        battle_id=against_director.pk, director=alice, turns=again, key="run", received_at=START + 2 * HOUR
    )
    assert [post.unit for post in run.posts] == ["dredge1", "dredge2", "dredge3"]
    assert TurnPost.objects.count() == 3


def test_a_battle_against_the_director_waits_for_the_director_without_a_deadline(
    against_director: Battle, alice: User
) -> None:
    """CLOCK-1."""
    row = arena.open_turn(against_director)
    assert (row.who, row.kind, row.due_at) == ("director", "director", None)
    assert [line.consequence for line in selectors.turn_lines(alice)] == ["clock-stands"]


def test_of_a_pause_a_takeover_and_an_outage_no_deadline_is_told(battle: Battle, alice: User, bob: User) -> None:
    """They name a moment that was, and nothing that runs out."""
    services.pause(battle_id=battle.pk, director=alice, reason="Holidays", at=START + HOUR)
    services.resume(battle_id=battle.pk, user=alice, at=START + 2 * HOUR)
    services.pause(battle_id=battle.pk, director=alice, reason="Holidays", at=START + 3 * HOUR)
    services.take_over(battle_id=battle.pk, director=alice, unit="bob", reason="Ill", at=START + 4 * HOUR)
    rows = Notice.objects.filter(kind__in=("paused", "taken-over"), reader=bob)
    assert [(one.kind, one.deadline, one.withdrawn_at is None) for one in rows.order_by("pk")] == [
        ("paused", None, False),
        ("paused", None, False),
        ("paused", None, True),
        ("taken-over", None, True),
    ]
