"""Story frames, tests and days of a caravan in everything that takes a scene away, for each kind of reader."""

from __future__ import annotations

import io
import re
import zipfile
from xml.etree import ElementTree

import pytest
from django.test import Client
from PIL import Image

from campaign.models import Clan
from campaign.selectors import latest_entry
from campaign.services import remove_member
from story import services
from story.selectors.caravan import FIGURES, day_ahead
from tests.company import NOON, membership
from tests.plot import asked
from tests.storytelling import later, loaded, told, written

pytestmark = pytest.mark.django_db
FACES = ("print/", "scene.md", "scene.epub", "scene feed", "campaign feed")


class Told:
    """A public scene: a frame that is closed, with a test; one for Eyra alone; one that is still voted on; a day."""

    def __init__(self, alice, bob, carla, sam):
        for user in (alice, bob, carla, sam):
            user.language, user.time_zone = "en", "UTC"
            user.save(update_fields=["language", "time_zone"])
        self.campaign, self.scene = told((alice, bob, carla, sam))
        self.campaign.is_public = True
        self.campaign.save()
        self.closed(alice, bob, carla)
        self.whispered(alice, carla)
        self.running(alice, bob)
        self.day(alice)

    def closed(self, alice, bob, carla):
        frame = asked(self.scene, alice, title="The ford", options=("Over the ice", "Along the shore"))
        services.vote(frame=frame, player=bob, option=1, at=later())
        services.vote(frame=frame, player=carla, option=2, at=later())
        hrolf = bob.characters.get()
        test = services.call_test(
            frame=frame, by=alice, character=hrolf, attribute="war", penalty=10, reason="In the dark", at=later()
        )
        test = services.roll_test(test=test, by=bob, at=later(), dice=loaded(d100=[7]))
        services.weigh_test(
            test=test,
            by=alice,
            plot="They must cross.",
            logic="The ice is thin.",
            verdict="Nobody falls in.",
            at=later(),
        )
        services.close_frame(frame=frame, by=alice, words="They cross.", chosen=1, key="closing", at=later())

    def whispered(self, alice, carla):
        words = {"body": "Only you see it.", "to": "chosen", "readers": (carla.pk,)}
        asked(self.scene, alice, title="The stranger's offer", options=("Take it", "Refuse it"), words=words)

    def running(self, alice, bob):
        frame = asked(self.scene, alice, title="The night watch", options=("Sleep", "Keep watch"))
        services.vote(frame=frame, player=bob, option=2, at=later())

    def day(self, alice):
        Clan.objects.filter(campaign=self.campaign).update(supplies=10, morale=50, clansmen=400)
        clan = Clan.objects.get(campaign=self.campaign)
        proposed = day_ahead(clan, "travel").proposed
        services.spend_day(
            clan=clan,
            by=alice,
            day="travel",
            figures={name: getattr(proposed, name) for name in FIGURES} | {"supplies": 5},
            reason="A wagon breaks",
            seen=latest_entry(clan),
            key="day",
            at=later(),
            scene=self.scene,
        )


@pytest.fixture
def table(alice, bob, carla, sam):
    return Told(alice, bob, carla, sam)


def face(table, reader, which):
    """What a reader gets, as words; None where there is nothing for them."""
    client = Client()
    if reader is not None:
        client.force_login(reader)
    if which.endswith("feed"):
        if reader is None:
            return None
        token = services.feed_token(user=reader, at=NOON)
        place = f"s/{table.scene.code}/" if which == "scene feed" else f"c/{table.campaign.slug}/"
        answer = Client().get(f"/feeds/{token}/{place}")
    else:
        answer = client.get(f"/c/{table.campaign.slug}/s/{table.scene.code}/{which}")
    if answer.status_code == 404:
        return None
    assert answer.status_code == 200
    return in_words(answer.content, which)


def in_words(content, which):
    if which == "scene.epub":
        book = zipfile.ZipFile(io.BytesIO(content))
        return "".join(ElementTree.fromstring(book.read("book/page-1.xhtml")).itertext())
    text = content.decode()
    if which.endswith("feed"):
        text = "".join(ElementTree.fromstring(text).itertext())
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", text)).replace("&#x27;", "'").replace("*", "")


