"""Story frames: opened by the director, voted on by the players, closed with an outcome (FRAME-1, STAT-8)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from battles.moments import to_ms
from campaign.guards import require_director
from campaign.selectors import table_rules
from characters.models import Character
from characters.services import spend_hero_points
from rulebook.errors import Illegal, TooLate, Unreadable
from rulebook.saga.frames import check_extra, check_options, check_time
from story.models import ExtraVote, FrameOption, FrameVote, Post, Scene, StoryFrame
from story.selectors.frames import Seat, frames_visible_to, seats_of
from story.selectors.sight import open_to_all
from story.services.plot_notices import fall_silent_on, tell_all_voted, tell_voters
from story.services.publishing import publish, require_open
from story.services.words import Words

LONGEST_TITLE = 120
LONGEST_OPTION = 300
LONGEST_VOTE = timedelta(days=60)
REMINDED_BEFORE = timedelta(hours=6)
REMINDED_PART = 4


@dataclass(frozen=True, slots=True)
class Question:
    """What a director asks in a frame: its title, the options, until when, how votes are shown, who it is about."""

    title: str
    options: tuple[str, ...] = ()
    until: datetime | None = None
    ballot: str = StoryFrame.Ballot.SEALED
    protagonists: tuple[int, ...] = ()


def open_frame(
    *, scene: Scene, by: User, question: Question, words: Words, key: str, at: datetime, confirmed: str = ""
) -> StoryFrame:
    """Publish a frame in a scene; the same key gives the same frame again. Whoever has a vote is told.

    Raises PermissionDenied; Unreadable `title-needed`, `bad-options`, `bad-until`, `option-too-long`, `bad-ballot`;
    and what `publish` raises.
    """
    require_director(by, scene.campaign)
    title = _title(question.title)
    options = _options(question.options)
    _check_until(question.until, at)
    if question.ballot not in StoryFrame.Ballot.values:
        raise Unreadable("bad-ballot", f"{question.ballot!r} is no way to vote.", {"ballot": question.ballot})
    with transaction.atomic():
        done = publish(scene=scene, author=by, words=words, key=key, at=at, confirmed=confirmed)
        earlier = StoryFrame.objects.filter(post=done.post).first()
        if earlier is not None:
            return earlier
        if done.again:
            raise TooLate("key-used", "This form was sent already, as a post.", {"post": done.post.code})
        frame = StoryFrame.objects.create(
            post=done.post,
            title=title,
            ballot=question.ballot,
            votes_by=table_rules(scene.campaign).votes,
            until=question.until if options else None,
            remind_at=_remind_at(at, question.until) if options else None,
            opened_at=at,
        )
        FrameOption.objects.bulk_create(
            FrameOption(frame=frame, number=number, text=text) for number, text in enumerate(options, 1)
        )
        frame.protagonists.set(_secondaries(scene, question.protagonists))
        if options:
            tell_voters(frame, at=at)
    return frame


def vote(
    *, frame: StoryFrame, player: User, option: int, at: datetime, voter: str = "", pay: Iterable[int] = ()
) -> FrameVote:
    """Give a vote, or change it; `pay` names characters that pay hero points for an extra vote each (STAT-8).

    `voter` says which of the player's votes it is, where each character has one. Raises PermissionDenied; TooLate
    `frame-closed`, `vote-over`; Illegal `scene-closed`, `no-vote`, `not-a-voter`, `extra-taken`, and what
    `spend_hero_points` raises; Unreadable `unknown-option`.
    """
    with transaction.atomic():
        frame = locked_frame(frame)
        _require_sight(player, frame)
        require_open(player, frame.post.scene)
        _check_open(frame, at)
        seat = _seat_of(frame, player, voter)
        wanted = frame.options.filter(number=option).first()
        if wanted is None:
            raise Unreadable("unknown-option", f"There is no option {option}.", {"option": option})
        given = _give(frame, seat, wanted, at)
        for character_id in dict.fromkeys(pay):
            _pay(frame, seat, given, character_id, by=player, at=at)
        _settle_notices(frame, player, at=at)
    return given


def close_frame(
    *, frame: StoryFrame, by: User, words: str, chosen: int | None, key: str, at: datetime, confirmed: str = ""
) -> Post:
    """Close a frame: its outcome is published in the scene, for whom the frame was; nobody votes any more.

    `chosen` is the option that the story follows (None: none of them). What was tested and not rolled is called off.
    Raises PermissionDenied; TooLate `frame-closed`; Unreadable `unknown-option`; and what `publish` raises.
    """
    require_director(by, frame.post.scene.campaign)
    with transaction.atomic():
        frame = locked_frame(frame)
        if frame.closed_at is not None:
            if frame.outcome is not None and frame.outcome.key == key:
                return frame.outcome
            raise TooLate("frame-closed", "The director has closed this frame.")
        option = frame.options.filter(number=chosen).first() if chosen is not None else None
        if chosen is not None and option is None:
            raise Unreadable("unknown-option", f"There is no option {chosen}.", {"option": chosen})
        told = _as_the_frame(frame.post, words)
        outcome = publish(scene=frame.post.scene, author=by, words=told, key=key, at=at, confirmed=confirmed).post
        frame.closed_at, frame.closed_by, frame.chosen, frame.outcome = at, by, option, outcome
        frame.save(update_fields=["closed_at", "closed_by", "chosen", "outcome"])
        frame.tests.filter(roll__isnull=True, called_off_at__isnull=True).update(called_off_at=at)
        fall_silent_on(frame, at=at)
    return outcome


def change_until(*, frame: StoryFrame, by: User, until: datetime | None, at: datetime) -> StoryFrame:
    """Give the vote another last moment, or none; whoever has not voted yet is told.

    Raises PermissionDenied; TooLate `frame-closed`; Illegal `no-vote` for a frame without options; Unreadable
    `bad-until`.
    """
    require_director(by, frame.post.scene.campaign)
    _check_until(until, at)
    with transaction.atomic():
        frame = locked_frame(frame)
        _check_open(frame, at, ignore_time=True)
        if not frame.options.exists():
            raise Illegal("no-vote", "Nobody votes in this frame.")
        frame.until, frame.remind_at, frame.told_over_at = until, _remind_at(at, until), None
        frame.save(update_fields=["until", "remind_at", "told_over_at"])
        tell_voters(frame, at=at)
    return frame


def locked_frame(frame: StoryFrame) -> StoryFrame:
    """The frame's row as it is now, held until the transaction ends."""
    rows = StoryFrame.objects.select_for_update(of=("self",))
    return rows.select_related("post__scene__campaign", "post__audience", "outcome").get(pk=frame.pk)


