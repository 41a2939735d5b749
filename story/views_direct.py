"""The directors' pages: scenes and chapters made and changed, what posts said before, who can read what."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import clock
from accounts.once import once
from accounts.signed_in import me
from campaign.guards import require_director
from campaign.models import Campaign
from campaign.views import campaign_or_404
from rulebook.errors import Refused
from story import services
from story.doors import post_or_404, scene_or_404
from story.forms import ChapterForm, SceneForm
from story.models import Scene
from story.refusals import said
from story.selectors.sight import directs
from story.selectors.visibility import sights_in


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@once
def new_scene(request: HttpRequest, slug: str) -> HttpResponse:
    """A new scene."""
    campaign = campaign_or_404(request, slug)
    require_director(request.user, campaign)
    form = SceneForm(request.POST or None, campaign=campaign, user=me(request), initial=_asked(request))
    if form.is_valid():
        try:
            made = services.begin_scene(campaign=campaign, by=me(request), at=clock.now(), **form.changes())
            return redirect(made)
        except Refused as refused:
            _at_field(form, refused)
    return render(request, "story/scene_form.html", {"form": form, "campaign": campaign})


def _asked(request: HttpRequest) -> dict[str, str]:
    return {name: request.GET[name] for name in ("chapter", "battle") if request.GET.get(name, "").isdecimal()}


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit_scene(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """A scene's words and doors; opening them wider asks first, with names."""
    scene = _directed(request, slug, code)
    own = Scene.objects.get(pk=scene.pk)
    form = SceneForm(request.POST or None, campaign=scene.campaign, user=me(request), instance=own)
    context: dict[str, Any] = {"form": form, "campaign": scene.campaign, "scene": scene}
    if form.is_valid():
        confirmed = form.cleaned_data["confirmed"]
        try:
            services.change_scene(scene=scene, by=me(request), at=clock.now(), confirmed=confirmed, **form.changes())
            messages.success(request, _("The scene is saved."))
            return redirect(scene)
        except Refused as refused:
            if refused.code == "wider-audience":
                context |= {"token": refused.data["token"], "sent": _sent_again(request)}
                context |= {"names": refused.data["names"], "public": refused.data["public"]}
                return render(request, "story/widen_scene.html", context, status=409)
            _at_field(form, refused)
    return render(request, "story/scene_form.html", context)


def _sent_again(request: HttpRequest) -> list[tuple[str, str]]:
    """Everything the form held, to be sent once more when its sender goes on."""
    left_out = ("confirmed", "csrfmiddlewaretoken")
    return [(name, one) for name, values in request.POST.lists() if name not in left_out for one in values]


def _at_field(form: SceneForm, refused: Refused) -> None:
    fields = {"title-needed": "title", "private-prompt": "prompt", "bad-openness": "openness"}
    form.add_error(fields.get(refused.code), said(refused))


@require_POST
@login_required
def status(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Open, close or archive a scene."""
    scene = _directed(request, slug, code)
    try:
        services.set_status(scene=scene, by=me(request), status=request.POST.get("status", ""))
        messages.success(request, _("The scene's state is changed."))
    except Refused as refused:
        messages.error(request, said(refused))
    return redirect(scene)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@once
def new_chapter(request: HttpRequest, slug: str) -> HttpResponse:
    """A new chapter."""
    campaign = campaign_or_404(request, slug)
    require_director(request.user, campaign)
    form = ChapterForm(request.POST or None)
    if form.is_valid():
        services.add_chapter(campaign=campaign, by=me(request), title=form.cleaned_data["title"])
        return redirect("story:scenes", campaign.slug)
    return render(request, "story/chapter.html", {"form": form, "campaign": campaign})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def chapter(request: HttpRequest, slug: str, chapter: int) -> HttpResponse:
    """A chapter's title."""
    campaign: Campaign = campaign_or_404(request, slug)
    require_director(request.user, campaign)
    found = get_object_or_404(campaign.chapters, pk=chapter)
    form = ChapterForm(request.POST or None, initial={"title": found.title})
    if form.is_valid():
        services.rename_chapter(chapter=found, by=me(request), title=form.cleaned_data["title"])
        return redirect("story:scenes", campaign.slug)
    return render(request, "story/chapter.html", {"form": form, "campaign": campaign, "chapter": found})


@login_required
@never_cache
@require_safe
def versions(request: HttpRequest, slug: str, code: str, post: str) -> HttpResponse:
    """What a post said before each edit: for the directors and its author."""
    found = post_or_404(request, slug, code, post)
    if found.author_id != request.user.pk and not directs(request.user, found.scene.campaign):
        raise PermissionDenied
    context = {
        "post": found,
        "scene": found.scene,
        "campaign": found.scene.campaign,
        "versions": found.versions.select_related("by"),
    }
    return render(request, "story/versions.html", context)


@login_required
@never_cache
@require_safe
def readers(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Who can read what: each reader with how much they see, each private thing with its readers."""
    scene = _directed(request, slug, code)
    context = {"scene": scene, "campaign": scene.campaign, "sights": sights_in(scene)}
    return render(request, "story/readers.html", context)


def _directed(request: HttpRequest, slug: str, code: str) -> Scene:
    scene = scene_or_404(request, slug, code)
    require_director(request.user, scene.campaign)
    return scene
