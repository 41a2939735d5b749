"""Scenes in pages: reading, seeing as others, taking away, finding."""

from __future__ import annotations

import html
import io
import re
import zipfile
from xml.etree import ElementTree

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from story.models import Post, Scene, SceneDraft, SceneVisit
from story.services import set_status, withdraw_post
from tests.storytelling import later, picture, posts_of, told, where, written
from tests.visiting import client_of, page

pytestmark = pytest.mark.django_db


class TestDirecting:
    def test_the_director_begins_a_scene_in_a_chapter(self, company):
        alice, *_ = company
        campaign, _scene = told(company)
        client = client_of(alice)
        client.post(f"/c/{campaign.slug}/chapters/new/", {"title": "Winter"})
        chapter = campaign.chapters.get()
        given = {"title": "The hall", "openness": "members", "in_character": "on", "prompt": "Who speaks *first*?"}
        answer = client.post(f"/c/{campaign.slug}/scenes/new/", given | {"chapter": chapter.pk}, follow=True)
        shown = answer.content.decode()
        assert "The hall" in shown and "<em>first</em>" in shown
        assert "Winter" in page(client, f"/c/{campaign.slug}/scenes/")

    def test_players_begin_none(self, company):
        campaign, _scene = told(company)
        page(client_of(company[1]), f"/c/{campaign.slug}/scenes/new/", 403)

    def test_a_closed_scene_is_read_and_not_written(self, company, scene):
        alice, bob, *_ = company
        client_of(alice).post(where(scene, "status/"), {"status": "closed"})
        assert "This scene is closed" in page(client_of(bob), where(scene))
        answer = client_of(bob).post(
            where(scene, "write/"), {"body": "Late.", "key": "k", "do": "publish", "to": "scene"}
        )
        assert answer.status_code == 422 and "no longer open" in answer.content.decode()
        assert SceneDraft.objects.get().body == "Late."

    def test_opening_a_scene_wider_names_who_would_read_it(self, company):
        alice, bob, carla, sam = company
        campaign, scene = told(company)
        client = client_of(alice)
        given = {"title": "x", "openness": "chosen", "in_character": "on", "readers": [bob.pk]}
        client.post(where(scene, "edit/"), given)
        page(client_of(carla), where(scene), 404)
        written(Scene.objects.get(pk=scene.pk), bob, "Only among us.")
        answer = client.post(where(scene, "edit/"), given | {"openness": "members"})
        shown = answer.content.decode()
        assert answer.status_code == 409 and "Carla (Eyra)" in shown and "Bob" not in shown.split("<main")[1]
        page(client_of(carla), where(scene), 404)
        token = re.search(r'name="confirmed" value="([^"]+)"', shown)
        client.post(where(scene, "edit/"), given | {"openness": "members", "confirmed": token[1]})
        assert "Only among us." in page(client_of(carla), where(scene))


