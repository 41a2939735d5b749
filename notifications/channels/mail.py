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
from notifications.wording import words_for


def wished(notice: Notice) -> bool:
    """Does the reader, as far as loaded, take mails of this kind, and is there an address to send them to?"""
    wish = MAIL_WISHES.get(notice.kind)
    reader = notice.reader
    return bool(wish and reader.is_active and reader.email and getattr(reader, wish))


def message_id(key: str) -> str:
    """The same for each attempt at one delivery, so that a mail server that got it twice can tell."""
    return f"<{key}@{urlsplit(settings.SITE_URL).hostname or 'localhost'}>"


def message(delivery: Delivery, *, now: datetime) -> EmailMessage:
    """The mail itself: one sentence, the deadline, one link, why it came and how to stop it."""
    notice = delivery.notice
    reader = notice.reader
    stop_link = settings.SITE_URL + stop_links.path(reader, MAIL_WISHES[notice.kind])
    with translation.override(reader.language), timezone.override(ZoneInfo(reader.time_zone)):
        words = words_for(notice, now=now)
        context = {"words": words, "link": settings.SITE_URL + notice.link, "stop_link": stop_link, "reader": reader}
        body = render_to_string("notifications/mail.txt", context)
    return EmailMessage(
        subject=" ".join(words.subject.split()),
        body=body,
        to=[reader.email],
        headers={"Message-ID": message_id(delivery.key), "List-Unsubscribe": f"<{stop_link}>"},
    )


def send(delivery: Delivery, *, now: datetime) -> None:
    """Raises NotSent when the mail server did not accept it."""
    try:
        message(delivery, now=now).send()
    except (smtplib.SMTPException, OSError) as error:
        raise NotSent(f"{type(error).__name__}: {error}") from error
