"""Campaigns and characters over the API: the same verbs and the same walls as the pages."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from campaign import selectors, services
from characters.models import Character
from characters.services import earn_renown
from tests.company import ATTRIBUTES, NOON, active, march, proposed
from tests.visiting import api, problem

pytestmark = pytest.mark.django_db
API = "/api/v1"
PROPOSAL = {
    "name": "Hrolf",
    "rank": "hero",
    "class_key": "raidmaster",
    "figures": {"strength": 9, "armor": 8, "willpower": 7, "exertion": 3, "break": 2},
    "reaction": 6,
    "attributes": ATTRIBUTES,
    "private_notes": "He stole the seal",
}


class TestCampaigns:
    def test_the_list_has_what_i_may_know_of_and_my_role(self, alice, bob, zoe):
        march(alice, bob, name="Secret")
        march(alice, name="Open", is_public=True)
        told = {one["slug"]: one["role"] for one in api(bob).get(f"{API}/campaigns/").json()}
        assert told == {"secret": "player", "open": None}
        assert [one["slug"] for one in api().get(f"{API}/campaigns/").json()] == ["open"]
        assert [one["slug"] for one in api(bob).get(f"{API}/campaigns/?mine=true").json()] == ["secret"]

    def test_making_one(self, alice):
        answer = api(alice).post(f"{API}/campaigns/", {"name": "March", "clan_name": "Ravens"}, format="json")
        assert answer.status_code == 201
        assert (answer.json()["role"], answer.json()["clans"][0]["name"]) == ("director", "Ravens")
        assert problem(api().post(f"{API}/campaigns/", {"name": "March"}, format="json"), 401)["status"] == 401
        wrong = problem(api(alice).post(f"{API}/campaigns/", {"name": ""}, format="json"), 400)
        assert set(wrong["errors"]) == {"name", "clan_name"}

    @pytest.mark.parametrize("room", ["", "members/", "table-rules/", "invitations/", "characters/"])
    def test_a_private_one_does_not_exist_for_strangers(self, alice, zoe, room):
        campaign = march(alice)
        problem(api(zoe).get(f"{API}/campaigns/{campaign.slug}/{room}"), 404)

    def test_members_are_told_to_members(self, alice, bob, zoe):
        campaign = march(alice, bob, is_public=True)
        told = api(bob).get(f"{API}/campaigns/{campaign.slug}/members/").json()
        assert [(one["name"], one["role"]) for one in told] == [("Alice", "director"), ("Bob", "player")]
        problem(api(zoe).get(f"{API}/campaigns/{campaign.slug}/members/"), 403)

    def test_table_rules_are_changed_by_directors_with_the_rulebooks_refusals(self, alice, bob):
        address = f"{API}/campaigns/{march(alice, bob).slug}/table-rules/"
        assert api(alice).patch(address, {"turn_hours": 6}, format="json").json()["turn_hours"] == 6
        assert api(bob).get(address).json()["turn_hours"] == 6
        problem(api(bob).patch(address, {"turn_hours": 1}, format="json"), 403)
        refused = problem(api(alice).patch(address, {"luck": 7}, format="json"), 400)
        assert (refused["code"], refused["data"]) == ("unknown-table-rule", {"rule": "luck"})
        assert problem(api(alice).patch(address, {"turn_hours": 0}, format="json"), 400)["code"] == "bad-table-rule"

    def test_inviting_and_joining(self, alice, bob, carla):
        campaign = march(alice)
        made = api(alice).post(f"{API}/campaigns/{campaign.slug}/invitations/", {}, format="json").json()
        assert api(bob).post(f"{API}/join/{made['token']}/").json()["role"] == "player"
        assert problem(api(carla).post(f"{API}/join/{made['token']}/"), 409)["code"] == "invitation-used-up"
        problem(api(carla).post(f"{API}/join/nothing/"), 404)
        problem(api().post(f"{API}/join/{made['token']}/"), 401)
        problem(api(bob).post(f"{API}/campaigns/{campaign.slug}/invitations/", {}, format="json"), 403)

    def test_open_links_are_told_to_directors(self, alice, bob):
        campaign = march(alice, bob)
        at = timezone.now()
        for days in (1, 2):
            services.invite(
                campaign=campaign, by=alice, role="player", most_uses=1, expires_at=at + timedelta(days=days), at=at
            )
        services.revoke_invitation(invitation=campaign.invitations.first(), by=alice, at=at)
        assert len(api(alice).get(f"{API}/campaigns/{campaign.slug}/invitations/").json()) == 1
        problem(api(bob).get(f"{API}/campaigns/{campaign.slug}/invitations/"), 403)


class TestCharacters:
    def propose(self, campaign, user, **changes):
        return api(user).post(f"{API}/campaigns/{campaign.slug}/characters/", PROPOSAL | changes, format="json")

    def test_proposing_approving_and_reading(self, alice, bob):
        campaign = march(alice, bob)
        made = self.propose(campaign, bob, clan=campaign.clans.get().pk)
        assert made.status_code == 201
        told = made.json()
        assert (told["status"], told["figures"]["break"], told["attributes"]) == ("proposed", 2, ATTRIBUTES)
        problem(api(bob).post(f"{API}/characters/{told['id']}/approve/"), 403)
        assert api(alice).post(f"{API}/characters/{told['id']}/approve/").json()["status"] == "active"
        late = problem(api(alice).post(f"{API}/characters/{told['id']}/approve/"), 409)
        assert late["code"] == "already-decided"

    def test_every_broken_rule_is_listed(self, alice, bob):
        refused = problem(self.propose(march(alice, bob), bob, rank="companion", reaction=9), 422)
        assert refused["code"] == "broken-rules"
        assert [one["code"] for one in refused["data"]["broken"]] == ["hero-first", "outside-reaction"]
        assert not Character.objects.exists()

    def test_a_director_makes_one_for_a_player_and_nobody_else_does(self, alice, bob, carla):
        campaign = march(alice, bob, carla)
        problem(self.propose(campaign, carla, player=bob.pk), 403)
        assert self.propose(campaign, alice, player=bob.pk).json()["player"] == bob.pk
        problem(self.propose(campaign, alice, player=10**30), 404)

    def test_returned_with_a_word(self, alice, bob):
        hrolf = proposed(march(alice, bob), bob)
        problem(api(bob).post(f"{API}/characters/{hrolf.pk}/return/", {"word": "No."}, format="json"), 403)
        problem(api(alice).post(f"{API}/characters/{hrolf.pk}/return/", {}, format="json"), 400)
        told = api(alice).post(f"{API}/characters/{hrolf.pk}/return/", {"word": "No."}, format="json").json()
        assert (told["status"], told["director_note"]) == ("returned", "No.")

    def test_private_notes_are_absent_for_others(self, alice, bob, carla):
        hrolf = active(march(alice, bob, carla, is_public=True), bob, alice, private_notes="He stole the seal")
        address = f"{API}/characters/{hrolf.pk}/"
        assert [("private_notes" in api(user).get(address).json()) for user in (alice, bob, carla, None)] == [
            True,
            True,
            False,
            False,
        ]

    def test_a_proposal_is_not_listed_to_others(self, alice, bob, carla):
        campaign = march(alice, bob, carla)
        hrolf = proposed(campaign, bob)
        listed = {
            user: len(api(user).get(f"{API}/campaigns/{campaign.slug}/characters/").json())
            for user in (alice, bob, carla)
        }
        assert listed == {alice: 1, bob: 1, carla: 0}
        problem(api(carla).get(f"{API}/characters/{hrolf.pk}/"), 404)

    def test_words_are_edited_and_nothing_else(self, alice, bob, carla):
        hrolf = active(march(alice, bob, carla), bob, alice, history="Coast")
        address = f"{API}/characters/{hrolf.pk}/"
        told = api(bob).patch(address, {"appearance": "Broad", "strength": 99}, format="json").json()
        assert (told["appearance"], told["history"], told["figures"]["strength"]) == ("Broad", "Coast", 9)
        problem(api(carla).patch(address, {"appearance": "Thin"}, format="json"), 403)
        problem(api(bob).patch(address, {"portrait": "../x"}, format="json"), 400)

    def test_promotion_once(self, alice, bob):
        hrolf = active(march(alice, bob), bob, alice)
        address = f"{API}/characters/{hrolf.pk}/promote/"
        wanted = {"level": 2, "points": {"break": 1}}
        poor = problem(api(bob).post(address, wanted, format="json"), 422)
        assert [one["code"] for one in poor["data"]["broken"]] == ["not-enough-renown"]
        earn_renown(character=hrolf, amount=6, kind="plot", by=alice, at=NOON)
        waits = api(bob).post(address, wanted, format="json").json()
        assert (waits["level"], waits["petitions"][0]["status"]) == (1, "waiting")
        assert problem(api(bob).post(address, wanted, format="json"), 409)["code"] == "asked-already"
        decided = api(alice).post(f"{API}/petitions/{waits['petitions'][0]['id']}/approve/").json()
        assert decided["status"] == "approved"
        told = api(bob).get(f"{API}/characters/{hrolf.pk}/").json()
        assert (told["level"], told["figures"]["break"], told["renown_held"]) == (2, 3, 1)
        assert problem(api(bob).post(address, wanted, format="json"), 409)["code"] == "already-promoted"

    def test_a_talent_is_learned_by_its_key(self, alice, bob):
        hrolf = active(march(alice, bob), bob, alice)
        earn_renown(character=hrolf, amount=6, kind="plot", by=alice, at=NOON)
        address, wanted = f"{API}/characters/{hrolf.pk}/promote/", {"level": 2, "points": {"hunker-down": 1}}
        locked = problem(api(bob).post(address, wanted, format="json"), 422)
        assert [one["code"] for one in locked["data"]["broken"]] == ["talent-locked"]
        hrolf.armor = 12
        hrolf.save()
        told = api(alice).post(address, wanted, format="json").json()
        assert (told["level"], told["talents"], told["talents_in_battle"]) == (
            2,
            {"hunker-down": 1},
            {"hunker-down": 1},
        )

    def test_classes_come_with_their_spans(self, alice):
        told = {one["key"]: one for one in api().get(f"{API}/classes/").json()}
        assert told["raidmaster"]["spans"]["break"] == [1, 3]
        assert told["raidmaster"]["points"] == 29
        assert told["raider"]["fixed"]
        assert "grunt" not in told


def test_a_removed_players_token_opens_nothing(alice, bob):
    campaign = march(alice, bob)
    active(campaign, bob, alice)
    seat = campaign.memberships.get(user=bob)
    services.remove_member(membership=seat, by=alice, at=NOON)
    assert selectors.role_of(bob, campaign) is None
    problem(api(bob).get(f"{API}/campaigns/{campaign.slug}/"), 404)
    problem(api(bob).get(f"{API}/characters/{Character.objects.get().pk}/"), 404)
