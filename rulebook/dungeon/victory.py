"""Who has won (DS-WIN)."""

from __future__ import annotations

from rulebook.dungeon.state import Model, Side, State


def heroes_done(state: State) -> str:
    """Why the heroes have won at this moment, or nothing: what needs no turn's end (DS-WIN-01)."""
    victory = state.mission.victory
    if victory.kind == "slay":
        slain = [m for m in state.models.values() if m.key == victory.key and not m.on_board]
        return "slain" if slain else ""
    return ""


def reached_goal(state: State, hero: Model) -> str:
    """Why the heroes have won as this one ends its turn where it stands, or nothing."""
    victory = state.mission.victory
    if victory.square is None or victory.square not in hero.squares:
        return ""
    if victory.kind == "reach":
        return "reached"
    return "brought" if victory.kind == "bring" and victory.item in hero.items else ""


def overlord_done(state: State) -> str:
    """Why the Overlord has won at this moment, or nothing (DS-WIN-02)."""
    fallen = any(model.is_hero and model.incapacitated for model in state.models.values())
    if fallen and state.rules.lose_on_hero_incapacitated and state.mission.lose_on_hero_incapacitated:
        return "hero-incapacitated"
    return "" if state.heroes else "no-hero-left"


def decided(state: State, ending: Model | None = None) -> tuple[Side, str] | None:
    """The winner and the reason, if the game is decided; `ending` ends its turn (DS-WIN-03).

    If both sides win at once, it is the side whose turn it is.
    """
    heroes = heroes_done(state) or (reached_goal(state, ending) if ending is not None else "")
    won: dict[Side, str] = {"hero": heroes, "overlord": overlord_done(state)}
    first: Side = "hero" if state.phase == "heroes" else "overlord"
    second: Side = "overlord" if first == "hero" else "hero"
    return next(((side, won[side]) for side in (first, second) if won[side]), None)