def _check_open(frame: StoryFrame, at: datetime, *, ignore_time: bool = False) -> None:
    until = to_ms(frame.until) if frame.until and not ignore_time else None
    check_time(to_ms(at), until=until, closed=frame.closed_at is not None)


def _require_sight(user: User, frame: StoryFrame) -> None:
    if not frames_visible_to(user).filter(pk=frame.pk).exists():
        raise PermissionDenied(_("Only whoever can read this frame may vote in it."))


def _seat_of(frame: StoryFrame, player: User, voter: str) -> Seat:
    mine = [one for one in seats_of(frame) if one.player.pk == player.pk]
    seat = next((one for one in mine if one.key == voter or (not voter and len(mine) == 1)), None)
    if seat is None:
        raise Illegal("no-vote", "No character of yours has this vote.", {"voter": voter})
    return seat


def _give(frame: StoryFrame, seat: Seat, option: FrameOption, at: datetime) -> FrameVote:
    speaks = seat.characters[0] if frame.votes_by == StoryFrame.VotesBy.CHARACTER else None
    first = {"player": seat.player, "character": speaks, "option": option, "given_at": at, "changed_at": at}
    given, made = FrameVote.objects.get_or_create(frame=frame, voter=seat.key, defaults=first)
    if not made and given.option_id != option.pk:
        given.option, given.changed_at = option, at
        given.save(update_fields=["option", "changed_at"])
    return given


def _pay(frame: StoryFrame, seat: Seat, given: FrameVote, character_id: int, *, by: User, at: datetime) -> None:
    check_extra(seat.electors, str(character_id), {str(one) for one in seat.paid})
    character: Character = next(one for one in seat.characters if one.pk == character_id)
    reason = reason_on_sheets(frame)
    spend_hero_points(character=character, use="vote", reason=reason, by=by, at=at, protagonist=True)
    ExtraVote.objects.create(vote=given, frame=frame, character=character, at=at)


def reason_on_sheets(frame: StoryFrame) -> str:
    """What sheets, which everybody reads, say of it: its title only where everybody may know that."""
    return frame.title if open_to_all(frame.post.scene, frame.post.audience_id) else "frame"


def _settle_notices(frame: StoryFrame, player: User, *, at: datetime) -> None:
    seats = seats_of(frame)
    if all(one.vote for one in seats if one.player.pk == player.pk):
        fall_silent_on(frame, at=at, reader=player)
    if all(one.vote for one in seats):
        tell_all_voted(frame, by=player, at=at)


def _as_the_frame(post: Post, body: str) -> Words:
    """The outcome in the voice and for the readers of the frame's own post."""
    voice = {Post.Voice.NPC: "npc", Post.Voice.CHARACTER: f"c{post.character_id}"}.get(Post.Voice(post.voice), "self")
    meant = {"to": "scene", "readers": []} | post.meant_for
    return Words(
        body=body,
        voice=voice,
        npc=post.speaker_name if voice == "npc" else "",
        hide_author=post.author_hidden,
        to=str(meant["to"]),
        readers=tuple(meant["readers"]),
        reply_to=post.code,
        language=post.language,
    )


def _secondaries(scene: Scene, wanted: Sequence[int]) -> list[Character]:
    rows = Character.objects.filter(campaign=scene.campaign, status=Character.Status.ACTIVE, pk__in=wanted)
    return list(rows.filter(rank=Character.Rank.SECONDARY))


def _title(title: str) -> str:
    wanted = " ".join(title.split())[:LONGEST_TITLE]
    if not wanted:
        raise Unreadable("title-needed", "A title is needed.")
    return wanted


def _options(options: Sequence[str]) -> list[str]:
    wanted = [" ".join(one.split()) for one in options]
    check_options(wanted)
    long = next((one for one in wanted if len(one) > LONGEST_OPTION), None)
    if long is not None:
        data = {"length": len(long), "most": LONGEST_OPTION}
        raise Unreadable("option-too-long", f"An option has {len(long)} characters; {LONGEST_OPTION} fit.", data)
    return wanted


def _check_until(until: datetime | None, at: datetime) -> None:
    if until is not None and not at < until <= at + LONGEST_VOTE:
        data = {"days": LONGEST_VOTE.days}
        raise Unreadable("bad-until", f"A vote ends after now and within {LONGEST_VOTE.days} days.", data)


def _remind_at(at: datetime, until: datetime | None) -> datetime | None:
    return None if until is None else until - min(REMINDED_BEFORE, (until - at) / REMINDED_PART)
