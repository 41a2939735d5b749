"""Which page answers at an address: each game has its own, under the same names."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.http import Http404, HttpRequest, HttpResponse

from battles import views
from battles.dungeon import pages as dungeon
from battles.models import Battle

Page = Callable[..., HttpResponse]


def faces(pages: Mapping[str, Mapping[str, Page]]) -> Callable[[str], Page]:
    """By the name of an address, a page that is that of the game which the battle there is played by.

    `pages` are by ruleset and then by that name; 404 where a game has none.
    """

    def face(name: str) -> Page:
        def page(request: HttpRequest, slug: str, code: str, **more: object) -> HttpResponse:
            found = Battle.objects.filter(campaign__slug=slug, code=code).values_list("ruleset", flat=True).first()
            if found is None or name not in pages[found]:
                raise Http404
            return pages[found][name](request, slug, code, **more)

        return page

    return face


face = faces(
    {
        "saga": {"prepare": views.prepare, "autosave": views.autosave, "announce": views.announce},
        "dungeon": dungeon.PAGES,
    }
)
