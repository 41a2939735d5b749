"""Feeds for whoever reads elsewhere: each address holds its reader's token, and so do the pictures in it."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts import clock
from accounts.models import User
from accounts.signed_in import me
from campaign.guards import require_director, require_member
from campaign.selectors import visible_to
from campaign.views import campaign_or_404
from story import services
from story.doors import looking_in
from story.feeds import Feed, feed_of
from story.models import FeedKey
from story.selectors.scenes import scenes_in
from story.selectors.sight import pictures_visible_to, scenes_visible_to
from story.views import sent_picture


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def feeds(request: HttpRequest, slug: str) -> HttpResponse:
    """My feed addresses; they can be made anew, and then the old ones lead nowhere."""
    campaign = campaign_or_404(request, slug)
    require_member(request.user, campaign)
    user, at = me(request), clock.now()
    if request.method == "POST":
        services.renew_feed_token(user=user, at=at)
        return redirect("story:feeds", campaign.slug)
    token = services.feed_token(user=user, at=at)
    context = {
        "campaign": campaign,
        "address": _absolute("story:campaign-feed", token, campaign.slug),
        "scenes": [(one, _absolute("story:scene-feed", token, one.code)) for one in scenes_in(campaign, user)],
    }
    return render(request, "story/feeds.html", context)


def _absolute(name: str, *args: str) -> str:
    return settings.SITE_URL + reverse(name, args=args)


@never_cache
@require_safe
def campaign_feed(request: HttpRequest, token: str, slug: str) -> HttpResponse:
    """What is newest in a campaign, of what the token's owner may read."""
    user = _owner(token)
    campaign = get_object_or_404(visible_to(user), slug=slug)
    scenes = scenes_visible_to(user).filter(campaign=campaign)
    return _sent(feed_of(Feed(user, campaign, scenes, campaign.name, campaign.get_absolute_url(), token)))


@never_cache
@require_safe
def scene_feed(request: HttpRequest, token: str, code: str) -> HttpResponse:
    """What is newest in a scene, of what the token's owner may read."""
    user = _owner(token)
    scene = get_object_or_404(scenes_visible_to(user).select_related("campaign"), code=code)
    scenes = scenes_visible_to(user).filter(pk=scene.pk)
    title = f"{scene.title} · {scene.campaign.name}"
    return _sent(feed_of(Feed(user, scene.campaign, scenes, title, scene.get_absolute_url(), token)))


@login_required
@never_cache
@require_safe
def feed_as(request: HttpRequest, slug: str) -> HttpResponse:
    """The feed of the campaign that a member's own address gives, for the director who looks as they do.

    Only the pictures' addresses are others: the member's token is nobody else's to see.
    """
    campaign = campaign_or_404(request, slug)
    require_director(request.user, campaign)
    reader = looking_in(request, campaign).reader
    if not isinstance(reader, User):
        raise Http404
    scenes = scenes_visible_to(reader).filter(campaign=campaign)
    return _sent(feed_of(Feed(reader, campaign, scenes, campaign.name, campaign.get_absolute_url())))


@require_safe
def feed_picture(request: HttpRequest, token: str, picture: str) -> FileResponse:
    """A picture of a feed, as long as the token's owner may see it; shown by programs that read from elsewhere."""
    found = get_object_or_404(pictures_visible_to(_owner(token)), code=picture)
    response = sent_picture(found)
    response["Cache-Control"] = "private, no-cache"
    response["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response


def _owner(token: str) -> User:
    key = FeedKey.objects.select_related("user").filter(token=token, user__is_active=True).first()
    if key is None:
        raise Http404
    return key.user


def _sent(written: str) -> HttpResponse:
    return HttpResponse(written, content_type="application/atom+xml; charset=utf-8")
