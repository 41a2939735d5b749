"""What the other apps do when somebody deletes their account.

The accounts know nothing of campaigns or posts; each app that holds something of a person's registers the dotted path
of a function from its AppConfig, for one of three moments:

    farewells.register("story.services.farewell.forget_writer", farewells.FORGET, order=50)

- HINDER, before anything is done: takes the user, answers with a `Hindrance` for everything that has to be settled.
- LEAVE, while the account is still what it was: takes (user, at); the person goes as anybody may go.
- FORGET, when nothing of the person is left in the account: takes a `Farewell`; deletes what was the person's alone,
  and takes the person's names out of what stays.

All of it happens in the transaction that ends the account; lower orders go first.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.utils.module_loading import import_string

if TYPE_CHECKING:
    from accounts.models import User

HINDER, LEAVE, FORGET = "hinder", "leave", "forget"


@dataclass(frozen=True, slots=True)
class Hindrance:
    """Why somebody cannot go yet, and where that can be changed."""

    words: str
    link: str


@dataclass(frozen=True, slots=True)
class Farewell:
    """Who has gone (the emptied account), the names they went by, and when."""

    user: User
    names: frozenset[str]
    at: datetime


_REGISTERED: dict[str, dict[str, int]] = defaultdict(dict)


def register(path: str, moment: str, *, order: int) -> None:
    """Call the function at this dotted path at that moment of each farewell; twice is the same as once."""
    _REGISTERED[moment][path] = order


def hindrances(user: User) -> list[Hindrance]:
    """Everything that keeps the user from going."""
    return [one for hinder in _functions(HINDER) for one in hinder(user)]


def leave(user: User, at: datetime) -> None:
    """The user goes, as anybody may go."""
    for function in _functions(LEAVE):
        function(user, at)


def forget(farewell: Farewell) -> None:
    """The user has gone: every registered function does its part."""
    for function in _functions(FORGET):
        function(farewell)


def _functions(moment: str) -> Iterator[Callable[..., Any]]:
    orders = _REGISTERED[moment]
    return (import_string(path) for path in sorted(orders, key=lambda one: (orders[one], one)))
