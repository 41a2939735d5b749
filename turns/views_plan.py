"""Early turns: a page of their own, in a colour of their own, from which no turn can be played."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts import clock
from accounts.kept_words import brought_back, sign_in_first
from accounts.models import User
from rulebook.errors import Refused
from rulebook.saga.state import Unit
from turns import panels, planner, services
from turns.band import due_of
from turns.composer import orders_of
from turns.doors import clock_words, seen_or_404, version_of
from turns.drafts import save_plan, typed_from
from turns.models import EarlyTurn
from turns.planner import Alt, PlanForm
from turns.scenes import cells_in_aim, reach_of, scene_of, targets_of
from turns.selectors import drafts_for
from turns.sight import Sight
from turns.views import PART, boards, changed_orders
from turns.wire import alternatives_from_data
from turns.wording import language, said

MOST_DIGITS = 10


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def plan(request: HttpRequest, slug: str, code: str, unit: str) -> HttpResponse:
    """The early turn of a unit: written, tried on the board as it is, saved, changed, withdrawn."""
    if not request.user.is_authenticated:
        return sign_in_first(request)
    sight = seen_or_404(request, slug, code)
    known = _unit_or_404(sight, unit)
    if known.player != sight.player:
        return _for_the_director(request, sight, known)
    if known not in sight.plannable():
        return _frozen(request, sight, known)
    if request.method == "POST":
        return _edit(request, sight, known)
    if "withdraw" in request.GET:
        return render(request, "turns/withdraw.html", _about(sight, known))
    form, text = _kept(sight, known)
    if (words := brought_back(request)) is not None:
        form, text = planner.form_from(words), typed_from(words).text
        messages.info(request, _("Here is what you had written."))
    return _page(request, sight, known, form, text)


def _unit_or_404(sight: Sight, unit: str) -> Unit:
    known = sight.state.units.get(unit)
    if known is None or not (sight.directs or known.player == sight.player):
        raise Http404
    return known


def _about(sight: Sight, unit: Unit) -> dict[str, Any]:
    return {
        "battle": sight.battle,
        "campaign": sight.battle.campaign,
        "sight": sight,
        "unit": unit,
        "left": sight.plan_for(unit.id),
        "due": due_of(sight),
        "running": sight.running_unit,
    }


def _row(sight: Sight, unit: Unit) -> EarlyTurn | None:
    rows = EarlyTurn.objects.filter(battle=sight.battle, unit=unit.id, round=sight.state.round)
    if not sight.directs:
        # A player who takes a unit over reads nothing of what the one before had left.
        rows = rows.filter(author=sight.user if isinstance(sight.user, User) else None)
    return rows.exclude(status=EarlyTurn.Status.WITHDRAWN).select_related("post").order_by("-pk").first()


def _kept(sight: Sight, unit: Unit) -> tuple[PlanForm, str]:
    """What is being written: the draft where there is one, else the early turn that was left, else nothing."""
    assert isinstance(sight.user, User)
    draft = drafts_for(sight.battle, sight.user, unit.id, "plan").first()
    if draft is not None:
        return PlanForm(planner.read_alts(draft.plan.get("alts", ""))), draft.narrative
    left, row = sight.plan_for(unit.id), _row(sight, unit)
    return (planner.form_of(left) if left else PlanForm()), (row.narrative if row and left else "")


def _edit(request: HttpRequest, sight: Sight, unit: Unit) -> HttpResponse:
    do, form = request.POST.get("do", ""), planner.form_from(request.POST)
    text = typed_from(request.POST).text
    if do == "withdraw":
        return _withdraw(request, sight, unit)
    if do == "discard":
        services.discard_draft(battle=sight.battle, user=_user(request), unit=unit.id, at=clock.now(), purpose="plan")
        return redirect("turns:plan", sight.battle.campaign.slug, sight.battle.code, unit.id)
    if do == "leave":
        return _leave(request, sight, unit, form, text)
    orders = changed_orders(request, form.alt.orders, sight, unit)
    form = _with(
        planner.switched(form, do) if ":" in do or do == "add" else form,
        orders if ":" not in do and do != "add" else None,
    )
    if request.headers.get(PART):
        return render(request, "turns/_plan_parts.html", _context(request, sight, unit, form, text))
    return _page(request, sight, unit, form, text)


def _with(form: PlanForm, orders: Any) -> PlanForm:
    if orders is None:
        return form
    changed = Alt(orders, form.alt.conditions)
    return replace(form, alts=(*form.alts[: form.current], changed, *form.alts[form.current + 1 :]))


def _context(request: HttpRequest, sight: Sight, unit: Unit, form: PlanForm, text: str) -> dict[str, Any]:
    orders = form.alt.orders
    panel = panels.panel_of(sight, unit, orders)
    aiming = orders.tap == "aim" and panel.needs_cell
    checked = panel.checked
    reach = cells_in_aim(sight.state, unit, orders, checked) if aiming else reach_of(sight.state, unit, orders)
    conditions = [*form.alt.conditions, planner.Given()][: planner.MOST_CONDITIONS]
    return _about(sight, unit) | {
        "mode": "plan",
        "panel": panel,
        "form_state": form,
        "kept": [(name, value) for name, value in orders.to_data().items() if name != "mode"],
        "dry": planner.dry_run(sight, unit, form),
        "conditions": conditions,
        "kinds": planner.kind_labels(),
        "units": [one for one in sight.state.units.values() if not one.defeated],
        "outlook": panel.outlook,
        "text": text,
        "boards": boards(
            request,
            scene_of(sight, acting=unit.id),
            unit,
            reach=() if panel.rests else reach,
            chosen=checked.draft.unit.at if checked.draft.moved else None,
            targets=() if panel.rests else targets_of(sight.state, unit, orders, checked),
        ),
    }


def _page(
    request: HttpRequest, sight: Sight, unit: Unit, form: PlanForm, text: str, *, error: str = "", status: int = 200
) -> HttpResponse:
    context = _context(request, sight, unit, form, text)
    draft = drafts_for(sight.battle, _user(request), unit.id, "plan").first()
    context |= {
        "summary": [("f-act", error)] if error else [],
        "revision": draft.revision if draft else 0,
        "fork": draft.fork if draft else 0,
        "saved_at": draft.saved_at if draft else None,
    }
    return render(request, "turns/plan.html", context, status=status)


def _leave(request: HttpRequest, sight: Sight, unit: Unit, form: PlanForm, text: str) -> HttpResponse:
    """Save the early turn; nothing is rolled and nothing is played by this."""
    try:
        alternatives = planner.alternatives_of(sight, form)
        services.leave_early_turn(
            battle_id=sight.battle.pk,
            unit=unit.id,
            player=_user(request),
            alternatives=alternatives,
            text=text,
            at=clock.now(),
            language=language(),
            written_for=_round_of(request),
        )
    except Refused as refused:
        at = refused.data.get("at")
        form = replace(form, current=at) if isinstance(at, int) and at < len(form.alts) else form
        error = said(refused, sight.names, state=sight.state, unit=unit.id)
        with suppress(Refused):  # what is too long for a draft stays in the page, which says so
            _keep(request, sight, unit)
        return _page(request, sight, unit, form, text, error=error, status=422)
    messages.success(
        request, _("Early turn saved. It will be checked when your turn opens; until then you can change it.")
    )
    return redirect("turns:plan", sight.battle.campaign.slug, sight.battle.code, unit.id)


def _round_of(request: HttpRequest) -> int | None:
    """The round that the form was filled in for, if it says so."""
    said_round = request.POST.get("round", "")
    return int(said_round) if said_round.isdecimal() and len(said_round) < MOST_DIGITS else None


def _withdraw(request: HttpRequest, sight: Sight, unit: Unit) -> HttpResponse:
    try:
        services.withdraw_early_turn(battle_id=sight.battle.pk, unit=unit.id, player=_user(request), at=clock.now())
    except Refused as refused:
        messages.error(request, said(refused, sight.names, unit=unit.id))
        return redirect("turns:plan", sight.battle.campaign.slug, sight.battle.code, unit.id)
    messages.success(request, _("The early turn is taken back. If you do not post in time, the unit does nothing."))
    return redirect(sight.battle)


def _frozen(request: HttpRequest, sight: Sight, unit: Unit) -> HttpResponse:
    """The turn has begun, or is over: what became of the early turn, for its owner."""
    if request.method == "POST" and request.headers.get(PART):
        raise Http404
    context = _about(sight, unit) | {"row": _row(sight, unit), "place": sight.state.place(unit.id)}
    context["alternatives"] = _shown_alternatives(sight, unit, context["row"])
    context["may_play"] = unit.id in sight.ready
    return render(request, "turns/plan_frozen.html", context, status=409 if request.method == "POST" else 200)


def _shown_alternatives(sight: Sight, unit: Unit, row: EarlyTurn | None) -> list[tuple[str, list[str]]]:
    if row is None:
        return []
    return [
        (
            planner.orders_words(sight, unit, orders_of(one.steps)),
            [planner.condition_words(condition, sight.names) for condition in one.conditions],
        )
        for one in alternatives_from_data(row.alternatives)
    ]


def _keep(request: HttpRequest, sight: Sight, unit: Unit) -> services.DraftSaved:
    """What was typed as a draft. Raises Refused for too much of it."""
    alts = {"alts": planner.form_from(request.POST).written()}
    return save_plan(sight.battle, _user(request), unit.id, typed_from(request.POST), alts)


@login_required
@require_POST
def plan_draft(request: HttpRequest, slug: str, code: str, unit: str) -> HttpResponse:
    """Keep what is being written of an early turn; it is no early turn before it is saved as one."""
    sight = seen_or_404(request, slug, code)
    known = _unit_or_404(sight, unit)
    try:
        saved = _keep(request, sight, known)
    except Refused as refused:
        return JsonResponse({"error": said(refused, sight.names)}, status=400)
    told = {
        "fork": saved.fork,
        "revision": saved.revision,
        "saved": clock_words(saved.saved_at),
        "conflict": saved.conflict,
    }
    return JsonResponse(told, status=409 if saved.conflict else 200)


# --- the director: publish, adapt, or leave it to the player


def _for_the_director(request: HttpRequest, sight: Sight, unit: Unit) -> HttpResponse:
    left = sight.plan_for(unit.id)
    if left is None:
        raise Http404
    asked = sight.running is not None and sight.running.unit == unit.id
    form = planner.form_from(request.POST) if request.method == "POST" else planner.form_of(left)
    do = request.POST.get("do", "")
    if request.method == "POST" and asked and do.startswith("publish"):
        return _publish(request, sight, unit, form, do)
    if request.method == "POST":
        orders = changed_orders(request, form.alt.orders, sight, unit)
        form = _with(planner.switched(form, do) if ":" in do else form, orders if ":" not in do else None)
    row = _row(sight, unit)
    context = _context(request, sight, unit, form, row.narrative if row else "") | {
        "asked": asked,
        "adapting": True,
        "row": row,
        "original": planner.dry_run(sight, unit, planner.form_of(left)),
        "version": version_of(sight),
        "adapted": form.alts != planner.form_of(left).alts,
    }
    if request.headers.get(PART):
        return render(request, "turns/_plan_parts.html", context)
    template = "turns/publish_review.html" if do.startswith("review") and asked else "turns/publish.html"
    if template == "turns/publish_review.html":
        context["publish"] = do.removeprefix("review-")
        context["number"] = form.current
        context["tried"] = context["dry"][form.current]
    return render(request, template, context)


def _publish(request: HttpRequest, sight: Sight, unit: Unit, form: PlanForm, do: str) -> HttpResponse:
    try:
        adapted = None if do == "publish-plain" else planner.alternatives_of(sight, PlanForm((form.alt,)))[0].steps
        post = services.publish_early_turn(
            battle_id=sight.battle.pk,
            unit=unit.id,
            director=_user(request),
            at=clock.now(),
            alternative=form.current,
            steps=adapted,
            version=request.POST.get("version", ""),
        )
    except Refused as refused:
        messages.error(request, said(refused, sight.names, state=sight.state, unit=unit.id))
        return redirect("turns:plan", sight.battle.campaign.slug, sight.battle.code, unit.id)
    return redirect(reverse("turns:post", args=[sight.battle.campaign.slug, sight.battle.code, post.number]))


def _user(request: HttpRequest) -> User:
    if not isinstance(request.user, User):
        raise Http404
    return request.user
