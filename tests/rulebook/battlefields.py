"""Random small battles for the properties: boards, units of every size, abilities, early turns."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from rulebook.dice import SeededDice
from rulebook.saga.board import Board, Cell, Size, Zone, footprint
from rulebook.saga.catalogue import ABILITIES as CATALOGUE
from rulebook.saga.catalogue import PASSIVES as CATALOGUE_PASSIVES
from rulebook.saga.resolve import begin
from rulebook.saga.rules import TableRules
from rulebook.saga.setup import Setup, new_state
from rulebook.saga.state import DIRECTOR, Side, Span, State, Unit, Victory

SIDE = 5
CELLS = [Cell(x, y) for y in range(SIDE) for x in range(SIDE)]
SIZES = (Size(1, 1), Size(1, 1), Size(2, 2), Size(1, 2), Size(2, 1))
REACHES = (Span(1, 1), Span(1, 2), Span(2, 5))
ABILITIES = tuple(CATALOGUE)
PASSIVES = tuple(CATALOGUE_PASSIVES)


@st.composite
def setups(draw: st.DrawFn, *, team_against_team: bool | None = None, victory: str = "defeat-all") -> Setup:
    """A battle of two to six units on a board of five by five that starts at once."""
    blocked = draw(st.frozensets(st.sampled_from(CELLS), max_size=5))
    teams = draw(st.booleans()) if team_against_team is None else team_against_team
    taken, units = set(blocked), []
    for number in range(draw(st.integers(2, 6))):
        size = draw(st.sampled_from(SIZES))
        free = [cell for cell in CELLS if fits(cell, size, taken)]
        if free:
            at = draw(st.sampled_from(free))
            taken.update(footprint(at, size))
            units.append(draw(unit_at(number, at, size, teams)))
    return Setup(
        board=Board(SIDE, SIDE, blocked),
        sides=(Side("east", "East", Victory(victory)), Side("west", "West", Victory(victory))),  # type: ignore[arg-type]
        units=tuple(units),
        opened=0,
        rules=TableRules(hero_points=draw(st.booleans())),
        deployment=False,
        order=tuple(unit.id for unit in units if unit.fighter),
    )


def fits(cell: Cell, size: Size, taken: set[Cell]) -> bool:
    spot = footprint(cell, size)
    return all(0 <= x < SIDE and 0 <= y < SIDE for x, y in spot) and taken.isdisjoint(spot)


@st.composite
def unit_at(draw: st.DrawFn, number: int, at: Cell, size: Size, teams: bool) -> Unit:
    east = number % 2 == 0
    strength, armor, willpower = (draw(st.integers(*bounds)) for bounds in ((1, 14), (0, 10), (0, 5)))
    points = draw(st.integers(0, 2))
    return Unit(
        id=f"u{number}",
        name=f"Unit {number}",
        side="east" if east else "west",
        player=f"p{number % 3}{east}" if east or teams else DIRECTOR,
        at=at,
        size=size,
        strength=strength,
        max_strength=strength + draw(st.integers(0, 2)),
        armor=armor,
        max_armor=armor + draw(st.integers(0, 3)),
        willpower=willpower,
        max_willpower=willpower + draw(st.integers(0, 2)),
        exertion=draw(st.integers(0, 2)),
        reaction=draw(st.integers(1, 9)),
        break_=draw(st.integers(0, 3)),
        move=draw(st.integers(0, 3)),
        reach=draw(st.sampled_from(REACHES)),
        hero_points=points,
        max_hero_points=points,
        rank=draw(st.sampled_from((None, "hero", "companion", "secondary"))),  # type: ignore[arg-type]
        abilities=draw(st.dictionaries(st.sampled_from(ABILITIES), st.integers(1, 3), max_size=5).map(as_learned)),
        passives=tuple(draw(st.lists(st.sampled_from(PASSIVES), max_size=3, unique=True))),
        obstacle=number > 2 and draw(st.booleans()) and draw(st.booleans()),
        leader=number < 2,
        boss=number == 1,
    )


def as_learned(ranks: dict[str, int]) -> dict[str, int]:
    """Abilities by rank, none above its last."""
    return {name: min(rank, CATALOGUE[name].ranks) for name, rank in ranks.items()}


def started(setup: Setup, seed: bytes = b"field") -> tuple[State, SeededDice, tuple[Any, ...]]:
    """The battle with its first turn open, its dice and the events so far."""
    dice = SeededDice(seed)
    state, events = begin(new_state(setup), dice)
    return state, dice, events


ZONES = (
    Zone("east", "E", "blue", frozenset(Cell(x, y) for x in (0, 1) for y in range(SIDE))),
    Zone("west", "W", "red", frozenset(Cell(x, y) for x in (3, 4) for y in range(SIDE))),
)
