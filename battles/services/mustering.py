"""Who goes: each player confirms, or the director closes the list (DEPL-0)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from accounts.models import User
from battles.games.saga import refuse_empty_side
from battles.models import Battle, MusterEntry
from battles.musters import check_picks, default_picks
from battles.services.preparing import wrong_status
from campaign.guards import require_director
from characters.models import Character
from notifications.models import Notice
from notifications.services import withdraw
from rulebook.errors import Illegal, TooLate


def confirm_muster(*, battle_id: int, player: User, character_ids: Sequence[int], at: datetime) -> bool:
    """A player says who goes; True when this was the last answer awaited, and the battle can begin.

    Raises Illegal `not-asked`, `not-yours`, `cannot-be-fielded`, `in-another-battle` and the codes of the roster
    rules (ROST-1 to ROST-3), TooLate `already-confirmed`, Illegal `wrong-status`.
    """
    with transaction.atomic():
        battle = locked_muster(battle_id)
        entry = battle.muster.select_related("player").filter(player=player).first()
        if entry is None:
            raise Illegal("not-asked", f"{player.pk} was not asked to this battle.")
        if entry.confirmed_at is not None:
            raise TooLate("already-confirmed", f"{player.pk} has confirmed who goes.")
        entry.battle = battle
        picked = _chosen(character_ids)
        check_picks(entry, picked)
        _confirm(entry, picked, at)
        withdraw(subject=f"battle:{battle.code}", kinds=[Notice.Kind.MUSTER], reader=player, at=at)
        return not battle.muster.filter(confirmed_at__isnull=True).exists()


def checked_picks(entry: MusterEntry, character_ids: Sequence[int]) -> list[Character]:
    """The characters of a choice that could be confirmed; raises what `confirm_muster` would. Writes nothing."""
    if entry.confirmed_at is not None:
        raise TooLate("already-confirmed", f"{entry.player_id} has confirmed who goes.")
    picked = _chosen(character_ids)
    check_picks(entry, picked)
    return picked


def close_muster(*, battle_id: int, by: User, at: datetime) -> tuple[MusterEntry, ...]:
    """The director closes the list: a silent player's hero goes. Returns the entries of players with nobody able.

    Raises Illegal `nobody-goes` when a side is left without a unit, `wrong-status`, PermissionDenied.
    """
    with transaction.atomic():
        battle = locked_muster(battle_id)
        require_director(by, battle.campaign)
        absent = []
        for entry in battle.muster.select_related("player").filter(confirmed_at__isnull=True):
            entry.battle = battle
            picked = default_picks(entry)
            _confirm(entry, picked, at)
            if not picked:
                absent.append(entry)
        refuse_empty_side(battle)
        withdraw(subject=f"battle:{battle.code}", kinds=[Notice.Kind.MUSTER], at=at)
    return tuple(absent)


def locked_muster(battle_id: int) -> Battle:
    """The row of a battle that asks who goes, locked. Raises Illegal `wrong-status` in any other stage."""
    battle = Battle.objects.select_for_update(of=("self",)).select_related("campaign").get(pk=battle_id)
    if battle.status != Battle.Status.MUSTER:
        raise wrong_status(battle)
    return battle


def _chosen(character_ids: Sequence[int]) -> list[Character]:
    rows = Character.objects.select_related("campaign").in_bulk(list(dict.fromkeys(character_ids)))
    missing = [pk for pk in character_ids if pk not in rows]
    if missing:
        raise Illegal("not-yours", f"There is no character {missing[0]}.", {"character": missing[0]})
    return list(rows.values())


def _confirm(entry: MusterEntry, picked: Sequence[Character], at: datetime) -> None:
    entry.characters.set(picked)
    entry.confirmed_at = at
    entry.save(update_fields=["confirmed_at"])
