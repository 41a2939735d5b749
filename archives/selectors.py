"""Questions about archives, arrivals and kept places."""

from __future__ import annotations

from datetime import datetime

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet

from accounts.models import User
from archives.models import Archive, Arrival, Place, State
from campaign.models import Campaign, Membership


def archives_visible_to(user: User | AnonymousUser) -> QuerySet[Archive]:
    """The archives of the campaigns that the user is the director of, and those of the user's own things."""
    if not user.is_authenticated:
        return Archive.objects.none()
    heads = Membership.objects.filter(user=user, role=Membership.Role.DIRECTOR, left_at__isnull=True)
    of_campaigns = Archive.objects.filter(campaign_id__in=heads.values("campaign_id"))
    return of_campaigns | Archive.objects.filter(campaign__isnull=True, asked_by=user)


def newest_archive(campaign: Campaign | None, user: User) -> Archive | None:
    """The last archive that was asked for, of the campaign or (None) of the user's own things."""
    return archives_visible_to(user).filter(campaign=campaign).first()


def to_download(user: User | AnonymousUser, *, at: datetime) -> QuerySet[Archive]:
    """The archives that the user may download now."""
    return archives_visible_to(user).filter(state=State.READY, expires_at__gt=at)


def arrivals_visible_to(user: User | AnonymousUser) -> QuerySet[Arrival]:
    """What the user has sent."""
    return Arrival.objects.filter(asked_by=user) if user.is_authenticated else Arrival.objects.none()


def places_in(campaign: Campaign) -> QuerySet[Place]:
    """The places kept in a campaign for people who have not come yet."""
    return campaign.places.select_related("stand_in")