@pytest.mark.parametrize("which", FACES)
class TestEveryFace:
    def test_a_closed_frame_is_told_with_votes_test_and_outcome(self, table, bob, sam, which):
        for reader in (bob, sam):
            words = face(table, reader, which)
            for said in ("The ford", "Over the ice", "1 vote: Bob", "followed", "Along the shore", "1 vote: Carla"):
                assert said in words, (reader, said)
            for said in ("Hrolf · War", "In the dark", "success", "They must cross.", "Nobody falls in."):
                assert said in words, (reader, said)
            assert "Outcome of the story frame: The ford" in words

    def test_a_frame_for_somebody_alone_is_not_there_for_the_rest(self, table, alice, bob, carla, sam, which):
        knows = {reader: "The stranger's offer" in (face(table, reader, which) or "") for reader in (alice, carla)}
        assert knows == {alice: True, carla: True}
        for reader in (bob, sam, None):
            words = face(table, reader, which) or ""
            assert "stranger" not in words and "Refuse it" not in words

    def test_sealed_votes_are_the_directors_alone_while_the_vote_runs(self, table, alice, bob, carla, which):
        assert "Keep watch (1 vote: Bob)" in face(table, alice, which)
        for reader in (bob, carla):
            words = face(table, reader, which)
            assert "Keep watch" in words and "Keep watch (" not in words and "vote running" in words

    def test_a_day_of_the_caravan_is_told_where_it_belongs(self, table, bob, sam, which):
        for reader in (bob, sam):
            words = face(table, reader, which)
            for said in ("a day of travel", "Supplies: 10 → 5", "Morale: 50 → 40", "A wagon breaks"):
                assert said in words, (reader, said)

    def test_a_removed_player_reads_no_more_than_a_visitor(self, table, alice, carla, which):
        remove_member(membership=membership(carla, table.campaign), by=alice, at=later())
        words, visitors = face(table, carla, which), face(table, None, which)
        assert "The ford" in words and "stranger" not in words
        if visitors is not None:
            assert words == visitors


def test_a_scene_shows_a_day_of_the_caravan_between_its_posts(table, alice, bob):
    written(table.scene, alice, "The day after.")
    client = Client()
    client.force_login(bob)
    shown = client.get(table.scene.get_absolute_url()).content.decode()
    assert shown.index("They cross.") < shown.index("a day of travel") < shown.index("The day after.")
    assert "its ledger" in shown


def test_taking_asks_as_often_for_many_frames_as_for_few(table, alice, bob, django_assert_max_num_queries):
    client = Client()
    client.force_login(bob)
    address = f"/c/{table.campaign.slug}/s/{table.scene.code}/print/"
    with django_assert_max_num_queries(60) as few:
        client.get(address)
    for number in range(5):
        frame = asked(table.scene, alice, title=f"Frame {number}")
        services.vote(frame=frame, player=bob, option=2, at=later())
    with django_assert_max_num_queries(len(few)):
        client.get(address)


class TestPictures:
    def code(self, table, alice):
        out = io.BytesIO()
        Image.new("RGB", (40, 30), "red").save(out, "PNG")
        return services.take_picture(campaign=table.campaign, by=alice, data=out.getvalue(), at=later()).code

    def test_a_feed_shows_pictures_by_its_readers_own_address_until_they_are_removed(self, table, alice, carla):
        code = self.code(table, alice)
        written(table.scene, alice, f"[private=Eyra]![A map](/pictures/{code}/)[/private]")
        table.campaign.is_public = False
        table.campaign.save()
        token = services.feed_token(user=carla, at=NOON)
        feed = Client().get(f"/feeds/{token}/c/{table.campaign.slug}/").content.decode()
        words = "".join(ElementTree.fromstring(feed).itertext())
        (address,) = re.findall(r'src="https?://[^/]+(/feeds/[^"]+)"', words)
        answer = Client().get(address)
        assert answer.status_code == 200 and answer["Content-Type"] == "image/webp"
        assert b"".join(answer.streaming_content).startswith(b"RIFF")
        remove_member(membership=membership(carla, table.campaign), by=alice, at=later())
        assert Client().get(address).status_code == 404

    def test_a_file_leads_back_to_the_site(self, table, alice, bob, settings):
        code = self.code(table, alice)
        post = written(table.scene, alice, f"![A map](/pictures/{code}/)")
        written(table.scene, bob, f"[quote=Alice;{post.code}]As she said[/quote]")
        words = face(table, bob, "scene.md")
        assert f"]({settings.SITE_URL}/pictures/{code}/)" in words

    def test_another_readers_token_shows_no_private_picture(self, table, alice, bob):
        code = self.code(table, alice)
        written(table.scene, alice, f"[private=Eyra]![A map](/pictures/{code}/)[/private]")
        token = services.feed_token(user=bob, at=NOON)
        assert Client().get(f"/feeds/{token}/pictures/{code}/").status_code == 404
        assert Client().get(f"/feeds/{'0' * len(token)}/pictures/{code}/").status_code == 404

    def test_the_directors_look_at_a_feed_holds_no_token_of_the_member(self, table, alice, bob, settings):
        code = self.code(table, alice)
        written(table.scene, alice, f"![A map](/pictures/{code}/)")
        token = services.feed_token(user=bob, at=NOON)
        client = Client()
        client.force_login(alice)
        feed = client.get(f"/c/{table.campaign.slug}/feeds/look/?as={bob.pk}").content.decode()
        assert token not in feed and f"{settings.SITE_URL}/pictures/{code}/" in feed
