"""Pages of archives: a campaign as one file, made while its director does something else."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import FileResponse, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.signed_in import me
from archives import selectors, services
from archives.models import Archive, State, Work
from archives.refusals import said
from campaign.guards import require_head
from campaign.views import campaign_or_404
from rulebook.errors import Refused

PROGRESS = "archives/_progress.html"


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def archive(request: HttpRequest, slug: str) -> HttpResponse:
    """Have the campaign written into one file (POST), see how far it is, fetch it."""
    campaign = campaign_or_404(request, slug)
    require_head(request.user, campaign)
    if request.method == "POST":
        try:
            services.ask_for_archive(campaign=campaign, by=me(request), at=timezone.now())
        except Refused as refused:
            messages.warning(request, said(refused.code, refused.data))
        return redirect("archives:archive", campaign.slug)
    newest = selectors.newest_archive(campaign, me(request))
    context = {"campaign": campaign, **progress_of(newest, request.path)}
    return render(request, PROGRESS if request.headers.get("HX-Request") else "archives/archive.html", context)


@login_required
@never_cache
@require_safe
def download(request: HttpRequest, archive: str) -> HttpResponse | FileResponse:
    """The file of an archive, to whoever may have it and nobody else."""
    found = get_object_or_404(selectors.to_download(request.user, at=timezone.now()), code=archive)
    return answer_with_file(found)


@login_required
@require_POST
def delete(request: HttpRequest, archive: str) -> HttpResponse:
    """Delete an archive's file before its time."""
    found = get_object_or_404(selectors.archives_visible_to(request.user).filter(state=State.READY), code=archive)
    services.delete_archive(archive=found, by=me(request))
    messages.success(request, _("The file is deleted."))
    assert found.campaign is not None
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
