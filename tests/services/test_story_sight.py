"""One question for everything: whatever lists posts, rolls or words agrees with it, for every kind of reader."""

from __future__ import annotations

import json
import re
from itertools import count

import pytest
import time_machine
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.utils import timezone
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from campaign.services import remove_member
from notifications.models import Notice
from story import services
from story.models import Passage, Post, Scene, SceneRoll
from story.selectors.reading import posts_in, shown_posts
from story.selectors.scenes import first_unread, scene_lines, scenes_in
from story.selectors.search import Wanted, rolls_of, search
from story.selectors.sight import (
    passages_visible_to,
    posts_visible_to,
    readers_of_post,
    rolls_visible_to,
    scenes_visible_to,
)
from tests.cast import person
from tests.company import NOON, active, march, membership
from tests.storytelling import later, scene_in, told, written

pytestmark = pytest.mark.django_db

NUMBERS = count()
# Each example makes a whole campaign: what fails is small enough to read as it is.
NO_SHRINKING = (Phase.explicit, Phase.reuse, Phase.generate)


class Table:
    """A campaign with every kind of reader, and scenes of every kind."""

    def __init__(self) -> None:
        tag = next(NUMBERS)
        names = ("alice", "colin", "bob", "carla", "sam", "zoe", "gone")
        self.people = {name: person(f"{name}{tag}", language="en", time_zone="UTC") for name in names}
        alice, bob, carla, sam = (self.people[name] for name in ("alice", "bob", "carla", "sam"))
        self.campaign = march(
            alice, bob, carla, self.people["gone"], spectator=sam, name=f"March {tag}", is_public=True
        )
        self.campaign.memberships.create(user=self.people["colin"], role="co-director")
        self.hrolf = active(self.campaign, bob, alice, name="Hrolf")
        self.eyra = active(self.campaign, carla, alice, name="Eyra")
        self.lost = active(self.campaign, self.people["gone"], alice, name="Lost")
        doors = ("everyone", "members", "chosen")
        self.scenes = [scene_in(self.campaign, alice, title=door, openness=door, readers=[carla.pk]) for door in doors]

    def send_away(self) -> None:
        remove_member(membership=membership(self.people["gone"], self.campaign), by=self.people["alice"], at=NOON)

    def readers(self) -> list[object]:
        return [*self.people.values(), AnonymousUser()]


PASSAGES = st.lists(
    st.sampled_from(
        [
            "Open words. ",
            "[private=Hrolf]for Hrolf[/private] ",
            "[private=Hrolf,Eyra]for both [roll 1d6 both][/private] ",
            "[director]for the director [roll 1d6 d][/director] ",
            "[private=Lost]for the lost[/private]",
            "[private=Nobody]broken[/private]",
            "[roll 1d6 open] ",
            "[secretroll 1d6 secret] ",
        ]
    ),
    min_size=1,
    max_size=4,
)
POSTS = st.tuples(
    st.integers(0, 2),
    st.sampled_from(["alice", "bob", "carla", "gone"]),
    PASSAGES,
    st.sampled_from(["scene", "director", "chosen"]),
    st.booleans(),
)


def fill(table: Table, wanted: list[tuple[int, str, list[str], str, bool]]) -> None:
    """Write these posts, leaving out those that are refused (nobody may be addressed who cannot read)."""
    for place, author, passages, to, withdraw in wanted:
        user = table.people[author]
        readers = (table.people["carla"].pk,) if author != "carla" else (table.people["alice"].pk,)
        try:
            post = written(table.scenes[place], user, "".join(passages), to=to, readers=readers)
        except Exception as refused:  # noqa: BLE001 -- a refusal writes nothing, which is what the next line checks
            assert type(refused).__name__ in ("Illegal", "PermissionDenied"), refused
            continue
        if withdraw:
            services.withdraw_post(post=post, by=user, at=later())


