"""Pages of story frames and tests: what each reader finds there, and what their buttons do."""

from __future__ import annotations

import pytest

from characters.selectors import hero_points_left
from story import services
from story.models import AttributeTest, FrameVote, SceneRoll, StoryFrame
from story.selectors.frames import count_of
from tests.plot import OPTIONS, asked
from tests.storytelling import later, told
from tests.visiting import client_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(alice, bob, carla, sam):
    """Everybody reads English here."""
    for user in (alice, bob, carla, sam):
        user.language = "en"
        user.save(update_fields=["language"])
    return told((alice, bob, carla, sam))


def page(user, address, status=200):
    answer = client_of(user).get(address)
    assert answer.status_code == status, address
    return answer.content.decode()


def send(user, address, **fields):
    return client_of(user).post(address, fields)


class TestFrames:
    def test_a_director_opens_one_and_it_stands_in_the_scene(self, table, alice, bob):
        scene = table[1]
        here = scene.get_absolute_url()
        form = page(alice, f"{here}frames/new/")
        assert "Publish the frame" in form
        answer = send(
            alice,
            f"{here}frames/new/",
            title="The ford",
            body="The ice groans.",
            options="Over the ice\n\n Along the shore \n",
            until="2099-01-01T10:00",
            ballot="sealed",
            npc="",
            key="abc",
        )
        assert answer.status_code == 422 and "within 60 days" in answer.content.decode()
        assert "Along the shore" in answer.content.decode()
        answer = send(
            alice,
            f"{here}frames/new/",
            title="The ford",
            body="The ice groans.",
            options="Over the ice\n\n Along the shore \n",
            until="",
            ballot="sealed",
            npc="",
            key="abc",
        )
        frame = StoryFrame.objects.get()
        assert answer.url == frame.get_absolute_url()
        assert [one.text for one in frame.options.all()] == ["Over the ice", "Along the shore"]
        assert "Along the shore" in page(bob, here) and frame.get_absolute_url() in page(bob, here)

    def test_a_player_votes_on_the_page_and_the_count_stays_sealed(self, table, alice, bob, carla):
        frame = asked(table[1], alice)
        address = frame.get_absolute_url()
        assert "Give the vote" in page(bob, address)
        send(bob, f"{address}vote/", voter=f"p{bob.pk}", option="2")
        assert FrameVote.objects.get().option.number == 2
        assert "Change the vote" in page(bob, address)
        assert "1 vote" not in page(carla, address) and "1 vote" in page(alice, address)

    def test_hero_points_are_spent_only_after_a_page_that_asks(self, table, alice, bob):
        frame, hero = asked(table[1], alice), bob.characters.get()
        address = f"{frame.get_absolute_url()}vote/"
        asking = send(bob, address, voter=f"p{bob.pk}", option="1", pay=hero.pk)
        assert "Spend the points and vote" in asking.content.decode()
        assert not FrameVote.objects.exists()
        send(bob, address, voter=f"p{bob.pk}", option="1", pay=hero.pk, confirm="1")
        hero.refresh_from_db()
        assert (count_of(frame).total, hero_points_left(hero)) == (2, 3)

    def test_nonsense_votes_change_nothing(self, table, alice, bob):
        frame = asked(table[1], alice)
        for fields in ({}, {"option": "x"}, {"option": "9"}, {"option": "1", "voter": "c0"}):
            assert send(bob, f"{frame.get_absolute_url()}vote/", **fields).status_code == 302
        assert not FrameVote.objects.exists()

    def test_a_frame_that_one_may_not_read_has_no_page(self, table, alice, bob, carla, zoe):
        frame = asked(table[1], alice, words={"body": "Hush.", "to": "chosen", "readers": (bob.pk,)})
        for user in (carla, zoe):
            page(user, frame.get_absolute_url(), 404)
            assert send(user, f"{frame.get_absolute_url()}vote/", option="1").status_code == 404

    @pytest.mark.parametrize("what", ["close/", "until/", "tests/new/"])
    def test_the_directors_pages_are_the_directors(self, table, alice, bob, what):
        frame = asked(table[1], alice)
        page(bob, f"{frame.get_absolute_url()}{what}", 403)
        page(alice, f"{frame.get_absolute_url()}{what}")

    def test_closing_publishes_the_outcome_and_shows_the_votes(self, table, alice, bob, carla):
        frame = asked(table[1], alice)
        services.vote(frame=frame, player=bob, option=2, at=later())
        address = frame.get_absolute_url()
        assert send(alice, f"{address}close/", chosen="2", words=" ", key="k").status_code == 422
        send(alice, f"{address}close/", chosen="2", words="They walk the shore.", key="k")
        scene = page(carla, table[1].get_absolute_url())
        assert "They walk the shore." in scene and "followed" in scene
        assert "1 vote" in page(carla, address)

    def test_the_director_sees_a_frame_as_a_player_does_without_the_players_buttons(self, table, alice, bob):
        frame = asked(table[1], alice)
        services.vote(frame=frame, player=bob, option=2, at=later())
        seen = page(alice, f"{frame.get_absolute_url()}?as={bob.pk}")
        assert "1 vote" not in seen and "Give the vote" not in seen and "Change the vote" not in seen

    def test_the_time_to_vote_can_be_changed(self, table, alice):
        frame = asked(table[1], alice)
        assert send(alice, f"{frame.get_absolute_url()}until/", until="2001-01-01T00:00").status_code == 422
        assert send(alice, f"{frame.get_absolute_url()}until/", until="").status_code == 302


