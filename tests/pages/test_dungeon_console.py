"""The director's console in a campaign of the dungeon."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from rulebook.dungeon.steps import End
from tests import crypt
from tests.arena import HOUR

pytestmark = pytest.mark.django_db


def test_the_console_leads_to_the_window_of_the_director_and_offers_what_the_game_has(
    alice: User, bob: User, carla: User
) -> None:
    campaign = crypt.dungeon_campaign(alice, [bob, carla])
    now = timezone.now().replace(microsecond=0) - HOUR
    battle = crypt.start(campaign, crypt.setup_for([bob, carla], at=now), at=now)
    here = battle.get_absolute_url()
    client = Client()
    client.force_login(alice)
    page = client.get(f"/c/{campaign.slug}/director/").content.decode()
    assert page.count("+12 h") == 4
    crypt.play(battle, bob, "bruna", End(), at=now + HOUR / 2)
    page = client.get(f"/c/{campaign.slug}/director/").content.decode()
    assert f'href="{here}?unit=overlord"' in page
    acts = set(re.findall(rf'href="{here}direct/([a-z-]+)/"', page))
    assert {"pause", "take-over", "correct", "end"} <= acts
    assert not acts & {"pardon", "reveal", "force", "resume"}
    assert f"{here}npc/" not in page
