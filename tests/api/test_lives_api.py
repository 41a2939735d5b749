"""What happens to characters and members over the API: the same verbs and refusals as the pages."""

from __future__ import annotations

import pytest

from campaign import selectors as campaign_selectors
from campaign import services as campaign_services
from characters import selectors, services
from characters.models import Character
from tests.api.test_campaigns_api import API, PROPOSAL, api, problem
from tests.company import NOON, active, march, membership

pytestmark = pytest.mark.django_db


def post(user, address, body=None):
    return api(user).post(f"{API}{address}", body or {}, format="json")


class TestSheets:
    def test_a_draft_is_kept_sent_and_taken_back(self, alice, bob):
        campaign = march(alice, bob)
        made = post(bob, f"/campaigns/{campaign.slug}/characters/", PROPOSAL | {"draft": True, "reaction": 99})
        address = f"/characters/{made.json()['id']}"
        assert (made.status_code, made.json()["status"]) == (201, "draft")
        assert api(alice).get(f"{API}{address}/").status_code == 404
        refused = api(bob).put(f"{API}{address}/proposal/", PROPOSAL | {"reaction": 99}, format="json")
        assert problem(refused, 422)["code"] == "broken-rules"
        sent = api(bob).put(f"{API}{address}/proposal/", PROPOSAL, format="json").json()
        assert sent["status"] == "proposed"
        assert api(bob).delete(f"{API}{address}/proposal/").status_code == 204
        assert not Character.objects.exists()

    def test_items_are_found_given_worn_and_seen_on_the_sheet(self, alice, bob):
        campaign = march(alice, bob)
        hrolf = active(campaign, bob, alice)
        found = post(alice, f"/campaigns/{campaign.slug}/items/", {"key": "whetted-edge"}).json()
        post(alice, f"/items/{found['id']}/give/", {"to": hrolf.pk})
        assert post(bob, f"/items/{found['id']}/equip/").json()["equipped"] is True
        told = api(bob).get(f"{API}/characters/{hrolf.pk}/").json()
        assert (told["strength_now"], told["ready"]["strength"], told["figures"]["strength"]) == (10, 10, 9)
        assert told["items"][0]["key"] == "whetted-edge"
        post(bob, f"/items/{found['id']}/take-off/")
        assert api(bob).get(f"{API}/characters/{hrolf.pk}/").json()["strength_now"] == 9
        assert post(bob, f"/items/{found['id']}/burn/").status_code == 404
        assert post(bob, f"/items/{found['id']}/give/", {"to": 10**6}).status_code == 404

    def test_an_item_of_ones_own_has_its_bounds(self, alice):
        campaign = march(alice)
        address = f"/campaigns/{campaign.slug}/items/"
        made = post(alice, address, {"name": "Horn", "effects": {"deflection": 8}})
        assert (made.status_code, made.json()["effects"]) == (201, {"deflection": 8})
        assert problem(post(alice, address, {"name": "Sun", "effects": {"armor": 9}}), 400)["code"] == "bad-item"
        assert post(alice, address, {"name": "Sun", "effects": {"luck": 1}}).status_code == 400
        assert post(alice, address, {"name": "Sun", "key": "fox-brush"}).status_code == 400

    def test_a_purchase_waits_and_is_returned(self, alice, bob):
        hrolf = active(march(alice, bob), bob, alice)
        services.earn_renown(character=hrolf, amount=5, kind="plot", by=alice, at=NOON)
        asked = post(bob, f"/characters/{hrolf.pk}/purchases/", {"key": "ash-cloak"}).json()
        assert [one["id"] for one in api(alice).get(f"{API}/petitions/").json()] == [asked["id"]]
        assert post(alice, f"/petitions/{asked['id']}/return/", {"word": " "}).status_code == 400
        done = post(alice, f"/petitions/{asked['id']}/return/", {"word": "Later."}).json()
        assert (done["status"], done["word"]) == ("returned", "Later.")
        assert post(bob, f"/petitions/{asked['id']}/burn/").status_code == 404
        again = post(bob, f"/characters/{hrolf.pk}/purchases/", {"key": "ash-cloak"}).json()
        assert post(bob, f"/petitions/{again['id']}/withdraw/").json()["status"] == "withdrawn"

    def test_hero_points_renown_and_wounds(self, alice, bob):
        campaign = march(alice, bob)
        hrolf = active(campaign, bob, alice)
        services.open_wounds_from_battle(
            character=hrolf, battle_code="abc", battle_name="The ford", wounds=1, by=None, at=NOON
        )
        spent = post(bob, f"/characters/{hrolf.pk}/hero-points/", {"use": "reroll", "reason": "The oath"})
        assert spent.json()["hero_points_left"] == 2
        refused = post(bob, f"/characters/{hrolf.pk}/hero-points/", {"use": "reroll", "reason": "Again"})
        assert problem(refused, 422)["code"] == "not-enough-hero-points"
        assert post(alice, f"/campaigns/{campaign.slug}/hero-points/").status_code == 204
        given = post(alice, f"/characters/{hrolf.pk}/renown/", {"amount": 4, "reason": "A speech"}).json()
        assert (given["renown_held"], given["hero_points_left"]) == (4, 5)
        assert post(alice, f"/characters/{hrolf.pk}/renown/", {"amount": -4, "reason": "x"}).status_code == 400
        assert post(alice, f"/characters/{hrolf.pk}/heal/").json()["open_wounds"] == 0
        log = api(bob).get(f"{API}/characters/{hrolf.pk}/log/", {"limit": 2}).json()
        assert [one["field"] for one in log] == ["wounds", "renown"]


