"""A text without its markup, for searching, for previews of a line, and as Markdown for taking away."""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Mapping
from html.parser import HTMLParser

from markup import accents
from markup.dice import is_roll, roll_tag
from markup.render import Cast, quoted_from, tidy
from markup.tags import DROPPED, Token, tokens_of

MARKS = re.compile(r"[*`~]+|^[ \t]*(?:#{1,6}|>+)[ \t]*", re.MULTILINE)
LINK = re.compile(r"!?\[([^\[\]\n]{0,300})\]\([^()\s]{1,1000}\)")
VOID_TAGS = frozenset({"br", "hr", "img"})


def plain(text: str) -> str:
    """The words alone, on one line."""
    parts = [_words(token) for token in tokens_of(tidy(text))]
    return " ".join(MARKS.sub(" ", LINK.sub(r"\1", "".join(parts))).split())


def fold(text: str) -> str:
    """A text as it is searched: no capitals, no accents, one blank between words."""
    apart = unicodedata.normalize("NFKD", accents.few(text))
    bare = "".join(character for character in apart if not unicodedata.combining(character))
    return " ".join(bare.casefold().split())


def folded(text: str) -> str:
    """The words of a marked-up text, as they are searched."""
    return fold(plain(text))


def _words(token: Token) -> str:
    if token.kind in ("text", "verbatim"):
        return token.raw
    if is_roll(token):
        return f" {roll_tag(token).argument} "
    if token.name == "code":
        return f" {token.argument} "
    if token.kind == "open" and token.name in ("quote", "spoiler"):
        return f" {quoted_from(token.argument)[0]} "
    return " " if token.kind == "void" or token.name in ("quote", "spoiler", "list") else ""


# --- Markdown, for taking away

AROUND = {"b": "**", "i": "*", "s": "~~", "u": "", "sub": "", "sup": ""}


def to_markdown(text: str, rolls: Mapping[str, Cast]) -> str:
    """The text as Markdown that other programs read: BBCode turned over, rolls with what they came to."""
    writer = _MarkdownWriter(rolls)
    for token in tokens_of(tidy(text)):
        writer.write(token)
    return re.sub(r"\n{3,}", "\n\n", "".join(writer.out)).strip()


class _MarkdownWriter:
    """Writes tokens one after the other; inside a quote every line begins with its mark."""

    def __init__(self, rolls: Mapping[str, Cast]) -> None:
        self.rolls = rolls
        self.out: list[str] = []
        self.depth = 0
        self.links: list[str] = []

    def write(self, token: Token) -> None:
        """One token."""
        if token.kind in ("text", "verbatim"):
            self.out.append(token.raw.replace("\n", self._line()))
        elif token.name in DROPPED:
            return
        elif is_roll(token):
            self.out.append(self._roll(token))
        elif token.name in AROUND:
            self.out.append(AROUND[token.name])
        elif token.kind == "void":
            self.out.append(self._void(token))
        elif token.name in ("url", "email"):
            self._link(token)
        else:
            self._block(token)

    def _line(self) -> str:
        return "\n" + "> " * self.depth

    def _roll(self, token: Token) -> str:
        tag = roll_tag(token)
        cast = self.rolls.get(tag.code)
        if cast is None:
            return f"[{tag.argument}]"
        return f"[{cast.expression} {cast.reason}".rstrip() + f": {'?' if cast.total is None else cast.total}]"

    def _void(self, token: Token) -> str:
        if token.name == "code":
            body = token.argument.strip("\n").replace("\n", self._line())
            return f"{self._line()}```{self._line()}{body}{self._line()}```{self._line()}"
        if token.name == "img":
            return f"![]({token.argument.strip()})"
        return {"*": f"{self._line()}- ", "hr": f"{self._line()}{self._line()}---{self._line()}"}.get(token.name, "\n")

    def _link(self, token: Token) -> None:
        if token.kind == "open":
            self.links.append(token.argument.strip().removeprefix("=").strip("\"' "))
            self.out.append("[" if self.links[-1] else "<")
        else:
            address = self.links.pop() if self.links else ""
            self.out.append(f"]({address})" if address else ">")

    def _block(self, token: Token) -> None:
        if token.name == "quote":
            self.depth = max(0, self.depth + (1 if token.kind == "open" else -1))
        title = quoted_from(token.argument)[0] if token.kind == "open" and token.name != "list" else ""
        self.out.append(self._line() * 2 + (f"**{title}**{self._line() * 2}" if title else ""))


# --- XHTML, for books


class _Strict(HTMLParser):
    """Writes HTML down again as XML: what is open is closed, what is void closes itself."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.out: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        written = "".join(f' {name}="{html.escape(value or "")}"' for name, value in attrs if name != "loading")
        self.out.append(f"<{tag}{written}{' /' if tag in VOID_TAGS else ''}>")

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID_TAGS:
            self.out.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        self.out.append(html.escape(data, quote=False))


def to_xhtml(clean_html: str) -> str:
    """HTML that nh3 has cleaned, as XML."""
    parser = _Strict()
    parser.feed(clean_html)
    parser.close()
    return "".join(parser.out)
