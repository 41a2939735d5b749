"""Scenes and posts over the API: the same verbs and the same walls as the pages."""

from __future__ import annotations

import pytest

from story import services
from story.models import Post, SceneDraft, SceneRoll
from tests.storytelling import later, picture, told, written
from tests.visiting import api, problem

pytestmark = pytest.mark.django_db
API = "/api/v1"


@pytest.fixture
def scene(alice, bob, carla, sam):
    return told((alice, bob, carla, sam))[1]


def test_a_director_begins_and_changes_a_scene_and_players_do_not(scene, alice, bob):
    address = f"{API}/campaigns/{scene.campaign.slug}/scenes/"
    made = api(alice).post(address, {"title": "The hall", "openness": "members"}, format="json")
    assert made.status_code == 201 and made.json()["openness"] == "members"
    problem(api(bob).post(address, {"title": "Mine"}, format="json"), 403)
    problem(api().post(address, {"title": "Mine"}, format="json"), 404)
    code = made.json()["code"]
    changed = api(alice).patch(f"{API}/scenes/{code}/", {"status": "closed", "prompt": "*Hush*"}, format="json")
    assert changed.json()["status"] == "closed" and changed.json()["title"] == "The hall"
    assert {one["title"] for one in api(bob).get(address).json()} == {"The hall", "The frozen ford"}


def test_publishing_twice_with_a_key_gives_the_first_post_again(scene, bob):
    address = f"{API}/scenes/{scene.code}/posts/"
    sent = {"body": "I climb. [roll 2d6 climbing]", "key": "one"}
    first = api(bob).post(address, sent, format="json")
    again = api(bob).post(address, sent, format="json")
    assert (first.status_code, again.status_code) == (201, 200) and first.json() == again.json()
    assert SceneRoll.objects.count() == 1
    assert problem(api(bob).post(address, sent | {"body": "x"}, format="json"), 409)["code"] == "key-used"
    hostile = problem(api(bob).post(address, {"body": "[roll 1d0]"}, format="json"), 400)
    assert hostile["code"] == "no-such-die" and hostile["data"]["sides"] == 0


@pytest.mark.parametrize(("reader", "status"), [(2**62, 422), (2**63 - 1, 422), (2**63, 400), (2**200, 400)])
def test_a_reader_with_a_number_that_nobody_has_is_refused(scene, bob, reader, status):
    sent = {"body": "I climb.", "to": "chosen", "readers": [reader]}
    problem(api(bob).post(f"{API}/scenes/{scene.code}/posts/", sent, format="json"), status)
    preview = api(bob).post(f"{API}/scenes/{scene.code}/preview/", sent, format="json")
    assert preview.status_code == (200 if status == 422 else 400)
    assert status == 400 or preview.json()["problem"].startswith("? ")
    assert not Post.objects.exists()


def test_each_reader_gets_their_own_words(scene, alice, bob, carla, sam, zoe):
    post = written(
        scene, alice, "Fog. [private=Eyra]Run! [roll 1d6 ear][/private]", voice="npc", npc="Ketil", hide_author=True
    )
    address = f"{API}/posts/{post.code}/"
    assert api(bob).get(address).json()["body"] == "Fog."
    assert "Run!" in api(carla).get(address).json()["body"]
    assert api(carla).get(address).json()["chunks"][1]["to"] == ["Eyra"]
    assert (api(bob).get(address).json()["author"], api(alice).get(address).json()["author"]) == ("", "Alice")
    assert (api(bob).get(address).json()["version"], api(alice).get(address).json()["version"]) == (None, 1)
    problem(api(zoe).get(address), 404)
    rolls = f"{API}/campaigns/{scene.campaign.slug}/rolls/"
    assert (api(bob).get(rolls).json(), len(api(carla).get(rolls).json())) == ([], 1)
    found = f"{API}/campaigns/{scene.campaign.slug}/search/?words=run"
    assert (api(bob).get(found).json(), len(api(carla).get(found).json())) == ([], 1)


