"""While an outage lasts no deadline is applied (CLOCK-6), whatever anybody does at the table meanwhile (SK-91)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from accounts.models import User
from battles.models import Battle
from rulebook.saga.state import Alternative, Order
from rulebook.saga.steps import Rest
from tests import arena, crypt
from tests.arena import HOUR, START
from turns import services
from turns.models import Turn

pytestmark = pytest.mark.django_db
LAST_SWEEP = START + 20 * HOUR
NOW = START + 25 * HOUR
"""An hour after the open turn's due time; five after the last sweep."""


@pytest.fixture
def battle(alice: User, bob: User, carla: User, dani: User, eva: User) -> Battle:
    cast = [bob, carla, dani, eva]
    rules = {"standing_orders": True, "extension_grants": 24}
    battle = arena.start(arena.campaign_of(alice, cast), arena.line_up(cast), rules=rules)
    services.sweep(LAST_SWEEP)
    return battle


def due(battle: Battle) -> Any:
    return Turn.objects.get(battle=battle, closed_at__isnull=True).due_at


def leave(battle: Battle, people: dict[str, User]) -> None:
    rest = (Alternative((Rest(),)),)
    services.leave_early_turn(
        battle_id=battle.pk, unit="carla", player=people["carla"], alternatives=rest, text="", at=NOW
    )


def order(battle: Battle, people: dict[str, User]) -> None:
    services.give_orders(battle_id=battle.pk, unit="carla", player=people["carla"], orders=(Order("rest"),), at=NOW)


def go_away(battle: Battle, people: dict[str, User]) -> None:
    services.declare_absence(
        user=people["carla"], campaign=battle.campaign, starts_at=NOW, ends_at=NOW + 99 * HOUR, at=NOW
    )


def take_over(battle: Battle, people: dict[str, User]) -> None:
    services.take_over(battle_id=battle.pk, director=people["alice"], unit="carla", reason="Ill", at=NOW)


def pause(battle: Battle, people: dict[str, User]) -> None:
    services.pause(battle_id=battle.pk, director=people["alice"], reason="Out of order", at=NOW)
    services.resume(battle_id=battle.pk, user=people["alice"], at=NOW)


@pytest.mark.parametrize("verb", [leave, order, go_away, take_over, pause])
def test_clock_6_whatever_anybody_does_in_an_outage_nobodys_time_runs_out(
    battle: Battle, alice: User, bob: User, carla: User, verb: Callable[[Battle, dict[str, User]], None]
) -> None:
    verb(battle, {"alice": alice, "bob": bob, "carla": carla})
    assert arena.state(battle).units["bob"].missed == 0
    assert due(battle) == START + 29 * HOUR, "the five hours up to then are given back"
    services.sweep(START + 26 * HOUR)
    assert due(battle) == START + 30 * HOUR, "and the sixth when it is over"


def test_clock_6_more_hours_taken_in_an_outage_come_on_top_of_what_it_took(battle: Battle, bob: User) -> None:
    row = Turn.objects.get(battle=battle, closed_at__isnull=True)
    services.take_hours(turn_id=row.pk, player=bob, at=NOW)
    services.sweep(START + 26 * HOUR)
    assert due(battle) == START + 42 * HOUR
    assert arena.state(battle).units["bob"].missed == 0


def test_clock_6_a_pause_and_a_resumption_within_an_outage_lose_nothing(battle: Battle, alice: User) -> None:
    """Four hours were left when it began: two of the outage before the pause, two after it."""
    services.pause(battle_id=battle.pk, director=alice, reason="Out of order", at=START + 22 * HOUR)
    services.resume(battle_id=battle.pk, user=alice, at=START + 30 * HOUR)
    services.sweep(START + 32 * HOUR)
    assert due(battle) == START + 36 * HOUR


def test_clock_6_in_the_dungeon_too(alice: User, bob: User) -> None:
    battle = crypt.start(crypt.dungeon_campaign(alice, [bob]), crypt.setup_for([bob]))
    services.sweep(LAST_SWEEP)
    services.pause(battle_id=battle.pk, director=alice, reason="Out of order", at=NOW)
    assert not Turn.objects.filter(battle=battle, outcome="expired").exists()
    services.sweep(START + 26 * HOUR)
    services.resume(battle_id=battle.pk, user=alice, at=START + 40 * HOUR)
    dues = Turn.objects.filter(battle=battle, closed_at__isnull=True).values_list("due_at", flat=True)
    assert set(dues) == {START + 44 * HOUR}, "four hours were left when it began"
