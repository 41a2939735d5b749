"""Scenes with posts that somebody has not read yet, for the list under My turns."""

from __future__ import annotations

from accounts.models import User
from campaign.models import Membership
from story.selectors.scenes import unread_scenes
from turns.leisure import Reading


def readings_of(user: User) -> list[Reading]:
    """The scenes of the user's campaigns that hold something new, the newest first; two queries."""
    mine = Membership.objects.filter(user=user, left_at__isnull=True).values_list("campaign_id")
    return [
        Reading(scene.title, scene.campaign, f"{scene.get_absolute_url()}?unread=1#unread", count)
        for scene, count in unread_scenes(user, mine)
    ]
