"""A battle as its director plans it: plain, frozen data, to JSON and back. What is wrong with it: `battles.checks`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Self

from rulebook.saga.board import Cell, Size, cell_name, footprint, parse_cell
from rulebook.saga.rules import TableRules
from rulebook.saga.state import VictoryKind

SIDES = ("a", "b")
LARGEST = 26
SMALLEST = 4
MOST_UNITS = 40
NUMBERED = re.compile(r"n\d+")
"""What a draft calls its units."""


@dataclass(frozen=True, slots=True)
class UnitPlan:
    """A unit of the director's, or a thing on the board; its figures are the director's to edit.

    `side` is empty for a thing that belongs to nobody. `at` is None only for a hidden unit
    that has no place yet.
    """

    id: str
    name: str
    side: str
    at: Cell | None
    size: Size = Size(1, 1)
    strength: int = 8
    armor: int = 0
    willpower: int = 0
    exertion: int = 0
    break_: int = 0
    reaction: int = 0
    move: int = 0
    reach: tuple[int, int] = (1, 1)
    class_key: str = ""
    race: str = ""
    abilities: Mapping[str, int] = field(default_factory=dict)
    passives: tuple[str, ...] = ()
    leader: bool = False
    boss: bool = False
    hidden: bool = False
    obstacle: bool = False

    @property
    def cells(self) -> tuple[Cell, ...]:
        return () if self.at is None else footprint(self.at, self.size)


@dataclass(frozen=True, slots=True)
class SidePlan:
    """A side: its zone, what it must do to win, and the players (user ids) asked to send characters.

    `leader` is the user whose first character leads the side; None where no character does.
    """

    key: str
    name: str
    zone: frozenset[Cell] = frozenset()
    players: tuple[int, ...] = ()
    horn: bool = True
    victory: VictoryKind = "defeat-all"
    object: str = ""
    leader: int | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything a battle needs before players choose who goes. `rules` are this battle's own settings."""

    name: str
    width: int
    height: int
    sides: tuple[SidePlan, SidePlan]
    units: tuple[UnitPlan, ...] = ()
    blocked: frozenset[Cell] = frozenset()
    intro: str = ""
    slots: int = 1
    friendly: bool = False
    show_races: bool = False
    rules: Mapping[str, Any] = field(default_factory=dict)
    idle_rounds: int | None = None

    @property
    def players(self) -> tuple[int, ...]:
        """Every user asked, side by side."""
        return tuple(player for side in self.sides for player in side.players)

    def side(self, key: str) -> SidePlan:
        """The side of this key; `KeyError` if there is none."""
        return {side.key: side for side in self.sides}[key]

    def table_rules(self, campaign: TableRules) -> TableRules:
        """The campaign's settings with this battle's over them (`Unreadable` when one is bad)."""
        return TableRules.from_mapping({**campaign.to_mapping(), **self.rules})

    def to_json(self) -> dict[str, Any]:
        """Plain values; cells by name."""
        record = asdict(self)
        record["blocked"] = _names(self.blocked)
        record["rules"] = dict(self.rules)
        for side, plan in zip(record["sides"], self.sides, strict=True):
            side["zone"] = _names(plan.zone)
        for unit, planned in zip(record["units"], self.units, strict=True):
            unit["at"] = planned.at and cell_name(planned.at)
            unit["abilities"] = dict(planned.abilities)
        return record

    @classmethod
    def from_json(cls, record: Mapping[str, Any]) -> Self:
        """The plan that `to_json` wrote."""
        first, second = (_side(side) for side in record["sides"])
        return cls(
            **{
                **record,
                "sides": (first, second),
                "units": tuple(_unit(unit) for unit in record["units"]),
                "blocked": _cells(record["blocked"]),
            }
        )


def without_gaps(plan: Plan) -> Plan:
    """The same plan, its units numbered anew, hidden ones last (DEPL-6).

    Readers see units by these numbers: a number that is missing among them would tell that somebody is hidden.
    """
    numbered = [unit for unit in plan.units if NUMBERED.fullmatch(unit.id)]
    shown_first = sorted(numbered, key=lambda unit: unit.hidden)
    names = {unit.id: f"n{number}" for number, unit in enumerate(shown_first, 1)}
    first, second = (replace(side, object=names.get(side.object, side.object)) for side in plan.sides)
    units = tuple(replace(unit, id=names.get(unit.id, unit.id)) for unit in plan.units)
    return replace(plan, sides=(first, second), units=units)


def longest_hours(rules: TableRules, players_units: int) -> float:
    """The hours a round of so many players' units can last (CLOCK-2): the first turn, then the others."""
    if players_units < 1:
        return 0
    if players_units <= 3:
        return rules.endgame_turn_hours * players_units
    return rules.first_turn_hours + (players_units - 1) * rules.turn_hours


def _names(cells: frozenset[Cell]) -> list[str]:
    return [cell_name(cell) for cell in sorted(cells)]


def _cells(names: list[str]) -> frozenset[Cell]:
    return frozenset(parse_cell(name) for name in names)


def _side(record: Mapping[str, Any]) -> SidePlan:
    return SidePlan(**{**record, "zone": _cells(record["zone"]), "players": tuple(record["players"])})


def _unit(record: Mapping[str, Any]) -> UnitPlan:
    return UnitPlan(
        **{
            **record,
            "at": parse_cell(record["at"]) if record["at"] else None,
            "size": Size(*record["size"]),
            "reach": tuple(record["reach"]),
            "passives": tuple(record["passives"]),
        }
    )
