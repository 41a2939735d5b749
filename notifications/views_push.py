"""This browser as a channel: its worker, and its subscription."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_POST, require_safe

from accounts import clock
from accounts.signed_in import me
from notifications import services
from notifications.forms import PushForm

WORKER = Path(settings.BASE_DIR) / "static/js/push-worker.js"


@require_safe
@cache_control(max_age=3600)
def worker(request: HttpRequest) -> HttpResponse:
    """The program that shows messages, at an address from which a browser lets it speak for the whole site."""
    return HttpResponse(WORKER.read_bytes(), content_type="text/javascript; charset=utf-8")


@login_required
@require_POST
def subscribe(request: HttpRequest) -> HttpResponse:
    """Open this browser as a channel, and send it a test."""
    form = PushForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("This browser did not say where it can be reached. Nothing was changed."))
        return redirect("notifications:channels")
    try:
        channel = services.open_push(reader=me(request), at=clock.now(), **form.cleaned_data)
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
        return redirect("notifications:channels")
    services.try_channel(channel=channel, at=clock.now(), link=reverse("notifications:channels"))
    messages.success(request, _("This browser is a channel now. A test is on its way to it."))
    return redirect("notifications:channels")