class TestFates:
    def test_death_succession_and_inheritance(self, alice, bob):
        campaign = march(alice, bob)
        hrolf = active(campaign, bob, alice)
        ylva = active(campaign, bob, alice, name="Ylva", rank="companion")
        services.earn_renown(character=hrolf, amount=10, kind="plot", by=alice, at=NOON)
        light = post(alice, f"/characters/{hrolf.pk}/death/", {"words": "He stayed."})
        assert problem(light, 422)["code"] == "not-weighty"
        dead = post(alice, f"/characters/{hrolf.pk}/death/", {"words": "He stayed.", "weighty": True})
        assert dead.json()["status"] == "dead"
        asked = post(bob, f"/characters/{ylva.pk}/succession/", {"reason": "She was there."})
        assert (asked.status_code, asked.json()["kind"]) == (201, "succession")
        post(bob, f"/petitions/{asked.json()['id']}/withdraw/")
        heir = post(bob, f"/campaigns/{campaign.slug}/characters/", PROPOSAL | {"name": "Son", "heir_of": hrolf.pk})
        told = post(alice, f"/characters/{heir.json()['id']}/approve/").json()
        assert (told["status"], told["renown_held"], told["renown_earned"]) == ("active", 7, 0)

    def test_the_door_and_retiring(self, alice, bob):
        campaign = march(alice, bob)
        assert post(alice, f"/campaigns/{campaign.slug}/door/", {"open": False}).json() == {"open": False}
        made = post(bob, f"/campaigns/{campaign.slug}/characters/", PROPOSAL).json()
        assert post(alice, f"/characters/{made['id']}/approve/").json()["status"] == "at-door"
        assert post(alice, f"/characters/{made['id']}/bring-in/").json()["status"] == "active"
        assert problem(post(alice, f"/characters/{made['id']}/bring-in/"), 409)["code"] == "not-at-the-door"
        assert post(bob, f"/characters/{made['id']}/retire/", {"words": "Home."}).json()["status"] == "retired"


