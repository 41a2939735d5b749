"""A board's many small elements, each kind written by one call: a loop in a template costs several times as much.

Everything that comes from people is escaped here, value by value.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from django import template
from django.utils.safestring import SafeString

from battles.drawing import Hit, Row, Word

register = template.Library()


@register.filter
def as_buttons(hits: Iterable[Hit]) -> SafeString:
    """The buttons over the picture; each sends `pick` with its value."""
    return SafeString("".join(map(_button, hits)))


def _button(hit: Hit) -> str:
    pressed = ' aria-pressed="true"' if hit.pressed else ""
    name = f'name="pick" value="{escape(hit.value)}" aria-label="{escape(hit.label)}"'
    return f'<button class="{escape(hit.css)}" {name}{pressed}></button>'


@register.filter
def as_texts(words: Iterable[Word]) -> SafeString:
    """Short texts of the picture, each at its place, with its class where it has one."""
    return SafeString("".join(map(_text, words)))


def _text(word: Word) -> str:
    css = f' class="{escape(word.css)}"' if word.css else ""
    return f'<text{css} x="{word.x}" y="{word.y}">{escape(word.text)}</text>'


@register.filter
def as_rows(rows: Iterable[Row]) -> SafeString:
    """The board in words, row by row."""
    return SafeString("".join(map(_row, rows)))


def _row(row: Row) -> str:
    cells = "".join(f"<td>{escape(text)}</td>" for text in row.cells)
    return f'<tr><th scope="row">{row.number}</th>{cells}</tr>'
