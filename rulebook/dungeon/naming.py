"""What models, cards and feats are called in a game's log, in both languages of the rules."""

from __future__ import annotations

from rulebook.dungeon.catalogue import texts
from rulebook.dungeon.state import State
from rulebook.errors import Unreadable


def name_of(state: State, key: str, language: str) -> str:
    """A model of the game by its own name or its card's and number; else an entry of the
    catalogue; else the key itself."""
    model = state.models.get(key)
    if model is not None and model.name:
        return model.name
    if model is None:
        return _entry(key, language)
    number = key.removeprefix(model.key).removeprefix("-")
    return f"{_entry(model.key, language)} {number}".strip()


def _entry(key: str, language: str) -> str:
    try:
        return texts(key, language).name
    except Unreadable:
        return key
