"""Battles drawn as text, for tests that look at every unit an act has changed.

A drawing has a row per line; `.` is free, `#` blocked, any other mark a unit, which covers
all the cells with its mark: its size follows from them. Figures are given by mark:

    table = Table("a.G", a=ours(strength=12), G=theirs(armor=3))
    table.use("a", "rally", 1, "G")
    assert table.changed == {"a": {"willpower": 4}}
"""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest

from rulebook.dice import LoadedDice
from rulebook.errors import Refused
from rulebook.saga.actions import PlayTurn
from rulebook.saga.attack import AttackKind
from rulebook.saga.board import Cell, Size, parse_cell, parse_drawing
from rulebook.saga.events import Event, StrikeRolled
from rulebook.saga.resolve import apply, begin
from rulebook.saga.setup import Setup, new_state
from rulebook.saga.state import DIRECTOR, Side, Span, State, Unit
from rulebook.saga.steps import Move, Step, Strike, Target, UseAbility

Faces = tuple[int, ...]
UNSEEN = ("id", "size")
DEFAULTS: dict[str, Any] = {
    "strength": 10,
    "armor": 8,
    "willpower": 5,
    "exertion": 2,
    "reaction": 5,
    "break_": 2,
    "move": 4,
    "reach": Span(1, 1),
}


def ours(**figures: Any) -> dict[str, Any]:
    """A player's unit: figures other than the usual ones; maxima follow unless given."""
    return {"side": "ours", "player": "ana", **figures}


def theirs(**figures: Any) -> dict[str, Any]:
    """A unit of the other side."""
    return {"side": "theirs", "player": DIRECTOR, **figures}


def thing(**figures: Any) -> dict[str, Any]:
    """An obstacle."""
    return theirs(**({"obstacle": True, "strength": 8, "armor": 0, "willpower": 0} | figures))


class Table:
    """A running battle. Turns go in the order in which the units are given."""

    def __init__(self, drawing: str, **units: dict[str, Any]) -> None:
        rows = [line.strip() for line in drawing.strip().splitlines()]
        ground = "\n".join("".join("#" if mark == "#" else "." for mark in row) for row in rows)
        fielded = tuple(_unit(mark, rows, figures) for mark, figures in units.items())
        setup = Setup(
            board=parse_drawing(ground),
            sides=tuple(Side(side, side) for side in dict.fromkeys(["ours", "theirs", *(u.side for u in fielded)])),
            units=fielded,
            opened=0,
            deployment=False,
            order=tuple(unit.id for unit in fielded if unit.fighter),
        )
        self.state, _ = begin(new_state(setup), LoadedDice())
        self.before = self.state
        self.events: tuple[Event, ...] = ()

    def play(self, unit: str, *steps: Step, d100: tuple[int, ...] = (), d10: tuple[int, ...] = ()) -> None:
        """Take a unit's turn; every face laid down must be rolled."""
        dice = LoadedDice(d100=d100, d10=d10)
        self.before = self.state
        action = PlayTurn(self.state.units[unit].player, unit, steps, at=self.state.moment + 1)
        self.state, self.events = apply(self.state, action, dice)
        assert dice.unused == 0

    def use(self, unit: str, ability: str, rank: int, target: Target = None, **faces: Faces) -> None:
        """Use an ability; a target such as `B3` is a cell."""
        self.play(unit, UseAbility(ability, rank, _aim(self.state, target)), **faces)

    def strike(
        self, unit: str, target: str, attack: AttackKind = "strength", *, boost: int = 0, roll: int = 1, **faces: Faces
    ) -> None:
        """Make a plain attack; the face 1 always hits."""
        self.play(unit, Strike(attack, target, boost), d100=(roll,), **faces)

    def walk(self, unit: str, to: str, **faces: Faces) -> None:
        """Walk to a cell and end the turn."""
        self.play(unit, Move(parse_cell(to)), **faces)

    def refusal(self, unit: str, ability: str, rank: int, target: Target = None) -> str:
        """The code with which an ability is refused."""
        with pytest.raises(Refused) as refused:
            self.use(unit, ability, rank, target)
        return refused.value.code

    def strike_told(self) -> StrikeRolled:
        """The last attack of the last turn, as it is on record."""
        return [event for event in self.events if isinstance(event, StrikeRolled)][-1]

    @property
    def changed(self) -> dict[str, dict[str, Any]]:
        """Every unit that the last turn changed, with the new value of each changed field."""
        after = {mark: _difference(self.before.units[mark], unit) for mark, unit in self.state.units.items()}
        return {mark: difference for mark, difference in after.items() if difference}

    @property
    def coals(self) -> dict[str, str]:
        """The cells where something waits, with the unit it comes from."""
        return {str(hazard.cell): hazard.source for hazard in self.state.hazards}

    @property
    def horns(self) -> dict[str, int | None]:
        return {side.id: side.horn for side in self.state.sides}


def _unit(mark: str, rows: list[str], figures: dict[str, Any]) -> Unit:
    cells = [Cell(x, y) for y, row in enumerate(rows) for x, drawn in enumerate(row) if drawn == mark]
    at, last = min(cells, key=lambda cell: (cell.y, cell.x)), max(cells, key=lambda cell: (cell.y, cell.x))
    size = Size(last.x - at.x + 1, last.y - at.y + 1)
    given = DEFAULTS | figures
    for name in ("strength", "armor", "willpower"):
        given.setdefault(f"max_{name}", given[name])
    return Unit(id=mark, name=mark, at=at, size=size, **given)


def _aim(state: State, target: Target) -> Target:
    return target if target is None or target in state.units else parse_cell(str(target))


def _difference(before: Unit, after: Unit) -> dict[str, Any]:
    if before == after:
        return {}
    names = [field.name for field in fields(Unit) if field.name not in UNSEEN]
    return {name: _shown(name, getattr(after, name)) for name in names if getattr(before, name) != getattr(after, name)}


def _shown(name: str, value: Any) -> Any:
    if name == "at":
        return value and str(value)
    if name == "lasting":
        return tuple((effect.name, effect.amount) for effect in value)
    return value
