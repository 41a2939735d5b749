"""How a page comes to a scene or a post: found for this reader, and nothing of it for whoever may not know of it."""

from __future__ import annotations

from dataclasses import replace

from django.http import HttpRequest
from django.shortcuts import get_object_or_404

from accounts.models import User
from campaign.looking import Looking
from campaign.looking import looking_in as looking_of
from campaign.models import Campaign
from campaign.selectors import role_of
from story.models import Post, Scene
from story.selectors.people import labels_of
from story.selectors.sight import WRITING, Reader, posts_visible_to, scenes_visible_to


def looking_in(request: HttpRequest, campaign: Campaign) -> Looking:
    """As everywhere (campaign/looking.py); a member is called by their characters too."""
    looking = looking_of(request, campaign)
    if looking.as_other and isinstance(looking.reader, User):
        return replace(looking, name=(labels_of(campaign, [looking.reader.pk]) or [looking.name])[0])
    return looking


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
