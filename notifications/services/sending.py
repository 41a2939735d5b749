"""The outbox: what is due is claimed, sent and marked, each step in a transaction of its own.

Between sending and marking lies a slip (`notifications/slips.py`), so that a sender killed there sends nothing twice.
"""

from __future__ import annotations

import time
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import F, Q

from notifications import channels, pacing, slips
from notifications.models import Channel, Delivery, Notice
from notifications.selectors import way_of
from notifications.services.channels import note_failed, note_sent

# How long a claimed delivery is left to whoever claimed it. Longer than any server is waited for.
CLAIM = timedelta(minutes=2)
FIRST_WAIT = timedelta(seconds=10)
LONGEST_WAIT = timedelta(hours=6)
MOST_TRIES = 20
# A reader gets one message of a class in this time; what comes meanwhile waits and makes one message together.
REST = timedelta(hours=1)
MOST_IN_ONE = 30
# Slow servers keep nobody else waiting: the worker that sends also sweeps. The next round takes up what is left.
LONGEST_ROUND = 8.0


def wait_after(attempts: int) -> timedelta:
    """How long to wait after this many failed attempts: 10 s, 20 s, 40 s … at most 6 h."""
    return min(FIRST_WAIT * int(2 ** (attempts - 1)), LONGEST_WAIT)


def send_due(*, now: datetime, limit: int = 50) -> int:
    """Send up to `limit` messages that are due, each claimed and marked in transactions of its own.

    Nothing is locked while a server is talked to; no message is begun after eight seconds. Returns how many
    deliveries were sent.
    """
    mark_handed_over(now=now)
    sent, end = 0, time.monotonic() + LONGEST_ROUND
    for _number in range(limit):
        together = claim(now=now) if time.monotonic() < end else []
        if not together:
            break
        sent += _send(together, now=now)
    return sent


def mark_handed_over(*, now: datetime) -> None:
    """Mark what a sender that is gone had handed over; one that still lives will find it marked."""
    for slip, keys in slips.left():
        pending = Delivery.objects.filter(key__in=keys, state=Delivery.State.PENDING)
        pending.update(state=Delivery.State.SENT, sent_at=now, error="")
        slips.remove(slip)


def claim(*, now: datetime) -> list[Delivery]:
    """Take the delivery that has been due longest, and what is due for the same message.

    Nobody else sends them within CLAIM. Empty when nothing is due.
    """
    due = Delivery.objects.filter(state=Delivery.State.PENDING, next_try_at__lte=now).order_by("next_try_at", "pk")
    if not due.exists():
        return []
    with transaction.atomic():
        free = due.select_for_update(skip_locked=True, of=("self",)).select_related("notice__reader")
        first = free.first()
        if first is None:
            return []
        others = free.filter(_of_its_message(first, way_of(first))).exclude(pk=first.pk)
        together = [first, *others[: MOST_IN_ONE - 1]]
        for delivery in together:
            delivery.attempts += 1
            delivery.next_try_at = now + CLAIM
        Delivery.objects.bulk_update(together, ["attempts", "next_try_at"])
    return together


def _of_its_message(delivery: Delivery, way: Channel) -> Q:
    """Deliveries by the same channel that make one message with this one, such as mails on one's own turns."""
    if way.pk is None and way.type != Channel.Type.MAIL:
        return Q(pk=delivery.pk)
    kinds = channels.same_message(way, delivery.notice.kind)
    same_way = Q(channel=delivery.channel) if way.type == Channel.Type.MAIL else Q(way=way)
    return same_way & Q(notice__reader=delivery.notice.reader_id, notice__kind__in=kinds)


def _send(together: list[Delivery], *, now: datetime) -> int:
    way = way_of(together[0])
    wanted = [delivery for delivery in together if _still_wanted(delivery, way)]
    if not wanted:
        return 0
    held = _held_until(wanted, way, now=now)
    if held is not None:
        _mark_all(wanted, next_try_at=held, attempts=F("attempts") - 1)
        return 0
    try:
        slip = channels.send(wanted, way, now=now)
    except channels.NotSent as reason:
        _put_off(wanted, str(reason)[:300], now=now)
        note_failed(way, reason, now=now)
        return 0
    _mark_all(wanted, state=Delivery.State.SENT, sent_at=now, error="")
    note_sent(way, now=now)
    slip.tear_up()
    return len(wanted)


def _still_wanted(delivery: Delivery, way: Channel) -> bool:
    """What was withdrawn, or has been read on the site, or is no longer wished, is not sent."""
    notice = delivery.notice
    wanted = notice.withdrawn_at is None and notice.read_at is None and channels.wished(notice, way)
    if not wanted:
        _mark_all([delivery], state=Delivery.State.WITHDRAWN)
    return wanted


def _held_until(wanted: list[Delivery], way: Channel, *, now: datetime) -> datetime | None:
    notices = [delivery.notice for delivery in wanted]
    if notices[0].kind == Notice.Kind.CHANNEL_TEST:
        return None
    reader = notices[0].reader
    zone = ZoneInfo(reader.time_zone)
    held = pacing.held_until(way, notices, now=now, zone=zone, seen_at=reader.seen_at)
    if held is not None or way.pace != Channel.Pace.NOW:
        return held
    rest = _rest_ends(wanted[0], way, now=now)
    return None if rest is None or any(_urgent(notice, rest, now=now) for notice in notices) else rest


def _rest_ends(delivery: Delivery, way: Channel, *, now: datetime) -> datetime | None:
    """When the reader may get the next message of this class; None when that is now."""
    recent = Delivery.objects.filter(_of_its_message(delivery, way), state=Delivery.State.SENT, sent_at__gt=now - REST)
    last = recent.order_by("-sent_at").values_list("sent_at", flat=True).first()
    return None if last is None else last + REST


def _urgent(notice: Notice, rest: datetime, *, now: datetime) -> bool:
    """Would waiting until `rest` leave less than REST of the time that the notice tells of?"""
    return notice.deadline is not None and now < notice.deadline < rest + REST


def _put_off(together: list[Delivery], error: str, *, now: datetime) -> None:
    for delivery in together:
        if delivery.attempts >= MOST_TRIES or delivery.notice.kind == Notice.Kind.CHANNEL_TEST:
            _mark_all([delivery], state=Delivery.State.FAILED, error=error)
        else:
            _mark_all([delivery], next_try_at=now + wait_after(delivery.attempts), error=error)


def _mark_all(together: list[Delivery], **changes: Any) -> None:
    """Only while they are still on the way, and still ours: a withdrawn delivery stays withdrawn."""
    for delivery in together:
        ours = Q(pk=delivery.pk, state=Delivery.State.PENDING, attempts=delivery.attempts)
        Delivery.objects.filter(ours).update(**changes)
