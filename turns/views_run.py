"""The director's units, played one after the other while the page is watched: progress, a stop, and going on.

One unit a request: nothing runs behind the page, so leaving it stops the run before the next unit and loses nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import clock
from accounts.signed_in import me
from battles.models import Battle
from turns import services
from turns.composer import orders_of
from turns.doors import directed_or_404
from turns.planner import orders_words
from turns.services import UnitRun
from turns.sight import Sight
from turns.views import PART
from turns.wording import said

MOST_DIGITS = 3
NEXT = ("next", "rest")
AGAIN = ("again", "again-rest")
REST = ("rest", "again-rest")
"""The buttons: the next unit or all that are left, as the run stands or after what stopped it."""


@dataclass(frozen=True, slots=True)
class Step:
    """One unit of a run: its name, what it does in words, the post that came of it, whether its turn is next."""

    name: str
    words: str
    post: int | None
    next: bool


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def run(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Where the run stands; the next unit, all that are left, a stop, or going on after one."""
    sight = directed_or_404(request, slug, code)
    found = services.run_of(sight.battle, me(request))
    if found is None:
        return redirect(address(sight.battle, "npc"))
    if request.method != "POST":
        return _page(request, sight, found)
    do = request.POST.get("do", "")
    if do == "stop":
        return _stop(request, sight.battle)
    if do in AGAIN:
        found = services.go_on(battle_id=sight.battle.pk, director=me(request), at=clock.now())
    if do in AGAIN or (do in NEXT and _number(request) == len(found.posts)):
        found = _play(request, sight.battle, len(found.posts), rest=do in REST)
    if request.headers.get(PART):
        return _page(request, directed_or_404(request, slug, code), found)
    return redirect(address(sight.battle, "npc-run"))


def address(battle: Battle, name: str) -> str:
    """The page of this name of a battle."""
    return reverse(f"turns:{name}", args=[battle.campaign.slug, battle.code])


def _number(request: HttpRequest) -> int:
    written = request.POST.get("number", "")
    return int(written) if written.isascii() and written.isdecimal() and len(written) <= MOST_DIGITS else -1


def _play(request: HttpRequest, battle: Battle, number: int, *, rest: bool) -> UnitRun:
    """The unit of this number, and with `rest` those after it until something stops the run."""
    about: dict[str, Any] = {"battle_id": battle.pk, "director": me(request)}
    found = services.play_next(number=number, received_at=clock.now(), **about)
    while rest and len(found.posts) == number + 1 and not found.done:
        number += 1
        found = services.play_next(number=number, received_at=clock.now(), **about)
    return found


def _stop(request: HttpRequest, battle: Battle) -> HttpResponse:
    found = services.stop_run(battle_id=battle.pk, director=me(request), at=clock.now())
    words = ngettext(
        "Stopped: %(count)d turn was played.", "Stopped: %(count)d turns were played.", len(found.posts)
    ) % {"count": len(found.posts)}
    untouched = _("What is left was not touched.")
    messages.success(request, f"{words} {untouched}" if found.left else words)
    return redirect(address(battle, "npc"))


def _page(request: HttpRequest, sight: Sight, found: UnitRun) -> HttpResponse:
    context = {
        "battle": sight.battle,
        "campaign": sight.battle.campaign,
        "run": found,
        "steps": _steps(sight, found),
        "now": sight.names.unit(found.next.unit) if found.next is not None else "",
        "failure": _failure(sight, found),
    }
    return render(request, "turns/_npc_run.html" if request.headers.get(PART) else "turns/npc_run.html", context)


def _steps(sight: Sight, found: UnitRun) -> list[Step]:
    played = len(found.posts)
    steps = []
    for number, turn in enumerate(found.turns):
        unit = sight.state.units.get(turn.unit)
        words = orders_words(sight, unit, orders_of(turn.steps)) if unit is not None else ""
        post = found.posts[number] if number < played else None
        steps.append(Step(sight.names.unit(turn.unit), words, post, number == played))
    return steps


def _failure(sight: Sight, found: UnitRun) -> str:
    """What stopped the run, in words: which unit, why."""
    if found.failure is None or found.next is None:
        return ""
    reason = _("the board has changed")
    if found.failure.code != "board-changed":
        reason = said(found.failure.refused(), sight.names, state=sight.state, unit=found.next.unit)
    return _("Stopped at %(unit)s: %(reason)s") % {"unit": sight.names.unit(found.next.unit), "reason": reason}
