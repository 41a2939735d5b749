"""Standing orders of one unit: what it does when its turn runs out, for its player alone."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from rulebook.errors import Refused
from turns import services
from turns.doors import seen_or_404
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
    given = sight.state.orders.get(unit)
    return _page(request, sight, unit, rows_of(given.orders if given else ()))


def _leave(request: HttpRequest, sight: Sight, unit: str) -> HttpResponse:
    rows = rows_from(request.POST)
    about = {"battle_id": sight.battle.pk, "unit": unit, "player": request.user, "at": timezone.now()}
    try:
        if "drop" in request.POST:
            services.drop_orders(**about)  # type: ignore[arg-type]
            messages.success(request, _("The standing orders are taken back."))
        else:
            services.give_orders(orders=orders_from(rows), **about)  # type: ignore[arg-type]
            messages.success(request, _("The standing orders are kept. You can change them at any time."))
    except Refused as refused:
        return _page(request, sight, unit, rows, error=said(refused, sight.names), status=422)
    return redirect(sight.battle)


def _page(
    request: HttpRequest, sight: Sight, unit: str, rows: list[Row], *, error: str = "", status: int = 200
) -> HttpResponse:
    context = {
        "battle": sight.battle,
        "campaign": sight.battle.campaign,
        "sight": sight,
        "unit": sight.state.units[unit],
        "rows": rows,
        "given": unit in sight.state.orders,
        "deeds": DEEDS.items(),
        "whens": WHENS.items(),
        "otherwise": without_post(sight, sight.state.units[unit]),
        "error": error,
    }
    return render(request, "turns/orders.html", context, status=status)
