"""The site's addresses and a bare page, for `benchmarks.page_measures`."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.template import engines
from django.urls import include, path

from accounts.signed_in import me
from battles.models import BattleEvent
from campaign.models import Membership
from turns.models import Turn

ROW = 100
"""About how many bytes a row of the bare page's table takes."""
PAGE = engines["django"].from_string(
    "<!doctype html><html><head><title>{{ title }}</title></head><body><p>{{ user.username }}</p><table>"
    "{% for row in rows %}<tr><td>{{ row.number }}</td><td>{{ row.kind }}</td><td>{{ row.words }}</td></tr>\n"
    "{% endfor %}</table></body></html>"
)


def bare(request: HttpRequest, size: int) -> HttpResponse:
    """A signed-in user's page of about so many bytes, with three queries."""
    turns = list(Turn.objects.order_by("pk")[:10])
    events = list(BattleEvent.objects.order_by("pk").values("number", "kind")[:20])
    seats = list(Membership.objects.filter(user=me(request))[:10])
    words = f"{len(turns)} {len(seats)} ".ljust(48, ".")
    rows = [{**events[n % len(events)], "words": words} for n in range(size // ROW)]
    return HttpResponse(PAGE.render({"title": "Bare", "user": request.user, "rows": rows}))


urlpatterns = [path("bare/<int:size>/", bare), path("", include("config.urls"))]
handler404 = "config.problems.not_found"
handler500 = "config.views.broken"
