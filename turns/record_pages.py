"""The pages of a battle's record as far as they are alike in every game: the chronicle, the director's undo."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from battles.models import Battle
from battles.selectors import commitment_of
from campaign.looking import Looking
from rulebook.errors import Refused
from turns.models import TurnPost
from turns.one_post import Reading
from turns.pictures import last_round
from turns.reports import report_beside
from turns.rounds import ROUND_BEGAN
from turns.selectors import standing_at
from turns.steps import LINES_SHOWN, Back, Line, around, listing, shown_step, step_to_go_back, take_back, told_of_undo

POSTS_SHOWN = 20


@dataclass(frozen=True, slots=True)
class Place(Generic[Line]):
    """Where a reader stands in a record: at which of its lines, counted from 1 (0 before all), and its rounds."""

    step: int
    lines: Sequence[Line]
    rounds: tuple[str, ...]

    @property
    def line(self) -> Line | None:
        """What happened there; nothing before all."""
        return self.lines[self.step - 1] if self.step else None

    @property
    def number(self) -> int:
        """The number of the event there; 0 before all."""
        return self.line.number if self.line else 0

    @property
    def newest(self) -> bool:
        """Whether nothing that the reader knows of came later."""
        return self.step == len(self.lines)


def place_in(request: HttpRequest, record: Sequence[tuple[int, Any, bool]], lines: Sequence[Line]) -> Place[Line]:
    """The place that `?round=` or `?step=` names; the newest where neither does."""
    ends = _round_ends(record, lines)
    step = ends.get(request.GET.get("round", ""), 0) or shown_step(request, len(lines))
    return Place(step, lines, tuple(ends))


def _round_ends(record: Sequence[tuple[int, Any, bool]], lines: Sequence[Line]) -> dict[str, int]:
    """The last step of each round, by its number as an address has it; what was taken back and played again counts as
    it was played again."""
    began = [(number, event.round) for number, event, undone in record if event.kind == ROUND_BEGAN and not undone]
    after = ([number for number, _round in began[1:]] + [0])[: len(began)]
    return {
        str(round_): sum(line.number < end for line in lines) if end else len(lines)
        for (_number, round_), end in zip(began, after, strict=True)
    }


def chronicle_context(
    request: HttpRequest,
    sight: Reading,
    looking: Looking,
    place: Place[Any],
    *,
    round_: int,
    shown_posts: Callable[[list[TurnPost]], Sequence[object]],
) -> dict[str, Any]:
    """What every chronicle shows at a place in its record; `round_` is the one it is in."""
    rows = TurnPost.objects.filter(battle=sight.battle).select_related("author", "played_for").order_by("-number")
    page = Paginator(rows, POSTS_SHOWN).get_page(request.GET.get("page"))
    return {
        "battle": sight.battle,
        "campaign": sight.battle.campaign,
        "sight": sight,
        "looking": looking,
        "step": place.step,
        "steps": len(place.lines),
        "line": place.line,
        "lines": around(place.lines, place.step),
        "cut": len(place.lines) > LINES_SHOWN,
        "rounds": place.rounds,
        "picked_round": str(round_),
        "posts": shown_posts(list(page)),
        "page": page,
        "commitment": commitment_of(sight.battle),
        "last_round": last_round(sight.battle),
        "report": report_beside(sight.battle, round_),
    }


def history_page(
    request: HttpRequest,
    sight: Reading,
    lines: Sequence[Line],
    *,
    preview: Callable[[Back[Line], str], HttpResponse],
    said: Callable[[Refused], str],
) -> HttpResponse:
    """The whole record; from a step of it, what going back before it would change (`preview`), or the act itself.

    `preview` is called with the step and with why the act was refused, in words; empty where it was not tried.
    """
    back = step_to_go_back(request, sight.battle, lines)
    if back is None:
        return render(request, "turns/history.html", listing(request, sight.battle, lines) | {"sight": sight})
    if request.method != "POST":
        return preview(back, "")
    try:
        take_back(request, sight.battle, back.raw)
    except Refused as refused:
        return preview(back, said(refused))
    messages.success(request, _("Taken back. The record keeps what was undone, and every roll."))
    return redirect(sight.battle)


def posts_to_go(battle: Battle, to: int, *, in_part: bool = False) -> list[TurnPost]:
    """The posts that an undo to this event would take back, with those of which only a part would go if wanted."""
    stands = standing_at(battle, to)
    rows = TurnPost.objects.filter(battle=battle, undone_at__isnull=True).order_by("number")
    return [row for row in rows if (row.last_event if in_part else row.first_event) not in stands]


def undo_page(
    request: HttpRequest, sight: Reading, back: Back[Any], template: str, *, error: str, **shown: Any
) -> HttpResponse:
    """The preview of an undo: `shown` is what it would change, in the game's own terms; 409 after a refusal."""
    context = {
        "battle": sight.battle,
        "campaign": sight.battle.campaign,
        "sight": sight,
        "step": back.step,
        "line": back.line,
        "told": told_of_undo(request, sight.battle),
        "error": error,
        "reason": request.POST.get("reason", ""),
        **shown,
    }
    return render(request, template, context, status=409 if error else 200)


def no_such_undo(request: HttpRequest, sight: Reading, why: str) -> HttpResponse:
    """Nothing can be taken back from there: the whole record again, with the reason."""
    messages.error(request, why)
    return redirect("turns:history", sight.battle.campaign.slug, sight.battle.code)
