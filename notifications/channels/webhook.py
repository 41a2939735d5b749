"""Notices by webhook to Discord, Telegram, Slack, Matrix, ntfy and others, through the library Apprise.

The library speaks to many more services than are allowed here: a reader's address may name one of these only, and
wherever it leads, egress.py watches the connection.
"""

from __future__ import annotations

import contextvars
import re
import threading
from datetime import datetime
from importlib import import_module
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit
from zoneinfo import ZoneInfo

import apprise
from django.conf import settings
from django.utils import timezone, translation
from django.utils.translation import gettext_lazy as _

from notifications.channels import egress
from notifications.channels.errors import Gone, NotSent, Refused
from notifications.models import Channel, Delivery, Notice
from notifications.wishes import class_of
from notifications.wording import Words, many_subject, words_for

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
LONGEST_SEND = 10.0
LONGEST_TITLE = 200
LONGEST_BODY = 1800
STATUS = re.compile(r"error[=: ]+(\d{3})\b")
NO_SUCH_ADDRESS = {"404", "410"}

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
    if _plainly_private(str(getattr(plugin, "host", "") or "")):
        raise UnfitTarget("private")


def _plainly_private(host: str) -> bool:
    name = host.strip("[]").rstrip(".").lower()
    try:
        ip_address(name)
    except ValueError:
        return name == "localhost" or name.endswith((".localhost", ".local", ".internal"))
    return not egress.may_reach(name)


def _plugin(target: str) -> Any:
    """The library's object for an address; None when it makes nothing of it. Only the service's module is loaded."""
    module, name = SERVICES[_scheme(target)][1].rsplit(".", 1)
    kind = getattr(import_module(f"apprise.plugins.{module}"), name)
    parsed = kind.parse_url(target.replace("#", "%23"))
    if not parsed:
        return None
    try:
        return kind(asset=apprise.AppriseAsset(async_mode=False, app_id="Skald"), **parsed)
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


def text(together: list[Delivery], *, now: datetime) -> tuple[str, str]:
    """Title and body, in the reader's language and zone: for each notice its sentence, its deadline and a link."""
    reader = together[0].notice.reader
    with translation.override(reader.language), timezone.override(ZoneInfo(reader.time_zone)):
        told = [
            (words_for(delivery.notice, now=now), settings.SITE_URL + delivery.notice.link) for delivery in together
        ]
        title = told[0][0].subject if len(told) == 1 else many_subject(len(told))
        body = "\n\n".join(_lines(words, link) for words, link in told)
    return " ".join(title.split())[:LONGEST_TITLE], _shortened(body)


def _lines(words: Words, link: str) -> str:
    until = " ".join(part for part in (words.until_words, words.consequence) if part)
    return "\n".join(line for line in (words.sentence, until, link) if line)


def _shortened(body: str) -> str:
    return body if len(body) <= LONGEST_BODY else body[: LONGEST_BODY - 1] + "…"


def send(together: list[Delivery], way: Channel, *, now: datetime) -> None:
    """Raises Refused when the service did not take it, Gone when there is no such address (any more)."""
    try:
        check_target(way.target)
    except UnfitTarget as unfit:
        raise Gone(str(unfit)) from unfit
    title, body = text(together, now=now)
    attempt = Attempt(way.target, title, body)
    # The library follows a slow server for as long as it drips; its thread is left behind, this one goes on.
    thread = threading.Thread(target=contextvars.copy_context().run, args=(attempt.run,), daemon=True)
    thread.start()
    thread.join(LONGEST_SEND)
    if thread.is_alive():
        raise Refused(f"{service_of(way)} did not answer within {LONGEST_SEND:.0f} seconds")
    attempt.judge(service_of(way))


class Attempt:
    """One message handed to the library, and what it had to say."""

    def __init__(self, target: str, title: str, body: str) -> None:
        self.target, self.title, self.body = target, title, body
        self.sent = False
        self.log = ""
        self.refused: list[str] = []
        self.failure = ""

    def run(self) -> None:
        """Send; whatever happens is kept for `judge`."""
        try:
            with egress.public_only() as self.refused, apprise.LogCapture(level=apprise.logging.WARNING) as log:
                plugin = _plugin(self.target)
                kind = apprise.NotifyFormat.TEXT
                self.sent = bool(plugin and plugin.notify(body=self.body, title=self.title, body_format=kind))
                self.log = log.getvalue()
        except Exception as error:  # noqa: BLE001 -- whatever a plugin raises, the message was not sent, and is told
            self.failure = type(error).__name__

    def judge(self, service: str) -> None:
        """Raise what follows from it. The library's own words may hold the secret address and are not repeated."""
        if self.refused:
            raise Gone("the address leads into a private network")
        if self.sent:
            return
        if self.failure:
            raise NotSent(f"{service}: {self.failure}")
        status = STATUS.search(self.log)
        if status and status[1] in NO_SUCH_ADDRESS:
            raise Gone(f"{service} answered {status[1]}: there is no such address")
        raise Refused(f"{service} answered {status[1]}" if status else f"{service} could not be reached")
