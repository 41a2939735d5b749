"""Whoever comes at the same time, exactly one outcome; and a whole adventure that only the sweep plays."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from accounts.models import User
from battles.models import Battle, Roll
from battles.selectors import waits_of
from notifications.models import Notice
from rulebook.dungeon.events import TurnExpired
from rulebook.dungeon.steps import End
from rulebook.errors import Refused
from tests import crypt
from tests.arena import HOUR, SECOND, START, fresh
from tests.reliability.together import together
from tests.services.test_dungeon_play import one_step
from turns import services
from turns.models import Heartbeat, Turn, TurnPost

pytestmark = pytest.mark.django_db(transaction=True)
Outcomes = list[str]


def outcomes_of(*acts: Callable[[], Any]) -> Outcomes:
    """Do these at the same instant; what came of each, by code, sorted."""
    outcomes: Outcomes = []

    def run(act: Callable[[], Any]) -> None:
        try:
            act()
            outcomes.append("done")
        except Refused as refused:
            outcomes.append(refused.code)

    together(*(partial(run, act) for act in acts))
    assert len(outcomes) == len(acts)
    return sorted(outcomes)


@pytest.fixture
def battle(alice: User, bob: User, carla: User) -> Battle:
    campaign = crypt.dungeon_campaign(alice, [bob, carla])
    return crypt.start(campaign, crypt.setup_for([bob, carla], io_variant="improved"))


def rows_say_what_is_waited_for(battle: Battle) -> bool:
    now = fresh(battle)
    wanted = sorted((wait.who, wait.kind, wait.unit) for wait in waits_of(now))
    rows = Turn.objects.filter(battle=battle, closed_at__isnull=True).values_list("who", "kind", "unit")
    return sorted(rows) == wanted


def test_of_two_players_who_begin_at_once_one_does_and_the_other_waits(battle: Battle, bob: User, carla: User) -> None:
    """IMP-02: any hero may begin, but one at a time."""
    steps = {unit: one_step(battle, unit) for unit in ("bruna", "torvek")}
    about: dict[str, Any] = {"at": START + HOUR}
    outcomes = outcomes_of(
        partial(crypt.play, battle, bob, "bruna", steps["bruna"], key="a", **about),
        partial(crypt.play, battle, carla, "torvek", steps["torvek"], key="b", **about),
    )
    assert outcomes == ["done", "not-your-turn"]
    post = TurnPost.objects.get(battle=battle)
    running = crypt.state(battle).running
    assert running is not None
    assert (post.unit, post.open) == (running.unit, True)
    assert rows_say_what_is_waited_for(battle)


def test_both_end_their_turns_at_once_where_neither_asks_for_a_version(battle: Battle, bob: User, carla: User) -> None:
    about: dict[str, Any] = {"at": START + HOUR}
    outcomes = outcomes_of(
        partial(crypt.play, battle, bob, "bruna", End(), key="a", **about),
        partial(crypt.play, battle, carla, "torvek", End(), key="b", **about),
    )
    assert outcomes == ["done", "done"]
    assert {crypt.state(battle).models[unit].status for unit in ("bruna", "torvek")} == {"acted"}
    assert TurnPost.objects.filter(battle=battle, unit__in=("bruna", "torvek"), open=False).count() == 2
    assert crypt.replayed(battle) == crypt.state(battle)


def test_a_double_click_is_one_step(battle: Battle, bob: User) -> None:
    act = partial(crypt.play, battle, bob, "bruna", End(), key="once", at=START + HOUR, text="Once.")
    assert outcomes_of(act, act, act) == ["done", "done", "done"]
    assert TurnPost.objects.get(battle=battle, unit="bruna").narrative == "Once."


def test_a_last_moment_step_and_the_sweep_agree(battle: Battle, bob: User) -> None:
    due = START + 24 * HOUR
    outcomes = outcomes_of(
        partial(crypt.play, battle, bob, "bruna", End(), key="late", at=due - SECOND),
        partial(services.settle, battle.pk, due + services.GUARD),
    )
    acted = Turn.objects.get(battle=battle, kind="turn", unit="bruna", outcome__in=("acted", "expired", "acted-late"))
    assert outcomes == ["done", "done"]
    assert acted.closed_at is not None
    assert rows_say_what_is_waited_for(battle)
    assert crypt.replayed(battle) == crypt.state(battle)


def test_an_adventure_that_nobody_plays_is_settled_by_the_sweep_to_its_end(battle: Battle, bob: User) -> None:
    now = START
    for _hours in range(400):
        now += timedelta(hours=12)
        Heartbeat.objects.update_or_create(name="sweep", defaults={"at": now - SECOND})
        services.sweep(now)
        assert rows_say_what_is_waited_for(battle)
        if fresh(battle).status != Battle.Status.RUNNING:
            break
    assert fresh(battle).status == Battle.Status.ENDED
    assert crypt.replayed(battle) == crypt.state(battle)
    missed = battle.events.filter(kind=TurnExpired.kind).count()
    assert missed > 4
    told = Notice.objects.filter(kind="missed", subject__startswith=f"battle:{battle.code}:").count()
    assert told == missed
    assert not Turn.objects.filter(battle=battle, closed_at__isnull=True).exists()
    faces = list(Roll.objects.filter(battle=battle).order_by("counter").values_list("counter", flat=True))
    assert faces == list(range(fresh(battle).dice_counter))
