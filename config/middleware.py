"""What holds for every answer of the site."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse


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
