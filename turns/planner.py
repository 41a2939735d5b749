"""An early turn as a form: up to three alternatives, one of them open for editing, each with its conditions."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from django.utils.translation import gettext as _

from rulebook.errors import Refused, Unreadable
from rulebook.saga.board import cell_name, parse_cell
from rulebook.saga.plans import MOST_ALTERNATIVES, holds
from rulebook.saga.state import Alternative, Condition, ConditionKind, Plan, Unit
from turns.composer import Orders, check, orders_from, orders_of, steps_of
from turns.outlook import Outlook, outlook_of
from turns.sight import Sight
from turns.wording import Names, said

MOST_CONDITIONS = 4
WANTS = {
    "standing": "unit",
    "down": "unit",
    "within": "unit",
    "free": "cell",
    "strength": "least",
    "willpower": "least",
}
"""By kind of condition, the field it needs."""
LONGEST_FORM = 12_000


@dataclass(frozen=True, slots=True)
class Given:
    """One condition as the form has it."""

    kind: str = ""
    unit: str = ""
    cell: str = ""
    least: str = ""

    @property
    def wants(self) -> str:
        """Which further field the condition needs."""
        return WANTS.get(self.kind, "")


@dataclass(frozen=True, slots=True)
class Alt:
    """One alternative as the form has it."""

    orders: Orders = Orders()
    conditions: tuple[Given, ...] = ()


@dataclass(frozen=True, slots=True)
class PlanForm:
    """All alternatives, and which of them is being edited (from 0)."""

    alts: tuple[Alt, ...] = (Alt(),)
    current: int = 0

    @property
    def alt(self) -> Alt:
        """The alternative being edited."""
        return self.alts[self.current]

    @property
    def may_add(self) -> bool:
        """Is there room for another?"""
        return len(self.alts) < MOST_ALTERNATIVES

    def written(self) -> str:
        """Every alternative as text, for a hidden field and for the draft."""
        return json.dumps(
            [{"orders": asdict(alt.orders), "conditions": [asdict(one) for one in alt.conditions]} for alt in self.alts]
        )


def form_from(data: Mapping[str, Any]) -> PlanForm:
    """What a page sent: the hidden alternatives with the edited one's fields put in place."""
    kept = read_alts(data.get("alts", ""))
    written = data.get("current", "0")
    current = min(_number(written) or 0, len(kept) - 1)
    edited = Alt(orders_from(data), tuple(_conditions(data)))
    return PlanForm((*kept[:current], edited, *kept[current + 1 :]), current)


def _number(written: object) -> int | None:
    return int(written) if isinstance(written, str) and written.isdecimal() and len(written) < 4 else None


def read_alts(written: object) -> tuple[Alt, ...]:
    """Alternatives from the hidden field; one empty one where it cannot be read."""
    try:
        found = json.loads(written) if isinstance(written, str) and len(written) <= LONGEST_FORM else []
    except (ValueError, RecursionError):
        found = []
    alts = (
        tuple(_alt(one) for one in found[:MOST_ALTERNATIVES] if isinstance(one, dict))
        if isinstance(found, list)
        else ()
    )
    return alts or (Alt(),)


def _alt(data: Mapping[str, Any]) -> Alt:
    orders, conditions = data.get("orders"), data.get("conditions")
    return Alt(
        orders_from(orders) if isinstance(orders, dict) else Orders(),
        tuple(_given(one, "") for one in conditions[:MOST_CONDITIONS] if isinstance(one, dict))
        if isinstance(conditions, list)
        else (),
    )


def _conditions(data: Mapping[str, Any]) -> Iterable[Given]:
    for number in range(MOST_CONDITIONS):
        given = _given(data, f"c{number}-")
        if given.kind:
            yield given


def _given(data: Mapping[str, Any], prefix: str) -> Given:
    values = {known.name: data.get(prefix + known.name, "") for known in fields(Given)}
    return Given(**{name: value.strip()[:60] if isinstance(value, str) else "" for name, value in values.items()})


def form_of(plan: Plan) -> PlanForm:
    """The form of an early turn that was left."""
    return PlanForm(
        tuple(
            Alt(orders_of(one.steps), tuple(_given_of(condition) for condition in one.conditions))
            for one in plan.alternatives
        )
    )


def _given_of(condition: Condition) -> Given:
    cell = cell_name(condition.cell) if condition.cell else ""
    return Given(
        condition.kind,
        condition.unit,
        cell,
        str(condition.least) if condition.kind in ("strength", "willpower") else "",
    )


def switched(form: PlanForm, do: str) -> PlanForm:
    """The form after one of its own buttons: another alternative, one more, one less, one earlier."""
    verb, _colon, number = do.partition(":")
    wanted = _number(number)
    at = form.current if wanted is None or wanted >= len(form.alts) else wanted
    if verb == "alt":
        return replace(form, current=at)
    if verb == "add" and form.may_add:
        return PlanForm((*form.alts, Alt()), len(form.alts))
    if verb == "drop" and len(form.alts) > 1:
        left = (*form.alts[:at], *form.alts[at + 1 :])
        return PlanForm(left, min(form.current, len(left) - 1))
    if verb == "up" and at > 0:
        alts = [*form.alts]
        alts[at - 1], alts[at] = alts[at], alts[at - 1]
        return PlanForm(tuple(alts), at - 1)
    return form


