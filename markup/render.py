"""From what was typed to what is shown: BBCode tags become marks, Markdown is rendered, everything is cleaned.

HTML that somebody types is text. What our own tags become stands aside, numbered, while Markdown is rendered, and is
put in afterwards; then nh3 lets through what is listed here and nothing else. The result is never longer than five
times the input: what would be is shown as plain text.
"""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import nh3
from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token as Node

from markup import accents, cells
from markup.dice import is_roll, roll_tag
from markup.mentions import Names
from markup.tags import DROPPED, Token, tokens_of

MOST_GROWTH = 5
ALLOWANCE = 400
SHOWN_DICE = 30
# A mark within a line ends one way; one that stands in a paragraph of its own, which then goes, another.
WITHIN = "\ue000{}\ue001"
APART = "\ue000{}\ue004"
MARK = re.compile("\ue000(\\d{1,6})[\ue001\ue004]")
ALONE = re.compile("<p>\ue000(\\d{1,6})\ue004</p>\n?")
FORBIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f\ue000-\ue004]")
ADDRESS = re.compile(r"https?://[^\s<>\"'\]\ue000-\ue004]{1,1000}")
# A bracket that begins no link would make the parser look for one; thousands of them, for very long. The same goes for
# stars: nobody emphasises a thousand words in one post.
BRACKET = re.compile(r"\\?\[(?!(?<!\\\[)[^\[\]\n]{0,300}\]\((?:[^()\[\]\s]|\([^()\[\]\s]*\)){1,1000}[)\s])")
MOST_STARS = 2_000
MOST_BLOCKS = 500
PICTURE = re.compile(r"/pictures/([0-9a-f]{12})/?$")
PICTURE_SOURCE = re.compile(r'src="/pictures/([0-9a-f]{12})/"')
PICTURE_CODE = re.compile(r"/pictures/([0-9a-f]{12})\b")

TAGS = {
    "a", "blockquote", "br", "code", "details", "em", "hr", "img", "li", "ol", "p", "pre", "s", "span", "strong", "sub",
    "summary", "sup", "table", "tbody", "td", "th", "thead", "tr", "u", "ul",
}  # fmt: skip
ATTRIBUTES = {"a": {"href"}, "img": {"src", "alt", "width", "height", "loading"}, "ol": {"start"}}
CLASSES = {
    "span": {"roll", "secret", "faces", "mention"},
    "a": {"mention"},
    "details": {"spoiler"},
    "p": {"quote-of", "heading"},
}
CLEANER = nh3.Cleaner(
    tags=TAGS,
    attributes=ATTRIBUTES,
    allowed_classes=CLASSES,
    url_schemes={"http", "https", "mailto"},
    link_rel="nofollow noopener noreferrer ugc",
)


