"""Story frames and their tests: who may know of them, who has a vote, and how the votes stand, for one reader."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import cast

from django.db.models import Q, QuerySet

from accounts.models import User
from battles.moments import to_ms
from campaign.models import Membership
from campaign.selectors import DIRECTING, role_of
from characters.models import Character
from rulebook.saga.campaign import CampaignTest, campaign_test
from rulebook.saga.frames import Ballot, Count, Elector, VotesBy, count_votes, voters
from rulebook.saga.rules import Rank
from story.models import AttributeTest, FrameOption, FrameVote, Post, Scene, StoryFrame
from story.selectors.people import players_speak_for_secondaries
from story.selectors.sight import Reader, directs, posts_visible_to, readers_of_post


def frames_visible_to(user: Reader) -> QuerySet[StoryFrame]:
    """Every frame whose post the user may read."""
    rows = StoryFrame.objects.filter(post__in=posts_visible_to(user).values("pk"))
    return rows.select_related("post__scene__campaign", "post__audience", "chosen", "outcome")


def tests_visible_to(user: Reader) -> QuerySet[AttributeTest]:
    """Every test of a frame that the user may know of."""
    rows = AttributeTest.objects.filter(frame__post__in=posts_visible_to(user).values("pk"))
    return rows.select_related(
        "frame__post__scene__campaign", "frame__post__audience", "character__player", "roll__author", "reroll__author"
    )


def open_frames() -> QuerySet[StoryFrame]:
    """The frames with options that stand in open scenes and are not closed."""
    rows = StoryFrame.objects.filter(closed_at__isnull=True, post__deleted_at__isnull=True)
    rows = rows.filter(post__scene__status=Scene.Status.OPEN, pk__in=FrameOption.objects.values("frame_id"))
    return rows.select_related("post__scene__campaign", "post__audience")


# --- who votes


def cast_of(frame: StoryFrame) -> list[Character]:
    """The characters in play whose players may read the frame, with whoever has the say (FRAME-1, CHAR-2)."""
    post = frame.post
    playing = Membership.objects.filter(
        campaign=post.scene.campaign, role=Membership.Role.PLAYER, left_at__isnull=True
    ).values("user_id")
    rows = Character.objects.filter(campaign=post.scene.campaign, status=Character.Status.ACTIVE)
    return list(
        rows.filter(player__in=playing)
        .filter(player__in=readers_of_post(post).values("pk"))
        .select_related("player", "campaign")
        .order_by("pk")
    )


def electors_of(frame: StoryFrame, characters: Iterable[Character]) -> list[Elector]:
    """The characters as the rules look at them."""
    protagonists = set(frame.protagonists.values_list("pk", flat=True))
    return [_elector(one, one.pk in protagonists) for one in characters]


def _elector(character: Character, protagonist: bool) -> Elector:
    return Elector(str(character.pk), str(character.player_id), cast(Rank, character.rank), protagonist)


@dataclass(frozen=True, slots=True)
class Seat:
    """One vote that may be given: its key, whose it is, the characters that give it, and what was given so far."""

    key: str
    player: User
    characters: tuple[Character, ...]
    electors: tuple[Elector, ...]
    vote: FrameVote | None = None
    paid: frozenset[int] = frozenset()

    @property
    def names(self) -> str:
        """The characters that give it."""
        return ", ".join(one.name for one in self.characters)

    @property
    def may_pay(self) -> tuple[Character, ...]:
        """The characters that have not paid for an extra vote yet."""
        return tuple(one for one in self.characters if one.pk not in self.paid)

    @property
    def weight(self) -> int:
        """What the vote counts once it is given."""
        return 1 + len(self.paid)


def seats_of(frame: StoryFrame) -> list[Seat]:
    """Every vote of a frame, given or not, in the order in which the characters came."""
    characters = cast_of(frame)
    by_pk = {str(one.pk): one for one in characters}
    votes = {vote.voter: vote for vote in frame.votes.select_related("option", "player")}
    paid: dict[int, set[int]] = defaultdict(set)
    for pk, character in frame.votes.exclude(extras=None).values_list("pk", "extras__character"):
        paid[pk].add(character)
    seats = []
    for key, electors in voters(electors_of(frame, characters), cast(VotesBy, frame.votes_by)).items():
        mine = tuple(by_pk[one.character] for one in electors)
        vote = votes.get(key)
        paying = frozenset(paid[vote.pk]) if vote else frozenset()
        seats.append(Seat(key, mine[0].player, mine, electors, vote, paying))
    return seats


def votes_for(frames: Sequence[StoryFrame]) -> dict[int, list[FrameVote]]:
    """The votes that were given in these frames, with whose they are, by frame."""
    found: dict[int, list[FrameVote]] = defaultdict(list)
    rows = FrameVote.objects.filter(frame__in=frames).select_related("option", "character", "player")
    for vote in rows.prefetch_related("extras"):
        found[vote.frame_id].append(vote)
    return found


def count_of(frame: StoryFrame, votes: Sequence[FrameVote] | None = None) -> Count:
    """The votes as they stand, extra votes with them; what somebody gave who has gone since counts on (SK-333).

    `votes`: those of the frame, where they have been read already.
    """
    given = votes_for([frame])[frame.pk] if votes is None else votes
    ballots = [Ballot(one.voter, one.option.number, len(one.extras.all())) for one in given]
    return count_votes(ballots, [one.number for one in frame.options.all()])


def is_over(frame: StoryFrame, at: datetime) -> bool:
    """Whether nobody can vote any more, although the frame is open."""
    return frame.until is not None and to_ms(at) >= to_ms(frame.until)


# --- a frame for one reader


@dataclass(frozen=True, slots=True)
class ShownOption:
    """An option; `weight` and `by` are None where the reader may not know them yet."""

    option: FrameOption
    weight: int | None
    by: tuple[str, ...] | None
    leads: bool
    chosen: bool


@dataclass(frozen=True, slots=True)
class ShownTest:
    """A test with what came of it; `result` is that of the roll that counts."""

    test: AttributeTest
    target: int
    result: CampaignTest | None
    may_roll: bool
    may_reroll: bool


@dataclass(frozen=True, slots=True)
class ShownFrame:
    """A frame as one reader sees it. `mine` are the reader's own votes, `waiting` and `voted` everybody's names."""

    frame: StoryFrame
    options: tuple[ShownOption, ...]
    seats: tuple[Seat, ...]
    mine: tuple[Seat, ...]
    tests: tuple[ShownTest, ...]
    over: bool
    counted: bool
    total: int
    as_director: bool

    @property
    def voted(self) -> tuple[Seat, ...]:
        return tuple(one for one in self.seats if one.vote)

    @property
    def waiting(self) -> tuple[Seat, ...]:
        return tuple(one for one in self.seats if not one.vote)

    @property
    def may_vote(self) -> bool:
        """Whether the reader has a vote that can be given or changed now."""
        return bool(self.mine and self.options) and not self.over and self.frame.closed_at is None

    @property
    def owes_vote(self) -> bool:
        """Whether the reader has a vote that is not given yet."""
        return self.may_vote and any(one.vote is None for one in self.mine)


def shown_frame(
    frame: StoryFrame, reader: Reader, *, at: datetime, votes: Sequence[FrameVote] | None = None
) -> ShownFrame:
    """The frame for a reader who may know of it: counts only where they may be seen. `votes`: as for `count_of`."""
    as_director = directs(reader, frame.post.scene.campaign)
    seats = tuple(seats_of(frame))
    counted = as_director or frame.closed_at is not None or frame.ballot == StoryFrame.Ballot.OPEN
    given = votes_for([frame])[frame.pk] if votes is None else votes
    count = count_of(frame, given)
    return ShownFrame(
        frame=frame,
        options=tuple(options_of(frame, given, count, counted=counted)),
        seats=seats,
        mine=tuple(one for one in seats if one.player.pk == reader.pk),
        tests=tuple(shown_tests(frame, reader)),
        over=is_over(frame, at),
        counted=counted,
        total=count.total if counted else 0,
        as_director=as_director,
    )


def options_of(frame: StoryFrame, votes: Sequence[FrameVote], count: Count, *, counted: bool) -> Iterable[ShownOption]:
    """A frame's options; with their votes where those may be known."""
    by: dict[int, list[str]] = defaultdict(list)
    if counted:
        for vote in votes:
            extra = len(vote.extras.all())
            name = vote.character.name if vote.character else vote.player.shown_name
            by[vote.option_id].append(f"{name} ×{1 + extra}" if extra else name)
    for option in frame.options.all():
        yield ShownOption(
            option,
            count.weights[option.number] if counted else None,
            tuple(by[option.pk]) if counted else None,
            leads=counted and option.number in count.leading,
            chosen=option.pk == frame.chosen_id,
        )


