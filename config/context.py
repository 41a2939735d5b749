"""What every page shows besides its own content."""

from functools import cache
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from accounts import clock
from accounts.models import BoardText
from accounts.signed_in import me
from config.health import clocks_still_since
from notifications.selectors import unread_count
from turns.selectors import waiting_count

THEMES = ("light", "dark")


def theme_class(request: HttpRequest) -> str:
    """`theme-light` or `theme-dark` as the reader chose (account, else cookie); nothing when the device decides."""
    chosen = getattr(request.user, "theme", None) or request.COOKIES.get("theme", "")
    return f"theme-{chosen}" if chosen in THEMES else ""


def large_board(request: HttpRequest) -> bool:
    """Whether the reader wishes boards drawn larger, for the sake of the text on them."""
    return getattr(request.user, "board_text", "") == BoardText.LARGE


def shell(request: HttpRequest) -> dict[str, Any]:
    """The counts in the navigation (asked for only where they are shown), the theme, the server's now, and since when
    no deadline is kept."""
    now = clock.now()
    return {
        "clocks_still_since": cache(lambda: clocks_still_since(now)),
        "theme_class": theme_class(request),
        "large_board": large_board(request),
        "server_now": now,
        "languages": settings.LANGUAGES,
        "site_url": settings.SITE_URL,
        "waiting_count": SimpleLazyObject(lambda: waiting_count(me(request))),
        "unread_count": SimpleLazyObject(lambda: unread_count(me(request))),
    }
