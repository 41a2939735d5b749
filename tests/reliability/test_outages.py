"""G5, G7, G11, G16: what the site does when nobody swept for a while, or one battle cannot be settled."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from battles.models import Battle, BattleEvent
from battles.moments import to_ms
from notifications.models import Notice
from tests import arena
from tests.arena import HOUR, SECOND, START
from tests.reliability.figures import OVERDUE, POISONED_OF, figure, tell
from tests.reliability.history import faults_of
from turns import services
from turns.models import Heartbeat, Outage, Turn
from turns.selectors import overdue_battle_ids

MINUTE = timedelta(minutes=1)
TURN = 24 * HOUR
SILENCE = 5 * MINUTE
SWEEPS_UNTIL_DONE = 50

pytestmark = pytest.mark.django_db(transaction=True)


def open_turn(battle: Battle) -> Turn:
    return Turn.objects.get(battle=battle, kind="turn", closed_at__isnull=True)


def told(battle: Battle, kind: str) -> int:
    return BattleEvent.objects.filter(battle=battle, kind=kind).count()


# --- G5


def test_an_hour_without_any_sweep_costs_nobody_anything_and_is_credited_once(
    arenas: Callable[..., list[Battle]], players: list[User]
) -> None:
    """G5: pages stay right meanwhile and say when the turn runs out; whoever comes first, the hour is given once."""
    now = timezone.now()
    (battle,) = arenas(1, at=now - TURN + 10 * MINUTE)
    Heartbeat.objects.create(at=now - HOUR)
    due = open_turn(battle).due_at
    reader = Client(SERVER_NAME="127.0.0.1")
    reader.force_login(players[0])
    assert reader.get(battle.get_absolute_url()).status_code == 200
    assert (told(battle, "turn-expired"), open_turn(battle).due_at) == (0, due)
    for moment in (now, now + SECOND, now + 2 * SECOND):
        services.sweep(moment)
        services.settle(battle.pk, moment)
    assert (told(battle, "outage-credited"), told(battle, "turn-expired")) == (1, 0)
    assert due is not None
    assert open_turn(battle).due_at == due + HOUR
    assert reader.get(battle.get_absolute_url() + "ledger/").status_code == 200
    assert faults_of(battle) == []
    tell("G5: an hour without a sweep, three sweeps and three looks after it: credited once, 0 deadlines applied")


# --- G7


def test_everything_overdue_after_a_gap_is_credited_before_anything_expires(
    arenas: Callable[..., list[Battle]],
) -> None:
    """G7: nobody is penalised for the gap of six hours, and every turn has at least an hour left."""
    (battle,) = arenas(1)
    battles = [battle, *arena.clones(battle, OVERDUE - 1)]
    gone, back = START + TURN - HOUR, START + TURN + 5 * HOUR
    Heartbeat.objects.create(at=gone)
    for _n in range(SWEEPS_UNTIL_DONE):
        if not services.sweep(back).settled:
            break
    assert not overdue_battle_ids(back, now=back)
    kinds = BattleEvent.objects.filter(battle__in=battles)
    assert kinds.filter(kind="outage-credited").count() == OVERDUE
    assert kinds.filter(kind="turn-expired").count() == 0
    due = set(Turn.objects.filter(unit="bob", closed_at__isnull=True).values_list("due_at", flat=True))
    assert due == {START + TURN + 6 * HOUR}
    assert faults_of(battles[-1]) == []
    tell(f"G7: {OVERDUE} turns overdue after a gap of 6 h, each credited once, none expired")


# --- G11

SWEPT = {
    "ten minutes": [0, 600],
    "six hours": [0, 6 * 60],
    "three days": [0, 72 * 60],
    "two, one after the other": [0, 10, 20, 120, 125, 300],
    "two that touch": [0, 60, 61, 121],
    "five minutes, which is none": [0, 5, 10, 15],
    "across the due time": [0, 1435, 1500],
    "ended just before it": [0, 1000, 1439],
    "begun before the battle": [-120, 180],
    "begun and ended before it": [-120, -10, -6, -2, 3],
    "the clock set back, then on": [0, 600, 300, 305, 310, 600, 605],
    "the clock a day ahead, then right": [0, 1440, 3, 8, 13],
}
"""Minutes after the battle's beginning at which somebody swept."""
NIGHTS = {
    "Madrid, an hour is skipped": ("Europe/Madrid", datetime(2026, 3, 28, 18, tzinfo=UTC), -1),
    "Madrid, an hour comes twice": ("Europe/Madrid", datetime(2026, 10, 24, 18, tzinfo=UTC), 1),
    "New York, an hour is skipped": ("America/New_York", datetime(2026, 3, 8, 0, tzinfo=UTC), -1),
    "New York, an hour comes twice": ("America/New_York", datetime(2026, 11, 1, 0, tzinfo=UTC), 1),
    "Auckland, an hour is skipped": ("Pacific/Auckland", datetime(2026, 9, 26, 6, tzinfo=UTC), -1),
    "Auckland, an hour comes twice": ("Pacific/Auckland", datetime(2026, 4, 4, 6, tzinfo=UTC), 1),
    "a leap day": ("UTC", datetime(2028, 2, 28, 18, tzinfo=UTC), 0),
}


