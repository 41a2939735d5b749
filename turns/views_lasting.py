"""The page of a character's standing orders: its player writes them, a director reads them."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import clock
from accounts.signed_in import me
from characters.models import Character
from characters.views import character_or_404
from rulebook.errors import Refused
from turns import services
from turns.lasting import lasting_orders, may_read, may_write
from turns.standing_orders import DEEDS, WHENS, Row, order_words, orders_from, rows_from, rows_of
from turns.wording import Names, said


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def orders(request: HttpRequest, character_id: int) -> HttpResponse:
    """Read, write and take back what a character does whenever its turn runs out."""
    character = character_or_404(request, character_id)
    if not may_read(character, request.user):
        raise Http404
    if request.method == "POST":
        return _write(request, character)
    return _page(request, character, rows_of(lasting_orders(character)))


def _write(request: HttpRequest, character: Character) -> HttpResponse:
    if not may_write(character, request.user):
        raise PermissionDenied(_("Only the character's player may do this."))
    rows = rows_from(request.POST)
    drop = "drop" in request.POST
    try:
        given = () if drop else orders_from(rows)
        if not given and not drop:
            return _page(request, character, rows, error=_("Choose what it does."), status=422)
        services.write_lasting_orders(character_id=character.pk, player=me(request), orders=given, at=clock.now())
    except Refused as refused:
        return _page(request, character, rows, error=said(refused, Names({})), status=422)
    kept = _("The standing orders are kept. You can change them at any time.")
    messages.success(request, _("The standing orders are taken back.") if drop else kept)
    return redirect(character)


def _page(
    request: HttpRequest, character: Character, rows: list[Row], *, error: str = "", status: int = 200
) -> HttpResponse:
    context = {
        "campaign": character.campaign,
        "character": character,
        "rows": rows,
        "given": [order_words(order) for order in lasting_orders(character)],
        "deeds": DEEDS.items(),
        "whens": WHENS.items(),
        "may_write": may_write(character, request.user),
        "error": error,
    }
    return render(request, "turns/lasting_orders.html", context, status=status)
