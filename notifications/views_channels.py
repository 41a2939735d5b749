"""A reader's channels: what goes out by which, how it goes, and whether it works."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import clock
from accounts.signed_in import me
from notifications import services
from notifications.channels import push, webhook
from notifications.forms import ChannelForm, NewWebhookForm, WebhookForm, wishes_of
from notifications.models import Channel, Delivery
from notifications.places import places_of
from notifications.selectors import channels_of, last_deliveries
from notifications.wishes import CLASSES, class_words
from notifications.wording import words_for

MAIL = "mail"
EXAMPLES = (
    ("ntfy", "ntfy://my-secret-topic"),
    ("Discord", "discord://webhook-id/webhook-token"),
    ("Telegram", "tgram://bot-token/chat-id"),
    ("Slack", "slack://token-a/token-b/token-c"),
    ("Matrix", "matrixs://user:password@matrix.example.org/!room"),
    ("Pushover", "pover://user-key@token"),
)


@dataclass(frozen=True, slots=True)
class Sent:
    """One line of what went through a channel."""

    subject: str
    delivery: Delivery


@dataclass(frozen=True, slots=True)
class Card:
    """One channel as the page shows it."""

    channel: Channel
    address: str
    service: str
    kinds: list[Any]
    muted: list[str]
    sent: list[Sent]


def _card(channel: Channel) -> Card:
    now = clock.now()
    names = dict(places_of(channel.reader))
    return Card(
        channel=channel,
        address=MAIL if channel.type == Channel.Type.MAIL else str(channel.pk),
        service=webhook.service_of(channel),
        kinds=[class_words(name) for name in channel.kinds],
        muted=[names[slug] for slug in channel.muted_campaigns if slug in names],
        sent=[Sent(words_for(one.notice, now=now).subject, one) for one in last_deliveries(channel)],
    )


@login_required
@never_cache
@require_safe
def channels(request: HttpRequest) -> HttpResponse:
    """Every way in which this reader is told things outside the site, and how each is doing."""
    cards = [_card(channel) for channel in channels_of(me(request))]
    return render(request, "notifications/channels.html", {"cards": cards, "push_key": push.public_key()})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def add(request: HttpRequest) -> HttpResponse:
    """A new webhook."""
    reader = me(request)
    form = NewWebhookForm(reader, request.POST or None, initial=wishes_of(Channel(reader=reader)))
    if not request.POST:
        form.initial["kinds"] = list(CLASSES)
    if request.method == "POST" and form.is_valid() and _open(request, form):
        return redirect("notifications:channels")
    context = {"form": form, "examples": EXAMPLES}
    return render(request, "notifications/channel_add.html", context, status=422 if form.errors else 200)


def _open(request: HttpRequest, form: NewWebhookForm) -> bool:
    try:
        channel = services.open_webhook(reader=me(request), at=clock.now(), **form.cleaned_data)
    except ValidationError as error:
        form.add_error(None, error)
        return False
    services.try_channel(channel=channel, at=clock.now(), link=reverse("notifications:channels"))
    messages.success(request, _("The channel is open. A test is on its way; this page says whether it arrived."))
    return True


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def change(request: HttpRequest, which: str) -> HttpResponse:
    """One channel's wishes."""
    channel = _own(request, which) if request.method == "POST" else _shown(request, which)
    kind = ChannelForm if channel.type == Channel.Type.MAIL else WebhookForm
    form = kind(me(request), request.POST or None, initial=wishes_of(channel))
    if request.method == "POST" and form.is_valid():
        services.change_channel(channel=channel, changes=form.cleaned_data, at=clock.now())
        messages.success(request, _("The channel is changed."))
        return redirect("notifications:channels")
    context = {"form": form, "channel": channel, "address": which}
    return render(request, "notifications/channel_change.html", context, status=422 if form.errors else 200)


@login_required
@require_POST
def send_test(request: HttpRequest, which: str) -> HttpResponse:
    """Send something through one channel now."""
    channel = _own(request, which)
    services.try_channel(channel=channel, at=clock.now(), link=reverse("notifications:channels"))
    messages.success(request, _("A test is on its way; load this page again to see whether it arrived."))
    return redirect("notifications:channels")


@login_required
@require_POST
def on(request: HttpRequest, which: str) -> HttpResponse:
    """Let a channel that was switched off speak again."""
    services.switch_on(channel=_own(request, which), at=clock.now())
    messages.success(request, _("The channel is on again."))
    return redirect("notifications:channels")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def remove(request: HttpRequest, which: str) -> HttpResponse:
    """Forget a webhook or a browser, after a question."""
    channel = get_object_or_404(Channel, pk=_number(which), reader=me(request)) if which != MAIL else None
    if channel is None or channel.type == Channel.Type.MAIL:
        raise Http404
    if request.method == "POST":
        services.remove_channel(channel=channel, at=clock.now())
        messages.success(request, _("The channel is removed."))
        return redirect("notifications:channels")
    return render(request, "notifications/channel_remove.html", {"channel": channel})


def _own(request: HttpRequest, which: str) -> Channel:
    if which == MAIL:
        return services.own_mail(reader=me(request), at=clock.now())
    return get_object_or_404(Channel, pk=_number(which), reader=me(request))


def _shown(request: HttpRequest, which: str) -> Channel:
    """The same to look at: looking makes no row."""
    return channels_of(me(request))[0] if which == MAIL else _own(request, which)


def _number(which: str) -> int:
    return int(which) if which.isascii() and which.isdigit() and len(which) < 19 else 0
