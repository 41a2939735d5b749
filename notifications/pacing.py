"""When a channel may speak: quiet hours, the daily message, and waiting until the reader comes back.

Pure functions; times of day are the reader's own.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from accounts.services import PRESENCE_STEP
from notifications.models import Channel, Notice

# How often it is asked whether a reader has come back.
LOOK_AGAIN = timedelta(minutes=15)
DAY = timedelta(days=1)


def held_until(
    way: Channel, notices: Iterable[Notice], *, now: datetime, zone: ZoneInfo, seen_at: datetime | None
) -> datetime | None:
    """Until when the channel holds these notices back by the reader's own wish; None when they may go now.

    Quiet hours hold back everything. The daily message waits for its time, unless a deadline would be over by then.
    """
    quiet = quiet_ends(way, now=now, zone=zone)
    if quiet is not None:
        return quiet
    if way.pace == Channel.Pace.DIGEST:
        return _digest(way, list(notices), now=now, zone=zone)
    if way.pace == Channel.Pace.ONCE and _still_away(way, seen_at):
        return now + LOOK_AGAIN
    return None


def quiet_ends(way: Channel, *, now: datetime, zone: ZoneInfo) -> datetime | None:
    """When the quiet hours that hold now end; None outside them. From 22:00 until 7:00 goes over midnight."""
    start, end = way.quiet_from, way.quiet_until
    if start is None or end is None or start == end:
        return None
    clock = now.astimezone(zone).time()
    inside = start <= clock < end if start < end else clock >= start or clock < end
    return next_time(end, after=now, zone=zone) if inside else None


def next_time(clock: time, *, after: datetime, zone: ZoneInfo) -> datetime:
    """The first moment after `after` at which the reader's clock shows this time."""
    day = after.astimezone(zone).date()
    moment = datetime.combine(day, clock, tzinfo=zone)
    while moment <= after:
        day += DAY
        moment = datetime.combine(day, clock, tzinfo=zone)
    return moment


def _digest(way: Channel, notices: list[Notice], *, now: datetime, zone: ZoneInfo) -> datetime | None:
    told = min(next_time(way.digest_at, after=notice.created_at, zone=zone) for notice in notices)
    if told <= now or any(notice.deadline is not None and now < notice.deadline <= told for notice in notices):
        return None
    return told


def _still_away(way: Channel, seen_at: datetime | None) -> bool:
    if way.last_sent_at is None:
        return False
    return seen_at is None or seen_at + PRESENCE_STEP <= way.last_sent_at
