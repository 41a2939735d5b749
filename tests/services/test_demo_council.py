"""The demo's story between the battles: a scene to write in, a vote to give, a test to roll, a caravan on the road."""

from __future__ import annotations

from dataclasses import asdict
from datetime import UTC, datetime

import pytest
from django.utils import timezone

from accounts.models import User
from campaign.models import CaravanEntry, Clan
from characters.models import Wound
from demo import council
from demo.english import ENGLISH
from demo.services import load_demo
from demo.spanish import SPANISH
from rulebook.saga.campaign import morale_shift
from rulebook.saga.rules import TableRules
from story.models import AttributeTest, Post, Scene, StoryFrame
from story.selectors.frames import count_of, result_of, seats_of
from turns.errands import errands_of

pytestmark = pytest.mark.django_db
LANGUAGES = ("en", "es")
NOW = datetime(2026, 11, 14, 18, 30, tzinfo=UTC)


@pytest.fixture
def loaded():
    load_demo(NOW)


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_open_scene_with_posts_of_the_director_and_of_players(loaded, language):
    scene = Scene.objects.get(campaign__language=language)
    assert scene.status == Scene.Status.OPEN and scene.chapter is not None
    posts = Post.objects.filter(scene=scene)
    assert posts.count() == 3 + len(council.ANSWERS)
    assert {post.language for post in posts} == {language}


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_frame_is_closed_with_its_outcome_and_a_test_that_was_weighed(loaded, language):
    frame = StoryFrame.objects.get(post__scene__campaign__language=language, closed_at__isnull=False)
    assert (frame.chosen.number, count_of(frame).leading) == (2, (2,))
    test = frame.tests.get()
    assert result_of(test).success and test.verdict


@pytest.mark.parametrize("language", LANGUAGES)
def test_in_the_other_the_vote_runs_and_two_players_have_not_voted(loaded, language):
    frame = StoryFrame.objects.get(post__scene__campaign__language=language, closed_at__isnull=True)
    assert frame.until > NOW
    assert {seat.player.username for seat in seats_of(frame) if seat.vote is None} == {"mirko", "tomas"}
    assert count_of(frame).total == 3
    assert AttributeTest.objects.get(frame=frame).roll is None


def test_both_wait_for_a_player_in_my_turns():
    load_demo(timezone.now())
    mirko = User.objects.get(username="mirko")
    assert len(errands_of(mirko)) == 4  # a vote and a test, in each language


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_caravan_has_days_in_its_ledger_and_its_rest_has_healed(loaded, language):
    clan = Clan.objects.filter(campaign__language=language, campaign__ruleset="saga").first()
    entries = CaravanEntry.objects.filter(clan=clan)
    assert [one.kind for one in entries.order_by("pk")] == ["change", "travel", "travel", "rest", "change", "travel"]
    assert entries.get(kind="rest").healed == ["Ylva"]
    assert Wound.objects.get(character__clan=clan, character__name="Ylva").healed_at is not None
    assert (clan.days, clan.supplies) == (4, 53)
    assert morale_shift(clan.morale, TableRules()) == 0  # the battle's dice are told with willpower as it is


def test_both_languages_tell_the_same_things_in_words_of_their_own():
    english, spanish = asdict(ENGLISH.council), asdict(SPANISH.council)
    assert english["posts"].keys() == spanish["posts"].keys() == set(council.ANSWERS)
    for frame in ("fork", "well"):
        assert len(english[frame]["options"]) == len(spanish[frame]["options"]) == 3
    assert all(english[name] != spanish[name] for name in english)
