"""The buttons that follow a battle or a campaign, and stop following it."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts import clock
from accounts.signed_in import me
from battles.models import Battle
from campaign.models import Campaign
from campaign.views import campaign_or_404
from turns import services
from turns.doors import battle_or_404


@login_required
@require_POST
def battle(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Follow this battle, or no longer."""
    found = battle_or_404(request, slug, code)
    _set(request, found.campaign, found)
    return redirect(found)


@login_required
@require_POST
def campaign(request: HttpRequest, slug: str) -> HttpResponse:
    """Follow all battles of this campaign, or no longer."""
    found = campaign_or_404(request, slug)
    _set(request, found, None)
    return redirect(found)


def _set(request: HttpRequest, campaign: Campaign, battle: Battle | None) -> None:
    wanted = request.POST.get("follow")
    if wanted == "1":
        services.follow(user=me(request), campaign=campaign, battle=battle, at=clock.now())
        messages.success(request, _("You get a notice at each new round, and at the end."))
    elif wanted == "0":
        services.unfollow(user=me(request), campaign=campaign, battle=battle, at=clock.now())
        messages.success(request, _("You get no more notices of new rounds."))
    else:
        raise Http404
