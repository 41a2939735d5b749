"""A turn's words as they are read, and what they cannot hold."""

from __future__ import annotations

import pytest

from rulebook.errors import Unreadable
from turns.narratives import as_html, as_markdown
from turns.services.limits import check_narrative


def test_words_become_html_and_markdown() -> None:
    assert as_html("**Up** [b]there[/b]") == "<p><strong>Up</strong> <strong>there</strong></p>"
    assert as_markdown("[b]there[/b]") == "**there**"
    assert as_html("") == ""


def test_what_is_private_is_shown_to_nobody_even_where_it_was_stored() -> None:
    """Words from an archive of another site may hold a passage."""
    stored = "Out. [private=Toki]In.[/private] Out again."
    assert "Out" in as_html(stored) and "again" in as_html(stored) and "In." not in as_html(stored)
    assert "In." not in as_markdown(stored)
    assert as_html("[private=Toki]never closed") == "" == as_markdown("[private]never closed")


@pytest.mark.parametrize(
    "text", ["[private=Toki]x[/private]", "[PRIVADO=Toki]x", "[director]x[/director]", "{private=a}"]
)
def test_words_with_anything_like_a_private_passage_are_refused(text: str) -> None:
    with pytest.raises(Unreadable) as refused:
        check_narrative(text)
    assert refused.value.code == "private-in-turn"


def test_a_bracket_that_is_escaped_or_means_nothing_may_stand() -> None:
    check_narrative(r"\[private] and [b]bold[/b] and a director (of plays)")
