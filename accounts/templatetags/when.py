"""Moments and deadlines in pages, in the reader's language and zone."""

from collections.abc import Iterable
from datetime import datetime

from django import template
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from accounts import clock, when

register = template.Library()


def page_now(context: template.Context) -> datetime:
    now = context.get("server_now")
    return now if isinstance(now, datetime) else clock.now()


def time_element(moment: datetime, shown: str) -> SafeString:
    return format_html('<time datetime="{}">{}</time>', when.instant(moment), shown)


@register.filter
def instant(moment: datetime) -> str:
    """UTC for machines: 2026-11-05T20:00:00Z."""
    return when.instant(moment)


@register.filter
def exact_instant(moment: datetime) -> str:
    """UTC for machines, with milliseconds: what countdowns are reckoned from."""
    return when.exact_instant(moment)


@register.filter
def plain_moment(moment: datetime) -> str:
    """The reader's local time as bare text, for titles: "Thu 5 Nov, 21:00"."""
    return when.absolute(moment, timezone.get_current_timezone(), now=clock.now(), name_zone=False)


@register.filter
def zone_name(zone: str) -> str:
    """A zone's name as people read it: America/Mexico_City → America/Mexico City."""
    return str(zone).replace("_", " ")


@register.simple_tag
def table_hours(hours: float, hour_seconds: float) -> str:
    """{% table_hours rules.turn_hours rules.hour_seconds as later %}: "24 h", or what that really lasts here."""
    return when.table_hours(hours, hour_seconds)


@register.simple_tag(takes_context=True)
def moment(context: template.Context, value: datetime | None) -> str:
    """{% moment post.at %}: the local time; a reader without a zone reads UTC and is told so."""
    if value is None:
        return ""
    zone = timezone.get_current_timezone()
    shown = when.absolute(value, zone, now=page_now(context), name_zone=str(zone) == "UTC")
    return time_element(value, shown)


@register.simple_tag
def countdown(value: datetime | None, now: datetime | None = None, speak: str = "") -> str:
    """{% countdown turn.due_at server_now %}: what is left, kept right by skald.js.

    `speak`: a name for the thing; then the page says aloud, once each, that 24 h, 1 h and 10 min are left.
    """
    if value is None:
        return ""
    now = now or clock.now()
    words = when.countdown_words()
    spoken = format_html(' data-speak="{}"', speak) if speak else ""
    return format_html(
        '<span class="countdown" role="timer" data-until="{}" data-left="{}" data-overdue="{}" data-moment="{}"{}>'
        "{}</span>"
        '<span class="as-of"> ({})</span>',
        when.instant(value),
        words.left,
        words.overdue,
        gettext("less than 1 min"),
        spoken,
        when.remaining(value, now=now),
        gettext("at {}").replace("{}", when.counted_at(value, now=now, zone=timezone.get_current_timezone())),
    )


@register.simple_tag(takes_context=True)
def deadline(context: template.Context, value: datetime | None, consequence: str = "", speak: str = "") -> str:
    """{% deadline turn.due_at consequence %}: local time with its zone, then what is left, then what happens after."""
    if value is None:
        return ""
    now = page_now(context)
    shown = when.absolute(value, timezone.get_current_timezone(), now=now, name_zone=True)
    parts = format_html(
        '<span class="deadline">{}</span> · {}', time_element(value, shown), countdown(value, now, speak)
    )
    if not consequence:
        return parts
    return format_html("{} · {}", parts, consequence)


@register.inclusion_tag("_share_deadline.html", takes_context=True)
def share_deadline(context: template.Context, value: datetime, zones: Iterable[str] = ()) -> dict[str, str]:
    """A deadline as text to paste into a chat: the reader's zone, those of the others, UTC, and Discord's own code."""
    zone = timezone.get_current_timezone()
    line = when.copy_line(value, zone, now=page_now(context), others=zones)
    return {"line": line, "code": when.discord_code(value)}
