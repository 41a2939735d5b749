"""The director's console in a campaign of the dungeon."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from campaign import services
from rulebook.dungeon.steps import End
from tests import crypt
from tests.arena import HOUR
from turns.models import Turn

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


def test_whoever_applies_is_read_and_accepted_in_the_dungeon_too(alice: User, bob: User, zoe: User) -> None:
    campaign = crypt.dungeon_campaign(alice, [bob])
    campaign.is_public = True
    campaign.save(update_fields=["is_public"])
    services.write_application_form(campaign=campaign, by=alice, is_open=True, intro="", questions=["Why?"], places=2)
    made = services.apply_to(campaign=campaign, user=zoe, answers=["For the gold."], at=timezone.now())
    client = Client()
    client.force_login(alice)
    here = f"/c/{campaign.slug}/director/"
    page = client.get(here).content.decode()
    assert f'data-row="application-{made.pk}"' in page
    assert "For the gold." in page[page.index('id="detail"') :]
    answer = client.post(
        f"{here}decide/", {"only": f"application-{made.pk}", "word": "Bring a rope.", "key": "one&two"}
    )
    told = client.get(answer.headers["Location"]).content.decode()
    assert "Approved: 1 of 1" in told and "Zoe" in told
    made.refresh_from_db()
    assert (made.status, made.word) == ("accepted", "Bring a rope.")


def test_a_hero_that_may_act_late_is_shown_with_where_it_enters(alice: User, bob: User, carla: User) -> None:
    campaign = crypt.dungeon_campaign(alice, [bob, carla])
    now = timezone.now().replace(microsecond=0) - HOUR
    battle = crypt.start(campaign, crypt.setup_for([bob, carla], at=now), at=now)
    open_turn = Turn.objects.filter(battle=battle, player=carla, closed_at__isnull=True).first()
    assert open_turn is not None
    Turn.objects.filter(pk=open_turn.pk).update(kind=Turn.Kind.LATE, due_at=None)
    client = Client()
    client.force_login(alice)
    page = client.get(f"/c/{campaign.slug}/director/?row=late-{open_turn.pk}").content.decode()
    shown = page[page.index('id="detail"') :]
    assert "Missed, may still act" in page
    assert "It enters as soon as it is played" in shown
    assert "pardon" not in shown[: shown.index("</section>")]
