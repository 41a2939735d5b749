"""Scenes as lists show them: how much of each a reader may read, what is new to them, who wrote last."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, F, Max, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from accounts.models import User
from campaign.models import Campaign, Membership
from story.models import Chapter, Post, Scene, SceneDraft, SceneVisit
from story.selectors.sight import Reader, posts_visible_to, scenes_visible_to

MOST_UNREAD = 20
"""Scenes that are listed as having something new."""


@dataclass(frozen=True, slots=True)
class SceneLine:
    """One scene in a list, counted for one reader."""

    scene: Scene
    posts: int
    unread: int
    last: Post | None


@dataclass(frozen=True, slots=True)
class ChapterLines:
    """A chapter (None: the scenes outside chapters) and its scenes."""

    chapter: Chapter | None
    lines: tuple[SceneLine, ...]


def scenes_in(campaign: Campaign, user: Reader) -> QuerySet[Scene]:
    """The campaign's scenes that the user may know of, in the order in which they began."""
    return scenes_visible_to(user).filter(campaign=campaign).select_related("campaign", "chapter").order_by("pk")


def scene_lines(scenes: Iterable[Scene], user: Reader) -> list[SceneLine]:
    """The scenes with their counts; a handful of statements, however many they are."""
    scenes = list(scenes)
    visible = posts_visible_to(user).filter(scene__in=scenes, deleted_at__isnull=True)
    counts = {row["scene"]: row for row in visible.values("scene").annotate(n=Count("pk"), last=Max("position"))}
    unread = _unread(visible, user)
    last = _posts_at({scene: row["last"] for scene, row in counts.items()}, visible)
    return [
        SceneLine(one, counts[one.pk]["n"] if one.pk in counts else 0, unread.get(one.pk, 0), last.get(one.pk))
        for one in scenes
    ]


def by_chapter(campaign: Campaign, lines: Iterable[SceneLine], *, empty: bool) -> list[ChapterLines]:
    """The lines under their chapters, in order, the chapterless last; chapters without scenes only if wanted."""
    lines = list(lines)
    chapters: list[Chapter | None] = [*campaign.chapters.all(), None]
    found = [
        ChapterLines(one, tuple(line for line in lines if line.scene.chapter_id == (one.pk if one else None)))
        for one in chapters
    ]
    return [one for one in found if one.lines or (empty and one.chapter)]


def first_unread(scene: Scene, user: Reader) -> Post | None:
    """The first post that stands, that the user may read, did not write, and has not come past."""
    if not isinstance(user, User):
        return None
    visible = posts_visible_to(user).filter(scene=scene, deleted_at__isnull=True, position__gt=read_up_to(scene, user))
    return visible.exclude(author=user).order_by("position").first()


def unread_scenes(user: User, campaigns: QuerySet[Membership, tuple[int]]) -> list[tuple[Scene, int]]:
    """Scenes of these campaigns with the number of posts new to the user, the newest first; two queries.

    `campaigns`: a query for their ids.
    """
    visible = posts_visible_to(user).filter(scene__campaign__in=campaigns, deleted_at__isnull=True)
    rows = _fresh(visible, user).values("scene").annotate(n=Count("pk"), newest=Max("pk"))
    counted = {row["scene"]: row["n"] for row in rows.order_by("-newest", "scene")[:MOST_UNREAD]}
    scenes = Scene.objects.select_related("campaign").in_bulk(counted)
    return [(scenes[pk], n) for pk, n in counted.items()]


def read_up_to(scene: Scene, user: Reader) -> int:
    """The place up to which the user has read."""
    if not isinstance(user, User):
        return 0
    return SceneVisit.objects.filter(scene=scene, user=user).values_list("position", flat=True).first() or 0


def follows(scene: Scene, user: Reader) -> bool | None:
    """Whether the user asked to be told (None: nothing was asked)."""
    if not isinstance(user, User):
        return None
    return SceneVisit.objects.filter(scene=scene, user=user).values_list("follows", flat=True).first()


def drafts_of(scene: Scene, user: User, *, kind: str = SceneDraft.Kind.POST, target: str = "") -> list[SceneDraft]:
    """The user's drafts for one thing, the first fork first, those put aside left out."""
    rows = SceneDraft.objects.filter(scene=scene, user=user, kind=kind, target=target, discarded_at__isnull=True)
    return list(rows.order_by("fork"))


def all_drafts(scene: Scene, user: User) -> list[SceneDraft]:
    """Everything the user has typed and not published here, what was put aside too."""
    return list(SceneDraft.objects.filter(scene=scene, user=user).order_by("discarded_at", "-saved_at", "pk"))


def _unread(visible: QuerySet[Post], user: Reader) -> dict[int, int]:
    if not isinstance(user, User):
        return {}
    return {row["scene"]: row["n"] for row in _fresh(visible, user).values("scene").annotate(n=Count("pk"))}


def _fresh(visible: QuerySet[Post], user: User) -> QuerySet[Post]:
    """Those of others that the user has not come past."""
    visit = SceneVisit.objects.filter(scene=OuterRef("scene"), user=user).values("position")[:1]
    return visible.exclude(author=user).annotate(read=Coalesce(Subquery(visit), 0)).filter(position__gt=F("read"))


def _posts_at(places: dict[int, int], visible: QuerySet[Post]) -> dict[int, Post]:
    wanted = Q(pk__in=[])
    for scene, position in places.items():
        wanted |= Q(scene=scene, position=position)
    return {post.scene_id: post for post in visible.filter(wanted)} if places else {}
