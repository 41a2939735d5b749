"""Who can read what in a scene, for the directors: asked with the same questions that serve the readers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser

from campaign.models import Membership
from campaign.selectors import members_of
from markup.plain import plain
from story.models import Audience, Passage, Post, Scene
from story.selectors.people import labels_by_user
from story.selectors.sight import (
    director_ids,
    posts_visible_to,
    readers_of_scene,
    scenes_visible_to,
)

MOST_SHOWN = 200
LINE = 120


@dataclass(frozen=True, slots=True)
class ReaderLine:
    """A member, or a visitor (`member` None), and how many of the scene's posts they can read."""

    member: Membership | None
    label: str
    reads: bool
    posts: int


@dataclass(frozen=True, slots=True)
class PrivateLine:
    """Something in the scene that not everybody can read: a whole post, or a passage of one."""

    post: Post
    words: str
    whole: bool
    readers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sights:
    """The whole answer."""

    count: int
    readers: tuple[ReaderLine, ...]
    private: tuple[PrivateLine, ...]


def sights_in(scene: Scene) -> Sights:
    """Every reader with what they see, and the newest private things with their readers."""
    members = list(members_of(scene.campaign))
    labels = labels_by_user(scene.campaign, [one.user_id for one in members])
    lines = [_line(scene, one, labels.get(one.user_id, "")) for one in members]
    visitor = AnonymousUser()
    reads = scenes_visible_to(visitor).filter(pk=scene.pk).exists()
    count = posts_visible_to(visitor).filter(scene=scene).count()
    standing = scene.posts.filter(deleted_at__isnull=True)
    return Sights(standing.count(), (*lines, ReaderLine(None, "", reads, count)), tuple(_private(scene, labels)))


def _line(scene: Scene, member: Membership, label: str) -> ReaderLine:
    reads = scenes_visible_to(member.user).filter(pk=scene.pk).exists()
    posts = posts_visible_to(member.user).filter(scene=scene, deleted_at__isnull=True).count()
    return ReaderLine(member, label, reads, posts)


def _private(scene: Scene, labels: dict[int, str]) -> Iterable[PrivateLine]:
    rows = Passage.objects.filter(post__scene=scene).exclude(audience=None, post__audience=None)
    rows = rows.select_related("post", "audience", "post__audience").order_by("-post__position", "ordinal")[:MOST_SHOWN]
    found = list(rows)
    people = _people(scene, {row.audience or row.post.audience for row in found})
    for row in found:
        audience = row.audience or row.post.audience
        inside = people[audience.pk] if audience else frozenset()
        names = tuple(label for user, label in labels.items() if user in inside)
        yield PrivateLine(row.post, plain(row.markup)[:LINE], row.audience is None, names)


def _people(scene: Scene, audiences: set[Audience | None]) -> dict[int, frozenset[int]]:
    may = frozenset(readers_of_scene(scene).values_list("pk", flat=True))
    always = director_ids(scene.campaign)
    return {one.pk: frozenset(one.people.values_list("user_id", flat=True)) & may | always for one in audiences if one}
