"""The page of a running game: the map, who may act, and the composer for whoever may."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import clock
from accounts.models import User
from accounts.signed_in import me
from battles.board import Drawing
from battles.dungeon_map import Overlay, area_round, draw, plan_of
from battles.selectors import commitment_of
from campaign.looking import Looking, looking_in
from rulebook.dungeon.grid import Square
from rulebook.dungeon.steps import OVERLORD
from turns import doors
from turns.drafts import Typed, keep_typed, kept_draft, typed_from
from turns.dungeon import side
from turns.dungeon.asked import asked_context
from turns.dungeon.band import band_of
from turns.dungeon.detail import detail_of, figures_of
from turns.dungeon.doors import version_of
from turns.dungeon.orders import Orders, orders_from, pick
from turns.dungeon.overlays import SHOWN, composed, request_from, requested
from turns.dungeon.panels import Panel
from turns.dungeon.posts import last_overlord_post, open_lines
from turns.dungeon.record import since_visit
from turns.dungeon.sight import Sight, sight_of
from turns.dungeon.views_deploy import deploy_page
from turns.following import following
from turns.pictures import last_round
from turns.selectors import retcons_waiting_at, zones_at
from turns.services import mark_visit, may_resume
from turns.since import Since
from turns.views_deploy import MOST_TAPS
from turns.waiting_text import WaitingText, chosen

PART = "X-Part"


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def battle(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """The game at its one address, whatever its stage."""
    found = doors.battle_or_404(request, slug, code)
    if other := doors.elsewhere(request, found):
        return other
    looking = looking_in(request, found.campaign)
    sight = sight_of(doors.settled_or_404(request, found), looking.reader)
    if looking.as_other:
        return _looked_at(request, sight, looking)
    if sight.mode() == "deploy" and sight.waiting("deploy"):
        return deploy_page(request, sight)
    if request.method == "POST":
        return _compose(request, sight)
    return battle_page(request, sight, kept(request, sight))


def _looked_at(request: HttpRequest, sight: Sight, looking: Looking) -> HttpResponse:
    """The page as somebody else sees it, for reading alone; what they have typed and not sent stays theirs."""
    doors.refuse_unseen(sight.battle, looking)
    with looking.eyes():
        if sight.mode() == "deploy" and sight.waiting("deploy"):
            return deploy_page(request, sight, looking=looking)
        return battle_page(request, sight, Typed(Orders(), ""), looking=looking)


def composing(sight: Sight, wanted: str = "") -> str:
    """The model that the composer is for, or the Overlord himself; nobody where the reader may not act."""
    if sight.mode() == "over":
        return ""
    if sight.commands:
        model = sight.commanded(wanted)
        return model.id if model is not None else OVERLORD
    hero = sight.acting(wanted)
    return hero.id if hero is not None and sight.asked is None else ""


def drafted(sight: Sight, unit: str) -> str:
    """Under whose name a draft is kept: the Overlord's models write one post together."""
    model = sight.known.models.get(unit)
    return OVERLORD if model is not None and model.side == "overlord" else unit


def kept(request: HttpRequest, sight: Sight) -> Typed:
    """What the reader had typed for whoever may act, from the server's draft."""
    unit = composing(sight, request.GET.get("unit", ""))
    if not unit or not isinstance(request.user, User):
        return Typed(Orders(), "")
    fork = request.GET.get("draft", "0")
    typed = kept_draft(sight.battle, request.user, drafted(sight, unit), fork=fork, read=orders_from)
    return replace(typed, orders=Orders()) if unit not in ("", OVERLORD) and drafted(sight, unit) != unit else typed


def _compose(request: HttpRequest, sight: Sight) -> HttpResponse:
    """A button of the composer without its own address: something tapped or shown, the choice changed, saved."""
    if not isinstance(request.user, User):
        raise Http404
    typed = typed_from(request.POST, orders_from)
    wanted = _switched(request, sight, typed.orders) or request.POST.get("unit", "")
    unit = composing(sight, wanted)
    if not unit and (written := writing_for(request, sight)) and written[0] == wanted:
        return battle_page(request, sight, keep_typed(sight.battle, request.user, wanted, typed))
    if not unit or unit != wanted:
        return _no_longer(request, sight, typed)
    if unit != request.POST.get("unit"):
        return redirect(f"{sight.battle.get_absolute_url()}?unit={unit}#turn")
    orders = typed.orders
    for picked in request.POST.getlist("pick")[-MOST_TAPS:]:
        orders = pick(orders, picked, sight.known, unit)
    typed = replace(typed, orders=orders)
    if request.headers.get(PART):
        return _parts(request, sight, unit, typed)
    typed = keep_typed(sight.battle, request.user, drafted(sight, unit), typed)
    return battle_page(request, sight, typed, unit=unit)


