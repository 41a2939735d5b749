"""Pages before a battle: the list, a new draft, preparing it, announcing it; and the export."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import clock
from accounts.models import User
from battles import board, drafts, selectors, services, stock
from battles.bearings import SideBearing, bearings_of
from battles.draft_fields import BOARDS
from battles.forms import NewBattleForm, PrepareForm
from battles.models import Battle
from battles.own_units import own_plan, own_unit_of, own_units_in
from battles.plans import Plan, longest_hours
from battles.scenes import free_cells, scene_of_map, scene_of_plan
from battles.wording import problem_words
from campaign.catalogue import catalogue_of
from campaign.guards import require_director
from campaign.models import Campaign
from campaign.selectors import is_director, players_of, table_rules
from campaign.selectors import visible_to as campaigns_visible_to
from rulebook.errors import Refused, TooLate, Unreadable


def campaign_or_404(request: HttpRequest, slug: str) -> Campaign:
    """The campaign at this address; no page for whoever may not know of it."""
    return get_object_or_404(campaigns_visible_to(request.user), slug=slug)


def battle_or_404(request: HttpRequest, slug: str, code: str) -> Battle:
    """The battle at this address; no page for whoever may not know of it."""
    return get_object_or_404(selectors.battles_visible_to(request.user), campaign__slug=slug, code=code)


def user_in(request: HttpRequest) -> User:
    """The signed-in user of a page that lets nobody else in."""
    assert isinstance(request.user, User)
    return request.user


def said(refused: Refused) -> str:
    """What a page says for a refusal."""
    return problem_words(refused.code, refused.data)


@require_safe
def battle_list(request: HttpRequest, slug: str) -> HttpResponse:
    """All battles of a campaign that the reader may know of."""
    campaign = campaign_or_404(request, slug)
    context = {
        "campaign": campaign,
        "battles": selectors.battles_of(campaign, request.user),
        "directs": is_director(request.user, campaign),
    }
    return render(request, "battles/list.html", context)


def create(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    """A new draft for a director of this campaign: its name, who fights, the board to begin with."""
    form = NewBattleForm(request.POST or None)
    if form.is_valid():
        battle = services.create_battle(
            campaign=campaign,
            by=user_in(request),
            at=clock.now(),
            sides=side_names(form.cleaned_data["kind"]),
            **form.cleaned_data,
        )
        return redirect("battles:prepare", campaign.slug, battle.code)
    return render(request, "battles/new.html", {"form": form, "campaign": campaign})


def side_names(kind: str) -> tuple[str, str]:
    """What the sides of a new battle are called until the director says otherwise."""
    if kind == "teams":
        return _("First team"), _("Second team")
    return _("The caravan"), _("The enemy")


# --- the draft


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def prepare(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """The whole draft on one page. Every button saves it first, so that nothing is lost."""
    battle = draft_or_404(request, slug, code)
    if request.method == "POST":
        return _act_on_draft(request, battle)
    return _draft_page(request, battle, draft_form(battle, battle.draft, bound=False))


@login_required
@require_POST
def autosave(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Save what was typed and answer with one line: when it was saved, or why it was not."""
    battle = draft_or_404(request, slug, code)
    try:
        battle = save_sent(request, battle)
    except Refused as refused:
        context = {"problem": said(refused), "revision": request.POST.get("revision", "0")}
        return render(request, "battles/_draft_state.html", context, status=409)
    return render(request, "battles/_draft_state.html", draft_state(battle))


def draft_or_404(request: HttpRequest, slug: str, code: str) -> Battle:
    """The draft at this address, for its directors alone."""
    battle = battle_or_404(request, slug, code)
    require_director(request.user, battle.campaign)
    if battle.status != Battle.Status.DRAFT:
        raise Http404
    return battle


def save_sent(request: HttpRequest, battle: Battle, fields: drafts.Fields | None = None) -> Battle:
    """Save what a request sent, or these fields in its place. Raises what `save_draft` raises."""
    revision = request.POST.get("revision", "")
    return services.save_draft(
        battle_id=battle.pk,
        fields=sent_fields(request.POST) if fields is None else fields,
        revision=number_in(revision),
        by=user_in(request),
        at=clock.now(),
    )