@dataclass(frozen=True, slots=True)
class Cast:
    """A roll as a reader may see it; `total` None where the result is not for them."""

    expression: str
    reason: str
    total: int | None = None
    groups: tuple[tuple[tuple[int, bool], ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Context:
    """What the text may point to: names of people, uploaded pictures by code (width, height), rolls by code."""

    names: Names = field(default_factory=Names)
    pictures: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    rolls: Mapping[str, Cast] = field(default_factory=dict)


def tidy(text: str) -> str:
    """The text with plain line ends and without characters that nobody can have meant, heaps of accents among them."""
    return accents.few(FORBIDDEN.sub("", text.replace("\r\n", "\n").replace("\r", "\n")))


def render(text: str, context: Context) -> str:
    """The text as safe HTML."""
    text = tidy(text)
    writer = _Writer(context)
    marked = "".join(writer.write(token) for token in tokens_of(text))
    if marked.count("*") > MOST_STARS:
        marked = marked.replace("*", "\ue003")
    markdown = WITHOUT_TABLES if cells.too_many(marked) else MARKDOWN
    page = markdown.render(marked, {"context": context}).replace("\ue002", "[").replace("\ue003", "*")
    page = ALONE.sub(lambda mark: writer.put(mark), page)
    page = MARK.sub(lambda mark: writer.put(mark), page)
    clean = CLEANER.clean(page).strip()
    if len(clean) > MOST_GROWTH * len(text) + ALLOWANCE + writer.dice:
        return _plain(text)
    return clean


def _plain(text: str) -> str:
    return f"<p>{html.escape(text, quote=False)}</p>"


# --- our own tags


class _Writer:
    """Turns tokens into Markdown with numbered marks and keeps what they stand for. `dice`: how long the rolls are."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.aside: list[str] = []
        self.lists: list[str] = []
        self.dice = 0
        self.blocks = 0

    def put(self, mark: re.Match[str]) -> str:
        """What a mark stands for."""
        number = int(mark[1])
        return self.aside[number] if number < len(self.aside) else ""

    def mark(self, markup: str, *, block: bool = False) -> str:
        """A number to stand in the text for this markup; a block's stands in a paragraph of its own."""
        self.blocks += block
        if self.blocks > MOST_BLOCKS and block:
            return "\n"
        self.aside.append(markup)
        number = len(self.aside) - 1
        return f"\n\n{APART.format(number)}\n\n" if block else WITHIN.format(number)

    def write(self, token: Token) -> str:
        """One token as Markdown."""
        if token.kind == "text":
            return BRACKET.sub("\ue002", token.raw)
        if token.kind == "verbatim":
            return token.raw
        if token.name in DROPPED:
            return ""
        if is_roll(token):
            return self._roll(token)
        if token.kind == "void":
            return self._void(token)
        return self._open(token) if token.kind == "open" else self._close(token)

    def _roll(self, token: Token) -> str:
        shown = roll_chip(token, self.context)
        self.dice += len(shown)
        return self.mark(shown)

    def _void(self, token: Token) -> str:
        if token.name == "code":
            return _fenced(token.argument)
        if token.name == "img":
            return self.mark(picture_or_link(token.argument.strip(), "", self.context))
        if token.name == "*":
            return self.mark("<li>", block=True) if self.lists else token.raw
        return self.mark("<hr>", block=True) if token.name == "hr" else self.mark("<br>")

    def _open(self, token: Token) -> str:
        if token.name in SIMPLE:
            return self.mark(f"<{SIMPLE[token.name]}>")
        if token.name in ("url", "email"):
            return self.mark(_link_open(token))
        if token.name == "quote":
            return self.mark(f"<blockquote>{quote_of(token.argument)}", block=True)
        if token.name == "spoiler":
            title = html.escape(_unquoted(token.argument)) or "Spoiler"
            return self.mark(f'<details class="spoiler"><summary>{title}</summary>', block=True)
        self.lists.append("ol" if token.argument.lstrip("= ")[:1] in ("1", "a", "A", "i", "I") else "ul")
        return self.mark(f"<{self.lists[-1]}>", block=True)

    def _close(self, token: Token) -> str:
        if token.name in SIMPLE:
            return self.mark(f"</{SIMPLE[token.name]}>")
        if token.name in ("url", "email"):
            return self.mark("</a>")
        if token.name == "list":
            return self.mark(f"</{self.lists.pop() if self.lists else 'ul'}>", block=True)
        return self.mark("</blockquote>" if token.name == "quote" else "</details>", block=True)


SIMPLE = {"b": "strong", "i": "em", "u": "u", "s": "s", "sub": "sub", "sup": "sup"}


def _fenced(code: str) -> str:
    longest = max((len(run) for run in re.findall("`+", code)), default=0)
    fence = "`" * max(3, longest + 1)
    body = code.strip("\n")
    return f"\n\n{fence}\n{body}\n{fence}\n\n"


def _link_open(token: Token) -> str:
    wanted = _unquoted(token.argument)
    if token.name == "email" and wanted and not wanted.startswith("mailto:"):
        wanted = f"mailto:{wanted}"
    return f'<a href="{html.escape(wanted)}">' if _may_lead_to(wanted) else "<a>"


def _may_lead_to(address: str) -> bool:
    return bool(re.match(r"(?:https?://|mailto:|/(?!/))", address, re.IGNORECASE))


def _unquoted(argument: str) -> str:
    return argument.strip().removeprefix("=").strip().strip("\"'“”«»").strip()


QUOTED = re.compile(r"""=?\s*["'“«]?(?P<name>[^"”»;#]{0,120})["'”»]?\s*[;#,]?\s*(?:post=?)?(?P<code>[0-9a-f]{12})?""")


# What forums write beside the name: where the quoted post stood, and when.
NAMED = re.compile(r"""(?:name|author)\s*=\s*(?:"(?P<double>[^"]*)"|'(?P<single>[^']*)'|(?P<bare>.*))""", re.IGNORECASE)
BESIDE = re.compile(
    r"""(?:, post:|["']?\s+(?:post|post_id|pid|user_id|link|time|timestamp|date|dateline)\s*=).*""", re.DOTALL
)


def quoted_from(argument: str) -> tuple[str, str]:
    """Whom a [quote=…] names, and the code of the post it was taken from; each may be empty."""
    written = argument.strip()
    if named := NAMED.match(written):
        return BESIDE.sub("", named["double"] or named["single"] or named["bare"] or "")[:120].strip(" ,'"), ""
    found = QUOTED.match(written)
    if found is None:
        return "", ""
    return BESIDE.sub("", found["name"]).strip(" ,'"), found["code"] or ""


def quote_of(argument: str) -> str:
    """The line above a quote that says whose words they are."""
    name, code = quoted_from(argument)
    if not name:
        return ""
    shown = html.escape(name)
    return f'<p class="quote-of">{f"<a href=/posts/{code}/>{shown}</a>" if code else shown}:</p>'


def picture_or_link(source: str, words: str, context: Context) -> str:
    """One of our own pictures; anything else is a link, for other sites' pictures would tell them who reads."""
    ours = PICTURE.match(source)
    if ours and ours[1] in context.pictures:
        width, height = context.pictures[ours[1]]
        alt = html.escape(words)
        return f'<img src="/pictures/{ours[1]}/" alt="{alt}" width="{width}" height="{height}" loading="lazy">'
    shown = html.escape(words or source)
    return f'<a href="{html.escape(source)}">{shown}</a>' if _may_lead_to(source) else shown


def roll_chip(token: Token, context: Context) -> str:
    """A roll with its result, if it was thrown and the reader may know; else what is to be thrown."""
    tag = roll_tag(token)
    cast = context.rolls.get(tag.code) if tag.code else None
    css = "roll secret" if tag.secret else "roll"
    if cast is None:
        return f'<span class="{css}">{html.escape(tag.argument)}</span>'
    reason = f" {html.escape(cast.reason)}" if cast.reason else ""
    head = f'<span class="{css}">{html.escape(cast.expression)}{reason}:'
    if cast.total is None:
        return f"{head} <strong>?</strong></span>"
    return f'{head} <strong>{cast.total}</strong> <span class="faces">({_faces(cast)})</span></span>'


def _faces(cast: Cast) -> str:
    return "; ".join(_group(group) for group in cast.groups)


def _group(group: tuple[tuple[int, bool], ...]) -> str:
    shown = ", ".join(str(face) if kept else f"<s>{face}</s>" for face, kept in group[:SHOWN_DICE])
    return shown + ("…" if len(group) > SHOWN_DICE else "")


# --- Markdown


class _Markdown(MarkdownIt):
    """Links lead where ours do; others stay the text that they were."""

    def validateLink(self, url: str) -> bool:
        return _may_lead_to(url)


def _markdown() -> MarkdownIt:
    """CommonMark with tables, as forum writers expect it: a line end is one, an indented line is no code.

    Left out: link definitions and underlined headings, which make a line of prose disappear or shout.
    """
    made = _Markdown("js-default", {"html": False, "breaks": True, "maxNesting": 20})
    made.disable(["code", "lheading", "reference"])
    made.core.ruler.after("inline", "ours", _ours)
    made.add_render_rule("heading_open", lambda *_: '<p class="heading"><strong>')
    made.add_render_rule("heading_close", lambda *_: "</strong></p>\n")
    return made


def _ours(state: StateCore) -> None:
    """In running text: addresses become links, names people, pictures of other sites links."""
    context: Context = state.env["context"]
    for node in state.tokens:
        if node.type == "inline" and node.children:
            node.children = _children(node.children, context)


def _children(nodes: list[Node], context: Context) -> list[Node]:
    out: list[Node] = []
    links = 0
    for node in nodes:
        links += node.nesting if node.type in ("link_open", "link_close") else 0
        if node.type == "text" and not links:
            out.extend(_text(node, context))
        elif node.type == "image":
            out.append(_raw(picture_or_link(str(node.attrs.get("src", "")), node.content, context)))
        else:
            out.append(node)
    return out


def _text(node: Node, context: Context) -> list[Node]:
    out: list[Node] = []
    at = 0
    content = node.content
    for found in _found(content, context):
        start, end, shown = found
        if start < at:
            continue
        out += [_plain_node(content[at:start]), _raw(shown)]
        at = end
    return [*out, _plain_node(content[at:])] if out else [node]


def _found(content: str, context: Context) -> list[tuple[int, int, str]]:
    found = [(one.start, one.end, one.html) for one in context.names.found_in(content)]
    if "://" in content:
        for link in ADDRESS.finditer(content):
            address = link.group().rstrip(".,;:!?)*_~")
            shown = html.escape(address)
            found.append((link.start(), link.start() + len(address), f'<a href="{shown}">{shown}</a>'))
    return sorted(found)


def _plain_node(content: str) -> Node:
    return Node("text", "", 0, content=content)


def _raw(markup: str) -> Node:
    return Node("html_inline", "", 0, content=markup)


def _rules(made: MarkdownIt) -> MarkdownIt:
    made.add_render_rule("html_inline", _html_inline)
    return made


def _html_inline(_renderer: Any, nodes: list[Node], index: int, _options: Any, _env: Any) -> str:
    """Only `_raw` makes these; with html off the parser never does."""
    return nodes[index].content


MARKDOWN = _rules(_markdown())
WITHOUT_TABLES = _rules(_markdown()).disable("table")