def _switched(request: HttpRequest, sight: Sight, orders: Orders) -> str:
    """Another model of the reader's that was tapped, where nothing is being aimed at it: it is the one to act now."""
    kind, _colon, picked = request.POST.get("pick", "").partition(":")
    if kind != "unit" or picked == request.POST.get("unit") or sight.known.running is not None:
        return ""
    if orders.spell or orders.item or orders.act == "trade":
        return ""
    if sight.commands:
        model = sight.known.models.get(picked)
        return picked if model is not None and model.side == "overlord" and sight.may_begin(model) else ""
    return picked if picked in sight.ready else ""


def _no_longer(request: HttpRequest, sight: Sight, typed: Typed) -> HttpResponse:
    """Nobody can act any more: the text is kept as a draft, and the page shows the game as it is."""
    unit = request.POST.get("unit", "")
    known = unit == OVERLORD or unit in sight.known.models
    if isinstance(request.user, User) and known and typed.text:
        keep_typed(sight.battle, request.user, drafted(sight, unit), typed)
        messages.warning(request, _("That turn is no longer open. What you wrote is kept as a draft."))
    return redirect(sight.battle)


def battle_page(
    request: HttpRequest,
    sight: Sight,
    typed: Typed,
    *,
    unit: str = "",
    status: int = 200,
    errors: list[tuple[str, str]] | None = None,
    looking: Looking | None = None,
) -> HttpResponse:
    """The whole page, at the reader's own place in the game."""
    unit = composing(sight, unit or request.GET.get("unit", ""))
    since = since_visit(sight)
    context = page_context(request, sight, since) | asked_context(sight) | {"looking": looking}
    if unit:
        context |= composer_context(request, sight, unit, typed, since) | {"summary": errors or []}
    else:
        context |= looking_context(request, sight, since)
        context["writing"] = None if looking else _waiting_text(request, sight, typed)
    if isinstance(request.user, User) and request.method == "GET" and not since.all_seen and looking is None:
        mark_visit(battle=sight.battle, user=request.user, last_event=sight.battle.version, at=clock.now())
    return render(request, "turns/dungeon/battle.html", context, status=status)


def page_context(request: HttpRequest, sight: Sight, since: Since[Any]) -> dict[str, Any]:
    """What every state of the page shows."""
    mode = sight.mode()
    return {
        "battle": sight.battle,
        "campaign": sight.battle.campaign,
        "sight": sight,
        "mode": mode,
        "round": sight.known.round,
        "band": band_of(sight),
        "heroes": side.heroes_of(sight),
        "overlord": side.overlord_of(sight),
        "goal": side.goal_words(sight),
        "tale": side.tale_of(sight),
        "losses": side.loss_words(sight),
        "since": since,
        "commitment": commitment_of(sight.battle),
        "last_round": last_round(sight.battle),
        **following(sight.battle, sight.user, watches=sight.watches),
        "version": version_of(sight),
        "requests": retcons_waiting_at(sight.battle, sight.user, directs=sight.directs),
        "zones": () if sight.watches else SimpleLazyObject(lambda: zones_at(sight.battle.campaign, me(request))),
        "view": request.GET.get("v", ""),
        "overlord_post": last_overlord_post(sight),
        "passes": sight.plays_overlord and mode not in ("over", "deploy"),
        "plannable": [(hero, sight.name(hero.id), hero.id in sight.known.plans) for hero in sight.plannable()],
        "may_resume": mode == "paused"
        and isinstance(request.user, User)
        and may_resume(sight.battle, sight.whole, request.user),
    }


def looking_context(request: HttpRequest, sight: Sight, since: Since[Any]) -> dict[str, Any]:
    """The map of a reader who does not act now: everything may be looked at, and shown."""
    asked = request_from(request.GET.get("show", ""), sight)
    picked = request.GET.get("pick", "").partition(":")[2] or asked.unit
    acting = sight.known.running.unit if sight.known.running else ""
    centre = picked or acting or next((hero.id for hero in sight.mine), "")
    return {
        "boards": boards(request, sight, requested(sight, asked), centre, acting, since),
        "detail": detail_of(sight, picked),
        "shown": asked,
        "shows": shows_of(sight, picked),
        "instructed": picked if _is_instructed(sight, picked) else "",
    }


def writing_for(request: HttpRequest, sight: Sight) -> tuple[str, str] | None:
    """The reader's hero, or the Overlord, with the name, for whom a text may be written ahead; none unless the game is
    paused."""
    if sight.mode() != "paused":
        return None
    running = sight.known.running.unit if sight.known.running else ""
    return chosen(_written_for(sight), request.POST.get("unit") or request.GET.get("unit", ""), running)


def _written_for(sight: Sight) -> list[tuple[str, str]]:
    ids = [hero.id for hero in sight.mine if hero.on_board] + [OVERLORD] * sight.plays_overlord
    return [(one, name_of(sight, one)) for one in ids]


def _waiting_text(request: HttpRequest, sight: Sight, typed: Typed) -> WaitingText | None:
    """The text written ahead: what was just sent, else the draft."""
    unit = writing_for(request, sight)
    if unit is None or not isinstance(request.user, User):
        return None
    if request.method != "POST":
        fork = request.GET.get("draft", "0")
        typed = kept_draft(sight.battle, request.user, unit[0], fork=fork, read=orders_from)
    return WaitingText(unit, typed, tuple(one for one in _written_for(sight) if one != unit))


