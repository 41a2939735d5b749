"""What a director's act on a battle is, and those acts that are the same whatever game is played."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from accounts.models import User
from rulebook.errors import Unreadable
from turns import services

Sight = TypeVar("Sight")
Unit = TypeVar("Unit")
About = dict[str, Any]
"""What every verb of a battle is told: `battle_id`, `at`, `version`."""


@dataclass(frozen=True, slots=True)
class Act(Generic[Sight, Unit]):
    """One of the director's acts: its title, what it means, what its form asks, and the verb behind it.

    `asks` names fields of the form; `units` says for which units it can be done.
    """

    title: Promise
    means: tuple[Promise, ...]
    button: Promise
    asks: tuple[str, ...]
    units: Callable[[Sight], list[Unit]] | None
    run: Callable[[Sight, User, Mapping[str, str], About], object]


def pause(_sight: object, user: User, data: Mapping[str, str], about: About) -> None:
    services.pause(reason=data.get("reason", ""), director=user, **about)


def resume(_sight: object, user: User, _data: Mapping[str, str], about: About) -> None:
    services.resume(battle_id=about["battle_id"], user=user, at=about["at"])


def take_over(_sight: object, user: User, data: Mapping[str, str], about: About) -> None:
    services.take_over(unit=data["unit"], reason=data.get("reason", ""), director=user, **about)


def hand_back(_sight: object, user: User, data: Mapping[str, str], about: About) -> None:
    services.hand_back(unit=data["unit"], director=user, **about)


def extend(_sight: object, user: User, data: Mapping[str, str], about: About) -> None:
    """Raises Unreadable `bad-hours` for what is no number, and what `services.extend` raises."""
    try:
        hours = float(data.get("hours", "").replace(",", "."))
    except ValueError as wrong:
        raise Unreadable("bad-hours", "No number of hours.", {"hours": data.get("hours", "")}) from wrong
    services.extend(unit=data["unit"], hours=hours, reason=data.get("reason", ""), director=user, **about)


def end(_sight: object, user: User, data: Mapping[str, str], about: About) -> None:
    services.end_battle(winner=data.get("winner") or None, reason=data.get("reason", ""), director=user, **about)


PAUSE: Act[Any, Any] = Act(
    gettext_lazy("Pause the battle"),
    (
        gettext_lazy("Every clock stops and keeps what is left."),
        gettext_lazy("Until you resume it nobody but you acts; players may still prepare and change early turns."),
        gettext_lazy("Everybody in the battle gets a notice with the reason."),
    ),
    gettext_lazy("Pause the battle"),
    ("reason",),
    None,
    pause,
)
RESUME: Act[Any, Any] = Act(
    gettext_lazy("Resume the battle"),
    (
        gettext_lazy("Every clock runs on with what was left when it stopped."),
        gettext_lazy("Everybody in the battle gets a notice."),
    ),
    gettext_lazy("Resume the battle"),
    (),
    None,
    resume,
)
