"""Steps, placements and early turns as plain data, the way programs send them and rows keep them.

{"step": "move", "to": "F4", "will": 1}        {"step": "strike", "attack": "break", "target": "ketil", "boost": 1}
{"step": "horn", "points": 2}                  {"step": "ability", "name": "rally", "rank": 2, "target": "eyra"}
{"step": "rest"}                               {"step": "end"}
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from rulebook.errors import Unreadable
from rulebook.saga.actions import Placement
from rulebook.saga.attack import ATTACK_KINDS
from rulebook.saga.board import Cell, cell_name, parse_cell
from rulebook.saga.state import Alternative, Condition
from rulebook.saga.steps import End, Horn, Move, Rest, Step, Strike, UseAbility

Data = Mapping[str, Any]

MOST_STEPS = 6
MOST_ALTERNATIVES = 3
MOST_CONDITIONS = 10
LARGEST_NUMBER = 10_000
LONGEST_NAME = 60
CONDITIONS = {
    "standing": ("unit",),
    "down": ("unit",),
    "free": ("cell",),
    "within": ("unit",),
    "strength": ("least",),
    "willpower": ("least",),
}


def steps_from_data(written: object) -> tuple[Step, ...]:
    """The steps of a turn. Raises Unreadable `bad-step` with the offending part and its place (from 0)."""
    if not isinstance(written, list | tuple) or len(written) > MOST_STEPS:
        raise Unreadable("bad-step", f"A turn is a list of at most {MOST_STEPS} steps.", {"at": 0})
    return tuple(_step(one, at) for at, one in enumerate(written))


def _step(written: object, at: int) -> Step:
    if not isinstance(written, Mapping) or written.get("step") not in _READERS:
        raise Unreadable("bad-step", f"{written!r} is no step.", {"at": at})
    name = written["step"]
    wanted, reader = _READERS[name]
    unknown = set(written) - {"step", *wanted}
    if unknown:
        raise Unreadable("bad-step", f"A {name} step has no {sorted(unknown)[0]!r}.", {"at": at})
    try:
        return reader(written)
    except Unreadable as error:
        raise Unreadable("bad-step", error.message, {"at": at, **error.data}) from error


def _move(data: Data) -> Step:
    will = None if data.get("will") is None else _number(data, "will")
    turned = data.get("turned")
    if turned is not None and not isinstance(turned, bool):
        raise Unreadable("bad-step", f"turned is true, false or null, not {turned!r}.", {"field": "turned"})
    return Move(to=_cell(data, "to"), will=will, turned=turned)


def _strike(data: Data) -> Step:
    attack = data.get("attack")
    if attack not in ATTACK_KINDS:
        raise Unreadable("bad-step", f"{attack!r} is no kind of attack.", {"field": "attack"})
    reroll = data.get("reroll", False)
    if not isinstance(reroll, bool):
        raise Unreadable("bad-step", f"reroll is true or false, not {reroll!r}.", {"field": "reroll"})
    return Strike(attack=attack, target=_name(data, "target"), boost=_number(data, "boost", 0), reroll=reroll)


def _ability(data: Data) -> Step:
    return UseAbility(name=_name(data, "name"), rank=_number(data, "rank", 1), target=_target(data))


def _target(data: Data) -> str | Cell | None:
    """A unit's id, or a cell as {"cell": "F4"}: a unit could be called F4."""
    target = data.get("target")
    if target is None:
        return None
    return _cell(target, "cell") if isinstance(target, Mapping) else _name(data, "target")


_READERS: dict[str, tuple[tuple[str, ...], Callable[[Data], Step]]] = {
    "rest": ((), lambda _data: Rest()),
    "horn": (("points",), lambda data: Horn(points=_number(data, "points"))),
    "move": (("to", "will", "turned"), _move),
    "strike": (("attack", "target", "boost", "reroll"), _strike),
    "ability": (("name", "rank", "target"), _ability),
    "end": ((), lambda _data: End()),
}


def steps_to_data(steps: Iterable[Step]) -> list[dict[str, Any]]:
    """The same steps as plain data; what stands at its default is left out."""
    return [_step_to_data(step) for step in steps]


def _step_to_data(step: Step) -> dict[str, Any]:
    match step:
        case Rest():
            return {"step": "rest"}
        case Horn(points=points):
            return {"step": "horn", "points": points}
        case Move(to=to, will=will, turned=turned):
            return _without_none({"step": "move", "to": cell_name(to), "will": will, "turned": turned})
        case Strike(attack=attack, target=target, boost=boost, reroll=reroll):
            return {"step": "strike", "attack": attack, "target": target, "boost": boost, "reroll": reroll}
        case UseAbility(name=name, rank=rank, target=target):
            return _without_none({"step": "ability", "name": name, "rank": rank, "target": _target_to_data(target)})
        case End():
            return {"step": "end"}


