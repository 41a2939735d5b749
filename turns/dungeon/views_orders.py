"""Standing instructions of one model: whether it makes free strikes, and what it does not use by itself."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import clock
from accounts.signed_in import me
from rulebook.dungeon.state import Model, Strikes
from rulebook.errors import Refused
from turns.dungeon.doors import seen_or_404
from turns.dungeon.sight import Sight
from turns.dungeon.wording import description, said
from turns.services import instruct

STRIKES: dict[Strikes, Promise] = {
    "always": gettext_lazy("Always strike: nobody has to wait for you"),
    "ask": gettext_lazy("Ask me: the game waits for your answer, with a deadline of its own"),
    "never": gettext_lazy("Never strike"),
}


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def orders(request: HttpRequest, slug: str, code: str, unit: str) -> HttpResponse:
    """Read and change a model's standing instructions."""
    sight = seen_or_404(request, slug, code)
    model = _own_or_404(sight, unit)
    if request.method == "POST":
        return _leave(request, sight, model)
    return _page(request, sight, model, model.strikes, model.declined)


def _own_or_404(sight: Sight, unit: str) -> Model:
    model = sight.known.models.get(unit)
    own = model is not None and (model.player == sight.player or (model.side == "overlord" and sight.plays_overlord))
    if model is None or not own or sight.known.phase == "over":
        raise Http404
    return model


def _leave(request: HttpRequest, sight: Sight, model: Model) -> HttpResponse:
    strikes = next((one for one in STRIKES if one == request.POST.get("strikes")), None)
    automatic = _automatic(sight, model)
    declined = tuple(item for item in automatic if item not in request.POST.getlist("use"))
    if strikes is None:
        return _page(request, sight, model, model.strikes, declined, error=_("Choose one of the three."), status=422)
    try:
        instruct(
            battle_id=sight.battle.pk,
            player=me(request),
            unit=model.id,
            strikes=strikes,
            declined=declined,
            at=clock.now(),
        )
    except Refused as refused:
        return _page(request, sight, model, strikes, declined, error=said(refused, sight, model.id), status=422)
    messages.success(request, _("The instructions are kept. You can change them at any time."))
    return redirect(sight.battle)


def _automatic(sight: Sight, model: Model) -> tuple[str, ...]:
    """The items that it uses by itself."""
    known = sight.known.items
    return tuple(dict.fromkeys(item for item in model.items if known[item].use == "automatic"))


def _page(
    request: HttpRequest,
    sight: Sight,
    model: Model,
    strikes: Strikes,
    declined: tuple[str, ...],
    *,
    error: str = "",
    status: int = 200,
) -> HttpResponse:
    context = {
        "battle": sight.battle,
        "campaign": sight.battle.campaign,
        "sight": sight,
        "name": sight.name(model.id),
        "choices": STRIKES.items(),
        "strikes": strikes,
        "items": [
            (item, sight.name(item), description(item, sight), item not in declined)
            for item in _automatic(sight, model)
        ],
        "against_machine": sight.known.automatic,
        "error": error,
    }
    return render(request, "turns/dungeon/orders.html", context, status=status)
