"""What waits for the director among a campaign's characters, and who is owed one (CHAR-3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from accounts.models import User
from campaign.models import Application, Campaign, Membership
from campaign.selectors import applications_in
from characters.models import Character, Claim, Petition
from characters.selectors import PENDING, proposals_in
from rulebook.saga.rules import Rank


@dataclass(frozen=True, slots=True)
class Debt:
    """A hero or companion that a player is entitled to and does not have in play; `pending` are on their way."""

    player: User
    rank: Rank
    pending: tuple[Character, ...]


@dataclass(frozen=True, slots=True)
class Desk:
    """The director's lists, each in the order in which things came."""

    proposals: tuple[Character, ...]
    petitions: tuple[Petition, ...]
    at_door: tuple[Character, ...]
    doomed: tuple[Character, ...]
    claims: tuple[Claim, ...]
    debts: tuple[Debt, ...]
    applications: tuple[Application, ...]

    @property
    def to_decide(self) -> int:
        """How many things wait for a decision."""
        waiting = [one for one in self.applications if one.status == Application.Status.WAITING]
        return len(self.proposals) + len(self.petitions) + len(self.doomed) + len(waiting)


def desk_of(campaign: Campaign) -> Desk:
    """Everything about characters and applications that waits for a director; a fixed number of queries."""
    active = campaign.characters.filter(status=Character.Status.ACTIVE).select_related("player")
    waiting = Petition.objects.filter(character__campaign=campaign, status=Petition.Status.WAITING)
    claims = Claim.objects.filter(dead__campaign=campaign, settled_at__isnull=True)
    return Desk(
        proposals=tuple(proposals_in(campaign)),
        petitions=tuple(waiting.select_related("character__campaign", "character__player")),
        at_door=tuple(campaign.characters.filter(status=Character.Status.AT_DOOR).select_related("player")),
        doomed=tuple(active.filter(doomed_at__isnull=False).order_by("doomed_at", "pk")),
        claims=tuple(claims.select_related("dead", "player", "heir")),
        debts=open_debts(campaign),
        applications=tuple(applications_in(campaign)),
    )


def open_debts(campaign: Campaign) -> tuple[Debt, ...]:
    """The heroes and companions still to be brought in, player by player (CHAR-1, CHAR-3)."""
    if not campaign.goes_on:
        return ()
    playing = Membership.objects.filter(campaign=campaign, role=Membership.Role.PLAYER, left_at__isnull=True)
    rows = campaign.characters.filter(status__in=(*PENDING, Character.Status.ACTIVE))
    by_player: dict[int, list[Character]] = {}
    for row in rows:
        by_player.setdefault(row.player_id, []).append(row)
    debts = (_debts_of(one, by_player.get(one.user_id, ())) for one in playing.select_related("user"))
    return tuple(debt for found in debts for debt in found)


def _debts_of(membership: Membership, characters: Sequence[Character]) -> list[Debt]:
    entitled: dict[Rank, int] = {"hero": 1, "companion": 2 if membership.second_companion else 1}
    return [
        Debt(membership.user, rank, tuple(_of_rank(characters, rank, active=False)))
        for rank, due in entitled.items()
        if len(_of_rank(characters, rank, active=True)) < due
    ]


def _of_rank(characters: Sequence[Character], rank: Rank, *, active: bool) -> list[Character]:
    found = (one for one in characters if one.rank == rank)
    return [one for one in found if (one.status == Character.Status.ACTIVE) == active]
