"""A deadline from end to end: a real broker, worker and beat, nobody looking, and a mail in the folder."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from notifications.models import Delivery, Notice
from tests import arena
from turns.models import Turn

HANG = 120

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_turn_that_nobody_plays_expires_and_its_player_gets_a_mail(
    alice: User, bob: User, carla: User, start_worker: Callable[[], Any], start_beat: Callable[[], Any]
) -> None:
    start_worker()
    start_beat()
    rules = {"hour_seconds": 0.1, "first_turn_hours": 24, "endgame_turn_hours": 24, "turn_hours": 720}
    battle = arena.start(
        arena.campaign_of(alice, [bob, carla]), arena.line_up([bob, carla]), at=timezone.now(), rules=rules
    )
    row = Turn.objects.get(battle=battle, unit="bob")
    end = time.monotonic() + HANG
    while not mailed(bob):
        assert time.monotonic() < end, "no mail was sent"
        time.sleep(0.1)
    row.refresh_from_db()
    assert (row.outcome, row.closed_at) == ("expired", row.due_at)
    assert Notice.objects.filter(reader=bob, kind="missed").count() >= 1


def mailed(user: User) -> bool:
    return Delivery.objects.filter(notice__reader=user, notice__kind="missed", state="sent").exists()
