"""Following a battle, or all battles of a campaign: whoever follows is told of each new round and of the end."""

from __future__ import annotations

from datetime import datetime

from django.core.exceptions import PermissionDenied

from accounts.models import User
from battles.models import Battle
from battles.selectors import battles_visible_to
from campaign.models import Campaign
from campaign.selectors import may_read
from notifications import services as notices
from notifications.models import Notice
from turns.models import Follow
from turns.services.subjects import battle_subject


def follow(*, user: User, campaign: Campaign, battle: Battle | None = None, at: datetime) -> None:
    """Follow a battle, or without one the whole campaign; twice is the same as once.

    Raises PermissionDenied for what the user may not know of.
    """
    known = may_read(user, campaign) if battle is None else battles_visible_to(user).filter(pk=battle.pk).exists()
    if not known:
        raise PermissionDenied
    Follow.objects.get_or_create(user=user, campaign=campaign, battle=battle, defaults={"since": at})


def unfollow(*, user: User, campaign: Campaign, battle: Battle | None = None, at: datetime) -> None:
    """Follow no longer; what was told of new rounds falls silent."""
    Follow.objects.filter(user=user, campaign=campaign, battle=battle).delete()
    kinds = (Notice.Kind.NEW_ROUND,)
    if battle is None:
        notices.withdraw(reader=user, campaign_slug=campaign.slug, kinds=kinds, at=at)
    else:
        notices.withdraw(reader=user, subject=battle_subject(battle), kinds=kinds, at=at)
