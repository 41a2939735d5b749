"""Early turns: a page of their own, in a colour of their own, from which no turn can be played."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts import clock
from accounts.models import User
from accounts.signed_in import me
from rulebook.dungeon.state import Model
from rulebook.errors import Refused
from turns import services
from turns.doors import clock_words
from turns.drafts import save_plan, typed_from
from turns.dungeon import planner
from turns.dungeon.detail import detail_of, figures_of
from turns.dungeon.doors import seen_or_404
from turns.dungeon.orders import orders_from, pick
from turns.dungeon.overlays import composed, request_from
from turns.dungeon.panels import Panel
from turns.dungeon.planner import PlanForm
from turns.dungeon.sight import Sight
from turns.dungeon.views import PART, boards, shows_of
from turns.dungeon.wording import said
from turns.models import EarlyTurn
from turns.selectors import drafts_for
from turns.views_deploy import MOST_TAPS
from turns.wording import language


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def plan(request: HttpRequest, slug: str, code: str, unit: str) -> HttpResponse:
    """The early turn of a hero: written step by step, saved, changed, withdrawn."""
    sight = seen_or_404(request, slug, code)
    hero = _own_or_404(sight, unit)
    if hero not in sight.plannable():
        return _frozen(request, sight, hero)
    if request.method == "POST":
        return _edit(request, sight, hero)
    if "withdraw" in request.GET:
        return render(request, "turns/dungeon/withdraw.html", _about(sight, hero))
    form, text = _kept(sight, hero)
    return _page(request, sight, hero, form, text)


def _own_or_404(sight: Sight, unit: str) -> Model:
    hero = sight.known.models.get(unit)
    if hero is None or not hero.is_hero or hero.player != sight.player:
        raise Http404
    return hero


def _about(sight: Sight, hero: Model) -> dict[str, Any]:
    return {
        "battle": sight.battle,
        "campaign": sight.battle.campaign,
        "sight": sight,
        "unit": {"id": hero.id, "name": sight.name(hero.id)},
        "left": sight.known.plans.get(hero.id),
        "due": sight.due,
        "round": sight.known.round,
    }


def _kept(sight: Sight, hero: Model) -> tuple[PlanForm, str]:
    """What is being written: the draft where there is one, else the early turn that was left, else nothing."""
    assert isinstance(sight.user, User)
    draft = drafts_for(sight.battle, sight.user, hero.id, "plan").first()
    if draft is not None:
        return planner.form_from(draft.plan), draft.narrative
    left, row = sight.known.plans.get(hero.id), _row(sight, hero)
    return (PlanForm(left.steps, left.after), row.narrative if row else "") if left else (PlanForm(), "")


def _row(sight: Sight, hero: Model) -> EarlyTurn | None:
    assert isinstance(sight.user, User)
    rows = EarlyTurn.objects.filter(battle=sight.battle, unit=hero.id, author=sight.user)
    return rows.exclude(status=EarlyTurn.Status.WITHDRAWN).select_related("post").order_by("-pk").first()


def _edit(request: HttpRequest, sight: Sight, hero: Model) -> HttpResponse:
    do, text = request.POST.get("do", ""), typed_from(request.POST).text
    form = planner.form_from(request.POST)
    if do == "withdraw":
        return _withdraw(request, sight, hero)
    if do == "discard":
        user = me(request)
        services.discard_draft(battle=sight.battle, user=user, unit=hero.id, at=clock.now(), purpose="plan")
        return redirect("turns:plan", sight.battle.campaign.slug, sight.battle.code, hero.id)
    if do == "leave":
        return _leave(request, sight, hero, form, text)
    if do == "add":
        return _add(request, sight, hero, form, text)
    if do == "drop":
        form = PlanForm(form.steps[:-1], form.after)
    position = planner.imagined(sight, hero.id, form.steps).known
    for picked in request.POST.getlist("pick")[-MOST_TAPS:]:
        form = replace(form, orders=pick(form.orders, picked, position, hero.id))
    if request.headers.get(PART):
        return render(request, "turns/dungeon/_plan_parts.html", _context(request, sight, hero, form, text))
    return _page(request, sight, hero, form, text)


def _add(request: HttpRequest, sight: Sight, hero: Model, form: PlanForm, text: str) -> HttpResponse:
    try:
        form = planner.added(sight, hero.id, form)
    except Refused as refused:
        return _page(request, sight, hero, form, text, error=said(refused, sight, hero.id), status=422)
    return _page(request, sight, hero, form, text)


def _context(request: HttpRequest, sight: Sight, hero: Model, form: PlanForm, text: str) -> dict[str, Any]:
    foreseen = planner.imagined(sight, hero.id, form.steps)
    panel = Panel(foreseen, hero.id, form.orders)
    asked = request_from(request.POST.get("show", ""), sight)
    others = [other for other in sight.known.heroes if other.id != hero.id]
    return _about(sight, hero) | {
        "mode": "plan",
        "panel": panel,
        "problem": panel.shown_problem,
        "outlook": panel.outlook,
        "form_state": form,
        "lines": planner.words_of(sight, hero.id, form.steps),
        "blind": any(step.kind != "move" for step in form.steps),
        "others": [(other.id, sight.name(other.id), other.id in form.after) for other in others],
        "text": text,
        "boards": boards(request, foreseen, composed(panel, asked), hero.id, hero.id),
        "detail": detail_of(foreseen, form.orders.target),
        "figures": figures_of(foreseen.models[hero.id]),
        "shown": asked,
        "shows": shows_of(foreseen, form.orders.target or hero.id),
    }


def _page(
    request: HttpRequest, sight: Sight, hero: Model, form: PlanForm, text: str, *, error: str = "", status: int = 200
) -> HttpResponse:
    draft = drafts_for(sight.battle, me(request), hero.id, "plan").first()
    context = _context(request, sight, hero, form, text) | {
        "summary": [("f-act", error)] if error else [],
        "revision": draft.revision if draft else 0,
        "fork": draft.fork if draft else 0,
        "saved_at": draft.saved_at if draft else None,
    }
    return render(request, "turns/dungeon/plan.html", context, status=status)


def _leave(request: HttpRequest, sight: Sight, hero: Model, form: PlanForm, text: str) -> HttpResponse:
    """Save the early turn; nothing is rolled by this, unless the hero may begin at once."""
    try:
        services.leave_early_turn(
            battle_id=sight.battle.pk,
            unit=hero.id,
            player=me(request),
            steps=form.steps,
            after=form.after,
            text=text,
            at=clock.now(),
            language=language(),
        )
    except Refused as refused:
        with suppress(Refused):  # what is too long for a draft stays in the page, which says so
            _keep(request, sight, hero)
        return _page(request, sight, hero, form, text, error=said(refused, sight, hero.id), status=422)
    messages.success(request, _("Early turn saved. It is played as soon as this hero may begin."))
    return redirect(sight.battle)


def _withdraw(request: HttpRequest, sight: Sight, hero: Model) -> HttpResponse:
    try:
        services.withdraw_early_turn(battle_id=sight.battle.pk, unit=hero.id, player=me(request), at=clock.now())
    except Refused as refused:
        messages.error(request, said(refused, sight, hero.id))
        return redirect("turns:plan", sight.battle.campaign.slug, sight.battle.code, hero.id)
    messages.success(request, _("The early turn is taken back."))
    return redirect(sight.battle)


def _frozen(request: HttpRequest, sight: Sight, hero: Model) -> HttpResponse:
    """The turn has begun, or the hero has none to come: what became of the early turn, for its owner."""
    if request.method == "POST" and request.headers.get(PART):
        raise Http404
    row = _row(sight, hero)
    steps = planner.form_from({"steps": _written(row)}).steps if row else ()
    context = _about(sight, hero) | {
        "row": row,
        "lines": planner.words_of(sight, hero.id, steps),
        "may_play": hero.id in sight.ready,
    }
    return render(request, "turns/dungeon/plan_frozen.html", context, status=409 if request.method == "POST" else 200)


def _written(row: EarlyTurn) -> str:
    """The steps of an early turn's row, as a form carries them."""
    kept = row.alternatives[0].get("steps", []) if row.alternatives else []
    return json.dumps(kept)


def _keep(request: HttpRequest, sight: Sight, hero: Model) -> services.DraftSaved:
    """What was typed as a draft. Raises Refused for too much of it."""
    typed, plan = typed_from(request.POST, orders_from), planner.form_from(request.POST).to_data()
    return save_plan(sight.battle, me(request), hero.id, typed, plan)


@login_required
@require_POST
def plan_draft(request: HttpRequest, slug: str, code: str, unit: str) -> HttpResponse:
    """Keep what is being written of an early turn; it is no early turn before it is saved as one."""
    sight = seen_or_404(request, slug, code)
    hero = _own_or_404(sight, unit)
    try:
        saved = _keep(request, sight, hero)
    except Refused as refused:
        return JsonResponse({"error": said(refused, sight, hero.id)}, status=400)
    told = {
        "fork": saved.fork,
        "revision": saved.revision,
        "saved": clock_words(saved.saved_at),
        "conflict": saved.conflict,
    }
    return JsonResponse(told, status=409 if saved.conflict else 200)
