"""What holds for every answer of the site."""

from collections.abc import Callable
from typing import Any

import structlog
from django.http import HttpRequest, HttpResponse, QueryDict

NUL, NO_LETTER = "\x00", "\ufffd"


def private_pages_are_not_stored(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """A signed-in reader's pages are kept by no cache: after signing out, Back shows nothing."""

    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if request.user.is_authenticated and not response.has_header("Cache-Control"):
            response["Cache-Control"] = "private, no-store"
        return response

    return respond


class LogsNameTheBattle:
    """Every log line of a request about a battle or a campaign says which one."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, positional: Any, named: dict[str, Any]) -> None:
        """The address says what the request is about; the lines' request id is there already."""
        about = {"battle": named.get("code"), "campaign": named.get("slug")}
        structlog.contextvars.bind_contextvars(**{name: value for name, value in about.items() if value})


class NulIsNoLetter:
    """Words may hold anything but U+0000, which PostgreSQL cannot keep: in forms and queries U+FFFD stands for it.

    Programs' requests are left as they came: their fields refuse it.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, positional: Any, named: dict[str, Any]) -> None:
        """After the check for forgeries, which has read the form."""
        request.GET = _without_nul(request.GET)  # type: ignore[assignment]  # as immutable as it was
        if request.method == "POST" and not getattr(view, "csrf_exempt", False):
            request.POST = _without_nul(request.POST)  # type: ignore[assignment]  # as immutable as it was


def _without_nul(sent: QueryDict) -> QueryDict:
    if not any(NUL in text for name, values in sent.lists() for text in (name, *values)):
        return sent
    cleaned = QueryDict(mutable=True, encoding=sent.encoding)
    for name, values in sent.lists():
        cleaned.setlist(name.replace(NUL, NO_LETTER), [value.replace(NUL, NO_LETTER) for value in values])
    cleaned._mutable = False
    return cleaned
