"""What a battle leaves behind: the director decides and confirms on two pages; others read it once it stands."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts import clock
from battles import services
from battles.models import Battle
from battles.outcomes import Case, cases_of
from battles.result_forms import ResultForm
from battles.selectors import commitment_of, fate_rolls, state_of
from battles.sequels import sequels_of
from battles.views import battle_or_404, said, user_in
from campaign.guards import require_director
from campaign.selectors import is_director
from rulebook.errors import Refused

OVER = (Battle.Status.ENDED, Battle.Status.FINISHED)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def result(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """The outcome; for the director of a battle just over, the decisions to make, then what they will do."""
    battle = _over_or_404(request, slug, code)
    directs = is_director(request.user, battle.campaign)
    if battle.status == Battle.Status.FINISHED or not directs:
        sequels = sequels_of(battle, request.user) if battle.status == Battle.Status.FINISHED else None
        return render(request, "battles/result.html", _shown(battle, directs=directs) | {"sequels": sequels})
    form = ResultForm(cases_of(state_of(battle)), request.POST or None)
    if request.method == "POST" and "again" not in request.POST and form.is_valid():
        return _ask(request, battle, form)
    return _decide(request, battle, form)


@login_required
@require_POST
def confirm(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """The act: written to every character, once."""
    battle = _over_or_404(request, slug, code)
    require_director(request.user, battle.campaign)
    form = ResultForm(cases_of(state_of(battle)), request.POST)
    if not form.is_valid():
        return _decide(request, battle, form)
    try:
        services.finish_battle(battle_id=battle.pk, decisions=form.decisions(), by=user_in(request), at=clock.now())
    except Refused as refused:
        form.add_error(None, said(refused))
        return _decide(request, battle, form, status=409)
    return redirect("battles:result", slug, code)


def _over_or_404(request: HttpRequest, slug: str, code: str) -> Battle:
    battle = battle_or_404(request, slug, code)
    if battle.status not in OVER or battle.state is None:
        raise Http404
    return battle


def _decide(request: HttpRequest, battle: Battle, form: ResultForm, *, status: int = 200) -> HttpResponse:
    context = _about(battle) | {"form": form, "rows": form.rows(fate_rolls(battle))}
    status = 422 if form.is_bound and form.errors and status == 200 else status
    return render(request, "battles/result_decide.html", context, status=status)


def _ask(request: HttpRequest, battle: Battle, form: ResultForm) -> HttpResponse:
    context = _about(battle) | {"form": form, "lines": services.foretold(form.cases, form.decisions())}
    return render(request, "battles/result_confirm.html", context)


def _shown(battle: Battle, *, directs: bool) -> dict[str, Any]:
    cases: tuple[Case, ...] = cases_of(state_of(battle))
    recorded = (battle.result or {}).get("cases", [])
    rolls = fate_rolls(battle) if recorded else {}
    lines = [record | {"rolls": rolls.get(record["unit"], [])} for record in recorded]
    return _about(battle) | {"lines": lines, "directs": directs, "standing": [c for c in cases if not c.defeated]}


def _about(battle: Battle) -> dict[str, Any]:
    state = state_of(battle)
    winner = state.outcome.winner if state.outcome else None
    return {
        "battle": battle,
        "campaign": battle.campaign,
        "winner": next((side.name for side in state.sides if side.id == winner), ""),
        "commitment": commitment_of(battle),
    }
