"""Whoever votes, rolls, closes, pays, confirms or approves at the same time: one outcome, nothing lost or doubled."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from accounts.models import User
from campaign.models import CaravanEntry, Clan, Membership
from characters.models import Character, SheetChange
from characters.selectors import hero_points_left
from characters.services import approve_character
from rulebook.errors import Refused
from story import services
from story.models import ExtraVote, FrameVote, Scene, SceneRoll
from story.selectors.caravan import day_ahead
from story.selectors.frames import count_of
from tests.cast import person
from tests.company import NOON, active, march, proposed
from tests.plot import asked
from tests.reliability.figures import figure, tell
from tests.reliability.together import together
from tests.storytelling import later, scene_in

pytestmark = pytest.mark.django_db(transaction=True)
AT_ONCE = 4
ROUNDS = figure(10, 200)


@pytest.fixture
def scene(director: User, players: list[User]) -> Scene:
    campaign = march(director, *players)
    for number, player in enumerate(players):
        active(campaign, player, director, name=f"Hero {number}")
    return scene_in(campaign, director)


class Answers:
    """What came of acts that ran at once: how many were done, and the codes of those refused."""

    def __init__(self) -> None:
        self.done = 0
        self.codes: list[str] = []

    def of(self, act: Callable[[], Any]) -> None:
        try:
            act()
        except Refused as refused:
            self.codes.append(refused.code)
        else:
            self.done += 1


def at_once(*acts: Callable[[], Any]) -> Answers:
    found = Answers()
    together(*(partial(found.of, act) for act in acts))
    return found


def test_frame_1_of_votes_given_at_once_by_one_player_one_counts(
    scene: Scene, director: User, players: list[User]
) -> None:
    for _round in range(ROUNDS):
        frame = asked(scene, director)
        options = [1, 2, 3, 2]
        found = at_once(
            *(partial(services.vote, frame=frame, player=players[0], option=one, at=later()) for one in options)
        )
        assert (found.done, found.codes) == (AT_ONCE, [])
        assert FrameVote.objects.filter(frame=frame).count() == 1
        assert count_of(frame).total == 1


def test_stat_8_the_same_points_are_not_spent_twice(scene: Scene, director: User, players: list[User]) -> None:
    hero = players[0].characters.get()
    frame = asked(scene, director)
    pay = partial(services.vote, frame=frame, player=players[0], option=1, at=NOON, pay=[hero.pk])
    found = at_once(*[pay] * AT_ONCE)
    assert (found.done, found.codes) == (1, ["extra-taken"] * (AT_ONCE - 1))
    assert (ExtraVote.objects.count(), count_of(frame).total) == (1, 2)
    assert hero_points_left(Character.objects.get(pk=hero.pk)) == 3


def test_a_vote_that_meets_the_closing_counts_or_is_refused(
    scene: Scene, director: User, players: list[User], seed: int
) -> None:
    dice, closed_first = random.Random(seed), 0
    for number in range(ROUNDS):
        frame = asked(scene, director)
        close = partial(
            services.close_frame,
            frame=frame,
            by=director,
            words="Over.",
            chosen=None,
            key=f"close-{number}",
            at=later(),
        )
        acts = [partial(services.vote, frame=frame, player=one, option=1, at=NOON) for one in players] + [close]
        dice.shuffle(acts)
        found = at_once(*acts)
        frame.refresh_from_db()
        assert frame.closed_at is not None
        assert set(found.codes) <= {"frame-closed"}
        assert count_of(frame).total == found.done - 1 == FrameVote.objects.filter(frame=frame).count()
        closed_first += len(found.codes)
    tell(f"{ROUNDS} closings met {ROUNDS * len(players)} votes; {closed_first} came too late (seed {seed})")


def test_a_test_rolled_by_everybody_at_once_has_one_roll(scene: Scene, director: User, players: list[User]) -> None:
    frame = asked(scene, director, options=())
    hero = players[0].characters.get()
    for _round in range(ROUNDS):
        test = services.call_test(
            frame=frame, by=director, character=hero, attribute="care", penalty=0, reason="", at=NOON
        )
        before = SceneRoll.objects.count()
        rollers = (players[0], director, players[0], director)
        found = at_once(*(partial(services.roll_test, test=test, by=one, at=NOON) for one in rollers))
        assert (found.done, found.codes) == (1, ["test-rolled"] * (AT_ONCE - 1))
        assert SceneRoll.objects.count() == before + 1


def test_a_day_confirmed_on_two_pages_passes_once(scene: Scene, director: User) -> None:
    clan = Clan.objects.get(campaign=scene.campaign)
    proposed_figures = day_ahead(clan, "travel").proposed
    figures = {name: getattr(proposed_figures, name) for name in ("days", "supplies", "morale")}
    figures |= {name: getattr(proposed_figures, name) for name in ("clansmen", "fighters", "varl")}
    spend = partial(
        services.spend_day, clan=clan, by=director, day="travel", figures=figures, reason="", seen=0, at=NOON
    )
    found = at_once(*(partial(spend, key=f"page-{number}") for number in range(AT_ONCE)))
    assert (found.done, found.codes) == (1, ["caravan-changed"] * (AT_ONCE - 1))
    clan.refresh_from_db()
    assert (clan.days, CaravanEntry.objects.count()) == (1, 1)


def test_a_proposal_approved_by_two_directors_at_once_is_approved_once(director: User, players: list[User]) -> None:
    for number in range(ROUNDS):
        campaign = march(director, players[0], name=f"March {number}")
        second = person(f"second{number}")
        Membership.objects.create(campaign=campaign, user=second, role="co-director")
        waiting = proposed(campaign, players[0])
        found = at_once(*(partial(approve_character, character=waiting, by=one, at=NOON) for one in (director, second)))
        assert (found.done, len(found.codes)) == (1, 1)
        waiting.refresh_from_db()
        assert waiting.status == Character.Status.ACTIVE
        assert SheetChange.objects.filter(character=waiting, field="status").count() == 1
