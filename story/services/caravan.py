"""A day of the caravan with all that hangs on it: wounds that a day of rest heals (HEAL-1), and its scene."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction

from accounts.models import User
from campaign.guards import require_director
from campaign.models import CaravanEntry, Clan
from campaign.services import change_caravan, locked_clan, record_day
from characters.services import heal
from rulebook.errors import Unreadable
from rulebook.saga.campaign import Day
from story.models import CaravanStep, Scene
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
    scene: Scene | None = None,
) -> CaravanEntry:
    """Let a day pass as the director confirms it; on a day of rest every wounded character of the clan heals one wound.

    Whoever fights in a running battle does not rest (SK-336). With a `scene` the day is read there too (SK-346). The
    same key gives the same line and heals nobody twice. Raises PermissionDenied, what `record_day` raises, and
    Unreadable `other-campaign` for a scene of another campaign.
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
        _tell_in(scene, line)
    return line


def change_figures(
    *,
    clan: Clan,
    by: User,
    figures: Mapping[str, int],
    reason: str,
    seen: int,
    key: str,
    at: datetime,
    battle_code: str = "",
    scene: Scene | None = None,
) -> CaravanEntry:
    """What the plot or a battle changes (CONS-1), read in a scene too where one is named (SK-346).

    Raises what `change_caravan` raises, and Unreadable `other-campaign` for a scene of another campaign.
    """
    with transaction.atomic():
        line = change_caravan(
            clan=clan, by=by, figures=figures, reason=reason, seen=seen, key=key, battle_code=battle_code, at=at
        )
        _tell_in(scene, line)
    return line


def _tell_in(scene: Scene | None, line: CaravanEntry) -> None:
    if scene is None:
        return
    if scene.campaign_id != line.clan.campaign_id:
        raise Unreadable("other-campaign", f"{scene} belongs to another campaign than the caravan.")
    CaravanStep.objects.get_or_create(entry=line, defaults={"scene": scene})