@settings(max_examples=6, deadline=None, phases=NO_SHRINKING, suppress_health_check=list(HealthCheck))
@given(wanted=st.lists(POSTS, min_size=3, max_size=9))
def test_every_list_agrees_with_the_one_question(wanted):
    table = Table()
    fill(table, wanted)
    table.send_away()
    for reader in table.readers():
        posts = set(posts_visible_to(reader).filter(scene__campaign=table.campaign))
        standing = {post for post in posts if post.deleted_at is None}
        scenes = set(scenes_visible_to(reader).filter(campaign=table.campaign))
        assert {post.scene for post in posts} <= scenes
        in_scenes = [post for scene in table.scenes for post in posts_in(scene, reader)]
        assert set(in_scenes) == posts
        lines = scene_lines(scenes_in(table.campaign, reader), reader)
        assert {line.scene for line in lines} == scenes
        assert sum(line.posts for line in lines) == len(standing)
        assert {line.last for line in lines} - {None} <= standing
        assert set(search(table.campaign, reader, Wanted())) == standing
        assert set(rolls_of(table.campaign, reader)) == set(
            rolls_visible_to(reader).filter(scene__campaign=table.campaign)
        )
        for scene in table.scenes:
            unread = first_unread(scene, reader)
            assert unread is None or (unread in standing and unread.author != reader)
        agree_on_words(table, reader, list(posts))
        agree_on_readers(table, reader, posts)


def agree_on_words(table, reader, posts):
    """What is shown of a post is exactly its passages that the reader may read, and the rolls with them."""
    visible = {}
    for passage in passages_visible_to(reader).filter(post__in=posts):
        visible.setdefault(passage.post_id, []).append(passage)
    known = {roll.code for roll in rolls_visible_to(reader).filter(post__in=posts)}
    for shown in shown_posts(posts, reader, table.campaign):
        text = json.dumps(shown.text)
        for passage in Passage.objects.filter(post=shown.post):
            for words in re.split(r"\[(?:secret)?roll[^\]]*\]", passage.markup):
                if words.strip() and passage in visible[shown.post.pk]:
                    assert words.strip() in text, (reader, words, text)
                elif words.strip() and not any(words in one.markup for one in visible[shown.post.pk]):
                    assert words.strip() not in text, (reader, words, text)
        html = json.dumps([*shown.body, *shown.note])
        for roll in SceneRoll.objects.filter(post=shown.post):
            assert (f"{roll.expression} {roll.reason}: <strong>{roll.total}<" in html) <= (roll.code in known)


def agree_on_readers(table, reader, posts):
    """The question asked the other way round, and notices: nobody is told of what they may not read."""
    if reader.is_authenticated:
        for post in Post.objects.filter(scene__campaign=table.campaign):
            assert (reader in readers_of_post(post)) == (post in posts) or reader not in members(table), (reader, post)
        codes = {f"post:{post.code}" for post in posts}
        live = Notice.objects.filter(reader=reader, withdrawn_at__isnull=True, subject__startswith="post:")
        assert set(live.values_list("subject", flat=True)) <= codes


def members(table):
    return [row.user for row in table.campaign.memberships.filter(left_at__isnull=True)]


# --- only the secret is changed


SECRETS = ("[b]Run[/b] @Hrolf!\n\n# Now\n\n- a\n- b\n\n" + "x" * 900, "A short one.")


def scrubbed(answer) -> str:
    """An answer without what differs between any two answers: tokens and the moment."""
    text = answer.content.decode(errors="replace")
    text = re.sub(r'name="csrfmiddlewaretoken" value="[^"]+"', "", text)
    text = re.sub(r'name="key" value="[^"]+"', "", text)
    return re.sub(r'data-now="[^"]+"', "", text)


def faces(table, code: str) -> list[str]:
    slug, scene = table.campaign.slug, table.scenes[0].code
    base = f"/c/{slug}/s/{scene}"
    return [
        f"{base}/?page=1", f"{base}/print/", f"{base}/scene.md", f"{base}/p/{code}/", f"/posts/{code}/",
        f"/c/{slug}/scenes/", f"/c/{slug}/", f"/c/{slug}/search/?words=mist", f"/c/{slug}/search/?dice=on",
        f"/c/{slug}/search/?words=horn", f"/c/{slug}/rolls/", f"{base}/pulse/?newest=0", "/notices/", "/turns/",
        f"/api/v1/campaigns/{slug}/scenes/", f"/api/v1/scenes/{scene}/", f"/api/v1/scenes/{scene}/posts/",
        f"/api/v1/posts/{code}/", f"/api/v1/campaigns/{slug}/search/", f"/api/v1/campaigns/{slug}/rolls/",
        "/api/v1/notices/",
    ]  # fmt: skip


