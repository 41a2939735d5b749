"""Texts that somebody writes who means harm, and what must be true of whatever becomes of them."""

from __future__ import annotations

import re
from html.parser import HTMLParser

from markup.dice import is_roll
from markup.mentions import Name, Names
from markup.plain import VOID_TAGS
from markup.render import ALLOWANCE, MOST_GROWTH, Cast, Context, roll_chip, tidy
from markup.tags import DEEPEST, tokens_of

NAMES = Names(
    tuple(
        Name(text, f"/p/{number}/", number)
        for number, text in enumerate(["Eyra", "Þórr O'Brien", "J. R. Tolk", "Ярослав", "José María", "木村", "Ey"], 1)
    )
)
CODE = "a1b2c3d4e5f6"
KNOWN = Context(NAMES, {CODE: (40, 30)}, {CODE: Cast("2d6", "luck", 9, (((4, True), (5, True)),))})
DEEPEST_ELEMENT = 4 * DEEPEST
"""Twenty of our tags and twenty of Markdown's, each of which may bring a paragraph or an item along."""
LONGEST_FOLDED = 18
"""So many letters does one letter come to at most when it is taken apart for searching (U+FDFA)."""


def table(columns: int, rows: int) -> str:
    """A few tables in one text: each row is two characters long and has as many cells as the first."""
    one = "|" + "a|" * columns + "\n|" + "-|" * columns + "\n" + "|\n" * min(rows, 2 * columns) + "\n"
    return one * (20_000 // len(one) + 1)


HOSTILE = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "[url=javascript:alert(1)]x[/url]",
    "[url=JaVaScRiPt:alert(1)]x[/url]",
    "[x](javascript:alert(1))",
    "[x](data:text/html;base64,PHNjcmlwdD4=)",
    "[img]javascript:alert(1)[/img]",
    "[img]x\" onerror=\"alert(1)[/img]",
    "[url=https://a\" onmouseover=\"alert(1)]x[/url]",
    "[quote=\"><svg onload=alert(1)>]x[/quote]",
    "[spoiler=<svg/onload=alert(1)>]x[/spoiler]",
    "[email=x\" onclick=\"alert(1)]x[/email]",
    "![x\" onload=\"alert(1)](/pictures/a1b2c3d4e5f6/)",
    "[code]</code></pre><script>alert(1)</script>[/code]",
    "<<SCRIPT>alert(1)//<</SCRIPT>",
    "<a href=\"javascript&colon;alert(1)\">x</a>",
    "<style>@import 'x'</style><iframe src=x></iframe><form action=x><input>",
    "\ue0000\ue001\ue0001\ue001",
    "[b]\ue00099\ue001[/b]",
    "[roll 1d6 <script>alert(1)</script>]",
    "@Eyra<script>",
    "[url=//evil.example]x[/url]",
    "[x](//evil.example)",
    "[x](\\\\evil.example)",
    "[x](account/logout/)",
    "<//evil.example>",
]  # fmt: skip
BOMBS = [
    "[" * 20_000, "![" * 10_000, "[b]" * 6_000, "[quote]" * 2_800, "> " * 10_000, "<div>" * 4_000, "*a**" * 5_000,
    "`a" * 10_000, "".join("`" * (n % 150) + "a" for n in range(260)), "[img]" * 4_000, "[code]" * 3_000, "&" * 20_000,
    "[](" * 6_000, "[a](b " * 3_000, "|a" * 10_000 + "\n" + "|-" * 100, "[list]" * 20 + "[*]" * 6_000, "@Eyra " * 3_300,
    "[roll 1d6]" * 2_000, "- " * 10_000, "\\" * 20_000, "~~" * 10_000, "[url=" * 4_000, "(" * 20_000, "_a " * 6_600,
    *(table(columns, 20_000 // columns) for columns in (20, 100, 700, 2_000)), "a" + "\u0316\u0300" * 10_000,
    "a" + "\u0300" * 9_990 + "\u0316" * 9_990, "\ufdfa" * 20_000, "@Eyra" + "\u0301\u0327" * 9_000, "\ud7a3" * 20_000,
]  # fmt: skip
PIECES = [
    "[b]", "[/b]", "[quote=Eyra]", "[/quote]", "[i]", "[/i]", "[list]", "[*]", "[/list]", "[code]", "[/code]", "**",
    "*", "`", "```\n", "\n\n", "> ", "- ", "<b>", "&amp;", "@Eyra", "[url=http://a.example]", "[/url]", "[spoiler]",
    "[/spoiler]", "text", " ", "[roll 1d6 x]", "![a](b)", "|", "---\n", "# ", "\ue000", "[private]",
]  # fmt: skip
ALLOWED = re.compile(
    r"</?(?:a|blockquote|br|code|details|em|hr|img|li|ol|p|pre|s|span|strong|sub|summary|sup|table|tbody|td|th|thead|tr|u|ul)"
    r"(?: (?:href|src|alt|width|height|loading|class|rel|start)=\"[^\"<>]*\")*>"
)


def runs(html: str) -> str:
    """Why something in this HTML might run or lead astray; empty when nothing does."""
    if "<" in ALLOWED.sub("", html):
        return f"an element that is none of ours: {ALLOWED.sub('', html)[:300]}"
    tags = " ".join(found.group() for found in ALLOWED.finditer(html))
    if strange := re.search(r"(?:href|src)=\"(?!https?://|mailto:|/)[^\"]*", tags):
        return f"an address of another kind: {strange.group()[:300]}"
    return "an address without its protocol" if '<a href="//' in html else ""


def too_large(text: str, html: str) -> str:
    """Whether more came out than may; rolls that were thrown are shown with their dice, whatever was typed."""
    rolls = sum(len(roll_chip(token, KNOWN)) for token in tokens_of(tidy(text)) if is_roll(token))
    most = MOST_GROWTH * len(text) + ALLOWANCE + rolls
    return f"{len(html)} characters of {len(text)}; {most} are allowed" if len(html) > most else ""


def too_deep(text: str, html: str) -> str:
    """Whether tags stand deeper in each other than may be, or are left open."""
    depth = deepest = 0
    for token in tokens_of(text):
        depth += {"open": 1, "close": -1}.get(token.kind, 0)
        deepest = max(deepest, depth)
    if depth or deepest > DEEPEST:
        return f"tags {deepest} deep, {depth} left open"
    elements = _Depth()
    elements.feed(html)
    elements.close()
    return f"elements {elements.deepest} deep" if elements.deepest > DEEPEST_ELEMENT else ""


class _Depth(HTMLParser):
    """How deep elements stand in each other."""

    def __init__(self) -> None:
        super().__init__()
        self.depth = self.deepest = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.depth += tag not in VOID_TAGS
        self.deepest = max(self.deepest, self.depth)

    def handle_endtag(self, tag: str) -> None:
        self.depth -= tag not in VOID_TAGS
