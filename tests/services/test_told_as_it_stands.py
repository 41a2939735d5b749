"""What was told goes on being true: after a pardon, in a pause, after an undo."""

from __future__ import annotations

from datetime import datetime

import pytest

from accounts.models import User
from battles.models import Battle
from battles.moments import to_datetime
from notifications.models import Notice
from notifications.wording import words_for
from tests import arena
from tests.arena import HOUR, START
from turns import selectors, services
from turns.models import Turn

pytestmark = pytest.mark.django_db


def live(user: User, kind: str) -> Notice:
    return Notice.objects.get(reader=user, kind=kind, withdrawn_at__isnull=True)


def none_of(user: User, kind: str) -> bool:
    return not Notice.objects.filter(reader=user, kind=kind, withdrawn_at__isnull=True).exists()


def undo(battle: Battle, alice: User, to: int, at: datetime) -> None:
    services.undo(battle_id=battle.pk, director=alice, to_event=to, reason="A wrong die", at=at)


def test_late_2_a_pardon_changes_what_missing_the_open_turn_is_said_to_cost(
    battle: Battle, alice: User, cast: list[User]
) -> None:
    """In the list of one's turns, in the notice that stands, in its mail still to be sent, in the reminder."""
    bob = cast[0]
    services.settle(battle.pk, START + 24 * HOUR)
    while (unit := arena.whose_turn(battle)) != "bob":
        player = next(one for one in cast if one.username == unit)
        arena.play(
            battle,
            player,
            unit,
            to_datetime(arena.state(battle).moment) + HOUR,
            key=f"{unit}-{arena.state(battle).round}",
        )
    row = Turn.objects.get(battle=battle, closed_at__isnull=True, kind="turn")
    told = live(bob, "your-turn")
    assert (row.penalty, told.data["penalty"]) == (2, 2)
    services.pardon(battle_id=battle.pk, director=alice, unit="bob", reason="A power cut", at=row.opened_at + HOUR)
    told.refresh_from_db()
    assert told.withdrawn_at is None, "nobody is told anew"
    assert "−1 initiative" in words_for(told, now=row.opened_at).consequence
    assert [line.turn.penalty for line in selectors.turn_lines(bob)] == [1]
    row.refresh_from_db()
    assert row.remind_at is not None
    services.sweep(row.remind_at)
    assert live(bob, "deadline-near").data["penalty"] == 1


def test_clock_6_more_time_given_in_a_pause_names_no_deadline_that_does_not_hold(
    battle: Battle, alice: User, bob: User
) -> None:
    services.pause(battle_id=battle.pk, director=alice, reason="Holidays", at=START + 20 * HOUR)
    services.extend(battle_id=battle.pk, director=alice, unit="bob", hours=5, reason="A journey", at=START + 21 * HOUR)
    told = live(bob, "more-time")
    assert (told.deadline, told.data["added"]) == (None, 5 * 3_600_000)
    services.resume(battle_id=battle.pk, user=alice, at=START + 100 * HOUR)
    assert none_of(bob, "more-time")
    assert live(bob, "your-turn").deadline == START + 109 * HOUR


def test_an_undo_back_into_a_pause_tells_everybody_that_all_clocks_stand_still(
    battle: Battle, alice: User, bob: User, carla: User
) -> None:
    services.pause(battle_id=battle.pk, director=alice, reason="Holidays", at=START + HOUR)
    paused = arena.fresh(battle).version
    services.resume(battle_id=battle.pk, user=alice, at=START + 2 * HOUR)
    undo(battle, alice, paused, START + 3 * HOUR)
    for player in (bob, carla):
        assert (live(player, "paused").data["paused"], live(player, "paused").data["reason"]) == (True, "Holidays")
    assert none_of(alice, "paused")
    undo(battle, alice, paused - 1, START + 4 * HOUR)
    assert none_of(bob, "paused"), "and nobody goes on reading it once it is not so"


def test_absent_2_an_undo_across_a_takeover_says_who_plays_the_unit_now(
    battle: Battle, alice: User, carla: User
) -> None:
    before = arena.fresh(battle).version
    services.take_over(battle_id=battle.pk, director=alice, unit="carla", reason="Ill", at=START + HOUR)
    taken = arena.fresh(battle).version
    undo(battle, alice, before, START + 2 * HOUR)
    assert live(carla, "taken-over").data["taken"] is False
    undo(battle, alice, taken, START + 3 * HOUR)
    assert live(carla, "taken-over").data["taken"] is True
    undo(battle, alice, before, START + 4 * HOUR)
    assert live(carla, "taken-over").data["taken"] is False
    assert none_of(alice, "taken-over")


def test_late_1_whoever_gets_a_unit_back_in_its_late_window_reads_that_it_may_still_act(
    battle: Battle, alice: User, bob: User
) -> None:
    """While the director had it the player could not."""
    services.settle(battle.pk, START + 24 * HOUR)
    assert live(bob, "missed").data["late_window"] is True
    services.take_over(battle_id=battle.pk, director=alice, unit="bob", reason="Ill", at=START + 25 * HOUR)
    assert live(bob, "missed").data["late_window"] is False
    services.hand_back(battle_id=battle.pk, director=alice, unit="bob", at=START + 26 * HOUR)
    assert live(bob, "missed").data["late_window"] is True
    arena.play(battle, bob, "bob", START + 27 * HOUR)
    assert live(bob, "missed").data["late_window"] is False


def test_sk_156_whose_unit_passes_with_the_miss_to_the_director_does_not_read_that_it_may_still_act(
    alice: User, cast: list[User]
) -> None:
    rules = {"hand_over_after_misses": 1}
    battle = arena.start(arena.campaign_of(alice, cast), arena.line_up(cast), rules=rules)
    services.settle(battle.pk, START + 24 * HOUR)
    assert live(cast[0], "taken-over").data["taken"] is True
    assert live(cast[0], "missed").data["late_window"] is False
    services.hand_back(battle_id=battle.pk, director=alice, unit="bob", at=START + 25 * HOUR)
    assert live(cast[0], "missed").data["late_window"] is True