class TestReading:
    def test_every_room_of_a_scene_opens_for_whoever_may(self, company, scene):
        alice, bob, *_ = company
        post = written(scene, bob, "The ice [roll 2d6 cracks]. [private=Eyra]Psst.[/private]", note="Back on Friday.")
        rooms = ["", "?page=1", "?page=99", "?unread=1", "write/", "drafts/", "print/", "scene.md", "scene.epub"]
        rooms += [
            f"write/?quote={post.code}",
            f"write/?reply={post.code}",
            f"p/{post.code}/edit/",
            f"p/{post.code}/withdraw/",
        ]
        for room in rooms:
            page(client_of(bob), where(scene, room))
        for room in ("readers/", "edit/", f"p/{post.code}/versions/"):
            page(client_of(alice), where(scene, room))
        for room in ("scenes/", "search/?words=ice", "rolls/", "feeds/", ""):
            page(client_of(bob), f"/c/{scene.campaign.slug}/{room}")

    def test_the_reader_is_led_to_the_first_unread_post(self, company, scene):
        alice, bob, carla, _sam = company
        for number in range(45):
            written(scene, alice, f"Post {number}.")
        client = client_of(bob)
        page(client, where(scene, "?page=1"))
        shown = page(client, where(scene, "?unread=1"))
        assert 'id="unread"' in shown and "Post 20." in posts_of(shown) and "Post 19." not in posts_of(shown)

    def test_what_was_withdrawn_or_hidden_does_not_hold_the_marker(self, company, scene):
        alice, bob, carla, _sam = company
        written(scene, alice, "One.")
        client = client_of(bob)
        page(client, where(scene))
        gone = written(scene, alice, "Two.")
        written(scene, alice, "For her.", to="chosen", readers=(carla.pk,))
        third = written(scene, alice, "Three.")
        withdraw_post(post=gone, by=alice, at=later())
        shown = page(client, where(scene))
        assert shown.index('id="unread"') < shown.index(f'id="p-{third.code}"')
        assert "3 new" in page(client_of(carla), f"/c/{scene.campaign.slug}/scenes/")
        page(client, where(scene))
        assert 'id="unread"' not in page(client, where(scene))

    def test_nothing_is_marked_as_read_for_whoever_is_looked_as(self, company, scene):
        alice, bob, *_ = company
        written(scene, alice, "One.")
        page(client_of(alice), where(scene, f"?as={bob.pk}"))
        assert not SceneVisit.objects.filter(user=bob).exists()

    def test_seen_as_another_the_posts_are_what_that_reader_gets_byte_for_byte(self, company, scene):
        alice, bob, carla, sam = company
        bob.language = "es"
        bob.save()
        written(scene, alice, "Mist. [private=Eyra]You hear a horn.[/private] [director]It is Ketil.[/director]")
        written(scene, bob, "To you.", to="chosen", readers=(carla.pk,))
        written(scene, carla, "Gone.")
        withdraw_post(post=Post.objects.last(), by=carla, at=later())
        for reader in (bob, carla, sam):
            looked = page(client_of(alice), where(scene, f"?as={reader.pk}"))
            assert posts_of(looked) == posts_of(page(client_of(reader), where(scene)))
        page(client_of(bob), where(scene, f"?as={carla.pk}"), 403)

    def test_a_stranger_does_not_learn_of_a_scene(self, company, scene, zoe):
        post = written(scene, company[1], "One.")
        for room in ("", "write/", "print/", "scene.md", f"p/{post.code}/", "readers/", "pulse/"):
            page(client_of(zoe), where(scene, room), 404)
        page(client_of(zoe), f"/posts/{post.code}/", 404)


class TestTaking:
    def test_a_book_holds_what_its_reader_may_read_as_wellformed_pages(self, company, scene):
        alice, bob, carla, _sam = company
        markup = client_of(alice).post(where(scene, "pictures/"), {"picture": picture(), "alt": "Map"}).json()["markup"]
        written(scene, alice, f"A & B <i> [b]bold[/b]\n\n{markup} [private=Eyra]Psst![/private]")
        for reader, knows in ((bob, False), (carla, True)):
            answer = client_of(reader).get(where(scene, "scene.epub"))
            book = zipfile.ZipFile(io.BytesIO(answer.content))
            assert book.infolist()[0].filename == "mimetype" and book.infolist()[0].compress_type == zipfile.ZIP_STORED
            for name in book.namelist():
                if name.endswith((".xhtml", ".opf", ".xml")):
                    ElementTree.fromstring(book.read(name))
            assert ("Psst!" in book.read("book/page-1.xhtml").decode()) is knows
            assert any(name.endswith(".webp") for name in book.namelist())
            text = client_of(reader).get(where(scene, "scene.md")).content.decode()
            assert ("Psst!" in text) is knows and "**bold**" in text
            assert ("Psst!" in page(client_of(reader), where(scene, "print/"))) is knows

    def test_a_feed_is_its_readers_own_until_the_address_is_made_anew(self, company, scene):
        alice, bob, carla, _sam = company
        written(scene, alice, "Mist. [private=Eyra]Psst![/private]")
        addresses = {}
        for reader, knows in ((bob, False), (carla, True)):
            shown = page(client_of(reader), f"/c/{scene.campaign.slug}/feeds/")
            addresses[reader] = re.findall(r'href="http://[^/]+(/feeds/[^"]+)"', shown)
            for address in addresses[reader]:
                feed = page(Client(), address)
                ElementTree.fromstring(feed.encode())
                assert "Mist." in feed and ("Psst!" in feed) is knows
        client_of(bob).post(f"/c/{scene.campaign.slug}/feeds/")
        page(Client(), addresses[bob][0], 404)


