"""Deadlines, credits after outages, and the sweep."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone
from pytest import MonkeyPatch

from accounts.models import User
from battles.models import Battle, BattleEvent
from notifications.models import Delivery, Notice
from notifications.wording import words_for
from rulebook.saga.steps import Rest
from tests import arena
from tests.arena import HOUR, SECOND, START
from turns import selectors, services
from turns.models import Heartbeat, Outage, Turn, TurnPost
from turns.services import sweeping

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)


@pytest.fixture
def swept() -> Callable[..., services.Swept]:
    """Sweep at these moments, one after the other, a heartbeat right before the first so that no outage shows."""

    def run(*moments: Any) -> services.Swept:
        Heartbeat.objects.update_or_create(name="sweep", defaults={"at": moments[0] - SECOND})
        return [services.sweep(moment) for moment in moments][-1]

    return run


def open_turn(battle: Battle) -> Turn:
    return Turn.objects.get(battle=battle, kind="turn", closed_at__isnull=True)


def told(user: User, kind: str) -> list[Notice]:
    return list(Notice.objects.filter(reader=user, kind=kind, withdrawn_at__isnull=True))


# --- settle


def rested(battle: Battle, bob: User, at: datetime) -> None:
    """Bob's unit takes its turn and does nothing else."""
    services.play_turn(
        battle_id=battle.pk, unit="bob", player=bob, steps=(Rest(),), text="", version=None, key="k", received_at=at
    )


def test_a_turn_that_ran_out_rounds_ago_is_closed_at_its_own_due_time(battle: Battle) -> None:
    # A settle that caught up with two rounds at once closed the first round's row at the second round's expiry.
    first = open_turn(battle)
    services.settle(battle.pk, START + 30 * 24 * HOUR)
    first.refresh_from_db()
    assert arena.state(battle).round > 2
    assert (first.outcome, first.closed_at) == ("expired", first.due_at)


def test_a_turn_expires_at_its_due_time_not_when_somebody_noticed(battle: Battle) -> None:
    """CLOCK-4."""
    assert services.settle(battle.pk, START + 30 * HOUR)
    row = Turn.objects.get(battle=battle, unit="bob", kind="turn")
    assert (row.outcome, row.closed_at) == ("expired", START + 24 * HOUR)
    assert open_turn(battle).opened_at == START + 24 * HOUR


def test_settling_twice_is_the_same_as_once(battle: Battle) -> None:
    assert services.settle(battle.pk, START + 30 * HOUR)
    events = BattleEvent.objects.filter(battle=battle).count()
    notices = Notice.objects.count()
    assert not services.settle(battle.pk, START + 30 * HOUR)
    assert BattleEvent.objects.filter(battle=battle).count() == events
    assert Notice.objects.count() == notices


def test_several_deadlines_missed_in_a_row_each_expire_at_their_own_moment(battle: Battle) -> None:
    services.settle(battle.pk, START + 49 * HOUR)
    expired = BattleEvent.objects.filter(battle=battle, kind="turn-expired")
    assert list(expired.values_list("at", flat=True)) == [START + hours * HOUR for hours in (24, 36, 48)]


def test_turns_that_opened_and_ran_out_while_nobody_looked_are_on_record(battle: Battle) -> None:
    """CLOCK-4: the ledger's rows are the same whether a sweep came after each deadline or after all of them."""
    services.settle(battle.pk, START + 400 * HOUR)
    missed = BattleEvent.objects.filter(battle=battle, kind="turn-expired").order_by("number")
    rows = Turn.objects.filter(battle=battle, kind="turn", outcome="expired").order_by("opened_at")
    told = [(event.data["unit"], event.at, event.data["penalty"]) for event in missed]
    assert [(row.unit, row.closed_at, row.penalty) for row in rows] == told
    assert len(told) > 8 and {row.round for row in rows} >= {1, 2, 3}
    assert all(row.opened_at < row.closed_at == row.due_at and row.player and row.unit_name for row in rows)
    assert Turn.objects.filter(battle=battle, kind="turn", closed_at__isnull=True).count() == 1


