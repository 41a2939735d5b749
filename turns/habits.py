"""How each player keeps time in a campaign, as plain facts for its director: no marks, no ranks (SK-154)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from statistics import median

from django.db.models import QuerySet

from accounts.models import User
from campaign.models import Campaign
from turns.models import Turn, TurnPost


@dataclass(frozen=True, slots=True)
class Habit:
    """One player's turns so far: how many were answered, after how long in the middle case, how many ran out.

    Early turns that were played count as `early`, not as answers; `late` are those played after they ran out.
    """

    player: User
    answered: int
    usual: timedelta | None
    early: int
    missed: int
    late: int

    @property
    def usual_ms(self) -> int:
        """The middle answer time in milliseconds; 0 without any."""
        return round(self.usual.total_seconds() * 1000) if self.usual else 0


def habits_of(campaign: Campaign) -> list[Habit]:
    """The habits of everybody who has had a turn in this campaign's battles, by name; two queries."""
    turns: dict[User, list[Turn]] = {}
    for row in _ended_turns(campaign):
        if row.player is not None:
            turns.setdefault(row.player, []).append(row)
    early = Counter(post.author for post in _early_posts(campaign) if post.author is not None)
    players = sorted({*turns, *early}, key=lambda player: (player.shown_name.lower(), player.pk))
    return [_habit(player, turns.get(player, []), early[player]) for player in players]


def _ended_turns(campaign: Campaign) -> QuerySet[Turn]:
    rows = Turn.objects.filter(battle__campaign=campaign, player__isnull=False, closed_at__isnull=False)
    return rows.filter(kind__in=(Turn.Kind.TURN, Turn.Kind.LATE)).select_related("player")


def _early_posts(campaign: Campaign) -> QuerySet[TurnPost]:
    """Early turns that were played: one that opens and ends in the same moment leaves no row among the turns."""
    rows = TurnPost.objects.filter(battle__campaign=campaign, manner=TurnPost.Manner.EARLY, undone_at__isnull=True)
    return rows.select_related("author")


def _habit(player: User, turns: list[Turn], early: int) -> Habit:
    answers = [
        waited
        for turn in turns
        if turn.kind == Turn.Kind.TURN and turn.outcome == "acted" and (waited := _waited(turn)) > timedelta()
    ]
    return Habit(
        player=player,
        answered=len(answers),
        usual=_middle(answers),
        early=early,
        missed=sum(turn.outcome == "expired" for turn in turns),
        late=sum(turn.outcome == "acted-late" for turn in turns),
    )


def _waited(turn: Turn) -> timedelta:
    assert turn.closed_at is not None
    return turn.closed_at - turn.opened_at


def _middle(answers: Iterable[timedelta]) -> timedelta | None:
    seconds = [answer.total_seconds() for answer in answers]
    return timedelta(seconds=median(seconds)) if seconds else None
