"""A player's deadlines as a calendar (RFC 5545), for programs that fetch it again and again.

Each open turn with a deadline is one event. Its UID stays the same; its SEQUENCE rises whenever the deadline moves and
when the turn closes, which cancels the event; a pause cancels it until the battle goes on. All times are UTC: a
calendar shows them on its owner's clock.
"""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core import signing
from django.urls import reverse
from django.utils import translation
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from icalendar import Calendar, Event

from accounts.models import User
from battles.selectors import HEAVY
from turns.models import CalendarFeed, Turn
from turns.selectors import theirs, waits_for
from turns.unit_names import unit_name

SALT = "turns.calendar"
SHOWN = timedelta(minutes=30)
REMEMBERED = timedelta(days=14)
FETCH_AGAIN = timedelta(minutes=30)
MOST_EVENTS = 500


def token_of(feed: CalendarFeed) -> str:
    """The secret of a feed's address; another one whenever the feed is made anew."""
    return signing.dumps([feed.user_id, feed.number], salt=SALT)


def feed_for(token: str) -> CalendarFeed | None:
    """The feed that this token opens; None for one that was replaced or withdrawn, or that this site did not sign."""
    try:
        user, number = signing.loads(token, salt=SALT)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    feed = CalendarFeed.objects.select_related("user").filter(user=user, number=number).first()
    return feed if feed is not None and feed.user.is_active else None


def new_number() -> str:
    """What makes one feed's token different from the one before it."""
    return secrets.token_urlsafe(12)


def turns_in(user: User, *, now: datetime) -> list[Turn]:
    """The open turns with a deadline that wait for this user, and those of the last two weeks that have closed.

    Those of a battle that is paused are among them: they had one, and their events are taken back until it goes on.
    """
    opened = list(waits_for(user).filter(first_due_at__isnull=False).exclude(kind=Turn.Kind.LATE)[:MOST_EVENTS])
    closed = (
        Turn.objects.filter(theirs(user))
        .filter(closed_at__gt=now - REMEMBERED, first_due_at__isnull=False)
        .exclude(kind=Turn.Kind.LATE)
        .select_related("battle__campaign")
        .defer(*(f"battle__{column}" for column in HEAVY))
        .order_by("-closed_at", "pk")
    )
    return opened + list(closed[:MOST_EVENTS])


def calendar_for(user: User, *, now: datetime) -> bytes:
    """The calendar file, in the user's language."""
    with translation.override(user.language):
        calendar = Calendar()
        calendar.add("prodid", "-//Skald//Deadlines//EN")
        calendar.add("version", "2.0")
        calendar.add("method", "PUBLISH")
        calendar.add("x-wr-calname", _("Skald: my deadlines"))
        calendar.add("refresh-interval", FETCH_AGAIN, parameters={"VALUE": "DURATION"})
        calendar.add("x-published-ttl", "PT30M")
        for turn in turns_in(user, now=now):
            calendar.add_component(_event(turn))
        text: bytes = calendar.to_ical()
    return text


def _event(turn: Turn) -> Any:
    due = turn.due_at or turn.first_due_at
    assert due is not None
    event = Event()
    link = settings.SITE_URL + turn.battle.get_absolute_url()
    event.add("uid", f"{_uid(turn)}@{urlsplit(settings.SITE_URL).hostname or 'localhost'}")
    event.add("sequence", sequence_of(turn))
    event.add("dtstamp", turn.closed_at or turn.moved_at or turn.opened_at)
    event.add("dtstart", due - SHOWN)
    event.add("dtend", due)
    event.add("summary", _summary(turn))
    event.add("description", f"{turn.battle.campaign.name}\n{link}")
    event.add("url", link)
    event.add("transp", "TRANSPARENT")
    event.add("status", "CANCELLED" if turn.closed_at or turn.due_at is None else "CONFIRMED")
    return event


def _uid(turn: Turn) -> str:
    """The same for a turn as long as it is known. The row's number would tell how many turns others had meanwhile."""
    return salted_hmac(SALT, f"turn-{turn.pk}", algorithm="sha256").hexdigest()[:32]


def sequence_of(turn: Turn) -> int:
    """How often the event has changed: once for each move of the deadline, once more when the turn closed."""
    return turn.moves + (1 if turn.closed_at else 0)


def _summary(turn: Turn) -> str:
    name = unit_name(turn.battle, turn.unit, turn.unit_name) if turn.unit_name else ""
    names = {"unit": name, "battle": turn.battle.name}
    if turn.kind == Turn.Kind.DEPLOY:
        return _("Until now: place your units in %(battle)s") % names
    if not turn.unit_name:
        return _("Until now: %(battle)s waits for you") % names
    return _("Until now: %(unit)s's turn in %(battle)s") % names


def feed_path(feed: CalendarFeed) -> str:
    """The feed's address on this site."""
    return reverse("turns:calendar-feed", args=[token_of(feed)])
