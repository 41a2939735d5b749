"""What a battle leaves to read: the chronicle with its replay, how a deadline was computed, and the director's undo."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from accounts.signed_in import me
from battles import board
from battles.models import Battle
from battles.selectors import commitment_of, players_in
from campaign.looking import Looking
from rulebook.errors import Refused
from rulebook.saga import Setup, event_from_json, setup_from_json
from rulebook.saga.history import states
from rulebook.saga.history import undo as undone
from rulebook.saga.state import State, Unit
from turns import services
from turns.chronicle import Line, lines_of
from turns.doors import directed_or_404, looked_or_404, seen_or_404, version_of
from turns.dungeon.rule_texts import RULES as DUNGEON_RULES
from turns.models import TurnPost
from turns.pictures import last_round
from turns.posts import shown_posts
from turns.record import record_of, round_ends
from turns.rule_texts import RULES
from turns.scenes import scene_of
from turns.sight import Sight, sight_at
from turns.wording import language, said

LINES_SHOWN = 40
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
    step = ends.get(request.GET.get("round", ""), 0) or _step(request, len(lines))
    past = _sight_at(sight, lines[step - 1].number if step else 0, step == len(lines))
    start = max(0, min(step - LINES_SHOWN // 2, len(lines) - LINES_SHOWN))
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
        "lines": list(enumerate(lines[start : start + LINES_SHOWN], start + 1)),
        "rounds": list(ends),
        "picked_round": str(past.state.round),
        "cut": len(lines) > LINES_SHOWN,
        "drawing": board.compose(scene_of(past), picks=False, language=language()),
        "posts": shown_posts(list(page), sight),
        "page": page,
        "commitment": commitment_of(sight.battle),
        "last_round": last_round(sight.battle),
    }


def _step(request: HttpRequest, most: int) -> int:
    written = request.GET.get("step", "")
    return min(int(written), most) if written.isdecimal() and len(written) < 7 else most


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
    wanted = request.POST.get("to", "") or request.GET.get("to", "") or _step_of_post(request, sight, lines)
    over = sight.battle.status != Battle.Status.RUNNING
    if not wanted or (over and request.method != "POST"):
        return render(request, "turns/history.html", _listing(request, sight, lines))
    if not wanted.isdecimal() or len(wanted) > 7 or int(wanted) > len(lines):
        raise Http404
    line = lines[int(wanted) - 1] if int(wanted) else None
    raw = (line.number - 1) if line else 0
    if request.method == "POST":
        return _take_back(request, sight, raw, int(wanted), line)
    return _preview(request, sight, raw, int(wanted), line)


def _step_of_post(request: HttpRequest, sight: Sight, lines: list[Line]) -> str:
    """The step with which the turn of `?post=` began."""
    number = request.GET.get("post", "")
    if not number.isdecimal() or len(number) > 7:
        return ""
    post = get_object_or_404(TurnPost, battle=sight.battle, number=int(number))
    return next((str(step) for step, line in enumerate(lines, 1) if line.number == post.first_event), "")


def _listing(request: HttpRequest, sight: Sight, lines: list[Line]) -> dict[str, Any]:
    numbered = list(enumerate(lines, 1))[::-1]
    return {
        "battle": sight.battle,
        "campaign": sight.battle.campaign,
        "sight": sight,
        "page": Paginator(numbered, LINES_SHOWN).get_page(request.GET.get("page")),
    }


def _preview(
    request: HttpRequest, sight: Sight, raw: int, step: int, line: Line | None, *, error: str = "", status: int = 200
) -> HttpResponse:
    rows = sight.battle.events.order_by("number").values_list("data", flat=True)
    events = [event_from_json(data) for data in rows]
    try:
        then, _event = undone(_setup(sight.battle), events, raw, "preview", sight.state.moment)
    except Refused as refused:
        messages.error(request, said(refused, sight.names))
        return redirect("turns:history", sight.battle.campaign.slug, sight.battle.code)
    posts = TurnPost.objects.filter(battle=sight.battle, first_event__gt=raw, undone_at__isnull=True)
    context = {
        "battle": sight.battle,
        "campaign": sight.battle.campaign,
        "sight": sight,
        "step": step,
        "line": line,
        "then": then,
        "then_unit": then.units[then.running.unit] if then.running else None,
        "now_unit": sight.running_unit,
        "changed": _changes(sight.state, then),
        "posts": posts.order_by("number"),
        "told": User.objects.filter(pk__in=players_in(sight.battle)).exclude(pk=me(request).pk).order_by("pk"),
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


def _take_back(request: HttpRequest, sight: Sight, raw: int, step: int, line: Line | None) -> HttpResponse:
    try:
        services.undo(
            battle_id=sight.battle.pk,
            director=request.user,  # type: ignore[arg-type]
            to_event=raw,
            reason=request.POST.get("reason", ""),
            at=timezone.now(),
            version=request.POST.get("version", ""),
        )
    except Refused as refused:
        error = said(refused, sight.names)
        fresh = directed_or_404(request, sight.battle.campaign.slug, sight.battle.code)
        return _preview(request, fresh, raw, step, line, error=error, status=409)
    messages.success(request, _("Taken back. The record keeps what was undone, and every roll."))
    return redirect(sight.battle)
