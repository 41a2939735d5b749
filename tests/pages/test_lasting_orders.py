"""Standing orders on sheets as people and programs meet them (SK-157)."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from archives.own import parts_of_person
from campaign.models import Campaign
from characters.models import Character
from rulebook.saga.rules import TableRules
from tests.mustering import announced, hero_of, table, teams
from tests.pages.test_standing_orders import signed_in
from turns import services

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign(alice: User, bob: User, carla: User) -> Campaign:
    campaign = table(alice, [bob, carla])
    campaign.table_rules = TableRules(standing_orders=True).to_mapping()
    campaign.save(update_fields=["table_rules"])
    return campaign


@pytest.fixture
def hero(campaign: Campaign, bob: User) -> Character:
    return hero_of(bob)


def address(hero: Character) -> str:
    return f"/p/{hero.pk}/orders/"


def write(hero: Character, user: User, **fields: str) -> Any:
    return signed_in(user).post(address(hero), fields)


def sheet(hero: Character, client: Client) -> str:
    return client.get(hero.get_absolute_url()).content.decode()


def test_a_player_writes_them_on_the_sheet_reads_them_there_and_takes_them_back(hero: Character, bob: User) -> None:
    assert "None: if a turn runs out in a battle, it does nothing until it acts late." in sheet(hero, signed_in(bob))
    assert write(hero, bob, deed1="rest", when1="willpower-below", least1="2", deed2="hold").status_code == 302
    assert "<li>rest, if its willpower is below 2</li><li>hold: stay and do nothing</li>" in sheet(hero, signed_in(bob))
    assert '<option value="willpower-below" selected>' in signed_in(bob).get(address(hero)).content.decode()
    assert write(hero, bob, drop="1").status_code == 302
    assert "<li>rest" not in sheet(hero, signed_in(bob))


@pytest.mark.parametrize("fields", [{}, {"deed1": "dance"}, {"deed2": "rest", "when2": "strength-below"}])
def test_what_is_no_order_comes_back_with_a_sentence(hero: Character, bob: User, fields: dict[str, str]) -> None:
    answer = write(hero, bob, **fields)
    assert answer.status_code == 422
    assert "There is a problem" in answer.content.decode()


def test_the_director_reads_them_and_nobody_else_can_tell_that_there_are_any(
    hero: Character, alice: User, bob: User, carla: User
) -> None:
    write(hero, bob, deed1="strike")
    told = "strike the weakest enemy within reach"
    assert told in sheet(hero, signed_in(alice)) and told in signed_in(alice).get(address(hero)).content.decode()
    assert write(hero, alice, deed1="hold").status_code == 403
    assert told not in sheet(hero, signed_in(carla)) and "tanding orders" not in sheet(hero, signed_in(carla))
    assert signed_in(carla).get(address(hero)).status_code == 404
    api = f"/api/v1/characters/{hero.pk}/standing-orders/"
    assert signed_in(carla).get(api).status_code == 404
    assert signed_in(alice).get(api).json()["orders"][0]["deed"] == "strike"


def test_where_the_table_has_none_the_sheet_has_none(hero: Character, campaign: Campaign, bob: User) -> None:
    campaign.table_rules = {**campaign.table_rules, "standing_orders": False}
    campaign.save(update_fields=["table_rules"])
    assert "Standing orders" not in sheet(hero, signed_in(bob))
    assert signed_in(bob).get(address(hero)).status_code == 404


def test_a_battle_says_which_orders_hold_and_lets_it_have_others_or_none(
    hero: Character,
    campaign: Campaign,
    alice: User,
    bob: User,
    carla: User,
) -> None:
    write(hero, bob, deed1="hold")
    battle = announced(campaign, alice, teams([bob], [carla]), at=timezone.now())
    for player in (bob, carla):
        picked = [hero_of(player).pk]
        services.answer_muster(battle_id=battle.pk, player=player, character_ids=picked, at=timezone.now())
    page = f"{battle.get_absolute_url()}orders/c{hero.pk}/"
    assert "These are the orders on its sheet." in signed_in(bob).get(page).content.decode()
    assert signed_in(bob).post(page, {"deed1": "rest"}).status_code == 302
    own = signed_in(bob).get(page).content.decode()
    assert "These orders are for this battle alone" in own and "Follow the sheet again" in own
    assert signed_in(bob).post(page, {"none": "1"}).status_code == 302
    assert "In this battle it follows no orders" in signed_in(bob).get(page).content.decode()
    assert signed_in(bob).post(page, {"drop": "1"}).status_code == 302
    view = signed_in(bob).get(f"/api/v1/battles/{battle.code}/").json()["view"]
    assert [(one["from_sheet"], one["orders"][0]["deed"]) for one in view["orders"]] == [(True, "hold")]


def test_a_program_writes_and_reads_them(hero: Character, bob: User, carla: User) -> None:
    api = f"/api/v1/characters/{hero.pk}/standing-orders/"
    given = {"orders": [{"deed": "rest", "when": "strength-below", "least": 4}]}
    assert signed_in(bob).put(api, given, content_type="application/json").status_code == 204
    assert signed_in(bob).get(api).json() == given
    assert signed_in(carla).put(api, given, content_type="application/json").status_code == 403
    refused = signed_in(bob).put(api, {"orders": given["orders"] * 4}, content_type="application/json")
    assert (refused.status_code, refused.json()["code"]) == (422, "too-many-orders")
    assert signed_in(bob).put(api, {"orders": []}, content_type="application/json").status_code == 204
    assert signed_in(bob).get(api).json() == {"orders": []}


def test_ones_own_data_holds_them(hero: Character, campaign: Campaign, bob: User) -> None:
    write(hero, bob, deed1="hold")
    (row,) = dict(parts_of_person(bob))["lasting-orders"]
    assert (row["character"], row["orders"]) == (str(hero), [{"deed": "hold", "when": "always", "least": 0}])
