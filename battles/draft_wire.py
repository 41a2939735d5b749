"""A draft as programs write and read it: nested values, into the fields that the page's form keeps and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from battles.draft_fields import CLOCK_RULES, FLAGS
from battles.drafts import FIGURES, Fields, unit_fields
from battles.plans import SIDES
from battles.stock import stock_name, unit_from_stock
from rulebook.saga.catalogue.own import Catalogue

PLAIN = ("name", "intro", "kind", "slots", "idle_rounds")
SWITCHES = ("friendly", "show_races", "same_victory")
SIDE_PLAIN = ("name", "zone", "depth", "leader", "victory", "object")
UNIT_NUMBERS = (*FIGURES, "reach_low", "reach_high")
UNIT_FLAGS = tuple(flag for flag, _label in FLAGS)


def fields_from(sent: Mapping[str, Any], language: str, catalogue: Catalogue) -> Fields:
    """The fields of a checked draft; a unit's figures are the catalogue's where none are given.

    Raises Unreadable `unknown-entry`.
    """
    fields: Fields = {name: [_text(sent[name])] for name in PLAIN}
    fields |= {name: ["on"] for name in SWITCHES if sent[name]}
    fields["map"] = ["\n".join(sent["map"])]
    for key in SIDES:
        fields |= _side_fields(key, sent["sides"][key])
    fields["unit"] = [unit["id"] for unit in sent["units"]]
    for unit in sent["units"]:
        fields |= _unit_fields(unit, language, catalogue)
    return fields | {f"rule-{name}": [_text(value)] for name, value in sent["rules"].items()}


def draft_from(fields: Mapping[str, list[str]]) -> dict[str, Any]:
    """The draft that the fields hold, numbers as numbers; what cannot be read stays as it was typed."""

    def one(name: str) -> str:
        return (fields.get(name) or [""])[0]

    return {
        **{name: one(name) for name in ("name", "intro", "kind")},
        **{name: _number(one(name)) for name in ("slots", "idle_rounds")},
        **{name: name in fields for name in SWITCHES},
        "map": one("map").split("\n"),
        "sides": {key: _side_from(key, fields) for key in SIDES},
        "units": [_unit_from(unit, fields) for unit in fields.get("unit", [])],
        "rules": {name: _rule(one(f"rule-{name}")) for name in CLOCK_RULES if one(f"rule-{name}")},
    }


def _side_fields(key: str, side: Mapping[str, Any]) -> Fields:
    fields = {f"side-{key}-{name}": [_text(side[name])] for name in SIDE_PLAIN}
    fields[f"side-{key}-players"] = [str(player) for player in side["players"]]
    return fields | ({f"side-{key}-horn": ["on"]} if side["horn"] else {})


def _side_from(key: str, fields: Mapping[str, list[str]]) -> dict[str, Any]:
    found: dict[str, Any] = {name: (fields.get(f"side-{key}-{name}") or [""])[0] for name in SIDE_PLAIN}
    found |= {name: _number(found[name]) for name in ("depth", "leader")}
    players = [_number(player) for player in fields.get(f"side-{key}-players", [])]
    return found | {"players": players, "horn": f"side-{key}-horn" in fields}


def _unit_fields(unit: Mapping[str, Any], language: str, catalogue: Catalogue) -> Fields:
    entry, known = unit["entry"], unit["id"]
    name = unit.get("name") or f"{stock_name(entry, language, catalogue)} {known.removeprefix('n')}"
    stock = unit_from_stock(entry, unit_id=known, name=name, side=unit["side"], catalogue=catalogue)
    given = {name: [str(unit[name])] for name in UNIT_NUMBERS if unit.get(name) is not None}
    flags = {name: ["on"] for name in UNIT_FLAGS if unit[name]}
    own = {"side": [unit["side"]], "at": [unit["at"]], **given, **flags}
    return unit_fields(stock, entry) | {f"{known}-{name}": value for name, value in own.items()}


def _unit_from(unit: str, fields: Mapping[str, list[str]]) -> dict[str, Any]:
    def one(name: str) -> str:
        return (fields.get(f"{unit}-{name}") or [""])[0]

    return {
        "id": unit,
        **{name: one(name) for name in ("entry", "name", "side", "at")},
        **{name: _number(one(name)) for name in UNIT_NUMBERS},
        **{name: f"{unit}-{name}" in fields for name in UNIT_FLAGS},
    }


def _text(value: Any) -> str:
    return "" if value is None else str(value)


def _number(written: str) -> int | str | None:
    """A whole number as one; nothing as None; anything else as it stands."""
    if not written:
        return None
    return int(written) if written.isdecimal() and len(written) < 10 else written


def _rule(written: str) -> Any:
    """A setting as the table rules take it."""
    if written in ("True", "False"):
        return written == "True"
    try:
        return float(written) if "." in written else int(written)
    except ValueError:
        return written
