"""Notices by e-mail, in the reader's language and zone: plain and HTML parts, and a one-click way to stop them."""

from __future__ import annotations

import smtplib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.mail import EmailMultiAlternatives, get_connection
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.crypto import salted_hmac

from notifications import actions, stop_links
from notifications.actions import Action
from notifications.channels.errors import Gone, NotSent, Refused
from notifications.models import Channel, Delivery, Notice
from notifications.wishes import MAIL_WISHES
from notifications.wording import Words, subject_of, why, words_for


@dataclass(frozen=True, slots=True)
class Part:
    """One notice of a mail: its words, its link, and what can be done about it with one more click."""

    words: Words
    link: str
    actions: tuple[Action, ...]


def wished(notice: Notice, way: Channel) -> bool:
    """Does the reader, as far as loaded, take mails of this kind, and is there an address to send them to?"""
    wish = MAIL_WISHES.get(notice.kind)
    reader = notice.reader
    return bool(wish and reader.email and getattr(reader, wish))


def message_id(key: str) -> str:
    """The same for each attempt at one delivery, so that a mail server that got it twice can tell.

    Mixed with the site's secret key: the delivery's own would tell how many notices others were sent meanwhile.
    """
    mixed = salted_hmac("notifications.mail", key, algorithm="sha256").hexdigest()[:32]
    return f"<{mixed}@{urlsplit(settings.SITE_URL).hostname or 'localhost'}>"


def message(together: list[Delivery], *, now: datetime) -> EmailMultiAlternatives:
    """The mail itself: for each notice a sentence, the deadline, a link; why they came and how to stop them."""
    first = together[0]
    reader = first.notice.reader
    stop_link = _stop_link(together)
    with translation.override(reader.language), timezone.override(ZoneInfo(reader.time_zone)):
        parts = [_part(delivery.notice, now=now) for delivery in together]
        subject = subject_of([(one.notice, part.words) for one, part in zip(together, parts, strict=True)])
        subject = " ".join(subject.split())
        context = {
            "parts": parts,
            "subject": subject,
            "language": reader.language,
            "why": why(first.notice),
            "stop": stop_link,
            "settings": settings.SITE_URL + "/settings/",
        }
        body = render_to_string("notifications/mail.txt", context)
        html = render_to_string("notifications/mail.html", context)
    mail = EmailMultiAlternatives(subject=subject, body=body, to=[reader.email], headers=_headers(first, stop_link))
    mail.attach_alternative(html, "text/html")
    return mail


def _part(notice: Notice, *, now: datetime) -> Part:
    return Part(
        words_for(notice, now=now),
        settings.SITE_URL + notice.link,
        tuple(Action(action.text, settings.SITE_URL + action.link) for action in actions.actions_for(notice, now=now)),
    )


def _stop_link(together: list[Delivery]) -> str:
    """Stops the classes of what this mail holds."""
    wishes = dict.fromkeys(MAIL_WISHES[one.notice.kind] for one in together if one.notice.kind in MAIL_WISHES)
    if not wishes:
        return settings.SITE_URL + "/settings/"
    return settings.SITE_URL + stop_links.path(together[0].notice.reader, *wishes)


def _headers(first: Delivery, stop_link: str) -> dict[str, str]:
    """RFC 8058: mail programs offer a button that sends one POST to the link."""
    headers = {"Message-ID": message_id(first.key), "Auto-Submitted": "auto-generated"}
    if first.notice.kind in MAIL_WISHES:
        headers["List-Unsubscribe"] = f"<{stop_link}>"
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return headers


def send(together: list[Delivery], way: Channel, *, now: datetime, taken: Callable[[], None]) -> None:
    """Raises Gone when there is no such mailbox, Refused when it takes nothing now, NotSent when our server fails.

    `taken` is called as soon as the server has taken it, before the farewells; one that goes wrong changes nothing.
    """
    try:
        connection = get_connection()
        try:
            connection.open()
            letter = message(together, now=now)
            letter.connection = connection
            letter.send()
            taken()
        finally:
            with suppress(smtplib.SMTPException, OSError):
                connection.close()
    except smtplib.SMTPRecipientsRefused as error:
        code, said = next(iter(error.recipients.values()), (450, b""))
        words = said.decode(errors="replace") if isinstance(said, bytes) else str(said)
        refusal = Gone if code >= 500 else Refused
        raise refusal(f"{code} {words}") from error
    except (smtplib.SMTPException, OSError) as error:
        raise NotSent(f"{type(error).__name__}: {error}") from error
