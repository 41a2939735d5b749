"""Saying who goes: the last answer, or the director's closing of the list, begins the battle (DEPL-0)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from accounts.models import User
from battles import services as battles
from turns.services.deploy import begin_battle


def answer_muster(*, battle_id: int, player: User, character_ids: Sequence[int], at: datetime) -> bool:
    """A player confirms who goes; True when that was the last answer and turn 0 has opened.

    Raises what `confirm_muster` and `begin_battle` raise, and then leaves the answer open.
    """
    with transaction.atomic():
        last = battles.confirm_muster(battle_id=battle_id, player=player, character_ids=character_ids, at=at)
        if last:
            begin_battle(battle_id, at=at)
    return last


def close_list(*, battle_id: int, by: User, at: datetime) -> None:
    """The director closes the list and begins the battle; for whoever was silent the hero goes.

    Raises what `close_muster` and `begin_battle` raise, and then leaves the list open.
    """
    with transaction.atomic():
        battles.close_muster(battle_id=battle_id, by=by, at=at)
        begin_battle(battle_id, at=at, by=by)
