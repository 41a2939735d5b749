"""Finding: search and the dice log."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from campaign.views import campaign_or_404
from story.doors import looking_in
from story.forms import SearchForm
from story.selectors import search as searching
from story.selectors.reading import shown_posts
from story.selectors.scenes import scenes_in
from story.selectors.sight import Reader, directs, may_know_author, posts_visible_to
from story.snippets import snippet

PER_PAGE = 20
ROLLS_PER_PAGE = 50


@never_cache
@require_safe
def search(request: HttpRequest, slug: str) -> HttpResponse:
    """Posts by words, speaker or author, scene, dice and date; only what the reader may read."""
    campaign = campaign_or_404(request, slug)
    looking = looking_in(request, campaign)
    reader = looking.reader
    with looking.eyes():
        form = SearchForm(request.GET or None, scenes=scenes_in(campaign, reader))
        wishes = {name: value for name, value in form.cleaned_data.items() if value} if form.is_valid() else {}
        context: dict[str, Any] = {"campaign": campaign, "find": form, "asked": bool(wishes), "looking": looking}
        if wishes:
            found = searching.search(campaign, reader, wanted_from(wishes))
            page = Paginator(found, PER_PAGE).get_page(request.GET.get("page"))
            shown = shown_posts(list(page.object_list), reader, campaign)
            context |= {"page": page, "results": [(one, snippet(one, wishes.get("words", ""))) for one in shown]}
            context["query"] = _query(request)
        return render(request, "story/search.html", context)


def wanted_from(wishes: dict[str, Any]) -> searching.Wanted:
    """A form's or a request's wishes; days are the reader's own, from midnight to midnight."""
    until = wishes.get("until")
    return searching.Wanted(
        words=wishes.get("words", ""),
        who=wishes.get("who", ""),
        scene=wishes.get("scene"),
        dice=bool(wishes.get("dice")),
        since=_midnight(wishes.get("since")),
        until=_midnight(until + timedelta(days=1)) if until else None,
    )


def _midnight(day: Any) -> datetime | None:
    return timezone.make_aware(datetime.combine(day, time.min)) if day else None


def _query(request: HttpRequest) -> str:
    asked = request.GET.copy()
    asked.pop("page", None)
    return asked.urlencode()


@never_cache
@require_safe
def rolls(request: HttpRequest, slug: str) -> HttpResponse:
    """The campaign's dice log."""
    campaign = campaign_or_404(request, slug)
    looking = looking_in(request, campaign)
    reader = looking.reader
    as_director = directs(reader, campaign)
    page = Paginator(searching.rolls_of(campaign, reader), ROLLS_PER_PAGE).get_page(request.GET.get("page"))
    shown_codes = _codes_shown(reader, [roll.post_id for roll in page.object_list])
    rows = [
        (roll, may_know_author(reader, roll, as_director=as_director), shown_codes.get(roll.post_id))
        for roll in page.object_list
    ]
    context = {"campaign": campaign, "page": page, "rows": rows, "query": looking.query, "looking": looking}
    with looking.eyes():
        return render(request, "story/rolls.html", context)


def _codes_shown(reader: Reader, posts: list[int | None]) -> dict[int | None, str]:
    """The posts that the reader can go to: a withdrawn one is no longer an address for others."""
    return dict(posts_visible_to(reader).filter(pk__in=[one for one in posts if one]).values_list("pk", "code"))
