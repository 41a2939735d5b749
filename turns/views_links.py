"""The pages behind the links in mails: without signing in, they say what would happen and do it at a button."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from zoneinfo import ZoneInfo

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import clock
from rulebook.errors import Refused, TooLate
from rulebook.saga.state import Unit
from rulebook.saga.steps import Rest, Step
from turns import links
from turns.band import penalty_words
from turns.composer import orders_of
from turns.doors import version_of
from turns.link_pages import dead, failed, hours
from turns.links import Meant
from turns.models import PlayKey
from turns.panels import panel_of
from turns.services import StaleBoard, play_turn, settle_if_due
from turns.sight import Sight, sight_of
from turns.views_play import step_lines
from turns.wording import said


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def link(request: HttpRequest, token: str, what: str) -> HttpResponse:
    """One of `play`, `rest` and `hours`, for the turn and the player that the token names. Only a POST acts."""
    received = clock.now()
    meant = links.meant_by(token)
    if meant is None or what not in (*PAGES, "hours"):
        raise Http404
    settle_if_due(meant.turn.battle_id, received)
    meant = links.meant_by(token)
    if meant is None:
        raise Http404
    request.zone_of_reader = True  # type: ignore[attr-defined]  # the footer offers no other zone
    with _as_read_by(meant):
        answer = _page(request, meant, what) if meant.alive else _sent_twice(request, meant) or dead(request, meant)
    answer["X-Robots-Tag"] = "noindex"
    answer["Cache-Control"] = "private, no-store"
    return answer


@contextmanager
def _as_read_by(meant: Meant) -> Iterator[None]:
    with translation.override(meant.user.language), timezone.override(ZoneInfo(meant.user.time_zone)):
        yield


def _page(request: HttpRequest, meant: Meant, what: str) -> HttpResponse:
    if what == "hours":
        return hours(request, meant)
    if meant.turn.battle.ruleset not in links.WHOLE_TURNS:
        raise Http404
    sight = sight_of(meant.turn.battle, meant.user)
    unit = sight.state.units.get(meant.turn.unit)
    if unit is None:
        return dead(request, meant)
    return PAGES[what](request, meant, sight, unit)


def _sent_twice(request: HttpRequest, meant: Meant) -> HttpResponse | None:
    """A button pressed twice: the first press closed the turn, and the second is told what it did."""
    if request.method != "POST":
        return None
    mine = PlayKey.objects.filter(user=meant.user, key=request.POST.get("key", ""), battle=meant.turn.battle_id)
    row = mine.select_related("post").first()
    if row is None or row.post is None:
        return None
    context = {"battle": meant.turn.battle, "unit": {"name": meant.turn.unit_name}, "post": row.post}
    return render(request, "turns/link_done.html", context)


def _about(meant: Meant, sight: Sight, unit: Unit) -> dict[str, Any]:
    return {
        "turn": meant.turn,
        "battle": sight.battle,
        "campaign": sight.battle.campaign,
        "unit": unit,
        "reader": meant.user,
        "version": version_of(sight),
        "key": secrets.token_urlsafe(16),
        "penalty": penalty_words(sight.next_penalty(unit)),
    }


def rest(request: HttpRequest, meant: Meant, sight: Sight, unit: Unit) -> HttpResponse:
    """The unit rests and its turn ends."""
    steps = (Rest(),)
    if request.method == "POST":
        return _play(request, meant, sight, unit, steps, "", meant.user.language)
    possible = links.may_rest(sight, unit) and unit.id in sight.ready
    context = _about(meant, sight, unit) | {"lines": _lines(sight, unit, steps) if possible else []}
    context["verb"] = _("Rest with %(unit)s") % {"unit": unit.name}
    return render(request, "turns/link_play.html", context)


def _lines(sight: Sight, unit: Unit, steps: tuple[Step, ...]) -> list[Any]:
    return list(step_lines(sight, panel_of(sight, unit, orders_of(steps))))


def play(request: HttpRequest, meant: Meant, sight: Sight, unit: Unit) -> HttpResponse:
    """What the player has prepared is played: an early turn that can be played now, or a finished draft."""
    found = links.prepared(sight, unit) if unit.id in sight.ready else None
    if request.method == "POST" and found is not None:
        return _play(request, meant, sight, unit, found.steps, found.text, found.language, found.fork)
    context = _about(meant, sight, unit) | {"verb": _("Play this turn"), "lines": []}
    if found is not None:
        rolls = found.panel.outlook is not None and found.panel.outlook.rolls > 0
        context |= {"lines": list(step_lines(sight, found.panel)), "text": found.text, "rolls": rolls}
    return render(request, "turns/link_play.html", context)


def _play(
    request: HttpRequest,
    meant: Meant,
    sight: Sight,
    unit: Unit,
    steps: tuple[Step, ...],
    text: str,
    language: str,
    fork: int = 0,
) -> HttpResponse:
    try:
        played = play_turn(
            battle_id=meant.turn.battle_id,
            unit=unit.id,
            player=meant.user,
            steps=steps,
            text=text,
            version=request.POST.get("version", ""),
            key=request.POST.get("key", ""),
            received_at=clock.now(),
            language=language,
            draft_fork=fork,
        )
    except StaleBoard:
        return failed(request, meant, _("The board has changed meanwhile. Look at it again before you act."), 409)
    except Refused as refused:
        return _refused(request, meant, sight, unit, refused)
    except PermissionDenied:
        return dead(request, meant)
    return render(request, "turns/link_done.html", {"battle": sight.battle, "unit": unit, "post": played.post})


def _refused(request: HttpRequest, meant: Meant, sight: Sight, unit: Unit, refused: Refused) -> HttpResponse:
    words = said(refused, sight.names, state=sight.state, unit=unit.id)
    return failed(request, meant, words, 409 if isinstance(refused, TooLate) else 422)


Page = Callable[[HttpRequest, Meant, Sight, Unit], HttpResponse]
PAGES: dict[str, Page] = {"play": play, "rest": rest}
