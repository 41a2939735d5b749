"""A feed (Atom) of what is newest for one reader: posts with their frames, and days of caravans in scenes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import chain

from django.conf import settings
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _
from django.utils.translation import override

from accounts.models import User
from campaign.models import Campaign
from markup.render import PICTURE_SOURCE
from story.entries import Entry
from story.models import CaravanStep, Post, Scene
from story.selectors.caravan import lines_of
from story.selectors.frames import ShownFrame, outcomes_among
from story.selectors.reading import Shown, shown_posts
from story.selectors.sight import posts_visible_to
from story.selectors.told_frames import told_frames
from story.taken import absolute, post_html, step_html, step_title

IN_A_FEED = 30


@dataclass(frozen=True, slots=True)
class Feed:
    """Whose feed it is and of what; `scenes` are those of it that the reader may read, `token` is the reader's own."""

    reader: User
    campaign: Campaign
    scenes: QuerySet[Scene]
    title: str
    link: str
    token: str = ""


@dataclass(frozen=True, slots=True)
class Item:
    """One thing in a feed."""

    title: str
    link: str
    author: str
    html: str
    at: datetime
    changed_at: datetime


def feed_of(feed: Feed) -> str:
    """The feed as it is sent."""
    out = Atom1Feed(
        title=feed.title, link=settings.SITE_URL + feed.link, description="", language=feed.campaign.language
    )
    with override(feed.reader.language):
        items = sorted(chain(_posts(feed), _steps(feed)), key=lambda one: one.at, reverse=True)
        for one in items[:IN_A_FEED]:
            out.add_item(
                title=one.title,
                link=one.link,
                description=_addressed(one.html, feed.token),
                author_name=one.author,
                unique_id=one.link,
                pubdate=one.at,
                updateddate=one.changed_at,
            )
    written: str = out.writeString("utf-8")
    return written


def _addressed(html: str, token: str) -> str:
    """HTML with addresses for programs elsewhere, pictures by way of the token: they have no session here."""
    if token:
        html = PICTURE_SOURCE.sub(lambda found: f'src="{reverse("story:feed-picture", args=[token, found[1]])}"', html)
    return absolute(html)


def _posts(feed: Feed) -> list[Item]:
    rows = posts_visible_to(feed.reader).filter(scene__in=feed.scenes, deleted_at__isnull=True)
    rows = rows.select_related("scene__campaign", "author", "reply_to", "audience")
    newest: list[Post] = list(rows.order_by("-published_at", "-pk")[:IN_A_FEED])
    frames = told_frames(newest, feed.reader, feed.campaign)
    outcomes = outcomes_among(newest, feed.reader)
    return [
        _post(one, Entry(post=one, frame=frames.get(one.post.pk), outcome_of=outcomes.get(one.post.pk)))
        for one in shown_posts(newest, feed.reader, feed.campaign)
    ]


def _post(shown: Shown, entry: Entry) -> Item:
    post = shown.post
    return Item(
        title=_("%(name)s in %(scene)s") % {"name": post.speaker_name, "scene": post.scene.title},
        link=settings.SITE_URL + post.get_absolute_url(),
        author=post.speaker_name,
        html=post_html(shown, entry, post.scene),
        at=post.published_at,
        changed_at=max([shown.changed_at or post.published_at, *_moments(entry.frame)]),
    )


def _moments(frame: ShownFrame | None) -> Sequence[datetime]:
    """When something happened to a frame that its readers see."""
    if frame is None:
        return ()
    tests = [one.test for one in frame.tests]
    told = [frame.frame.closed_at, *(one.called_at for one in tests), *(one.weighed_at for one in tests)]
    rolls = [one.reroll or one.roll for one in tests]
    return [at for at in (*told, *(roll.at for roll in rolls if roll)) if at is not None]


def _steps(feed: Feed) -> list[Item]:
    rows = CaravanStep.objects.filter(scene__in=feed.scenes).select_related("scene__campaign", "entry__clan")
    return [_step(one) for one in rows.order_by("-entry__at", "-pk")[:IN_A_FEED]]


def _step(step: CaravanStep) -> Item:
    entry, scene = step.entry, step.scene
    (line,) = lines_of([entry])
    address = reverse("story:caravan", args=[scene.campaign.slug, entry.clan_id])
    return Item(
        title=_("%(name)s in %(scene)s") % {"name": step_title(entry), "scene": scene.title},
        link=f"{settings.SITE_URL}{address}#line-{entry.pk}",
        author=entry.clan.name,
        html=step_html(line, scene),
        at=entry.at,
        changed_at=entry.at,
    )
