"""Standing orders and forced turns as people and programs meet them (SK-152, SK-153, SK-155, SK-156)."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from battles.models import Battle
from tests import arena
from turns import services
from turns.models import Heartbeat, Turn, TurnPost

pytestmark = pytest.mark.django_db
RULES = {"standing_orders": True, "shorten_after_misses": 2, "hand_over_after_misses": 3}


@pytest.fixture
def battle(alice: User, bob: User, carla: User, dani: User, eva: User) -> Battle:
    people = [bob, carla, dani, eva]
    campaign = arena.campaign_of(alice, people)
    return arena.start(campaign, arena.line_up(people), at=timezone.now(), rules=RULES)


def signed_in(user: User) -> Client:
    client = Client(HTTP_ACCEPT_LANGUAGE="en")
    User.objects.filter(pk=user.pk).update(language="en")
    client.force_login(User.objects.get(pk=user.pk))
    return client


def send(battle: Battle, user: User, unit: str, **fields: str) -> Any:
    return signed_in(user).post(f"{battle.get_absolute_url()}orders/{unit}/", fields)


def test_a_player_leaves_orders_reads_what_would_happen_and_takes_them_back(battle: Battle, bob: User) -> None:
    address = battle.get_absolute_url()
    before = signed_in(bob).get(address).content.decode()
    assert "it does nothing until you act late" in before
    assert "After 2 more missed deadlines its turns last 6 hours (SK-155)." in before
    assert "After 3 more missed deadlines the director plays it (SK-156)." in before
    sent = send(battle, bob, "bob", deed1="rest", when1="willpower-below", least1="2", deed2="hold")
    assert sent.status_code == 302
    page = signed_in(bob).get(address).content.decode()
    assert "it follows its orders: hold: stay and do nothing, and has no late turn" in page
    kept = signed_in(bob).get(address + "orders/bob/").content.decode()
    assert '<option value="willpower-below" selected>' in kept
    assert send(battle, bob, "bob", drop="1").status_code == 302
    assert arena.state(battle).orders == {}


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"deed1": "dance"},
        {"deed1": "rest", "when1": "strength-below", "least1": "many"},
        {"deed1": "rest", "when1": "never"},
    ],
)
def test_what_is_no_order_comes_back_with_a_sentence(battle: Battle, bob: User, fields: dict[str, str]) -> None:
    answer = send(battle, bob, "bob", **fields)
    assert answer.status_code == 422
    assert "There is a problem" in answer.content.decode()


def test_orders_are_their_authors_alone(battle: Battle, bob: User, carla: User, zoe: User) -> None:
    send(battle, bob, "bob", deed1="strike")
    for user in (carla, zoe):
        assert signed_in(user).get(f"{battle.get_absolute_url()}orders/bob/").status_code == 404
        assert send(battle, user, "bob", deed1="hold").status_code == 404
    chronicle = signed_in(carla).get(battle.get_absolute_url() + "chronicle/").content.decode()
    assert "Standing orders" not in chronicle


def test_orders_are_followed_by_the_sweep_and_stand_as_a_post(battle: Battle, bob: User) -> None:
    send(battle, bob, "bob", deed1="hold")
    due = Turn.objects.get(battle=battle, kind="turn", closed_at__isnull=True).due_at
    assert due is not None
    Heartbeat.objects.create(at=due)
    services.sweep(due + services.GUARD)
    post = TurnPost.objects.get(battle=battle)
    assert (post.manner, post.author, post.at) == ("ordered", bob, due)
    assert Turn.objects.get(battle=battle, unit="bob").outcome == "expired"
    assert not Turn.objects.filter(battle=battle, kind="late", closed_at__isnull=True).exists()


def test_a_program_gives_and_drops_orders(battle: Battle, bob: User, carla: User) -> None:
    address = f"/api/v1/battles/{battle.code}/standing-orders/bob/"
    orders = {"orders": [{"deed": "strike"}, {"deed": "hold", "when": "always"}]}
    assert signed_in(bob).put(address, orders, content_type="application/json").status_code == 204
    view = signed_in(bob).get(f"/api/v1/battles/{battle.code}/").json()
    assert view["view"]["orders"][0]["unit"] == "bob"
    assert signed_in(carla).get(f"/api/v1/battles/{battle.code}/").json()["view"]["orders"] == []
    refused = signed_in(carla).put(address, orders, content_type="application/json")
    assert (refused.status_code, refused.json()["code"]) == (422, "not-your-unit")
    assert signed_in(bob).delete(address).status_code == 204
    assert signed_in(bob).delete(address).json()["code"] == "no-orders"


def test_the_director_ends_the_open_turn_after_a_page_that_says_what_it_means(battle: Battle, alice: User) -> None:
    client = signed_in(alice)
    address = battle.get_absolute_url() + "direct/force/"
    page = client.get(address).content.decode()
    assert "It misses no deadline and has no late turn (SK-153)." in page
    sent = {"unit": "bob", "reason": "Agreed.", "version": arena.version(battle, alice)}
    assert client.post(address, sent).status_code == 302
    assert arena.whose_turn(battle) == "carla"
    assert Turn.objects.get(battle=battle, unit="bob").outcome == "forced"


def test_a_program_ends_the_open_turn_for_the_director_alone(battle: Battle, alice: User, bob: User) -> None:
    address = f"/api/v1/battles/{battle.code}/direct/force-turn/"
    body = {"unit": "bob", "reason": "Agreed.", "version": arena.version(battle, alice)}
    assert signed_in(bob).post(address, body, content_type="application/json").status_code == 403
    assert signed_in(alice).post(address, body, content_type="application/json").status_code == 204
    assert arena.state(battle).units["bob"].missed == 0
