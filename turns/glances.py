"""What My turns reads of a running battle: from the state as it is written, without making all of it.

Nothing here is anybody else's secret: the reader's own units, who is on turn, whether the clocks stand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from battles.models import Battle
from battles.moments import to_datetime
from rulebook.dungeon.catalogue import texts
from rulebook.dungeon.steps import OVERLORD

Written = Mapping[str, Any]


class StateUnreadable(Exception):
    """What is written of a battle's state cannot be read."""


@dataclass(frozen=True, slots=True)
class Ahead:
    """A unit of the reader's whose turn is still to come: who acts before it, and whether an early turn waits."""

    unit: str
    name: str
    before: tuple[str, ...] = ()
    has_plan: bool = False


@dataclass(frozen=True, slots=True)
class Glance:
    """A battle for one player: the own units, those that may be planned, who acts until when."""

    plays: bool
    over: bool
    round: int
    paused: str | None
    own: tuple[str, ...] = ()
    ahead: tuple[Ahead, ...] = ()
    acting: str = ""
    due: datetime | None = None


def glance_at(battle: Battle, player: str, language: str) -> Glance:
    """A running battle as My turns needs it. Raises StateUnreadable where its state is damaged."""
    try:
        return GLANCES[battle.ruleset](battle.state or {}, player, language)
    except (LookupError, TypeError, ValueError, AttributeError) as fault:
        raise StateUnreadable(f"battle {battle.code}: {type(fault).__name__}: {fault}") from fault


def _paused(state: Written) -> str | None:
    """Why the clocks stand; None while they run."""
    return (state["paused"] or {}).get("reason", "") if state.get("paused") else None


def _moment(due: int | None, state: Written) -> datetime | None:
    return None if due is None or state.get("paused") else to_datetime(due)


def _saga(state: Written, player: str, language: str) -> Glance:
    units = state["units"]
    own = {unit["id"]: unit["name"] for unit in units.values() if unit["player"] == player and not unit.get("defeated")}
    running = state.get("running") or {}
    order = [place["unit"] for place in state.get("places", []) if place.get("status", "waiting") == "waiting"]
    now = units.get(running.get("unit"))
    return Glance(
        plays=any(unit["player"] == player for unit in units.values()),
        over=state["phase"] == "over",
        round=state.get("round", 0),
        paused=_paused(state),
        own=tuple(own),
        ahead=tuple(
            Ahead(unit, own[unit], _before(state, unit, order), unit in state.get("plans", {}))
            for unit in order
            if unit in own and not units[unit].get("taken_over")
        ),
        acting=now["name"] if now and not now.get("hidden") else "",
        due=_moment(running.get("due"), state),
    )


def _before(state: Written, unit: str, order: list[str]) -> tuple[str, ...]:
    running = state.get("running")
    first = [running["unit"]] if running else []
    units = state["units"]
    return tuple(units[other]["name"] for other in [*first, *order[: order.index(unit)]] if other in units)


def _dungeon(state: Written, player: str, language: str) -> Glance:
    """Heroes start in any order: whoever has not acted may plan, and waits for nobody in particular."""
    models = dict(state["models"])
    heroes = {key: model for key, model in models.items() if model["profile"]["kind"] == "hero"}
    own = {key: hero for key, hero in heroes.items() if hero["player"] == player and hero["at"] is not None}
    plans = dict(state.get("plans", []))
    running = (state.get("running") or {}).get("unit", "")
    planned = [key for key, hero in own.items() if key != running and not hero.get("taken_over")]
    overlord = state["overlord"] == player and state["rules"]["io_variant"] == "none"
    return Glance(
        plays=overlord or any(hero["player"] == player for hero in heroes.values()),
        over=state["phase"] == "over",
        round=state.get("round", 0),
        paused=_paused(state),
        own=(*own, *((OVERLORD,) if overlord else ())),
        ahead=tuple(Ahead(key, _name(own[key], language), (), key in plans) for key in planned if _to_come(own[key])),
        acting=_name(models[running], language) if running in heroes else "",
        due=_moment((state.get("clock") or {}).get("due"), state),
    )


def _to_come(hero: Written) -> bool:
    return hero.get("status", "waiting") == "waiting"


def _name(hero: Written, language: str) -> str:
    return str(hero.get("name") or texts(hero["profile"]["key"], language).name)


GLANCES: Mapping[str, Callable[[Written, str, str], Glance]] = {"saga": _saga, "dungeon": _dungeon}
"""By the ruleset that a battle keeps with it."""
