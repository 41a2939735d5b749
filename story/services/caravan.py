"""A day of the caravan with all that hangs on it: the ledger's line, and wounds that a day of rest heals (HEAL-1)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction

from accounts.models import User
from campaign.guards import require_director
from campaign.models import CaravanEntry, Clan
from campaign.services import locked_clan, record_day
from characters.services import heal
from rulebook.saga.campaign import Day
from story.selectors.caravan import who_heals


def spend_day(
    *,
    clan: Clan,
    by: User,
    day: Day,
    figures: Mapping[str, int],
    reason: str,
    seen: int,
    key: str,
    at: datetime,
) -> CaravanEntry:
    """Let a day pass as the director confirms it; on a day of rest every wounded character of the clan heals one wound.

    Whoever fights in a running battle does not rest (SK-336). The same key gives the same line and heals nobody twice.
    Raises PermissionDenied, and what `record_day` raises.
    """
    require_director(by, clan.campaign)
    with transaction.atomic():
        clan = locked_clan(clan)
        resting = [] if day != "rest" or clan.entries.filter(key=key).exists() else who_heals(clan)
        line = record_day(
            clan=clan,
            by=by,
            day=day,
            figures=figures,
            reason=reason,
            healed=[one.name for one in resting],
            seen=seen,
            key=key,
            at=at,
        )
        for character in resting:
            heal(character=character, by=by, at=at)
    return line
