"""What a battle leaves to read: the chronicle with its replay, how a deadline was computed, and the director's undo."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from battles import board
from battles.models import Battle
from campaign.looking import Looking
from rulebook.errors import Refused
from rulebook.saga import Setup, event_from_json, setup_from_json
from rulebook.saga.history import states
from rulebook.saga.history import undo as undone
from rulebook.saga.state import State, Unit
from turns.chronicle import Line, lines_of
from turns.doors import directed_or_404, looked_or_404, seen_or_404, version_of
from turns.dungeon.rule_texts import RULES as DUNGEON_RULES
from turns.posts import shown_posts
from turns.record import record_of
from turns.record_pages import chronicle_context, history_page, no_such_undo, place_in, posts_to_go, undo_page
from turns.rule_texts import RULES
from turns.scenes import scene_of
from turns.sight import Sight, sight_at
from turns.steps import Back
from turns.wording import language, said


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
    place = place_in(request, record, lines)
    past = _sight_at(sight, place.number, place.newest)
    shared = chronicle_context(
        request, sight, looking, place, round_=past.state.round, shown_posts=lambda rows: shown_posts(rows, sight)
    )
    return {**shared, "past": past, "drawing": board.compose(scene_of(past), picks=False, language=language())}


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
    return history_page(
        request,
        sight,
        lines_of(record_of(sight), sight.names),
        preview=lambda back, error: _preview(
            request, directed_or_404(request, slug, code) if error else sight, back, error
        ),
        said=lambda refused: said(refused, sight.names),
    )


def _preview(request: HttpRequest, sight: Sight, back: Back[Line], error: str) -> HttpResponse:
    rows = sight.battle.events.order_by("number").values_list("data", flat=True)
    events = [event_from_json(data) for data in rows]
    try:
        then, _event = undone(_setup(sight.battle), events, back.raw, "preview", sight.state.moment)
    except Refused as refused:
        return no_such_undo(request, sight, said(refused, sight.names))
    return undo_page(
        request,
        sight,
        back,
        "turns/undo.html",
        error=error,
        version=version_of(sight),
        then=then,
        then_unit=then.units[then.running.unit] if then.running else None,
        now_unit=sight.running_unit,
        changed=_changes(sight.state, then),
        posts=posts_to_go(sight.battle, back.raw),
    )


def _changes(now: State, then: State) -> list[Changed]:
    return [
        Changed(unit, then.units[unit.id])
        for unit in now.units.values()
        if unit.id in then.units and _shown(unit) != _shown(then.units[unit.id])
    ]


def _shown(unit: Unit) -> tuple[Any, ...]:
    return unit.strength, unit.armor, unit.willpower, unit.hero_points, unit.at, unit.defeated
