"""Standing orders (SK-152): left, changed and taken back by a unit's player."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from accounts.models import User
from battles.moments import to_ms
from rulebook.saga.actions import DropOrders, GiveOrders
from rulebook.saga.state import Order
from turns.services.change import change, lock_battle
from turns.services.pulse import read_pulse
from turns.services.settle import settle_locked
from turns.services.who import actor_for


def give_orders(*, battle_id: int, unit: str, player: User, orders: Sequence[Order], at: datetime) -> None:
    """Leave standing orders for a unit, in place of those that it had.

    Raises the rulebook's Refused (`no-standing-orders`, `not-your-unit`, `too-many-orders`, …), PermissionDenied,
    Battle.DoesNotExist.
    """
    with transaction.atomic():
        battle = lock_battle(battle_id)
        settle_locked(battle, at, read_pulse(at))
        actor = actor_for(battle, player, unit)
        change(battle, GiveOrders(by=actor, unit=unit, orders=tuple(orders), at=to_ms(at)), at=at, by=player)


def drop_orders(*, battle_id: int, unit: str, player: User, at: datetime) -> None:
    """Take a unit's standing orders back. Raises the rulebook's Refused (`no-orders`), PermissionDenied."""
    with transaction.atomic():
        battle = lock_battle(battle_id)
        settle_locked(battle, at, read_pulse(at))
        actor = actor_for(battle, player, unit)
        change(battle, DropOrders(by=actor, unit=unit, at=to_ms(at)), at=at, by=player)
