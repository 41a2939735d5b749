"""Writing in a scene by its pages: words and dice, private passages, quotes, edits, pictures."""

from __future__ import annotations

import html
import io
import re

import pytest
from django.test import Client
from PIL import Image

from story.models import Post, SceneDraft, SceneRoll
from tests.cast import PASSWORD
from tests.storytelling import picture, posts_of, where, written
from tests.visiting import client_of, page

pytestmark = pytest.mark.django_db


def form_of(shown: str) -> dict[str, str]:
    """The hidden fields of the composer."""
    composer = shown[shown.index('id="compose"') :]
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', composer))


def typed_in(shown: str) -> str:
    """What stands in the narrative's field."""
    return html.unescape(re.search(r'<textarea id="body"[^>]*>(.*?)</textarea>', shown, re.DOTALL)[1])


class TestWriting:
    def test_writing_previewing_and_publishing_without_scripts(self, company, scene):
        alice, bob, carla, _sam = company
        client = client_of(bob)
        fields = form_of(page(client, where(scene)))
        given = fields | {"body": "The ice **cracks**. [roll 1d6 luck]", "voice": "self", "to": "scene"}
        shown = client.post(where(scene, "write/"), given | {"do": "preview"}).content.decode()
        assert "<strong>cracks</strong>" in shown and "1 roll will be thrown" in shown
        assert not SceneRoll.objects.exists()
        again = form_of(shown)
        answer = client.post(where(scene, "write/"), given | again | {"do": "publish"}, follow=True)
        assert "<strong>cracks</strong>" in answer.content.decode()
        assert SceneRoll.objects.count() == 1 and not SceneDraft.objects.exists()

    def test_pressing_twice_publishes_once(self, company, scene):
        client = client_of(company[1])
        given = {"body": "Once. [roll 1d100 fate]", "voice": "self", "to": "scene", "key": "same", "do": "publish"}
        first = client.post(where(scene, "write/"), given)
        second = client.post(where(scene, "write/"), given)
        assert first["Location"] == second["Location"]
        assert Post.objects.count() == 1 and SceneRoll.objects.count() == 1

    def test_a_session_that_ended_loses_no_text(self, company, scene):
        bob = company[1]
        client = Client()
        given = {"body": "A long night's words.", "voice": "self", "to": "scene", "key": "k", "do": "publish"}
        answer = client.post(where(scene, "write/"), given)
        assert answer.status_code == 302 and "/account/login/" in answer["Location"]
        answer = client.post(answer["Location"], {"login": "bob", "password": PASSWORD}, follow=True)
        shown = answer.content.decode()
        assert "A long night&#x27;s words." in shown and "what you had written" in shown
        assert not Post.objects.exists() and bob.posts.count() == 0

    def test_two_tabs_fork_and_nothing_is_lost(self, company, scene):
        client = client_of(company[1])
        first = client.post(where(scene, "draft/"), {"body": "One.", "revision": "0"}).json()
        assert first["revision"] == 1 and not first["conflict"]
        answer = client.post(where(scene, "draft/"), {"body": "Two.", "revision": "0"})
        assert answer.status_code == 409 and answer.json()["conflict"]
        assert sorted(SceneDraft.objects.values_list("body", flat=True)) == ["One.", "Two."]

    def test_hostile_dice_are_refused_and_the_text_stays(self, company, scene):
        client = client_of(company[1])
        for dice in ("999999d999999", "1d0", "1d1!", "9d9!" * 60, "(" * 99):
            given = {
                "body": f"I roll [roll {dice}] now.",
                "voice": "self",
                "to": "scene",
                "key": dice[:50],
                "do": "publish",
            }
            answer = client.post(where(scene, "write/"), given)
            assert answer.status_code == 422, dice
            assert "There is a problem" in answer.content.decode() and "I roll [roll" in answer.content.decode()
        assert not Post.objects.exists()

    def test_quoting_something_private_asks_with_names(self, company, scene):
        alice, bob, carla, _sam = company
        secret = written(scene, alice, "Oyes el cuerno antes que los demás.", to="chosen", readers=(bob.pk,))
        client = client_of(bob)
        fields = form_of(page(client, where(scene, f"write/?quote={secret.code}")))
        body = f"[quote=Alice;{secret.code}]Oyes el cuerno antes que los demás.[/quote] What now?"
        given = fields | {"body": body, "voice": "self", "to": "scene", "do": "publish"}
        answer = client.post(where(scene, "write/"), given)
        shown = answer.content.decode()
        assert answer.status_code == 409 and "Carla (Eyra)" in shown and "Sam" in shown
        assert Post.objects.count() == 1
        token = re.search(r'name="confirmed" value="([^"]+)"', shown)
        client.post(where(scene, "write/"), given | {"confirmed": token[1]})
        assert Post.objects.count() == 2

    def test_a_quote_of_a_post_with_private_passages_is_whole_and_keeps_them_private(self, company, scene):
        alice, bob, carla, sam = company
        post = written(scene, bob, "Open. [private=Eyra]For Eyra.[/private] On. [director]For the director.[/director]")
        form = page(client_of(carla), where(scene, f"write/?quote={post.code}"))
        body = typed_in(form)
        assert "For the director" not in body and "[private=Bob]" in body
        given = form_of(form) | {"body": body, "voice": "self", "to": "scene", "do": "publish"}
        client_of(carla).post(where(scene, "write/"), given)
        seen = {
            user: posts_of(page(client_of(user), where(scene))).rsplit("<article", 1)[1] for user in (bob, carla, sam)
        }
        assert all("<blockquote>" in shown and "[quote" not in shown for shown in seen.values())
        assert ["For Eyra." in shown for shown in seen.values()] == [True, True, False]

    def test_whoever_quotes_their_own_private_passage_names_the_same_people(self, company, scene):
        alice, bob, carla, _sam = company
        post = written(scene, bob, "Open. [private=Eyra]For Eyra.[/private] [director]For the director.[/director]")
        body = typed_in(page(client_of(bob), where(scene, f"write/?quote={post.code}")))
        assert "[private=Eyra][quote=" in body and "[director][quote=" in body

    def test_private_markup_that_cannot_be_read_stays_private_and_says_so(self, company, scene):
        alice, bob, carla, _sam = company
        given = {
            "body": "See [private=Nobody]the key[/private].",
            "voice": "self",
            "to": "scene",
            "key": "k",
            "do": "publish",
        }
        shown = client_of(bob).post(where(scene, "write/"), given, follow=True).content.decode()
        assert "could not be read" in shown
        assert "the key" not in page(client_of(carla), where(scene))
        assert "the key" in page(client_of(alice), where(scene))

    @pytest.mark.parametrize(
        ("body", "said"),
        [
            ("Open. [private=Eyra]x[/private]", "Private passages are read by: Carla (Eyra), and the director."),
            ("Open. [director]x[/director]", "Private passages are read by: the director alone."),
            ("Open. [private=Eyra]x[/private] [director]y[/director]", "Carla (Eyra), and the director; the director"),
            ("[private=Eyra]x[/private]", "Will read this: Carla (Eyra), and the director."),
            ("[private=Eyra]x", "only you and the director would see the post"),
            ("Open. [private=Nobody]x[/private]", "only you and the director would see the post"),
        ],
    )
    def test_the_readers_of_private_passages_are_named_above_the_button(self, company, scene, body, said):
        """Behaviour 37; with the draft that is kept while one writes, and on the page that it brings back."""
        client, address = client_of(company[1]), where(scene, "write/")
        fields = form_of(page(client, address)) | {"body": body, "to": "scene", "voice": "self"}
        assert said in client.post(where(scene, "draft/"), fields).json()["readers"]
        assert said in html.unescape(page(client, address))

    def test_a_page_says_of_what_is_hidden_not_even_how_much_it_is(self, company, scene):
        """The number of the last post, by which a page asks for newer ones, counted those of others too."""
        alice, bob, carla, _sam = company
        post = written(scene, bob, "One.")
        client, told = client_of(bob), {}
        for show in ("all", "story", "rolls"):
            told[show] = re.search(r'data-url="([^"]+)"', page(client, where(scene, f"?show={show}")))[1]
            assert told[show].endswith(f"?newest={post.code}")
        for _ in range(3):
            written(scene, carla, "Whispered.", to="director")
        for show, address in told.items():
            assert address in page(client, where(scene, f"?show={show}"))
            assert client.get(address).json() == {"new": 0}
        written(scene, carla, "Aloud.")
        assert client.get(told["all"]).json() == {"new": 1}

    def test_a_form_learns_whether_what_it_sent_has_arrived(self, company, scene):
        _alice, bob, carla, _sam = company
        written(scene, bob, "One.", key="k")
        assert client_of(bob).get(where(scene, "pulse/?sent=k")).json()["sent"] is True
        assert client_of(bob).get(where(scene, "pulse/?sent=l")).json()["sent"] is False
        assert client_of(carla).get(where(scene, "pulse/?sent=k")).json()["sent"] is False

    def test_the_director_speaks_as_anyone_and_stays_unseen(self, company, scene):
        alice, bob, *_ = company
        given = {"body": "Halt!", "voice": "npc", "npc": "Old Ketil", "hide_author": "on", "to": "scene", "key": "k"}
        client_of(alice).post(where(scene, "write/"), given | {"do": "publish"})
        assert "Old Ketil" in posts_of(page(client_of(bob), where(scene)))
        assert "Alice" not in posts_of(page(client_of(bob), where(scene)))
        assert "Alice" in posts_of(page(client_of(alice), where(scene)))
        refused = client_of(bob).post(where(scene, "write/"), given | {"key": "l", "do": "publish"})
        assert refused.status_code == 422

    def test_answering_a_hidden_voice_in_private_does_not_tell_who_it_is(self, company, scene):
        alice, bob, *_ = company
        about = {"voice": "npc", "npc": "Ketil", "hide_author": True, "to": "chosen", "readers": (bob.pk,)}
        post = written(scene, alice, "Psst.", **about)
        shown = page(client_of(bob), where(scene, f"write/?reply={post.code}"))
        assert not re.search(rf'id="reader-{alice.pk}"[^>]* checked', shown)
        assert re.search(r'id="to-director"[^>]* checked', shown)

    def test_a_form_that_says_not_for_whom_publishes_nothing(self, company, scene):
        given = {"body": "For whom?", "voice": "self", "key": "k", "do": "publish"}
        answer = client_of(company[1]).post(where(scene, "write/"), given)
        assert answer.status_code == 422 and not Post.objects.exists()

    def test_editing_keeps_what_was_said_and_throws_nothing(self, company, scene):
        alice, bob, carla, _sam = company
        post = written(scene, bob, "I climb [roll 1d6 climbing].")
        client, address = client_of(bob), where(scene, f"p/{post.code}/edit/")
        fields = form_of(page(client, address))
        given = fields | {"body": "I fall.", "to": "scene", "do": "publish"}
        client.post(address, given)
        shown = posts_of(page(client_of(carla), where(scene)))
        assert "I fall." in shown and "edited" in shown and "climbing" in shown
        assert "I climb" in page(client_of(alice), where(scene, f"p/{post.code}/versions/"))
        page(client_of(carla), where(scene, f"p/{post.code}/versions/"), 403)
        stale = client.post(address, given | {"body": "Other.", "version": "1"})
        assert stale.status_code == 409 and "Other." in stale.content.decode()

    def test_withdrawing_and_bringing_back(self, company, scene):
        alice, bob, carla, _sam = company
        post = written(scene, bob, "Regret. [roll 1d6 of it]")
        client = client_of(bob)
        assert "Its rolls stay" in page(client, where(scene, f"p/{post.code}/withdraw/"))
        client.post(where(scene, f"p/{post.code}/withdraw/"))
        assert "Regret" not in page(client_of(carla), where(scene))
        assert "Regret" in page(client_of(alice), where(scene))
        assert "of it" in page(client_of(carla), f"/c/{scene.campaign.slug}/rolls/")
        client.post(where(scene, f"p/{post.code}/restore/"))
        assert "Regret" in page(client_of(carla), where(scene))