def gaps(moments: Sequence[datetime]) -> Iterator[tuple[datetime, datetime]]:
    """The outages of a paper clock: no sweep for more than five minutes."""
    for before, after in zip(moments, moments[1:], strict=False):
        if after - before > SILENCE:
            yield before, after


def on_paper(opened: datetime, moments: Sequence[datetime]) -> datetime:
    """The due time of a turn that nobody plays: each moment lost is given back once, with an hour left (CLOCK-6)."""
    due, seen = opened + TURN, opened
    for start, end in gaps(moments):
        if due <= start:
            break
        lost = end - max(start, seen)
        if lost > timedelta():
            due = max(due + lost, end + HOUR)
        seen = max(seen, end)
    return due


@pytest.mark.parametrize("pattern", SWEPT)
def test_an_outage_is_given_back_to_the_minute_whatever_the_night(
    arenas: Callable[..., list[Battle]], pattern: str
) -> None:
    """G11, CLOCK-6: 84 cases. What was lost is given back once; elapsed hours count, whatever clocks on walls do."""
    for zone, opened, _turned in NIGHTS.values():
        forget_outages()
        moments = [opened + minutes * MINUTE for minutes in SWEPT[pattern]]
        (battle,) = arenas(1, at=opened)
        Heartbeat.objects.create(at=moments[0])
        with timezone.override(ZoneInfo(zone)):
            for moment in moments[1:]:
                services.sweep(moment)
            first = Turn.objects.get(battle=battle, unit="bob", kind="turn")
            due = on_paper(opened, moments)
            assert (first.due_at, first.outcome) == (due, "expired" if due <= moments[-1] - services.GUARD else ""), (
                zone
            )
            services.settle(battle.pk, moments[-1] + SECOND)
        assert open_turn(battle).due_at is not None
        assert faults_of(battle) == []
        Battle.objects.filter(pk=battle.pk).update(status=Battle.Status.CANCELLED)
    tell(f"G11: sweeps in the pattern {pattern!r}, in {len(NIGHTS)} nights: each outage given back to the minute")


def forget_outages() -> None:
    Heartbeat.objects.all().delete()
    Outage.objects.all().delete()


