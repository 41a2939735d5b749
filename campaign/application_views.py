"""Applying to play: the form as a visitor meets it, the director's form of questions, and the decisions."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts import clock
from accounts.signed_in import me
from campaign import selectors, services
from campaign.forms import ApplicationFormForm, ApplyForm, WordForm
from campaign.guards import require_director
from campaign.models import Application, Campaign
from campaign.refusals import said
from campaign.views import campaign_or_404
from rulebook.errors import Refused


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def apply_to(request: HttpRequest, slug: str) -> HttpResponse:
    """The director's questions, and the reader's answers."""
    campaign = campaign_or_404(request, slug)
    mine = campaign.applications.filter(user=me(request), status__in=("waiting", "listed")).first()
    if mine is not None:
        return redirect("campaign:application", campaign.slug, mine.pk)
    asked = selectors.form_of(campaign)
    form = ApplyForm(request.POST if request.method == "POST" else None, questions=asked.questions if asked else [])
    # A form without questions is sent by its button alone.
    if request.method == "POST" and form.is_valid():
        try:
            made = services.apply_to(campaign=campaign, user=me(request), answers=form.answers(), at=clock.now())
            messages.success(request, _("Your application went to the director."))
            return redirect("campaign:application", campaign.slug, made.pk)
        except Refused as refused:
            form.add_error(None, said(refused))
    context = {
        "campaign": campaign,
        "form": form,
        "asked": asked,
        "open": selectors.takes_applications(campaign),
        "places": selectors.places_left(campaign),
        "belongs": selectors.role_of(request.user, campaign) not in (None, "spectator"),
    }
    return render(request, "campaign/apply.html", context)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def application_form(request: HttpRequest, slug: str) -> HttpResponse:
    """The director writes the form, and sees who has applied."""
    campaign = campaign_or_404(request, slug)
    require_director(request.user, campaign)
    form = ApplicationFormForm(request.POST or None, initial=_form_now(campaign))
    if form.is_valid():
        try:
            services.write_application_form(campaign=campaign, by=me(request), **form.settings())
            messages.success(request, _("The form is saved."))
            return redirect("campaign:application-form", campaign.slug)
        except Refused as refused:
            form.add_error("questions", said(refused))
    context = {
        "campaign": campaign,
        "form": form,
        "waiting": selectors.applications_in(campaign),
        "places": selectors.places_left(campaign),
        "link": request.build_absolute_uri(f"/c/{campaign.slug}/apply/"),
    }
    return render(request, "campaign/application_form.html", context)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD"])
def application(request: HttpRequest, slug: str, application_id: int) -> HttpResponse:
    """One application: for whoever made it, and for the directors, who decide."""
    found = _application_or_404(request, slug, application_id)
    directs = selectors.is_director(request.user, found.campaign)
    context = {
        "campaign": found.campaign,
        "application": found,
        "directs": directs,
        "is_open": found.status in (Application.Status.WAITING, Application.Status.LISTED),
        "form": WordForm(),
        "may_read": selectors.may_read(request.user, found.campaign),
    }
    return render(request, "campaign/application.html", context)


@require_POST
@login_required
def decide(request: HttpRequest, slug: str, application_id: int) -> HttpResponse:
    """The director's word: accepted, on the waiting list, declined."""
    found = _application_or_404(request, slug, application_id)
    require_director(request.user, found.campaign)
    verbs: dict[str, tuple[Callable[..., object], str]] = {
        "accept": (services.accept_application, _("%(name)s plays from now on.")),
        "list": (services.put_on_waiting_list, _("%(name)s is on the waiting list.")),
        "decline": (services.decline_application, _("%(name)s is told that it is a no.")),
    }
    form = WordForm(request.POST)
    asked = request.POST.get("decision", "")
    if asked in verbs and form.is_valid():
        verb, success = verbs[asked]
        try:
            verb(application=found, by=me(request), word=form.cleaned_data["word"], at=clock.now())
            messages.success(request, success % {"name": found.user.shown_name})
        except Refused as refused:
            messages.error(request, said(refused))
    return redirect("campaign:application", found.campaign.slug, found.pk)


@require_POST
@login_required
def withdraw(request: HttpRequest, slug: str, application_id: int) -> HttpResponse:
    """Whoever applied thinks better of it."""
    found = _application_or_404(request, slug, application_id)
    try:
        services.withdraw_application(application=found, user=me(request), at=clock.now())
        messages.success(request, _("Your application is taken back."))
    except Refused as refused:
        messages.info(request, said(refused))
    return redirect("campaign:application", found.campaign.slug, found.pk)


def _application_or_404(request: HttpRequest, slug: str, application_id: int) -> Application:
    mine = selectors.applications_visible_to(request.user)
    return get_object_or_404(mine, pk=application_id, campaign__slug=slug)


def _form_now(campaign: Campaign) -> dict[str, object]:
    written = selectors.form_of(campaign)
    if written is None:
        return {"is_open": True, "questions": _("Why this campaign?\nHow often can you write?")}
    return {
        "is_open": written.is_open,
        "intro": written.intro,
        "questions": "\n".join(written.questions),
        "places": written.places,
    }
