"""Notices by e-mail, in the reader's language and zone."""

import smtplib
from datetime import datetime
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.utils import timezone, translation

from notifications import stop_links
from notifications.channels.errors import NotSent
from notifications.models import Delivery, Notice
from notifications.wishes import MAIL_WISHES
from notifications.wording import many_subject, why, words_for


def wished(notice: Notice) -> bool:
    """Does the reader, as far as loaded, take mails of this kind, and is there an address to send them to?"""
    wish = MAIL_WISHES.get(notice.kind)
    reader = notice.reader
    return bool(wish and reader.is_active and reader.email and getattr(reader, wish))


def message_id(key: str) -> str:
    """The same for each attempt at one delivery, so that a mail server that got it twice can tell."""
    return f"<{key}@{urlsplit(settings.SITE_URL).hostname or 'localhost'}>"


def same_class(kind: str) -> list[str]:
    """Kinds that the same wish decides on."""
    return [other for other, wish in MAIL_WISHES.items() if wish == MAIL_WISHES.get(kind)] or [kind]


def message(together: list[Delivery], *, now: datetime) -> EmailMessage:
    """The mail itself: for each notice a sentence, the deadline, a link; why they came and how to stop them."""
    first = together[0]
    reader = first.notice.reader
    stop_link = settings.SITE_URL + stop_links.path(reader, MAIL_WISHES[first.notice.kind])
    with translation.override(reader.language), timezone.override(ZoneInfo(reader.time_zone)):
        notices = [delivery.notice for delivery in together]
        lines = [(words_for(notice, now=now), settings.SITE_URL + notice.link) for notice in notices]
        body = render_to_string("notifications/mail.txt", {"lines": lines, "why": why(first.notice), "stop": stop_link})
        subject = lines[0][0].subject if len(lines) == 1 else many_subject(len(lines))
    return EmailMessage(
        subject=" ".join(subject.split()),
        body=body,
        to=[reader.email],
        headers={"Message-ID": message_id(first.key), "List-Unsubscribe": f"<{stop_link}>"},
    )


def send(together: list[Delivery], *, now: datetime) -> None:
    """Raises NotSent when the mail server did not accept it."""
    try:
        message(together, now=now).send()
    except (smtplib.SMTPException, OSError) as error:
        raise NotSent(f"{type(error).__name__}: {error}") from error
