"""The small elements of a board are escaped, whatever people call their units."""

from __future__ import annotations

from battles.drawing import Hit, Row, Word
from battles.templatetags.board import as_buttons, as_rows, as_texts

BAD = "\"><script>'&"
ESCAPED = "&quot;&gt;&lt;script&gt;&#x27;&amp;"


def test_names_stand_in_no_element_as_they_were_typed() -> None:
    buttons = as_buttons([Hit(BAD, BAD, BAD, pressed=True)])
    name = f'name="pick" value="{ESCAPED}" aria-label="{ESCAPED}"'
    assert buttons == f'<button class="{ESCAPED}" {name} aria-pressed="true"></button>'
    assert as_texts([Word(1, 2, BAD, "bd-word"), Word(3, 4, "A")]) == (
        f'<text class="bd-word" x="1" y="2">{ESCAPED}</text><text x="3" y="4">A</text>'
    )
    assert as_rows([Row(1, (BAD, ""))]) == f'<tr><th scope="row">1</th><td>{ESCAPED}</td><td></td></tr>'
