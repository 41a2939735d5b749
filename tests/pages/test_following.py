"""Whoever watches a battle may follow it, hears of each new round and of the end, and may ask to join."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from campaign.models import Campaign
from campaign.services import write_application_form
from notifications.models import Notice
from notifications.wording import words_for
from tests import ford
from tests.ford import Ford
from turns import services
from turns.models import Follow

pytestmark = pytest.mark.django_db


def follow(the_ford: Ford, name: str, *, whole: bool = False) -> None:
    battle = None if whole else the_ford.battle
    services.follow(user=the_ford.people[name], campaign=the_ford.campaign, battle=battle, at=timezone.now())


def finish_round(the_ford: Ford) -> None:
    before = the_ford.state().round
    while the_ford.state().round == before:
        services.force_turn(
            battle_id=the_ford.battle.pk,
            unit=the_ford.state().running.unit,
            reason="on",
            director=the_ford.people["alice"],
            at=timezone.now(),
        )


def told(user: User) -> list[tuple[str, Any]]:
    rows = Notice.objects.filter(reader=user, withdrawn_at__isnull=True).order_by("pk")
    return [(row.kind, row.data.get("round")) for row in rows]


@pytest.mark.parametrize("whole", [False, True])
def test_a_follower_hears_of_the_newest_round_and_of_the_end_once_each(the_ford: Ford, whole: bool) -> None:
    follow(the_ford, "sam", whole=whole)
    finish_round(the_ford)
    assert told(the_ford.people["sam"]) == [("new-round", 2)]
    finish_round(the_ford)
    assert told(the_ford.people["sam"]) == [("new-round", 3)]
    services.end_battle(
        battle_id=the_ford.battle.pk,
        director=the_ford.people["alice"],
        winner="north",
        reason="enough",
        at=timezone.now(),
    )
    assert told(the_ford.people["sam"])[-1][0] == "battle-over"
    assert [kind for kind, _round in told(the_ford.people["sam"])].count("battle-over") == 1


def test_nobody_else_hears_of_a_round_and_following_one_battle_is_not_following_another(the_ford: Ford) -> None:
    other = ford.start(
        the_ford.campaign, ford.units_for(*(the_ford.people[name] for name in ("bob", "carla", "dani"))), name="Else"
    )
    services.follow(user=the_ford.people["sam"], campaign=the_ford.campaign, battle=other, at=timezone.now())
    finish_round(the_ford)
    assert not Notice.objects.filter(kind="new-round").exists()


def test_who_may_no_longer_read_the_campaign_hears_nothing(the_ford: Ford) -> None:
    follow(the_ford, "sam")
    the_ford.campaign.memberships.filter(user=the_ford.people["sam"]).update(left_at=timezone.now())
    finish_round(the_ford)
    assert told(the_ford.people["sam"]) == []


def test_nobody_follows_what_they_may_not_know_of(the_ford: Ford) -> None:
    for whole in (False, True):
        with pytest.raises(PermissionDenied):
            follow(the_ford, "zoe", whole=whole)
    assert the_ford.as_("zoe").post(f"{the_ford.url}follow/", {"follow": "1"}).status_code == 404
    assert the_ford.as_("zoe").post(f"/c/{the_ford.campaign.slug}/follow/", {"follow": "1"}).status_code == 404


def test_who_stops_following_is_told_no_more_and_what_was_told_falls_silent(the_ford: Ford) -> None:
    follow(the_ford, "sam")
    follow(the_ford, "sam")
    assert Follow.objects.count() == 1
    finish_round(the_ford)
    the_ford.as_("sam").post(f"{the_ford.url}follow/", {"follow": "0"})
    assert told(the_ford.people["sam"]) == []
    finish_round(the_ford)
    assert told(the_ford.people["sam"]) == []


def test_the_buttons_are_for_whoever_only_watches(the_ford: Ford) -> None:
    address = f'action="{the_ford.url}follow/"'
    assert address in the_ford.as_("sam").get(the_ford.url).content.decode()
    for name in ("alice", "bob"):
        assert address not in the_ford.as_(name).get(the_ford.url).content.decode()
    assert the_ford.as_("sam").post(f"{the_ford.url}follow/", {"follow": "1"})["Location"] == the_ford.url
    assert "Stop following" in the_ford.as_("sam").get(the_ford.url).content.decode()
    assert the_ford.as_("sam").post(f"{the_ford.url}follow/", {"follow": "x"}).status_code == 404


def test_a_visitor_is_led_to_sign_in_and_comes_back(the_ford: Ford) -> None:
    Campaign.objects.filter(pk=the_ford.campaign.pk).update(is_public=True)
    page = Client().get(the_ford.url).content.decode()
    assert f"/account/login/?next={the_ford.url}" in page and "Ask to join" not in page
    assert "/account/login/" in Client().post(f"{the_ford.url}follow/", {"follow": "1"})["Location"]


def test_asking_to_join_stands_where_applications_are_taken(the_ford: Ford) -> None:
    apply_ = f'href="/c/{the_ford.campaign.slug}/apply/"'
    assert apply_ not in the_ford.as_("sam").get(the_ford.url).content.decode()
    write_application_form(
        campaign=the_ford.campaign, by=the_ford.people["alice"], is_open=True, intro="", questions=[], places=2
    )
    assert apply_ in the_ford.as_("sam").get(the_ford.url).content.decode()
    assert apply_ not in the_ford.as_("bob").get(the_ford.url).content.decode()


def test_the_campaigns_home_follows_all_its_battles(the_ford: Ford) -> None:
    home = f"/c/{the_ford.campaign.slug}/"
    for name in ("sam", "bob"):
        assert "Follow the battles" in the_ford.as_(name).get(home).content.decode()
    assert "Follow the battles" not in the_ford.as_("alice").get(home).content.decode()
    assert the_ford.as_("bob").post(f"{home}follow/", {"follow": "1"})["Location"] == home
    assert "Stop following the battles" in the_ford.as_("bob").get(home).content.decode()
    finish_round(the_ford)
    assert ("new-round", 2) in told(the_ford.people["bob"])


def test_a_new_round_asks_once_who_follows_and_no_other_turn_asks(the_ford: Ford) -> None:
    for name in ("sam", "bob", "carla"):
        follow(the_ford, name)
    with CaptureQueriesContext(connection) as caught:
        finish_round(the_ford)
    assert sum("turns_follow" in query["sql"] for query in caught) == 1
    assert Notice.objects.filter(kind="new-round").count() == 3


def test_the_notice_of_a_new_round_says_how_all_stand_and_leads_to_the_report(the_ford: Ford) -> None:
    follow(the_ford, "sam")
    finish_round(the_ford)
    notice = Notice.objects.get(kind="new-round", reader=the_ford.people["sam"])
    said = words_for(notice, now=timezone.now())
    assert said.sentence.startswith("Round 1 of The frozen ford is over. Strength: Tóki ")
    assert "Hooded" not in said.sentence, "a hidden unit is nobody's to hear of"
    assert notice.link == f"{the_ford.url}rounds/1/"
    assert the_ford.as_("sam").get(notice.link).status_code == 200


def test_programs_follow_too(the_ford: Ford) -> None:
    client = APIClient()
    client.force_authenticate(the_ford.people["sam"])
    for address in (
        f"/api/v1/battles/{the_ford.battle.code}/follow/",
        f"/api/v1/campaigns/{the_ford.campaign.slug}/follow/",
    ):
        assert client.get(address).json() == {"follows": False}
        assert client.put(address).status_code == 204
        assert client.get(address).json() == {"follows": True}
        assert client.delete(address).status_code == 204
        assert client.get(address).json() == {"follows": False}
    client.force_authenticate(the_ford.people["zoe"])
    assert client.put(f"/api/v1/battles/{the_ford.battle.code}/follow/").status_code == 404
    assert client.put(f"/api/v1/campaigns/{the_ford.campaign.slug}/follow/").status_code == 404
