"""Who hears of votes and tests, when those notices fall silent again, and what the sweep tells of votes run out."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Q, QuerySet

from accounts.models import User
from campaign.selectors import directors_of
from notifications.models import Notice
from notifications.services import Telling, notify_all, notify_each, withdraw
from story.models import AttributeTest, StoryFrame
from story.selectors.frames import is_over, may_roll, seats_of
from story.selectors.sight import readers_of_post

Kind = Notice.Kind
OF_VOTERS = (Kind.VOTE, Kind.DEADLINE_NEAR)
MOST_AT_ONCE = 100


def subject_of_frame(frame: StoryFrame) -> str:
    """The post's own subject: whatever silences the post silences its vote."""
    return f"post:{frame.post.code}"


def subject_of_test(test: AttributeTest) -> str:
    """It begins like the frame's, so that both fall silent together."""
    return f"post:{test.frame.post.code}:test:{test.code}"


def tell_voters(frame: StoryFrame, *, at: datetime, kind: str = Kind.VOTE) -> None:
    """Everybody with a vote that is not given yet."""
    data = _about(frame) | {"what": "choose" if kind == Kind.VOTE else "vote"}
    owing = {one.player.pk: one.player for one in seats_of(frame) if one.vote is None}
    slug = frame.post.scene.campaign.slug
    notify_all(
        [
            Telling(one, kind, subject_of_frame(frame), frame.get_absolute_url(), data, frame.until, slug)
            for one in owing.values()
        ],
        at=at,
    )


def tell_all_voted(frame: StoryFrame, *, by: User, at: datetime) -> None:
    """The directors: nobody is waited for any more."""
    _tell_directors(frame, "all", by=by, at=at)


def fall_silent_on(frame: StoryFrame, *, at: datetime, reader: User | None = None) -> None:
    """Nobody, or this reader, is asked for a vote any more; a closed frame asks for nothing at all."""
    subject = subject_of_frame(frame)
    withdraw(subject=subject, kinds=OF_VOTERS, reader=reader, at=at)
    if reader is None:
        withdraw(subject_prefix=f"{subject}:test:", kinds=[Kind.TEST], at=at)


def tell_of_test(test: AttributeTest, *, by: User, at: datetime) -> None:
    """The character's player, where it is theirs to roll and they may read the frame."""
    player = test.character.player
    reads = readers_of_post(test.frame.post).filter(pk=player.pk).exists()
    if reads and may_roll(test, player):
        _tell_of_test([player], test, "called", by=by, at=at)


def tell_of_roll(test: AttributeTest, *, by: User, at: datetime) -> None:
    """The directors, who weigh it; the player is asked no more."""
    withdraw(subject=subject_of_test(test), kinds=[Kind.TEST], at=at)
    _tell_of_test(list(directors_of(test.frame.post.scene.campaign)), test, "rolled", by=by, at=at)


def tell_of_weighing(test: AttributeTest, *, by: User, at: datetime) -> None:
    """The player, where they may read the frame; the directors are asked no more."""
    withdraw(subject=subject_of_test(test), kinds=[Kind.TEST], at=at)
    player = test.character.player
    if readers_of_post(test.frame.post).filter(pk=player.pk).exists():
        _tell_of_test([player], test, "weighed", by=by, at=at)


def fall_silent_on_test(test: AttributeTest, *, at: datetime) -> None:
    """It was called off."""
    withdraw(subject=subject_of_test(test), kinds=[Kind.TEST], at=at)


# --- what the sweep does


def sweep_votes(now: datetime) -> int:
    """Votes whose time has run out are told to the directors, those that end soon to whoever has not voted.

    Returns how many frames something was told of. Rows that somebody else holds are left to them.
    """
    due = Q(until__lte=now, told_over_at__isnull=True) | Q(remind_at__lte=now)
    if not StoryFrame.objects.filter(due, closed_at__isnull=True).exists():
        return 0
    return _tell_over(now) + _remind(now)


def _tell_over(now: datetime) -> int:
    with transaction.atomic():
        due = _running().filter(until__lte=now, told_over_at__isnull=True)
        frames = list(due.select_for_update(skip_locked=True, of=("self",))[:MOST_AT_ONCE])
        for frame in frames:
            frame.told_over_at, frame.remind_at = now, None
            frame.save(update_fields=["told_over_at", "remind_at"])
            withdraw(subject=subject_of_frame(frame), kinds=OF_VOTERS, at=now)
            _tell_directors(frame, "over", by=None, at=now)
    return len(frames)


def _remind(now: datetime) -> int:
    with transaction.atomic():
        due = _running().filter(remind_at__lte=now, until__gt=now)
        frames = list(due.select_for_update(skip_locked=True, of=("self",))[:MOST_AT_ONCE])
        for frame in frames:
            frame.remind_at = None
            frame.save(update_fields=["remind_at"])
            if not is_over(frame, now):
                tell_voters(frame, at=now, kind=Kind.DEADLINE_NEAR)
    return len(frames)


def _running() -> QuerySet[StoryFrame]:
    rows = StoryFrame.objects.filter(closed_at__isnull=True, post__deleted_at__isnull=True)
    return rows.select_related("post__scene__campaign", "post__audience").order_by("pk")


# --- data


def _about(frame: StoryFrame) -> dict[str, object]:
    scene = frame.post.scene
    return {"frame": frame.title, "scene": scene.title, "campaign": scene.campaign.name}


def _tell_directors(frame: StoryFrame, what: str, *, by: User | None, at: datetime) -> None:
    campaign = frame.post.scene.campaign
    notify_each(
        directors_of(campaign),
        kind=Kind.VOTE,
        subject=subject_of_frame(frame),
        link=frame.get_absolute_url(),
        data=_about(frame) | {"what": what},
        at=at,
        campaign_slug=campaign.slug,
        by=by,
    )


def _tell_of_test(readers: list[User], test: AttributeTest, what: str, *, by: User, at: datetime) -> None:
    about = {"what": what, "character": test.character.name, "attribute": test.attribute}
    notify_each(
        readers,
        kind=Kind.TEST,
        subject=subject_of_test(test),
        link=test.get_absolute_url(),
        data=_about(test.frame) | about,
        at=at,
        campaign_slug=test.frame.post.scene.campaign.slug,
        by=by,
    )
