"""Preparing an adventure for programs: from the draft to the placing of the heroes, with what is wrong by line."""

from __future__ import annotations

from typing import Any

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from battles.models import Battle
from campaign.models import Campaign
from rulebook.dungeon.adventures import KEYS
from tests import crypt
from tests.arena import fresh

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign(alice: User, bob: User, carla: User) -> Campaign:
    return crypt.dungeon_campaign(alice, [bob, carla])


def client(user: User) -> APIClient:
    found = APIClient()
    found.force_authenticate(user)
    return found


def drafted(campaign: Campaign, director: User) -> dict[str, Any]:
    body = {"campaign": campaign.slug, "name": "Below", "adventure": "ashen_seal"}
    answer = client(director).post("/api/v1/adventures/", body, format="json")
    assert answer.status_code == 201, answer.json()
    return dict(answer.json())


def at(code: str, verb: str) -> str:
    return f"/api/v1/battles/{code}/{verb}/"


def test_the_shipped_adventures_can_be_read_and_copied(bob: User) -> None:
    found = client(bob).get("/api/v1/adventures/").json()
    assert [one["key"] for one in found] == list(KEYS)
    assert all("map:" in one["source"] for one in found)


def test_a_draft_is_saved_announced_and_begins_with_the_last_choice(
    campaign: Campaign, alice: User, bob: User, carla: User
) -> None:
    draft = drafted(campaign, alice)
    code = draft["code"]
    assert draft["problems"] == draft["faults"] == []
    body = {
        "revision": draft["revision"],
        "name": "Below the chapel",
        "source": draft["draft"]["source"],
        "heroes": [{"hero": "bruna", "player": bob.pk}, {"hero": "ivo"}],
        "asked": [carla.pk],
        "overlord": "improved",
        "rules": {"turn_hours": 6, "engaged_casting": False},
    }
    saved = client(alice).put(at(code, "adventure"), body, format="json")
    assert saved.status_code == 200, saved.json()
    assert saved.json()["problems"] == []
    again = client(alice).put(at(code, "adventure"), body, format="json")
    assert (again.status_code, again.json()["code"]) == (409, "draft-changed")
    revision = saved.json()["revision"]
    announced = client(alice).post(at(code, "adventure/announce"), {"revision": revision}, format="json")
    assert announced.json() == {"begun": False}
    party = client(carla).get(at(code, "party")).json()
    assert (party["heroes"], party["left"], party["overlord"]) == ({"bruna": bob.pk, "ivo": None}, ["ivo"], "improved")
    taken = client(carla).put(at(code, "party"), {"heroes": ["bruna"]}, format="json")
    assert (taken.status_code, taken.json()["code"]) == (422, "no-such-hero")
    assert client(carla).put(at(code, "party"), {"heroes": ["ivo"]}, format="json").json() == {"begun": True}
    battle = Battle.objects.get(code=code)
    now = crypt.state(battle)
    assert fresh(battle).status == Battle.Status.RUNNING
    assert {hero: now.models[hero].player for hero in ("bruna", "ivo")} == {
        "bruna": f"u{bob.pk}",
        "ivo": f"u{carla.pk}",
    }
    assert (now.rules.turn_hours, now.rules.engaged_casting, now.rules.io_variant) == (6, False, "improved")


def test_what_is_wrong_with_a_file_is_told_by_line_and_keeps_it_from_being_announced(
    campaign: Campaign, alice: User
) -> None:
    draft = drafted(campaign, alice)
    code, source = draft["code"], draft["draft"]["source"].replace("overlord: necromancer", "overlord: nobody")
    body = {**draft["draft"], "revision": draft["revision"], "source": source, "rules": {}}
    saved = client(alice).put(at(code, "adventure"), body, format="json").json()
    (fault,) = saved["faults"]
    assert source.splitlines()[fault["line"] - 1].startswith("overlord:")
    assert any(problem["field"] == "source" for problem in saved["problems"])
    refused = client(alice).post(at(code, "adventure/announce"), {"revision": saved["revision"]}, format="json")
    assert (refused.status_code, refused.json()["code"]) == (422, "draft-has-problems")


def test_the_director_closes_the_list_and_the_heroes_left_are_dealt_out(
    campaign: Campaign, alice: User, bob: User
) -> None:
    draft = drafted(campaign, alice)
    code = draft["code"]
    client(alice).post(at(code, "adventure/announce"), {"revision": draft["revision"]}, format="json")
    assert client(bob).post(at(code, "party/close")).status_code == 403
    assert client(alice).post(at(code, "party/close")).status_code == 204
    players = {model.player for model in crypt.state(Battle.objects.get(code=code)).models.values() if model.is_hero}
    assert players == {f"u{user.pk}" for user in (bob, User.objects.get(username="carla"))}


def test_a_draft_is_the_directors_alone_and_no_battle_of_the_other_game(
    campaign: Campaign, alice: User, bob: User
) -> None:
    draft = drafted(campaign, alice)
    assert client(bob).get(at(draft["code"], "adventure")).status_code == 404
    body = {"campaign": campaign.slug, "name": "Below", "adventure": "ashen_seal"}
    assert client(bob).post("/api/v1/adventures/", body, format="json").status_code == 403
    campaign.ruleset = "saga"
    campaign.save(update_fields=["ruleset"])
    refused = client(alice).post("/api/v1/adventures/", body, format="json")
    assert (refused.status_code, refused.json()["code"]) == (422, "other-ruleset")