class TestTests:
    def called(self, table, alice, bob, **about):
        frame = asked(table[1], alice)
        given = {"character": bob.characters.get().pk, "attribute": "leadership", "penalty": "15", "reason": "Dark"}
        send(alice, f"{frame.get_absolute_url()}tests/new/", **(given | about))
        return AttributeTest.objects.get()

    def test_a_called_test_says_what_it_needs_and_its_player_rolls(self, table, alice, bob, carla):
        test = self.called(table, alice, bob)
        address = test.get_absolute_url()
        assert "Roll 1d100 for Leadership of Hrolf" in page(bob, address)
        assert "Roll 1d100" not in page(carla, address)
        send(bob, f"{address}roll/")
        send(bob, f"{address}roll/")
        roll = SceneRoll.objects.get()
        assert f'<span class="die">{roll.total}</span>' in page(carla, address)
        assert roll.code in page(carla, f"/c/{table[0].slug}/rolls/")
        assert "Hrolf" in page(carla, table[1].get_absolute_url())

    def test_the_director_may_roll_at_once(self, table, alice, bob):
        test = self.called(table, alice, bob, now="on")
        assert test.roll is not None and test.roll.author == alice

    def test_a_penalty_without_a_reason_keeps_the_form(self, table, alice, bob):
        frame = asked(table[1], alice)
        answer = send(
            alice,
            f"{frame.get_absolute_url()}tests/new/",
            character=bob.characters.get().pk,
            attribute="war",
            penalty="10",
            reason="",
        )
        assert answer.status_code == 422 and 'value="10"' in answer.content.decode()

    def test_the_director_weighs_it_and_everybody_reads_the_three(self, table, alice, bob, carla):
        test = self.called(table, alice, bob, now="on")
        address = test.get_absolute_url()
        assert send(alice, f"{address}weigh/", plot="", logic="", verdict="").status_code == 422
        send(alice, f"{address}weigh/", plot="They must cross.", logic="It is late.", verdict="They follow him.")
        seen = page(carla, address)
        assert all(words in seen for words in ("They must cross.", "It is late.", "They follow him."))
        assert send(bob, f"{address}weigh/", plot="a", logic="b", verdict="c").status_code == 403

    def test_a_test_can_be_called_off_before_the_roll(self, table, alice, bob):
        test = self.called(table, alice, bob)
        send(alice, f"{test.get_absolute_url()}off/")
        assert "Called off" in page(bob, test.get_absolute_url())
        send(bob, f"{test.get_absolute_url()}roll/")
        assert not SceneRoll.objects.exists()

    def test_hero_points_buy_a_second_roll_after_a_failure_on_a_page_that_asks(self, table, alice, bob):
        test = self.called(table, alice, bob, penalty="100", now="on")
        address = f"{test.get_absolute_url()}again/"
        assert "Spend the points and roll" in page(bob, address)
        send(bob, address)
        assert SceneRoll.objects.count() == 2
        assert hero_points_left(bob.characters.get()) == 2
        assert client_of(bob).get(address).status_code == 302


def test_a_frames_options_are_named_in_the_scene(table, alice, bob):
    asked(table[1], alice)
    scene = page(bob, table[1].get_absolute_url())
    assert all(option in scene for option in OPTIONS)