def frames_of(posts: Sequence[Post], reader: Reader, *, at: datetime) -> dict[int, ShownFrame]:
    """The frames that hang on these posts, which the reader may read, by post."""
    rows = StoryFrame.objects.filter(post__in=posts)
    rows = rows.select_related("post__scene__campaign", "post__audience", "chosen", "outcome")
    found = list(rows.prefetch_related("options"))
    votes = votes_for(found) if found else {}
    return {frame.post_id: shown_frame(frame, reader, at=at, votes=votes[frame.pk]) for frame in found}


def outcomes_among(posts: Sequence[Post], reader: Reader) -> dict[int, StoryFrame]:
    """Of these posts those that are the outcome of a frame which the reader may know of, with the frame, by post."""
    told = list(StoryFrame.objects.filter(outcome__in=posts).select_related("post__scene__campaign"))
    if not told:
        return {}
    posts_of_frames = posts_visible_to(reader).filter(pk__in=[frame.post_id for frame in told])
    readable = set(posts_of_frames.values_list("pk", flat=True))
    return {frame.outcome_id: frame for frame in told if frame.outcome_id and frame.post_id in readable}


# --- tests


def shown_tests(frame: StoryFrame, reader: Reader) -> list[ShownTest]:
    """A frame's tests as they were called; those that were called off are left out."""
    rows = tests_visible_to(reader).filter(frame=frame, called_off_at__isnull=True)
    return [shown_test(one, reader) for one in rows]


