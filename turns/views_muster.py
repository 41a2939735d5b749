"""Who goes: each player's page, and the director's list. It lives here because the last answer begins the battle."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import clock
from battles import board, services
from battles.bearings import bearings_of
from battles.models import Battle, MusterEntry
from battles.musters import Candidate, candidates, default_picks
from battles.scenes import scene_of_plan
from battles.selectors import commitment_of, plan_of, visible_plan
from battles.views import said, user_in
from battles.wording import problem_words
from campaign.selectors import is_director, table_rules
from rulebook.errors import Refused
from turns.muster_doors import announced_or_404, close_page
from turns.services import answer_muster, close_list


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def muster(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """The announced battle: what it is about, who goes, and the reader's own choice where they are asked."""
    battle = announced_or_404(request, slug, code)
    if battle.status != Battle.Status.MUSTER:
        return redirect(battle)
    entry = _entry_of(request, battle)
    if request.method == "POST":
        if entry is None:
            raise Http404
        return _choose(request, battle, entry)
    return _page(request, battle, entry)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def close(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """The director closes the list: what that means, then the act, which begins the battle."""
    battle = announced_or_404(request, slug, code)
    return close_page(
        request,
        battle,
        act=close_list,
        said=said,
        template="battles/muster_close.html",
        context=lambda: {"silent": _silent(battle)},
    )


def _silent(battle: Battle) -> list[tuple[MusterEntry, Any]]:
    """Whoever has not answered, and who would go for them."""
    return [(entry, default_picks(entry)) for entry in _entries(battle) if entry.confirmed_at is None]


def _entries(battle: Battle) -> list[MusterEntry]:
    entries = list(battle.muster.select_related("player").prefetch_related("characters"))
    for entry in entries:
        entry.battle = battle
    return entries


def _entry_of(request: HttpRequest, battle: Battle) -> MusterEntry | None:
    return next((entry for entry in _entries(battle) if entry.player_id == request.user.pk), None)


def _choose(request: HttpRequest, battle: Battle, entry: MusterEntry) -> HttpResponse:
    """First the choice is checked and shown; confirmed, it is the player's answer."""
    picked = [int(pk) for pk in request.POST.getlist("character") if pk.isdecimal() and len(pk) < 19]
    try:
        if "confirm" not in request.POST:
            return _confirmation(request, battle, entry, picked)
        last = answer_muster(battle_id=battle.pk, player=user_in(request), character_ids=picked, at=clock.now())
    except Refused as refused:
        return _page(request, battle, entry, error=said(refused), picked=picked)
    return redirect(battle if last else request.path)


def _confirmation(request: HttpRequest, battle: Battle, entry: MusterEntry, picked: list[int]) -> HttpResponse:
    going = services.checked_picks(entry, picked)
    awaited = battle.muster.filter(confirmed_at__isnull=True).exclude(pk=entry.pk).count()
    context = {"battle": battle, "campaign": battle.campaign, "going": going, "awaited": awaited}
    return render(request, "battles/muster_confirm.html", context)


def _page(
    request: HttpRequest,
    battle: Battle,
    entry: MusterEntry | None,
    *,
    error: str = "",
    picked: list[int] | None = None,
) -> HttpResponse:
    plan = plan_of(battle)
    assert plan is not None
    directs = is_director(request.user, battle.campaign)
    mine = candidates(entry) if entry else []
    scene = scene_of_plan(visible_plan(plan, directs=directs))
    rules = plan.table_rules(table_rules(battle.campaign))
    context: dict[str, Any] = {
        "battle": battle,
        "campaign": battle.campaign,
        "plan": plan,
        "rules": rules,
        "bearings": [
            one for one in bearings_of(plan, battle.campaign, rules) if directs or (entry and entry.side == one.key)
        ],
        "entry": entry,
        "candidates": [_row(one, picked) for one in mine],
        "entries": _seen(_entries(battle), entry, directs=directs),
        "directs": directs,
        "error": error,
        "commitment": commitment_of(battle),
        "drawing": board.compose(scene, picks=False, language=request.LANGUAGE_CODE),
    }
    return render(request, "battles/muster.html", context, status=409 if error else 200)


def _row(candidate: Candidate, picked: list[int] | None) -> dict[str, Any]:
    return {
        "it": candidate,
        "why": problem_words(candidate.reason, candidate.data) if candidate.reason else "",
        "checked": candidate.character.pk in (picked or []),
    }


def _seen(entries: list[MusterEntry], own: MusterEntry | None, *, directs: bool) -> list[dict[str, Any]]:
    """Who answered is for all to see; whom they send, only for the director and themselves (DEPL-3)."""
    return [
        {
            "player": entry.player,
            "side": entry.side,
            "confirmed": entry.confirmed_at is not None,
            "characters": list(entry.characters.all()) if directs or entry == own else [],
        }
        for entry in entries
    ]
