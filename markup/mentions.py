"""Mentions: `@Eyra`, `@Þórr O'Brien`, `@J. R. Tolk`, `@Ярослав` — any name the campaign knows, the longest first."""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from markup.tags import tokens_of

APOSTROPHES = "'’ʼ`´"


@dataclass(frozen=True, slots=True)
class Name:
    """Somebody who can be mentioned: the name, where it leads (or nowhere), and whom it tells (a user's id)."""

    text: str
    link: str = ""
    user: int = 0


@dataclass(frozen=True, slots=True)
class Mention:
    """A mention in a text: where it stands, whom it names, how it is shown."""

    start: int
    end: int
    name: Name
    html: str


@dataclass(frozen=True, slots=True)
class Names:
    """The names of one campaign."""

    known: tuple[Name, ...] = field(default=())

    def found_in(self, text: str) -> Iterator[Mention]:
        """The mentions in running text, in order."""
        if "@" not in text or not self.known:
            return
        pattern, by_key = _pattern(self.known)
        for found in pattern.finditer(text):
            name = by_key[key_of(found[1])]
            shown = html.escape(found.group())
            markup = (
                f'<a class="mention" href="{html.escape(name.link)}">{shown}</a>'
                if name.link
                else f'<span class="mention">{shown}</span>'
            )
            yield Mention(found.start(), found.end(), name, markup)

    def mentioned_in(self, text: str) -> set[int]:
        """The users whom a text mentions in its own words: not in code, not in what it quotes."""
        found: set[int] = set()
        depth = 0
        for token in tokens_of(text):
            if token.name == "quote":
                depth += {"open": 1, "close": -1}.get(token.kind, 0)
            if token.kind == "text" and depth == 0:
                own = "\n".join(line for line in token.raw.split("\n") if not line.lstrip().startswith(">"))
                found |= {mention.name.user for mention in self.found_in(own)}
        return found - {0}


def key_of(name: str) -> str:
    """A name as it is compared: whatever its capitals, its way of writing accents, its apostrophes and blanks."""
    plain = unicodedata.normalize("NFC", name)
    plain = "".join("'" if character in APOSTROPHES else character for character in plain)
    return " ".join(plain.split()).casefold()


@lru_cache(maxsize=64)
def _pattern(known: tuple[Name, ...]) -> tuple[re.Pattern[str], dict[str, Name]]:
    by_key = {key_of(name.text): name for name in reversed(known)}
    written = sorted({form for name in known for form in _forms(name.text)}, key=len, reverse=True)
    return re.compile(rf"(?<![\w@.])@({'|'.join(written)})(?!\w)", re.IGNORECASE), by_key


def _forms(name: str) -> set[str]:
    """A name as a pattern, in both ways of writing accents."""
    return {_loosely(unicodedata.normalize(form, name)) for form in ("NFC", "NFD")} - {""}


def _loosely(name: str) -> str:
    parts = []
    for character in " ".join(name.split()):
        if character == " ":
            parts.append(r"[ \u00a0]+")
        elif character in APOSTROPHES:
            parts.append(f"[{re.escape(APOSTROPHES)}]")
        else:
            parts.append(re.escape(character))
    return "".join(parts)
