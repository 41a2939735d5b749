"""Story frames, tests and the caravan over the API: the same verbs and the same walls as the pages."""

from __future__ import annotations

import pytest

from campaign.models import Clan
from characters.selectors import hero_points_left
from story.models import SceneRoll, StoryFrame
from tests.plot import OPTIONS, asked
from tests.storytelling import told
from tests.visiting import api, problem

pytestmark = pytest.mark.django_db
API = "/api/v1"


def send(user, address, **fields):
    return api(user).post(f"{API}/{address}", fields, format="json")


@pytest.fixture
def scene(alice, bob, carla, sam):
    return told((alice, bob, carla, sam))[1]


class TestFrames:
    def test_a_director_opens_one_once_for_a_key_and_players_do_not(self, scene, alice, bob):
        about = {"title": "The ford", "body": "The ice groans.", "options": list(OPTIONS), "key": "k"}
        first = send(alice, f"scenes/{scene.code}/frames/", **about)
        again = send(alice, f"scenes/{scene.code}/frames/", **about)
        assert first.status_code == 201 and again.json()["code"] == first.json()["code"]
        problem(send(bob, f"scenes/{scene.code}/frames/", **about), 403)
        assert (
            problem(send(alice, f"scenes/{scene.code}/frames/", **(about | {"options": ["a"], "key": "l"})), 400)[
                "code"
            ]
            == "bad-options"
        )
        assert [one["text"] for one in api(bob).get(f"{API}/scenes/{scene.code}/frames/").json()[0]["options"]] == list(
            OPTIONS
        )

    def test_votes_are_sealed_until_it_is_closed(self, scene, alice, bob, carla):
        frame = asked(scene, alice)
        voted = send(bob, f"frames/{frame.code}/vote/", option=2).json()
        assert voted["mine"] == {f"p{bob.pk}": 2}
        seen = api(carla).get(f"{API}/frames/{frame.code}/").json()
        assert [one["votes"] for one in seen["options"]] == [None] * 3
        assert [one["given"] for one in seen["seats"]] == [True, False]
        closed = send(alice, f"frames/{frame.code}/close/", words="They walk.", chosen=2)
        assert closed.json()["options"][1] == {
            "number": 2, "text": OPTIONS[1], "votes": 1, "by": ["Bob"], "chosen": True
        }  # fmt: skip
        assert problem(send(carla, f"frames/{frame.code}/vote/", option=1), 409)["code"] == "frame-closed"

    def test_hero_points_pay_for_an_extra_vote(self, scene, alice, bob):
        frame, hero = asked(scene, alice), bob.characters.get()
        send(bob, f"frames/{frame.code}/vote/", option=1, pay=[hero.pk])
        assert hero_points_left(bob.characters.get()) == 3
        assert api(alice).get(f"{API}/frames/{frame.code}/").json()["options"][0]["votes"] == 2

    def test_what_one_may_not_read_is_not_there(self, scene, alice, bob, carla):
        frame = asked(scene, alice, words={"body": "Hush.", "to": "chosen", "readers": (bob.pk,)})
        problem(api(carla).get(f"{API}/frames/{frame.code}/"), 404)
        problem(send(carla, f"frames/{frame.code}/vote/", option=1), 404)
        assert api(carla).get(f"{API}/scenes/{scene.code}/frames/").json() == []
        problem(api().post(f"{API}/frames/{frame.code}/vote/", {"option": 1}, format="json"), 401)

    def test_the_directors_verbs_are_the_directors(self, scene, alice, bob):
        frame = asked(scene, alice)
        problem(send(bob, f"frames/{frame.code}/close/", words="Mine."), 403)
        problem(api(bob).patch(f"{API}/frames/{frame.code}/", {"until": None}, format="json"), 403)
        changed = api(alice).patch(f"{API}/frames/{frame.code}/", {"until": None}, format="json")
        assert changed.status_code == 200
        assert StoryFrame.objects.get().closed_at is None


