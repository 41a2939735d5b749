"""Who hears of a post: those it speaks to, those it mentions, those who follow the scene; never its author.

Nobody is told of what they may not read, and no notice repeats a post's words.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from accounts.models import User
from campaign.models import Membership
from notifications.models import Notice
from notifications.services import Telling, notify_all, withdraw
from story.models import Passage, Post, SceneVisit
from story.selectors.people import names_in
from story.selectors.sight import WRITING, readers_of_post
from story.services.visits import subject_of

Kind = Notice.Kind


def tell_of(post: Post, *, at: datetime) -> None:
    """Notices of a new post, each reader the strongest that fits: addressed, mentioned, new in the scene."""
    readers = {user.pk: user for user in readers_of_post(post) if user.pk != post.author_id}
    passages = list(post.passages.select_related("audience"))
    addressed = _addressed(post, passages) & readers.keys()
    mentioned = (_mentioned(post, passages) & readers.keys()) - addressed
    following = _following(post, readers) - addressed - mentioned
    notify_all(
        [
            *_tellings(post, [readers[pk] for pk in addressed], Kind.ADDRESSED, f"post:{post.code}"),
            *_tellings(post, [readers[pk] for pk in mentioned], Kind.MENTION, f"post:{post.code}"),
            *_tellings(post, [readers[pk] for pk in following], Kind.NEW_POST, subject_of(post.scene)),
        ],
        at=at,
    )


def fall_silent(post: Post, *, at: datetime) -> None:
    """A post was withdrawn: nobody is sent to it any more, nor to a vote or a test that hangs on it."""
    withdraw(subject_prefix=f"post:{post.code}", at=at)


def _tellings(post: Post, users: Iterable[User], kind: str, subject: str) -> list[Telling]:
    scene = post.scene
    first_new = kind == Kind.NEW_POST
    link = f"{scene.get_absolute_url()}?unread=1#unread" if first_new else post.get_absolute_url()
    data = {"scene": scene.title, "campaign": scene.campaign.name}
    return [Telling(user, kind, subject, link, data, campaign_slug=scene.campaign.slug) for user in users]


def _addressed(post: Post, passages: Iterable[Passage]) -> set[int]:
    """Whom the post, or a passage of it, was written for by name."""
    audiences = [one.audience for one in passages if one.audience is not None]
    if post.audience is not None:
        audiences.append(post.audience)
    return {user for one in audiences for user in one.people.values_list("user_id", flat=True)}


def _mentioned(post: Post, passages: Iterable[Passage]) -> set[int]:
    names = names_in(post.scene.campaign)
    found: set[int] = set()
    for passage in passages:
        named = names.mentioned_in(passage.markup)
        audience = passage.audience or post.audience
        inside = set(audience.people.values_list("user_id", flat=True)) if audience else named
        found |= named & inside
    return found


def _following(post: Post, readers: dict[int, User]) -> set[int]:
    """Readers who follow the scene and were not told since they last came."""
    visits = {visit.user_id: visit for visit in SceneVisit.objects.filter(scene=post.scene, user__in=readers)}
    playing = Membership.objects.filter(campaign=post.scene.campaign, left_at__isnull=True, role__in=WRITING)
    by_role = set(playing.values_list("user_id", flat=True))
    wanted = {pk for pk in readers if _wants(visits.get(pk), by_default=pk in by_role)}
    told = Notice.objects.filter(
        subject=subject_of(post.scene), kind=Kind.NEW_POST, reader__in=wanted, withdrawn_at__isnull=True
    )
    waiting = {notice.reader_id for notice in told if not _came_since(notice, visits.get(notice.reader_id))}
    return wanted - waiting


def _wants(visit: SceneVisit | None, *, by_default: bool) -> bool:
    return by_default if visit is None or visit.follows is None else visit.follows


def _came_since(notice: Notice, visit: SceneVisit | None) -> bool:
    return visit is not None and visit.at is not None and visit.at >= notice.created_at
