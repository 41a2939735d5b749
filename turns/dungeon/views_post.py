"""One turn at an address of its own, and the version of an open page."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from turns.dungeon.band import band_of
from turns.dungeon.doors import seen_or_404, version_of
from turns.dungeon.posts import shown_post
from turns.one_post import post_context, post_or_404


@never_cache
@require_safe
def post(request: HttpRequest, slug: str, code: str, number: int) -> HttpResponse:
    """One turn: safe to reload, to come back to, to share. The Invisible Overlord's says why, choice by choice."""
    sight = seen_or_404(request, slug, code)
    row = post_or_404(sight.battle, number)
    context = post_context(sight, row, post=shown_post(row, sight), band=band_of(sight))
    return render(request, "turns/dungeon/post.html", context)


@never_cache
@require_safe
def pulse(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """The reader's version of the game, for an open page to notice that something has changed."""
    return JsonResponse({"version": version_of(seen_or_404(request, slug, code))})
