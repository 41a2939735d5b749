"""Standing orders: what a unit does when its turn runs out (SK-152, SK-157). The deadline is missed all the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rulebook.errors import Illegal, Refused, Unreadable
from rulebook.saga.actions import BringOrders, DropOrders, GiveOrders
from rulebook.saga.attack import AttackKind
from rulebook.saga.board import distance
from rulebook.saga.effects import Context
from rulebook.saga.events import OrdersDropped, OrdersGiven, SheetOrders
from rulebook.saga.knowledge import known_to_side
from rulebook.saga.play import planned
from rulebook.saga.state import Order, StandingOrders, State, Unit
from rulebook.saga.steps import End, Rest, Step, Strike

MOST_ORDERS = 3
ATTACKS: dict[str, AttackKind] = {"strike": "strength", "break": "break"}


def give(ctx: Context, action: GiveOrders) -> None:
    """A player leaves, or changes, standing orders for a unit, for as long as the battle lasts.

    Without an order the unit follows none in this battle, whatever its sheet says. Raises `no-standing-orders` where
    the table has none, `not-your-unit`, `defeated`, `no-orders`, `too-many-orders`, `bad-order`.
    """
    unit = _own_with_orders(ctx.state, action.unit, action.by)
    if not action.orders and _present(ctx.state.sheet_orders, unit) is None:
        raise Unreadable("no-orders", "Standing orders need an order.")
    check_orders(action.orders)
    ctx.tell(OrdersGiven(ctx.at, StandingOrders(unit.id, action.by, action.orders, ctx.at)))


def bring(ctx: Context, action: BringOrders) -> None:
    """The orders on a character's sheet, as they are now; told only where they are others than before (SK-157).

    Raises what `give` raises, `no-orders` apart.
    """
    unit = _own_with_orders(ctx.state, action.unit, action.by)
    check_orders(action.orders)
    before = _present(ctx.state.sheet_orders, unit)
    if action.orders != (before.orders if before else ()):
        ctx.tell(SheetOrders(ctx.at, StandingOrders(unit.id, action.by, action.orders, ctx.at)))


def check_orders(orders: Sequence[Order]) -> None:
    """Raises Illegal `too-many-orders`, Unreadable `bad-order`."""
    if len(orders) > MOST_ORDERS:
        raise Illegal("too-many-orders", f"Standing orders are at most {MOST_ORDERS}.", {"given": len(orders)})
    for order in orders:
        if order.least < 0 or (order.when == "always" and order.least):
            raise Unreadable("bad-order", f"{order!r} is no order.", {"deed": order.deed})


def drop(ctx: Context, action: DropOrders) -> None:
    """A player takes a unit's orders of this battle back. Raises `not-your-unit`, `defeated`, `no-orders`."""
    unit = _own(ctx.state, action.unit, action.by)
    if unit.id not in ctx.state.orders:
        raise Illegal("no-orders", f"{unit.id} has no standing orders.", {"unit": unit.id})
    ctx.tell(OrdersDropped(ctx.at, unit.id))


def _own_with_orders(state: State, unit_id: str, player: str) -> Unit:
    if not state.rules.standing_orders:
        raise Illegal("no-standing-orders", "This table has no standing orders.")
    return _own(state, unit_id, player)


def _own(state: State, unit_id: str, player: str) -> Unit:
    unit = state.units.get(unit_id)
    if unit is None or not unit.players or unit.player != player:
        raise Illegal("not-your-unit", f"{player} has no unit {unit_id}.", {"unit": unit_id})
    if unit.defeated:
        raise Illegal("defeated", f"{unit_id} is defeated.", {"unit": unit_id})
    return unit


def orders_of(state: State, unit_id: str) -> StandingOrders | None:
    """The orders that hold for a unit: its present player's of this battle, else those of its sheet (SK-157)."""
    unit = state.units[unit_id]
    return _present(state.orders, unit) or _present(state.sheet_orders, unit)


def _present(given: Mapping[str, StandingOrders], unit: Unit) -> StandingOrders | None:
    """Only orders of the unit's present player count."""
    found = given.get(unit.id)
    return found if found is not None and found.player == unit.player else None


def would_do(state: State, unit_id: str) -> tuple[Order, tuple[Step, ...]] | None:
    """The order that would be carried out if this unit's turn ran out now, and its steps; None if none would be.

    The first order whose condition holds and that is legal, by what the unit's player may know.
    """
    given, unit = orders_of(state, unit_id), state.units[unit_id]
    if given is None or unit.taken_over or not state.rules.standing_orders:
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
