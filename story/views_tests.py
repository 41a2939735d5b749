"""Tests of campaign attributes: called, rolled on a page that says what the roll means, weighed."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import clock
from accounts.signed_in import me
from campaign.guards import require_director
from campaign.looking import Looking
from campaign.selectors import table_rules
from campaign.views import campaign_or_404
from characters.selectors import hero_points_left
from rulebook.errors import Refused
from story import services
from story.doors import looking_in
from story.models import AttributeTest
from story.plot_forms import CallForm, WeighForm
from story.refusals import said
from story.selectors.frames import shown_frame, shown_test, tests_visible_to
from story.selectors.sight import Reader, directs
from story.views_frames import frame_or_404

CALL_FIELDS = {
    "not-active": "character",
    "unknown-attribute": "attribute",
    "bad-penalty": "penalty",
    "reason-needed": "reason",
}


def test_or_404(
    request: HttpRequest, slug: str, code: str, frame: str, test: str, *, reader: Reader | None = None
) -> AttributeTest:
    """The test at this address; no page for whoever may not know of it."""
    rows = tests_visible_to(request.user if reader is None else reader)
    return get_object_or_404(
        rows,
        frame__post__scene__campaign__slug=slug,
        frame__post__scene__code=code,
        frame__code=frame,
        code=test,
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_test(request: HttpRequest, slug: str, code: str, frame: str) -> HttpResponse:
    """Call a test; the director may roll it at once."""
    found = frame_or_404(request, slug, code, frame)
    scene = found.post.scene
    require_director(request.user, scene.campaign)
    form = CallForm(request.POST or None, campaign=scene.campaign)
    if form.is_valid():
        given = dict(form.cleaned_data)
        now = given.pop("now")
        try:
            called = services.call_test(frame=found, by=me(request), at=clock.now(), **given)
            if now:
                services.roll_test(test=called, by=me(request), at=clock.now())
            return redirect(called)
        except Refused as refused:
            form.add_error(CALL_FIELDS.get(refused.code), said(refused))
    context = {
        "form": form,
        "frame": found,
        "shown": shown_frame(found, request.user, at=clock.now()),
        "scene": scene,
        "campaign": scene.campaign,
        "die": table_rules(scene.campaign).test_die,
    }
    return render(request, "story/test_form.html", context, status=422 if form.errors else 200)


@never_cache
@require_safe
def test(request: HttpRequest, slug: str, code: str, frame: str, test: str) -> HttpResponse:
    """What is tested and what a roll needs; afterwards the roll, and the three things weighed."""
    looking = looking_in(request, campaign_or_404(request, slug))
    found = test_or_404(request, slug, code, frame, test, reader=looking.reader)
    with looking.eyes():
        return render(request, "story/test.html", _context(found, looking))


def _context(found: AttributeTest, looking: Looking, form: WeighForm | None = None) -> dict[str, Any]:
    scene = found.frame.post.scene
    rules = table_rules(scene.campaign)
    directing = directs(looking.reader, scene.campaign) and not looking.as_other
    context: dict[str, Any] = {
        "one": shown_test(found, looking.reader),
        "test": found,
        "frame": found.frame,
        "scene": scene,
        "campaign": scene.campaign,
        "looking": looking,
        "directs": directing,
        "points": hero_points_left(found.character),
        "price": rules.hero_points_plot_reroll if rules.hero_points else None,
    }
    if directing and found.roll_id and found.weighed_at is None:
        context["form"] = form or WeighForm()
    return context


@require_POST
@login_required
def roll(request: HttpRequest, slug: str, code: str, frame: str, test: str) -> HttpResponse:
    """The die is cast."""
    found = test_or_404(request, slug, code, frame, test)
    try:
        services.roll_test(test=found, by=me(request), at=clock.now())
    except Refused as refused:
        messages.info(request, said(refused))
    return redirect(found)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def reroll(request: HttpRequest, slug: str, code: str, frame: str, test: str) -> HttpResponse:
    """A failed test once more, for hero points: a page that asks first."""
    found = test_or_404(request, slug, code, frame, test)
    if request.method == "POST":
        try:
            services.reroll_test(test=found, by=me(request), at=clock.now())
        except Refused as refused:
            messages.error(request, said(refused))
        return redirect(found)
    context = _context(found, Looking(request.user))
    if not context["one"].may_reroll or context["price"] is None:
        return redirect(found)
    return render(request, "story/reroll.html", context)


@require_POST
@login_required
def weigh(request: HttpRequest, slug: str, code: str, frame: str, test: str) -> HttpResponse:
    """The director weighs result, plot and events."""
    found = test_or_404(request, slug, code, frame, test)
    require_director(request.user, found.frame.post.scene.campaign)
    form = WeighForm(request.POST)
    if form.is_valid():
        try:
            services.weigh_test(test=found, by=me(request), at=clock.now(), **form.cleaned_data)
            messages.success(request, _("It is on record."))
        except Refused as refused:
            messages.info(request, said(refused))
        return redirect(found)
    return render(request, "story/test.html", _context(found, Looking(request.user), form), status=422)


@require_POST
@login_required
def call_off(request: HttpRequest, slug: str, code: str, frame: str, test: str) -> HttpResponse:
    """Take back a test that nobody has rolled."""
    found = test_or_404(request, slug, code, frame, test)
    require_director(request.user, found.frame.post.scene.campaign)
    try:
        services.call_off(test=found, by=me(request), at=clock.now())
        messages.success(request, _("The test is called off."))
    except Refused as refused:
        messages.info(request, said(refused))
    return redirect(found.frame)