class TestMembers:
    def test_applying_and_deciding(self, alice, zoe):
        campaign = march(alice, is_public=True)
        address = f"/campaigns/{campaign.slug}"
        form = {"is_open": True, "intro": "", "questions": ["Why?"], "places": 3}
        assert api(alice).put(f"{API}{address}/application-form/", form, format="json").json() == form
        assert api(zoe).get(f"{API}{address}/application-form/").json()["questions"] == ["Why?"]
        made = post(zoe, f"{address}/applications/", {"answers": ["The cold."]})
        assert (made.status_code, made.json()["answers"]) == (201, [{"question": "Why?", "answer": "The cold."}])
        twice = post(zoe, f"{address}/applications/", {"answers": ["The cold."]})
        assert problem(twice, 409)["code"] == "applied-already"
        listed = post(alice, f"/applications/{made.json()['id']}/list/", {"word": "Soon."}).json()
        assert (listed["status"], listed["word"]) == ("listed", "Soon.")
        post(alice, f"/applications/{made.json()['id']}/accept/")
        assert campaign_selectors.role_of(zoe, campaign) == "player"
        assert post(alice, f"/applications/{made.json()['id']}/burn/").status_code == 404

    def test_leaving_and_handing_the_seat_over(self, alice, bob, dani):
        campaign = march(alice, bob, dani)
        hrolf = active(campaign, bob, alice)
        assert post(bob, f"/campaigns/{campaign.slug}/leave/", {"word": "Farewell."}).status_code == 204
        assert api(bob).get(f"{API}/campaigns/{campaign.slug}/").status_code == 404
        moved = post(alice, f"/campaigns/{campaign.slug}/seats/", {"before": bob.pk, "after": dani.pk})
        assert moved.json() == {"characters": [hrolf.pk]}
        assert post(alice, f"/campaigns/{campaign.slug}/seats/", {"before": bob.pk, "after": dani.pk}).status_code in (
            404,
            422,
        )

    def test_a_member_is_changed_and_removed(self, alice, bob):
        campaign = march(alice, bob)
        address = f"{API}/campaigns/{campaign.slug}/members/{bob.pk}/"
        assert api(alice).patch(address, {"second_companion": True}, format="json").status_code == 204
        assert membership(bob, campaign).second_companion
        assert api(alice).patch(address, {"role": "spectator"}, format="json").status_code == 204
        assert campaign_selectors.role_of(bob, campaign) == "spectator"
        assert api(alice).delete(address).status_code == 204
        assert api(alice).delete(address).status_code == 404
        director = f"{API}/campaigns/{campaign.slug}/members/{alice.pk}/"
        assert problem(api(alice).delete(director), 422)["code"] == "director-stays"

    def test_the_roster_is_ones_own_or_the_directors_to_read(self, alice, bob, carla):
        campaign = march(alice, bob, carla)
        active(campaign, bob, alice)
        active(campaign, bob, alice, name="Ylva", rank="companion")
        address = f"{API}/campaigns/{campaign.slug}/roster/"
        told = api(bob).get(address).json()
        assert [(one["name"], one["reason"]) for one in told["prospects"]] == [
            ("Hrolf", ""),
            ("Ylva", "hero-must-fight"),
        ]
        assert api(alice).get(address, {"player": bob.pk}).json() == told
        assert api(carla).get(address, {"player": bob.pk}).status_code == 404


def test_the_catalogue_of_items_has_prices(alice):
    told = {one["key"]: one for one in api().get(f"{API}/items/").json()}
    assert told["ash-cloak"] | {"name": ""} == {
        "key": "ash-cloak",
        "name": "",
        "level": 1,
        "price": 5,
        "effects": {"evasion": 10},
        "heirloom": False,
    }
    assert told["forebears-ring"]["heirloom"]


def test_a_petition_of_anothers_is_nobody_elses_to_read(alice, bob, carla):
    hrolf = active(march(alice, bob, carla), bob, alice)
    services.earn_renown(character=hrolf, amount=5, kind="plot", by=alice, at=NOON)
    services.propose_purchase(character=hrolf, by=bob, item_key="ash-cloak", at=NOON)
    assert api(carla).get(f"{API}/petitions/").json() == []
    assert api(carla).get(f"{API}/characters/{hrolf.pk}/").json()["petitions"] == []
    assert selectors.petitions_visible_to(carla).count() == 0
    campaign_services.leave(membership=membership(bob, hrolf.campaign), at=NOON)
    assert selectors.petitions_visible_to(bob).count() == 0
