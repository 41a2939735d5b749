"""Each page in its reader's language and time zone."""

from collections.abc import Callable
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone, translation

from accounts import clock
from accounts.kept_words import forget, keep, kept
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
            note_presence(user=request.user, at=clock.now())
        with timezone.override(ZoneInfo(zone)):
            return get_response(request)

    return respond


def words_outlive_sessions(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Whatever form is sent after its session ended is kept, and offered again once its writer has signed in."""

    def respond(request: HttpRequest) -> HttpResponse:
        if _sent_again(request):
            forget(request)
        answer = get_response(request)
        if _asked_to_sign_in(request, answer) and _is_a_page(request) and keep(request, request.path):
            return redirect_to_login(reverse("again"))
        return answer

    return respond


def _sent_again(request: HttpRequest) -> bool:
    """Does its writer send to the page that the kept words were for? Then they have arrived."""
    if request.method != "POST" or not request.user.is_authenticated:
        return False
    found = kept(request)
    return found is not None and found.path == request.path


def _asked_to_sign_in(request: HttpRequest, answer: HttpResponse) -> bool:
    return (
        request.method == "POST"
        and answer.status_code == 302
        and not request.user.is_authenticated
        and urlsplit(answer["Location"]).path == reverse("account_login")
        and kept(request) is None
    )


def _is_a_page(request: HttpRequest) -> bool:
    """Was it sent by a press on a page, not by a script, and holds no password?"""
    return request.headers.get("Sec-Fetch-Mode", "navigate") == "navigate" and not any(
        "password" in name for name in request.POST
    )
