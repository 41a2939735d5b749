"""The ways out of the house. Each channel says whether a reader wishes a notice there, and sends it."""

from datetime import datetime

from notifications.channels import mail
from notifications.channels.errors import NotSent
from notifications.models import Delivery, Notice

CHANNELS = {"mail": mail}

__all__ = ["CHANNELS", "NotSent", "send", "wished"]


def wished(notice: Notice) -> list[str]:
    """Names of the channels by which this notice's reader wants it now."""
    return [name for name, channel in CHANNELS.items() if channel.wished(notice)]


def send(delivery: Delivery, *, now: datetime) -> None:
    """Hand the delivery over to its channel's server. Raises NotSent with the reason when it was not accepted."""
    CHANNELS[delivery.channel].send(delivery, now=now)