def number_in(written: str) -> int:
    """A short whole number that was sent; 0 for anything else."""
    return int(written) if written.isdecimal() and len(written) < 10 else 0


def sent_fields(data: QueryDict) -> drafts.Fields:
    """A sent form as a draft keeps it."""
    return {name: [str(value) for value in values] for name, values in data.lists()}


def _act_on_draft(request: HttpRequest, battle: Battle) -> HttpResponse:
    try:
        fields = _changed_fields(request, battle.campaign)
        battle = save_sent(request, battle, fields)
    except TooLate:
        return _conflict(request, battle)
    except Refused as refused:
        form = draft_form(battle, {"fields": drafts.checked_or_empty(sent_fields(request.POST))})
        form.add_error(None, said(refused))
        return _draft_page(request, battle, form, status=422)
    do = request.POST.get("do", "pick" if "pick" in request.POST else "save")
    if do not in ("check", "announce"):
        return redirect(f"{reverse('battles:prepare', args=[battle.campaign.slug, battle.code])}{_anchor(do)}")
    form = draft_form(battle, battle.draft)
    if checked_plan(battle, form) is None:
        return _draft_page(request, battle, form, status=422)
    if do == "announce":
        return redirect("battles:announce", battle.campaign.slug, battle.code)
    return _draft_page(request, battle, form, good=True)


def _changed_fields(request: HttpRequest, campaign: Campaign) -> drafts.Fields:
    """What was sent, after what the button asks for: a unit more or less, another board."""
    do, fields = request.POST.get("do", "save"), sent_fields(request.POST)
    if do == "add":
        catalogue = catalogue_of(campaign)
        count, side = request.POST.get("add-count", "1"), request.POST.get("add-side", "b")
        own = own_unit_of(campaign, request.POST.get("add-entry", ""))
        if own is not None:
            return drafts.add_own_unit(
                fields, own_plan(own), own.base, side=side, count=number_in(count), catalogue=catalogue
            )
        return drafts.add_units(
            fields,
            entry=request.POST.get("add-entry", ""),
            side=side,
            count=number_in(count),
            language=translation.get_language() or "en",
            catalogue=catalogue,
        )
    if do.startswith("remove:"):
        return drafts.remove_unit(fields, do.removeprefix("remove:"))
    if picked := request.POST.get("pick"):
        return drafts.place(fields, picked)
    if do == "board":
        return drafts.with_board(fields, request.POST.get("add-board", ""))
    return fields


def _anchor(do: str) -> str:
    """Where the page opens again after a button: a press on the board sends no `do`."""
    return "#units" if do == "add" or do.startswith("remove:") else "#map" if do in ("board", "pick") else ""


def _conflict(request: HttpRequest, battle: Battle) -> HttpResponse:
    """Another page saved since: this page's words are kept in its fields, and saving again puts them in place."""
    battle.refresh_from_db()
    form = draft_form(battle, {"fields": drafts.checked_or_empty(sent_fields(request.POST))})
    form.add_error(None, problem_words("draft-changed", {}))
    return _draft_page(request, battle, form, status=409, conflict=True)


def draft_form(battle: Battle, draft: dict[str, Any], *, bound: bool = True) -> PrepareForm:
    """The form of a draft, with the campaign's players."""
    campaign = battle.campaign
    players, catalogue = list(players_of(campaign)), catalogue_of(campaign)
    return PrepareForm(draft, players=players, bound=bound, catalogue=catalogue)


def checked_plan(battle: Battle, form: PrepareForm) -> Plan | None:
    """The plan, if nothing stands in its way; otherwise every problem is at its field, unreadable ones included."""
    form.full_clean()
    plan = form.rough_plan()
    if plan is not None:
        form.add_problems(services.problems_of(battle, plan))
    return None if form.errors else plan


