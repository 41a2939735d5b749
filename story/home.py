"""What a campaign's home page shows of its story."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from campaign.models import Campaign
from campaign.sections import Section, Step
from campaign.selectors import DIRECTING, role_of
from story.models import Scene
from story.selectors.scenes import scene_lines, scenes_in

SHOWN = 6


def home_section(campaign: Campaign, user: User | AnonymousUser) -> Section:
    """The open scenes with what is new to this reader, and the ways to search, rolls and feeds."""
    role = role_of(user, campaign)
    directing = role in DIRECTING
    scenes = scenes_in(campaign, user).exclude(status=Scene.Status.ARCHIVED)
    lines = scene_lines(scenes, user)
    lines.sort(key=lambda line: (line.scene.status != Scene.Status.OPEN, -_freshness(line.last)))
    context = {
        "lines": lines[:SHOWN],
        "more": len(lines) > SHOWN,
        "directs": directing,
        "member": role is not None,
    }
    return Section("story/_home.html", context, steps=_steps(campaign, bool(lines)) if directing else ())


def _freshness(post: object) -> float:
    at = getattr(post, "published_at", None)
    return at.timestamp() if at else 0.0


def _steps(campaign: Campaign, done: bool) -> tuple[Step, ...]:
    if not campaign.goes_on:
        return ()
    return (Step(_("Begin the first scene"), reverse("story:new", args=[campaign.slug]), done),)
