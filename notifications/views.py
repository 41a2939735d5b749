"""The inbox, and the page that stops one class of mails."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core import signing
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import clock
from accounts.models import User
from accounts.services import change_settings
from accounts.signed_in import me
from notifications import numbers, selectors, services, stop_links
from notifications.models import Notice
from notifications.wording import Words, marked_read, words_for

PAGE_LENGTH = 30
NUMBER = re.compile(r"[0-9]{1,18}")
UNDO_SALT = "notifications.undo"
UNDO_WITHIN = timedelta(minutes=10)


@dataclass(frozen=True)
class Line:
    """One notice as the inbox shows it."""

    notice: Notice
    words: Words


@login_required
@require_safe
def inbox(request: HttpRequest) -> HttpResponse:
    """Unread first; within each half, what speaks of one battle, character or campaign stands together."""
    reader, now = me(request), clock.now()
    page = Paginator(selectors.inbox(reader), PAGE_LENGTH).get_page(request.GET.get("page"))
    shown = [Line(notice, words_for(notice, now=now)) for notice in page]
    return render(
        request,
        "notifications/inbox.html",
        {
            "page": page,
            "unread": grouped([line for line in shown if line.notice.read_at is None]),
            "read": grouped([line for line in shown if line.notice.read_at is not None]),
            "failed": selectors.failed_deliveries(reader),
        },
    )


def grouped(lines: list[Line]) -> list[tuple[str, list[Line]]]:
    """Lines under what they speak of; groups in the order of their newest line."""
    order: dict[str, int] = {}
    for line in lines:
        order.setdefault(thing(line.notice), len(order))
    together = sorted(lines, key=lambda line: order[thing(line.notice)])
    groups = [list(group) for _key, group in groupby(together, key=lambda line: thing(line.notice))]
    return [(group[0].words.about, group) for group in groups]


def thing(notice: Notice) -> str:
    """What a subject speaks of, without its details: battle:<code>, character:<id>, campaign:<slug>."""
    return ":".join(notice.subject.split(":")[:2])


@login_required
@require_POST
def mark_read(request: HttpRequest) -> HttpResponse:
    """One notice (`notice`), or all; the answer carries a button that undoes it."""
    now = clock.now()
    reader = me(request)
    named = [
        numbers.meant(reader.pk, int(number)) for number in request.POST.getlist("notice") if NUMBER.fullmatch(number)
    ]
    count = services.mark_read(reader=reader, notices=None if "all" in request.POST else named, at=now)
    if count:
        token = signing.dumps(now.isoformat(), salt=UNDO_SALT)
        words = {"text": marked_read(count), "token": token}
        messages.success(request, render_to_string("notifications/_marked.html", words, request))
    return redirect("notifications:inbox")


@login_required
@require_POST
def mark_unread(request: HttpRequest) -> HttpResponse:
    """Undo one marking, up to ten minutes later."""
    try:
        stamp = signing.loads(request.POST.get("token", ""), salt=UNDO_SALT, max_age=UNDO_WITHIN)
    except signing.BadSignature:
        messages.warning(request, _("It is too late to undo that."))
    else:
        services.mark_unread(reader=me(request), read_at=datetime.fromisoformat(stamp))
    return redirect("notifications:inbox")


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """From a link in a mail, without signing in: confirm, and mails of these classes stop.

    Mail programs send the POST by themselves (RFC 8058), without a cookie: the signed address is all the proof there
    is, and it can do nothing else.
    """
    meant = stop_links.read(token)
    if meant is None:
        raise Http404
    reader = get_object_or_404(User, pk=meant[0])
    if request.method == "POST":
        change_settings(user=reader, changes=dict.fromkeys(meant[1], False))
    with translation.override(reader.language):
        wishes = [str(User._meta.get_field(wish).verbose_name) for wish in meant[1]]  # type: ignore[union-attr]  # plain columns
        context = {"wish": "; ".join(wishes), "done": request.method == "POST"}
        return render(request, "notifications/stop.html", context)
