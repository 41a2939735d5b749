"""Orders that stand on characters' sheets, as actions of a battle (SK-157)."""

from __future__ import annotations

from datetime import datetime

from battles.models import Battle
from battles.moments import to_ms
from battles.selectors import player_id, state_of
from rulebook.codec import load
from rulebook.saga.actions import BringOrders
from rulebook.saga.state import Order, State, Unit
from turns.models import LastingOrders


def opening(battle: Battle, at: datetime) -> tuple[BringOrders, ...]:
    """What stands on the sheets of everybody who goes to this battle; nothing where the table has no such orders."""
    state: State = state_of(battle)
    if not state.rules.standing_orders:
        return ()
    units = {int(unit.character): unit for unit in state.units.values() if unit.character.isdecimal()}
    rows = LastingOrders.objects.filter(character__in=units).select_related("player").order_by("character")
    found = [(units[row.character_id], row) for row in rows]
    return tuple(bringing(unit, orders_in(row), at) for unit, row in found if unit.player == player_id(row.player))


def bringing(unit: Unit, orders: tuple[Order, ...], at: datetime) -> BringOrders:
    """A unit's sheet holds these orders now."""
    return BringOrders(by=unit.player, unit=unit.id, orders=orders, at=to_ms(at))


def orders_in(row: LastingOrders | None) -> tuple[Order, ...]:
    """The orders in a row; none without one."""
    found: tuple[Order, ...] = load(tuple[Order, ...], row.orders) if row else ()
    return found
