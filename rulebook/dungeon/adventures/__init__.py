"""The adventures that ship with the program."""

from functools import cache
from importlib import resources

from rulebook.dungeon.adventure import Adventure
from rulebook.dungeon.mapfile import parse_adventure
from rulebook.errors import Unreadable

KEYS = ("silent_ossuary", "ashen_seal", "gravecallers_court")


@cache
def source(key: str) -> str:
    """The text of an adventure's file. Raises `unknown-adventure`."""
    if key not in KEYS:
        raise Unreadable("unknown-adventure", f"There is no adventure {key!r}.", {"adventure": key})
    return resources.files(__name__).joinpath(f"{key}.txt").read_text(encoding="utf-8")


@cache
def shipped(key: str) -> Adventure:
    """An adventure of ours, read and checked. Raises `unknown-adventure`."""
    return parse_adventure(source(key))
