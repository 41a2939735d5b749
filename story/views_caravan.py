"""The caravan: how it stands, its ledger, a day that passes, a change in the plot. Before and after are on one page."""

from __future__ import annotations

import secrets
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts import clock
from accounts.once import once
from accounts.signed_in import me
from battles.selectors import battles_of
from campaign.guards import require_director
from campaign.models import Clan
from campaign.refusals import said as said_of_campaigns
from campaign.selectors import caravan_of, latest_entry, ledger_of
from campaign.views import campaign_or_404
from rulebook.errors import Refused, TooLate
from rulebook.rulesets import GO_ON
from rulebook.saga.campaign import Day
from story import services
from story.caravan_forms import CaravanForm
from story.models import Scene
from story.selectors.caravan import Outlook, bearing_of, clans_visible_to, daily_need, day_ahead, days_left, lines_of
from story.selectors.sight import directs

LINES_PER_PAGE = 30
NEW_KEY = 12
DAYS = ("travel", "rest")


def clan_or_404(request: HttpRequest, slug: str, clan_id: int) -> Clan:
    """The clan at this address; no page for whoever may not read its campaign."""
    campaign_or_404(request, slug)
    return get_object_or_404(
        clans_visible_to(request.user), campaign__slug=slug, campaign__ruleset__in=GO_ON, pk=clan_id
    )


@never_cache
@require_safe
def caravan(request: HttpRequest, slug: str, clan_id: int) -> HttpResponse:
    """How the caravan stands, what it means for the next battle, and everything that changed it."""
    clan = clan_or_404(request, slug, clan_id)
    page = Paginator(ledger_of(clan), LINES_PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "campaign": clan.campaign,
        "clan": clan,
        "caravan": caravan_of(clan),
        "need": daily_need(clan),
        "lasts": days_left(clan),
        "bearing": bearing_of(clan),
        "page": page,
        "lines": lines_of(page.object_list),
        "query": "",
        "directs": directs(request.user, clan.campaign),
    }
    return render(request, "story/caravan.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def day(request: HttpRequest, slug: str, clan_id: int, day: str) -> HttpResponse:
    """A day of travel or rest: what the rules propose, for the director to confirm or to change with a reason."""
    clan = clan_or_404(request, slug, clan_id)
    require_director(request.user, clan.campaign)
    if day not in DAYS:
        raise Http404
    ahead = day_ahead(clan, cast(Day, day))
    form = CaravanForm(request.POST or None, caravan=ahead.proposed, initial=_first(clan), scenes=_scenes(clan))
    if form.is_valid():
        given = form.cleaned_data
        try:
            line = services.spend_day(
                clan=clan,
                by=me(request),
                day=ahead.day,
                figures=form.figures(),
                reason=given["reason"],
                seen=given["seen"],
                key=given["key"],
                at=clock.now(),
                scene=given.get("scene"),
            )
            _say(request, line.healed)
            return redirect("story:caravan", slug, clan.pk)
        except Refused as refused:
            form = _refused(form, refused, clan, ahead)
    context = {"campaign": clan.campaign, "clan": clan, "form": form, "ahead": ahead, "caravan": caravan_of(clan)}
    context["rows"] = form.rows(caravan_of(clan))
    return render(request, "story/caravan_day.html", context, status=422 if form.errors else 200)


def _scenes(clan: Clan) -> QuerySet[Scene]:
    """Where a line may be read: the open scenes of the campaign, the newest first."""
    return Scene.objects.filter(campaign=clan.campaign, status=Scene.Status.OPEN).order_by("-pk")


def _say(request: HttpRequest, healed: list[str]) -> None:
    told = _("The day is in the ledger.")
    if healed:
        told += " " + _("One wound healed for each of: %(names)s.") % {"names": ", ".join(healed)}
    messages.success(request, told)


def _first(clan: Clan) -> dict[str, Any]:
    return {"seen": latest_entry(clan), "key": secrets.token_hex(NEW_KEY)}


def _refused(form: CaravanForm, refused: Refused, clan: Clan, ahead: Outlook | None) -> CaravanForm:
    """The form with what stands against it; where the caravan has changed meanwhile, with the figures of now."""
    if isinstance(refused, TooLate):
        caravan = ahead.proposed if ahead else caravan_of(clan)
        form = CaravanForm(form.renewed(caravan, latest_entry(clan)), caravan=caravan, scenes=_scenes(clan))
        form.is_valid()
    form.add_error("reason" if refused.code == "change-unexplained" else None, said_of_campaigns(refused))
    return form


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@once
def change(request: HttpRequest, slug: str, clan_id: int) -> HttpResponse:
    """What the plot or a battle changes, with its reason."""
    clan = clan_or_404(request, slug, clan_id)
    require_director(request.user, clan.campaign)
    battles = battles_of(clan.campaign, me(request)).filter(status="finished")
    initial = _first(clan) | {"battle": request.GET.get("battle", "")}
    now, scenes = caravan_of(clan), _scenes(clan)
    form = CaravanForm(request.POST or None, caravan=now, initial=initial, battles=battles, scenes=scenes)
    if form.is_valid():
        given = form.cleaned_data
        try:
            services.change_figures(
                clan=clan,
                by=me(request),
                figures=form.figures(),
                reason=given["reason"],
                seen=given["seen"],
                key=given["key"],
                battle_code=given["battle"].code if given.get("battle") else "",
                at=clock.now(),
                scene=given.get("scene"),
            )
            messages.success(request, _("The change is in the ledger."))
            return redirect("story:caravan", slug, clan.pk)
        except Refused as refused:
            form = _refused(form, refused, clan, None)
    context = {"campaign": clan.campaign, "clan": clan, "form": form, "rows": form.rows(caravan_of(clan))}
    return render(request, "story/caravan_change.html", context, status=422 if form.errors else 200)