def _draft_page(
    request: HttpRequest, battle: Battle, form: PrepareForm, *, status: int = 200, **more: Any
) -> HttpResponse:
    language = translation.get_language() or "en"
    plan = form.readable_plan()
    context = {
        "battle": battle,
        "campaign": battle.campaign,
        "form": form,
        "drawing": _preview(form, plan),
        "example": _example(plan, table_rules(battle.campaign)),
        "bearings": _bearings(plan, battle.campaign),
        "dredge": stock.dredge(language),
        "classes": stock.classes(language, form.catalogue),
        "things": stock.things(language),
        "own_units": own_units_in(battle.campaign),
        "boards": BOARDS,
        "to_place": form.sent.get("place-unit") or "",
        **draft_state(battle),
        **more,
    }
    return render(request, "battles/prepare.html", context, status=status)


def _preview(form: PrepareForm, plan: Plan | None) -> board.Drawing | None:
    found = form.readable_board()
    scene = scene_of_plan(plan) if plan else scene_of_map(found) if found else None
    if scene is None:
        return None
    return board.compose(scene, free=free_cells(scene), language=translation.get_language() or "en")


def _example(plan: Plan | None, rules: Any) -> dict[str, Any]:
    """The clock's worked example: how long a round of eight single units can last at most (CLOCK-2)."""
    try:
        rules = plan.table_rules(rules) if plan else rules
    except Unreadable:
        return {}
    hours = {"first": rules.first_turn_hours, "later": rules.turn_hours, "hours": longest_hours(rules, 8)}
    return {**hours, "hour_seconds": rules.hour_seconds}


def _bearings(plan: Plan | None, campaign: Campaign) -> list[SideBearing]:
    """What the caravans bring; nothing where the draft cannot be read yet."""
    try:
        return bearings_of(plan, campaign, plan.table_rules(table_rules(campaign))) if plan else []
    except Unreadable:
        return []


def draft_state(battle: Battle) -> dict[str, Any]:
    """What the line under a draft's buttons says."""
    saved = battle.draft.get("saved_at")
    return {
        "revision": drafts.revision_of(battle.draft),
        "saved_at": datetime.fromisoformat(saved) if saved else None,
    }


# --- announcing and giving up


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def announce(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """What announcing does, then the act itself."""
    battle = draft_or_404(request, slug, code)
    form = draft_form(battle, battle.draft)
    plan = checked_plan(battle, form)
    if plan is None:
        return _draft_page(request, battle, form, status=422)
    if request.method == "POST":
        try:
            services.announce_battle(battle_id=battle.pk, plan=plan, by=user_in(request), at=clock.now())
        except Refused as refused:
            form.add_error(None, said(refused))
            return _draft_page(request, battle, form, status=409)
        return redirect(f"{battle.get_absolute_url()}muster/")
    rules = plan.table_rules(table_rules(battle.campaign))
    asked = {player.pk: player for player in form.players}
    context = {
        "battle": battle,
        "campaign": battle.campaign,
        "plan": plan,
        "sides": [
            (side, [asked[pk] for pk in side.players if pk in asked], _units_of(plan, side.key)) for side in plan.sides
        ],
        "rules": rules,
        "bearings": bearings_of(plan, battle.campaign, rules),
        "hours": longest_hours(rules, len(plan.players) * plan.slots),
        "drawing": board.compose(scene_of_plan(plan), picks=False, language=translation.get_language() or "en"),
    }
    return render(request, "battles/announce.html", context)


def _units_of(plan: Plan, key: str) -> list[str]:
    return [unit.name for unit in plan.units if unit.side == key]


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def cancel(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Give up a battle that has not begun: a page that says what that means, then the act."""
    battle = battle_or_404(request, slug, code)
    require_director(request.user, battle.campaign)
    if battle.status not in (Battle.Status.DRAFT, Battle.Status.MUSTER):
        raise Http404
    if request.method == "POST":
        services.cancel_battle(battle_id=battle.pk, by=user_in(request), at=clock.now())
        return redirect("battles:list", slug)
    return render(request, "battles/cancel.html", {"battle": battle, "campaign": battle.campaign})
