"""Each page in its reader's language and time zone."""

from collections.abc import Callable
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation

from accounts.services import note_presence


def reader_language_and_zone(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """A signed-in reader's own choice goes before what the browser asks for; others read in UTC."""

    def respond(request: HttpRequest) -> HttpResponse:
        zone = "UTC"
        if request.user.is_authenticated:
            zone = request.user.time_zone
            translation.activate(request.user.language)
            request.LANGUAGE_CODE = request.user.language
            note_presence(user=request.user, at=timezone.now())
        with timezone.override(ZoneInfo(zone)):
            return get_response(request)

    return respond
