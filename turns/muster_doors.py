"""What the pages of a list share in every game: finding the announced battle, and the director's closing of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from accounts import clock
from battles.models import Battle
from battles.views import battle_or_404, user_in
from campaign.guards import require_director
from rulebook.errors import Refused


def announced_or_404(request: HttpRequest, slug: str, code: str) -> Battle:
    """A battle that was announced, for whoever may know of it. Raises Http404."""
    battle = battle_or_404(request, slug, code)
    if battle.announced_at is None:
        raise Http404
    return battle


def close_page(
    request: HttpRequest,
    battle: Battle,
    *,
    act: Callable[..., object],
    said: Callable[[Refused], str],
    template: str,
    context: Callable[[], dict[str, Any]],
) -> HttpResponse:
    """The director closes the list: what that means, then `act`, which begins the battle; 409 with why it cannot.

    Raises PermissionDenied for everybody else.
    """
    require_director(request.user, battle.campaign)
    if battle.status != Battle.Status.MUSTER:
        return redirect(battle)
    error = ""
    if request.method == "POST":
        try:
            act(battle_id=battle.pk, by=user_in(request), at=clock.now())
            return redirect(battle)
        except Refused as refused:
            error = said(refused)
    shown = {"battle": battle, "campaign": battle.campaign, "error": error, **context()}
    return render(request, template, shown, status=409 if error else 200)
