"""Going back to before something happened: what is restored, what stays on record, what is told of it."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from accounts.models import User
from battles.models import Battle, Roll
from battles.selectors import visible_events
from notifications.models import Delivery, Notice
from rulebook.saga.board import Cell
from rulebook.saga.state import Alternative
from rulebook.saga.steps import Rest, Step, Strike
from tests import arena
from tests.arena import HOUR, START
from tests.letters import kinds_told
from turns import services
from turns.habits import habits_of
from turns.models import EarlyTurn, Turn, TurnPost

pytestmark = pytest.mark.django_db


def play(battle: Battle, player: User, unit: str, at: datetime, *steps: Step) -> TurnPost:
    """The post of these steps, or of a rest."""
    return arena.play(battle, player, unit, at, *steps, key=f"{unit}-{at:%d%H%M}").post


def test_an_undo_restores_the_battle_and_keeps_the_record_and_every_roll(alice: User, bob: User, carla: User) -> None:
    units = [
        arena.fighter("bob", f"u{bob.pk}", "north", Cell(3, 3)),
        arena.fighter("carla", f"u{carla.pk}", "south", Cell(3, 4)),
    ]
    battle = arena.start(arena.campaign_of(alice, [bob, carla]), units)
    before, stood = arena.fresh(battle), arena.state(battle).units
    post = play(battle, bob, "bob", START + HOUR, Strike("break", "carla"))
    services.undo(
        battle_id=battle.pk, director=alice, to_event=before.version, reason="Wrong board", at=START + 2 * HOUR
    )
    after = arena.fresh(battle)
    assert arena.state(battle).units == stood and after.version > before.version
    assert arena.whose_turn(battle) == "bob"
    assert arena.open_turn(battle).unit == "bob"
    assert Roll.objects.filter(battle=battle).count() == 1
    assert after.dice_counter > before.dice_counter
    post.refresh_from_db()
    assert post.undone_at == START + 2 * HOUR
    again = play(battle, bob, "bob", START + 3 * HOUR, Strike("break", "carla"))
    assert again.number == post.number + 1


def test_an_undo_of_an_undo_brings_back_posts_turns_and_early_turns(
    battle: Battle, alice: User, bob: User, carla: User
) -> None:
    services.leave_early_turn(
        battle_id=battle.pk, unit="carla", player=carla, alternatives=[Alternative((Rest(),))], text="Softly.", at=START
    )
    until = arena.fresh(battle).version
    play(battle, bob, "bob", START + HOUR)
    there = arena.fresh(battle).version
    for number, to in enumerate((until, there)):
        at = START + (2 + number) * HOUR
        services.undo(battle_id=battle.pk, director=alice, to_event=to, reason="Again", at=at)
    posts = TurnPost.objects.filter(battle=battle, undone_at__isnull=True)
    assert set(posts.values_list("unit", flat=True)) == {"bob", "carla"}
    plan = EarlyTurn.objects.get()
    assert plan.status == "played" and plan.post is not None and plan.post.unit == "carla"
    rows = Turn.objects.filter(battle=battle, unit="bob", kind="turn").order_by("pk")
    assert [row.outcome for row in rows][:2] == ["acted", "gone"], "the second was open while the undoing stood"
    record = visible_events(arena.fresh(battle), alice)
    assert [event["undone"] for event in record if event["kind"] == "turn-taken"] == [False, False]


def test_an_early_turn_that_was_played_waits_again_after_an_undo(
    battle: Battle, alice: User, bob: User, carla: User
) -> None:
    services.leave_early_turn(
        battle_id=battle.pk,
        unit="carla",
        player=carla,
        alternatives=[Alternative((Rest(),))],
        text="Softly.",
        at=START,
    )
    until = arena.fresh(battle).version
    play(battle, bob, "bob", START + HOUR)
    assert EarlyTurn.objects.get().status == "played"
    services.undo(battle_id=battle.pk, director=alice, to_event=until, reason="Again", at=START + 2 * HOUR)
    assert EarlyTurn.objects.get().status == "waiting"
    play(battle, bob, "bob", START + 3 * HOUR)
    assert EarlyTurn.objects.get().status == "played"
    assert TurnPost.objects.filter(unit="carla", undone_at__isnull=True).count() == 1


def test_what_an_undo_takes_back_was_not_missed(battle: Battle, alice: User, bob: User, carla: User) -> None:
    """Nobody reads in the inbox or in the habits of a missed deadline that no longer counts."""
    began = battle.events.count()
    services.settle(battle.pk, START + 25 * HOUR)
    assert "missed" in kinds_told(bob)
    assert {one.player: one.missed for one in habits_of(battle.campaign)} == {bob: 1}
    services.undo(battle_id=battle.pk, director=alice, to_event=began, reason="Storm", at=START + 26 * HOUR)
    assert "missed" not in kinds_told(bob)
    play(battle, bob, "bob", START + 27 * HOUR)
    (habit,) = [one for one in habits_of(battle.campaign) if one.player == bob]
    assert (habit.missed, habit.answered) == (0, 1)


def test_what_an_undoing_took_back_was_missed_after_all_when_it_is_undone(
    battle: Battle, alice: User, bob: User
) -> None:
    """The notice stands in the inbox again as it was, and nothing is sent anew; whoever left meanwhile keeps none."""
    began = battle.events.count()
    services.settle(battle.pk, START + 25 * HOUR)
    (notice,) = Notice.objects.filter(reader=bob, kind="missed")
    missed = battle.events.count()
    deliveries = Delivery.objects.filter(notice=notice).count()
    back = START + 26 * HOUR + timedelta(microseconds=1700)
    services.undo(battle_id=battle.pk, director=alice, to_event=began, reason="Storm", at=back)
    assert "missed" not in kinds_told(bob)
    again = START + 27 * HOUR
    services.undo(battle_id=battle.pk, director=alice, to_event=missed, reason="No storm", at=again)
    (live,) = Notice.objects.filter(reader=bob, kind="missed", withdrawn_at__isnull=True)
    assert live.pk == notice.pk and live.data == notice.data
    assert Delivery.objects.filter(notice=notice).count() == deliveries
    services.undo(battle_id=battle.pk, director=alice, to_event=began, reason="Storm", at=START + 28 * HOUR)
    Notice.objects.filter(pk=notice.pk).update(withdrawn_at=START)
    services.undo(battle_id=battle.pk, director=alice, to_event=missed, reason="No storm", at=START + 29 * HOUR)
    assert "missed" not in kinds_told(bob), "withdrawn for another reason"


def test_a_late_window_that_opens_again_is_told_as_open(battle: Battle, alice: User, bob: User) -> None:
    services.settle(battle.pk, START + 25 * HOUR)
    expired = battle.events.count()
    play(battle, bob, "bob", START + 26 * HOUR)
    missed = Notice.objects.filter(reader=bob, kind="missed", withdrawn_at__isnull=True)
    assert missed.get().data["late_window"] is False
    services.undo(battle_id=battle.pk, director=alice, to_event=expired, reason="Storm", at=START + 27 * HOUR)
    assert missed.get().data["late_window"] is True
