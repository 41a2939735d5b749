"""A scene that is linked to a battle shows its turns among its posts, each reader's own view of them."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from story.entries import MOST_TURNS, entries_of
from story.selectors.reading import page_of
from story.services import begin_scene, change_scene
from tests import arena, ford
from tests.company import NOON
from tests.storytelling import written
from turns.models import TurnPost
from turns.services import play_turn

pytestmark = pytest.mark.django_db


@pytest.fixture
def river(alice, bob, carla, dani, sam):
    return ford.build({"alice": alice, "bob": bob, "carla": carla, "dani": dani, "sam": sam})


def passes(river, unit, player):
    play_turn(
        battle_id=river.battle.pk,
        unit=unit,
        player=player,
        steps=(),
        text=f"{unit} waits on the ice.",
        version=None,
        key=f"pass-{unit}",
        received_at=arena.fresh(river.battle).opened_at + arena.HOUR,
    )


def shown(user, scene):
    client = Client()
    client.force_login(user)
    page = client.get(scene.get_absolute_url())
    assert page.status_code == 200
    return re.search(r'<section id="posts".*?</section>\n', page.content.decode(), re.DOTALL)[0]


def test_turns_stand_between_the_posts_where_they_belong_in_time(river, alice, bob, sam):
    scene = begin_scene(campaign=river.campaign, by=alice, title="At the ford", at=arena.START, battle=river.battle)
    written(scene, alice, "Before the turn.", at=river.battle.opened_at)
    passes(river, arena.whose_turn(river.battle), bob)
    written(scene, alice, "After the turn.", at=river.battle.opened_at + 3 * arena.HOUR)
    for reader in (alice, bob, sam):
        page = shown(reader, scene)
        assert page.index("Before the turn.") < page.index("waits on the ice.") < page.index("After the turn.")


def test_without_a_battle_and_before_it_begins_there_are_no_turns(river, alice, bob):
    scene = begin_scene(campaign=river.campaign, by=alice, title="Elsewhere", at=arena.START)
    passes(river, arena.whose_turn(river.battle), bob)
    assert "waits on the ice." not in shown(bob, scene)
    change_scene(scene=scene, by=alice, at=arena.START, battle=river.battle)
    assert "waits on the ice." in shown(bob, scene)


def test_of_many_turns_in_a_row_the_newest_are_shown(river, alice, bob):
    scene = begin_scene(campaign=river.campaign, by=alice, title="At the ford", at=arena.START, battle=river.battle)
    passes(river, arena.whose_turn(river.battle), bob)
    first = TurnPost.objects.get()
    TurnPost.objects.bulk_create(
        arena.copy_of(first, number=first.number + number, narrative=f"turn {number}") for number in range(1, 20)
    )
    entry = entries_of(page_of(scene, bob), bob, at=NOON)[0]
    assert len(entry.turns) == MOST_TURNS and entry.left_out == 20 - MOST_TURNS
    assert entry.turns[-1].row.narrative == "turn 19"
