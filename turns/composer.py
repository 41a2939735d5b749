"""The composer's form and the steps of a turn, each made from the other.

A form is plain strings, as a page sends them and a draft keeps them. What is wrong with one is told at its field, by
the rulebook's own code; words are put to it in `turns/wording.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from rulebook.errors import Illegal, Refused, Unreadable
from rulebook.saga.attack import ATTACK_KINDS
from rulebook.saga.board import Cell, cell_name, parse_cell
from rulebook.saga.legal import Draft, draft_turn, follow
from rulebook.saga.state import State, Unit
from rulebook.saga.steps import Horn, Move, Rest, Step, Strike, UseAbility

REST, ACT = "rest", "act"
NOTHING = "none"
ABILITY = "ability:"
LONGEST = 80
FIELD_OF_STEP: dict[type[Step], str] = {Rest: "mode", Horn: "horn", Move: "to", Strike: "target", UseAbility: "target"}
FIELD_OF_CODE = {
    "boost-exceeds-exertion": "boost",
    "bad-boost": "boost",
    "not-enough-hero-points": "reroll",
    "unknown-ability": "act",
    "unknown-rank": "rank",
}


@dataclass(frozen=True, slots=True)
class Orders:
    """What the composer's fields say. `act` is "" while nothing is chosen, or `strength`, `break`, `none`,
    `ability:<name>`; `target` is a unit's id, `aim` a cell's name; `tap` says what a tapped cell is for."""

    mode: str = ACT
    horn: str = "0"
    to: str = ""
    turned: str = ""
    act: str = ""
    rank: str = "1"
    target: str = ""
    aim: str = ""
    boost: str = "0"
    reroll: str = ""
    tap: str = "to"

    @property
    def ability(self) -> str:
        """The ability chosen, if one is."""
        return self.act.removeprefix(ABILITY) if self.act.startswith(ABILITY) else ""

    @property
    def plain(self) -> bool:
        """Is it a plain attack?"""
        return self.act in ATTACK_KINDS

    def to_data(self) -> dict[str, Any]:
        """As a draft keeps it."""
        return asdict(self)


def orders_from(data: Mapping[str, Any]) -> Orders:
    """The fields of a form, or of a draft; what is missing or no text stands at its default."""
    sent = {known.name: _text(data, known.name) for known in fields(Orders)}
    orders = Orders(**{name: value for name, value in sent.items() if value is not None})
    rank = _text(data, f"rank-{orders.ability}") if orders.ability else None
    return replace(orders, rank=rank) if rank else orders


def _text(data: Mapping[str, Any], name: str) -> str | None:
    value = data.get(name)
    return value.strip()[:LONGEST] if isinstance(value, str) else None


def pick(orders: Orders, picked: str, state: State, unit: Unit) -> Orders:
    """The orders after a tap on the board: `cell:F4` or `unit:<id>`; a second tap takes the choice back."""
    kind, _, value = picked.partition(":")
    if kind == "cell":
        return _pick_cell(orders, value)
    other = state.units.get(value) if kind == "unit" else None
    if other is None:
        return orders
    if other.id == unit.id:
        return replace(orders, mode=ACT, to="")
    return _pick_unit(orders, other, state, unit)


def _pick_cell(orders: Orders, cell: str) -> Orders:
    field = "aim" if orders.tap == "aim" and aims_at_cells(orders) else "to"
    chosen = "" if getattr(orders, field) == cell else cell
    return replace(orders, mode=ACT, **{field: chosen})


def aims_at_cells(orders: Orders) -> bool:
    """Is an ability chosen, so that a tapped cell might be its aim? Whether it is, its data decide."""
    return bool(orders.ability)


def _pick_unit(orders: Orders, other: Unit, state: State, unit: Unit) -> Orders:
    """Whoever may be aimed at becomes the target; a plain attack is assumed where nothing was chosen yet."""
    wanted = orders if orders.act not in ("", NOTHING) else replace(orders, act="strength")
    wanted = replace(wanted, mode=ACT, target=other.id)
    errors = check(state, unit, wanted).errors
    refused = errors.get("target")
    return orders if refused and refused.code == "illegal-target" else wanted


@dataclass(frozen=True, slots=True)
class Checked:
    """Orders judged: the steps as far as they are legal, the turn after them, what is wrong by field."""

    steps: tuple[Step, ...]
    draft: Draft
    errors: Mapping[str, Refused]
    complete: bool

    @property
    def legal(self) -> bool:
        """May they be played as they are?"""
        return self.complete and not self.errors


def check(state: State, unit: Unit, orders: Orders) -> Checked:
    """Judge orders on the state as the unit's player knows it. Raises Refused when the unit cannot act at all."""
    draft = draft_turn(state, unit.id)
    errors: dict[str, Refused] = {}
    steps: list[Step] = []
    for field, made in _steps(state, orders):
        if isinstance(made, Refused):
            errors[field] = made
            continue
        if errors:
            continue
        try:
            draft = follow(draft, made)
            steps.append(made)
        except Refused as refused:
            errors[FIELD_OF_CODE.get(refused.code, field)] = refused
    return Checked(tuple(steps), draft, errors, orders.mode == REST or orders.act != "")


