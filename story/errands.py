"""What of the story waits for somebody: for players votes and rolls, for directors frames to close, tests to weigh."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from accounts import clock
from accounts.asked_often import AskedOften
from accounts.models import User
from campaign.models import Membership
from campaign.selectors import DIRECTING
from story.models import AttributeTest, StoryFrame
from story.selectors.frames import is_over, may_roll, open_frames, seats_of, waiting_tests
from story.selectors.sight import posts_visible_to
from turns.errands import Errand


def errands_of(user: User) -> list[Errand]:
    """One query while no frame is open anywhere around the user and no test waits."""
    campaigns = _campaigns_with_something(user)
    if not campaigns:
        return []
    roles = {pk: role for pk, role, _frames, _tests in campaigns}
    frames = _frames_seen([pk for pk, _role, open_, _tests in campaigns if open_], user)
    tests = _tests_seen([pk for pk, _role, _frames, waiting in campaigns if waiting], user)
    found = [_of_frame(frame, user, roles) for frame in frames] + [_of_test(test, user, roles) for test in tests]
    return [errand for errand in found if errand is not None]


def _campaigns_with_something(user: User) -> list[tuple[int, str, bool, bool]]:
    """The user's campaigns where something waits, whoever it waits for: id, role, a frame is open, a test waits."""
    return [(pk, role, bool(frames), bool(tests)) for pk, role, frames, tests in _with_something(user)]


def _with_something_rows(user: User) -> QuerySet[Membership, tuple[int, str, bool, bool]]:
    mine = Membership.objects.filter(user=user, left_at__isnull=True).annotate(
        frames=Exists(open_frames().filter(post__scene__campaign=OuterRef("campaign"))),
        tests=Exists(waiting_tests().filter(frame__post__scene__campaign=OuterRef("campaign"))),
    )
    return mine.filter(Q(frames=True) | Q(tests=True)).values_list("campaign_id", "role", "frames", "tests")


_with_something = AskedOften(_with_something_rows)


def _frames_seen(campaigns: Sequence[int], user: User) -> list[StoryFrame]:
    rows = open_frames().filter(post__scene__campaign__in=campaigns)
    return list(rows.filter(post__in=posts_visible_to(user).values("pk"))) if campaigns else []


def _tests_seen(campaigns: Sequence[int], user: User) -> list[AttributeTest]:
    rows = waiting_tests().filter(frame__post__scene__campaign__in=campaigns)
    return list(rows.filter(frame__post__in=posts_visible_to(user).values("pk"))) if campaigns else []


def _of_frame(frame: StoryFrame, user: User, roles: dict[int, str]) -> Errand | None:
    campaign = frame.post.scene.campaign
    directing = roles[campaign.pk] in DIRECTING
    over = is_over(frame, clock.now())
    given: dict[int, list[bool]] = defaultdict(list)
    for seat in seats_of(frame):
        given[seat.player.pk].append(seat.vote is not None)
    link = frame.get_absolute_url()
    if directing:
        if not over and not all(all(one) for one in given.values()):
            return None
        note = _("The time to vote is over.") if over else _("Everybody has voted.")
        return Errand(_("vote"), frame.title, campaign, link, _("Close the frame"), note=note, directing=True)
    if over or all(given[user.pk]):
        return None
    return Errand(_("vote"), frame.title, campaign, link, _("Vote"), due=frame.until)


def _of_test(test: AttributeTest, user: User, roles: dict[int, str]) -> Errand | None:
    campaign = test.frame.post.scene.campaign
    directing = roles[campaign.pk] in DIRECTING
    title = f"{test.character.name}: {test.get_attribute_display()}"
    link = test.get_absolute_url()
    if directing and test.roll_id is not None:
        return Errand(_("test"), title, campaign, link, _("Weigh it"), note=test.frame.title, directing=True)
    if directing:
        rolls_alone = not may_roll(test, test.character.player)
        if not rolls_alone:
            return None
        return Errand(_("test"), title, campaign, link, _("Roll"), note=test.frame.title, directing=True)
    if test.roll_id is None and may_roll(test, user):
        return Errand(_("test"), title, campaign, link, _("Roll"), note=test.frame.title)
    return None
