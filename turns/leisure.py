"""What there is to read without haste, beside what waits for somebody: scenes with something new in them.

An app that has something to read registers the dotted path of a function from its AppConfig:

    leisure.register("story.leisure.readings_of")

The function takes a user and answers a list of `Reading`, in a fixed number of queries.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.module_loading import import_string

if TYPE_CHECKING:
    from accounts.models import User
    from campaign.models import Campaign


@dataclass(frozen=True, slots=True)
class Reading:
    """Something to read: its title, how much of it is new, and where the new begins."""

    title: str
    campaign: Campaign
    url: str
    unread: int


ReadingsOf = Callable[["User"], list[Reading]]

_REGISTERED: list[str] = []


def register(path: str) -> None:
    """Ask the function at this dotted path; twice is the same as once."""
    if path not in _REGISTERED:
        _REGISTERED.append(path)


def readings_of(user: User) -> list[Reading]:
    """Everything new to the user, in the order in which the apps give it."""
    return [reading for path in _REGISTERED for reading in _function(path)(user)]


def _function(path: str) -> ReadingsOf:
    function: ReadingsOf = import_string(path)
    return function
