"""The front page: one turn in three pictures, played by the rulebook itself, small and without a script of its own."""

from __future__ import annotations

import gzip
import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from battles.drawing import Drawing
from config.sample import frames

pytestmark = pytest.mark.django_db


def figures(drawing: Drawing) -> list[str]:
    return [word.text for token in drawing.tokens for word in token.texts if "/" in word.text]


def test_three_pictures_show_what_is_foreseen_what_was_rolled_and_the_answer() -> None:
    before, after, answered = frames("en")
    assert "under 83 on 1d100 (82 %)" in before.words and "STR 8 → 5" in before.words
    assert "needs < 83, rolls 41. Hit." in after.words
    assert "needs < 88, rolls 60. Hit." in answered.words
    assert "8/10" in figures(before.drawing) and "5/10" in figures(after.drawing)
    assert "13/10" in figures(after.drawing) and "13/8" in figures(answered.drawing)


def test_the_page_shows_them_with_their_words_in_both_languages(client: Client) -> None:
    for language, words in (("en", "rolls 41. Hit."), ("es", "saca 41. Acierto.")):
        page = client.get("/", headers={"accept-language": language}).content.decode()
        assert page.count("<figure>") == 3 and words in page
        assert page.count('role="img"') == 3
        assert all(re.findall(r'role="img" aria-label="([^"]*Torvald[^"]*)"', page))


def test_it_stays_small(client: Client) -> None:
    """Twelve kilobytes on the wire, five hundred elements."""
    page = client.get("/").content
    assert len(gzip.compress(page)) <= 12_000
    assert len(re.findall(rb"<[a-z]", page)) <= 500


def test_the_pictures_cost_no_query(client: Client) -> None:
    client.get("/")
    with CaptureQueriesContext(connection) as caught:
        client.get("/")
    assert not any("battles_battleevent" in query["sql"] or '"state"' in query["sql"] for query in caught)
