"""Questions about a reader's inbox and channels."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import BooleanField, Count, ExpressionWrapper, Min, Prefetch, Q, QuerySet

from accounts.asked_often import AskedOften
from accounts.models import User
from notifications.models import Channel, Delivery, Notice

IS_READ = ExpressionWrapper(Q(read_at__isnull=False), output_field=BooleanField())


def unread_count(reader: User) -> int:
    """How many notices the reader has not marked as read; one query."""
    found = _unread(reader)
    return int(found[0][0]) if found else 0


def inbox(reader: User) -> QuerySet[Notice]:
    """The reader's live notices, unread first, newest first, each with `failed`: its deliveries given up."""
    failed = Prefetch(
        "deliveries", Delivery.objects.filter(state=Delivery.State.FAILED).select_related("way"), to_attr="failed"
    )
    return _live(reader).annotate(is_read=IS_READ).order_by("is_read", "-pk").prefetch_related(failed)


def newest(reader: User) -> QuerySet[Notice]:
    """The reader's live notices, newest first, read or not."""
    return _live(reader).order_by("-pk")


def failed_deliveries(reader: User) -> int:
    """How many of the reader's live, unread notices could not be delivered outside."""
    return Delivery.objects.filter(
        notice__reader=reader,
        notice__withdrawn_at__isnull=True,
        notice__read_at__isnull=True,
        state=Delivery.State.FAILED,
    ).count()


def ways_of(readers: Iterable[User]) -> dict[int, list[Channel]]:
    """Each reader's channels, mail first; one query. Without a row, mail has the defaults."""
    known = {reader.pk: reader for reader in readers}
    found: dict[int, list[Channel]] = {pk: [] for pk in known}
    for way in Channel.objects.filter(reader__in=list(known)).order_by("pk"):
        found[way.reader_id].append(way)
    for pk, ways in found.items():
        if not any(way.type == Channel.Type.MAIL for way in ways):
            ways.insert(0, default_mail(known[pk]))
    return found


def default_mail(reader: User) -> Channel:
    """Mail as it is for a reader who has changed nothing about it: a row that is not saved."""
    return Channel(reader=reader, type=Channel.Type.MAIL)


def channels_of(reader: User) -> list[Channel]:
    """The reader's channels, mail first."""
    return sorted(ways_of([reader])[reader.pk], key=lambda way: way.type != Channel.Type.MAIL)


def way_of(delivery: Delivery) -> Channel:
    """The channel that a delivery goes through, as it stands now."""
    if delivery.channel == Channel.Type.MAIL:
        own = Channel.objects.filter(reader=delivery.notice.reader_id, type=Channel.Type.MAIL).first()
        return own or default_mail(delivery.notice.reader)
    way = Channel.objects.filter(pk=delivery.way_id).first() if delivery.way_id else None
    # Its row is gone: nothing is wished by a channel that was removed.
    return way or Channel(reader=delivery.notice.reader, type=delivery.channel, off_at=delivery.next_try_at)


def last_deliveries(way: Channel, limit: int = 5) -> QuerySet[Delivery]:
    """What went, or did not go, through a channel most recently."""
    if way.type == Channel.Type.MAIL:
        mine = Delivery.objects.filter(channel=Channel.Type.MAIL, notice__reader=way.reader)
    else:
        mine = Delivery.objects.filter(way=way)
    return mine.select_related("notice").order_by("-pk")[:limit]


@dataclass(frozen=True, slots=True)
class OutboxState:
    """How the outbox stands: what is on its way, what is due and since when, what was given up in the last day."""

    pending: int
    due: int
    age: timedelta
    failed: int
    channels_off: int


def outbox_state(now: datetime) -> OutboxState:
    """The outbox of the whole site, for whoever runs it."""
    pending = Delivery.objects.filter(state=Delivery.State.PENDING)
    due = pending.filter(next_try_at__lte=now)
    oldest = due.aggregate(at=Min("next_try_at"))["at"]
    yesterday = now - timedelta(days=1)
    failed = Delivery.objects.filter(state=Delivery.State.FAILED, next_try_at__gt=yesterday)
    return OutboxState(
        pending=pending.count(),
        due=due.count(),
        age=now - oldest if oldest else timedelta(0),
        failed=failed.count(),
        channels_off=Channel.objects.filter(off_at__isnull=False).count(),
    )


def _live(reader: User) -> QuerySet[Notice]:
    return Notice.objects.filter(reader=reader, withdrawn_at__isnull=True)


def _unread_rows(reader: User) -> QuerySet[Notice, tuple[int]]:
    unread = _live(reader).filter(read_at__isnull=True).order_by()
    return unread.values("reader").annotate(count=Count("pk")).values_list("count")


_unread = AskedOften(_unread_rows)
