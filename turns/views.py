"""The page of a running battle: the board, whose turn it is, and the composer for whoever may act."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import clock
from accounts.kept_words import brought_back, sign_in_first
from accounts.models import User
from accounts.signed_in import me
from battles import board
from battles.selectors import commitment_of
from campaign.looking import Looking, looking_in
from rulebook.saga.state import Unit
from turns import composer, ladder, panels
from turns.band import band_of
from turns.composer import Orders
from turns.detail import detail_of
from turns.doors import battle_or_404, elsewhere, refuse_unseen, settled_or_404, version_of
from turns.drafts import Typed, keep_typed, kept_draft, typed_from
from turns.following import following
from turns.models import EarlyTurn
from turns.pictures import last_round
from turns.record import since_visit
from turns.scenes import cells_in_aim, reach_of, scene_of, targets_of
from turns.selectors import retcons_waiting_at, zones_at
from turns.services import mark_visit, may_resume
from turns.sight import Sight, sight_of
from turns.since import Since
from turns.views_deploy import MOST_TAPS, deploy_page
from turns.waiting_text import WaitingText, chosen
from turns.wording import language

PART = "X-Part"


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def battle(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """The battle at its one address, whatever its stage."""
    if request.method == "POST" and not request.user.is_authenticated:
        return sign_in_first(request)
    found = battle_or_404(request, slug, code)
    if other := elsewhere(request, found):
        return other
    looking = looking_in(request, found.campaign)
    sight = sight_of(settled_or_404(request, found), looking.reader)
    if looking.as_other:
        return _looked_at(request, sight, looking)
    if sight.mode() == "deploy":
        return deploy_page(request, sight)
    if request.method == "POST":
        return _compose(request, sight)
    if (words := brought_back(request)) is not None:
        _bring_back(request, sight, words)
    return battle_page(request, sight, _kept(request, sight))


def _looked_at(request: HttpRequest, sight: Sight, looking: Looking) -> HttpResponse:
    """The page as somebody else sees it, for reading alone; what they have typed and not sent stays theirs."""
    refuse_unseen(sight.battle, looking)
    with looking.eyes():
        if sight.mode() == "deploy":
            return deploy_page(request, sight, looking=looking)
        return battle_page(request, sight, Typed(Orders(), ""), looking=looking)


def _bring_back(request: HttpRequest, sight: Sight, words: QueryDict) -> None:
    """What was written while signed out becomes the unit's draft, beside any other that there is."""
    unit = sight.state.units.get(words.get("unit", ""))
    own = unit is not None and (sight.directs or unit.player == sight.player)
    if unit is None or not own or not isinstance(sight.user, User):
        return
    keep_typed(sight.battle, sight.user, unit.id, typed_from(words))
    if unit.id in sight.ready:
        messages.info(request, _("Here is what you had written."))
    else:
        messages.warning(request, _("That turn is no longer open. What you wrote is kept as a draft."))


def _kept(request: HttpRequest, sight: Sight) -> Typed:
    """What the reader had typed for the unit that may act, from the server's draft."""
    unit = sight.acting(request.GET.get("unit", ""))
    if unit is None or not request.user.is_authenticated:
        return Typed(Orders(), "")
    return kept_draft(sight.battle, request.user, unit.id, fork=request.GET.get("draft", "0"))


def _compose(request: HttpRequest, sight: Sight) -> HttpResponse:
    """A button of the composer without its own address: a cell or unit tapped, a step more or less, saved."""
    typed = typed_from(request.POST)
    unit = sight.acting(request.POST.get("unit", ""))
    if unit is None and (written := writing_for(request, sight)) and written[0] == request.POST.get("unit"):
        return battle_page(request, sight, keep_typed(sight.battle, me(request), written[0], typed))
    if unit is None or unit.id != request.POST.get("unit"):
        return _no_longer(request, sight, typed)
    typed = replace(typed, orders=changed_orders(request, typed.orders, sight, unit))
    if request.headers.get(PART):
        return _parts(request, sight, unit, typed)
    typed = keep_typed(sight.battle, me(request), unit.id, typed)
    return battle_page(request, sight, typed, asked=True)


def changed_orders(request: HttpRequest, orders: Orders, sight: Sight, unit: Unit) -> Orders:
    """The orders after the button that was pressed; after every tap, where several came before an answer did."""
    taps, do = request.POST.getlist("pick")[-MOST_TAPS:], request.POST.get("do", "")
    for picked in taps:
        orders = composer.pick(orders, picked, sight.state, unit)
    if do == "stay":
        return replace(orders, to="")
    if do in ("less", "more"):
        now = int(orders.boost) if orders.boost.isdecimal() else 0
        return replace(orders, boost=str(max(0, now + (1 if do == "more" else -1))))
    return orders


