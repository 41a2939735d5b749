"""A scene of five thousand posts, of which a reader may read seven hundred, asks no more than a short one."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from story.models import Passage, Post, Rendering
from story.selectors.reading import PER_PAGE, page_number_of, page_of
from story.selectors.scenes import first_unread, scene_lines
from story.services import mark_read
from story.services.renderings import audience_for
from tests.company import NOON
from tests.storytelling import APART, later, told, written

pytestmark = pytest.mark.django_db

POSTS = 5_000
EVERY = 7
MOST_BYTES = 60_000


def lengthened(scene, author):
    """Posts by the thousand, written as rows at once: every seventh for everybody, the others for the director."""
    scene.refresh_from_db()
    alone = audience_for(scene, frozenset({author.pk}))
    start = scene.last_position + 1
    rows = [
        Post(
            scene=scene,
            position=start + number,
            author=author,
            voice="self",
            speaker_name="Alice",
            body=f"Post {number}.",
            audience=None if number % EVERY == 0 else alone,
            key=f"long-{number}",
            published_at=NOON + APART * number,
        )
        for number in range(POSTS)
    ]
    Post.objects.bulk_create(rows, batch_size=500)
    Passage.objects.bulk_create(
        [Passage(post=row, ordinal=0, part="body", markup=row.body, folded=row.body.lower()) for row in rows],
        batch_size=500,
    )
    chunks = [[{"part": "body", "html": f"<p>{row.body}</p>", "to": None}] for row in rows]
    Rendering.objects.bulk_create(
        [
            Rendering(post=row, sight=sight, chunks=chunk, text={"body": row.body, "note": ""})
            for row, chunk in zip(rows, chunks, strict=True)
            for sight in ("", "director")
        ],
        batch_size=500,
    )
    scene.last_position = start + POSTS
    scene.save()


def test_a_long_scene_is_read_like_a_short_one(alice, bob, carla, sam):
    _campaign, scene = told((alice, bob, carla, sam))
    written(scene, alice, "The beginning.", at=later())
    with CaptureQueriesContext(connection) as short:
        page_of(scene, bob)
        first_unread(scene, bob)
    lengthened(scene, alice)
    readable = POSTS // EVERY + 2
    with CaptureQueriesContext(connection) as long:
        last = page_of(scene, bob)
        first_unread(scene, bob)
    assert len(long) <= len(short) + 1
    assert last.count == readable and last.pages == -(-readable // PER_PAGE)
    assert last.posts[-1].post.body == f"Post {(POSTS - 1) // EVERY * EVERY}."
    middle = page_of(scene, bob, number=20)
    mark_read(scene=scene, user=bob, position=middle.last_position, at=later())
    unread = first_unread(scene, bob)
    assert unread is not None and page_number_of(unread, bob) == 21
    line = scene_lines([scene], bob)[0]
    assert (line.posts, line.unread) == (readable, readable - 20 * PER_PAGE)


def test_its_page_asks_no_more_with_all_that_stands_beside_it(alice, bob, carla, sam):
    _campaign, scene = told((alice, bob, carla, sam))
    hrolf = bob.characters.get()
    for user in (bob, carla):
        written(scene, user, "Aloud.", voice=f"c{user.characters.get().pk}", at=later())
    client = Client()
    client.force_login(bob)
    parts = ("", "?page=1", "?show=story", "?show=private")

    def looked(part):
        client.get(f"{scene.get_absolute_url()}{part}")
        with CaptureQueriesContext(connection) as asked:
            return client.get(f"{scene.get_absolute_url()}{part}").content.decode(), asked

    short = {part: looked(part)[1] for part in parts}
    lengthened(scene, alice)
    own = Post.objects.filter(scene=scene, key__startswith="long-", audience=None)
    own.update(voice=Post.Voice.CHARACTER, character=hrolf, speaker_name=hrolf.name)
    for part in parts:
        page, asked = looked(part)
        assert len(asked) <= len(short[part]) + 1
        assert len(page.encode()) < MOST_BYTES and f"/p/{hrolf.pk}/" in page
    assert f"Post {(POSTS - 1) // EVERY * EVERY}." in looked("?show=story")[0]


def test_it_is_taken_away_whole_as_far_as_its_reader_reads(alice, bob, carla, sam):
    _campaign, scene = told((alice, bob, carla, sam))
    written(scene, alice, "The beginning.", at=later())
    lengthened(scene, alice)
    written(scene, alice, "The end.", at=NOON + APART * (POSTS + 1))
    for reader, posts in ((alice, POSTS), (bob, POSTS // EVERY + 1)):
        client = Client()
        client.force_login(reader)
        taken = client.get(f"{scene.get_absolute_url()}scene.md").content.decode()
        assert "The beginning." in taken and "The end." in taken
        assert taken.count("Post ") == posts, reader