class TestPictures:
    def test_a_picture_is_seen_by_whoever_reads_its_post(self, company, scene, zoe):
        alice, bob, carla, sam = company
        exif = Image.Exif()
        exif[0x010E] = "hidden place"
        answer = client_of(bob).post(where(scene, "pictures/"), {"picture": picture("JPEG", exif=exif), "alt": "A map"})
        markup = answer.json()["markup"]
        address = re.search(r"/pictures/\w+/", markup)[0]
        page_of = client_of(carla).get(address)
        assert page_of.status_code == 404
        written(scene, bob, f"Look: {markup}", to="chosen", readers=(carla.pk,))
        shown = client_of(carla).get(address)
        data = b"".join(shown.streaming_content)
        assert shown["Content-Type"] == "image/webp" and shown["X-Content-Type-Options"] == "nosniff"
        assert "private" in shown["Cache-Control"] and b"hidden place" not in data
        for other in (sam, zoe):
            assert client_of(other).get(address).status_code == 404
        assert 'width="40" height="30"' in page(client_of(carla), where(scene))

    @pytest.mark.parametrize(
        "data",
        [
            b"<svg xmlns='http://www.w3.org/2000/svg'/>",
            b"GIF89a",
            b"\x89PNG\r\n\x1a\n" + b"\0" * 90,
            b"",
            b"x" * 2_000_001,
        ],
    )
    def test_what_is_no_picture_is_refused(self, company, scene, data):
        sent = io.BytesIO(data)
        sent.name = "x.png"
        answer = client_of(company[1]).post(where(scene, "pictures/"), {"picture": sent})
        assert answer.status_code == 422 and answer.json()["error"]

    @pytest.mark.parametrize(
        ("size", "words"),
        [((2100, 2000), "2100 × 2000"), ((12_000, 12_000), "12000 × 12000"), ((20_000, 20_000), "far too many pixels")],
    )
    def test_too_many_pixels_are_refused_from_the_head(self, company, scene, size, words):
        """Pillow warns of the second and refuses to look at the third."""
        answer = client_of(company[1]).post(where(scene, "pictures/"), {"picture": picture(size=size, mode="1")})
        assert answer.status_code == 422 and words in answer.json()["error"]
