"""What the heroes have to do next, and the ways out of a zone (AMB-82, AMB-83, GAP-17)."""

from __future__ import annotations

from rulebook.dungeon.board import Closed, Zone
from rulebook.dungeon.grid import Square
from rulebook.dungeon.state import Goal, Model, State


def next_goal(state: State) -> Goal | None:
    """The first goal of the adventure's list that is not reached yet."""
    return next((goal for goal in state.mission.goals if not is_reached(state, goal)), None)


def is_reached(state: State, goal: Goal) -> bool:
    """Whether a door or chest is open, or a boss slain; a square is reached by winning."""
    if goal.kind == "door":
        return goal.square in state.board.floor
    if goal.kind == "chest":
        return any(chest.square == goal.square and chest.open for chest in state.board.chests)
    if goal.kind == "boss":
        return any(model.key == goal.key and not model.on_board for model in state.models.values())
    return False


def closed_goal(state: State, goal: Goal) -> Closed | None:
    """The shut door or chest that a goal speaks of, if it is laid."""
    if goal.kind not in ("door", "chest"):
        return None
    return next((thing for thing in state.board.closures() if goal.square in thing.squares), None)


def goal_squares(state: State, goal: Goal) -> tuple[Square, ...]:
    """Where a goal is: its square, its door's squares, or where the boss stands; () if not laid."""
    thing = closed_goal(state, goal)
    if thing is not None:
        return thing.squares
    if goal.kind == "boss":
        return sum((model.squares for model in state.side_models("overlord") if model.key == goal.key), ())
    return (goal.square,) if goal.square is not None and goal.square in state.board.floor else ()


def is_quest(state: State, hero: Model) -> bool:
    """Whether a hero bears something the adventure needs (IO-COM-06)."""
    wanted = state.mission.victory.item
    return any(key == wanted or state.items[key].use == "quest" for key in hero.items)


def zone_of(state: State, square: Square) -> Zone | None:
    """The laid zone a square belongs to; an opened door's square counts to the first of its two."""
    inside = (zone for zone in state.zones if square in zone.squares)
    beside = (zone for zone in state.zones if any(square in door.squares for door in zone.doors))
    return next(inside, None) or next(beside, None)


def exits(zone: Zone) -> tuple[tuple[Square, ...], ...]:
    """The squares of every door that leads out of a zone, open or shut."""
    return tuple(door.squares for door in zone.doors)
