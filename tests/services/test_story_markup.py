"""What is typed and what is shown: Markdown and BBCode, pasted texts, mentions, and what must never come out."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from markup import accents, cells
from markup.dice import stamped
from markup.plain import fold, folded, plain, to_markdown, to_xhtml
from markup.private import Broken, Piece, has_private, joined, pieces_of
from markup.render import render, tidy
from tests.hostile_words import (
    BOMBS,
    CODE,
    HOSTILE,
    KNOWN,
    LONGEST_FOLDED,
    NAMES,
    PIECES,
    runs,
    table,
    too_deep,
    too_large,
)


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


@pytest.mark.parametrize("text", HOSTILE)
def test_nothing_that_runs_comes_out(text):
    assert not runs(render(text, KNOWN))


@pytest.mark.parametrize("text", BOMBS, ids=range(len(BOMBS)))
def test_a_bomb_becomes_a_page_of_bounded_size(text):
    text = text[:20_000]
    html = render(text, KNOWN)
    assert not too_large(text, html) and not too_deep(text, html) and not runs(html)
    assert plain(text) is not None and to_markdown(text, {}) is not None
    assert len(folded(text)) <= LONGEST_FOLDED * len(text)


def test_a_table_that_would_be_far_larger_than_what_was_typed_is_shown_as_text():
    small = table(4, 8).split("\n\n")[0]
    assert "<table>" in render(small, KNOWN)
    assert cells.too_many(table(100, 200)) and "<table>" not in render(table(100, 200)[:20_000], KNOWN)
    quoted = "\n".join(f"> {line}" for line in table(100, 200)[:15_000].split("\n"))
    assert "<table>" not in render(quoted, KNOWN)


def test_accents_are_kept_but_not_piled_up_by_the_thousand():
    written = "a" + "\u0301" * accents.MOST
    assert accents.few(written) == written and accents.few("é… — 👍🏽" * 100) == "é… — 👍🏽" * 100
    assert tidy("a" + "\u0316\u0300" * 5_000 + "b") == "a" + "\u0316\u0300" * (accents.MOST // 2) + "b"
    assert fold("x" + "\u0316\u0300" * 5_000) == "x"
    assert has_private("[" + "pri\u0301\u0300" * 9_000 + "[private]")


MARKUP = st.lists(st.sampled_from(PIECES), max_size=60)


@settings(max_examples=300, deadline=None)
@given(MARKUP)
def test_every_mixture_is_rendered_safely_and_is_xml_after_all(parts):
    text = "".join(parts)
    html = render(text, KNOWN)
    assert not runs(html)
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
