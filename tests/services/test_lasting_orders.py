"""Standing orders on sheets: written for good, followed by every battle that has none of its own (SK-157)."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied

from accounts.models import User
from battles.models import Battle
from campaign.models import Campaign, Membership
from campaign.services import remove_member
from characters import services as characters
from characters.models import Character
from notifications.models import Notice
from rulebook.errors import Refused
from rulebook.saga.rules import TableRules
from rulebook.saga.standing import orders_of
from rulebook.saga.state import Order
from tests import arena
from tests.arena import HOUR
from tests.mustering import NOW, announced, fresh, hero_of, table, teams
from turns import services
from turns.lasting import lasting_orders
from turns.models import Heartbeat, LastingOrders, Turn, TurnPost

pytestmark = pytest.mark.django_db
HOLD, REST = (Order("hold"),), (Order("rest"),)


@pytest.fixture
def campaign(alice: User, bob: User, carla: User) -> Campaign:
    """A table with standing orders."""
    campaign = table(alice, [bob, carla])
    campaign.table_rules = TableRules(standing_orders=True).to_mapping()
    campaign.save(update_fields=["table_rules"])
    return campaign


def write(player: User, *orders: Order, hero: Character | None = None, at: datetime = NOW) -> None:
    character = hero or hero_of(player)
    services.write_lasting_orders(character_id=character.pk, player=player, orders=orders, at=at)


def begun(campaign: Campaign, alice: User, bob: User, carla: User, at: datetime = NOW) -> Battle:
    """Bob against Carla, in turn 0."""
    battle = announced(campaign, alice, teams([bob], [carla]), at=at)
    for player in (bob, carla):
        services.answer_muster(battle_id=battle.pk, player=player, character_ids=[hero_of(player).pk], at=at)
    return fresh(battle)


def unit_of(player: User) -> str:
    return f"c{hero_of(player).pk}"


def held(battle: Battle, player: User) -> tuple[Order, ...] | None:
    found = orders_of(arena.state(battle), unit_of(player))
    return None if found is None else found.orders


def refusal(*about: Any, **more: Any) -> str:
    with pytest.raises(Refused) as refused:
        write(*about, **more)
    return refused.value.code


def test_a_battle_begins_with_what_stands_on_the_sheets(
    campaign: Campaign, alice: User, bob: User, carla: User
) -> None:
    write(bob, *REST)
    battle = begun(campaign, alice, bob, carla)
    assert (held(battle, bob), held(battle, carla)) == (REST, None)


def test_a_running_battle_follows_a_change_unless_the_unit_has_orders_of_its_own_there(
    campaign: Campaign, alice: User, bob: User, carla: User
) -> None:
    battle = begun(campaign, alice, bob, carla)
    write(bob, *REST)
    assert held(battle, bob) == REST
    services.give_orders(battle_id=battle.pk, unit=unit_of(bob), player=bob, orders=HOLD, at=NOW)
    write(bob, Order("strike"))
    assert held(battle, bob) == HOLD
    services.drop_orders(battle_id=battle.pk, unit=unit_of(bob), player=bob, at=NOW)
    assert held(battle, bob) == (Order("strike"),)
    write(bob)
    assert held(battle, bob) is None
    assert not LastingOrders.objects.exists()


def test_they_are_carried_out_at_the_due_time_and_nobody_is_told_of_them(
    campaign: Campaign, alice: User, bob: User, carla: User
) -> None:
    for player in (bob, carla):
        write(player, *HOLD)
    battle = begun(campaign, alice, bob, carla)
    Heartbeat.objects.create(at=NOW + 60 * HOUR)
    services.settle(battle.pk, NOW + 60 * HOUR)
    post = TurnPost.objects.filter(battle=battle).earliest("number")
    assert post.manner == "ordered"
    row = Turn.objects.filter(battle=battle, kind="turn", outcome="expired").earliest("pk")
    assert (row.unit, row.closed_at) == (post.unit, post.at)
    assert not Notice.objects.filter(data__icontains="orders").exists()


def test_what_ran_out_before_a_change_was_decided_by_what_stood_there_before(
    campaign: Campaign, alice: User, bob: User, carla: User
) -> None:
    for player in (bob, carla):
        write(player, *HOLD)
    battle = begun(campaign, alice, bob, carla)
    deployed = Turn.objects.filter(battle=battle, kind="deploy").earliest("pk").due_at
    assert deployed is not None
    Heartbeat.objects.create(at=deployed + 25 * HOUR)
    for player in (bob, carla):
        write(player, at=deployed + 25 * HOUR)
    assert [post.manner for post in TurnPost.objects.filter(battle=battle)] == ["ordered"]
    assert (held(battle, bob), held(battle, carla)) == (None, None)


def test_only_the_player_writes_them_and_only_for_a_character_in_play(
    campaign: Campaign, alice: User, bob: User, carla: User
) -> None:
    for other in (alice, carla):
        with pytest.raises(PermissionDenied):
            write(other, *HOLD, hero=hero_of(bob))
    assert refusal(bob, *HOLD * 4) == "too-many-orders"
    assert refusal(bob, Order("rest", "always", 3)) == "bad-order"
    Character.objects.filter(player=bob).update(status=Character.Status.RETIRED)
    assert refusal(bob, *HOLD, hero=Character.objects.get(player=bob)) == "not-active"


def test_a_table_without_standing_orders_has_none_on_sheets_either(
    campaign: Campaign, alice: User, bob: User, carla: User
) -> None:
    write(bob, *HOLD)
    campaign.table_rules = TableRules().to_mapping()
    campaign.save(update_fields=["table_rules"])
    assert refusal(bob, *REST) == "no-standing-orders"
    assert held(begun(campaign, alice, bob, carla), bob) is None


def test_a_new_player_of_the_character_starts_without_orders(
    campaign: Campaign, alice: User, bob: User, carla: User, dani: User
) -> None:
    write(bob, *HOLD)
    battle, hero = begun(campaign, alice, bob, carla), hero_of(bob)
    remove_member(membership=Membership.objects.get(campaign=campaign, user=bob), by=alice, at=NOW)
    Membership.objects.create(user=dani, campaign=campaign, role="player")
    characters.hand_seat_over(campaign=campaign, before=bob, after=dani, by=alice, at=NOW)
    assert orders_of(arena.state(battle), f"c{hero.pk}") is None
    hero.refresh_from_db()
    assert lasting_orders(hero) == ()


def test_an_undo_to_before_a_change_keeps_what_stands_on_the_sheet_now(
    campaign: Campaign, alice: User, bob: User, carla: User
) -> None:
    battle = begun(campaign, alice, bob, carla)
    write(bob, *HOLD)
    write(bob, *REST)
    services.undo(battle_id=battle.pk, director=alice, to_event=1, reason="Once more.", at=NOW)
    assert held(battle, bob) == REST
