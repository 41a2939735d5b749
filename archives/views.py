"""Pages of archives: a campaign as one file, made while its director does something else."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import FileResponse, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import clock
from accounts.signed_in import me
from archives import selectors, services
from archives.forms import ArrivalForm
from archives.models import Archive, Place, State, Work
from archives.refusals import said
from campaign.guards import require_director, require_head
from campaign.models import Campaign, Membership
from campaign.views import campaign_or_404
from rulebook.errors import Refused

PROGRESS = "archives/_progress.html"
ARRIVAL = "archives/_arrival.html"


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def archive(request: HttpRequest, slug: str) -> HttpResponse:
    """Have the campaign written into one file (POST), see how far it is, fetch it."""
    campaign = campaign_or_404(request, slug)
    require_head(request.user, campaign)
    if request.method == "POST":
        try:
            services.ask_for_archive(campaign=campaign, by=me(request), at=clock.now())
        except Refused as refused:
            messages.warning(request, said(refused.code, refused.data))
        return redirect("archives:archive", campaign.slug)
    newest = selectors.newest_archive(campaign, me(request))
    context = {"campaign": campaign, **progress_of(newest, request.path)}
    return render(request, PROGRESS if request.headers.get("HX-Request") else "archives/archive.html", context)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def own(request: HttpRequest) -> HttpResponse:
    """Have everything of my own written into one file (POST), see how far it is, fetch it."""
    if request.method == "POST":
        try:
            services.ask_for_own_data(by=me(request), at=clock.now())
        except Refused as refused:
            messages.warning(request, said(refused.code, refused.data))
        return redirect("archives:own")
    context = progress_of(selectors.newest_archive(None, me(request)), request.path)
    return render(request, PROGRESS if request.headers.get("HX-Request") else "archives/own.html", context)


@login_required
@never_cache
@require_safe
def download(request: HttpRequest, archive: str) -> HttpResponse | FileResponse:
    """The file of an archive, to whoever may have it and nobody else."""
    found = get_object_or_404(selectors.to_download(request.user, at=clock.now()), code=archive)
    return answer_with_file(found)


@login_required
@require_POST
def delete(request: HttpRequest, archive: str) -> HttpResponse:
    """Delete an archive's file before its time."""
    found = get_object_or_404(selectors.archives_visible_to(request.user).filter(state=State.READY), code=archive)
    services.delete_archive(archive=found, by=me(request))
    messages.success(request, _("The file is deleted."))
    if found.campaign is None:
        return redirect("archives:own")
    return redirect("archives:archive", found.campaign.slug)


def answer_with_file(archive: Archive) -> FileResponse:
    """A download that no browser shows as a page."""
    stem = archive.campaign.slug if archive.campaign else "skald"
    day = archive.asked_at.strftime("%Y-%m-%d")
    response = FileResponse(
        archive.file.open("rb"), as_attachment=True, filename=f"{stem}-{day}.zip", content_type="application/zip"
    )
    response["X-Content-Type-Options"] = "nosniff"
    response["Cache-Control"] = "private, no-store"
    return response


def progress_of(work: Work | None, here: str) -> dict[str, Any]:
    """What the progress part of a page needs."""
    why = said(work.problem, work.problem_data) if work and work.problem else ""
    return {"work": work, "why": why, "here": here, "ready": work is not None and work.state == State.READY}


# --- archives that come


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def arrive(request: HttpRequest) -> HttpResponse:
    """Send an archive (POST); how far the last one is, and what became of it."""
    form = ArrivalForm(request.POST, request.FILES) if request.method == "POST" else ArrivalForm()
    if form.is_valid():
        try:
            services.send_archive(by=me(request), file=form.cleaned_data["file"], at=clock.now())
            return redirect("archives:arrive")
        except Refused as refused:
            form.add_error("file", said(refused.code, refused.data))
    newest = selectors.arrivals_visible_to(request.user).select_related("campaign").first()
    context = {"form": form, **progress_of(newest, request.path)}
    return render(request, ARRIVAL if request.headers.get("HX-Request") else "archives/arrive.html", context)


@login_required
@never_cache
@require_safe
def places(request: HttpRequest, slug: str) -> HttpResponse:
    """The places kept for people of the archive, each with the link to send."""
    campaign = campaign_or_404(request, slug)
    require_director(request.user, campaign)
    return render(request, "archives/places.html", {"campaign": campaign, "places": kept_places(request, campaign)})


def kept_places(request: HttpRequest, campaign: Campaign) -> list[dict[str, Any]]:
    """Each place with its link, and what goes with it."""
    roles = dict(campaign.memberships.values_list("user_id", "role"))
    shown = dict(Membership.Role.choices)
    return [
        {
            "place": one,
            "role": shown.get(roles.get(one.stand_in_id, "")),
            "characters": list(campaign.characters.filter(player=one.stand_in).values_list("name", flat=True)),
            "link": request.build_absolute_uri(reverse("archives:take-place", args=[one.token])),
        }
        for one in selectors.places_in(campaign)
    ]


@login_required
@require_POST
def renew_place(request: HttpRequest, slug: str, place_id: int) -> HttpResponse:
    """Another link in place of one that went astray."""
    campaign = campaign_or_404(request, slug)
    require_director(request.user, campaign)
    services.renew_place(place=get_object_or_404(campaign.places, pk=place_id), by=me(request))
    messages.success(request, _("The old link leads nowhere any more; there is a new one."))
    return redirect("archives:places", campaign.slug)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def give_up_place(request: HttpRequest, slug: str, place_id: int) -> HttpResponse:
    """Wait no longer for somebody: what happens is said first."""
    campaign = campaign_or_404(request, slug)
    require_director(request.user, campaign)
    place = get_object_or_404(selectors.places_in(campaign), pk=place_id)
    if request.method == "POST":
        services.give_up_place(place=place, by=me(request), at=clock.now())
        messages.success(request, _("Nobody is waited for there any more."))
        return redirect("archives:places", campaign.slug)
    return render(request, "archives/give_up.html", {"campaign": campaign, "place": place})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def take_place(request: HttpRequest, token: str) -> HttpResponse:
    """What one takes over by this link, and taking it; signing in comes back here."""
    place = Place.objects.select_related("campaign", "stand_in").filter(token=token).first()
    if request.method == "POST" and request.user.is_authenticated:
        try:
            return redirect(services.take_place(token=token, user=me(request), at=clock.now()))
        except Refused as refused:
            return render(request, "archives/no_place.html", {"why": said(refused.code, refused.data)}, status=409)
    if place is None:
        return render(request, "archives/no_place.html", {"why": said("place-taken", {})}, status=404)
    characters = place.campaign.characters.filter(player=place.stand_in).values_list("name", flat=True)
    context = {"place": place, "campaign": place.campaign, "characters": list(characters)}
    return render(request, "archives/take_place.html", context)
