"""What else waits for somebody, beside the turns of battles: votes, tests, whatever an app above this one adds.

An app registers the dotted path of a function from its AppConfig:

    errands.register("story.errands.errands_of")

The function takes a user and answers a list of `Errand`, in a fixed number of queries while nothing waits. My turns,
the director's console and the count in the navigation ask all of them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.utils.module_loading import import_string

if TYPE_CHECKING:
    from accounts.models import User
    from campaign.models import Campaign


@dataclass(frozen=True, slots=True)
class Errand:
    """One thing to do: what kind (`chip`), what it is called, where, until when, and the words on its button.

    `directing`: it waits for the user as a director. `on_console`: it only says what the console lists one by one.
    """

    chip: str
    title: str
    campaign: Campaign
    url: str
    action: str
    due: datetime | None = None
    note: str = ""
    directing: bool = False
    on_console: bool = False


ErrandsOf = Callable[["User"], list[Errand]]

_REGISTERED: list[str] = []


def register(path: str) -> None:
    """Ask the function at this dotted path; twice is the same as once."""
    if path not in _REGISTERED:
        _REGISTERED.append(path)


def errands_of(user: User) -> list[Errand]:
    """Everything that waits for the user, the soonest due first, what has no due time last."""
    found = [errand for path in _REGISTERED for errand in _function(path)(user)]
    return sorted(found, key=lambda one: (one.due is None, one.due.timestamp() if one.due else 0))


def errands_for_director(user: User, campaign: Campaign) -> list[Errand]:
    """What waits for the user as a director of this campaign and is not on its console already."""
    mine = (one for one in errands_of(user) if one.directing and not one.on_console)
    return [one for one in mine if one.campaign.pk == campaign.pk]


def _function(path: str) -> ErrandsOf:
    function: ErrandsOf = import_string(path)
    return function
