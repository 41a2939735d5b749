"""The director's desk: what waits, the door, seats that change hands; and the roster that everybody may look at."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import clock
from accounts.models import User
from accounts.signed_in import me
from campaign.guards import require_director, require_member
from campaign.models import Campaign
from campaign.selectors import former_players_of, is_director, players_of
from campaign.services import set_door
from campaign.views import campaign_or_404
from characters import services
from characters.desk import desk_of
from characters.forms import SeatForm
from characters.refusals import said
from characters.rosters import against, outlook
from characters.selectors import LIVING
from characters.shown_items import asked
from characters.views import character_or_404
from rulebook.errors import Refused


@never_cache
@login_required
@require_safe
def desk(request: HttpRequest, slug: str) -> HttpResponse:
    """Everything about characters that waits for the director."""
    campaign = campaign_or_404(request, slug)
    require_director(request.user, campaign)
    found = desk_of(campaign)
    context = {
        "campaign": campaign,
        "desk": found,
        "petitions": [asked(one, one.character) for one in found.petitions],
    }
    return render(request, "characters/desk.html", context)


@require_POST
@login_required
def door(request: HttpRequest, slug: str) -> HttpResponse:
    """Open the door to whoever waits and whoever comes, or shut it (CHAR-3)."""
    campaign = campaign_or_404(request, slug)
    require_director(request.user, campaign)
    if "open" in request.POST:
        came = services.open_door(campaign=campaign, by=me(request), at=clock.now())
        messages.success(request, _("The door is open; %(count)s came in.") % {"count": came})
    else:
        set_door(campaign=campaign, by=me(request), is_open=False)
        messages.success(request, _("The door is shut: whoever you approve waits until you bring them in."))
    return redirect("characters:desk", campaign.slug)


@require_POST
@login_required
def new_scene(request: HttpRequest, slug: str) -> HttpResponse:
    """A scene of the plot begins: everybody has all hero points again (STAT-8)."""
    campaign = campaign_or_404(request, slug)
    require_director(request.user, campaign)
    services.refill_hero_points(campaign=campaign, by=me(request), at=clock.now())
    messages.success(request, _("Everybody has all hero points again."))
    return redirect("characters:desk", campaign.slug)


@require_POST
@login_required
def bring_in(request: HttpRequest, character_id: int) -> HttpResponse:
    """Open the door to one."""
    character = character_or_404(request, character_id)
    require_director(request.user, character.campaign)
    try:
        services.bring_in(character=character, by=me(request), at=clock.now())
        messages.success(request, _("%(name)s is in.") % {"name": character.name})
    except Refused as refused:
        messages.info(request, said(refused))
    return redirect(character)


@never_cache
@login_required
@require_safe
def roster(request: HttpRequest, slug: str) -> HttpResponse:
    """Who of a player's may go to the next battle, and why somebody may not."""
    campaign = campaign_or_404(request, slug)
    require_member(request.user, campaign)
    player = _player_shown(request, campaign)
    found = outlook(player, campaign) if player else None
    context = {
        "campaign": campaign,
        "outlook": found,
        "prospects": [(one.character, against(one, found)) for one in found.prospects] if found else (),
        "players": players_of(campaign),
    }
    return render(request, "characters/roster.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def seats(request: HttpRequest, slug: str) -> HttpResponse:
    """Two steps: whose characters go to whom, then a page that asks before anything moves."""
    campaign = campaign_or_404(request, slug)
    require_director(request.user, campaign)
    form = SeatForm(request.POST or None, leavers=_leavers(campaign), players=_newcomers(campaign))
    context = {"campaign": campaign, "form": form}
    if form.is_valid():
        before, after = form.cleaned_data["before"], form.cleaned_data["after"]
        if "confirm" in request.POST:
            return _handed_over(request, campaign, before, after)
        moving = campaign.characters.filter(player=before, status__in=LIVING)
        context |= {"before": before, "after": after, "moving": moving}
        return render(request, "characters/confirm_seat.html", context)
    return render(request, "characters/seats.html", context)


def _leavers(campaign: Campaign) -> QuerySet[User]:
    return former_players_of(campaign).filter(characters__campaign=campaign, characters__status__in=LIVING).distinct()


def _newcomers(campaign: Campaign) -> QuerySet[User]:
    seated = campaign.characters.filter(status__in=LIVING).values_list("player_id", flat=True)
    return players_of(campaign).exclude(pk__in=seated)


def _handed_over(request: HttpRequest, campaign: Campaign, before: User, after: User) -> HttpResponse:
    try:
        moved = services.hand_seat_over(campaign=campaign, before=before, after=after, by=me(request), at=clock.now())
        names = ", ".join(one.name for one in moved)
        messages.success(
            request, _("%(names)s: %(player)s plays them now.") % {"names": names, "player": after.shown_name}
        )
    except Refused as refused:
        messages.error(request, said(refused))
    return redirect("characters:desk", campaign.slug)


def _player_shown(request: HttpRequest, campaign: Campaign) -> User | None:
    """The reader, or for a director the player asked for, the first where none is."""
    wanted = request.GET.get("player", "")
    if not wanted:
        return players_of(campaign).filter(pk=me(request).pk).first() or (
            players_of(campaign).first() if is_director(request.user, campaign) else None
        )
    if not wanted.isdecimal() or len(wanted) > 18:
        raise PermissionDenied
    if int(wanted) != me(request).pk:
        require_director(request.user, campaign)
    return get_object_or_404(players_of(campaign), pk=int(wanted))
