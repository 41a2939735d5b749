"""The ways out of the house. Each channel says whether a reader wishes a notice there, and sends it."""

from __future__ import annotations

from datetime import datetime

from notifications.channels import mail, push, webhook
from notifications.channels.errors import Gone, NotSent, Refused
from notifications.models import Channel, Delivery, Notice
from notifications.slips import Slip
from notifications.wishes import class_of, kinds_of

SENDERS = {Channel.Type.MAIL: mail, Channel.Type.WEBHOOK: webhook, Channel.Type.PUSH: push}

__all__ = ["SENDERS", "Gone", "NotSent", "Refused", "push", "same_message", "send", "webhook", "wished"]


def wished(notice: Notice, way: Channel) -> bool:
    """Does the reader want this notice by this channel, as their wishes stand now?"""
    if not notice.reader.is_active:
        return False
    if notice.kind == Notice.Kind.CHANNEL_TEST:
        return way.pk is not None and notice.subject == way.subject
    if way.off_at is not None or (notice.campaign_slug and notice.campaign_slug in way.muted_campaigns):
        return False
    return SENDERS[Channel.Type(way.type)].wished(notice, way)


def same_message(way: Channel, kind: str) -> list[str]:
    """The kinds of notices that make one message with one of this kind."""
    if kind == Notice.Kind.CHANNEL_TEST:
        return [kind]
    if way.pace == Channel.Pace.NOW:
        return kinds_of(class_of(kind))
    return [one for one in Notice.Kind.values if one != Notice.Kind.CHANNEL_TEST]


def send(together: list[Delivery], way: Channel, *, now: datetime) -> Slip:
    """Hand deliveries to one reader over to their channel's server, as one message; the slip that says it was taken.

    Raises NotSent, Refused or Gone with the reason when it was not accepted.
    """
    slip = Slip(delivery.key for delivery in together)
    try:
        SENDERS[Channel.Type(way.type)].send(together, way, now=now, taken=slip.taken)
    except NotSent:
        slip.tear_up()
        raise
    return slip
