"""What later apps show on a campaign's home page.

The campaign's home knows nothing of characters or battles; each app that has something to say there
registers the dotted path of a function from its AppConfig:

    class BattlesConfig(AppConfig):
        name = "battles"

        def ready(self) -> None:
            sections.register("battles.selectors.home_section", order=20)

The function takes (campaign, user) and answers a `Section`, or None where it has nothing for this reader.
Its template is included with the section's context beside the page's own (`campaign`, `role`, `directs`, `user`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from django.utils.module_loading import import_string

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from accounts.models import User
    from campaign.models import Campaign


@dataclass(frozen=True, slots=True)
class Step:
    """One line of the director's checklist for a new campaign: what to do, where, and whether it is done."""

    text: str
    link: str
    done: bool


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the home page: its template, what the template needs, and its steps of the checklist."""

    template: str
    context: Mapping[str, Any]
    steps: tuple[Step, ...] = field(default=())


SectionOf = Callable[["Campaign", "User | AnonymousUser"], Section | None]

_REGISTERED: dict[str, int] = {}


def register(path: str, *, order: int) -> None:
    """Show the section of the function at this dotted path; lower orders come first. Twice is the same as once."""
    _REGISTERED[path] = order


def registered() -> tuple[str, ...]:
    """The dotted paths, in the order in which their sections are shown."""
    return tuple(sorted(_REGISTERED, key=lambda path: (_REGISTERED[path], path)))


def sections_for(campaign: Campaign, user: User | AnonymousUser) -> tuple[Section, ...]:
    """Every section that has something for this reader."""
    found = (_function(path)(campaign, user) for path in registered())
    return tuple(section for section in found if section is not None)


def _function(path: str) -> SectionOf:
    function: SectionOf = import_string(path)
    return function
