"""The ways out of the house. Each channel says whether a reader wishes a notice there, and sends it."""

from datetime import datetime

from notifications.channels import mail
from notifications.channels.errors import NotSent
from notifications.models import Delivery, Notice

CHANNELS = {"mail": mail}

__all__ = ["CHANNELS", "NotSent", "same_class", "send", "wished"]


def wished(notice: Notice) -> list[str]:
    """Names of the channels by which this notice's reader wants it now."""
    return [name for name, channel in CHANNELS.items() if channel.wished(notice)]


def same_class(delivery: Delivery) -> list[str]:
    """The kinds of notices that make one message with this one on its channel."""
    return CHANNELS[delivery.channel].same_class(delivery.notice.kind)


def send(together: list[Delivery], *, now: datetime) -> None:
    """Hand deliveries to one reader over to their channel's server, as one message.

    Raises NotSent with the reason when it was not accepted.
    """
    CHANNELS[together[0].channel].send(together, now=now)
