"""One message handed to the library Apprise, watched: where it connects to, how long it takes, what came of it."""

from __future__ import annotations

import contextvars
import re
import threading
from collections.abc import Callable
from datetime import datetime
from ipaddress import ip_address
from zoneinfo import ZoneInfo

import apprise
from django.conf import settings
from django.utils import timezone, translation

from notifications.channels import egress
from notifications.channels.errors import Gone, NotSent, Refused
from notifications.models import Delivery
from notifications.wording import Words, subject_of, words_for

LONGEST_SEND = 10.0
LONGEST_TITLE = 200
LONGEST_BODY = 1800
STATUS = re.compile(r"error[=: ]+(\d{3})\b")
NO_SUCH_ADDRESS = {"404", "410"}

Sender = Callable[[], bool]
"""Hands the message over with the library; True when it was taken. May raise NotSent, Refused or Gone itself."""


def asset() -> apprise.AppriseAsset:
    """How the library behaves: it speaks for this site, keeps nothing on the disk and starts no threads of its own."""
    return apprise.AppriseAsset(async_mode=False, app_id="Skald", pem_autogen=False)


def plainly_private(host: str) -> bool:
    """Is this the name or number of an address of the site's own network?"""
    name = host.strip("[]").rstrip(".").lower()
    try:
        ip_address(name)
    except ValueError:
        return name == "localhost" or name.endswith((".localhost", ".local", ".internal"))
    return not egress.may_reach(name)


def told(together: list[Delivery], *, now: datetime) -> list[tuple[Words, str]]:
    """Each notice's words with its link; the active language and zone should be the reader's."""
    return [(words_for(delivery.notice, now=now), settings.SITE_URL + delivery.notice.link) for delivery in together]


def text(together: list[Delivery], *, now: datetime) -> tuple[str, str]:
    """Title and body, in the reader's language and zone: for each notice its sentence, its deadline and a link."""
    reader = together[0].notice.reader
    with translation.override(reader.language), timezone.override(ZoneInfo(reader.time_zone)):
        parts = told(together, now=now)
        title = subject_of([(one.notice, words) for one, (words, _link) in zip(together, parts, strict=True)])
        body = "\n\n".join(lines(words, link) for words, link in parts)
    return shortened(" ".join(title.split()), LONGEST_TITLE), shortened(body, LONGEST_BODY)


def lines(words: Words, link: str = "") -> str:
    """A notice in a few lines: its sentence, until when, its link."""
    until = " ".join(part for part in (words.until_words, words.consequence) if part)
    return "\n".join(line for line in (words.sentence, until, link) if line)


def shortened(words: str, most: int) -> str:
    """Words that fit, their end left out with an ellipsis."""
    return words if len(words) <= most else words[: most - 1] + "…"


def hand_over(send: Sender, *, service: str) -> None:
    """Let the library send, for at most ten seconds.

    Raises Refused when the service did not take it, Gone when there is no such address (any more), NotSent for a
    failure of the library's own.
    """
    attempt = _Attempt(send)
    # The library follows a slow server for as long as it drips; its thread is left behind, this one goes on.
    thread = threading.Thread(target=contextvars.copy_context().run, args=(attempt.run,), daemon=True)
    thread.start()
    thread.join(LONGEST_SEND)
    if thread.is_alive():
        raise Refused(f"{service} did not answer within {LONGEST_SEND:.0f} seconds")
    attempt.judge(service)


class _Attempt:
    """One message on its way, and what the library had to say."""

    def __init__(self, send: Sender) -> None:
        self.send = send
        self.sent = False
        self.log = ""
        self.refused: list[str] = []
        self.failure = ""
        self.reason: NotSent | None = None

    def run(self) -> None:
        """Send; whatever happens is kept for `judge`."""
        try:
            with egress.public_only() as self.refused, apprise.LogCapture(level=apprise.logging.WARNING) as log:
                self.sent = self.send()
                self.log = log.getvalue()
        except NotSent as reason:
            self.reason = reason
        except Exception as error:  # noqa: BLE001 -- whatever a plugin raises, the message was not sent, and is told
            self.failure = type(error).__name__

    def judge(self, service: str) -> None:
        """Raise what follows from it. The library's own words may hold the secret address and are not repeated."""
        if self.refused:
            raise Gone("the address leads into a private network")
        if self.sent:
            return
        if self.reason is not None:
            raise self.reason
        if self.failure:
            raise NotSent(f"{service}: {self.failure}")
        status = STATUS.search(self.log)
        if status and status[1] in NO_SUCH_ADDRESS:
            raise Gone(f"{service} answered {status[1]}: there is no such address")
        raise Refused(f"{service} answered {status[1]}" if status else f"{service} could not be reached")
