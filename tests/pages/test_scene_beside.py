"""Beside a scene: its battle, who is in it, who reads now, one's drafts; and parts of it alone."""

from __future__ import annotations

import re

import pytest

from story.beside import beside
from story.models import SceneDraft, SceneVisit
from story.services import begin_scene, mark_read
from tests import arena, crypt, ford
from tests.company import NOON
from tests.plot import asked
from tests.storytelling import later, told, written
from tests.visiting import client_of

pytestmark = pytest.mark.django_db


def shown(user, scene, query=""):
    return client_of(user).get(f"{scene.get_absolute_url()}{query}").content.decode()


def posts_in(page):
    return re.search(r'<section id="posts".*?</section>\n', page, re.DOTALL)[0]


@pytest.fixture
def scene(alice, bob, carla, sam):
    for user in (alice, bob, carla, sam):
        user.language = "en"
        user.save(update_fields=["language"])
    return told((alice, bob, carla, sam))[1]


def speaks(scene, user, body, **about):
    character = user.characters.get()
    return written(scene, user, body, voice=f"c{character.pk}", **about)


class TestParts:
    @pytest.fixture
    def full(self, scene, alice, bob, carla):
        speaks(scene, bob, "Spoken by Hrolf.")
        written(scene, bob, "Said beside the story.")
        written(scene, carla, "A throw [roll 1d6 luck].")
        written(scene, alice, "Open. [private=Hrolf]For Hrolf.[/private]")
        written(scene, carla, "Whispered.", to="director")
        return scene

    @pytest.mark.parametrize(
        ("part", "there"),
        [
            ("all", {"Spoken by", "Said beside", "A throw", "For Hrolf"}),
            ("story", {"Spoken by"}),
            ("rolls", {"A throw"}),
            ("private", {"For Hrolf"}),
            ("nonsense", {"Spoken by", "Said beside", "A throw", "For Hrolf"}),
        ],
    )
    def test_each_shows_its_own_of_what_the_reader_may_read(self, full, bob, part, there):
        page = posts_in(shown(bob, full, f"?show={part}"))
        every = ("Spoken by", "Said beside", "A throw", "For Hrolf", "Whispered")
        assert {words for words in every if words in page} == there

    def test_private_is_what_each_reader_has_of_it(self, full, alice, carla, sam):
        seen = {user: posts_in(shown(user, full, "?show=private")) for user in (alice, carla, sam)}
        assert "Whispered" in seen[alice] and "For Hrolf" in seen[alice]
        assert "Whispered" in seen[carla] and "For Hrolf" not in seen[carla]
        assert "Nothing of this kind here." in seen[sam]

    def test_whoever_looks_at_a_part_has_not_read_the_rest(self, full, bob):
        shown(bob, full, "?show=story")
        assert not SceneVisit.objects.filter(scene=full, user=bob, position__gt=2).exists()
        assert "?unread=1" in shown(bob, full, "?show=rolls")
        shown(bob, full)
        assert SceneVisit.objects.get(scene=full, user=bob).position == 4

    def test_pages_of_a_part_lead_to_pages_of_it(self, scene, bob):
        for number in range(45):
            speaks(scene, bob, f"Line {number}.")
        page = shown(bob, scene, "?show=story&page=2")
        assert "?page=1&amp;show=story" in page and "Line 20." in posts_in(page) and "Line 19." not in posts_in(page)


class TestPeople:
    def test_the_cast_are_characters_heard_where_the_reader_could_hear_them(self, scene, alice, bob, carla, sam):
        speaks(scene, bob, "Aloud.")
        speaks(scene, carla, "In secret.", to="director")
        names = {
            user: [one.name for one in beside(scene, user, at=later(), drafts=False).cast] for user in (alice, sam)
        }
        assert names == {alice: ["Eyra", "Hrolf"], sam: ["Hrolf"]}

    def test_members_see_who_reads_now_and_nobody_else_does(self, scene, alice, bob, carla, zoe):
        scene.campaign.is_public = True
        scene.campaign.save()
        at = later()
        mark_read(scene=scene, user=carla, position=1, at=at)
        assert [one.user for one in beside(scene, bob, at=at, drafts=False).present] == [carla]
        assert not beside(scene, carla, at=at, drafts=False).present
        assert not beside(scene, zoe, at=at, drafts=False).present
        much_later = at + 30 * (later() - at)
        assert not beside(scene, bob, at=much_later, drafts=False).present

    def test_drafts_of_all_scenes_are_their_writers_own(self, scene, alice, bob):
        other = begin_scene(campaign=scene.campaign, by=alice, title="The tower", at=NOON)
        for one in (scene, other):
            SceneDraft.objects.create(scene=one, user=bob, body="Not yet.", saved_at=NOON)
        page = shown(bob, scene)
        assert "Drafts (2)" in page and f"/s/{other.code}/write/?draft=0" in page
        assert "Drafts (" not in shown(alice, scene)
        assert "Drafts (" not in shown(alice, scene, f"?as={bob.pk}")


class TestBattle:
    @pytest.fixture
    def river(self, alice, bob, carla, dani, sam):
        bob.language = "en"
        bob.save(update_fields=["language"])
        return ford.build({"alice": alice, "bob": bob, "carla": carla, "dani": dani, "sam": sam})

    def test_whoever_has_the_turn_is_told_so_and_the_board_is_beside(self, river, alice, bob, carla):
        scene = begin_scene(campaign=river.campaign, by=alice, title="At the ford", at=arena.START, battle=river.battle)
        seen = beside(scene, bob, at=arena.START, drafts=False)
        assert seen.fought.battle == river.battle and seen.fought.round == 1 and seen.fought.now is not None
        page = shown(bob, scene)
        assert "/rounds/1/drawing.svg" in page
        mine = seen.fought.now.own
        assert ("Compose the turn" in page) is mine

    def test_a_round_is_called_what_its_game_calls_it(self, river, alice, bob, carla):
        campaign = crypt.dungeon_campaign(alice, [bob, carla])
        battle = crypt.start(campaign, crypt.setup_for([bob, carla], at=NOON), at=NOON)
        below = begin_scene(campaign=campaign, by=alice, title="Below", at=NOON, battle=battle)
        ford_scene = begin_scene(campaign=river.campaign, by=alice, title="Ford", at=NOON, battle=river.battle)
        client = client_of(bob)
        bob.language = "es"
        bob.save(update_fields=["language"])
        assert "combate, ronda 1" in client.get(below.get_absolute_url()).content.decode()
        assert "combate, asalto 1" in client.get(ford_scene.get_absolute_url()).content.decode()

    def test_a_scene_elsewhere_has_no_board(self, scene, bob):
        assert beside(scene, bob, at=NOON, drafts=False).fought is None and "drawing.svg" not in shown(bob, scene)


def test_a_frame_stands_with_its_post_in_each_part(scene, alice, bob):
    asked(scene, alice, words={"body": "The ice groans.", "voice": "npc", "npc": "The road"})
    for part in ("all", "story"):
        assert "Over the ice" in posts_in(shown(bob, scene, f"?show={part}"))
    assert "Over the ice" not in posts_in(shown(bob, scene, "?show=rolls"))
