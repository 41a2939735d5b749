"""Players of whom nothing was heard for days, for their director: by what they wrote, never by what they looked at."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Max

from accounts.models import User
from campaign.models import Campaign, Membership
from turns.models import Absence, EarlyTurn, TurnPost
from turns.signs import Signs, signs_elsewhere

QUIET_AFTER = timedelta(days=5)


@dataclass(frozen=True, slots=True)
class Quiet:
    """A player of whom nothing was heard since a moment, that many whole days ago."""

    player: User
    since: datetime
    days: int


def quiet_players(
    campaign: Campaign, members: Sequence[Membership], away: Collection[int], now: datetime
) -> list[Quiet]:
    """The campaign's players who have written nothing for five days, the longest silence first.

    Whoever has just joined is given the same days; those `away` (ids) have said so and are left out. A fixed number of
    queries; none of them where everybody plays who joined lately.
    """
    players = [one for one in members if one.role == Membership.Role.PLAYER and one.user_id not in away]
    if all(now - one.joined_at < QUIET_AFTER for one in players):
        return []
    heard: dict[int, datetime] = {}
    for user, at in _signs(campaign):
        heard[user] = max(at, heard.get(user, at))
    found = [_quiet(one, max(one.joined_at, heard.get(one.user_id, one.joined_at)), now) for one in players]
    return sorted((one for one in found if now - one.since >= QUIET_AFTER), key=lambda one: one.since)


def _quiet(membership: Membership, since: datetime, now: datetime) -> Quiet:
    return Quiet(membership.user, since, (now - since).days)


def _signs(campaign: Campaign) -> Signs:
    posts = TurnPost.objects.filter(battle__campaign=campaign, author__isnull=False).order_by()
    yield from posts.values_list("author").annotate(Max("at"))
    plans = EarlyTurn.objects.filter(battle__campaign=campaign).order_by()
    yield from plans.values_list("author").annotate(Max("changed_at"))
    absences = Absence.objects.filter(campaign=campaign).order_by()
    yield from absences.values_list("user").annotate(Max("created_at"))
    yield from signs_elsewhere(campaign)
