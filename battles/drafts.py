"""A draft: what the director has typed, field by field, kept whether it makes sense or not.

`fields` maps a form's names to the values sent; `revision` counts the saves, so that two open pages fork
and never overwrite each other.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.utils.datastructures import MultiValueDict

from battles.maps import TEMPLATES
from battles.plans import MOST_UNITS, UnitPlan
from battles.stock import stock_name, unit_from_stock
from rulebook.errors import Illegal, Unreadable
from rulebook.saga.catalogue.own import STARTING, Catalogue

Fields = dict[str, list[str]]

FIGURES = ("strength", "armor", "willpower", "exertion", "break_", "reaction", "move")
MOST_AT_ONCE = 10
LONGEST_VALUE = 20000
MOST_FIELDS = 1500


def fields_of(draft: Mapping[str, Any]) -> MultiValueDict[str, str]:
    """A draft's fields in the shape forms read."""
    return MultiValueDict({name: list(values) for name, values in draft.get("fields", {}).items()})


def revision_of(draft: Mapping[str, Any]) -> int:
    """How often the draft was saved."""
    return int(draft.get("revision", 0))


def first_fields(*, kind: str, template: str, first: str, second: str) -> Fields:
    """The fields of a new draft: two sides on a map, zones as the map draws them. `unknown-template` (Unreadable)."""
    if template not in TEMPLATES:
        raise Unreadable("unknown-template", f"There is no board {template!r}.", {"template": template})
    return {
        "kind": [kind],
        "map": [TEMPLATES[template]],
        "slots": ["1"],
        "same_victory": ["on"],
        "side-a-name": [first],
        "side-b-name": [second],
        "side-a-zone": ["map"],
        "side-b-zone": ["map"],
        "side-a-depth": ["2"],
        "side-b-depth": ["2"],
        "side-a-victory": ["defeat-all"],
        "side-b-victory": ["defeat-all"],
        "side-a-horn": ["on"],
        **({"side-b-horn": ["on"]} if kind == "teams" else {}),
    }


def checked_fields(sent: Mapping[str, list[str]]) -> Fields:
    """What may be kept of a sent form: anything but secrets of the form itself, within bounds (`draft-too-long`)."""
    kept = {name: [str(value) for value in values] for name, values in sent.items() if name not in NOT_KEPT}
    longest = max((len(value) for values in kept.values() for value in values), default=0)
    if len(kept) > MOST_FIELDS or longest > LONGEST_VALUE:
        raise Unreadable("draft-too-long", f"A draft of {len(kept)} fields, the longest of {longest} characters.")
    return kept


FORMS_OWN = frozenset(("csrfmiddlewaretoken", "do", "revision", "upload"))
BUTTONS_OWN = frozenset(("add-entry", "add-side", "add-count", "add-board", "add-adventure", "all-to"))
NOT_KEPT = FORMS_OWN | BUTTONS_OWN


def checked_or_empty(sent: Mapping[str, list[str]]) -> Fields:
    """What may be kept of a sent form; nothing where it is beyond all bounds."""
    try:
        return checked_fields(sent)
    except Unreadable:
        return {}


def with_board(fields: Fields, template: str) -> Fields:
    """The fields with a ready-made board in place of the map. Raises `unknown-template` (Unreadable)."""
    if template not in TEMPLATES:
        raise Unreadable("unknown-template", f"There is no board {template!r}.", {"template": template})
    return fields | {"map": [TEMPLATES[template]]}


def add_units(
    fields: Fields, *, entry: str, side: str, count: int, language: str, catalogue: Catalogue = STARTING
) -> Fields:
    """The fields with so many more units of a catalogue entry, named and numbered.

    Raises `unknown-entry`, `bad-count` (Unreadable) and `too-many-units` (Illegal).
    """
    rows = fields.get("unit", [])
    if not 1 <= count <= MOST_AT_ONCE:
        raise Unreadable("bad-count", f"{count} units at once; 1 to {MOST_AT_ONCE} may be added.", {"count": count})
    if len(rows) + count > MOST_UNITS:
        raise Illegal("too-many-units", f"{len(rows) + count} units are too many.", {"most": MOST_UNITS})
    name = stock_name(entry, language, catalogue)
    grown = dict(fields)
    for _n in range(count):
        unit_id = _free_id(grown.get("unit", []))
        unit = unit_from_stock(entry, unit_id=unit_id, name=_free_name(grown, name), side=side, catalogue=catalogue)
        grown |= unit_fields(unit, entry)
        grown["unit"] = [*grown.get("unit", []), unit_id]
    return grown


def add_own_unit(
    fields: Fields, unit: UnitPlan, entry: str, *, side: str, count: int, catalogue: Catalogue = STARTING
) -> Fields:
    """The fields with so many more of a unit of the campaign's own, copied with its figures.

    Raises `bad-count` (Unreadable) and `too-many-units` (Illegal).
    """
    grown = add_units(fields, entry=entry, side=side, count=count, language="en", catalogue=catalogue)
    for unit_id in [row for row in grown.get("unit", []) if row not in fields.get("unit", [])]:
        named = {name: values for name, values in grown.items() if not name.startswith(f"{unit_id}-")}
        copied = replace(unit, id=unit_id, name=_free_name(named, unit.name), side=side)
        grown = named | unit_fields(copied, entry)
    return grown


def remove_unit(fields: Fields, unit_id: str) -> Fields:
    """The fields without a unit; unchanged when it is not there."""
    kept = {name: values for name, values in fields.items() if not name.startswith(f"{unit_id}-")}
    return kept | {"unit": [row for row in fields.get("unit", []) if row != unit_id]}


def place(fields: Fields, picked: str) -> Fields:
    """What a press on the board does: a cell takes the unit to place, and the next one is up; a unit is taken up."""
    kind, _, name = picked.partition(":")
    rows = fields.get("unit", [])
    unit_id = (fields.get("place-unit") or rows or [""])[0]
    if kind == "unit" and name in rows:
        return fields | {"place-unit": [name]}
    if kind != "cell" or unit_id not in rows:
        return fields
    placed = fields | {f"{unit_id}-at": [name]}
    waiting = [row for row in rows if not (placed.get(f"{row}-at") or [""])[0]]
    return placed | {"place-unit": [waiting[0] if waiting else unit_id]}


def unit_fields(unit: UnitPlan, entry: str) -> Fields:
    """A unit's figures as the form shows them."""
    fields = {f"{unit.id}-{figure}": [str(getattr(unit, figure))] for figure in FIGURES}
    return fields | {
        f"{unit.id}-entry": [entry],
        f"{unit.id}-name": [unit.name],
        f"{unit.id}-side": [unit.side],
        f"{unit.id}-at": [str(unit.at) if unit.at else ""],
        f"{unit.id}-reach_low": [str(unit.reach[0])],
        f"{unit.id}-reach_high": [str(unit.reach[1])],
    }


def _free_id(rows: list[str]) -> str:
    return next(name for name in (f"n{number}" for number in range(1, MOST_UNITS * 3)) if name not in rows)


def _free_name(fields: Fields, name: str) -> str:
    taken = {values[0] for key, values in fields.items() if key.endswith("-name") and values}
    return next(title for title in (f"{name} {number}" for number in range(1, MOST_UNITS * 3)) if title not in taken)
