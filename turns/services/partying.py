"""Who plays which hero of an announced adventure; the last answer begins it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from accounts.models import User
from battles import services as battles
from battles.dungeon.plan import AdventurePlan
from turns.services.deploy import begin_battle


def announce_party(*, battle_id: int, plan: AdventurePlan, by: User, at: datetime) -> bool:
    """Announce an adventure; True when every hero has a player, so that it has begun.

    Raises what `announce_adventure` and `begin_battle` raise, and then leaves the draft.
    """
    with transaction.atomic():
        settled = battles.announce_adventure(battle_id=battle_id, plan=plan, by=by, at=at)
        if settled:
            begin_battle(battle_id, at=at, by=by)
    return settled


def join_party(*, battle_id: int, player: User, heroes: Sequence[str], at: datetime) -> bool:
    """A player says which heroes they play; True when that was the last answer and the adventure has begun.

    Raises what `choose_heroes` and `begin_battle` raise, and then leaves the choice open.
    """
    with transaction.atomic():
        last = battles.choose_heroes(battle_id=battle_id, player=player, heroes=heroes, at=at)
        if last:
            begin_battle(battle_id, at=at)
    return last


def begin_party(*, battle_id: int, by: User, at: datetime) -> None:
    """The director closes the list and begins the adventure; heroes that are left are dealt out.

    Raises what `close_party` and `begin_battle` raise, and then leaves the list open.
    """
    with transaction.atomic():
        battles.close_party(battle_id=battle_id, by=by, at=at)
        begin_battle(battle_id, at=at, by=by)
