"""Posts as a reader sees them: one page of a scene, or any few of them, in a handful of statements."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from django.db.models import Q, QuerySet

from campaign.models import Campaign
from story.models import Passage, Post, Rendering, Scene, SceneRoll
from story.selectors.sight import (
    Reader,
    audiences_of,
    directs,
    may_know_author,
    passages_visible_to,
    posts_visible_to,
    rolls_visible_to,
    sight_of,
)

PER_PAGE = 20
Only = Literal["all", "story", "rolls", "private"]


@dataclass(frozen=True, slots=True)
class Shown:
    """A post for one reader. `author` is empty where it is not for them to know; `rolls` stand no more in the text."""

    post: Post
    number: int
    author: str
    body: tuple[dict[str, Any], ...]
    note: tuple[dict[str, Any], ...]
    text: dict[str, str]
    changed_at: datetime | None
    rolls: tuple[SceneRoll, ...]
    reply_code: str
    mine: bool
    is_first_unread: bool = False

    @property
    def withdrawn(self) -> bool:
        """Only directors are shown posts that were withdrawn."""
        return self.post.deleted_at is not None


@dataclass(frozen=True, slots=True)
class Page:
    """One page of a scene. `last_position` is how far its reader has read when they have read it."""

    scene: Scene
    posts: tuple[Shown, ...]
    number: int
    pages: int
    count: int
    last_position: int
    begins: datetime | None
    ends: datetime | None


def posts_in(scene: Scene, user: Reader, only: Only = "all") -> QuerySet[Post]:
    """What the user may read of a scene, in order: all, what is told in character, what has dice, what is private."""
    rows = posts_visible_to(user).filter(_narrowed(only, user), scene=scene)
    return rows.select_related("author", "character", "reply_to", "audience").order_by("position")


def _narrowed(only: Only, user: Reader) -> Q:
    if only == "story":
        return Q(voice__in=(Post.Voice.CHARACTER, Post.Voice.NPC))
    if only == "rolls":
        return Q(pk__in=rolls_visible_to(user).filter(post__isnull=False).values("post_id"))
    if only == "private":
        apart = passages_visible_to(user).filter(audience__isnull=False)
        return Q(audience__isnull=False) | Q(pk__in=apart.values("post_id"))
    return Q()


def page_of(
    scene: Scene, user: Reader, *, number: int | None = None, unread_from: int | None = None, only: Only = "all"
) -> Page:
    """A page by its number (None: the last), numbers out of range brought into it.

    Three counts and reads more than the posts themselves, whatever the length of the scene.
    """
    rows = posts_in(scene, user, only)
    count = rows.order_by().count()
    pages = max(1, -(-count // PER_PAGE))
    at = pages if number is None else min(max(1, number), pages)
    start = (at - 1) * PER_PAGE
    found = list(rows[max(0, start - 1) : start + PER_PAGE])
    before = found.pop(0) if start and found else None
    shown = shown_posts(found, user, scene.campaign, first=start + 1, unread_from=unread_from)
    return Page(
        scene=scene,
        posts=tuple(shown),
        number=at,
        pages=pages,
        count=count,
        last_position=found[-1].position if found else 0,
        begins=before.published_at if before else None,
        ends=found[-1].published_at if found and at < pages else None,
    )


def page_number_of(post: Post, user: Reader) -> int:
    """On which page of its scene the user finds a post."""
    before = posts_visible_to(user).filter(scene=post.scene, position__lt=post.position).count()
    return before // PER_PAGE + 1


def shown_posts(
    posts: Sequence[Post], user: Reader, campaign: Campaign, *, first: int = 1, unread_from: int | None = None
) -> list[Shown]:
    """Posts that the user may read, as they read them."""
    as_director = directs(user, campaign)
    renderings = renderings_for(posts, user, as_director=as_director)
    rolls = _rolls(posts, user)
    replies = _visible_codes([post.reply_to for post in posts if post.reply_to], user)
    return [
        _shown(
            post,
            renderings[post.pk],
            rolls[post.pk],
            user,
            number=first + index,
            as_director=as_director,
            replies=replies,
            unread_from=unread_from,
        )
        for index, post in enumerate(posts)
    ]


def renderings_for(posts: Sequence[Post], user: Reader, *, as_director: bool) -> dict[int, Rendering]:
    """The rendering of each post that is for this user."""
    apart: dict[int, set[int]] = defaultdict(set)
    rows = Passage.objects.filter(post__in=posts, audience__isnull=False)
    for post, audience in rows.values_list("post_id", "audience_id"):
        apart[post].add(audience or 0)
    inside = frozenset(audiences_of(user)) if apart and not as_director else frozenset()
    wanted = {post.pk: sight_of(apart[post.pk], inside, as_director=as_director) for post in posts}
    found = Rendering.objects.filter(post__in=posts, sight__in=set(wanted.values()))
    by_post = {row.post_id: row for row in found if wanted[row.post_id] == row.sight}
    return {post.pk: by_post.get(post.pk) or Rendering(post=post, sight=wanted[post.pk]) for post in posts}


def _rolls(posts: Sequence[Post], user: Reader) -> dict[int, list[SceneRoll]]:
    found: dict[int, list[SceneRoll]] = defaultdict(list)
    of_posts = rolls_visible_to(user).filter(post__in=posts, test__isnull=True, retest__isnull=True)
    for roll in of_posts.order_by("number"):
        found[roll.post_id or 0].append(roll)
    return found


def _shown(
    post: Post,
    rendering: Rendering,
    rolls: Iterable[SceneRoll],
    user: Reader,
    *,
    number: int,
    as_director: bool,
    replies: set[str],
    unread_from: int | None,
) -> Shown:
    chunks: list[dict[str, Any]] = rendering.chunks
    known = may_know_author(user, post, as_director=as_director)
    text = {"body": "", "note": ""} | rendering.text
    return Shown(
        post=post,
        number=number,
        author=post.author.shown_name if known and post.author else "",
        body=tuple(one for one in chunks if one["part"] == "body"),
        note=tuple(one for one in chunks if one["part"] == "note"),
        text=text,
        changed_at=rendering.changed_at,
        rolls=tuple(roll for roll in rolls if roll.code not in text["body"] and roll.code not in text["note"]),
        reply_code=post.reply_to.code if post.reply_to and post.reply_to.code in replies else "",
        mine=post.author_id is not None and post.author_id == user.pk,
        is_first_unread=post.position == unread_from,
    )


def _visible_codes(posts: Sequence[Post], user: Reader) -> set[str]:
    if not posts:
        return set()
    return set(posts_visible_to(user).filter(pk__in=[post.pk for post in posts]).values_list("code", flat=True))
