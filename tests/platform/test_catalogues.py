"""The translation catalogues: complete, without guesses, with the sources' placeholders, compiled as they stand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from babel.messages.catalog import Catalog

from scripts import messages

PLACEHOLDER = re.compile(r"%%|%\(\w+\)[sdgf]|%[sd]|\{\w*\}|</?\w+[^>]*>|&\w+;")
PAIRS = [("(", ")"), ("«", "»")]


@pytest.fixture(scope="module")
def sources() -> Catalog:
    return messages.template_catalogue()


@pytest.fixture(scope="module", params=messages.LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def texts(language: str) -> Iterator[tuple[Any, list[str], list[str]]]:
    """Each message, its texts in English and their translations, in the same order."""
    for message in messages.read(language):
        if message.id:
            english = [message.id] if isinstance(message.id, str) else list(message.id)
            translated = [message.string] if isinstance(message.string, str) else list(message.string)
            yield message, english, translated


def test_every_text_of_the_sources_is_translated(sources: Catalog, language: str) -> None:
    assert messages.missing(messages.read(language), sources) == []


def test_nothing_is_a_guess_and_nothing_is_left_over(sources: Catalog, language: str) -> None:
    known = messages.read(language)
    assert [message.id for message in known if message.fuzzy] == []
    assert [message.id for message in known if message.id and sources.get(message.id, message.context) is None] == []
    assert not known.obsolete


def test_a_translation_has_the_placeholders_of_its_text(language: str) -> None:
    for _message, english, translated in texts(language):
        assert len(english) == len(translated), english
        for text, translation in zip(english, translated, strict=True):
            assert sorted(PLACEHOLDER.findall(text)) == sorted(PLACEHOLDER.findall(translation)), text


def test_a_translation_begins_and_ends_like_its_text(language: str) -> None:
    for _message, english, translated in texts(language):
        for text, translation in zip(english, translated, strict=True):
            for edge in (0, -1):
                assert text[edge].isspace() == translation[edge].isspace(), text
            assert text.endswith((".", "…")) == translation.endswith((".", "…")), text
            assert text.endswith(":") == translation.endswith(":"), text


def test_nothing_is_shouted_and_every_sign_is_closed(language: str) -> None:
    for _message, english, translated in texts(language):
        for translation in translated:
            sign = translation.replace("n!", "") if any("n!" in one for one in english) else translation
            assert "!" not in sign and "¡" not in sign, translation
            assert all(translation.count(one) == translation.count(other) for one, other in PAIRS), translation
            assert ("¿" in translation) == translation.replace("»", "").endswith("?") or "? " in translation, (
                translation
            )
            assert not re.search(r'["“”]', translation), translation


def test_the_compiled_catalogue_is_the_written_one(language: str) -> None:
    assert messages.catalogue(language).with_suffix(".mo").read_bytes() == messages.compiled(language)
