"""Standing orders in words and as a form: three rows of a deed and when it is done (SK-152, SK-157)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rulebook.errors import Unreadable
from rulebook.saga.standing import MOST_ORDERS, would_do
from rulebook.saga.state import Deed, Order, OrderWhen, Unit
from rulebook.saga.steps import Strike
from turns.sight import Sight

DEEDS: dict[Deed, Promise] = {
    "hold": gettext_lazy("hold: stay and do nothing"),
    "rest": gettext_lazy("rest"),
    "strike": gettext_lazy("strike the weakest enemy within reach"),
    "break": gettext_lazy("break the armor of the weakest enemy within reach"),
}
WHENS: dict[OrderWhen, Promise] = {
    "always": gettext_lazy("always"),
    "strength-below": gettext_lazy("if its strength is below"),
    "willpower-below": gettext_lazy("if its willpower is below"),
}


@dataclass(frozen=True, slots=True)
class Row:
    """One order as the form shows it; an empty deed is none."""

    number: int
    deed: str = ""
    when: str = "always"
    least: str = ""


def rows_of(orders: tuple[Order, ...]) -> list[Row]:
    """Three rows, those that are given first."""
    given = [Row(n, one.deed, one.when, str(one.least or "")) for n, one in enumerate(orders, start=1)]
    return given + [Row(n) for n in range(len(given) + 1, MOST_ORDERS + 1)]


def rows_from(data: Mapping[str, str]) -> list[Row]:
    """The rows as they were sent."""
    numbers = range(1, MOST_ORDERS + 1)
    return [
        Row(n, data.get(f"deed{n}", ""), data.get(f"when{n}", "always"), data.get(f"least{n}", "")) for n in numbers
    ]


def orders_from(rows: list[Row]) -> tuple[Order, ...]:
    """The orders in these rows. Raises Unreadable `bad-order`."""
    return tuple(_order(row) for row in rows if row.deed)


def _order(row: Row) -> Order:
    deed = next((known for known in DEEDS if known == row.deed), None)
    when = next((known for known in WHENS if known == row.when), None)
    least = row.least.strip() if when != "always" else "0"
    if deed is None or when is None or not least.isdecimal() or len(least) > 4:
        raise Unreadable("bad-order", f"Row {row.number} is no order.", {"row": row.number})
    return Order(deed, when, int(least))


def order_words(order: Order) -> str:
    """One order in plain words."""
    if order.when == "always":
        return str(DEEDS[order.deed])
    return f"{DEEDS[order.deed]}, {WHENS[order.when]} {order.least}"


def without_post(sight: Sight, unit: Unit) -> str:
    """What would happen if this unit's player did not post; said to whoever may know of its orders."""
    found = would_do(sight.state, unit.id)
    if found is None:
        last = bool(sight.state.places) and sight.state.places[-1].unit == unit.id
        if last:
            return _("If you do not post, it does nothing in this round.")
        return _("If you do not post, it does nothing until you act late.")
    order, steps = found
    strike = next((step for step in steps if isinstance(step, Strike)), None)
    data = {"deed": order_words(order), "target": sight.names.unit(strike.target) if strike else ""}
    if strike:
        return _("If you do not post, it follows its orders: %(deed)s (%(target)s), and has no late turn.") % data
    return _("If you do not post, it follows its orders: %(deed)s, and has no late turn.") % data
