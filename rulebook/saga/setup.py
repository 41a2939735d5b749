"""What a battle begins with: the set-up, and the first state made from it.

A set-up is frozen and goes to JSON and back; kept beside the events, it lets the battle
be replayed from the first moment.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from rulebook.saga.board import Board
from rulebook.saga.rules import TableRules
from rulebook.saga.state import AbilityData, Moment, Side, Unit


@dataclass(frozen=True, slots=True)
class Setup:
    """A battle before its first moment.

    `units` are complete, in their listed order; one without `at` is placed in turn 0,
    unless hidden. With `deployment` off the battle starts running at once, and every unit
    that is not hidden needs a place. `order` fixes the first round's order; by default
    it is rolled. `abilities` may be left out for those of the catalogue.
    """

    board: Board
    sides: tuple[Side, ...]
    units: tuple[Unit, ...]
    opened: Moment
    rules: TableRules = TableRules()
    abilities: Mapping[str, AbilityData] = field(default_factory=dict)
    deployment: bool = True
    show_races: bool = False
    friendly: bool = False
    order: tuple[str, ...] = ()
