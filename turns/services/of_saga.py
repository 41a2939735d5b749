"""Verbs that the saga alone has: numbers set, units revealed, misses pardoned, early turns published, orders."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction

from accounts.models import User
from battles.moments import to_ms
from rulebook.saga.actions import (
    Attribute,
    Correct,
    DropOrders,
    ForceTurn,
    GiveOrders,
    Pardon,
    PlayPlan,
    Reveal,
)
from rulebook.saga.board import Cell
from rulebook.saga.state import Order
from turns.models import TurnPost
from turns.services.change import change, lock_battle
from turns.services.direct import direct
from turns.services.limits import check_reason
from turns.services.settle import credit_before, settle_before
from turns.services.stale import refuse_stale
from turns.services.who import actor_for, require_director
from turns.services.words import Words


def correct(
    *,
    battle_id: int,
    director: User,
    unit: str,
    attribute: Attribute,
    value: int | Cell,
    reason: str,
    at: datetime,
    version: str | None = None,
) -> None:
    """Set one of a unit's numbers, or where it stands (POST-2). Raises the rulebook's Refused, `reason-needed`."""
    action = Correct(unit=unit, attribute=attribute, value=value, reason=check_reason(reason), at=to_ms(at))
    direct(battle_id=battle_id, director=director, action=action, unit=unit, at=at, version=version)


def reveal(
    *,
    battle_id: int,
    director: User,
    unit: str,
    cell: Cell,
    at: datetime,
    turned: bool = False,
    version: str | None = None,
) -> None:
    """Reveal a hidden unit on a free cell (DEPL-6)."""
    action = Reveal(unit=unit, cell=cell, turned=turned, at=to_ms(at))
    direct(battle_id=battle_id, director=director, action=action, unit=unit, at=at, version=version)


def pardon(*, battle_id: int, director: User, unit: str, reason: str, at: datetime, version: str | None = None) -> None:
    """Take one missed deadline off a unit's penalty (LATE-2)."""
    action = Pardon(unit=unit, reason=check_reason(reason), at=to_ms(at))
    direct(battle_id=battle_id, director=director, action=action, unit=unit, at=at, version=version)


def force_turn(
    *, battle_id: int, director: User, unit: str, reason: str, at: datetime, version: str | None = None
) -> None:
    """End the running turn: the unit does nothing, without penalty or late window (SK-153)."""
    action = ForceTurn(unit=unit, reason=check_reason(reason), at=to_ms(at))
    direct(battle_id=battle_id, director=director, action=action, unit=unit, at=at, version=version)


def publish_early_turn(
    *,
    battle_id: int,
    unit: str,
    director: User,
    at: datetime,
    alternative: int = 0,
    steps: Sequence[Any] | None = None,
    version: str | None = None,
) -> TurnPost:
    """The director publishes an early turn on the player's behalf: one of its alternatives, or adapted steps.

    The post's author and words are the player's; the original stays as it was. Raises PermissionDenied, StaleBoard,
    the rulebook's Refused.
    """
    with transaction.atomic():
        battle = lock_battle(battle_id)
        require_director(battle, director)
        credit_before(battle, at)
        refuse_stale(battle, director, version)
        adapted = None if steps is None else tuple(steps)
        action = PlayPlan(unit=unit, alternative=alternative, steps=adapted, at=to_ms(at))
        _applied, posts = change(battle, action, at=at, by=director, words=Words(unit, director))
    return next(post for post in posts if post.unit == unit)


def give_orders(*, battle_id: int, unit: str, player: User, orders: Sequence[Order], at: datetime) -> None:
    """Leave standing orders for a unit, in place of those that it had.

    Raises the rulebook's Refused (`no-standing-orders`, `not-your-unit`, `too-many-orders`, …), PermissionDenied,
    Battle.DoesNotExist.
    """
    with transaction.atomic():
        battle = lock_battle(battle_id)
        settle_before(battle, at)
        actor = actor_for(battle, player, unit)
        change(battle, GiveOrders(by=actor, unit=unit, orders=tuple(orders), at=to_ms(at)), at=at, by=player)


def drop_orders(*, battle_id: int, unit: str, player: User, at: datetime) -> None:
    """Take a unit's standing orders back. Raises the rulebook's Refused (`no-orders`), PermissionDenied."""
    with transaction.atomic():
        battle = lock_battle(battle_id)
        settle_before(battle, at)
        actor = actor_for(battle, player, unit)
        change(battle, DropOrders(by=actor, unit=unit, at=to_ms(at)), at=at, by=player)
