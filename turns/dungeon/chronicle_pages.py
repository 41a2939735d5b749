"""What an adventure leaves to read: the chronicle with its replay, and the director's undo."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from battles.dungeon_map import draw, plan_of
from battles.models import Battle
from battles.selectors import commitment_of
from campaign.looking import Looking
from rulebook.dungeon import Setup, event_from_json, setup_from_json
from rulebook.dungeon.history import states
from rulebook.dungeon.history import undo as undone
from rulebook.dungeon.naming import name_of
from rulebook.dungeon.state import Model, State
from rulebook.errors import Refused
from turns.dungeon.doors import directed_or_404, looked_or_404, version_of
from turns.dungeon.posts import name_in, shown_posts
from turns.dungeon.record import Line, entries_of, lines_of
from turns.dungeon.sight import Sight, sight_at
from turns.dungeon.wording import said
from turns.models import TurnPost
from turns.pictures import last_round
from turns.record import round_ends
from turns.reports import report_beside
from turns.steps import Back, around, listing, shown_step, step_to_go_back, take_back, told_of_undo

POSTS_SHOWN = 20


@never_cache
@require_safe
def chronicle(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """What happened, step by step, with the map as it was at each; the posts; the dice."""
    sight, looking = looked_or_404(request, slug, code)
    with looking.eyes():
        return render(request, "turns/dungeon/chronicle.html", _chronicle(request, sight, looking))


def _chronicle(request: HttpRequest, sight: Sight, looking: Looking) -> dict[str, Any]:
    record = entries_of(sight)
    lines = lines_of(record, sight)
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
        "round": past.known.round,
        "step": step,
        "steps": len(lines),
        "line": lines[step - 1] if step else None,
        "lines": around(lines, step),
        "rounds": list(ends),
        "picked_round": str(past.known.round),
        "drawing": draw(plan_of(past.seen, past.language), picks=False, language=past.language),
        "posts": shown_posts(list(page), sight),
        "page": page,
        "commitment": commitment_of(sight.battle),
        "last_round": last_round(sight.battle),
        "report": report_beside(sight.battle, past.known.round),
    }


def _sight_at(sight: Sight, number: int, newest: bool) -> Sight:
    """The game as the reader may know it now, at an earlier event."""
    if newest:
        return sight
    rows = sight.battle.events.filter(number__lte=number).order_by("number").values_list("data", flat=True)
    reached = states(_setup(sight.battle), [event_from_json(data) for data in rows])[-1]
    return sight_at(sight.battle, sight.user, reached)


def _setup(battle: Battle) -> Setup:
    """What the game began with; one that has begun has it."""
    assert battle.setup is not None
    return setup_from_json(battle.setup)


# --- undo


@dataclass(frozen=True, slots=True)
class Changed:
    """One model that an undo would change, in words: as it stands now, and then; a dash where it is not there."""

    name: str
    now: str
    then: str


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def history(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """The whole record for the director; from a step of it, what taking back everything after it would change."""
    sight = directed_or_404(request, slug, code)
    lines = lines_of(entries_of(sight), sight)
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
        then, event = undone(_setup(sight.battle), events, back.raw, "preview", sight.whole.moment)
    except Refused as refused:
        messages.error(request, said(refused, sight))
        return redirect("turns:history", sight.battle.campaign.slug, sight.battle.code)
    posts = TurnPost.objects.filter(battle=sight.battle, last_event__gt=event.to, undone_at__isnull=True)
    context = {
        "battle": sight.battle,
        "campaign": sight.battle.campaign,
        "sight": sight,
        "step": back.step,
        "line": back.line,
        "further": event.to < back.raw,
        "round": then.round,
        "waiting": _waiting(then, sight),
        "changed": _changes(sight, then),
        "posts": [(name_in(post.unit, post.unit_name, sight), post) for post in posts.order_by("number")],
        "told": told_of_undo(request, sight.battle),
        "version": version_of(sight),
        "error": error,
        "reason": request.POST.get("reason", ""),
    }
    return render(request, "turns/dungeon/undo.html", context, status=status)


def _waiting(then: State, sight: Sight) -> str:
    """Who would be waited for."""
    if then.phase in ("window", "overlord"):
        return _("the Overlord")
    if then.running is not None:
        return name_of(then, then.running.unit, sight.language)
    return ", ".join(name_of(then, hero.id, sight.language) for hero in then.heroes if hero.status == "waiting")


def _changes(sight: Sight, then: State) -> list[Changed]:
    now = sight.whole
    found = [
        Changed(
            name_of(now if unit in now.models else then, unit, sight.language), _stand(now, unit), _stand(then, unit)
        )
        for unit in {**now.models, **then.models}
    ]
    return [one for one in found if one.now != one.then]


def _stand(state: State, unit: str) -> str:
    model: Model | None = state.models.get(unit)
    if model is None or model.at is None:
        return "—"
    wounds = "" if model.profile.kind == "minion" else " · " + _("wounds %(count)s") % {"count": model.wounds}
    return f"{model.at.x},{model.at.y} {model.facing}{wounds}"


def _take_back(request: HttpRequest, sight: Sight, back: Back[Line]) -> HttpResponse:
    try:
        take_back(request, sight.battle, back.raw)
    except Refused as refused:
        error = said(refused, sight)
        fresh = directed_or_404(request, sight.battle.campaign.slug, sight.battle.code)
        return _preview(request, fresh, back, error=error, status=409)
    messages.success(request, _("Taken back. The record keeps what was undone, and every roll."))
    return redirect(sight.battle)


PAGES = {"chronicle": chronicle, "history": history}
"""By the names of the addresses that every ruleset has."""
