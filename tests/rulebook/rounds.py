"""Battles in which time is what matters: hours in, rows of the ladder and due times out.

    table = Round("abcd")
    table.post("a", at=5)
    assert table.current == "b" and table.due == 17

Units stand in a row, reach each other from where they are, and fall to one blow. Hours
count from the first turn's opening.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from rulebook.dice import SeededDice
from rulebook.errors import Refused
from rulebook.saga import actions
from rulebook.saga.actions import Action
from rulebook.saga.board import SINGLE, Board, Cell
from rulebook.saga.events import Event
from rulebook.saga.resolve import apply, begin
from rulebook.saga.rules import TableRules
from rulebook.saga.setup import Setup, new_state
from rulebook.saga.state import DIRECTOR, Alternative, Condition, Place, Side, Span, Unit, Victory
from rulebook.saga.steps import End, Step, Strike
from rulebook.saga.waits import Wait, waits

HOUR = 3_600_000
USUAL: dict[str, Any] = {
    "strength": 20,
    "armor": 0,
    "willpower": 3,
    "exertion": 1,
    "reaction": 5,
    "break_": 1,
    "move": 2,
    "reach": Span(1, 60),
}


class LuckyDice:
    """Every d100 shows 1 and hits; other dice come from a seed, so that ties are broken."""

    def __init__(self) -> None:
        self._others = SeededDice(b"rounds")
        self.counter = 0

    def roll(self, sides: int) -> int:
        self.counter += 1
        return 1 if sides == 100 else self._others.roll(sides)


class Round:
    """A running battle in round 1; `owners` names players other than the units' own ids."""

    def __init__(
        self,
        order: str = "abcd",
        *,
        directors: str = "",
        owners: Mapping[str, str] | None = None,
        figures: Mapping[str, Any] | None = None,
        victory: str = "none",
        **table_rules: Any,
    ) -> None:
        self.dice = LuckyDice()
        players = {unit: unit for unit in order} | dict(owners or {}) | dict.fromkeys(directors, DIRECTOR)
        self.setup = Setup(
            board=Board(len(order), 1),
            sides=tuple(Side(side, side, Victory(victory)) for side in ("east", "west")),
            units=tuple(_unit(unit, n, players[unit], figures or {}) for n, unit in enumerate(order)),
            opened=0,
            rules=TableRules(**table_rules),
            deployment=False,
            order=tuple(order),
        )
        self.state, events = begin(new_state(self.setup), self.dice)
        self.events: list[Event] = list(events)
        self.told: tuple[Event, ...] = events

    def do(self, action: Action) -> None:
        """Apply any action."""
        self.state, self.told = apply(self.state, action, self.dice)
        self.events += self.told

    def post(self, unit: str, *steps: Step, at: float, by: str = "", round: int | None = None) -> None:
        """Play a unit's turn, by its player unless said otherwise."""
        by = by or self.state.units[unit].player
        self.do(actions.PlayTurn(by, unit, steps, moment(at), round))

    def fell(self, unit: str, target: str, *, at: float) -> None:
        """Play a turn that fells another unit."""
        self.post(unit, Strike("strength", target), at=at)
        assert self.state.units[target].defeated

    def sweep(self, at: float) -> None:
        self.do(actions.DeadlinePassed(moment(at)))

    def plan(self, unit: str, *steps: Step, at: float, when: tuple[Condition, ...] = ()) -> None:
        """Leave an early turn of one alternative."""
        self.plans(unit, Alternative(steps or (End(),), when), at=at)

    def plans(self, unit: str, *alternatives: Alternative, at: float) -> None:
        player = self.state.units[unit].player
        self.do(actions.LeavePlan(player, unit, alternatives, moment(at)))

    def absent(self, player: str, start: float, end: float, *, at: float) -> None:
        self.do(actions.DeclareAbsence(player, moment(start), moment(end), moment(at)))

    def refusal(self, action: Action) -> str:
        """The code with which an action is refused; the battle stays as it was."""
        before = self.state
        with pytest.raises(Refused) as refused:
            self.do(action)
        assert self.state == before
        return refused.value.code

    def refused_post(self, unit: str, *steps: Step, at: float, by: str = "") -> str:
        by = by or self.state.units[unit].player
        return self.refusal(actions.PlayTurn(by, unit, steps, moment(at)))

    @property
    def current(self) -> str | None:
        return self.state.running.unit if self.state.running else None

    @property
    def due(self) -> float | None:
        """The running turn's deadline, in hours."""
        if self.state.running is None or self.state.running.due is None:
            return None
        return self.state.running.due / HOUR

    @property
    def rule(self) -> str | None:
        return self.state.running.rule if self.state.running else None

    @property
    def missed(self) -> dict[str, int]:
        return {unit.id: unit.missed for unit in self.state.units.values() if unit.missed}

    @property
    def rows(self) -> str:
        """The ladder's units in order."""
        return "".join(place.unit for place in self.state.places)

    @property
    def waits(self) -> tuple[Wait, ...]:
        return waits(self.state)

    def place(self, unit: str) -> Place:
        return next(place for place in self.state.places if place.unit == unit)

    def kinds(self) -> list[str]:
        """What the last action told, by kind."""
        return [event.kind for event in self.told]

    def last(self, kind: type[Any]) -> Any:
        """The last event of a kind in the whole record."""
        return [event for event in self.events if isinstance(event, kind)][-1]


def moment(hours: float) -> int:
    """So many hours after the first turn's opening."""
    return round(hours * HOUR)


def _unit(name: str, number: int, player: str, figures: Mapping[str, Any]) -> Unit:
    given = USUAL | dict(figures)
    for figure in ("strength", "armor", "willpower"):
        given.setdefault(f"max_{figure}", given[figure])
    return Unit(
        id=name,
        name=name.upper(),
        side=("east", "west")[number % 2],
        player=player,
        at=Cell(number, 0),
        size=SINGLE,
        **given,
    )
