"""How players keep time, for the director alone (SK-154)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from battles.models import Battle
from rulebook.dungeon.steps import End
from rulebook.saga.state import Alternative
from rulebook.saga.steps import Rest
from tests import arena, crypt
from tests.arena import HOUR, START
from turns import services
from turns.habits import Habit, habits_of
from turns.models import Heartbeat

pytestmark = pytest.mark.django_db
PAIR = crypt.PARTY[:2]


@pytest.fixture
def battle(alice: User, bob: User, carla: User, dani: User, eva: User) -> Battle:
    """Bob answers after three hours, Carla leaves an early turn, Dani misses hers and acts late."""
    people = [bob, carla, dani, eva]
    battle = arena.start(arena.campaign_of(alice, people), arena.line_up(people))
    about: dict[str, Any] = {"battle_id": battle.pk, "steps": (Rest(),), "text": "", "version": None}
    services.leave_early_turn(
        battle_id=battle.pk, unit="carla", player=carla, alternatives=[Alternative((Rest(),))], text="", at=START
    )
    services.play_turn(unit="bob", player=bob, key="1", received_at=START + 3 * HOUR, **about)
    Heartbeat.objects.create(at=START + 15 * HOUR)
    services.settle(battle.pk, START + 15 * HOUR)
    services.play_turn(unit="dani", player=dani, key="2", received_at=START + 15 * HOUR, **about)
    return battle


def test_answers_early_turns_misses_and_late_turns_are_told_apart(
    battle: Battle, bob: User, carla: User, dani: User
) -> None:
    assert habits_of(battle.campaign) == [
        Habit(bob, 1, timedelta(hours=3), 0, 0, 0),
        Habit(carla, 0, None, 1, 0, 0),
        Habit(dani, 0, None, 0, 1, 1),
    ]


def test_the_director_reads_them_on_the_console_and_nobody_else(battle: Battle, alice: User, bob: User) -> None:
    client = Client(HTTP_ACCEPT_LANGUAGE="en")
    client.force_login(alice)
    address = f"/c/{battle.campaign.slug}/director/"
    page = client.get(address).content.decode()
    assert "How players keep time" in page and "answers after 3 h" in page
    client.force_login(bob)
    assert client.get(address).status_code == 403


def test_programs_of_the_director_read_them_and_no_others(battle: Battle, alice: User, bob: User, zoe: User) -> None:
    address = f"/api/v1/campaigns/{battle.campaign.slug}/habits/"
    client = Client()
    client.force_login(alice)
    assert client.get(address).json() == {
        "players": [
            told("bob", bob, answered=1, usual_answer_ms=3 * 3_600_000),
            told("carla", User.objects.get(username="carla"), early=1),
            told("dani", User.objects.get(username="dani"), missed=1, late=1),
        ]
    }
    client.force_login(bob)
    assert client.get(address).status_code == 403
    client.force_login(zoe)
    assert client.get(address).status_code == 404
    assert Client().get(address).status_code == 401


def told(name: str, player: User, **facts: int) -> dict[str, int | str]:
    nothing = {"answered": 0, "usual_answer_ms": 0, "early": 0, "missed": 0, "late": 0}
    return {"player": player.pk, "name": player.shown_name, **nothing, **facts}


def test_heroes_keep_time_like_units(alice: User, bob: User, carla: User) -> None:
    """The first hero's turn is begun after five hours; nobody begins the next, and its place is lost."""
    battle = crypt.start(crypt.dungeon_campaign(alice, [bob, carla]), crypt.setup_for([bob, carla], party=PAIR))
    crypt.play(battle, bob, PAIR[0], End(), at=START + 5 * HOUR)
    Heartbeat.objects.create(at=START + 30 * HOUR)
    services.settle(battle.pk, START + 30 * HOUR)
    assert habits_of(battle.campaign) == [
        Habit(bob, 1, timedelta(hours=5), 0, 0, 0),
        Habit(carla, 0, None, 0, 1, 0),
    ]