def _no_longer(request: HttpRequest, sight: Sight, typed: Typed) -> HttpResponse:
    """The unit can no longer act: its text is kept as a draft, and the page shows the board as it is."""
    unit = request.POST.get("unit", "")
    if isinstance(request.user, User) and unit in sight.state.units and (typed.text or typed.orders != Orders()):
        keep_typed(sight.battle, request.user, unit, typed)
        messages.warning(request, _("That turn is no longer open. What you wrote is kept as a draft."))
    return redirect(sight.battle)


def battle_page(
    request: HttpRequest,
    sight: Sight,
    typed: Typed,
    *,
    status: int = 200,
    asked: bool = False,
    errors: list[tuple[str, str]] | None = None,
    looking: Looking | None = None,
) -> HttpResponse:
    """The whole page, at the reader's own place in the battle."""
    unit = sight.acting(request.POST.get("unit") or request.GET.get("unit", ""))
    since = since_visit(sight)
    context = page_context(request, sight, since) | {"looking": looking}
    if unit is not None:
        context |= composer_context(request, sight, unit, typed, since)
        context["asked"] = asked
        context["summary"] = errors or []
    else:
        context |= looking_context(request, sight, since)
        context["writing"] = None if looking else _waiting_text(request, sight, typed)
    if isinstance(request.user.pk, int) and request.method == "GET" and not since.all_seen and looking is None:
        mark_visit(battle=sight.battle, user=request.user, last_event=sight.battle.version, at=clock.now())
    return render(request, "turns/battle.html", context, status=status)


def page_context(request: HttpRequest, sight: Sight, since: Since[Any]) -> dict[str, Any]:
    """What every state of the page shows."""
    rungs = ladder.ladder_of(sight)
    return {
        "battle": sight.battle,
        "campaign": sight.battle.campaign,
        "sight": sight,
        "mode": sight.mode(),
        "band": band_of(sight),
        "ladder": rungs,
        "short": ladder.shortened(rungs),
        "horns": [
            (side, "■" * side.horn + "□" * max(0, sight.state.rules.horn_capacity - side.horn))
            for side in sight.state.sides
            if side.horn is not None
        ],
        "since": since,
        "goals": goals_of(sight),
        "used": early_turn_used(sight),
        "hidden_units": sight.hidden,
        "may_resume": sight.state.paused is not None
        and isinstance(sight.user, User)
        and may_resume(sight.battle, sight.whole, sight.user),
        "commitment": commitment_of(sight.battle),
        "last_round": last_round(sight.battle),
        **following(sight.battle, sight.user, watches=sight.watches),
        "version": version_of(sight),
        "requests": retcons_waiting_at(sight.battle, sight.user, directs=sight.directs),
        "zones": () if sight.watches else SimpleLazyObject(lambda: zones_at(sight.battle.campaign, me(request))),
        "view": request.GET.get("v", ""),
    }


def early_turn_used(sight: Sight) -> EarlyTurn | None:
    """The reader's early turn that was played in this round, if one was."""
    mine = {unit.id for unit in sight.mine}
    over = any(place.unit in mine and place.status not in ("waiting", "running") for place in sight.state.places)
    if not isinstance(sight.user, User) or not over:
        return None
    rows = EarlyTurn.objects.filter(
        battle=sight.battle, author=sight.user, round=sight.state.round, status=EarlyTurn.Status.PLAYED
    )
    return rows.select_related("post").order_by("-pk").first()


def goals_of(sight: Sight) -> list[dict[str, str]]:
    """What each side must do to win (WIN-1); once where it is the same for all."""
    sides = [side for side in sight.state.sides if side.victory.kind != "none"]
    found = [
        {"name": side.name, "kind": side.victory.kind, "object": sight.names.units.get(side.victory.object, "")}
        for side in sides
    ]
    alike = len({(one["kind"], one["object"]) for one in found}) == 1
    return found[:1] if alike else found


def looking_context(request: HttpRequest, sight: Sight, since: Since[Any]) -> dict[str, Any]:
    """The board of a reader who does not act now: every unit may be looked at."""
    running = sight.running_unit
    picked = request.GET.get("pick", "").removeprefix("unit:")
    centre = running or next(iter(sight.mine), None)
    scene = scene_of(sight, acting=running.id if running else "", last=since.last)
    return {
        "boards": boards(request, scene, centre, changed=since.changed, targets=[picked] if picked else []),
        "detail": detail_of(sight, picked),
        "planning": [_to_plan(sight, unit) for unit in sight.plannable()],
    }


