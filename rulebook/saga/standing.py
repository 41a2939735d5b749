"""Standing orders: what a unit does when its turn runs out (SK-152). The deadline is missed all the same."""

from __future__ import annotations

from rulebook.errors import Illegal, Refused, Unreadable
from rulebook.saga.actions import DropOrders, GiveOrders
from rulebook.saga.attack import AttackKind
from rulebook.saga.board import distance
from rulebook.saga.effects import Context
from rulebook.saga.events import OrdersDropped, OrdersGiven
from rulebook.saga.knowledge import known_to_side
from rulebook.saga.play import planned
from rulebook.saga.state import Order, StandingOrders, State, Unit
from rulebook.saga.steps import End, Rest, Step, Strike

MOST_ORDERS = 3
ATTACKS: dict[str, AttackKind] = {"strike": "strength", "break": "break"}


def give(ctx: Context, action: GiveOrders) -> None:
    """A player leaves, or changes, standing orders for a unit, for as long as the battle lasts.

    Raises `no-standing-orders` where the table has none, `not-your-unit`, `defeated`, `no-orders`,
    `too-many-orders`, `bad-order`.
    """
    if not ctx.state.rules.standing_orders:
        raise Illegal("no-standing-orders", "This table has no standing orders.")
    unit = _own(ctx.state, action.unit, action.by)
    if not action.orders:
        raise Unreadable("no-orders", "Standing orders need an order.")
    if len(action.orders) > MOST_ORDERS:
        message = f"Standing orders are at most {MOST_ORDERS}."
        raise Illegal("too-many-orders", message, {"given": len(action.orders)})
    for order in action.orders:
        if order.least < 0 or (order.when == "always" and order.least):
            raise Unreadable("bad-order", f"{order!r} is no order.", {"deed": order.deed})
    ctx.tell(OrdersGiven(ctx.at, StandingOrders(unit.id, action.by, action.orders, ctx.at)))


def drop(ctx: Context, action: DropOrders) -> None:
    """A player takes standing orders back. Raises `not-your-unit`, `defeated`, `no-orders`."""
    unit = _own(ctx.state, action.unit, action.by)
    if unit.id not in ctx.state.orders:
        raise Illegal("no-orders", f"{unit.id} has no standing orders.", {"unit": unit.id})
    ctx.tell(OrdersDropped(ctx.at, unit.id))


def _own(state: State, unit_id: str, player: str) -> Unit:
    unit = state.units.get(unit_id)
    if unit is None or not unit.players or unit.player != player:
        raise Illegal("not-your-unit", f"{player} has no unit {unit_id}.", {"unit": unit_id})
    if unit.defeated:
        raise Illegal("defeated", f"{unit_id} is defeated.", {"unit": unit_id})
    return unit


def would_do(state: State, unit_id: str) -> tuple[Order, tuple[Step, ...]] | None:
    """The order that would be carried out if this unit's turn ran out now, and its steps; None if none would be.

    The first order whose condition holds and that is legal, by what the unit's player may know. Only orders of the
    unit's present player count.
    """
    given, unit = state.orders.get(unit_id), state.units[unit_id]
    if given is None or given.player != unit.player or unit.taken_over or not state.rules.standing_orders:
        return None
    known = known_to_side(state, unit)
    for order in given.orders:
        steps = _steps(known, unit, order) if _holds(unit, order) else None
        if steps is not None:
            return order, steps
    return None


def _holds(unit: Unit, order: Order) -> bool:
    if order.when == "strength-below":
        return unit.strength < order.least
    if order.when == "willpower-below":
        return unit.willpower < order.least
    return True


def _steps(known: State, unit: Unit, order: Order) -> tuple[Step, ...] | None:
    if order.deed == "hold":
        return (End(),)
    if order.deed == "rest":
        return (Rest(),) if _legal(known, unit, (Rest(),)) else None
    attack = ATTACKS[order.deed]
    strikes = ((Strike(attack, target.id),) for target in _targets(known, unit))
    return next((steps for steps in strikes if _legal(known, unit, steps)), None)


def _targets(known: State, unit: Unit) -> list[Unit]:
    """Enemies in the order in which they are struck: the weakest, then the nearest, then as listed."""
    enemies = [u for u in known.units.values() if u.standing and u.side != unit.side and not u.obstacle]
    return sorted(enemies, key=lambda enemy: (enemy.strength, _apart(unit, enemy)))


def _apart(unit: Unit, enemy: Unit) -> int:
    assert unit.at is not None and enemy.at is not None
    return distance(unit.at, unit.size, enemy.at, enemy.size)


def _legal(known: State, unit: Unit, steps: tuple[Step, ...]) -> bool:
    try:
        planned(known, unit.id, steps)
    except Refused:
        return False
    return True
