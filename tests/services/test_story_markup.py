"""What is typed and what is shown: Markdown and BBCode, pasted texts, mentions, and what must never come out."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from markup.dice import stamped
from markup.mentions import Name, Names
from markup.plain import fold, folded, plain, to_markdown, to_xhtml
from markup.private import Broken, Piece, has_private, joined, pieces_of
from markup.render import ALLOWANCE, MOST_GROWTH, Cast, Context, render
from markup.tags import DEEPEST, tokens_of

NAMES = Names(
    tuple(
        Name(text, f"/p/{number}/", number)
        for number, text in enumerate(["Eyra", "Þórr O'Brien", "J. R. Tolk", "Ярослав", "José María", "木村", "Ey"], 1)
    )
)
CODE = "a1b2c3d4e5f6"
KNOWN = Context(NAMES, {CODE: (40, 30)}, {CODE: Cast("2d6", "luck", 9, (((4, True), (5, True)),))})


def shown(text: str) -> str:
    return re.sub(r' rel="[^"]+"', "", render(text, KNOWN))


SHOWN = [
        ("a **b** *c* ~~d~~", "<p>a <strong>b</strong> <em>c</em> <s>d</s></p>"),
        ("[b] bold [/b]and un[i]believ[/i]able", "<p><strong> bold </strong>and un<em>believ</em>able</p>"),
        ("one\ntwo", "<p>one<br>\ntwo</p>"),
        ("    indented by a word processor", "<p>indented by a word processor</p>"),
        ("[OOC]: see you\nA line\n---", "<p>[OOC]: see you<br>\nA line</p>\n<hr>"),
        ("[color=red]a[/color][size=200]b[/size][center]c[/center]", "<p>abc</p>"),
        ("[url=https://a.example/x]here[/url]", '<p><a href="https://a.example/x">here</a></p>'),
        ("see https://a.example/x?a=1&b=2.", '<p>see <a href="https://a.example/x?a=1&amp;b=2">https://a.example/x?a=1&amp;b=2</a>.</p>'),
        ("[code][b]x[/b] <i>[/code]", "<pre><code>[b]x[/b] &lt;i&gt;\n</code></pre>"),
        ("`[b]`", "<p><code>[b]</code></p>"),
        ("[b]never closed", "<p>[b]never closed</p>"),
        (r"\[b]plain\[/b]", "<p>[b]plain[/b]</p>"),
        ("# Loud", '<p class="heading"><strong>Loud</strong></p>'),
        ("“smart” — ‘quotes’… •\u00a0x", "<p>“smart” — ‘quotes’… •&nbsp;x</p>"),
        ("[spoiler=End]x[/spoiler]", '<details class="spoiler"><summary>End</summary><p>x</p>\n</details>'),
        ("[quote=Eyra]x[/quote]y", '<blockquote><p class="quote-of">Eyra:</p><p>x</p>\n</blockquote><p>y</p>'),
        ('[quote="Eyra, post: 12, member: 3"]x[/quote]', '<blockquote><p class="quote-of">Eyra:</p><p>x</p>\n</blockquote>'),  # noqa: E501
        *((f"[quote{argument}]x[/quote]", '<blockquote><p class="quote-of">Eyra Án:</p><p>x</p>\n</blockquote>') for argument in (  # noqa: E501
            ' name="Eyra Án" post=99', ' name="Eyra Án" post="99" timestamp="1700000000"', '="Eyra Án" post_id=9 time=1700000000 user_id=3',  # noqa: E501
            "=Eyra Án post_id=9 time=1700000000", " author=Eyra Án link=topic=1.msg2#msg2 date=1700000000", "='Eyra Án' pid='9' dateline='1700000000'",  # noqa: E501
            "=Eyra Án;1234",
        )),
        ("[list][*]a[*]b[/list]", "<ul><li><p>a</p>\n</li><li><p>b</p>\n</li></ul>"),
        (f"![map](/pictures/{CODE}/)", f'<p><img src="/pictures/{CODE}/" alt="map" width="40" height="30" loading="lazy"></p>'),  # noqa: E501
        ("![x](https://evil.example/p.png)", '<p><a href="https://evil.example/p.png">x</a></p>'),
        (f"[roll#{CODE} 2d6 luck]", '<p><span class="roll">2d6 luck: <strong>9</strong> <span class="faces">(4, 5)</span></span></p>'),  # noqa: E501
]  # fmt: skip


@pytest.mark.parametrize(("text", "html"), SHOWN)
def test_what_is_typed_is_shown(text, html):
    assert shown(text) == html


@pytest.mark.parametrize(
    ("text", "who"),
    [
        ("@Eyra!", {1}),
        ("@eyra and @EY", {1, 7}),
        ("@Þórr O’Brien.", {2}),
        ("(@J. R. Tolk)", {3}),
        ("@ЯРОСЛАВ", {4}),
        ("@Jose\u0301 Mari\u0301a", {5}),
        ("@木村、", {6}),
        ("me@Eyra.example @Eyrabble `@Eyra` [quote]@Eyra[/quote]\n> @Eyra", set()),
    ],
)
def test_names_of_every_script_are_mentioned(text, who):
    assert NAMES.mentioned_in(text) == who
    assert ('class="mention"' in render(text, KNOWN)) or not who


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
]  # fmt: skip
ALLOWED = re.compile(
    r"</?(?:a|blockquote|br|code|details|em|hr|img|li|ol|p|pre|s|span|strong|sub|summary|sup|table|tbody|td|th|thead|tr|u|ul)"
    r"(?: (?:href|src|alt|width|height|loading|class|rel|start)=\"[^\"<>]*\")*>"
)


@pytest.mark.parametrize("text", HOSTILE)
def test_nothing_that_runs_comes_out(text):
    html = render(text, KNOWN)
    assert "<" not in ALLOWED.sub("", html), html
    tags = " ".join(found.group() for found in ALLOWED.finditer(html))
    assert not re.search(r"(?:href|src)=\"(?!https?://|mailto:|/)", tags), html
    assert '<a href="//' not in html


BOMBS = [
    "[" * 20_000, "![" * 10_000, "[b]" * 6_000, "[quote]" * 2_800, "> " * 10_000, "<div>" * 4_000, "*a**" * 5_000,
    "`a" * 10_000, "".join("`" * (n % 150) + "a" for n in range(260)), "[img]" * 4_000, "[code]" * 3_000, "&" * 20_000,
    "[](" * 6_000, "[a](b " * 3_000, "|a" * 10_000 + "\n" + "|-" * 100, "[list]" * 20 + "[*]" * 6_000, "@Eyra " * 3_300,
    "[roll 1d6]" * 2_000, "- " * 10_000, "\\" * 20_000, "~~" * 10_000, "[url=" * 4_000, "(" * 20_000, "_a " * 6_600,
]  # fmt: skip


@pytest.mark.parametrize("text", BOMBS, ids=range(len(BOMBS)))
def test_a_bomb_becomes_a_page_of_bounded_size(text):
    text = text[:20_000]
    rolls = text.count("[roll") * 60
    assert len(render(text, KNOWN)) <= MOST_GROWTH * len(text) + ALLOWANCE + rolls
    assert plain(text) is not None and to_markdown(text, {}) is not None
    depth = deepest = 0
    for token in tokens_of(text):
        depth += {"open": 1, "close": -1}.get(token.kind, 0)
        deepest = max(deepest, depth)
    assert depth == 0 and deepest <= DEEPEST


MARKUP = st.lists(
    st.sampled_from(
        ["[b]", "[/b]", "[quote=Eyra]", "[/quote]", "[i]", "[/i]", "[list]", "[*]", "[/list]", "[code]", "[/code]", "**", "*",  # noqa: E501
         "`", "```\n", "\n\n", "> ", "- ", "<b>", "&amp;", "@Eyra", "[url=http://a.example]", "[/url]", "[spoiler]",
         "[/spoiler]", "text", " ", "[roll 1d6 x]", "![a](b)", "|", "---\n", "# ", "\ue000", "[private]"]
    ),
    max_size=60,
)  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(MARKUP)
def test_every_mixture_is_rendered_safely_and_is_xml_after_all(parts):
    text = "".join(parts)
    html = render(text, KNOWN)
    assert "<" not in ALLOWED.sub("", html), html
    tags = re.findall(r"<(/?)(\w+)[^>]*?(/?)>", to_xhtml(html))
    stack = []
    for closing, name, void in tags:
        if closing:
            assert stack.pop() == name
        elif not void:
            stack.append(name)
    assert not stack
    assert stamped(text, iter([CODE] * 60)).count("#") >= text.count("#")


class TestPrivate:
    @pytest.mark.parametrize(
        ("text", "pieces"),
        [
            ("a [private=Eyra, Toki]b[/private] c", [Piece("a "), Piece("b", ("Eyra", "Toki")), Piece(" c")]),
            ("[DIRECTOR]x[/director]", [Piece("x", ())]),
            ("[privado=Eyra]x[/privado]", [Piece("x", ("Eyra",))]),
            (r"\[private=Eyra] is how", [Piece(r"\[private=Eyra] is how")]),
            ("(director) the [director's cut]", [Piece("(director) the [director's cut]")]),
        ],
    )
    def test_passages_are_taken_apart(self, text, pieces):
        assert pieces_of(text) == pieces

    @pytest.mark.parametrize(
        "text",
        [
            "[private=Eyra]no end",
            "no beginning[/private]",
            "[private]nobody[/private]",
            "[private=]nobody[/private]",
            "[private=Eyra,]half[/private]",
            "[private=A][private=B]inside[/private][/private]",
            "[private=A]x[/director]",
            "[director=A]x[/director]",
            "[ private=Eyra]blank[/private]",
            "［private=Eyra］wide［/private］",
            "[pri\u200bvate=Eyra]hidden[/private]",
            "[private Eyra]no sign[/private]",
            "[private=Eyra\n]x[/private]",
            "{private=Eyra}x{/private}",
            "<private=Eyra>x</private>",
            "[privada=Eyra]x[/privada]",
            "[private=A]x[/private]" * 30,
        ],
    )
    def test_what_cannot_be_read_is_known_to_be_meant(self, text):
        assert has_private(text)
        with pytest.raises(Broken):
            pieces_of(text)

    @given(st.text(max_size=80), st.text(max_size=80))
    def test_what_is_cut_out_leaves_no_seam(self, left, right):
        whole = joined([left, right])
        assert "".join(whole.split()) == "".join((left + right).split())
        assert whole == joined([whole])


def test_words_are_searched_without_accents_capitals_and_markup():
    assert folded("[b]ÁRBOL[/b] un*believ*able [quote=Eyra]Ñandú[/quote]").startswith("arbol un believ able")
    assert fold("Ｆｕｌｌ ÅNGSTRÖM ﬁsh") == "full angstrom fish"


def test_a_scene_taken_away_as_markdown_is_markdown():
    text = f"[quote=Eyra]a\nb[/quote][b]c[/b] [url=http://x.example]y[/url] [roll#{CODE} 2d6 luck]\n[list][*]d[/list]"
    assert to_markdown(text, KNOWN.rolls) == (
        "> \n> **Eyra**\n> \n> a\n> b\n\n**c** [y](http://x.example) [2d6 luck: 9]\n\n- d"
    )