def answers(table, reader, code):
    client = Client()
    if reader.is_authenticated:
        client.force_login(reader)
        feed = services.feed_token(user=reader, at=NOON)
    found = {address: scrubbed(client.get(address)) for address in faces(table, code)}
    if reader.is_authenticated:
        found["feed"] = scrubbed(client.get(f"/feeds/{feed}/c/{table.campaign.slug}/"))
    return found


def test_when_only_the_secret_changes_nobody_else_sees_any_difference(time_machine_at_noon):
    table = Table()
    alice = table.people["alice"]
    written(table.scenes[0], alice, "Dawn.", at=NOON)
    text = "Mist. [private=Eyra]{}[/private] Cold."
    post = written(table.scenes[0], alice, text.format("A first secret [roll 1d6 first]"), at=NOON)
    whole = written(table.scenes[0], alice, "Whole [roll 1d6 whole]", to="director", at=NOON)
    others = [table.people[name] for name in ("bob", "sam", "zoe")] + [AnonymousUser()]
    for reader in others[:3]:
        look_once(table, reader)  # the first visit reads the notices; from then on nothing moves
    before = [answers(table, reader, post.code) for reader in others]
    rolled = SceneRoll.objects.get(post=post)
    for number, secret in enumerate(SECRETS, start=1):
        words = services.Words(text.format(f"[roll#{rolled.code} 1d6 first] {secret}"))
        services.edit_post(post=post, by=alice, words=words, version=number, at=timezone.now())
        services.edit_post(post=whole, by=alice, words=services.Words(secret, to="director"), version=number, at=NOON)
    after = [answers(table, reader, post.code) for reader in others]
    for reader, was, now in zip(others, before, after, strict=True):
        for face in was:
            assert now[face] == was[face], (reader, face)


def look_once(table, reader):
    client = Client()
    client.force_login(reader)
    client.get(table.scenes[0].get_absolute_url())


@pytest.fixture
def time_machine_at_noon():
    """The hour does not move between two looks."""
    with time_machine.travel(NOON, tick=False):
        yield


def test_a_secret_added_to_an_open_post_leaves_no_trace_for_others(alice, bob, carla, sam):
    _campaign, scene = told((alice, bob, carla, sam))
    with_it = written(
        scene, alice, "He says [private=Eyra]run, now[/private] hello.\n\n[director]x[/director]\n\nThe end."
    )
    without = written(scene, alice, "He says hello.\n\nThe end.")
    first, second = shown_posts([with_it, without], bob, scene.campaign)
    assert (first.body, first.text, first.rolls) == (second.body, second.text, second.rolls)


def test_a_post_with_nothing_for_everybody_does_not_exist_for_the_rest(alice, bob, carla, sam):
    _campaign, scene = told((alice, bob, carla, sam))
    written(scene, alice, "[private=Eyra]Psst.[/private] [director]Note.[/director]")
    assert not posts_visible_to(bob).exists() and not posts_visible_to(sam).exists()
    assert posts_visible_to(carla).count() == 1


def test_a_removed_player_reads_nothing_of_what_was_written_to_them(alice, bob, carla, sam):
    campaign, scene = told((alice, bob, carla, sam))
    campaign.is_public = True
    campaign.save()
    written(scene, alice, "Open. [private=Hrolf]For you.[/private]")
    token = services.feed_token(user=bob, at=NOON)
    assert b"For you." in Client().get(f"/feeds/{token}/s/{scene.code}/").content
    remove_member(membership=membership(bob, campaign), by=alice, at=NOON)
    feed = Client().get(f"/feeds/{token}/s/{scene.code}/").content
    assert b"Open." in feed and b"For you." not in feed


def test_the_kinds_of_scenes_let_in_whom_they_say(alice, bob, carla, sam, zoe):
    campaign, _scene = told((alice, bob, carla, sam))
    scene_in(campaign, alice, title="members", openness="members")
    scene_in(campaign, alice, title="chosen", openness="chosen", readers=[carla.pk, sam.pk])
    seen = {
        user.username: set(scenes_visible_to(user).values_list("title", flat=True))
        for user in (alice, bob, carla, sam, zoe)
    }
    assert seen == {
        "alice": {"The frozen ford", "members", "chosen"},
        "bob": {"The frozen ford", "members"},
        "carla": {"The frozen ford", "members", "chosen"},
        "sam": {"The frozen ford", "chosen"},
        "zoe": set(),
    }
    assert Scene.objects.count() == 3
