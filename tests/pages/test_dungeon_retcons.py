"""A player of an adventure asks for a retcon; the director answers on the pages that every game shares."""

from __future__ import annotations

from html import unescape

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from battles.models import Battle
from rulebook.dungeon.steps import End
from tests import crypt
from tests.arena import HOUR
from turns.models import RetconRequest, TurnPost

pytestmark = pytest.mark.django_db


@pytest.fixture
def battle(alice: User, bob: User, carla: User) -> Battle:
    campaign = crypt.dungeon_campaign(alice, [bob, carla])
    now = timezone.now().replace(microsecond=0) - HOUR
    battle = crypt.start(campaign, crypt.setup_for([bob, carla], io_variant="improved", at=now), at=now)
    crypt.play(battle, bob, "bruna", End(), at=now + HOUR / 2, text="She hesitates.")
    return battle


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_a_player_asks_for_the_own_turn_and_the_director_grants_or_refuses(
    battle: Battle, alice: User, bob: User, carla: User
) -> None:
    post = TurnPost.objects.get(battle=battle, unit="bruna")
    address = f"{battle.get_absolute_url()}turns/{post.number}/"
    mine, hers, director = signed_in(bob), signed_in(carla), signed_in(alice)
    assert f"{address}retcon/" in mine.get(address).content.decode()
    assert f"{address}retcon/" not in hers.get(address).content.decode()
    assert hers.get(f"{address}retcon/").status_code == 403
    assert "She hesitates." in unescape(mine.get(f"{address}retcon/").content.decode())
    assert mine.post(f"{address}retcon/", {"reason": ""}).status_code == 422
    assert mine.post(f"{address}retcon/", {"reason": "The wrong hero."}).status_code == 302
    asked = RetconRequest.objects.get(post=post)
    for reader, shown in ((mine, True), (director, True), (hers, False)):
        assert ("The wrong hero." in reader.get(battle.get_absolute_url()).content.decode()) is shown
    answer = f"{battle.get_absolute_url()}retcons/{asked.pk}/"
    assert answer in director.get(f"/c/{battle.campaign.slug}/director/").content.decode()
    assert "The wrong hero." in unescape(director.get(answer).content.decode())
    assert hers.get(answer).status_code == 403
    granted = director.post(answer, {"do": "grant"})
    assert granted.status_code == 302
    assert director.get(granted["Location"]).status_code == 200
    asked.refresh_from_db()
    assert asked.status == "granted"
