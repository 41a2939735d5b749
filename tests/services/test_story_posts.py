"""Posts: who may write them, private passages, dice, edits, withdrawals."""

from __future__ import annotations

import pytest

from story.models import Passage, Post, SceneRoll
from story.selectors.sight import passages_visible_to, posts_visible_to, rolls_visible_to
from tests.storytelling import loaded, told, written

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast(alice, bob, carla, sam, zoe):
    return alice, bob, carla, sam, zoe


def test_a_post_is_read_by_everybody_in_the_scene(cast):
    alice, bob, carla, sam, zoe = cast
    campaign, scene = told(cast[:4])
    written(scene, bob, "The ice *cracks*.")
    for user in (alice, bob, carla, sam):
        assert posts_visible_to(user).count() == 1
    assert posts_visible_to(zoe).count() == 0


def test_a_private_passage_is_read_by_whom_it_names_its_author_and_the_director(cast):
    alice, bob, carla, sam, zoe = cast
    campaign, scene = told(cast[:4])
    post = written(scene, alice, "Mist. [private=Eyra]You hear the horn.[/private] Cold.")
    assert [row.sight for row in post.renderings.order_by("sight")][0] == ""
    assert post.renderings.get(sight="").text["body"] == "Mist. Cold."
    assert passages_visible_to(carla).count() == 3
    assert passages_visible_to(bob).count() == 2
    assert passages_visible_to(alice).count() == 3


def test_dice_are_thrown_once(cast):
    alice, bob, *_ = cast
    campaign, scene = told(cast[:4])
    post = written(scene, bob, "I climb. [roll 2d6+3 climbing]", dice=loaded(d6=[4, 5]))
    roll = SceneRoll.objects.get()
    assert (roll.total, roll.reason, roll.expression) == (12, "climbing", "2d6+3")
    assert roll.code in post.body
    assert "<strong>12</strong>" in post.renderings.get(sight="").chunks[0]["html"]