def test_editing_withdrawing_and_bringing_back(scene, alice, bob, carla):
    post = written(scene, bob, "One.")
    address = f"{API}/posts/{post.code}/"
    problem(api(carla).patch(address, {"body": "Mine.", "version": 1}, format="json"), 403)
    assert api(bob).patch(address, {"body": "Two.", "version": 1}, format="json").json()["body"] == "Two."
    assert problem(api(bob).patch(address, {"body": "3.", "version": 1}, format="json"), 409)["code"] == "post-changed"
    assert [one["body"] for one in api(alice).get(f"{address}versions/").json()] == ["One."]
    problem(api(carla).get(f"{address}versions/"), 403)
    problem(api(carla).delete(address), 403)
    assert api(bob).delete(address).status_code == 204
    problem(api(bob).get(address), 404)
    assert api(alice).get(address).json()["withdrawn_at"]
    assert api(alice).post(f"{address}restore/").json()["withdrawn_at"] is None
    assert Post.objects.get().body == "Two."


def test_widening_names_who_would_read_it_and_takes_a_token(scene, alice, bob):
    secret = written(scene, alice, "The seal lies under the third stone.", to="chosen", readers=(bob.pk,))
    sent = {"body": f"[quote=Alice;{secret.code}]The seal lies under the third stone.[/quote]"}
    address = f"{API}/scenes/{scene.code}/posts/"
    refused = problem(api(bob).post(address, sent, format="json"), 422)
    assert refused["code"] == "wider-audience" and "Carla (Eyra)" in refused["data"]["names"]
    sent["confirmed"] = refused["data"]["token"]
    assert api(bob).post(address, sent, format="json").status_code == 201


def test_an_edit_that_says_nothing_of_readers_leaves_them_as_they_were(scene, bob, carla):
    post = written(scene, bob, "To the director.", to="director")
    api(bob).patch(f"{API}/posts/{post.code}/", {"body": "Other words.", "version": 1}, format="json")
    problem(api(carla).get(f"{API}/posts/{post.code}/"), 404)


def test_previews_drafts_and_reading_places(scene, alice, bob):
    preview = api(bob).post(
        f"{API}/scenes/{scene.code}/preview/", {"body": "*Hm* [roll 1d6 a] [private=No]x[/private]"}, format="json"
    )
    assert preview.json()["broken"] and preview.json()["rolls"] == 1 and not Post.objects.exists()
    draft = f"{API}/scenes/{scene.code}/draft/"
    saved = api(bob).put(draft, {"body": "A.", "revision": 0, "to": "director"}, format="json").json()
    assert saved["revision"] == 1 and "director" in saved["read_by"].lower()
    assert api(bob).put(draft, {"body": "B.", "revision": 0}, format="json").status_code == 409
    assert sorted(one["body"] for one in api(bob).get(draft).json()) == ["A.", "B."]
    first, second = written(scene, alice, "One."), written(scene, alice, "Two.")
    read = f"{API}/scenes/{scene.code}/read/"
    assert api(bob).get(read).json()["first_unread"] == first.code
    assert api(bob).post(read, {"post": first.code}, format="json").json()["first_unread"] == second.code


def test_a_draft_saved_here_goes_on_saying_as_whom_it_is_written(scene, alice):
    choices = {"voice": "npc", "npc": "Ketil", "hide_author": True, "to": "director", "readers": []}
    services.save_draft(scene=scene, user=alice, body="One", note="", choices=choices, revision=0, at=later())
    words = {"body": "Two", "to": "scene", "revision": 1}
    assert api(alice).put(f"/api/v1/scenes/{scene.code}/draft/", words, format="json").status_code == 200
    kept = SceneDraft.objects.get()
    assert kept.body == "Two" and kept.choices["hide_author"] and kept.choices["npc"] == "Ketil"
    assert kept.choices["to"] == "scene"


def test_pictures_are_sent_as_files(scene, bob, sam):
    out = picture(size=(3000, 500))
    answer = api(bob).post(f"{API}/scenes/{scene.code}/pictures/", {"picture": out}, format="multipart")
    assert answer.status_code == 201 and answer.json()["width"] == 1600
    out.seek(0)
    problem(api(sam).post(f"{API}/scenes/{scene.code}/pictures/", {"picture": out}, format="multipart"), 403)