def test_a_late_look_leaves_the_same_rows_as_many_timely_ones(alice: User, cast: list[User]) -> None:
    def rows_of(one: Battle) -> list[tuple[Any, ...]]:
        fields = ("unit", "who", "kind", "round", "rule", "opened_at", "due_at", "closed_at", "outcome", "penalty")
        return sorted(Turn.objects.filter(battle=one, kind="turn").values_list(*fields), key=str)

    seed = b"one seed for both battles, equal"
    late, timely = (arena.start(arena.campaign_of(alice, cast), arena.line_up(cast), seed=seed) for _each in range(2))
    services.settle(late.pk, START + 200 * HOUR)
    for hours in range(1, 201):
        services.settle(timely.pk, START + hours * HOUR)
    assert rows_of(late) == rows_of(timely)


def test_whoever_missed_a_turn_is_told_of_the_penalty_and_the_late_window(battle: Battle, bob: User) -> None:
    """LATE-1, LATE-2."""
    services.settle(battle.pk, START + 24 * HOUR)
    (notice,) = told(bob, "missed")
    assert (notice.data["penalty"], notice.data["late_window"]) == (1, True)
    assert notice.deadline == START + 24 * HOUR
    assert not told(bob, "your-turn")
    assert Turn.objects.filter(player=bob, kind="late", due_at__isnull=True, closed_at__isnull=True).exists()


def test_whoever_can_no_longer_act_late_is_not_told_that_he_can(battle: Battle, bob: User) -> None:
    """The window of LATE-5 closes with the round, whether the sweep saw it open or found all of it over."""
    services.settle(battle.pk, START + 24 * HOUR)
    (delivery,) = Delivery.objects.filter(notice=told(bob, "missed")[0])
    services.settle(battle.pk, START + 300 * HOUR)
    delivery.refresh_from_db()
    state = {notice.data["round"]: notice.data["late_window"] for notice in told(bob, "missed")}
    late = Turn.objects.filter(battle=battle, player=bob, kind="late", closed_at__isnull=True)
    assert len(state) > 2 and state == {round_: late.filter(round=round_).exists() for round_ in state}
    assert state[1] is False and delivery.state == Delivery.State.PENDING
    assert "You can still act" not in words_for(delivery.notice, now=START).sentence


def test_whoever_acted_late_is_not_told_that_he_still_can(battle: Battle, bob: User) -> None:
    services.settle(battle.pk, START + 25 * HOUR)
    rested(battle, bob, START + 26 * HOUR)
    assert [notice.data["late_window"] for notice in told(bob, "missed")] == [False]


def test_every_missed_turn_is_told_of_with_its_own_round(battle: Battle, bob: User) -> None:
    services.settle(battle.pk, START + 300 * HOUR)
    expired = BattleEvent.objects.filter(battle=battle, kind="turn-expired", data__unit="bob").count()
    assert expired > 2
    assert [notice.data["round"] for notice in reversed(told(bob, "missed"))] == list(range(1, expired + 1))


def test_a_page_settles_only_two_seconds_after_the_due_time(battle: Battle) -> None:
    assert not services.settle_if_due(battle.pk, START + 24 * HOUR + SECOND)
    assert services.settle_if_due(battle.pk, START + 24 * HOUR + 2 * SECOND)


def test_nothing_due_means_nothing_changes(battle: Battle) -> None:
    assert not services.settle(battle.pk, START + 23 * HOUR)


# --- the sweep


def test_a_sweep_takes_what_was_due_two_seconds_ago(battle: Battle, swept: Callable[..., services.Swept]) -> None:
    assert swept(START + 24 * HOUR + SECOND).settled == 0
    assert swept(START + 24 * HOUR + 2 * SECOND).settled == 1


def test_sweeping_again_changes_nothing(battle: Battle, swept: Callable[..., services.Swept]) -> None:
    moment = START + 24 * HOUR + 3 * SECOND
    assert swept(moment, moment, moment).settled == 0
    assert BattleEvent.objects.filter(battle=battle, kind="turn-expired").count() == 1


