"""When each user last wrote something in a campaign, beside its battles: what the apps above this one know.

An app registers the dotted path of a function from its AppConfig:

    signs.register("story.signs.last_signs")

The function takes a campaign and answers, by user's id, the moment of the last thing the user wrote in it; one query.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import TYPE_CHECKING

from django.utils.module_loading import import_string

if TYPE_CHECKING:
    from campaign.models import Campaign

Signs = Iterable[tuple[int, datetime]]
SignsOf = Callable[["Campaign"], Signs]

_REGISTERED: list[str] = []


def register(path: str) -> None:
    """Ask the function at this dotted path; twice is the same as once."""
    if path not in _REGISTERED:
        _REGISTERED.append(path)


def signs_elsewhere(campaign: Campaign) -> Signs:
    """What every registered function knows of the campaign."""
    for path in _REGISTERED:
        function: SignsOf = import_string(path)
        yield from function(campaign)
