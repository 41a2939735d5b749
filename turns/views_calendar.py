"""The calendar of one's deadlines: the page with its private address, and the file behind that address."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts import clock
from accounts.signed_in import me
from turns import calendar, services
from turns.models import CalendarFeed


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def settings_page(request: HttpRequest) -> HttpResponse:
    """Make the address, make it anew, or withdraw it."""
    user = me(request)
    if request.method == "POST":
        if request.POST.get("do") == "withdraw":
            services.withdraw_feed(user=user)
            messages.success(request, _("The address no longer works."))
        else:
            services.make_feed(user=user, at=clock.now())
            messages.success(request, _("Your calendar has a new address."))
        return redirect("turns:calendar")
    feed = CalendarFeed.objects.filter(user=user).first()
    address = settings.SITE_URL + calendar.feed_path(feed) if feed else ""
    return render(request, "turns/calendar.html", {"feed": feed, "address": address})


@require_safe
def feed(request: HttpRequest, token: str) -> HttpResponse:
    """The file; whoever has the address may fetch it, nobody else."""
    found = calendar.feed_for(token)
    if found is None:
        raise Http404
    answer = HttpResponse(
        calendar.calendar_for(found.user, now=clock.now()), content_type="text/calendar; charset=utf-8"
    )
    answer["Content-Disposition"] = 'inline; filename="skald.ics"'
    answer["Cache-Control"] = "private, no-cache"
    answer["X-Robots-Tag"] = "noindex"
    return answer
