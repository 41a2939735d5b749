"""BBCode as it is pasted from forums, read into a flat list of tokens: no recursion, depth at most 20.

Only tags that come out even are tags; what is left over stays the text that it was. Code is never looked into.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

DEEPEST = 20

Kind = Literal["text", "verbatim", "open", "close", "void"]

INLINE = frozenset({"b", "i", "u", "s", "url", "email", "sub", "sup"})
BLOCK = frozenset({"quote", "spoiler", "list"})
DROPPED = frozenset({"color", "size", "font", "center", "left", "right", "justify", "indent", "align", "highlight"})
VOID = frozenset({"*", "hr", "br", "roll", "secretroll"})
WHOLE = frozenset({"code", "img"})
ALIASES = {
    "strong": "b",
    "em": "i",
    "strike": "s",
    "del": "s",
    "li": "*",
    "colour": "color",
    "cita": "quote",
    "ul": "list",
}
KNOWN = INLINE | BLOCK | DROPPED | VOID | WHOLE

TAG = re.compile(r"(?<!\\)\[(?P<slash>/?)(?P<name>[A-Za-z]{1,12}|\*)(?P<rest>(?:[=#\s][^\[\]\n]{0,400})?)\]")
WHOLE_END = re.compile(r"\[/(code|img)\]", re.IGNORECASE)
RUN = re.compile(r"`+")
FENCE = re.compile(r"^ {0,3}(```+|~~~+)[^\n`]*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of the text: `raw` as it was typed; for tags a name and what follows it (`argument`)."""

    kind: Kind
    raw: str
    name: str = ""
    argument: str = ""


def tokens_of(text: str) -> list[Token]:
    """The text as tokens whose opens and closes come out even, no deeper than DEEPEST."""
    return _even(list(_scan(text)))


# --- scanning


def _scan(text: str) -> Iterator[Token]:
    at = 0
    for start, end in _code_spans(text):
        if start >= at:
            yield from _tags(text[at:start])
            yield Token("verbatim", text[start:end])
            at = end
    yield from _tags(text[at:])


def _code_spans(text: str) -> list[tuple[int, int]]:
    """Where Markdown's own code stands: fenced blocks, and spans between equal runs of backticks in a paragraph."""
    spans = list(_fences(text))
    runs = [(found.start(), found.end()) for found in RUN.finditer(text)]
    partner: dict[int, int] = {}
    following: list[int | None] = [None] * len(runs)
    for index in range(len(runs) - 1, -1, -1):
        length = runs[index][1] - runs[index][0]
        following[index] = partner.get(length)
        partner[length] = index
    at = 0
    for index, (start, _end) in enumerate(runs):
        other = following[index]
        if start < at or other is None or text.find("\n\n", start, runs[other][0]) != -1:
            continue
        at = runs[other][1]
        spans.append((start, at))
    return sorted(spans)


def _fences(text: str) -> Iterator[tuple[int, int]]:
    opened: re.Match[str] | None = None
    for found in FENCE.finditer(text):
        if opened is None:
            opened = found
        elif found[1][0] == opened[1][0] and len(found[1]) >= len(opened[1]) and not found.group().strip(" `~"):
            yield opened.start(), found.end()
            opened = None
    if opened is not None:
        yield opened.start(), len(text)


def _tags(text: str) -> Iterator[Token]:
    at = 0
    ends = _Ends(text)
    for found in TAG.finditer(text):
        name = ALIASES.get(found["name"].lower(), found["name"].lower())
        if found.start() < at or name not in KNOWN:
            continue
        if found.start() > at:
            yield Token("text", text[at : found.start()])
        at = found.end()
        end = ends.after(at, name) if name in WHOLE and not found["slash"] else None
        if end is None:
            yield Token(_kind(name, found["slash"]), found.group(), name, found["rest"].strip())
        else:
            yield Token("void", text[found.start() : end.end()], name, text[at : end.start()])
            at = end.end()
    if at < len(text):
        yield Token("text", text[at:])


def _kind(name: str, slash: str) -> Kind:
    if name in WHOLE:
        return "text"
    if name in VOID:
        return "text" if slash else "void"
    return "close" if slash else "open"


class _Ends:
    """Where [/code] and [/img] stand, looked up once: nothing inside those tags is markup."""

    def __init__(self, text: str) -> None:
        self.found: dict[str, list[re.Match[str]]] = {name: [] for name in WHOLE}
        for end in WHOLE_END.finditer(text):
            self.found[end[1].lower()].append(end)

    def after(self, at: int, name: str) -> re.Match[str] | None:
        """The first end of this tag from a place on."""
        ends = self.found[name]
        index = bisect_left(ends, at, key=lambda end: end.start())
        return ends[index] if index < len(ends) else None


# --- evening out


def _even(tokens: list[Token]) -> list[Token]:
    out: list[Token] = []
    stack: list[int] = []
    for token in tokens:
        if token.kind == "open" and len(stack) < DEEPEST:
            stack.append(len(out))
            out.append(token)
        elif token.kind == "close":
            _close(token, out, stack)
        else:
            out.append(_as_text(token) if token.kind == "open" else token)
    for index in stack:
        out[index] = _as_text(out[index])
    return out


def _close(token: Token, out: list[Token], stack: list[int]) -> None:
    """Close the nearest open tag of this name. A block closes what is open in it; nothing reaches out of a block."""
    for place in range(len(stack) - 1, -1, -1):
        opened = out[stack[place]]
        if opened.name == token.name:
            for index in reversed(stack[place + 1 :] if token.name in BLOCK else []):
                out.append(Token("close", "", out[index].name))
            del stack[place : None if token.name in BLOCK else place + 1]
            out.append(token)
            return
        if opened.name in BLOCK:
            break
    out.append(_as_text(token))


def _as_text(token: Token) -> Token:
    return replace(token, kind="text")
