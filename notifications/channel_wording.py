"""What the notices about a reader's own channels say."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _

from notifications.models import Notice
from notifications.said import Said

Kind = Notice.Kind
HOUR_MS = 3_600_000


def channel_name(data: dict[str, Any]) -> str:
    """The reader's own name for a channel, or what it is."""
    return str(data.get("channel") or (_("e-mail") if data.get("type") == "mail" else _("webhook")))


def channel_off(data: dict[str, Any]) -> Said:
    """`channel`: its name, `type`: mail or webhook, `reason`: what the other end answered last."""
    data = data | {"channel": channel_name(data)}
    sentence = _("The channel “{channel}” did not work any more and was switched off.")
    if data.get("reason"):
        sentence += " " + _("It answered: {reason}")
    return Said(_("Switched off: {channel}").format_map(data), sentence.format_map(data), _("See my channels"))


def channel_test(data: dict[str, Any]) -> Said:
    """`channel`: its name, `type`: mail or webhook."""
    data = data | {"channel": channel_name(data)}
    return Said(
        _("A test of {channel}").format_map(data),
        _("This is a test of your channel “{channel}”. If you read it there, it works.").format_map(data),
        _("See my channels"),
    )


SAY: dict[str, Callable[[dict[str, Any]], Said]] = {
    Kind.CHANNEL_OFF: channel_off,
    Kind.CHANNEL_TEST: channel_test,
}