def _target_to_data(target: str | Cell | None) -> str | dict[str, str] | None:
    return {"cell": cell_name(target)} if isinstance(target, Cell) else target


def _without_none(data: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in data.items() if value is not None}


def placements_from_data(written: object) -> tuple[Placement, ...]:
    """Where units shall stand: [{"unit": "eyra", "cell": "C7", "turned": false}]. Raises Unreadable `bad-placement`."""
    if not isinstance(written, list | tuple) or not 1 <= len(written) <= LONGEST_NAME:
        raise Unreadable("bad-placement", "Placements are a list of units with their cells.", {"at": 0})
    return tuple(_placement(one, at) for at, one in enumerate(written))


def _placement(written: object, at: int) -> Placement:
    if not isinstance(written, Mapping) or not isinstance(written.get("turned", False), bool):
        raise Unreadable("bad-placement", f"{written!r} is no placement.", {"at": at})
    try:
        return Placement(_name(written, "unit"), _cell(written, "cell"), written.get("turned", False))
    except Unreadable as error:
        raise Unreadable("bad-placement", error.message, {"at": at, **error.data}) from error


def alternatives_from_data(written: object) -> tuple[Alternative, ...]:
    """An early turn: [{"steps": […], "conditions": [{"kind": "standing", "unit": "ketil"}]}], one to three of them.

    Raises Unreadable `bad-alternatives`, `bad-step`, `bad-condition`.
    """
    if not isinstance(written, list | tuple) or not 1 <= len(written) <= MOST_ALTERNATIVES:
        raise Unreadable("bad-alternatives", f"An early turn has one to {MOST_ALTERNATIVES} alternatives.")
    return tuple(_alternative(one) for one in written)


def _alternative(written: object) -> Alternative:
    if not isinstance(written, Mapping) or set(written) - {"steps", "conditions"}:
        raise Unreadable("bad-alternatives", f"{written!r} is no alternative of an early turn.")
    conditions = written.get("conditions", [])
    if not isinstance(conditions, list | tuple) or len(conditions) > MOST_CONDITIONS:
        raise Unreadable("bad-condition", f"Conditions are a list of at most {MOST_CONDITIONS}.", {"at": 0})
    steps = steps_from_data(written.get("steps"))
    return Alternative(steps, tuple(_condition(one, at) for at, one in enumerate(conditions)))


def _condition(written: object, at: int) -> Condition:
    kind = written.get("kind") if isinstance(written, Mapping) else None
    if not isinstance(written, Mapping) or kind not in CONDITIONS or set(written) - {"kind", *CONDITIONS[kind]}:
        raise Unreadable("bad-condition", f"{written!r} is no condition.", {"at": at})
    wanted = CONDITIONS[kind]
    try:
        return Condition(
            kind,
            unit=_name(written, "unit") if "unit" in wanted else "",
            cell=_cell(written, "cell") if "cell" in wanted else None,
            least=_number(written, "least") if "least" in wanted else 0,
        )
    except Unreadable as error:
        raise Unreadable("bad-condition", error.message, {"at": at, **error.data}) from error


def alternatives_to_data(alternatives: Iterable[Alternative]) -> list[dict[str, Any]]:
    """The same early turn as plain data."""
    return [
        {"steps": steps_to_data(one.steps), "conditions": [_condition_to_data(given) for given in one.conditions]}
        for one in alternatives
    ]


def _condition_to_data(condition: Condition) -> dict[str, Any]:
    values = {
        "unit": condition.unit,
        "cell": None if condition.cell is None else cell_name(condition.cell),
        "least": condition.least,
    }
    return {"kind": condition.kind, **{name: values[name] for name in CONDITIONS[condition.kind]}}


def _cell(data: Data, field: str) -> Cell:
    value = data.get(field)
    if not isinstance(value, str):
        raise Unreadable("bad-cell", f"{value!r} is no cell.", {"field": field})
    return parse_cell(value)


def _number(data: Data, field: str, default: int | None = None) -> int:
    value = data.get(field, default)
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) > LARGEST_NUMBER:
        raise Unreadable("bad-number", f"{field} is a whole number, not {value!r}.", {"field": field})
    return value


def _name(data: Data, field: str) -> str:
    value = data.get(field)
    if not isinstance(value, str) or not 1 <= len(value) <= LONGEST_NAME:
        raise Unreadable("bad-name", f"{field} is a name, not {value!r}.", {"field": field})
    return value
