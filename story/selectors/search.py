"""Looking for posts, among what the reader may read and by what they may know of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import User
from campaign.models import Campaign
from markup.plain import fold
from story.models import Passage, Post, Scene, SceneRoll
from story.selectors.sight import Reader, directs, passages_visible_to, posts_visible_to, rolls_visible_to

MOST_WORDS = 8


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is looked for; empty means anything. `who` is part of a speaker's or an author's name."""

    words: str = ""
    who: str = ""
    scene: Scene | None = None
    dice: bool = False
    since: datetime | None = None
    until: datetime | None = None


def search(campaign: Campaign, user: Reader, wanted: Wanted) -> QuerySet[Post]:
    """The posts of a campaign that fit, newest first."""
    found = posts_visible_to(user).filter(scene__campaign=campaign, deleted_at__isnull=True)
    readable = passages_visible_to(user).filter(post=OuterRef("pk"))
    for word in fold(wanted.words).split()[:MOST_WORDS]:
        found = found.filter(Exists(_holding(readable, word)))
    if wanted.who:
        found = found.filter(_by(wanted.who, user, campaign))
    if wanted.scene is not None:
        found = found.filter(scene=wanted.scene)
    if wanted.dice:
        found = found.filter(Exists(rolls_visible_to(user).filter(post=OuterRef("pk"))))
    if wanted.since is not None:
        found = found.filter(published_at__gte=wanted.since)
    if wanted.until is not None:
        found = found.filter(published_at__lt=wanted.until)
    return found.select_related("scene__campaign", "author", "reply_to").order_by("-published_at", "-pk")


def rolls_of(campaign: Campaign, user: Reader) -> QuerySet[SceneRoll]:
    """The campaign's dice log, as far as the user may know it, newest first."""
    rows = rolls_visible_to(user).filter(scene__campaign=campaign)
    return rows.select_related("scene__campaign", "post", "author", "test", "retest").order_by("-pk")


def _holding(passages: QuerySet[Passage], word: str) -> QuerySet[Passage]:
    return passages.filter(folded__contains=word)


def _by(name: str, user: Reader, campaign: Campaign) -> Q:
    """Speakers by what they are called, authors only where the reader may know them; compared without capitals and
    accents, which databases do each in their own way."""
    wanted = fold(name)
    posts = posts_visible_to(user).filter(scene__campaign=campaign)
    speakers = {
        one for one in posts.order_by().values_list("speaker_name", flat=True).distinct() if wanted in fold(one)
    }
    people = User.objects.filter(posts__scene__campaign=campaign).distinct()
    authors = [one.pk for one in people if wanted in fold(one.shown_name) or wanted in fold(one.username)]
    known = Q() if directs(user, campaign) else Q(author_hidden=False) | Q(author=user.pk)
    return Q(speaker_name__in=speakers) | Q(author__in=authors) & known
