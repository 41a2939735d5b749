"""My turns, and the absence that spares a player from them."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import clock
from accounts.models import User
from accounts.once import once
from battles.selectors import musters_waiting, results_waiting
from campaign.selectors import belonging_to, directed_by
from rulebook.errors import Refused
from turns import services
from turns.changes import marks_of
from turns.forms import AbsenceForm
from turns.leisure import readings_of
from turns.mine import groups_for
from turns.models import Absence, TurnPost
from turns.selectors import absences_of, lately_played
from turns.unit_names import round_words, unit_name
from turns.wording import Names, said

PART = "X-Part"


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@once
def mine(request: HttpRequest) -> HttpResponse:
    """What needs the reader, by deadline; and a form to be away."""
    user = _user(request)
    form = AbsenceForm(user, request.POST or None)
    if request.method == "POST" and form.is_valid() and _declare(request, user, form):
        return redirect("turns:mine")
    if request.headers.get(PART):
        return render(request, "turns/_mine_parts.html", _lists(user))
    absences = [one for one in absences_of(user) if one.ends_at > clock.now()]
    context = _lists(user) | {"form": form, "absences": absences}
    return render(request, "turns/mine.html", context, status=422 if form.errors else 200)


@never_cache
@login_required
@require_safe
def changes(request: HttpRequest) -> HttpResponse:
    """The marks of the lines as they stand now: an open page counts what is new in them, and what has gone."""
    user = _user(request)
    return JsonResponse({"marks": marks_of(groups_for(user), musters_waiting(user), results_waiting(user))})


def _lists(user: User) -> dict[str, Any]:
    """Everything that the page lists, for the whole page or for its lists alone."""
    groups = groups_for(user)
    musters, results = list(musters_waiting(user)), list(results_waiting(user))
    return {
        "groups": groups,
        "marks": marks_of(groups, musters, results),
        "waiting_count": groups.waiting,
        "musters": musters,
        "results": results,
        "directed": list(directed_by(user)),
        "lately": [_played(post) for post in lately_played(user)],
        "readings": readings_of(user),
    }


def _played(post: TurnPost) -> tuple[str, str, TurnPost]:
    """A turn played lately: whose it was and in which round, in words, and its post."""
    name = unit_name(post.battle, post.unit, post.unit_name)
    return name, round_words(post.battle, post.round), post


def _declare(request: HttpRequest, user: User, form: AbsenceForm) -> bool:
    chosen = form.cleaned_data["campaign"]
    campaigns = [chosen] if chosen else list(belonging_to(user))
    try:
        for campaign in campaigns:
            services.declare_absence(
                user=user,
                campaign=campaign,
                starts_at=form.cleaned_data["starts_at"],
                ends_at=form.cleaned_data["ends_at"],
                note=form.cleaned_data["note"],
                at=clock.now(),
            )
    except Refused as refused:
        form.add_error(None, said(refused, Names({})))
        return False
    messages.success(
        request, _("Announced. Your units are played by the director, without penalty, from their next turn on.")
    )
    return True


@login_required
@require_POST
def back(request: HttpRequest, absence_id: int) -> HttpResponse:
    """Be back before the time."""
    try:
        services.cancel_absence(absence_id=absence_id, user=_user(request), at=clock.now())
    except Absence.DoesNotExist as missing:
        raise Http404 from missing
    messages.success(request, _("Welcome back: your units are yours again."))
    return redirect("turns:mine")


def _user(request: HttpRequest) -> User:
    if not isinstance(request.user, User):
        raise Http404
    return request.user
