"""Standing orders of one unit in one battle: what it does when its turn runs out, for its player alone."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import clock
from characters.models import Character
from rulebook.errors import Refused
from rulebook.saga.standing import orders_of
from turns import services
from turns.doors import seen_or_404
from turns.lasting import may_write
from turns.sight import Sight
from turns.standing_orders import DEEDS, WHENS, Row, orders_from, rows_from, rows_of, without_post
from turns.wording import said


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def orders(request: HttpRequest, slug: str, code: str, unit: str) -> HttpResponse:
    """Read, leave, change and take back a unit's standing orders."""
    sight = seen_or_404(request, slug, code)
    if not sight.state.rules.standing_orders or unit not in {one.id for one in sight.mine}:
        raise Http404
    if request.method == "POST":
        return _leave(request, sight, unit)
    given = orders_of(sight.state, unit)
    return _page(request, sight, unit, rows_of(given.orders if given else ()))


def _leave(request: HttpRequest, sight: Sight, unit: str) -> HttpResponse:
    rows = rows_from(request.POST)
    about: dict[str, Any] = {"battle_id": sight.battle.pk, "unit": unit, "player": request.user, "at": clock.now()}
    try:
        if "drop" in request.POST:
            services.drop_orders(**about)
            messages.success(request, _("The standing orders are taken back."))
        elif "none" in request.POST:
            services.give_orders(orders=(), **about)
            messages.success(request, _("The unit follows no orders in this battle."))
        else:
            services.give_orders(orders=orders_from(rows), **about)
            messages.success(request, _("The standing orders are kept. You can change them at any time."))
    except Refused as refused:
        return _page(request, sight, unit, rows, error=said(refused, sight.names), status=422)
    return redirect(sight.battle)


def _sheet(request: HttpRequest, sight: Sight, unit: str) -> Character | None:
    """The sheet on which the reader may write orders for every battle."""
    key = sight.state.units[unit].character
    sheet = Character.objects.select_related("campaign").filter(pk=key).first() if key.isdecimal() else None
    return sheet if sheet is not None and may_write(sheet, request.user) else None


def _page(
    request: HttpRequest, sight: Sight, unit: str, rows: list[Row], *, error: str = "", status: int = 200
) -> HttpResponse:
    own, on_sheet = sight.state.orders.get(unit), sight.state.sheet_orders.get(unit)
    context = {
        "battle": sight.battle,
        "campaign": sight.battle.campaign,
        "sight": sight,
        "unit": sight.state.units[unit],
        "rows": rows,
        "own": own,
        "on_sheet": on_sheet,
        "sheet": _sheet(request, sight, unit),
        "deeds": DEEDS.items(),
        "whens": WHENS.items(),
        "otherwise": without_post(sight, sight.state.units[unit]),
        "error": error,
    }
    return render(request, "turns/orders.html", context, status=status)