class TestTests:
    def test_a_test_is_called_rolled_once_and_weighed(self, scene, alice, bob, carla):
        frame, hero = asked(scene, alice), bob.characters.get()
        sent = {"character": hero.pk, "attribute": "war", "penalty": 5, "reason": "Fog"}
        problem(send(bob, f"frames/{frame.code}/tests/", **sent), 403)
        test = send(alice, f"frames/{frame.code}/tests/", **sent).json()
        assert (test["target"], test["success"], test["face"]) == (hero.war - 5, None, None)
        problem(send(carla, f"tests/{test['code']}/roll/"), 403)
        rolled = send(bob, f"tests/{test['code']}/roll/").json()
        assert rolled["success"] is (rolled["face"] <= hero.war - 5)
        assert problem(send(bob, f"tests/{test['code']}/roll/"), 409)["code"] == "test-rolled"
        log = api(carla).get(f"{API}/campaigns/{scene.campaign.slug}/rolls/").json()
        assert [one["code"] for one in log] == [rolled["roll"]]
        problem(send(bob, f"tests/{test['code']}/weigh/", plot="a", logic="b", verdict="c"), 403)
        weighed = send(alice, f"tests/{test['code']}/weigh/", plot="a", logic="b", verdict="c").json()
        assert (weighed["plot"], weighed["logic"], weighed["verdict"]) == ("a", "b", "c")

    def test_a_failed_one_is_rolled_again_for_hero_points(self, scene, alice, bob):
        frame, hero = asked(scene, alice), bob.characters.get()
        sent = {"character": hero.pk, "attribute": "war", "penalty": 100, "reason": "Fog"}
        test = send(alice, f"frames/{frame.code}/tests/", **sent).json()
        send(bob, f"tests/{test['code']}/roll/")
        again = send(bob, f"tests/{test['code']}/reroll/").json()
        assert again["reroll"] and SceneRoll.objects.count() == 2
        assert hero_points_left(bob.characters.get()) == 2

    def test_one_that_nobody_has_rolled_is_called_off(self, scene, alice, bob):
        frame, hero = asked(scene, alice), bob.characters.get()
        test = send(alice, f"frames/{frame.code}/tests/", character=hero.pk, attribute="war").json()
        problem(api(bob).delete(f"{API}/tests/{test['code']}/"), 403)
        assert api(alice).delete(f"{API}/tests/{test['code']}/").status_code == 204
        assert problem(send(bob, f"tests/{test['code']}/roll/"), 409)["code"] == "test-off"


class TestCaravan:
    @pytest.fixture
    def clan(self, scene):
        Clan.objects.filter(campaign=scene.campaign).update(
            days=0, supplies=10, morale=50, clansmen=400, fighters=80, varl=20
        )
        return Clan.objects.get(campaign=scene.campaign)

    def test_a_day_is_foreseen_confirmed_and_in_the_ledger(self, clan, alice, bob, sam):
        base = f"clans/{clan.pk}/caravan/"
        ahead = api(alice).get(f"{API}/{base}days/", {"day": "rest"}).json()
        assert (ahead["proposed"]["supplies"], ahead["proposed"]["morale"], ahead["unfed"]) == (5, 60, 0)
        problem(api(bob).get(f"{API}/{base}days/"), 403)
        line = send(alice, f"{base}days/", day="rest", seen=ahead["seen"], key="k")
        assert line.status_code == 201 and line.json()["after"]["morale"] == 60
        assert problem(send(alice, f"{base}days/", day="rest", seen=0, key="l"), 409)["code"] == "caravan-changed"
        assert [one["kind"] for one in api(sam).get(f"{API}/{base}ledger/").json()] == ["rest"]

    def test_a_day_is_put_into_a_scene_that_the_director_may_know(self, clan, scene, alice):
        base = f"clans/{clan.pk}/caravan/"
        problem(send(alice, f"{base}days/", day="rest", seen=0, key="k", scene="0" * 12), 404)
        assert send(alice, f"{base}days/", day="rest", seen=0, key="k", scene=scene.code).status_code == 201
        now = api(alice).get(f"{API}/{base}").json()
        figures = now["figures"] | {"supplies": 30}
        sent = {"figures": figures, "seen": now["seen"], "reason": "Barley", "scene": scene.code}
        assert send(alice, f"{base}ledger/", **sent).status_code == 201
        assert scene.caravan_steps.count() == 2

    def test_a_change_needs_its_reason_and_is_the_directors(self, clan, alice, bob, zoe):
        base = f"clans/{clan.pk}/caravan/"
        now = api(bob).get(f"{API}/{base}").json()
        sent = {"figures": now["figures"] | {"supplies": 30}, "seen": now["seen"], "reason": "Barley"}
        problem(send(bob, f"{base}ledger/", **sent), 403)
        problem(send(alice, f"{base}ledger/", **(sent | {"reason": ""})), 400)
        assert send(alice, f"{base}ledger/", **sent).json()["after"]["supplies"] == 30
        problem(api(zoe).get(f"{API}/{base}"), 404)
        problem(api(alice).get(f"{API}/{base}days/", {"day": "feast"}), 400)
