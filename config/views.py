"""Pages that belong to no app: the front page, help, the language switch, and the refusals."""

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseRedirect
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.crypto import constant_time_compare
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts import clock
from accounts import services as accounts
from battles.models import Battle
from battles.selectors import HEAVY, battles_visible_to
from campaign.selectors import open_to_find, with_head_counts
from config.glossary import GLOSSARY
from config.health import exposition, readiness
from config.sample import frames
from config.typed_words import typed_words

SHOWN_ON_FRONT = 3
LOOPBACK = ("127.0.0.1", "::1")


@require_safe
@never_cache
def healthz(request: HttpRequest) -> HttpResponse:
    """Answers "ok" when this process serves and its database answers; for supervisors and load balancers."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return HttpResponse("ok\n", content_type="text/plain")


@require_safe
@never_cache
def readyz(request: HttpRequest) -> HttpResponse:
    """Whether the whole site does its work: 503 names the part that does not (database, broker, sweep, outbox)."""
    parts = readiness(clock.now())
    lines = "".join(f"{part.name}: {'ok' if part.ok else 'FAILED'} ({part.says})\n" for part in parts)
    return HttpResponse(lines, status=200 if all(part.ok for part in parts) else 503, content_type="text/plain")


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """Figures for a monitor that knows SKALD_METRICS_TOKEN; without a token, for this machine on a local site."""
    if not may_measure(request):
        raise Http404
    return HttpResponse(exposition(clock.now()), content_type="text/plain; version=0.0.4; charset=utf-8")


def may_measure(request: HttpRequest) -> bool:
    """Behind a proxy everybody comes from this machine, so that counts on a local site alone."""
    if settings.METRICS_TOKEN:
        given = request.headers.get("Authorization", "")
        return constant_time_compare(given, f"Bearer {settings.METRICS_TOKEN}")
    forwarded = "X-Forwarded-For" in request.headers
    return not settings.PRODUCTION and not forwarded and request.META.get("REMOTE_ADDR") in LOOPBACK


@require_safe
def front(request: HttpRequest) -> HttpResponse:
    """What this is, in one screen, and what anybody may read at once."""
    public = AnonymousUser()
    battles = battles_visible_to(public).filter(status=Battle.Status.RUNNING).defer(*HEAVY)
    context = {
        "battles": battles.order_by("-opened_at", "-pk")[:SHOWN_ON_FRONT],
        "campaigns": with_head_counts(open_to_find(public))[:SHOWN_ON_FRONT],
        "frames": frames(get_language() or settings.LANGUAGE_CODE),
        "open_signup": settings.OPEN_SIGNUP,
    }
    return render(request, "front.html", context)


@require_safe
def help_page(request: HttpRequest) -> HttpResponse:
    """How a turn is played, words in both languages, keys, and how accessible the site is."""
    return render(request, "help.html", {"glossary": GLOSSARY})


def next_page(request: HttpRequest, wanted: str) -> str:
    """Where the reader came from, if that is a page of this site."""
    own = url_has_allowed_host_and_scheme(wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure())
    return wanted if own else "/"


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def choose_language(request: HttpRequest) -> HttpResponse:
    """A visitor's choice is a cookie, set by a link; a member's is kept in the account, by a form."""
    wanted = request.POST if request.method == "POST" else request.GET
    language = wanted.get("language", "")
    response = HttpResponseRedirect(next_page(request, wanted.get("next", "/")))
    if language not in dict(settings.LANGUAGES):
        return response
    if request.user.is_authenticated:
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        accounts.choose_language(user=request.user, language=language)
    response.set_cookie(settings.LANGUAGE_COOKIE_NAME, language, max_age=365 * 24 * 3600, samesite="Lax", httponly=True)
    return response


def broken(request: HttpRequest) -> HttpResponse:
    """Our fault: a page that needs no database and gives the submitted text back."""
    words = {"kept": typed_words(request), "language": get_language() or settings.LANGUAGE_CODE}
    page = render_to_string("500.html", words)
    return HttpResponse(page, status=500)