class TestSearch:
    @pytest.mark.parametrize(
        "query", ["words=CUERNO", "words=cuérno", "who=alíce", "dice=on&words=cuerno", "since=2020-01-01"]
    )
    def test_posts_are_found_by_words_people_dice_and_date(self, company, scene, query):
        alice, bob, *_ = company
        written(scene, alice, "Suena el cuerno. [roll 1d6 eco]")
        assert "1 post found" in page(client_of(bob), f"/c/{scene.campaign.slug}/search/?{query}")

    def test_a_found_line_has_no_blanks_that_nobody_typed(self, company, scene):
        written(scene, company[1], "The raft holds **two**. I pull [roll 1d6 pulling], then (*at last*) rest … so.")
        shown = html.unescape(page(client_of(company[1]), f"/c/{scene.campaign.slug}/search/?words=raft"))
        assert "holds two. I pull 1d6 pulling, then (at last) rest … so." in shown

    def test_nothing_is_found_by_what_the_reader_may_not_know(self, company, scene):
        alice, bob, carla, _sam = company
        written(scene, alice, "Mist. [private=Eyra]The horn sounds. [roll 1d6 ear][/private]")
        written(scene, alice, "Halt!", voice="npc", npc="Ketil", hide_author=True)

        def found(user, query):
            shown = page(client_of(user), f"/c/{scene.campaign.slug}/search/?{query}")
            return int(re.search(r"(\d+) posts? found", shown)[1])

        assert (found(bob, "words=horn"), found(carla, "words=horn")) == (0, 1)
        assert (found(bob, "dice=on"), found(carla, "dice=on")) == (0, 1)
        assert (found(bob, "who=alice"), found(alice, "who=alice")) == (1, 2)
        page(client_of(bob), f"/c/{scene.campaign.slug}/search/?words=%25_%27&who=%25&since=zzz&scene=nothing&page=x")


def test_a_scene_asks_as_often_for_many_posts_as_for_few(company, scene):
    alice, bob, carla, _sam = company
    client = client_of(bob)
    for number in range(3):
        written(scene, alice, f"Post {number}. [private=Eyra]x[/private] [roll 1d6 a]")
    page(client, where(scene))
    with CaptureQueriesContext(connection) as few:
        page(client, where(scene))
    for number in range(17):
        written(
            scene, alice, f"More {number}. [private=Hrolf]x[/private] [roll 1d6 a]", reply_to=Post.objects.first().code
        )
    page(client, where(scene))
    with CaptureQueriesContext(connection) as many:
        page(client, where(scene))
    assert len(many) <= len(few) + 1


def test_the_home_page_shows_scenes_with_what_is_new(company, scene):
    alice, bob, *_ = company
    assert "First steps" in page(client_of(alice), scene.campaign.get_absolute_url())
    written(scene, alice, "One.")
    shown = page(client_of(bob), scene.campaign.get_absolute_url())
    assert "The frozen ford" in shown and "1 new" in shown
    set_status(scene=scene, by=alice, status="archived")
    assert "The frozen ford" not in page(client_of(bob), scene.campaign.get_absolute_url())
