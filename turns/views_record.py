"""What a battle leaves to read: the chronicle with its replay, how a deadline was computed, and the director's undo."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from battles import board
from battles.models import Battle
from battles.selectors import commitment_of
from campaign.looking import Looking
from rulebook.errors import Refused
from rulebook.saga import Setup, event_from_json, setup_from_json
from rulebook.saga.history import states
from rulebook.saga.history import undo as undone
from rulebook.saga.state import State, Unit
from turns.chronicle import Line, lines_of
from turns.doors import directed_or_404, looked_or_404, seen_or_404, version_of
from turns.dungeon.rule_texts import RULES as DUNGEON_RULES
from turns.models import TurnPost
from turns.pictures import last_round
from turns.posts import shown_posts
from turns.record import record_of, round_ends
from turns.reports import report_beside
from turns.rule_texts import RULES
from turns.scenes import scene_of
from turns.sight import Sight, sight_at
from turns.steps import LINES_SHOWN, Back, around, listing, shown_step, step_to_go_back, take_back, told_of_undo
from turns.wording import language, said

POSTS_SHOWN = 20


@never_cache
@require_safe
def pulse(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """The reader's version of the battle, for an open page to notice that something has changed."""
    return JsonResponse({"version": version_of(seen_or_404(request, slug, code))})


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """The rules that forecasts, chronicles and deadlines cite by their ids."""
    shown = [(rule, text.say(language())) for rule, text in (RULES | DUNGEON_RULES).items()]
    return render(request, "turns/rules.html", {"rules": shown})


# --- the chronicle


@never_cache
@require_safe
def chronicle(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """What happened, step by step, with the board as it was at each; the posts; the dice."""
    sight, looking = looked_or_404(request, slug, code)
    with looking.eyes():
        return render(request, "turns/chronicle.html", _chronicle(request, sight, looking))


def _chronicle(request: HttpRequest, sight: Sight, looking: Looking) -> dict[str, Any]:
    record = record_of(sight)
    lines = lines_of(record, sight.names)
    ends = round_ends(record, lines)
    step = ends.get(request.GET.get("round", ""), 0) or shown_step(request, len(lines))
    past = _sight_at(sight, lines[step - 1].number if step else 0, step == len(lines))
    rows = TurnPost.objects.filter(battle=sight.battle).select_related("author", "played_for").order_by("-number")
    page = Paginator(rows, POSTS_SHOWN).get_page(request.GET.get("page"))
    return {
        "battle": sight.battle,
        "campaign": sight.battle.campaign,
        "sight": sight,
        "looking": looking,
        "past": past,
        "step": step,
        "steps": len(lines),
        "line": lines[step - 1] if step else None,
        "lines": around(lines, step),
        "rounds": list(ends),
        "picked_round": str(past.state.round),
        "cut": len(lines) > LINES_SHOWN,
        "drawing": board.compose(scene_of(past), picks=False, language=language()),
        "posts": shown_posts(list(page), sight),
        "page": page,
        "commitment": commitment_of(sight.battle),
        "last_round": last_round(sight.battle),
        "report": report_beside(sight.battle, past.state.round),
    }


def _sight_at(sight: Sight, number: int, newest: bool) -> Sight:
    """The battle as the reader may know it now, at an earlier event."""
    if newest:
        return sight
    return sight_at(sight.battle, sight.user, _states(sight.battle, until=number)[-1])


def _states(battle: Battle, *, until: int) -> list[State]:
    rows = battle.events.filter(number__lte=until).order_by("number").values_list("data", flat=True)
    return states(_setup(battle), [event_from_json(data) for data in rows])


def _setup(battle: Battle) -> Setup:
    """What the battle began with; one that has begun has it."""
    assert battle.setup is not None
    return setup_from_json(battle.setup)


# --- undo


@dataclass(frozen=True, slots=True)
class Changed:
    """One unit that an undo would change: its numbers and place now, and then."""

    unit: Unit
    then: Unit


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def history(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """The whole record for the director; from a step of it, what taking back everything after it would change."""
    sight = directed_or_404(request, slug, code)
    lines = lines_of(record_of(sight), sight.names)
    back = step_to_go_back(request, sight.battle, lines)
    if back is None:
        return render(request, "turns/history.html", listing(request, sight.battle, lines) | {"sight": sight})
    return (_take_back if request.method == "POST" else _preview)(request, sight, back)


def _preview(
    request: HttpRequest, sight: Sight, back: Back[Line], *, error: str = "", status: int = 200
) -> HttpResponse:
    rows = sight.battle.events.order_by("number").values_list("data", flat=True)
    events = [event_from_json(data) for data in rows]
    try:
        then, _event = undone(_setup(sight.battle), events, back.raw, "preview", sight.state.moment)
    except Refused as refused:
        messages.error(request, said(refused, sight.names))
        return redirect("turns:history", sight.battle.campaign.slug, sight.battle.code)
    posts = TurnPost.objects.filter(battle=sight.battle, first_event__gt=back.raw, undone_at__isnull=True)
    context = {
        "battle": sight.battle,
        "campaign": sight.battle.campaign,
        "sight": sight,
        "step": back.step,
        "line": back.line,
        "then": then,
        "then_unit": then.units[then.running.unit] if then.running else None,
        "now_unit": sight.running_unit,
        "changed": _changes(sight.state, then),
        "posts": posts.order_by("number"),
        "told": told_of_undo(request, sight.battle),
        "version": version_of(sight),
        "error": error,
        "reason": request.POST.get("reason", ""),
    }
    return render(request, "turns/undo.html", context, status=status)


def _changes(now: State, then: State) -> list[Changed]:
    return [
        Changed(unit, then.units[unit.id])
        for unit in now.units.values()
        if unit.id in then.units and _shown(unit) != _shown(then.units[unit.id])
    ]


def _shown(unit: Unit) -> tuple[Any, ...]:
    return unit.strength, unit.armor, unit.willpower, unit.hero_points, unit.at, unit.defeated


def _take_back(request: HttpRequest, sight: Sight, back: Back[Line]) -> HttpResponse:
    try:
        take_back(request, sight.battle, back.raw)
    except Refused as refused:
        error = said(refused, sight.names)
        fresh = directed_or_404(request, sight.battle.campaign.slug, sight.battle.code)
        return _preview(request, fresh, back, error=error, status=409)
    messages.success(request, _("Taken back. The record keeps what was undone, and every roll."))
    return redirect(sight.battle)