def test_a_battle_begun_after_the_clock_was_set_right_again_has_nothing_to_be_given_back(
    arenas: Callable[..., list[Battle]], players: list[User]
) -> None:
    """G11: for a moment the machine's clock was a day ahead; whoever plays on meanwhile is played for as ever."""
    (older,) = arenas(1)
    for minutes in (0, 1440, 3, 8):
        services.sweep(START + minutes * MINUTE)
    (younger,) = arenas(1, at=START + 9 * MINUTE)
    for minutes in (10, 12):
        services.sweep(START + minutes * MINUTE)
        for battle in (older, younger):
            services.settle(battle.pk, START + minutes * MINUTE)
    assert (told(older, "outage-credited"), told(younger, "outage-credited")) == (1, 0)
    for battle in (older, younger):
        arena.play(battle, players[0], "bob", START + 13 * MINUTE)
    for minutes in (*range(15, 1440 + 20, 4), *range(1460, 2880, 4)):
        services.sweep(START + minutes * MINUTE)
    assert (told(older, "outage-credited"), told(younger, "outage-credited")) == (1, 0)
    assert not Outage.objects.filter(ended_at__gt=START + 3 * MINUTE).exists()
    assert Turn.objects.get(battle=younger, unit="carla", kind="turn", round=1).outcome == "expired"
    assert Turn.objects.get(battle=younger, unit="bob", kind="turn", round=1).outcome == "acted"
    for battle in (older, younger):
        battle.refresh_from_db()
        assert battle.sweep_failures == 0 and faults_of(battle) == []


@pytest.mark.parametrize("night", NIGHTS)
def test_a_day_is_twenty_four_elapsed_hours_whatever_the_clocks_do_that_night(
    arenas: Callable[..., list[Battle]], night: str
) -> None:
    """CLOCK-1: the clock on the wall shows another hour, the deadline does not move."""
    zone, opened, turned = NIGHTS[night]
    (battle,) = arenas(1, at=opened)
    with timezone.override(ZoneInfo(zone)):
        due = open_turn(battle).due_at
        assert due is not None and due - opened == TURN
        wall = timezone.localtime(due).replace(tzinfo=None) - timezone.localtime(opened).replace(tzinfo=None)
    assert wall == TURN - turned * HOUR


def test_outages_drawn_at_random_cost_nobody_a_minute(arenas: Callable[..., list[Battle]], seed: int) -> None:
    """G11: so many histories of sweeps, each against the paper clock."""
    dice = random.Random(seed)
    count = figure(20, 500)
    for _n in range(count):
        forget_outages()
        (battle,) = arenas(1)
        moments = [START]
        while moments[-1] < START + 20 * HOUR:
            moments.append(moments[-1] + dice.choice((1, 4, 5, 6, 30, 200, 700)) * MINUTE)
        Heartbeat.objects.create(at=moments[0])
        for moment in moments[1:]:
            services.sweep(moment)
        row = Turn.objects.get(battle=battle, unit="bob", kind="turn")
        assert row.due_at == on_paper(START, moments), (seed, moments)
        Battle.objects.filter(pk=battle.pk).update(status=Battle.Status.CANCELLED)
    tell(f"G11: {count} random histories of outages, each credited to the minute (seed {seed})")


# --- G16


def test_a_battle_that_cannot_be_read_stops_only_itself_and_its_director_hears_of_it(
    arenas: Callable[..., list[Battle]], director: User
) -> None:
    """G16: all others are on time, however often the poisoned one is tried."""
    (first,) = arenas(1)
    others = arena.clones(first, POISONED_OF - 1)
    poisoned = others[len(others) // 2]
    Battle.objects.filter(pk=poisoned.pk).update(state={"poison": to_ms(START)})
    now = START + TURN + 3 * SECOND
    Heartbeat.objects.create(at=now - SECOND)
    for n in range(20):
        services.sweep(now + n * 5 * SECOND)
    late = Turn.objects.filter(unit="bob", kind="turn", closed_at__isnull=True)
    assert list(late.values_list("battle", flat=True)) == [poisoned.pk]
    expired = Turn.objects.filter(unit="bob", kind="turn", outcome="expired")
    assert set(expired.values_list("closed_at", flat=True)) == {START + TURN}
    assert expired.count() == POISONED_OF - 1
    about = Notice.objects.filter(reader=director, subject=f"battle:{poisoned.code}", withdrawn_at__isnull=True)
    assert about.exists()
    poisoned.refresh_from_db()
    assert 0 < poisoned.sweep_failures < 5
    tell(f"G16: 1 of {POISONED_OF} battles cannot be settled; {POISONED_OF - 1} on time, its director was told")