def test_a_poisoned_battle_stops_only_itself_waits_and_tells_its_director(
    battle: Battle,
    alice: User,
    cast: list[User],
    swept: Callable[..., services.Swept],
    monkeypatch: MonkeyPatch,
) -> None:
    other = arena.start(arena.campaign_of(alice, cast), arena.line_up(cast))
    honest = sweeping.settle_locked

    def poisoned(one: Battle, *args: Any) -> bool:
        if one.pk == battle.pk:
            raise ZeroDivisionError("poison")
        return honest(one, *args)

    monkeypatch.setattr(sweeping, "settle_locked", poisoned)
    now = START + 25 * HOUR
    result = swept(now)
    assert (result.settled, result.failed) == (1, 1)
    assert open_turn(other).unit == "carla"
    assert open_turn(battle).unit == "bob"
    stuck = arena.fresh(battle)
    assert (stuck.sweep_failures, stuck.sweep_retry_at) == (1, now + MINUTE)
    assert [notice.data["what"] for notice in told(alice, "director-due")] == ["stuck"]
    assert swept(now + 30 * SECOND).failed == 0
    assert swept(now + MINUTE).failed == 1
    assert arena.fresh(battle).sweep_retry_at == now + 3 * MINUTE


def test_a_battle_that_settles_again_forgets_its_failures(battle: Battle, swept: Callable[..., services.Swept]) -> None:
    Battle.objects.filter(pk=battle.pk).update(sweep_failures=9, sweep_retry_at=START + 25 * HOUR)
    assert swept(START + 25 * HOUR).settled == 1
    assert arena.fresh(battle).sweep_failures == 0


def test_the_wait_after_failures_grows_to_an_hour_at_most(
    battle: Battle, swept: Callable[..., services.Swept], monkeypatch: MonkeyPatch
) -> None:
    def poisoned(*args: Any) -> bool:
        raise ZeroDivisionError("poison")

    monkeypatch.setattr(sweeping, "settle_locked", poisoned)
    Battle.objects.filter(pk=battle.pk).update(sweep_failures=30)
    swept(START + 25 * HOUR)
    assert arena.fresh(battle).sweep_retry_at == START + 26 * HOUR


def test_the_command_sweeps_without_a_broker(alice: User, cast: list[User]) -> None:
    begun = timezone.now() - 20 * HOUR
    campaign = arena.campaign_of(alice, cast)
    battle = arena.start(campaign, arena.line_up(cast), at=begun, rules={"hour_seconds": 60}, pause_after_idle_rounds=1)
    out = StringIO()
    call_command("sweep", "--once", stdout=out)
    assert out.getvalue().strip() == "settled 1, failed 0, reminded 0"
    assert arena.state(battle).paused is not None
    assert Heartbeat.objects.exists()


# --- reminders


def test_a_reminder_comes_a_quarter_before_the_end_at_most_six_hours_and_once(
    battle: Battle, bob: User, swept: Callable[..., services.Swept]
) -> None:
    """Behaviour 29: and it stands in the inbox, whatever else carries it."""
    due = START + 24 * HOUR
    assert swept(due - 6 * HOUR - SECOND).reminded == 0
    assert swept(due - 6 * HOUR).reminded == 1
    assert swept(due - 5 * HOUR).reminded == 0
    (notice,) = told(bob, "deadline-near")
    assert notice.deadline == due


def test_a_reminder_falls_silent_when_the_turn_was_played(
    battle: Battle, bob: User, swept: Callable[..., services.Swept]
) -> None:
    """Behaviour 29: what was on its way is withdrawn, none comes any more."""
    swept(START + 20 * HOUR)
    rested(battle, bob, START + 21 * HOUR)
    assert not told(bob, "deadline-near")
    silent = Delivery.objects.filter(notice__reader=bob, notice__kind="deadline-near")
    assert set(silent.values_list("state", flat=True)) <= {"withdrawn"}
    assert swept(START + 22 * HOUR).reminded == 0


def test_a_reminder_falls_silent_when_the_deadline_moved_and_comes_again_for_the_new_one(
    battle: Battle, alice: User, bob: User, swept: Callable[..., services.Swept]
) -> None:
    swept(START + 20 * HOUR)
    services.extend(battle_id=battle.pk, director=alice, unit="bob", hours=10, reason="A fair", at=START + 21 * HOUR)
    assert not told(bob, "deadline-near")
    assert swept(START + 27 * HOUR).reminded == 0
    assert swept(START + 28 * HOUR).reminded == 1
    assert [notice.deadline for notice in told(bob, "deadline-near")] == [START + 34 * HOUR]


# --- outages


