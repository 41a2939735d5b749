"""On a campaign's home page: who is away, and the button that follows its battles."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser

from accounts import clock
from accounts.models import User
from campaign.models import Campaign
from campaign.sections import Section
from campaign.selectors import directors_of, is_director, role_of
from turns.models import Absence
from turns.selectors import follows


def away_section(campaign: Campaign, user: User | AnonymousUser) -> Section | None:
    """Announced absences that are not over, for members; None while nobody is away.

    What a player noted is for the directors; what a director noted is for everybody.
    """
    if role_of(user, campaign) is None:
        return None
    rows = Absence.objects.filter(campaign=campaign, cancelled_at__isnull=True, ends_at__gt=clock.now())
    away = list(rows.select_related("user").order_by("starts_at", "pk"))
    if not away:
        return None
    directing = set(directors_of(campaign).values_list("pk", flat=True))
    directs = is_director(user, campaign)
    shown = [(one, one.user_id in directing, directs or one.user_id in (*directing, user.pk)) for one in away]
    return Section("turns/_away.html", {"away": shown})


def follow_section(campaign: Campaign, user: User | AnonymousUser) -> Section | None:
    """For readers with an account who do not direct: they hear of everything anyway who do."""
    if not user.is_authenticated or is_director(user, campaign):
        return None
    return Section("turns/_follow_campaign.html", {"follows": follows(user, campaign)})
