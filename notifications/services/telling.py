"""Telling readers, falling silent again, marking as read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction

from accounts.models import User
from notifications import channels
from notifications.models import Channel, Delivery, Notice
from notifications.publisher import nudge
from notifications.selectors import ways_of


def notify(
    *,
    reader: User,
    kind: str,
    subject: str,
    link: str,
    data: dict[str, Any],
    at: datetime,
    deadline: datetime | None = None,
    campaign_slug: str = "",
    by: User | None = None,
) -> Notice | None:
    """Tell one reader one thing. As `notify_each`; returns the live notice, or None when `by` is the reader."""
    told = notify_each(
        [reader],
        kind=kind,
        subject=subject,
        link=link,
        data=data,
        at=at,
        deadline=deadline,
        campaign_slug=campaign_slug,
        by=by,
    )
    return told[0] if told else None


def notify_each(
    readers: Iterable[User],
    *,
    kind: str,
    subject: str,
    link: str,
    data: dict[str, Any],
    at: datetime,
    deadline: datetime | None = None,
    campaign_slug: str = "",
    by: User | None = None,
) -> list[Notice]:
    """Write a notice for each reader and a delivery for each channel the reader wishes; sent after the commit.

    `data` is what the sentence is built from (notifications/wording.py says which keys). `by`, the author of the
    act, is told nothing. A reader who has this very notice already (same subject and kind, and the same deadline;
    without a deadline the same unread data) keeps it; one with another deadline or other data is replaced.
    """
    heard = {reader.pk: reader for reader in readers if by is None or reader.pk != by.pk}
    return notify_all(
        [Telling(reader, kind, subject, link, data, deadline, campaign_slug) for reader in heard.values()], at=at
    )


@dataclass(frozen=True, slots=True)
class Telling:
    """One thing to tell one reader (see `notify_each`)."""

    reader: User
    kind: str
    subject: str
    link: str
    data: dict[str, Any]
    deadline: datetime | None = None
    campaign_slug: str = ""

    @property
    def key(self) -> tuple[int, str, str]:
        """A reader has one live notice of a kind on a subject."""
        return self.reader.pk, self.subject, self.kind


def notify_all(tellings: Iterable[Telling], *, at: datetime) -> list[Notice]:
    """`notify_each` for any number of different things: a handful of statements, however many there are.

    Of two tellings to one reader of the same kind on the same subject the last counts. Whoever cannot sign in (a
    stand-in, somebody whose account is gone) is told nothing.
    """
    wanted = {telling.key: telling for telling in tellings if telling.reader.is_active}
    if not wanted:
        return []
    try:
        with transaction.atomic():
            return _tell(wanted, at=at)
    except IntegrityError:
        # Somebody told a reader of the same thing between our look and our writing: look once more.
        with transaction.atomic():
            return _tell(wanted, at=at)


def _tell(wanted: dict[tuple[int, str, str], Telling], *, at: datetime) -> list[Notice]:
    subjects = {subject for _reader, subject, _kind in wanted}
    live = Notice.objects.filter(subject__in=subjects, withdrawn_at__isnull=True)
    told = {(notice.reader_id, notice.subject, notice.kind): notice for notice in live}
    kept = [told[key] for key, telling in wanted.items() if key in told and _says_the_same(told[key], telling)]
    stale = [told[key].pk for key in wanted if key in told and told[key] not in kept]
    if stale:
        _withdraw(Notice.objects.filter(pk__in=stale), at=at)
    keys = {(notice.reader_id, notice.subject, notice.kind) for notice in kept}
    untold = [telling for key, telling in wanted.items() if key not in keys]
    return kept + (_write(untold, at=at) if untold else [])


def _says_the_same(notice: Notice, telling: Telling) -> bool:
    if notice.deadline is not None or telling.deadline is not None:
        return bool(notice.deadline == telling.deadline)
    return notice.read_at is None and bool(notice.data == telling.data)


def _write(tellings: list[Telling], *, at: datetime) -> list[Notice]:
    notices = Notice.objects.bulk_create(
        Notice(
            reader=telling.reader,
            kind=telling.kind,
            subject=telling.subject,
            link=telling.link,
            data=telling.data,
            deadline=telling.deadline,
            campaign_slug=telling.campaign_slug,
            created_at=at,
        )
        for telling in tellings
    )
    ways = ways_of({telling.reader.pk: telling.reader for telling in tellings}.values())
    Delivery.objects.bulk_create(
        delivery_of(notice, way, at=at)
        for notice in notices
        for way in ways[notice.reader_id]
        if channels.wished(notice, way)
    )
    transaction.on_commit(nudge, robust=True)
    return notices


def delivery_of(notice: Notice, way: Channel, *, at: datetime) -> Delivery:
    """The row that takes a notice through a channel, not yet saved."""
    name = f"{way.type}-{way.pk}" if way.type != Channel.Type.MAIL else way.type
    return Delivery(
        notice=notice,
        channel=way.type,
        way=way if way.pk else None,
        key=f"notice-{notice.pk}-{name}",
        next_try_at=at,
    )


def withdraw(
    *,
    at: datetime,
    subject: str | None = None,
    subjects: Iterable[str] | None = None,
    subject_prefix: str | None = None,
    kinds: Iterable[str] | None = None,
    reader: User | None = None,
    campaign_slug: str | None = None,
) -> int:
    """Make live notices fall silent, with their deliveries that are still on the way; returns how many notices.

    At least one of subject, subjects, subject_prefix, reader or campaign_slug is needed (ValueError).
    """
    if subject is None and subjects is None and not subject_prefix and reader is None and not campaign_slug:
        raise ValueError("withdraw() needs a subject, its beginning, a reader or a campaign.")
    meant = Notice.objects.filter(withdrawn_at__isnull=True)
    if subject is not None:
        meant = meant.filter(subject=subject)
    if subjects is not None:
        meant = meant.filter(subject__in=list(subjects))
    if subject_prefix:
        meant = meant.filter(subject__startswith=subject_prefix)
    if kinds is not None:
        meant = meant.filter(kind__in=list(kinds))
    if reader is not None:
        meant = meant.filter(reader=reader)
    if campaign_slug:
        meant = meant.filter(campaign_slug=campaign_slug)
    return _withdraw(meant, at=at)


def restore(*, subjects: Iterable[str], kinds: Iterable[str], withdrawn_at: Iterable[datetime]) -> int:
    """Let notices stand in the inbox again that were withdrawn at one of these moments, where the reader has no live
    one on the same thing; nobody is told anew. Returns how many notices."""
    meant = Notice.objects.filter(subject__in=list(subjects), kind__in=list(kinds), reader__is_active=True)
    live = set(meant.filter(withdrawn_at__isnull=True).values_list("reader", "subject", "kind"))
    gone = meant.filter(withdrawn_at__in=list(withdrawn_at)).order_by("pk")
    last = {(one.reader_id, one.subject, one.kind): one.pk for one in gone}
    return Notice.objects.filter(pk__in=[pk for key, pk in last.items() if key not in live]).update(withdrawn_at=None)


def move_deadline(*, subject: str, kind: str, deadline: datetime | None) -> int:
    """Let live notices of a kind tell another deadline, or none; nobody is told anew. Returns how many notices."""
    meant = Notice.objects.filter(subject=subject, kind=kind, withdrawn_at__isnull=True)
    return meant.update(deadline=deadline)


def amend(*, subjects: Iterable[str], kind: str, data: dict[str, Any]) -> int:
    """Let live notices of a kind on these subjects say what holds now, and what is still to be sent with them; nobody
    is told anew. Returns how many notices."""
    meant = Notice.objects.filter(subject__in=list(subjects), kind=kind, withdrawn_at__isnull=True)
    rows = [one for one in meant if one.data | data != one.data]
    for one in rows:
        one.data |= data
    return Notice.objects.bulk_update(rows, ["data"]) if rows else 0


def _withdraw(meant: Any, *, at: datetime) -> int:
    pks = list(meant.values_list("pk", flat=True))
    if not pks:
        return 0
    Delivery.objects.filter(notice__in=pks, state=Delivery.State.PENDING).update(state=Delivery.State.WITHDRAWN)
    return Notice.objects.filter(pk__in=pks, withdrawn_at__isnull=True).update(withdrawn_at=at)


def mark_read(*, reader: User, notices: Iterable[int] | None = None, at: datetime) -> int:
    """Mark these of the reader's notices as read, or all where none are named; returns how many were unread."""
    meant = Notice.objects.filter(reader=reader, read_at__isnull=True, withdrawn_at__isnull=True)
    if notices is not None:
        meant = meant.filter(pk__in=list(notices))
    return meant.update(read_at=at)


def mark_unread(*, reader: User, read_at: datetime) -> int:
    """Undo one `mark_read`: what the reader marked at exactly that moment is unread again."""
    return Notice.objects.filter(reader=reader, read_at=read_at).update(read_at=None)
