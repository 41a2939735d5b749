"""The only writer of notices and deliveries: tell readers, fall silent again, send what is due, mark as read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import F, Q

from accounts.models import User
from notifications import channels
from notifications.models import Delivery, Notice
from notifications.publisher import nudge

# How long a claimed delivery is left to whoever claimed it. Longer than any mail server is waited for.
CLAIM = timedelta(minutes=2)
FIRST_WAIT = timedelta(seconds=10)
LONGEST_WAIT = timedelta(hours=6)
MOST_TRIES = 20
# A reader gets one message of a class in this time; what comes meanwhile waits and makes one message together.
REST = timedelta(hours=1)
MOST_IN_ONE = 30


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

    Of two tellings to one reader of the same kind on the same subject the last counts.
    """
    wanted = {telling.key: telling for telling in tellings}
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
    Delivery.objects.bulk_create(
        Delivery(notice=notice, channel=name, key=f"notice-{notice.pk}-{name}", next_try_at=at)
        for notice in notices
        for name in channels.wished(notice)
    )
    transaction.on_commit(nudge, robust=True)
    return notices


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
    """Send up to `limit` messages that are due, each claimed and marked in transactions of its own.

    Nothing is locked while a mail server is talked to. Returns how many deliveries were sent.
    """
    sent = 0
    for _number in range(limit):
        together = claim(now=now)
        if not together:
            break
        sent += _send(together, now=now)
    return sent


def claim(*, now: datetime) -> list[Delivery]:
    """Take the delivery that has been due longest, and what is due of its class for the same reader.

    They make one message. Nobody else sends them within CLAIM. Empty when nothing is due.
    """
    due = Delivery.objects.filter(state=Delivery.State.PENDING, next_try_at__lte=now).order_by("next_try_at", "pk")
    if not due.exists():
        return []
    with transaction.atomic():
        free = due.select_for_update(skip_locked=True, of=("self",)).select_related("notice__reader")
        first = free.first()
        if first is None:
            return []
        together = [first, *free.filter(of_its_class(first)).exclude(pk=first.pk)[: MOST_IN_ONE - 1]]
        for delivery in together:
            delivery.attempts += 1
            delivery.next_try_at = now + CLAIM
        Delivery.objects.bulk_update(together, ["attempts", "next_try_at"])
    return together


def of_its_class(delivery: Delivery) -> Q:
    """Deliveries by the same channel to the same reader of the same class, such as mails on one's own turns."""
    kinds = channels.same_class(delivery)
    return Q(channel=delivery.channel, notice__reader=delivery.notice.reader_id, notice__kind__in=kinds)


def _send(together: list[Delivery], *, now: datetime) -> int:
    wanted = [delivery for delivery in together if _still_wanted(delivery)]
    if not wanted:
        return 0
    rest = _rest_ends(wanted[0], now=now)
    if rest is not None and not any(_urgent(delivery.notice, rest, now=now) for delivery in wanted):
        _mark_all(wanted, next_try_at=rest, attempts=F("attempts") - 1)
        return 0
    try:
        channels.send(wanted, now=now)
    except channels.NotSent as reason:
        _put_off(wanted, str(reason)[:300], now=now)
        return 0
    _mark_all(wanted, state=Delivery.State.SENT, sent_at=now, error="")
    return len(wanted)


def _still_wanted(delivery: Delivery) -> bool:
    wanted = delivery.notice.withdrawn_at is None and delivery.channel in channels.wished(delivery.notice)
    if not wanted:
        _mark_all([delivery], state=Delivery.State.WITHDRAWN)
    return wanted


def _rest_ends(delivery: Delivery, *, now: datetime) -> datetime | None:
    """When the reader may get the next message of this class; None when that is now."""
    recent = Delivery.objects.filter(of_its_class(delivery), state=Delivery.State.SENT, sent_at__gt=now - REST)
    last = recent.order_by("-sent_at").values_list("sent_at", flat=True).first()
    return None if last is None else last + REST


def _urgent(notice: Notice, rest: datetime, *, now: datetime) -> bool:
    """Would waiting until `rest` leave less than REST of the time that the notice tells of?"""
    return notice.deadline is not None and now < notice.deadline < rest + REST


def _put_off(together: list[Delivery], error: str, *, now: datetime) -> None:
    for delivery in together:
        if delivery.attempts >= MOST_TRIES:
            _mark_all([delivery], state=Delivery.State.FAILED, error=error)
        else:
            _mark_all([delivery], next_try_at=now + wait_after(delivery.attempts), error=error)


def _mark_all(together: list[Delivery], **changes: Any) -> None:
    """Only while they are still on the way, and still ours: a withdrawn delivery stays withdrawn."""
    for delivery in together:
        ours = Q(pk=delivery.pk, state=Delivery.State.PENDING, attempts=delivery.attempts)
        Delivery.objects.filter(ours).update(**changes)
