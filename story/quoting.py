"""A post quoted in another: what was open stays open, and what was private stays private, each piece by itself.

A quote round a private passage would be torn apart, since private passages are taken out before anything else.
"""

from __future__ import annotations

from collections.abc import Sequence

from accounts.models import User
from markup import private
from rulebook.errors import Unreadable
from story.models import Post
from story.selectors.people import audience_named
from story.selectors.sight import director_ids


def quote_of(post: Post, text: str, by: User) -> str:
    """The text of a post, as `by` may read it, in quotes for their own post."""
    try:
        pieces = private.pieces_of(text)
    except private.Broken:
        return _quote(post, text)
    return "\n".join(_piece(post, piece, by) for piece in pieces)


def _quote(post: Post, text: str) -> str:
    return f"[quote={post.speaker_name};{post.code}]\n{text.strip()}\n[/quote]\n"


def _piece(post: Post, piece: private.Piece, by: User) -> str:
    quote = _quote(post, piece.text)
    if piece.names is None:
        return quote
    names = _readers(post, piece.names, by) if piece.names else ()
    return f"[private={', '.join(names)}]{quote}[/private]\n" if names else f"[director]{quote}[/director]\n"


def _readers(post: Post, names: Sequence[str], by: User) -> Sequence[str]:
    """Whoever read it goes on reading it, its author with them: whom the one who quotes has to name."""
    others = [name for name in names if _named(post, name) != by.pk]
    author = post.speaker_name if post.voice == Post.Voice.CHARACTER else post.author.shown_name if post.author else ""
    hidden = post.author_hidden or post.author_id in {by.pk, *director_ids(post.scene.campaign)}
    known = {_named(post, name) for name in others}
    if author and not hidden and _named(post, author) == post.author_id and post.author_id not in known:
        others.append(author)
    return others


def _named(post: Post, name: str) -> int | None:
    """Whom a name names here; None for nobody, or for more than one."""
    try:
        return audience_named(post.scene.campaign, [name])[name]
    except Unreadable:
        return None
