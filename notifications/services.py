"""The only writer of notices and deliveries: tell readers, fall silent again, send what is due, mark as read."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Q

from accounts.models import User
from notifications import channels
from notifications.models import Delivery, Notice
from notifications.publisher import nudge

# How long a claimed delivery is left to whoever claimed it. Longer than any mail server is waited for.
CLAIM = timedelta(minutes=2)
FIRST_WAIT = timedelta(seconds=10)
LONGEST_WAIT = timedelta(hours=6)
MOST_TRIES = 20


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
    wanted = {reader.pk: reader for reader in readers if by is None or reader.pk != by.pk}
    fresh = {"kind": kind, "subject": subject, "link": link, "data": data, "deadline": deadline}
    fresh |= {"campaign_slug": campaign_slug, "created_at": at}
    try:
        with transaction.atomic():
            return _tell(wanted, fresh)
    except IntegrityError:
        # Somebody told a reader of the same thing between our look and our writing: look once more.
        with transaction.atomic():
            return _tell(wanted, fresh)


def _tell(wanted: dict[int, User], fresh: dict[str, Any]) -> list[Notice]:
    live = Notice.objects.filter(
        reader__in=wanted, subject=fresh["subject"], kind=fresh["kind"], withdrawn_at__isnull=True
    )
    told = {notice.reader_id: notice for notice in live}
    stale = [notice.pk for notice in told.values() if not _says_the_same(notice, fresh)]
    if stale:
        _withdraw(Notice.objects.filter(pk__in=stale), at=fresh["created_at"])
    kept = [notice for notice in told.values() if notice.pk not in stale]
    untold = [reader for pk, reader in wanted.items() if pk not in {notice.reader_id for notice in kept}]
    return kept + (_write(untold, fresh) if untold else [])


def _says_the_same(notice: Notice, fresh: dict[str, Any]) -> bool:
    if notice.deadline is not None or fresh["deadline"] is not None:
        return bool(notice.deadline == fresh["deadline"])
    return notice.read_at is None and bool(notice.data == fresh["data"])


def _write(readers: list[User], fresh: dict[str, Any]) -> list[Notice]:
    notices = Notice.objects.bulk_create(Notice(reader=reader, **fresh) for reader in readers)
    Delivery.objects.bulk_create(
        Delivery(notice=notice, channel=name, key=f"notice-{notice.pk}-{name}", next_try_at=fresh["created_at"])
        for notice in notices
        for name in channels.wished(notice)
    )
    transaction.on_commit(nudge, robust=True)
    return notices


def withdraw(
    *,
    at: datetime,
    subject: str | None = None,
    subject_prefix: str | None = None,
    kinds: Iterable[str] | None = None,
    reader: User | None = None,
    campaign_slug: str | None = None,
) -> int:
    """Make live notices fall silent, with their deliveries that are still on the way; returns how many notices.

    At least one of subject, subject_prefix, reader or campaign_slug is needed (ValueError).
    """
    if subject is None and not subject_prefix and reader is None and not campaign_slug:
        raise ValueError("withdraw() needs a subject, its beginning, a reader or a campaign.")
    meant = Notice.objects.filter(withdrawn_at__isnull=True)
    if subject is not None:
        meant = meant.filter(subject=subject)
    if subject_prefix:
        meant = meant.filter(subject__startswith=subject_prefix)
    if kinds is not None:
        meant = meant.filter(kind__in=list(kinds))
    if reader is not None:
        meant = meant.filter(reader=reader)
    if campaign_slug:
        meant = meant.filter(campaign_slug=campaign_slug)
    return _withdraw(meant, at=at)


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


def wait_after(attempts: int) -> timedelta:
    """How long to wait after this many failed attempts: 10 s, 20 s, 40 s … at most 6 h."""
    return min(FIRST_WAIT * int(2 ** (attempts - 1)), LONGEST_WAIT)


def send_due(*, now: datetime, limit: int = 50) -> int:
    """Send up to `limit` deliveries that are due, each claimed and marked in transactions of its own.

    Nothing is locked while a mail server is talked to. Returns how many were sent.
    """
    sent = 0
    for _number in range(limit):
        delivery = claim(now=now)
        if delivery is None:
            break
        sent += _send(delivery, now=now)
    return sent


def claim(*, now: datetime) -> Delivery | None:
    """Take the delivery that has been due longest: nobody else sends it within CLAIM. None when none is due."""
    due = Delivery.objects.filter(state=Delivery.State.PENDING, next_try_at__lte=now).order_by("next_try_at", "pk")
    if not due.exists():
        return None
    with transaction.atomic():
        delivery = due.select_for_update(skip_locked=True, of=("self",)).select_related("notice__reader").first()
        if delivery is None:
            return None
        delivery.attempts += 1
        delivery.next_try_at = now + CLAIM
        delivery.save(update_fields=["attempts", "next_try_at"])
    return delivery


def _send(delivery: Delivery, *, now: datetime) -> bool:
    if delivery.channel not in channels.wished(delivery.notice) or delivery.notice.withdrawn_at is not None:
        _mark(delivery, state=Delivery.State.WITHDRAWN)
        return False
    try:
        channels.send(delivery, now=now)
    except channels.NotSent as reason:
        _put_off(delivery, str(reason), now=now)
        return False
    _mark(delivery, state=Delivery.State.SENT, sent_at=now, error="")
    return True


def _put_off(delivery: Delivery, error: str, *, now: datetime) -> None:
    if delivery.attempts >= MOST_TRIES:
        _mark(delivery, state=Delivery.State.FAILED, error=error[:300])
        return
    _mark(delivery, next_try_at=now + wait_after(delivery.attempts), error=error[:300])


def _mark(delivery: Delivery, **changes: Any) -> None:
    """Only while it is still on the way, and still ours: a withdrawn delivery stays withdrawn."""
    ours = Q(pk=delivery.pk, state=Delivery.State.PENDING, attempts=delivery.attempts)
    Delivery.objects.filter(ours).update(**changes)
