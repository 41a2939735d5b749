"""A session that has ended loses no words: what was sent waits in the new one until its writer has signed in.

A view that can show the words in their own fields calls `sign_in_first`, and `brought_back` when its writer returns.
For every other form `accounts.middleware.words_outlive_sessions` does the first, and the page `again` the second.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, QueryDict

KEPT = "kept_words"
"""In the session; the sign-in page says that something waits."""
LONGEST = 300_000


@dataclass(frozen=True, slots=True)
class Kept:
    """What was sent, and the page it was for."""

    path: str
    data: QueryDict


def sign_in_first(request: HttpRequest, to: str = "") -> HttpResponse:
    """Lead to the sign-in page and from there to `to` (or back here), with what was sent kept for that page."""
    path = to or request.path
    if request.method == "POST":
        keep(request, path)
    return redirect_to_login(path)


def keep(request: HttpRequest, path: str) -> bool:
    """Keep what was sent for the page at `path`; False for more than a session should carry."""
    data = request.POST.copy()
    data.pop("csrfmiddlewaretoken", None)
    written = data.urlencode()
    if len(written) > LONGEST:
        return False
    request.session[KEPT] = {"path": path, "data": written}
    return True


def kept(request: HttpRequest) -> Kept | None:
    """What waits in this session, if anything does."""
    found = request.session.get(KEPT)
    return Kept(found["path"], QueryDict(found["data"])) if found else None


def forget(request: HttpRequest) -> None:
    """Keep it no longer."""
    request.session.pop(KEPT, None)


def brought_back(request: HttpRequest) -> QueryDict | None:
    """What its writer had sent to this very page before signing in, once."""
    found = kept(request)
    if found is None or found.path != request.path:
        return None
    forget(request)
    return found.data
