"""Finding: search, the dice log, and feeds for whoever reads elsewhere."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from accounts.signed_in import me
from campaign.guards import require_director, require_member
from campaign.selectors import visible_to
from campaign.views import campaign_or_404
from story import services
from story.doors import looking_in
from story.forms import SearchForm
from story.models import FeedKey, Post
from story.selectors import search as searching
from story.selectors.reading import Shown, shown_posts
from story.selectors.scenes import scenes_in
from story.selectors.sight import Reader, directs, may_know_author, posts_visible_to, scenes_visible_to
from story.snippets import snippet
from story.words_shown import html_of

PER_PAGE = 20
ROLLS_PER_PAGE = 50
IN_A_FEED = 30


@never_cache
@require_safe
def search(request: HttpRequest, slug: str) -> HttpResponse:
    """Posts by words, speaker or author, scene, dice and date; only what the reader may read."""
    campaign = campaign_or_404(request, slug)
    looking = looking_in(request, campaign)
    reader = looking.reader
    with looking.eyes():
        form = SearchForm(request.GET or None, scenes=scenes_in(campaign, reader))
        wishes = {name: value for name, value in form.cleaned_data.items() if value} if form.is_valid() else {}
        context: dict[str, Any] = {"campaign": campaign, "find": form, "asked": bool(wishes), "looking": looking}
        if wishes:
            found = searching.search(campaign, reader, wanted_from(wishes))
            page = Paginator(found, PER_PAGE).get_page(request.GET.get("page"))
            shown = shown_posts(list(page.object_list), reader, campaign)
            context |= {"page": page, "results": [(one, snippet(one, wishes.get("words", ""))) for one in shown]}
            context["query"] = _query(request)
        return render(request, "story/search.html", context)


def wanted_from(wishes: dict[str, Any]) -> searching.Wanted:
    """A form's or a request's wishes; days are the reader's own, from midnight to midnight."""
    until = wishes.get("until")
    return searching.Wanted(
        words=wishes.get("words", ""),
        who=wishes.get("who", ""),
        scene=wishes.get("scene"),
        dice=bool(wishes.get("dice")),
        since=_midnight(wishes.get("since")),
        until=_midnight(until + timedelta(days=1)) if until else None,
    )


def _midnight(day: Any) -> datetime | None:
    return timezone.make_aware(datetime.combine(day, time.min)) if day else None


def _query(request: HttpRequest) -> str:
    asked = request.GET.copy()
    asked.pop("page", None)
    return asked.urlencode()


@never_cache
@require_safe
def rolls(request: HttpRequest, slug: str) -> HttpResponse:
    """The campaign's dice log."""
    campaign = campaign_or_404(request, slug)
    looking = looking_in(request, campaign)
    reader = looking.reader
    as_director = directs(reader, campaign)
    page = Paginator(searching.rolls_of(campaign, reader), ROLLS_PER_PAGE).get_page(request.GET.get("page"))
    shown_codes = _codes_shown(reader, [roll.post_id for roll in page.object_list])
    rows = [
        (roll, may_know_author(reader, roll, as_director=as_director), shown_codes.get(roll.post_id))
        for roll in page.object_list
    ]
    context = {"campaign": campaign, "page": page, "rows": rows, "query": looking.query, "looking": looking}
    with looking.eyes():
        return render(request, "story/rolls.html", context)


def _codes_shown(reader: Reader, posts: list[int | None]) -> dict[int | None, str]:
    """The posts that the reader can go to: a withdrawn one is no longer an address for others."""
    return dict(posts_visible_to(reader).filter(pk__in=[one for one in posts if one]).values_list("pk", "code"))


# --- feeds


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def feeds(request: HttpRequest, slug: str) -> HttpResponse:
    """My feed addresses; they can be made anew, and then the old ones lead nowhere."""
    campaign = campaign_or_404(request, slug)
    require_member(request.user, campaign)
    user, at = me(request), timezone.now()
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
    """The newest posts of a campaign that the token's owner may read."""
    user = _owner(token)
    campaign = get_object_or_404(visible_to(user), slug=slug)
    posts = posts_visible_to(user).filter(scene__campaign=campaign)
    return _feed(user, posts, campaign, title=campaign.name, link=campaign.get_absolute_url())


@never_cache
@require_safe
def scene_feed(request: HttpRequest, token: str, code: str) -> HttpResponse:
    """The newest posts of a scene that the token's owner may read."""
    user = _owner(token)
    scene = get_object_or_404(scenes_visible_to(user).select_related("campaign"), code=code)
    posts = posts_visible_to(user).filter(scene=scene)
    title = f"{scene.title} · {scene.campaign.name}"
    return _feed(user, posts, scene.campaign, title=title, link=scene.get_absolute_url())


@login_required
@never_cache
@require_safe
def feed_as(request: HttpRequest, slug: str) -> HttpResponse:
    """The very feed of the campaign that a member's own address gives, for the director who looks as they do."""
    campaign = campaign_or_404(request, slug)
    require_director(request.user, campaign)
    reader = looking_in(request, campaign).reader
    if not isinstance(reader, User):
        raise Http404
    posts = posts_visible_to(reader).filter(scene__campaign=campaign)
    return _feed(reader, posts, campaign, title=campaign.name, link=campaign.get_absolute_url())


def _owner(token: str) -> User:
    key = FeedKey.objects.select_related("user").filter(token=token, user__is_active=True).first()
    if key is None:
        raise Http404
    return key.user


def _feed(user: User, posts: Any, campaign: Any, *, title: str, link: str) -> HttpResponse:
    rows = posts.filter(deleted_at__isnull=True).select_related("scene__campaign", "author", "reply_to", "audience")
    newest: list[Post] = list(rows.order_by("-published_at", "-pk")[:IN_A_FEED])
    feed = Atom1Feed(title=title, link=settings.SITE_URL + link, description="", language=campaign.language)
    with override(user.language):
        for one in shown_posts(newest, user, campaign):
            _entry(feed, one)
    return HttpResponse(feed.writeString("utf-8"), content_type="application/atom+xml; charset=utf-8")


def _entry(feed: Atom1Feed, one: Shown) -> None:
    link = settings.SITE_URL + one.post.get_absolute_url()
    feed.add_item(
        title=_("%(name)s in %(scene)s") % {"name": one.post.speaker_name, "scene": one.post.scene.title},
        link=link,
        description=html_of(one),
        author_name=one.post.speaker_name,
        unique_id=link,
        pubdate=one.post.published_at,
        updateddate=one.changed_at or one.post.published_at,
    )
