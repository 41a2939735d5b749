"""See as: where the director chooses with whose eyes to look, and what waits for that reader in this campaign."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from battles.selectors import battles_of
from campaign.guards import require_director
from campaign.looking import Looking, looking_in
from campaign.models import Campaign
from campaign.selectors import members_of
from campaign.views import campaign_or_404
from turns.doors import BEGUN
from turns.mine import Groups, groups_for


@never_cache
@login_required
@require_safe
def look(request: HttpRequest, slug: str) -> HttpResponse:
    """The campaign's readers; of the chosen one, their lines of My turns and the battles as they see them."""
    campaign = campaign_or_404(request, slug)
    require_director(request.user, campaign)
    looking = looking_in(request, campaign)
    context: dict[str, Any] = {"campaign": campaign, "members": members_of(campaign), "looking": looking}
    if looking.as_other:
        context |= _as_seen(campaign, looking)
    with looking.eyes():
        return render(request, "turns/look.html", context)


def _as_seen(campaign: Campaign, looking: Looking) -> dict[str, Any]:
    reader = looking.reader
    with looking.eyes():
        groups = _of_campaign(groups_for(reader), campaign) if isinstance(reader, User) else None
    return {"groups": groups, "battles": battles_of(campaign, reader).filter(status__in=BEGUN).order_by("-pk")}


def _of_campaign(groups: Groups, campaign: Campaign) -> Groups:
    """The lines of one campaign: those of others are none of its director's business."""
    rows = ("yours", "ahead", "director", "others", "paused")
    kept = {name: [row for row in getattr(groups, name) if row.battle.campaign_id == campaign.pk] for name in rows}
    owed = {
        name: [one for one in getattr(groups, name) if one.campaign.pk == campaign.pk] for name in ("errands", "owed")
    }
    broken = [battle for battle in groups.broken if battle.campaign_id == campaign.pk]
    return replace(groups, **kept, **owed, broken=broken)
