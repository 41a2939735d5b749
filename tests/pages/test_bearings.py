"""What the caravans bring is shown before a battle: on the draft, on the announcement, to whoever chooses who goes."""

from __future__ import annotations

import pytest
from django.test import Client

from campaign.services import change_table_rules
from tests import mustering
from tests.company import NOON

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(alice, bob, carla):
    for user in (alice, bob, carla):
        user.language = "en"
        user.save(update_fields=["language"])
    campaign = mustering.table(alice, [bob, carla])
    campaign.clans.update(morale=95)
    return campaign


def look(user, address):
    client = Client()
    client.force_login(user)
    return client.get(address).content.decode()


def test_cara_4_morale_and_depl_4_war_stand_where_a_battle_is_chosen(table, alice, bob, carla):
    battle = mustering.announced(table, alice, mustering.against_dredge([bob, carla]))
    page = look(bob, f"{battle.get_absolute_url()}muster/")
    assert "morale 95, willpower +2 (CARA-4)" in page
    best = max((mustering.hero_of(player) for player in (bob, carla)), key=lambda one: one.war)
    assert f"Best War: {best.name}, {best.war}." in page


def test_tables_without_these_rules_are_shown_nothing(table, alice, bob, carla):
    change_table_rules(campaign=table, settings={"morale": False, "war_rows": False}, by=alice, at=NOON)
    battle = mustering.announced(table, alice, mustering.against_dredge([bob, carla]))
    assert "What the caravans bring" not in look(bob, f"{battle.get_absolute_url()}muster/")


def test_players_are_told_of_their_own_side_alone(table, alice, bob, carla):
    """DEPL-3: who goes for the others is not hinted at."""
    battle = mustering.announced(table, alice, mustering.teams([bob], [carla]))
    address = f"{battle.get_absolute_url()}muster/"
    assert mustering.hero_of(carla).name not in look(bob, address)
    assert mustering.hero_of(carla).name in look(alice, address)
