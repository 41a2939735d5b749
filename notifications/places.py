"""The campaigns that a reader may keep out of a channel.

Notices know campaigns by their address alone; the app that knows their names registers the dotted path of a function
from its AppConfig. It takes a user and answers (slug, name) for each campaign that the user belongs to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from django.utils.module_loading import import_string

if TYPE_CHECKING:
    from accounts.models import User

Names = Callable[["User"], Iterable[tuple[str, str]]]

_REGISTERED: list[str] = []


def register(path: str) -> None:
    """Ask the function at this dotted path; twice is the same as once."""
    if path not in _REGISTERED:
        _REGISTERED.append(path)


def places_of(reader: User) -> list[tuple[str, str]]:
    """The campaigns of this reader: address and name."""
    found: list[tuple[str, str]] = []
    for path in _REGISTERED:
        names: Names = import_string(path)
        found += names(reader)
    return found
