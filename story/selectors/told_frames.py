"""Story frames for whoever takes a scene away: what came of them, in the same few statements however many they are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from campaign.models import Campaign
from story.models import FrameVote, Post, StoryFrame
from story.selectors.frames import ShownFrame, ShownTest, count_of, options_of, result_of, tests_visible_to, votes_for
from story.selectors.sight import Reader, directs


def told_frames(posts: Sequence[Post], reader: Reader, campaign: Campaign) -> dict[int, ShownFrame]:
    """The frames that hang on these posts of a campaign, which the reader may read, by post; nobody acts on them.

    Counts are there where the reader may know them (SK-333); who has still to vote is not.
    """
    rows = list(StoryFrame.objects.filter(post__in=posts).select_related("chosen").prefetch_related("options"))
    if not rows:
        return {}
    tests, votes, as_director = _tests(rows, reader), votes_for(rows), directs(reader, campaign)
    return {one.post_id: _told(one, votes[one.pk], tests[one.pk], as_director=as_director) for one in rows}


def _told(
    frame: StoryFrame, votes: Sequence[FrameVote], tests: Sequence[ShownTest], *, as_director: bool
) -> ShownFrame:
    counted = as_director or frame.closed_at is not None or frame.ballot == StoryFrame.Ballot.OPEN
    count = count_of(frame, votes)
    return ShownFrame(
        frame=frame,
        options=tuple(options_of(frame, votes, count, counted=counted)),
        seats=(),
        mine=(),
        tests=tuple(tests),
        over=False,
        counted=counted,
        total=count.total if counted else 0,
        as_director=as_director,
    )


def _tests(frames: Sequence[StoryFrame], reader: Reader) -> dict[int, list[ShownTest]]:
    found: dict[int, list[ShownTest]] = defaultdict(list)
    for test in tests_visible_to(reader).filter(frame__in=frames, called_off_at__isnull=True).order_by("pk"):
        found[test.frame_id].append(ShownTest(test, test.value - test.penalty, result_of(test), False, False))
    return found
