"""A campaign that went into an archive and came out of it is the same campaign."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.test import Client

from archives.models import Place
from archives.packing import MANIFEST
from archives.services import take_place
from battles.models import Battle
from battles.selectors import state_of, view_for
from campaign.models import Campaign
from story.models import Post, SceneRoll
from story.selectors.reading import shown_posts
from story.selectors.sight import posts_visible_to, rolls_visible_to, scenes_visible_to
from tests import world as worlds
from tests.archives.chapter import lived
from tests.archives.chest import packed, parts_of, received
from tests.cast import person
from turns.models import Turn
from turns.services import resume

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 2, 12, 0, tzinfo=UTC)
LATER = NOW + timedelta(days=3)


def people(*names):
    return [person(name, language="en", time_zone="UTC") for name in names]


def chapter(*names):
    alice, bob, carla, sam, gone = people(*(names or ("alice", "bob", "carla", "sam", "gone")))
    return lived(alice, (bob, carla), sam, at=NOW, gone=gone)


def same(before, after):
    """Whether two archives hold the same, the moment of their making apart."""
    assert before.keys() == after.keys()
    for name, part in before.items():
        if name != MANIFEST:
            assert after[name] == part, name


def head_of(parts):
    (number,) = [one["user"] for one in parts["tables/members.json"] if one["role"] == "director"]
    return parts["people.json"][number - 1]["name"]


def test_every_campaign_of_a_whole_world_comes_out_as_it_went_in():
    """On a site that has never heard of these campaigns, down to the last byte of every picture."""
    with transaction.atomic():
        worlds.build(NOW)
        chests = [packed(campaign, NOW) for campaign in Campaign.objects.order_by("pk")]
        transaction.set_rollback(True)
    assert len(chests) > 5 and any(parts_of(data)["tables/lasting-orders.json"] for data in chests)
    for data in chests:
        before = parts_of(data)
        with transaction.atomic():
            campaign = received(data, person("head", display_name=head_of(before)), LATER)
            same(before, parts_of(packed(campaign, LATER)))
            transaction.set_rollback(True)


def test_a_chapter_with_secrets_dice_votes_and_a_running_battle_comes_out_as_it_went_in():
    with transaction.atomic():
        data = packed(chapter().campaign, LATER)
        transaction.set_rollback(True)
    before = parts_of(data)
    assert all(before[f"tables/{name}.json"] for name in ("audiences", "frames", "frame-votes", "tests", "scene-rolls"))
    assert before["edits.json"] and before["tables/caravan-entries.json"] and before["tables/turns.json"]
    campaign = received(data, person("head", display_name="Alice"), LATER)
    same(before, parts_of(packed(campaign, LATER)))


CODE = re.compile(r"\b[0-9a-f]{12}\b|/c/[^/]+/(b/\w+/)?|/p/\d+/|\?[^\"]*")


def seen(campaign, user):
    """What a reader sees of the campaign's story, without the addresses, which are another campaign's."""
    posts = posts_visible_to(user).filter(scene__campaign=campaign).order_by("scene", "position")
    shown = shown_posts(list(posts.select_related("scene", "author", "reply_to", "audience")), user, campaign)
    told = [
        (
            one.post.speaker_name,
            one.author,
            one.body,
            one.note,
            one.text,
            one.changed_at,
            bool(one.reply_code),
            one.mine,
        )
        for one in shown
    ]
    rolls = rolls_visible_to(user).filter(scene__campaign=campaign).order_by("pk").values_list("expression", "total")
    scenes = scenes_visible_to(user).filter(campaign=campaign).order_by("pk").values_list("title", "prompt_html")
    return CODE.sub("…", repr([told, list(rolls), list(scenes)]))


def test_on_its_own_site_it_is_a_second_campaign_and_everybody_who_comes_sees_what_they_saw():
    table = chapter()
    data = packed(table.campaign, LATER)
    copy = received(data, table.director, LATER)
    assert copy.pk != table.campaign.pk and copy.slug == f"{table.campaign.slug}-2"
    both = [Post.objects.filter(scene__campaign=one).count() for one in (copy, table.campaign)]
    assert both == [9, 9]
    for user in table.players:
        place = Place.objects.get(campaign=copy, stand_in__display_name=user.display_name)
        taken = person(f"{user.username}2", display_name=user.display_name, language="en", time_zone="UTC")
        take_place(token=place.token, user=taken, at=LATER)
        assert seen(copy, taken) == seen(table.campaign, user)
    assert seen(copy, table.director) == seen(table.campaign, table.director)
    assert seen(copy, AnonymousUser()) == seen(table.campaign, AnonymousUser())
    assert seen(table.campaign, table.players[0]) != seen(table.campaign, table.players[1])


def test_nothing_secret_of_the_site_or_its_people_is_in_an_archive():
    table = chapter()
    data = packed(table.campaign, LATER)
    seed = bytes(Battle.objects.get(campaign=table.campaign).seed).hex()
    text = "".join(str(part) for part in parts_of(data).values())
    for user in (table.director, *table.players, table.spectator):
        for secret in (user.email, user.password, f"u{user.pk}"):
            assert f"'{secret}'" not in text
    assert seed not in text and "@example.org" not in text and "token" not in text


def test_a_running_battle_stands_still_in_the_copy_and_goes_on_when_the_director_says_so():
    table = chapter()
    left = Turn.objects.get(battle=table.battle, closed_at__isnull=True).due_at - LATER
    copy = received(packed(table.campaign, NOW + timedelta(hours=20)), table.director, LATER)
    battle = Battle.objects.get(campaign=copy)
    assert state_of(battle).paused is not None
    assert state_of(Battle.objects.get(pk=table.battle.pk)).paused is None
    assert bytes(battle.seed) != bytes(Battle.objects.get(pk=table.battle.pk).seed)
    resume(battle_id=battle.pk, user=table.director, at=LATER)
    turn = Turn.objects.get(battle=battle, closed_at__isnull=True)
    assert turn.due_at > LATER
    assert turn.due_at - LATER == left + (LATER - NOW - timedelta(hours=20))


def test_a_player_who_takes_their_place_plays_their_units_and_nobody_is_left_in_their_stead():
    table = chapter()
    copy = received(packed(table.campaign, LATER), table.director, LATER)
    place = Place.objects.get(campaign=copy, stand_in__display_name="Bob")
    stand_in, bob = place.stand_in, table.players[0]
    take_place(token=place.token, user=bob, at=LATER)
    assert not type(stand_in).objects.filter(pk=stand_in.pk).exists()
    battle = Battle.objects.get(campaign=copy)
    (hrolf,) = [unit for unit in state_of(battle).units.values() if unit.player == f"u{bob.pk}"]
    assert hrolf.character == str(copy.characters.get(name="Hrolf").pk)
    assert view_for(battle, bob) is not None
    everything = repr(list(Battle.objects.filter(campaign=copy).values("state", "setup", "plan", "draft")))
    assert f"u{stand_in.pk}'" not in everything


def test_text_that_would_be_a_script_is_text(alice):
    table = chapter("anna", "ben", "cora", "sol", "gil")
    copy = received(packed(table.campaign, LATER), table.director, LATER)
    client = Client()
    client.force_login(table.director)
    scene = copy.scenes.get(title="members")
    page = client.get(scene.get_absolute_url()).content.decode()
    assert "Snow, and more." in page and "<script>alert" not in page
    assert (
        SceneRoll.objects.filter(scene__campaign=copy).count()
        == SceneRoll.objects.filter(scene__campaign=table.campaign).count()
    )
