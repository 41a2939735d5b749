"""Private passages: `[private=Eyra, Toki]…[/private]` and `[director]…[/director]`, taken apart before anything else.

They are found by their letters alone, also inside code and quotes: whoever writes one by mistake in a code block has
written a private passage. `\\[private` is plain text.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass

from markup import accents

MOST_PASSAGES = 24

WORDS = "private|privado|director"
TAG = re.compile(
    rf"(?<!\\)\[(?:(?P<open>{WORDS})(?:[ \t]*=[ \t]*(?P<names>[^\[\]\n]*))?|/(?P<close>{WORDS}))[ \t]*\]", re.IGNORECASE
)
# Anything that looks as if it were meant to be one of the tags above, in the text made plain by `_plainly`.
MEANT = re.compile(
    r"(?<!\\)(?:\[[ \t]*(?:/[ \t]*(?:private|privado|privada|director|directora)\b|(?:private|privado|privada)\b"
    r"|(?:director|directora)[ \t]*(?:[\]=:|,]|$))"
    r"|[<{(][ \t]*(?:(?:private|privado|privada|director|directora)[ \t]*=|/[ \t]*(?:private|privado|director)\b))",
    re.IGNORECASE | re.MULTILINE,
)


class Broken(ValueError):
    """Private markup that cannot be read: whoever it was meant for, the whole of it must stay private."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of text and for whom it is: `names` None for everybody, empty for the director, else those named."""

    text: str
    names: tuple[str, ...] | None = None


def pieces_of(text: str) -> list[Piece]:
    """The text as runs in order, empty ones left out. Raises Broken where the markup does not come out even."""
    if len(MEANT.findall(_plainly(text))) != len(TAG.findall(text)):
        raise Broken("There is something like a private passage that cannot be read.")
    found: list[Piece] = []
    at, names, word = 0, None, ""
    for tag in TAG.finditer(text):
        opening = (tag["open"] or "").lower()
        if bool(word) == bool(opening) or (not opening and tag["close"].lower() != word):
            raise Broken(f"{tag.group()} stands where it cannot.")
        found.append(Piece(text[at : tag.start()], names))
        at, word = tag.end(), opening
        names = _names(opening, tag["names"]) if opening else None
    if word:
        raise Broken(f"A passage begun with [{word}] has no end.")
    found.append(Piece(text[at:], names))
    if len(found) > 2 * MOST_PASSAGES:
        raise Broken(f"There are more than {MOST_PASSAGES} private passages.")
    return [piece for piece in found if piece.text.strip()]


def has_private(text: str) -> bool:
    """Whether there is anything like private markup in the text."""
    return MEANT.search(_plainly(text)) is not None


def unwrapped(text: str) -> str:
    """The text without the tags of private passages, their contents left in."""
    return TAG.sub("", text)


def each_run(text: str, change: Callable[[str], str]) -> str:
    """The text with every run between its private tags changed, the tags left as they are."""
    out: list[str] = []
    at = 0
    for tag in TAG.finditer(text):
        out += [change(text[at : tag.start()]), tag.group()]
        at = tag.end()
    return "".join([*out, change(text[at:])])


def _names(word: str, written: str | None) -> tuple[str, ...]:
    if word == "director":
        if written is not None:
            raise Broken("[director] takes no names.")
        return ()
    names = tuple(name.strip().strip("\"'") for name in (written or "").split(","))
    if not all(names):
        raise Broken("A private passage does not say for whom it is.")
    return names


def _plainly(text: str) -> str:
    """The text as it looks: wide brackets as narrow ones, without what has no width."""
    plain = unicodedata.normalize("NFKC", accents.few(text))
    return "".join(character for character in plain if unicodedata.category(character) != "Cf")


def joined(texts: list[str]) -> str:
    """Runs put together as if nothing had ever stood between them: no doubled blanks, no lines left over."""
    whole = ""
    for text in texts:
        whole = _join(whole, text)
    return whole.strip()


def _join(left: str, right: str) -> str:
    if not (left and left[-1].isspace() and right and right[0].isspace()):
        return left + right
    head, tail = left.rstrip(), right.lstrip()
    gap = left[len(head) :] + right[: len(right) - len(tail)]
    lines = gap.count("\n")
    return head + ("\n\n" if lines > 1 else "\n" if lines else " ") + tail
