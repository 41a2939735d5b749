"""For the director: who reads what in the whole campaign, and what each reader was told."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts import clock
from accounts.models import User
from campaign.guards import require_director
from campaign.looking import Looking
from campaign.models import Campaign
from campaign.selectors import members_of
from campaign.views import campaign_or_404
from notifications.channels.mail import wished
from notifications.selectors import default_mail, newest
from notifications.wording import words_for
from story.doors import looking_in
from story.selectors.campaign_sight import sights_of

TOLD_SHOWN = 50


@login_required
@never_cache
@require_safe
def campaign_readers(request: HttpRequest, slug: str) -> HttpResponse:
    """Every scene, private passage, hidden post and secret of a character, with who reads it."""
    campaign = campaign_or_404(request, slug)
    require_director(request.user, campaign)
    return render(request, "story/campaign_readers.html", {"campaign": campaign, "sights": sights_of(campaign)})


@login_required
@never_cache
@require_safe
def told(request: HttpRequest, slug: str) -> HttpResponse:
    """What a member was told of this campaign, in the words of their mails; the links that act for them left out."""
    campaign = campaign_or_404(request, slug)
    require_director(request.user, campaign)
    looking = looking_in(request, campaign)
    context: dict[str, Any] = {"campaign": campaign, "members": members_of(campaign), "looking": looking}
    with looking.eyes():
        if looking.as_other and isinstance(looking.reader, User):
            context["notices"] = _told_to(looking, campaign)
        return render(request, "story/told.html", context)


def _told_to(looking: Looking, campaign: Campaign) -> list[dict[str, Any]]:
    assert isinstance(looking.reader, User)
    mail, now = default_mail(looking.reader), clock.now()
    rows = newest(looking.reader).filter(campaign_slug=campaign.slug).select_related("reader")[:TOLD_SHOWN]
    return [{"notice": one, "words": words_for(one, now=now), "by_mail": wished(one, mail)} for one in rows]
