"""Tests of campaign attributes: called by the director in a frame, rolled once, weighed on record (TEST-1, TEST-2)."""

from __future__ import annotations

from datetime import datetime

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from campaign.guards import require_director
from campaign.selectors import table_rules
from characters.models import Character
from characters.services import spend_hero_points
from rulebook.dice import Dice
from rulebook.errors import Illegal, TooLate, Unreadable
from rulebook.saga.campaign import CAMPAIGN_ATTRIBUTES
from story.models import AttributeTest, SceneRoll, StoryFrame
from story.selectors.frames import may_roll, result_of, speaks_in, tests_visible_to
from story.services.frames import locked_frame, reason_on_sheets
from story.services.plot_notices import fall_silent_on_test, tell_of_roll, tell_of_test, tell_of_weighing
from story.services.publishing import SystemDice

MOST_PENALTY = 100
LONGEST_REASON = 300
LONGEST_WORDS = 2000


def call_test(
    *, frame: StoryFrame, by: User, character: Character, attribute: str, penalty: int, reason: str, at: datetime
) -> AttributeTest:
    """Call a test in an open frame; its player is told, where it is theirs to roll.

    The attribute and the table's die are taken as they are now. Raises PermissionDenied; TooLate `frame-closed`;
    Illegal `not-active`; Unreadable `unknown-attribute`, `bad-penalty`, `reason-needed`.
    """
    require_director(by, frame.post.scene.campaign)
    _check_call(attribute, penalty, reason)
    with transaction.atomic():
        frame = _open(frame)
        campaign = frame.post.scene.campaign
        if character.campaign_id != campaign.pk or character.status != Character.Status.ACTIVE:
            raise Illegal("not-active", f"{character} is not in play here.", {"character": character.name})
        test = AttributeTest.objects.create(
            frame=frame,
            character=character,
            attribute=attribute,
            value=getattr(character, attribute),
            penalty=penalty,
            reason=reason.strip()[:LONGEST_REASON],
            die=table_rules(campaign).test_die,
            called_by=by,
            called_at=at,
        )
        tell_of_test(test, by=by, at=at)
    return test


def roll_test(*, test: AttributeTest, by: User, at: datetime, dice: Dice | None = None) -> AttributeTest:
    """Throw the die, once; the roll is a row of the dice log for ever. By the character's player or a director.

    Raises PermissionDenied; TooLate `test-rolled`, `test-off`, `frame-closed`.
    """
    with transaction.atomic():
        test = _locked(test)
        _require_roller(by, test)
        _check_waits(test)
        test.roll = _throw(test, 1, by, at, dice or SystemDice())
        test.save(update_fields=["roll"])
        tell_of_roll(test, by=by, at=at)
    return test


def reroll_test(*, test: AttributeTest, by: User, at: datetime, dice: Dice | None = None) -> AttributeTest:
    """Roll a failed test once more for hero points; the new face stands, and both stay on record (STAT-8, SK-335).

    Raises PermissionDenied; Illegal `not-rolled`, `test-passed`, and what `spend_hero_points` raises; TooLate
    `test-rolled` the second time, `test-weighed`, `frame-closed`.
    """
    with transaction.atomic():
        test = _locked(test)
        _require_roller(by, test)
        _check_again(test)
        spend_hero_points(
            character=test.character,
            use="reroll",
            reason=reason_on_sheets(test.frame),
            by=by,
            at=at,
            protagonist=speaks_in(test.frame, test.character),
        )
        test.reroll = _throw(test, 2, by, at, dice or SystemDice())
        test.save(update_fields=["reroll"])
        tell_of_roll(test, by=by, at=at)
    return test


