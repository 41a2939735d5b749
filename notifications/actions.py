"""What a reader can do about a notice with one more click, from the mail itself.

Notices know nothing of turns; an app that has something to offer registers the dotted path of a function from its
AppConfig:

    actions.register("turns.links.actions_for")

The function takes (notice, now) and answers actions, in the order in which they are shown. It is asked in the
reader's language when a mail is written, and decides itself what this notice's reader may still do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.utils.module_loading import import_string

if TYPE_CHECKING:
    from notifications.models import Notice


@dataclass(frozen=True, slots=True)
class Action:
    """What a link does, in words, and its address; the page behind it asks before anything happens."""

    text: str
    link: str


ActionsOf = Callable[["Notice", datetime], Iterable[Action]]

_REGISTERED: list[str] = []


def register(path: str) -> None:
    """Ask the function at this dotted path for each notice that goes out by mail; twice is the same as once."""
    if path not in _REGISTERED:
        _REGISTERED.append(path)


def actions_for(notice: Notice, *, now: datetime) -> list[Action]:
    """Every action that is offered for this notice."""
    found: list[Action] = []
    for path in _REGISTERED:
        offered: ActionsOf = import_string(path)
        found += offered(notice, now)
    return found