def writing_for(request: HttpRequest, sight: Sight) -> tuple[str, str] | None:
    """The reader's unit, with its name, for which a text may be written ahead; none unless the battle is paused."""
    if sight.mode() != "paused":
        return None
    mine = [(unit.id, unit.name) for unit in sight.mine if not unit.defeated]
    running = sight.running.unit if sight.running else ""
    return chosen(mine, request.POST.get("unit") or request.GET.get("unit", ""), running)


def _waiting_text(request: HttpRequest, sight: Sight, typed: Typed) -> WaitingText | None:
    """The text written ahead: what was just sent, else the draft."""
    unit = writing_for(request, sight)
    if unit is None or not isinstance(request.user, User):
        return None
    if request.method != "POST":
        typed = kept_draft(sight.battle, request.user, unit[0], fork=request.GET.get("draft", "0"))
    others = tuple((one.id, one.name) for one in sight.mine if not one.defeated and one.id != unit[0])
    return WaitingText(unit, typed, others)


def _to_plan(sight: Sight, unit: Unit) -> dict[str, Any]:
    """A unit whose turn is still to come, with whoever acts before it."""
    order = [place.unit for place in sight.state.places if place.status in ("running", "waiting")]
    before = [sight.names.unit(other) for other in order[: order.index(unit.id)]]
    return {"unit": unit, "plan": sight.plan_for(unit.id), "before": ", ".join(before)}


def composer_context(
    request: HttpRequest, sight: Sight, unit: Unit, typed: Typed, since: Since[Any] | None
) -> dict[str, Any]:
    """The board with reach and targets, and the composer beside it."""
    panel = panels.panel_of(sight, unit, typed.orders)
    orders, checked = typed.orders, panel.checked
    aiming = orders.tap == "aim" and panel.needs_cell
    reach = cells_in_aim(sight.state, unit, orders, checked) if aiming else reach_of(sight.state, unit, orders)
    chosen = checked.draft.unit.at if checked.draft.moved else None
    picked = request.POST.get("pick", "").removeprefix("unit:") or orders.target
    scene = scene_of(sight, acting=unit.id, last=since.last if since else "")
    return {
        "unit": unit,
        "how": sight.ready[unit.id],
        "panel": panel,
        "kept": [(name, value) for name, value in orders.to_data().items() if name != "mode"],
        "boards": boards(
            request,
            scene,
            unit,
            reach=() if panel.rests else reach,
            chosen=chosen,
            targets=() if panel.rests else targets_of(sight.state, unit, orders, checked),
            changed=since.changed if since else (),
        ),
        "detail": detail_of(sight, picked, against=unit, checked=checked),
        "outlook": panel.outlook,
        "typed": typed,
        "key": request.POST.get("key") or secrets.token_urlsafe(16),
        "others": [sight.state.units[other] for other in sight.ready if other != unit.id],
        "for_player": sight.directs and unit.player != sight.player,
    }


def _parts(request: HttpRequest, sight: Sight, unit: Unit, typed: Typed) -> HttpResponse:
    """Only what a changed choice changes; the text being typed is not in it."""
    context = composer_context(request, sight, unit, typed, None)
    context |= {
        "battle": sight.battle,
        "campaign": sight.battle.campaign,
        "view": request.GET.get("v", ""),
        "mode": sight.mode(),
    }
    template = "turns/_outlook_part.html" if request.headers[PART] == "outlook" else "turns/_parts.html"
    return render(request, template, context)


def boards(
    request: HttpRequest, scene: board.Scene, centre: Unit | None, **about: Any
) -> list[tuple[str, str, board.Drawing]]:
    """The drawings to show: (class, which, drawing). A large board is drawn twice, as the reader's area for a narrow
    screen and whole for a wide one, unless the reader has chosen one."""
    view = request.GET.get("v", "")
    crop = board.area_round(centre.at, scene) if centre is not None and centre.at is not None else None
    whole = ("", "all", board.compose(scene, language=language(), **about))
    if crop is None:
        return [whole]
    area = ("", "area", board.compose(scene, crop=crop, language=language(), **about))
    if view == "all":
        return [whole]
    if view == "area":
        return [area]
    return [("only-narrow", *area[1:]), ("only-wide", *whole[1:])]