def test_a_gap_of_more_than_five_minutes_is_an_outage_and_is_credited_once(battle: Battle, bob: User) -> None:
    """CLOCK-6."""
    services.sweep(START + HOUR)
    back = START + 30 * HOUR
    services.sweep(back)
    assert Outage.objects.get().started_at == START + HOUR
    row = open_turn(battle)
    assert (row.unit, row.due_at) == ("bob", START + (24 + 29) * HOUR)
    assert not arena.state(battle).units["bob"].missed
    services.sweep(back + 5 * SECOND)
    services.settle(battle.pk, back + 6 * SECOND)
    assert open_turn(battle).due_at == row.due_at
    assert len(told(bob, "credit")) == 1
    assert Outage.objects.get().credited_at == back


def test_a_gap_of_five_minutes_is_none(battle: Battle) -> None:
    services.sweep(START + HOUR)
    services.sweep(START + HOUR + 5 * MINUTE)
    assert not Outage.objects.exists()
    assert open_turn(battle).due_at == START + 24 * HOUR


def test_at_least_an_hour_is_left_after_an_outage(battle: Battle) -> None:
    services.sweep(START + 24 * HOUR - MINUTE)
    services.sweep(START + 24 * HOUR + 9 * MINUTE)
    assert open_turn(battle).due_at == START + 24 * HOUR + 9 * MINUTE + HOUR


def test_while_an_outage_lasts_no_deadline_is_applied(battle: Battle) -> None:
    services.sweep(START + 20 * HOUR)
    assert not services.settle_if_due(battle.pk, START + 25 * HOUR)
    assert open_turn(battle).unit == "bob"


def test_while_an_outage_lasts_posts_are_on_time(battle: Battle, bob: User) -> None:
    services.sweep(START + 20 * HOUR)
    post = services.play_turn(
        battle_id=battle.pk,
        unit="bob",
        player=bob,
        steps=(Rest(),),
        text="",
        version=None,
        key="k",
        received_at=START + 30 * HOUR,
    ).post
    assert post.manner == "on-time"
    services.sweep(START + 32 * HOUR)
    assert open_turn(battle).due_at == START + 30 * HOUR + 12 * HOUR + 2 * HOUR


def test_a_turn_that_was_due_before_the_outage_expires_all_the_same(battle: Battle) -> None:
    services.sweep(START + 24 * HOUR + SECOND)
    services.sweep(START + 30 * HOUR)
    assert Turn.objects.get(battle=battle, unit="bob", kind="turn").outcome == "expired"
    assert not arena.state(battle).units["carla"].missed


def test_a_battle_that_begins_after_an_outage_is_not_credited_for_it(alice: User, cast: list[User]) -> None:
    services.sweep(START - 10 * HOUR)
    services.sweep(START - HOUR)
    battle = arena.start(arena.campaign_of(alice, cast), arena.line_up(cast))
    services.settle(battle.pk, START + HOUR)
    assert open_turn(battle).due_at == START + 24 * HOUR


# --- a battle that pauses itself


def test_a_battle_pauses_itself_after_rounds_without_a_players_post(alice: User, cast: list[User]) -> None:
    """SK-90."""
    rules = {"hour_seconds": 1}
    battle = arena.start(arena.campaign_of(alice, cast), arena.line_up(cast), rules=rules, pause_after_idle_rounds=3)
    services.settle(battle.pk, START + HOUR)
    state = arena.state(battle)
    assert state.paused is not None and state.paused.reason == services.IDLE
    ended = BattleEvent.objects.filter(battle=battle, kind="round-ended")
    assert ended.count() == 3
    assert BattleEvent.objects.get(battle=battle, kind="battle-paused").at == ended.last().at  # type: ignore[union-attr]
    assert open_turn(battle).due_at is None
    assert any(selectors.waits_for(player).exists() for player in cast)


def test_any_of_its_players_may_let_it_go_on_and_the_count_starts_anew(
    alice: User, cast: list[User], zoe: User
) -> None:
    """SK-90."""
    battle = arena.start(
        arena.campaign_of(alice, cast),
        arena.line_up(cast),
        rules={"hour_seconds": 1},
        pause_after_idle_rounds=1,
    )
    services.settle(battle.pk, START + HOUR)
    assert not services.may_resume(arena.fresh(battle), arena.state(battle), zoe)
    services.resume(battle_id=battle.pk, user=cast[2], at=START + 2 * HOUR)
    assert arena.state(battle).paused is None
    assert open_turn(battle).due_at is not None
    services.settle(battle.pk, START + 3 * HOUR)
    assert BattleEvent.objects.filter(battle=battle, kind="round-ended").count() == 2


