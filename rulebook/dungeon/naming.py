"""What models, cards and feats are called in a game's log, in both languages of the rules."""

from __future__ import annotations

import re

from rulebook.dungeon.catalogue import PROFILES, texts
from rulebook.dungeon.state import State
from rulebook.errors import Unreadable
from rulebook.text import Text

NUMBERED = re.compile(r"-\d+$")
KEYS = {texts(key, "en").name: key for key in PROFILES}
"""The profiles by their English names, in which records are written."""
EFFECTS = {"invisible-fury": Text("Puppet's Fury", "Furia de marionetas")}
"""What lasts on a model for a while and comes from no card."""


def name_of(state: State, key: str, language: str) -> str:
    """A model of the game by its own name or its card's and number; else an entry of the
    catalogue or an effect of no card; else the key itself.

    A model that was taken back with the step that brought it is known by its key alone.
    """
    model = state.models.get(key)
    if model is not None and model.name:
        return model.name
    kind = model.key if model is not None else NUMBERED.sub("", key)
    if kind not in PROFILES:
        return entry(key, language)
    number = key.removeprefix(kind).removeprefix("-")
    return f"{entry(kind, language)} {number}".strip()


def entry(key: str, language: str) -> str:
    """An entry of the catalogue, or an effect of no card; the key itself where it has no name."""
    if key in EFFECTS:
        return EFFECTS[key].say(language)
    try:
        return texts(key, language).name
    except Unreadable:
        return key


def in_language(written: str, language: str) -> str:
    """A model's name as it was written down in English, in another language; a name of somebody's own stays."""
    kind, _space, number = written.rpartition(" ")
    if written in KEYS:
        return texts(KEYS[written], language).name
    if kind in KEYS and number.isdecimal():
        return f"{texts(KEYS[kind], language).name} {number}"
    return written
