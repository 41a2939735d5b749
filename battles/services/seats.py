"""Players who go, and players who come in their place, while it is asked who goes to a battle (DEPL-0)."""

from __future__ import annotations

from datetime import datetime

from django.db.models import QuerySet

from accounts.models import User
from battles.models import Battle, MusterEntry
from campaign.models import Campaign, Membership
from characters.seats import Move
from notifications.models import Notice
from notifications.services import notify


def player_left(membership: Membership, by: User | None, at: datetime) -> None:
    """Nobody goes for a player who has gone: the entry counts as answered, with nobody."""
    for entry in _asked(membership.campaign, membership.user):
        entry.characters.clear()
        entry.heroes, entry.confirmed_at = [], at
        entry.save(update_fields=["heroes", "confirmed_at"])


def characters_moved(move: Move, by: User, at: datetime) -> None:
    """The new player is asked who goes, in the former one's place."""
    for entry in _asked(move.campaign, move.before):
        if entry.battle.muster.filter(player=move.after).exists():
            continue
        entry.player, entry.confirmed_at = move.after, None
        entry.save(update_fields=["player", "confirmed_at"])
        entry.characters.clear()
        notify(
            reader=move.after,
            kind=Notice.Kind.MUSTER,
            subject=f"battle:{entry.battle.code}",
            link=f"{entry.battle.get_absolute_url()}muster/",
            data={"battle": entry.battle.name, "campaign": move.campaign.name},
            at=at,
            campaign_slug=move.campaign.slug,
            by=by,
        )


def _asked(campaign: Campaign, player: User) -> QuerySet[MusterEntry]:
    rows = MusterEntry.objects.filter(battle__campaign=campaign, battle__status=Battle.Status.MUSTER, player=player)
    return rows.select_related("battle__campaign").order_by("pk")
