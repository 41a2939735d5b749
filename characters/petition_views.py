"""The director's word on what players ask of a sheet, and the player's second thoughts."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts import clock
from accounts.signed_in import me
from campaign.guards import require_director
from characters import services
from characters.forms import ReturnForm
from characters.models import Petition
from characters.refusals import said
from characters.selectors import petitions_visible_to
from rulebook.errors import Refused


@require_POST
@login_required
def approve(request: HttpRequest, petition_id: int) -> HttpResponse:
    """The director says yes."""
    petition = _petition_or_404(request, petition_id)
    require_director(request.user, petition.character.campaign)
    return _done(
        request,
        petition,
        lambda: services.approve_petition(petition=petition, by=me(request), at=clock.now()),
        _("Approved; the sheet is changed."),
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def send_back(request: HttpRequest, petition_id: int) -> HttpResponse:
    """The director says no, with a word."""
    petition = _petition_or_404(request, petition_id)
    character = petition.character
    require_director(request.user, character.campaign)
    form = ReturnForm(request.POST or None)
    if form.is_valid():
        word = form.cleaned_data["word"]
        return _done(
            request,
            petition,
            lambda: services.return_petition(petition=petition, by=me(request), word=word, at=clock.now()),
            _("Returned with your word; nothing is changed."),
        )
    return render(
        request, "characters/return.html", {"campaign": character.campaign, "character": character, "form": form}
    )


@require_POST
@login_required
def withdraw(request: HttpRequest, petition_id: int) -> HttpResponse:
    """The player takes it back."""
    petition = _petition_or_404(request, petition_id)
    return _done(
        request,
        petition,
        lambda: services.withdraw_petition(petition=petition, by=me(request), at=clock.now()),
        _("Taken back."),
    )


def _petition_or_404(request: HttpRequest, petition_id: int) -> Petition:
    return get_object_or_404(petitions_visible_to(request.user), pk=petition_id)


def _done(request: HttpRequest, petition: Petition, act: Callable[[], object], success: str) -> HttpResponse:
    try:
        act()
        messages.success(request, success)
    except Refused as refused:
        messages.error(request, said(refused))
    return redirect(petition.character)
