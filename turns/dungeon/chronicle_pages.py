"""What an adventure leaves to read: the chronicle with its replay, and the director's undo."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from battles.dungeon_map import draw, plan_of
from battles.models import Battle
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
from turns.record_pages import chronicle_context, history_page, no_such_undo, place_in, posts_to_go, undo_page
from turns.steps import Back


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
    place = place_in(request, record, lines)
    past = _sight_at(sight, place.number, place.newest)
    shared = chronicle_context(
        request, sight, looking, place, round_=past.known.round, shown_posts=lambda rows: shown_posts(rows, sight)
    )
    drawing = draw(plan_of(past.seen, past.language), picks=False, language=past.language)
    return {**shared, "round": past.known.round, "drawing": drawing}


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
    return history_page(
        request,
        sight,
        lines_of(entries_of(sight), sight),
        preview=lambda back, error: _preview(
            request, directed_or_404(request, slug, code) if error else sight, back, error
        ),
        said=lambda refused: said(refused, sight),
    )


def _preview(request: HttpRequest, sight: Sight, back: Back[Line], error: str) -> HttpResponse:
    rows = sight.battle.events.order_by("number").values_list("data", flat=True)
    events = [event_from_json(data) for data in rows]
    try:
        then, event = undone(_setup(sight.battle), events, back.raw, "preview", sight.whole.moment)
    except Refused as refused:
        return no_such_undo(request, sight, said(refused, sight))
    return undo_page(
        request,
        sight,
        back,
        "turns/dungeon/undo.html",
        error=error,
        version=version_of(sight),
        further=event.to < back.raw,
        round=then.round,
        waiting=_waiting(then, sight),
        changed=_changes(sight, then),
        posts=[
            (name_in(post.unit, post.unit_name, sight), post)
            for post in posts_to_go(sight.battle, event.to, in_part=True)
        ],
    )


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


PAGES = {"chronicle": chronicle, "history": history}
"""By the names of the addresses that every ruleset has."""
