"""How far it is for whom, models apart (AMD-06): to heroes, to the next goal."""

from __future__ import annotations

from collections.abc import Iterable

from rulebook.dungeon import goals, routes
from rulebook.dungeon.grid import Square
from rulebook.dungeon.routes import Distances
from rulebook.dungeon.state import Model, State

FAR = 999
"""Stands for a distance where there is no way."""


def to_hero(state: State, hero: Model) -> Distances:
    """Steps from every square to one next to a hero."""
    free = routes.open_ground(state)
    return routes.distances_to(free, routes.beside(free, hero.squares) - frozenset(hero.squares))


def nearest_first(state: State, model: Model) -> list[Model]:
    """The heroes, fewest steps first (IO-OFF-06)."""
    return sorted(state.heroes, key=lambda hero: steps(state, model, hero))


def steps(state: State, model: Model, hero: Model) -> int:
    """Steps to a square next to a hero, or `FAR`."""
    found = routes.steps_to(state, model, hero)
    return FAR if found is None else found


def to_next_goal(state: State) -> Distances | None:
    """Steps from every square to the next goal, if there is one that is laid."""
    goal = goals.next_goal(state)
    squares = () if goal is None else goals.goal_squares(state, goal)
    ends = routes.ends_at(routes.open_ground(state), squares)
    return routes.distances_to(routes.open_ground(state), ends) if ends else None


def from_any(squares: Iterable[Square], field: Distances) -> int:
    """The fewest steps from any of these squares."""
    return min((field.get(square, FAR) for square in squares), default=FAR)
