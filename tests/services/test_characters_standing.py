"""A sheet while its character fights: the battle's figures, as far as the viewer may know them."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client

from battles.models import Battle, MusterEntry
from battles.selectors import DIRECTOR, player_id
from characters.sheets import sheet
from rulebook.saga.board import Cell
from tests.arena import SIDES, fighter, start
from tests.company import active, march

pytestmark = pytest.mark.django_db


@pytest.fixture
def hrolf(alice, bob, carla):
    return active(march(alice, bob, carla), bob, alice)


def battle_of(character, **figures):
    """A running battle in which the character fights and has been hurt."""
    known = {"strength": 4, "max_strength": 9, "armor": 3, "max_armor": 8, "hero_points": 2, "max_hero_points": 5}
    at = None if figures.get("hidden") else Cell(0, 0)
    unit = fighter("hrolf", player_id(character.player), SIDES[0], at, character=str(character.pk), **known | figures)
    battle = start(character.campaign, [unit, fighter("grunt", DIRECTOR, SIDES[1], Cell(5, 5))])
    entry = MusterEntry.objects.create(battle=battle, player=character.player, side=SIDES[0])
    entry.characters.add(character)
    return battle


def test_it_shows_what_the_battle_knows_now(alice, bob, carla, hrolf):
    battle_of(hrolf)
    for viewer in (alice, bob, carla):
        here = sheet(hrolf, viewer).standing
        assert here is not None
        assert (here.strength, here.max_strength, here.armor, here.max_armor) == (4, 9, 3, 8)
        assert (here.hero_points, here.max_hero_points) == (2, 5)
    client = Client()
    client.force_login(carla)
    shown = client.get(f"/p/{hrolf.pk}/").content.decode()
    assert "4 / 9" in shown and "In battle:" in shown and ">The ford</a>" in shown


def test_a_stranger_to_a_private_campaign_learns_nothing_of_its_battle(zoe, hrolf):
    battle_of(hrolf)
    assert sheet(hrolf, zoe).standing is None
    assert sheet(hrolf, AnonymousUser()).standing is None


def test_a_battle_that_hides_the_unit_does_not_show_it_on_the_sheet(alice, carla, hrolf):
    battle_of(hrolf, hidden=True)
    assert sheet(hrolf, carla).standing is None
    assert sheet(hrolf, alice).standing is not None


@pytest.mark.parametrize("status", ["ended", "finished", "cancelled"])
def test_after_the_battle_the_sheet_has_its_own_figures(bob, hrolf, status):
    Battle.objects.filter(pk=battle_of(hrolf).pk).update(status=status)
    assert sheet(hrolf, bob).standing is None
