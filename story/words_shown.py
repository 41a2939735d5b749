"""A shown post as a whole, for faces without our pages: feeds, books, Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.utils.html import escape
from django.utils.translation import gettext as _

from markup import private
from markup.plain import to_markdown
from story.models import SceneRoll
from story.selectors.reading import Shown
from story.services.renderings import casts_of


def for_whom(names: Sequence[str]) -> str:
    """The line above something private."""
    if not names:
        return _("Only for the director")
    return _("Only for: %(names)s") % {"names": ", ".join(names)}


def html_of(shown: Shown) -> str:
    """The post's parts as HTML, private ones under a line that says for whom they are."""
    parts = [_whole_line(shown), *_chunks(shown.body)]
    if shown.note:
        parts += [f"<p><strong>{escape(_('Notes'))}</strong></p>", *_chunks(shown.note)]
    return "".join(parts)


def _whole_line(shown: Shown) -> str:
    if shown.post.audience_id is None:
        return ""
    return f"<p><em>{escape(for_whom(shown.post.addressed))}</em></p>"


def _chunks(chunks: Iterable[dict[str, Any]]) -> list[str]:
    return [
        chunk["html"]
        if chunk["to"] is None
        else f"<blockquote><p><em>{escape(for_whom(chunk['to']))}</em></p>{chunk['html']}</blockquote>"
        for chunk in chunks
    ]


def markdown_of(shown: Shown, rolls: Sequence[SceneRoll], *, as_director: bool) -> str:
    """The post's parts as Markdown."""
    casts = (
        casts_of(rolls, frozenset(one.audience_id for one in rolls if one.audience_id))
        if not as_director
        else casts_of(rolls, None)
    )
    lines = [f"*{for_whom(shown.post.addressed)}*"] if shown.post.audience_id else []
    lines.append(_runs(shown.text["body"], casts))
    if shown.text["note"]:
        lines += [f"**{_('Notes')}**", _runs(shown.text["note"], casts)]
    return "\n\n".join(line for line in lines if line)


def _runs(text: str, casts: Any) -> str:
    try:
        pieces = private.pieces_of(text)
    except private.Broken:
        return to_markdown(text, casts)
    return "\n\n".join(_run(piece, casts) for piece in pieces)


def _run(piece: private.Piece, casts: Any) -> str:
    words = to_markdown(piece.text, casts)
    if piece.names is None:
        return words
    head = f"*{for_whom(piece.names)}*\n\n{words}"
    return "\n".join(f"> {line}".rstrip() for line in head.split("\n"))
