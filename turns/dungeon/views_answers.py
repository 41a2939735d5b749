"""What is answered between turns: a free strike, a trade, and the windows that the Overlord passes."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts import clock
from accounts.signed_in import me
from rulebook.dungeon.actions import PassScope
from rulebook.dungeon.steps import OVERLORD
from rulebook.errors import Refused
from turns.drafts import keep_typed, typed_from
from turns.dungeon.doors import seen_or_404
from turns.dungeon.orders import orders_from
from turns.dungeon.wording import said
from turns.services import answer_strike, answer_trade, pass_windows

SCOPES: tuple[PassScope, ...] = ("window", "round", "always", "none")


@login_required
@require_POST
def strike(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Make the free strike that is asked about, or let it go."""
    sight = seen_or_404(request, slug, code)
    try:
        answer_strike(
            battle_id=sight.battle.pk,
            player=me(request),
            unit=request.POST.get("unit", ""),
            strike=request.POST.get("strike") == "1",
            version=request.POST.get("version") or None,
            at=clock.now(),
        )
    except Refused as refused:
        messages.error(request, said(refused, sight))
    return redirect(sight.battle)


@login_required
@require_POST
def trade(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Take the trade that is on offer, or refuse it."""
    sight = seen_or_404(request, slug, code)
    accept = request.POST.get("accept") == "1"
    try:
        answer_trade(
            battle_id=sight.battle.pk,
            player=me(request),
            accept=accept,
            version=request.POST.get("version") or None,
            at=clock.now(),
        )
    except Refused as refused:
        messages.error(request, said(refused, sight))
    else:
        messages.success(request, _("The trade is made.") if accept else _("The trade is refused."))
    return redirect(sight.battle)


@login_required
@require_POST
def windows(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """The Overlord passes this window, those of this round, or all until he says otherwise."""
    sight = seen_or_404(request, slug, code)
    scope = next((one for one in SCOPES if one == request.POST.get("scope")), None)
    if scope is None or not sight.plays_overlord:
        raise Http404
    typed = typed_from(request.POST, orders_from)
    if typed.text:
        keep_typed(sight.battle, me(request), OVERLORD, typed)
    try:
        pass_windows(
            battle_id=sight.battle.pk,
            player=me(request),
            scope=scope,
            version=request.POST.get("version") or None,
            at=clock.now(),
        )
    except Refused as refused:
        messages.error(request, said(refused, sight, OVERLORD))
    else:
        messages.success(request, PASSED[scope]())
    return redirect(sight.battle)


PASSED = {
    "window": lambda: _("This window is passed."),
    "round": lambda: _("Every window of this round is passed."),
    "always": lambda: _("Every window is passed until you say otherwise."),
    "none": lambda: _("You are asked in every window again."),
}
