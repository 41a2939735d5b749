"""A reader's channels: opened, changed, tried, switched off when they are dead, and switched on again."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.services import watch_presence
from notifications.channels import Gone, NotSent, Refused, push, webhook
from notifications.models import Channel, Delivery, Notice
from notifications.services.telling import notify, withdraw
from notifications.wishes import CLASSES

MOST_CHANNELS = 10
# A channel is dead when it was refused this often in a row over at least this time, or was told so often that
# there is no such address.
REFUSED_TOO_OFTEN = 12
REFUSED_TOO_LONG = timedelta(days=1)
GONE_TOO_OFTEN = 3
OWN_WISHES = ("name", "kinds", "muted_campaigns", "pace", "digest_at", "quiet_from", "quiet_until")


def own_mail(*, reader: User, at: datetime) -> Channel:
    """The reader's mail channel as a row, with the defaults where there was none."""
    row, _made = Channel.objects.get_or_create(reader=reader, type=Channel.Type.MAIL, defaults={"created_at": at})
    return row


def open_push(
    *, reader: User, endpoint: str, p256dh: str, auth: str, name: str, at: datetime, **wishes: Any
) -> Channel:
    """A browser that its reader has subscribed; the same one again is the channel that it was, on again.

    Raises ValidationError for what is no subscription, for more than ten channels, and for wishes as
    `change_channel`.
    """
    try:
        target = push.subscription(endpoint, p256dh, auth)
    except webhook.UnfitTarget as unfit:
        raise ValidationError({"endpoint": unfit.words()}) from unfit
    with transaction.atomic():
        known = Channel.objects.filter(reader=reader, type=Channel.Type.PUSH, target=target).first()
        if known is not None:
            switch_on(channel=known, at=at)
            return known
        return _opened(reader, Channel.Type.PUSH, target, name, at=at, wishes=wishes)


def open_webhook(*, reader: User, target: str, name: str, at: datetime, **wishes: Any) -> Channel:
    """A new webhook that takes every class unless told otherwise.

    Raises ValidationError for an address that no known service has, or one within the site's own network, for more
    than ten channels, and for wishes as `change_channel`.
    """
    try:
        webhook.check_target(target)
    except webhook.UnfitTarget as unfit:
        raise ValidationError({"target": unfit.words()}) from unfit
    return _opened(reader, Channel.Type.WEBHOOK, target.strip(), name, at=at, wishes=wishes)


def _opened(reader: User, kind: str, target: str, name: str, *, at: datetime, wishes: Mapping[str, Any]) -> Channel:
    if Channel.objects.filter(reader=reader).count() >= MOST_CHANNELS:
        raise ValidationError({"__all__": _("You have ten channels; remove one first.")})
    row = Channel(reader=reader, type=kind, target=target, name=name, kinds=list(CLASSES), created_at=at)
    _set(row, wishes)
    row.save()
    _watch(reader, at)
    return row


def change_channel(*, channel: Channel, changes: Mapping[str, Any], at: datetime) -> None:
    """Save wishes (OWN_WISHES) of a channel. Raises ValueError for another field, ValidationError for a bad value."""
    _set(channel, changes)
    channel.save(update_fields=list(changes) or None)
    _watch(channel.reader, at)


def _watch(reader: User, at: datetime) -> None:
    """Whether the site notes when the reader is there: only while a channel waits until they come back."""
    waits = Channel.objects.filter(reader=reader, pace=Channel.Pace.ONCE).exists()
    watch_presence(user=reader, at=at if waits else None)


def _set(row: Channel, changes: Mapping[str, Any]) -> None:
    foreign = set(changes) - set(OWN_WISHES)
    if foreign:
        raise ValueError(f"not a channel's wishes: {sorted(foreign)}")
    for name, value in changes.items():
        setattr(row, name, value)
    row.clean_fields(exclude={"reader", "created_at", "target"})
    if (row.quiet_from is None) != (row.quiet_until is None):
        raise ValidationError({"quiet_until": _("Quiet hours need both ends, or none.")})
    if not set(row.kinds) <= set(CLASSES):
        raise ValidationError({"kinds": _("There is no such class of notices.")})


