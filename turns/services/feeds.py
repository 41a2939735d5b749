"""The private address of a player's calendar: made, made anew, withdrawn."""

from __future__ import annotations

from datetime import datetime

from accounts.models import User
from turns.calendar import new_number
from turns.models import CalendarFeed


def make_feed(*, user: User, at: datetime) -> CalendarFeed:
    """A new address for the user's calendar; an old one stops working."""
    feed, _made = CalendarFeed.objects.update_or_create(user=user, defaults={"number": new_number(), "made_at": at})
    return feed


def withdraw_feed(*, user: User) -> None:
    """From now on nobody fetches this user's calendar."""
    CalendarFeed.objects.filter(user=user).delete()