def shown_test(test: AttributeTest, reader: Reader) -> ShownTest:
    """A test with its result for a reader who may know of it."""
    result = result_of(test)
    speaks = may_roll(test, reader)
    open_ = test.called_off_at is None and test.frame.closed_at is None
    again = (
        result is not None
        and not result.success
        and test.reroll_id is None
        and test.weighed_at is None
        and test.frame.closed_at is None
    )
    return ShownTest(
        test,
        target=test.value - test.penalty,
        result=result,
        may_roll=speaks and open_ and test.roll_id is None,
        may_reroll=speaks and again,
    )


def result_of(test: AttributeTest) -> CampaignTest | None:
    """What came of the roll that counts: the last one (TEST-1)."""
    roll = test.reroll or test.roll
    return campaign_test(test.value, test.penalty, roll.total, test.die) if roll else None


def may_roll(test: AttributeTest, user: Reader) -> bool:
    """The director may, and the player who speaks for the character in the plot and reads the frame (CHAR-2)."""
    campaign = test.frame.post.scene.campaign
    role = role_of(user, campaign)
    if role in DIRECTING:
        return True
    if role != Membership.Role.PLAYER or test.character.player_id != user.pk:
        return False
    return speaks_in(test.frame, test.character)


def speaks_in(frame: StoryFrame, character: Character) -> bool:
    """Whether a character's player speaks for it in this frame.

    A secondary's does where it is the protagonist, or where the table leaves secondaries to their players (CHAR-2).
    """
    if character.rank != Character.Rank.SECONDARY or players_speak_for_secondaries(frame.post.scene.campaign):
        return True
    return frame.protagonists.filter(pk=character.pk).exists()


def waiting_tests() -> QuerySet[AttributeTest]:
    """The tests that wait: for a roll, or for the director to weigh them."""
    waits = Q(roll__isnull=True, frame__closed_at__isnull=True) | Q(roll__isnull=False, weighed_at__isnull=True)
    rows = AttributeTest.objects.filter(waits, called_off_at__isnull=True, frame__post__deleted_at__isnull=True)
    return rows.select_related("frame__post__scene__campaign", "frame__post__audience", "character__player", "roll")