def weigh_test(*, test: AttributeTest, by: User, plot: str, logic: str, verdict: str, at: datetime) -> AttributeTest:
    """Put beside the result the direction of the plot and the logic of the events, and what follows of the three.

    The result decides nothing by itself (TEST-2). Raises PermissionDenied; Illegal `not-rolled`; TooLate
    `test-weighed`; Unreadable `weighing-needed`, `text-too-long`.
    """
    require_director(by, test.frame.post.scene.campaign)
    words = [plot.strip(), logic.strip(), verdict.strip()]
    if not all(words):
        raise Unreadable("weighing-needed", "Say what the plot wants, what follows from events, and what comes of it.")
    if max(map(len, words)) > LONGEST_WORDS:
        data = {"length": max(map(len, words)), "most": LONGEST_WORDS}
        raise Unreadable("text-too-long", f"At most {LONGEST_WORDS} characters fit.", data)
    with transaction.atomic():
        test = _locked(test)
        if test.roll_id is None:
            raise Illegal("not-rolled", "There is no roll to weigh yet.")
        if test.weighed_at is not None:
            raise TooLate("test-weighed", "This test is weighed already.")
        test.plot, test.logic, test.verdict = words
        test.weighed_by, test.weighed_at = by, at
        test.save(update_fields=["plot", "logic", "verdict", "weighed_by", "weighed_at"])
        tell_of_weighing(test, by=by, at=at)
    return test


def call_off(*, test: AttributeTest, by: User, at: datetime) -> AttributeTest:
    """Take back a test that nobody has rolled. Raises PermissionDenied; TooLate `test-rolled`."""
    require_director(by, test.frame.post.scene.campaign)
    with transaction.atomic():
        test = _locked(test)
        if test.roll_id is not None:
            raise TooLate("test-rolled", "The die is cast.")
        if test.called_off_at is None:
            test.called_off_at = at
            test.save(update_fields=["called_off_at"])
            fall_silent_on_test(test, at=at)
    return test


def _check_call(attribute: str, penalty: int, reason: str) -> None:
    if attribute not in CAMPAIGN_ATTRIBUTES:
        raise Unreadable("unknown-attribute", f"{attribute!r} is no campaign attribute.", {"attribute": attribute})
    if not 0 <= penalty <= MOST_PENALTY:
        data = {"penalty": penalty, "most": MOST_PENALTY}
        raise Unreadable("bad-penalty", f"A penalty runs from 0 to {MOST_PENALTY}; {penalty} is none.", data)
    if penalty and not reason.strip():
        raise Unreadable("reason-needed", "A penalty needs its reason.")


def _open(frame: StoryFrame) -> StoryFrame:
    frame = locked_frame(frame)
    if frame.closed_at is not None:
        raise TooLate("frame-closed", "The director has closed this frame.")
    return frame


def _locked(test: AttributeTest) -> AttributeTest:
    """The test's frame first, as whoever closes the frame does, then its own row."""
    frame = locked_frame(test.frame)
    rows = AttributeTest.objects.select_for_update(of=("self",))
    found = rows.select_related("character__player", "character__campaign", "roll", "reroll").get(pk=test.pk)
    found.frame = frame
    return found


def _require_roller(by: User, test: AttributeTest) -> None:
    if not tests_visible_to(by).filter(pk=test.pk).exists() or not may_roll(test, by):
        raise PermissionDenied(_("Only the character's player and the director may roll this test."))


def _check_waits(test: AttributeTest) -> None:
    if test.roll_id is not None:
        raise TooLate("test-rolled", "The die is cast.")
    if test.called_off_at is not None:
        raise TooLate("test-off", "The director has called this test off.")
    if test.frame.closed_at is not None:
        raise TooLate("frame-closed", "The director has closed this frame.")


def _check_again(test: AttributeTest) -> None:
    result = result_of(test)
    if result is None:
        raise Illegal("not-rolled", "There is no roll to repeat yet.")
    if test.reroll_id is not None:
        raise TooLate("test-rolled", "The second roll is made.")
    if test.weighed_at is not None:
        raise TooLate("test-weighed", "This test is weighed already.")
    if test.frame.closed_at is not None:
        raise TooLate("frame-closed", "The director has closed this frame.")
    if result.success:
        raise Illegal("test-passed", "Only a failed test is rolled again.")


def _throw(test: AttributeTest, number: int, by: User, at: datetime, dice: Dice) -> SceneRoll:
    face = dice.roll(test.die)
    post = test.frame.post
    return SceneRoll.objects.create(
        scene=post.scene,
        post=post,
        number=number,
        author=by,
        speaker_name=test.character.name,
        expression=f"1d{test.die}",
        reason=test.frame.title,
        faces=[{"dice": [[face, True]], "of": f"1d{test.die}"}],
        total=face,
        audience=post.audience,
        at=at,
    )
