"""What a player wrote with a turn, as it is read: Markdown and BBCode, as in a scene.

A turn is read by everybody who reads its battle, so a private passage has no place in it: `turns.services` refuses
one. Where there is one all the same, in words from an archive, nobody is shown it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from django.utils.safestring import SafeString

from markup.plain import to_markdown
from markup.private import Broken, pieces_of
from markup.render import Context, render

NOBODY = Context()
"""Nobody is mentioned and no die is thrown by a turn's words: its dice are the rules'."""


@lru_cache(maxsize=512)
def as_html(narrative: str) -> SafeString:
    """The words as safe HTML."""
    return SafeString(_for_everybody(narrative, lambda text: render(text, NOBODY)))


def as_markdown(narrative: str) -> str:
    """The words as Markdown that other programs read."""
    return _for_everybody(narrative, lambda text: to_markdown(text, {}))


def _for_everybody(narrative: str, change: Callable[[str], str]) -> str:
    """The runs that are for everybody, each changed; nothing where private markup cannot be read."""
    try:
        pieces = pieces_of(narrative)
    except Broken:
        return ""
    return "\n\n".join(change(piece.text) for piece in pieces if piece.names is None)
