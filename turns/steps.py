"""The steps of a battle's record on its pages, whatever game is played: which is shown, which to go back before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from accounts import clock
from accounts.models import User
from accounts.signed_in import me
from battles.models import Battle
from battles.selectors import players_in
from turns import services
from turns.models import TurnPost

LINES_SHOWN = 40


class Numbered(Protocol):
    """A line of the record: what happened with one event."""

    @property
    def number(self) -> int: ...


Line = TypeVar("Line", bound=Numbered)


@dataclass(frozen=True, slots=True)
class Back(Generic[Line]):
    """What an undo would go back before: the step and its line; none for going back before everything."""

    step: int
    line: Line | None

    @property
    def raw(self) -> int:
        """The number of the event that would stay the last; 0 for none."""
        return self.line.number - 1 if self.line else 0


def shown_step(request: HttpRequest, most: int) -> int:
    """The step of `?step=`; the last one where none is named, or a later one."""
    written = request.GET.get("step", "")
    return min(int(written), most) if _is_number(written) else most


def around(lines: Sequence[Line], step: int) -> list[tuple[int, Line]]:
    """The lines about a step, numbered, so many that a page is not too long."""
    start = max(0, min(step - LINES_SHOWN // 2, len(lines) - LINES_SHOWN))
    return list(enumerate(lines[start : start + LINES_SHOWN], start + 1))


def step_to_go_back(request: HttpRequest, battle: Battle, lines: Sequence[Line]) -> Back[Line] | None:
    """The step that a page of the history is about, by `to` or the beginning of `?post=`; None for the whole list.

    Raises Http404 for a step that the record does not have. A battle that is over has only its list, unless something
    was sent.
    """
    wanted = request.POST.get("to", "") or request.GET.get("to", "") or _beginning(request, battle, lines)
    over = battle.status != Battle.Status.RUNNING
    if not wanted or (over and request.method != "POST"):
        return None
    if not _is_number(wanted) or int(wanted) > len(lines):
        raise Http404
    step = int(wanted)
    return Back(step, lines[step - 1] if step else None)


def _beginning(request: HttpRequest, battle: Battle, lines: Sequence[Line]) -> str:
    number = request.GET.get("post", "")
    if not _is_number(number):
        return ""
    post = get_object_or_404(TurnPost, battle=battle, number=int(number))
    return next((str(step) for step, line in enumerate(lines, 1) if line.number >= post.first_event), "")


def _is_number(written: str) -> bool:
    return written.isdecimal() and len(written) <= 7


def listing(request: HttpRequest, battle: Battle, lines: Sequence[Line]) -> dict[str, Any]:
    """The whole record for the director, newest first, a page of it."""
    numbered = list(enumerate(lines, 1))[::-1]
    page = Paginator(numbered, LINES_SHOWN).get_page(request.GET.get("page"))
    return {"battle": battle, "campaign": battle.campaign, "page": page}


def told_of_undo(request: HttpRequest, battle: Battle) -> QuerySet[User]:
    """Who gets a notice when the reader takes something back."""
    return User.objects.filter(pk__in=players_in(battle)).exclude(pk=me(request).pk).order_by("pk")


def take_back(request: HttpRequest, battle: Battle, to_event: int) -> None:
    """Undo as the form says. Raises what `services.undo` raises."""
    services.undo(
        battle_id=battle.pk,
        director=me(request),
        to_event=to_event,
        reason=request.POST.get("reason", ""),
        at=clock.now(),
        version=request.POST.get("version", ""),
    )