def test_nobody_goes_on_reading_that_a_battle_is_paused_which_has_gone_on(alice: User, cast: list[User]) -> None:
    battle = arena.start(arena.campaign_of(alice, cast), arena.line_up(cast))
    bob, *others = cast

    def paused_for(user: User) -> list[bool]:
        return [notice.data["paused"] for notice in told(user, "paused")]

    services.pause(battle_id=battle.pk, director=alice, reason="Supper.", at=START + HOUR)
    assert [paused_for(user) for user in cast] == [[True]] * 4
    services.resume(battle_id=battle.pk, user=alice, at=START + 2 * HOUR)
    assert [paused_for(user) for user in cast] == [[False]] * 4
    idle = arena.start(
        arena.campaign_of(alice, cast), arena.line_up(cast), rules={"hour_seconds": 1}, pause_after_idle_rounds=1
    )
    Notice.objects.all().delete()
    services.settle(idle.pk, START + HOUR)
    assert paused_for(bob) == [True]
    services.resume(battle_id=idle.pk, user=bob, at=START + 2 * HOUR)
    assert paused_for(bob) == [] and [paused_for(user) for user in others] == [[False]] * 3


def test_a_battle_ended_while_it_was_paused_is_paused_no_more(alice: User, cast: list[User]) -> None:
    battle = arena.start(arena.campaign_of(alice, cast), arena.line_up(cast))
    services.pause(battle_id=battle.pk, director=alice, reason="Supper.", at=START + HOUR)
    services.end_battle(battle_id=battle.pk, director=alice, winner=None, reason="Enough.", at=START + 2 * HOUR)
    assert [told(user, "paused") for user in cast] == [[]] * 4


def test_a_round_with_a_players_post_does_not_count(alice: User, cast: list[User]) -> None:
    battle = arena.start(
        arena.campaign_of(alice, cast),
        arena.line_up(cast),
        rules={"hour_seconds": 1},
        pause_after_idle_rounds=1,
    )
    services.play_turn(
        battle_id=battle.pk,
        unit="bob",
        player=cast[0],
        steps=(Rest(),),
        text="",
        version=None,
        key="k",
        received_at=START + SECOND,
    )
    services.settle(battle.pk, START + HOUR)
    assert TurnPost.objects.filter(battle=battle).count() == 1
    assert BattleEvent.objects.filter(battle=battle, kind="round-ended").count() == 2


def test_nobody_is_reminded_in_hours_that_do_not_count(alice: User, bob: User, carla: User) -> None:
    """SK-150: a quarter of the counted time before the end, so in the hours in which the table plays."""
    rules = {"active_from": 9, "active_until": 21, "clock_zone": "UTC", "endgame_turn_hours": 10}
    battle = arena.start(arena.campaign_of(alice, [bob, carla]), arena.line_up([bob, carla]), rules=rules)
    row = Turn.objects.get(battle=battle, closed_at__isnull=True)
    assert (row.due_at, row.remind_at) == (START + 22 * HOUR, START + 7.5 * HOUR)
    services.extend(battle_id=battle.pk, director=alice, unit="bob", hours=4, reason="A fair", at=START + HOUR)
    row.refresh_from_db()
    assert (row.due_at, row.remind_at) == (START + 26 * HOUR, START + 22.5 * HOUR)


def test_an_outage_in_quiet_hours_gave_nothing_back_and_nobody_is_told_that_it_did(
    alice: User, bob: User, carla: User
) -> None:
    """CLOCK-6, SK-150."""
    campaign = arena.campaign_of(alice, [bob, carla])
    rules = {"active_from": 9, "active_until": 21}
    Outage.objects.create(started_at=START + 10 * HOUR, ended_at=START + 14 * HOUR)
    for night, told_of in ((rules, 0), ({}, 1)):
        battle = arena.start(campaign, arena.line_up([bob, carla]), rules=night)
        services.settle(battle.pk, START + 15 * HOUR)
        told_bob = Notice.objects.filter(reader=bob, kind="credit", subject=f"battle:{battle.code}")
        assert told_bob.count() == told_of
