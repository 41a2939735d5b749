"""`manage.py play`: an adventure from its story to its end, in the terminal."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command


def played(*arguments: str) -> str:
    out = StringIO()
    call_command("play", "silent_ossuary", *arguments, stdout=out)
    return out.getvalue()


def test_an_adventure_is_told_to_its_end_with_the_overlords_reasons() -> None:
    told = played("--variant", "improved", "--seed", "5")
    lines = told.splitlines()
    assert lines[0] == "The Silent Ossuary"
    assert "have won" in told or "has won" in told
    assert any("IO-IMP-" in line for line in lines)
    assert any(line.startswith("      * ") for line in lines)


def test_the_same_seed_tells_the_same_game_and_another_another() -> None:
    assert played("--seed", "5") == played("--seed", "5")
    assert played("--seed", "5") != played("--seed", "6")


def test_it_is_told_in_spanish_and_without_the_candidates() -> None:
    told = played("--language", "es", "--no-tables")
    assert told.startswith("El osario silencioso")
    assert "ha ganado" in told or "han ganado" in told
    assert "      * " not in told
    assert "IO-OFF-" in told


def test_an_unknown_adventure_is_refused() -> None:
    with pytest.raises(CommandError, match="no_such_place"):
        call_command("play", "no_such_place")