def remove_channel(*, channel: Channel, at: datetime) -> None:
    """The channel and its address are forgotten; what was on its way through it is not sent."""
    with transaction.atomic():
        withdraw(subject=channel.subject, at=at)
        pending = Delivery.objects.filter(way=channel, state=Delivery.State.PENDING)
        pending.update(state=Delivery.State.WITHDRAWN)
        reader = channel.reader
        channel.delete()
        _watch(reader, at)


def switch_on(*, channel: Channel, at: datetime) -> None:
    """Let a channel that was switched off speak again, its failures forgotten."""
    with transaction.atomic():
        withdraw(subject=channel.subject, kinds=[Notice.Kind.CHANNEL_OFF], at=at)
        channel.off_at, channel.failures, channel.failing_since = None, 0, None
        channel.save(update_fields=["off_at", "failures", "failing_since"])


def try_channel(*, channel: Channel, at: datetime, link: str) -> Notice:
    """Send a notice through this channel alone, at once and once; its delivery says what became of it."""
    with transaction.atomic():
        withdraw(subject=channel.subject, kinds=[Notice.Kind.CHANNEL_TEST], at=at)
        notice = notify(
            reader=channel.reader,
            kind=Notice.Kind.CHANNEL_TEST,
            subject=channel.subject,
            link=link,
            data={"channel": channel.name, "type": channel.type},
            at=at,
        )
    assert notice is not None
    return notice


def note_sent(way: Channel, *, now: datetime) -> None:
    """The channel works: its failures are over."""
    if way.pk is not None:
        Channel.objects.filter(pk=way.pk).update(last_sent_at=now, failures=0, failing_since=None, last_error="")


def note_failed(way: Channel, reason: NotSent, *, now: datetime) -> None:
    """Count a refusal by the other end; a channel that is dead by it is switched off, and its reader told.

    What is the site's own trouble (its mail server is away) is no channel's fault and not counted.
    """
    if not isinstance(reason, Refused):
        return
    with transaction.atomic():
        row = _locked(way, now=now)
        if row is None or row.off_at is not None:
            return
        row.failures += 1
        row.failing_since = row.failing_since or now
        row.last_error = str(reason)[:300]
        row.save(update_fields=["failures", "failing_since", "last_error"])
        gone = isinstance(reason, Gone) and row.failures >= GONE_TOO_OFTEN
        if gone or (row.failures >= REFUSED_TOO_OFTEN and now - row.failing_since >= REFUSED_TOO_LONG):
            _switch_off(row, now=now)


def report_bounce(*, reader: User, reason: str, at: datetime) -> None:
    """The reader's mailbox sent a mail back for good: their mail channel is switched off, and the inbox says so."""
    with transaction.atomic():
        row = own_mail(reader=reader, at=at)
        row.failures, row.failing_since, row.last_error = row.failures + 1, row.failing_since or at, reason[:300]
        row.save(update_fields=["failures", "failing_since", "last_error"])
        if row.off_at is None:
            _switch_off(row, now=at)


def _locked(way: Channel, *, now: datetime) -> Channel | None:
    pk = own_mail(reader=way.reader, at=now).pk if way.type == Channel.Type.MAIL else way.pk
    return Channel.objects.select_for_update().select_related(None).filter(pk=pk).first()


def _switch_off(row: Channel, *, now: datetime) -> None:
    row.off_at = now
    row.save(update_fields=["off_at"])
    mine = (
        Delivery.objects.filter(channel=row.type, notice__reader=row.reader_id)
        if row.type == Channel.Type.MAIL
        else Delivery.objects.filter(way=row)
    )
    mine.filter(state=Delivery.State.PENDING).update(state=Delivery.State.FAILED, error=row.last_error)
    notify(
        reader=row.reader,
        kind=Notice.Kind.CHANNEL_OFF,
        subject=row.subject,
        link=reverse("notifications:channels"),
        data={"channel": row.name, "type": row.type, "reason": row.last_error},
        at=now,
    )