def alternatives_of(sight: Sight, form: PlanForm) -> tuple[Alternative, ...]:
    """The early turn that the form asks for. Raises Unreadable, with the alternative's number from 0 as `at`."""
    found = []
    for number, alt in enumerate(form.alts):
        try:
            if not alt.orders.act and alt.orders.mode != "rest":
                raise Unreadable("no-act", "Nothing was chosen.", {})
            found.append(
                Alternative(steps_of(sight.state, alt.orders), tuple(condition_of(one) for one in alt.conditions))
            )
        except Refused as refused:
            raise Unreadable(refused.code, refused.message, {**refused.data, "at": number}) from refused
    return tuple(found)


def condition_of(given: Given) -> Condition:
    """One condition. Raises Unreadable `bad-condition` or `bad-cell`."""
    kind: ConditionKind = given.kind  # type: ignore[assignment]  # only known ones want a field
    if given.wants == "cell":
        return Condition(kind, cell=parse_cell(given.cell))
    if given.wants == "least" and given.least.isdecimal() and len(given.least) < 4:
        return Condition(kind, least=int(given.least))
    if given.wants == "unit" and given.unit:
        return Condition(kind, unit=given.unit)
    raise Unreadable("bad-condition", f"{given!r} is no condition.", {"condition": given.kind})


def condition_words(given: Condition | Given, names: Names) -> str:
    """A condition as a sentence part."""
    data = {"unit": names.unit(given.unit) if given.unit else "—", "cell": str(given.cell or "—"), "least": given.least}
    words = {
        "standing": _("if %(unit)s stands"),
        "down": _("if %(unit)s is down"),
        "free": _("if %(cell)s is free"),
        "within": _("if %(unit)s is within reach"),
        "strength": _("if own strength is at least %(least)s"),
        "willpower": _("if own willpower is at least %(least)s"),
    }
    return words[given.kind] % data if given.kind in words else ""


def kind_labels() -> list[tuple[str, str]]:
    """What a condition may ask, for a list."""
    return [
        ("standing", _("a unit stands")),
        ("down", _("a unit is down")),
        ("within", _("a unit is within reach")),
        ("free", _("a cell is free")),
        ("strength", _("own strength at least")),
        ("willpower", _("own willpower at least")),
    ]


@dataclass(frozen=True, slots=True)
class Dry:
    """One alternative tried on the board as it is now."""

    number: int
    words: str
    conditions: tuple[tuple[str, bool | None], ...]
    problem: str
    outlook: Outlook | None
    chosen: bool
    current: bool
    empty: bool


def dry_run(sight: Sight, unit: Unit, form: PlanForm) -> list[Dry]:
    """What would happen if the turn began now: each alternative, and which one would be played."""
    tried = [_try(sight, unit, alt, number, number == form.current) for number, alt in enumerate(form.alts)]
    first = next((one.number for one in tried if _playable(one)), None)
    return [replace(one, chosen=one.number == first) for one in tried]


def _playable(dry: Dry) -> bool:
    return not dry.problem and not dry.empty and all(held for _words, held in dry.conditions)


def _try(sight: Sight, unit: Unit, alt: Alt, number: int, current: bool) -> Dry:
    checked = check(sight.state, unit, alt.orders)
    refused = next(iter(checked.errors.values()), None)
    problem = said(refused, sight.names, state=sight.state, unit=unit.id) if refused else ""
    empty = not alt.orders.act and alt.orders.mode != "rest"
    return Dry(
        number=number,
        words=orders_words(sight, unit, alt.orders),
        conditions=tuple((condition_words(one, sight.names), _held(sight, unit, one)) for one in alt.conditions),
        problem=problem,
        outlook=outlook_of(sight, unit, checked.steps) if not problem and not empty else None,
        chosen=False,
        current=current,
        empty=empty,
    )


def _held(sight: Sight, unit: Unit, given: Given) -> bool | None:
    try:
        return holds(sight.state, unit, condition_of(given))
    except Refused:
        return None


def orders_words(sight: Sight, unit: Unit, orders: Orders) -> str:
    """An alternative in one line: rest, or the way and the deed."""
    if orders.mode == "rest":
        return _("rest")
    parts = [f"→ {orders.to}"] if orders.to else []
    if orders.plain:
        kind = _("strength attack") if orders.act == "strength" else _("break attack")
        parts.append(f"{kind} → {sight.names.unit(orders.target)}" if orders.target else kind)
    elif orders.ability:
        parts.append(ability_words(sight, orders))
    elif orders.act:
        parts.append(_("nothing more"))
    return ", ".join(parts) or _("not chosen yet")


def ability_words(sight: Sight, orders: Orders) -> str:
    """An ability with its rank and aim."""
    aim = sight.names.unit(orders.target) if orders.target else orders.aim
    return f"{sight.names.entry(orders.ability)} {orders.rank}" + (f" → {aim}" if aim else "")
