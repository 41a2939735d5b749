"""A board's many small elements, each kind written by one call: a loop in a template costs several times as much."""

from __future__ import annotations

from collections.abc import Iterable

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from battles.drawing import Hit, Row, Word

register = template.Library()

PRESSED = mark_safe(' aria-pressed="true"')  # no word of it comes from outside


@register.filter
def as_buttons(hits: Iterable[Hit]) -> SafeString:
    """The buttons over the picture; each sends `pick` with its value."""
    return format_html_join(
        "",
        '<button class="{}" name="pick" value="{}" aria-label="{}"{}></button>',
        ((hit.css, hit.value, hit.label, PRESSED if hit.pressed else "") for hit in hits),
    )


@register.filter
def as_texts(words: Iterable[Word]) -> SafeString:
    """Short texts of the picture, each at its place, with its class where it has one."""
    return format_html_join(
        "",
        '<text{} x="{}" y="{}">{}</text>',
        ((_class(word.css), str(word.x), str(word.y), word.text) for word in words),
    )


@register.filter
def as_rows(rows: Iterable[Row]) -> SafeString:
    """The board in words, row by row."""
    return format_html_join("", '<tr><th scope="row">{}</th>{}</tr>', ((row.number, _cells(row.cells)) for row in rows))


def _cells(texts: Iterable[str]) -> SafeString:
    return format_html_join("", "<td>{}</td>", ((text,) for text in texts))


def _class(css: str) -> str:
    return format_html(' class="{}"', css) if css else ""