def composer_context(
    request: HttpRequest, sight: Sight, unit: str, typed: Typed, since: Since[Any] | None = None
) -> dict[str, Any]:
    """The map with reach and targets, and the composer beside it."""
    panel = Panel(sight, unit, typed.orders)
    asked = request_from(request.POST.get("show", "") or request.GET.get("show", ""), sight)
    picked = request.POST.getlist("pick")[-1:]
    looked = (picked[0].partition(":")[2] if picked else "") or typed.orders.target or asked.unit
    return {
        "unit": {"id": unit, "name": name_of(sight, unit)},
        "panel": panel,
        "model": sight.models.get(unit),
        "outlook": panel.outlook,
        "problem": panel.shown_problem,
        "boards": boards(request, sight, composed(panel, asked), unit, unit, since),
        "detail": detail_of(sight, looked) if looked != unit else None,
        "figures": figures_of(sight.models[unit]) if unit in sight.models else (),
        "shown": asked,
        "shows": shows_of(sight, looked or unit),
        "instructed": looked if _is_instructed(sight, looked) else "",
        "typed": typed,
        "so_far": open_lines(sight, unit),
        "key": request.POST.get("key") or secrets.token_urlsafe(16),
        "instead": _instead(sight, unit),
        "how": sight.ready[unit].kind if unit in sight.ready else "",
        "command": sight.commands,
        "begun": sight.known.running is not None,
    }


def name_of(sight: Sight, unit: str) -> str:
    """The name of a model, or of the Overlord."""
    return _("The Overlord") if unit == OVERLORD else sight.name(unit)


def _instead(sight: Sight, unit: str) -> list[tuple[str, str, str]]:
    """Who else the reader may act with now instead: (id, name, what to know of it)."""
    if sight.known.running is not None:
        return []
    notes = {one: _("late") if wait.kind == "late" else "" for one, wait in sight.ready.items()}
    if sight.commands:
        models = sight.known.side_models("overlord")
        notes = {OVERLORD: ""} | {model.id: "" for model in models if sight.may_begin(model)}
    return [(one, name_of(sight, one), note) for one, note in notes.items() if one != unit]


def _is_instructed(sight: Sight, unit: str) -> bool:
    """May the reader leave standing instructions for this model of the Overlord's?"""
    model = sight.known.models.get(unit)
    return model is not None and model.on_board and model.side == "overlord" and sight.plays_overlord


def shows_of(sight: Sight, picked: str) -> list[tuple[str, str]]:
    """What may be shown of whatever is looked at: (value, label)."""
    model = sight.known.models.get(picked)
    if model is None or not model.on_board:
        return []
    labels = {
        "arcs": _("Arcs of %(unit)s"),
        "sight": _("Line of sight of %(unit)s"),
        "reach": _("Reach of %(unit)s"),
    }
    return [(f"{what}:{picked}", labels[what] % {"unit": sight.name(picked)}) for what in SHOWN]


def _parts(request: HttpRequest, sight: Sight, unit: str, typed: Typed) -> HttpResponse:
    """Only what a changed choice changes; the text being typed is not in it."""
    context = composer_context(request, sight, unit, typed) | {
        "battle": sight.battle,
        "campaign": sight.battle.campaign,
        "sight": sight,
        "view": request.GET.get("v", ""),
    }
    return render(request, "turns/dungeon/_parts.html", context)


def boards(
    request: HttpRequest, sight: Sight, overlay: Overlay, centre: str, acting: str, since: Since[Any] | None = None
) -> list[tuple[str, str, Drawing]]:
    """The drawings to show: (class, which, drawing). A large map is drawn twice, as the reader's area for a narrow
    screen and whole for a wide one, unless the reader has chosen one."""
    language = sight.language
    last, changed = (since.last, since.changed) if since else ("", frozenset())
    plan = plan_of(sight.seen, language, acting=acting, last=last, changed=changed)
    square = _centre(sight, centre if centre in sight.known.models else _his_first(sight))
    crop = area_round(plan, square) if square is not None else None
    whole = ("", "all", draw(plan, overlay, language=language))
    if crop is None:
        return [whole]
    area = ("", "area", draw(plan, overlay, crop=crop, language=language))
    view = request.GET.get("v", "")
    if view:
        return [whole if view == "all" else area]
    return [("only-narrow", *area[1:]), ("only-wide", *whole[1:])]


def _his_first(sight: Sight) -> str:
    """Where there is nobody to look at yet, whoever plays the Overlord looks at the first of his that may act."""
    if not sight.commands:
        return ""
    return next((one.id for one in sight.known.side_models("overlord") if sight.may_begin(one)), "")


def _centre(sight: Sight, unit: str) -> Square | None:
    model = sight.known.models.get(unit)
    if model is not None and model.at is not None:
        return model.at
    return next((hero.at for hero in (*sight.mine, *sight.known.heroes) if hero.at is not None), None)
