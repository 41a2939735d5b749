"""What models are called in records and in the reader's language."""

from __future__ import annotations

import pytest

from rulebook.dungeon.catalogue import PROFILES, texts
from rulebook.dungeon.invisible.doing import FURY
from rulebook.dungeon.naming import in_language, name_of
from tests.rulebook.dungeon.arena import Arena


@pytest.mark.parametrize("key", sorted(PROFILES))
def test_a_name_written_down_in_english_is_found_in_every_language(key: str) -> None:
    english = texts(key, "en").name
    assert in_language(english, "es") == texts(key, "es").name
    assert in_language(f"{english} 12", "es") == f"{texts(key, 'es').name} 12"
    assert in_language(english, "en") == english


@pytest.mark.parametrize("name", ["", "Mother", "Bone Guard the Elder", "12", "Bruna Halgerd junior"])
def test_a_name_of_somebodys_own_stays(name: str) -> None:
    assert in_language(name, "es") == name


@pytest.mark.parametrize(("language", "name"), [("en", "Puppet's Fury"), ("es", "Furia de marionetas")])
def test_what_the_invisible_overlord_lays_on_a_model_has_a_name(language: str, name: str) -> None:
    assert name_of(Arena(heroes={"bruna": ((1, 1), "E")}).state, FURY, language) == name