def steps_of(state: State, orders: Orders) -> tuple[Step, ...]:
    """The steps that orders ask for, not judged. Raises Unreadable for what cannot be read."""
    found = []
    for _field, made in _steps(state, orders):
        if isinstance(made, Refused):
            raise made
        found.append(made)
    return tuple(found)


def _steps(state: State, orders: Orders) -> Iterator[tuple[str, Step | Refused]]:
    """Each step with its field, in the order of a turn; in the place of one that cannot be read, why."""
    if orders.mode == REST:
        yield "mode", Rest()
        return
    if orders.horn not in ("", "0"):
        yield "horn", _number(orders.horn, lambda points: Horn(points))
    if orders.to:
        yield "to", _move(orders)
    if orders.plain:
        yield _strike(orders)
    elif orders.ability:
        yield _ability(state, orders)


def _number(written: str, make: Any) -> Step | Refused:
    if not written.isdecimal() or len(written) > 4:
        return Unreadable("bad-boost", f"{written!r} is no whole number from 0 up.", {"boost": written})
    made: Step = make(int(written))
    return made


def _move(orders: Orders) -> Step | Refused:
    turned = {"1": True, "0": False}.get(orders.turned)
    try:
        return Move(parse_cell(orders.to), None, turned)
    except Unreadable as unreadable:
        return unreadable


def _strike(orders: Orders) -> tuple[str, Step | Refused]:
    if not orders.target:
        return "target", Illegal("no-target", "An attack needs a target.", {})
    attack = next(kind for kind in ATTACK_KINDS if kind == orders.act)
    made = _number(orders.boost or "0", lambda boost: Strike(attack, orders.target, boost, bool(orders.reroll)))
    return ("boost" if isinstance(made, Refused) else "target"), made


def _ability(state: State, orders: Orders) -> tuple[str, Step | Refused]:
    known = state.abilities.get(orders.ability)
    rank = int(orders.rank) if orders.rank.isdecimal() and len(orders.rank) < 3 else 0
    if known is None or known.aim == "self":
        return "act", UseAbility(orders.ability, rank, None)
    if known.aim != "cell":
        if not orders.target:
            return "target", Illegal("no-target", "This ability needs a target.", {})
        return "target", UseAbility(orders.ability, rank, orders.target)
    if not orders.aim:
        return "aim", Illegal("no-cell", "This ability needs a cell.", {})
    try:
        return "aim", UseAbility(orders.ability, rank, parse_cell(orders.aim))
    except Unreadable as unreadable:
        return "aim", unreadable


def orders_of(steps: tuple[Step, ...]) -> Orders:
    """The form that asks for these steps: an early turn to change, a suggestion to adapt."""
    orders = Orders(act=NOTHING)
    for step in steps:
        match step:
            case Rest():
                orders = replace(orders, mode=REST)
            case Horn(points=points):
                orders = replace(orders, horn=str(points))
            case Move(to=to, turned=turned):
                orders = replace(orders, to=cell_name(to), turned="" if turned is None else str(int(turned)))
            case Strike(attack=attack, target=target, boost=boost, reroll=reroll):
                orders = replace(orders, act=attack, target=target, boost=str(boost), reroll="1" if reroll else "")
            case UseAbility(name=name, rank=rank, target=target):
                orders = _aimed(replace(orders, act=ABILITY + name, rank=str(rank)), target)
    return orders


def _aimed(orders: Orders, target: str | Cell | None) -> Orders:
    if isinstance(target, Cell):
        return replace(orders, aim=cell_name(target))
    return replace(orders, target=target or "")
