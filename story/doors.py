"""How a page comes to a scene or a post: found for this reader, and nothing of it for whoever may not know of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.utils import timezone, translation

from campaign.models import Campaign
from campaign.selectors import is_director, role_of
from story.models import Post, Scene
from story.selectors.people import labels_of
from story.selectors.reading import member_named
from story.selectors.sight import WRITING, Reader, posts_visible_to, scenes_visible_to

VISITOR = "visitor"


@dataclass(frozen=True, slots=True)
class Looking:
    """Whose eyes a page is read with: the reader's own, or those of somebody whom the director looks as."""

    reader: Reader
    as_other: bool = False
    name: str = ""
    query: str = ""

    @contextmanager
    def eyes(self) -> Iterator[None]:
        """The language and the zone in which this reader reads; one's own are in force already."""
        if not self.as_other:
            yield
            return
        language = getattr(self.reader, "language", settings.LANGUAGE_CODE)
        zone = getattr(self.reader, "time_zone", settings.TIME_ZONE)
        with translation.override(language), timezone.override(ZoneInfo(zone)):
            yield


def looking_in(request: HttpRequest, campaign: Campaign) -> Looking:
    """The eyes of `?as=`, which is for directors; everybody else reads with their own."""
    wanted = request.GET.get("as", "")
    if not wanted:
        return Looking(request.user)
    if not is_director(request.user, campaign):
        raise PermissionDenied
    if wanted == VISITOR:
        return Looking(AnonymousUser(), True, "", f"as={VISITOR}")
    member = member_named(campaign, wanted)
    if member is None:
        raise Http404
    name = (labels_of(campaign, [member.pk]) or [member.shown_name])[0]
    return Looking(member, True, name, f"as={member.pk}")


def scene_or_404(request: HttpRequest, slug: str, code: str, *, reader: Reader | None = None) -> Scene:
    """The scene at this address; no page for whoever may not know of it."""
    scenes = scenes_visible_to(request.user if reader is None else reader)
    return get_object_or_404(scenes.select_related("campaign", "chapter", "battle"), campaign__slug=slug, code=code)


def post_or_404(request: HttpRequest, slug: str, code: str, post: str) -> Post:
    """The post at this address, its scene fetched; no page for whoever may not read anything of it."""
    rows = posts_visible_to(request.user).select_related("scene__campaign", "author", "audience", "character")
    return get_object_or_404(rows, scene__campaign__slug=slug, scene__code=code, code=post)


def may_write(user: Reader, scene: Scene) -> bool:
    """Whether the composer is for this reader now."""
    return scene.status == Scene.Status.OPEN and role_of(user, scene.campaign) in WRITING
