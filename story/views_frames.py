"""Story frames: opened, voted on, closed. Everything that costs or cannot be undone is asked first, on a page."""

from __future__ import annotations

import secrets
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.forms import Form
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
from story.doors import looking_in, scene_or_404
from story.models import Scene, StoryFrame
from story.plot_forms import CloseForm, FrameForm, UntilForm
from story.refusals import said
from story.selectors.frames import Seat, ShownFrame, frames_visible_to, is_over, shown_frame
from story.selectors.reading import shown_posts
from story.selectors.sight import Reader

NEW_KEY = 12
FIELDS_OF = {
    "title-needed": "title",
    "bad-options": "options",
    "option-too-long": "options",
    "bad-until": "until",
    "nothing-written": "body",
    "text-too-long": "body",
}


def frame_or_404(request: HttpRequest, slug: str, code: str, frame: str, *, reader: Reader | None = None) -> StoryFrame:
    """The frame at this address; no page for whoever may not know of it."""
    rows = frames_visible_to(request.user if reader is None else reader)
    return get_object_or_404(rows, post__scene__campaign__slug=slug, post__scene__code=code, code=frame)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_frame(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Narrate and ask."""
    scene = scene_or_404(request, slug, code)
    require_director(request.user, scene.campaign)
    initial = {"key": secrets.token_hex(NEW_KEY)}
    form = FrameForm(request.POST or None, scene=scene, user=me(request), initial=initial)
    if form.is_valid():
        try:
            return redirect(_opened(request, scene, form))
        except Refused as refused:
            at_field(form, refused)
    context = {"form": form, "scene": scene, "campaign": scene.campaign}
    return render(request, "story/frame_form.html", context, status=422 if form.errors else 200)


def _opened(request: HttpRequest, scene: Scene, form: FrameForm) -> StoryFrame:
    given = form.cleaned_data
    readers = tuple(one.pk for one in given["readers"])
    return services.open_frame(
        scene=scene,
        by=me(request),
        question=services.Question(
            title=given["title"],
            options=form.option_texts(),
            until=given["until"],
            ballot=given["ballot"],
            protagonists=tuple(one.pk for one in given.get("protagonists", ())),
        ),
        words=services.Words(
            body=given["body"],
            voice="npc" if given["npc"].strip() else "self",
            npc=given["npc"],
            to="chosen" if readers else "scene",
            readers=readers,
            language=scene.campaign.language,
        ),
        key=given["key"],
        at=clock.now(),
    )


def at_field(form: Form, refused: Refused) -> None:
    """Say a refusal where it belongs."""
    field = FIELDS_OF.get(refused.code)
    form.add_error(field if field in form.fields else None, said(refused))


@never_cache
@require_safe
def frame(request: HttpRequest, slug: str, code: str, frame: str) -> HttpResponse:
    """What was asked, how the votes stand as far as the reader may know, the tests, and what came of it."""
    looking = looking_in(request, campaign_or_404(request, slug))
    found = frame_or_404(request, slug, code, frame, reader=looking.reader)
    with looking.eyes():
        return render(request, "story/frame.html", frame_context(found, looking))


def frame_context(found: StoryFrame, looking: Looking) -> dict[str, Any]:
    """What the frame's page shows."""
    scene = found.post.scene
    shown = shown_frame(found, looking.reader, at=clock.now())
    rules = table_rules(scene.campaign)
    return {
        "shown": shown,
        "frame": found,
        "told": shown_posts([found.post], looking.reader, scene.campaign)[0],
        "scene": scene,
        "campaign": scene.campaign,
        "looking": looking,
        "seats": [] if looking.as_other else [(seat, _payers(seat)) for seat in shown.mine],
        "price": rules.hero_points_vote if rules.hero_points else None,
        "directs": shown.as_director and not looking.as_other,
        "open": found.closed_at is None and scene.status == Scene.Status.OPEN,
    }


def _payers(seat: Seat) -> list[tuple[Any, int]]:
    return [(one, hero_points_left(one)) for one in seat.may_pay]


@require_POST
@login_required
def vote(request: HttpRequest, slug: str, code: str, frame: str) -> HttpResponse:
    """Give a vote or change it; a page asks first before hero points are spent."""
    found = frame_or_404(request, slug, code, frame)
    option = request.POST.get("option", "")
    if not option.isdecimal() or len(option) > 3:
        messages.error(request, _("Choose one of the options."))
        return redirect(found)
    pay = [int(one) for one in request.POST.getlist("pay") if one.isdecimal() and len(one) < 18]
    if pay and "confirm" not in request.POST:
        return _ask(request, found, int(option), pay)
    try:
        services.vote(
            frame=found,
            player=me(request),
            option=int(option),
            voter=request.POST.get("voter", ""),
            pay=pay,
            at=clock.now(),
        )
        messages.success(request, _("Your vote counts. You can change it while the vote runs."))
    except Refused as refused:
        messages.error(request, said(refused))
    return redirect(found)


def _ask(request: HttpRequest, found: StoryFrame, option: int, pay: list[int]) -> HttpResponse:
    shown = shown_frame(found, request.user, at=clock.now())
    wanted = next((one.option for one in shown.options if one.option.number == option), None)
    characters = [one for seat in shown.mine for one in seat.may_pay if one.pk in pay]
    if wanted is None or not characters:
        messages.error(request, _("Choose one of the options."))
        return redirect(found)
    rules = table_rules(found.post.scene.campaign)
    context = {
        "frame": found,
        "scene": found.post.scene,
        "campaign": found.post.scene.campaign,
        "option": wanted,
        "payers": [(one, hero_points_left(one)) for one in characters],
        "price": rules.hero_points_vote,
        "voter": request.POST.get("voter", ""),
    }
    return render(request, "story/confirm_vote.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def close(request: HttpRequest, slug: str, code: str, frame: str) -> HttpResponse:
    """Write the outcome: the page says what closing means."""
    found = frame_or_404(request, slug, code, frame)
    require_director(request.user, found.post.scene.campaign)
    if found.closed_at is not None:
        messages.info(request, _("The frame is closed."))
        return redirect(found)
    shown = shown_frame(found, request.user, at=clock.now())
    form = CloseForm(request.POST or None, options=_choices(shown), initial=_first_words(shown))
    if form.is_valid():
        try:
            given = form.cleaned_data
            services.close_frame(
                frame=found,
                by=me(request),
                words=given["words"],
                chosen=form.option,
                key=given["key"],
                at=clock.now(),
            )
            messages.success(request, _("The outcome is published."))
            return redirect(found)
        except Refused as refused:
            form.add_error(None, said(refused))
    scene = found.post.scene
    context = {"form": form, "frame": found, "shown": shown, "scene": scene, "campaign": scene.campaign}
    context["unrolled"] = [one for one in shown.tests if one.result is None]
    return render(request, "story/close_frame.html", context, status=422 if form.errors else 200)


def _choices(shown: ShownFrame) -> list[tuple[str, str]]:
    return [
        (str(one.option.number), _("%(option)s (votes: %(votes)s)") % {"option": one.option.text, "votes": one.weight})
        for one in shown.options
    ]


def _first_words(shown: ShownFrame) -> dict[str, str]:
    leading = [one.option.number for one in shown.options if one.leads]
    return {"key": secrets.token_hex(NEW_KEY), "chosen": str(leading[0]) if len(leading) == 1 else ""}


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def until(request: HttpRequest, slug: str, code: str, frame: str) -> HttpResponse:
    """Give the vote another last moment, or none."""
    found = frame_or_404(request, slug, code, frame)
    require_director(request.user, found.post.scene.campaign)
    form = UntilForm(request.POST or None, initial={"until": found.until})
    if form.is_valid():
        try:
            services.change_until(frame=found, by=me(request), until=form.cleaned_data["until"], at=clock.now())
            messages.success(request, _("Whoever has not voted yet is told."))
            return redirect(found)
        except Refused as refused:
            at_field(form, refused)
    scene = found.post.scene
    context = {"form": form, "frame": found, "scene": scene, "campaign": scene.campaign}
    context["over"] = is_over(found, clock.now())
    return render(request, "story/frame_until.html", context, status=422 if form.errors else 200)
