"""Notices by webhook to Discord, Telegram, Slack, Matrix, ntfy and others, through the library Apprise.

The library speaks to many more services than are allowed here: a reader's address may name one of these only, and
wherever it leads, egress.py watches the connection.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from importlib import import_module
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

import apprise
from django.utils.translation import gettext_lazy as _

from notifications.channels import handing
from notifications.channels.errors import Gone
from notifications.models import Channel, Delivery, Notice
from notifications.wishes import class_of

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

SERVICES = {
    "discord": ("Discord", "discord.NotifyDiscord"),
    "tgram": ("Telegram", "telegram.NotifyTelegram"),
    "slack": ("Slack", "slack.NotifySlack"),
    "pover": ("Pushover", "pushover.NotifyPushover"),
    "zulip": ("Zulip", "zulip.NotifyZulip"),
    "ntfy": ("ntfy", "ntfy.NotifyNtfy"),
    "ntfys": ("ntfy", "ntfy.NotifyNtfy"),
    "matrix": ("Matrix", "matrix.NotifyMatrix"),
    "matrixs": ("Matrix", "matrix.NotifyMatrix"),
    "gotify": ("Gotify", "gotify.NotifyGotify"),
    "gotifys": ("Gotify", "gotify.NotifyGotify"),
    "mmost": ("Mattermost", "mattermost.NotifyMattermost"),
    "mmosts": ("Mattermost", "mattermost.NotifyMattermost"),
    "rocket": ("Rocket.Chat", "rocketchat.NotifyRocketChat"),
    "rockets": ("Rocket.Chat", "rocketchat.NotifyRocketChat"),
}
# What else an address may say, such as how long to wait for a server, is not for its writer to decide.
PARAMETERS = {"thread", "topic", "priority", "tags", "mode", "avatar", "footer", "image", "silent", "preview"}

SAYS: dict[str, str | StrPromise] = {
    "no-address": _("This is no address of a service that is known here."),
    "parameters": _("The part after “?” of this address is not allowed here."),
    "private": _("This address lies within a private network."),
}


class UnfitTarget(ValueError):
    """No webhook can be opened at this address; the code is a key of SAYS."""

    def words(self) -> str:
        """Why, in the active language."""
        return str(SAYS[str(self)])


def check_target(target: str) -> None:
    """Raise UnfitTarget unless the address is well formed, of an allowed service, and not plainly a private one."""
    target = target.strip()
    if _scheme(target) not in SERVICES or len(target) > 600 or not target.isprintable():
        raise UnfitTarget("no-address")
    try:
        parts = urlsplit(target)
        parameters = parse_qs(parts.query, keep_blank_values=True)
    except ValueError as error:
        raise UnfitTarget("no-address") from error
    if not set(parameters) <= PARAMETERS:
        raise UnfitTarget("parameters")
    plugin = _plugin(target)
    if plugin is None:
        raise UnfitTarget("no-address")
    if handing.plainly_private(str(getattr(plugin, "host", "") or "")):
        raise UnfitTarget("private")


def _plugin(target: str) -> Any:
    """The library's object for an address; None when it makes nothing of it. Only the service's module is loaded."""
    module, name = SERVICES[_scheme(target)][1].rsplit(".", 1)
    kind = getattr(import_module(f"apprise.plugins.{module}"), name)
    parsed = kind.parse_url(target.replace("#", "%23"))
    if not parsed:
        return None
    try:
        return kind(asset=handing.asset(), **parsed)
    except TypeError:  # what the library raises for a part that is missing or malformed
        return None


def _scheme(target: str) -> str:
    return target.strip().split("://", 1)[0].lower()


def service_of(way: Channel) -> str:
    """The name of the service that a webhook's address belongs to; the address itself is a secret."""
    return SERVICES.get(_scheme(way.target), ("", ""))[0]


def wished(notice: Notice, way: Channel) -> bool:
    """Does this webhook take notices of this class?"""
    return class_of(notice.kind) in way.kinds


def send(together: list[Delivery], way: Channel, *, now: datetime, taken: Callable[[], None]) -> None:
    """Raises Refused when the service did not take it, Gone when there is no such address (any more)."""
    try:
        check_target(way.target)
    except UnfitTarget as unfit:
        raise Gone(str(unfit)) from unfit
    title, body = handing.text(together, now=now)

    def hand() -> bool:
        plugin = _plugin(way.target)
        return bool(plugin and plugin.notify(body=body, title=title, body_format=apprise.NotifyFormat.TEXT))

    handing.hand_over(hand, service=service_of(way))
    taken()
