"""Declared absences (ABSENT-1): for a whole campaign, pushed into its running battles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime

from django.core.exceptions import PermissionDenied
from django.db import transaction

from accounts.models import User
from battles.models import Battle
from battles.moments import to_ms
from battles.selectors import player_id, players_in, state_of
from campaign.models import Campaign
from campaign.selectors import directors_of, is_director, readers_of, role_of
from notifications.models import Notice
from notifications.services import notify_each, withdraw
from rulebook.errors import Unreadable
from rulebook.table.absences import ended_by
from rulebook.table.actions import CancelAbsence, DeclareAbsence
from turns.models import Absence
from turns.services.change import change, lock_battle
from turns.services.settle import settle_before


def declare_absence(
    *, user: User, campaign: Campaign, starts_at: datetime, ends_at: datetime, at: datetime, note: str = ""
) -> Absence:
    """Announce an absence in a campaign. Holds from each unit's next turn on; a turn already running keeps its clock.

    What stands announced already, to the same day and in the same words, is not announced again. Raises
    PermissionDenied for whoever does not belong to the campaign, Unreadable `bad-absence` unless it ends after it
    starts and after now.
    """
    if role_of(user, campaign) is None:
        raise PermissionDenied
    if not starts_at < ends_at or ends_at <= at:
        data = {"starts_at": starts_at.isoformat(), "ends_at": ends_at.isoformat()}
        raise Unreadable("bad-absence", f"An absence cannot last from {starts_at} until {ends_at}.", data)
    with transaction.atomic():
        announced = Absence.objects.filter(campaign=campaign, user=user, cancelled_at__isnull=True)
        standing = announced.filter(starts_at__lte=starts_at, ends_at=ends_at, note=note).first()
        if standing is not None:
            return standing
        row = Absence.objects.create(
            campaign=campaign, user=user, starts_at=starts_at, ends_at=ends_at, note=note, created_at=at
        )
        for battle in _battles_of(user, campaign):
            settle_before(battle, at)
            action = DeclareAbsence(player=player_id(user), start=to_ms(starts_at), end=to_ms(ends_at), at=to_ms(at))
            _change_if_running(battle, action, user, at)
        _tell(row, at)
    return row


def cancel_absence(*, absence_id: int, user: User, at: datetime) -> Absence:
    """Be back: the absence is void from now on. Raises Absence.DoesNotExist for somebody else's; twice is once.

    Others of the same player still stand: while one of them holds, the director goes on playing for them.
    """
    with transaction.atomic():
        row = Absence.objects.select_for_update().get(pk=absence_id, user=user)
        if row.cancelled_at is not None or row.ends_at <= at:
            return row
        row.cancelled_at = at
        row.save(update_fields=["cancelled_at"])
        withdraw(subject=f"campaign:{row.campaign.slug}:away:{row.pk}", at=at)
        for battle in _battles_of(user, row.campaign):
            settle_before(battle, at)
            action = CancelAbsence(player_id(user), to_ms(at), to_ms(row.starts_at), to_ms(row.ends_at))
            if ended_by(state_of(battle).absences, action):
                _change_if_running(battle, action, user, at)
    return row


def _tell(row: Absence, at: datetime) -> None:
    """A player's absence is told to the directors, a director's own to everybody at the table."""
    campaign = row.campaign
    directs = is_director(row.user, campaign)
    notify_each(
        readers_of(campaign) if directs else directors_of(campaign),
        kind=Notice.Kind.CAMPAIGN,
        subject=f"campaign:{campaign.slug}:away:{row.pk}",
        link=campaign.get_absolute_url(),
        data={"what": "away", "campaign": campaign.name, "who": row.user.shown_name, "reason": row.note},
        at=at,
        campaign_slug=campaign.slug,
        by=row.user,
    )


def _battles_of(user: User, campaign: Campaign) -> Iterator[Battle]:
    """The running battles of the campaign in which the user has a unit, locked one after the other in fixed order."""
    ids = Battle.objects.filter(campaign=campaign, status=Battle.Status.RUNNING).order_by("pk")
    for battle_id in list(ids.values_list("pk", flat=True)):
        battle = lock_battle(battle_id)
        if battle.state and user.pk in players_in(battle):
            yield battle


def announce_in(battle: Battle, users: Iterable[int], *, at: datetime) -> None:
    """Tell a battle of the absences that these users had announced before they came to play in it."""
    if battle.status != Battle.Status.RUNNING:
        return
    known = [(away.player, away.start, away.end) for away in state_of(battle).absences]
    standing = Absence.objects.filter(campaign=battle.campaign_id, user__in=list(users), cancelled_at__isnull=True)
    for row in standing.filter(ends_at__gt=at).order_by("pk"):
        action = DeclareAbsence(f"u{row.user_id}", to_ms(row.starts_at), to_ms(row.ends_at), to_ms(at), known=True)
        told = (action.player, action.start, action.end)
        if told in known:
            known.remove(told)
        else:
            _change_if_running(battle, action, None, at)


def _change_if_running(battle: Battle, action: DeclareAbsence | CancelAbsence, user: User | None, at: datetime) -> None:
    if battle.status == Battle.Status.RUNNING:
        change(battle, action, at=at, by=user)
