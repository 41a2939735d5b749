"""Which page answers at an address: each game has its own, under the same names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from accounts.once import once
from battles import result_views, views
from battles.dungeon import pages as dungeon
from battles.dungeon import result_pages as dungeon_results
from battles.models import Battle
from campaign.guards import require_director

Page = Callable[..., HttpResponse]


@lru_cache(maxsize=4096)
def ruleset_at(code: str) -> str:
    """By which rules the battle of this code is played: kept in mind, as it never changes. 404 where there is none."""
    found = Battle.objects.filter(code=code).values_list("ruleset", flat=True).first()
    if found is None:
        raise Http404
    return found


def faces(pages: Mapping[str, Mapping[str, Page]]) -> Callable[[str], Page]:
    """By the name of an address, a page that is that of the game which the battle there is played by.

    `pages` are by ruleset and then by that name; 404 where a game has none.
    """

    def face(name: str) -> Page:
        def page(request: HttpRequest, slug: str, code: str, **more: object) -> HttpResponse:
            view = pages[ruleset_at(code)].get(name)
            if view is None:
                raise Http404
            return view(request, slug, code, **more)

        return page

    return face


CREATE: Mapping[str, Page] = {"saga": views.create, "dungeon": dungeon.create}
"""By ruleset, the page of a new draft."""


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@once
def create(request: HttpRequest, slug: str) -> HttpResponse:
    """A new draft, by the rules that the campaign plays by."""
    campaign = views.campaign_or_404(request, slug)
    require_director(request.user, campaign)
    return CREATE[campaign.ruleset](request, campaign)


face = faces(
    {
        "saga": {
            "prepare": views.prepare,
            "autosave": views.autosave,
            "announce": views.announce,
            "result": result_views.result,
            "result-confirm": result_views.confirm,
        },
        "dungeon": {**dungeon.PAGES, **dungeon_results.PAGES},
    }
)
