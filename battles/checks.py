"""What stands in the way of announcing a planned battle: every problem at once, each at its field."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from battles.maps import room_for
from battles.plans import MOST_UNITS, Plan, SidePlan, UnitPlan
from rulebook.errors import Unreadable
from rulebook.saga.board import cell_name
from rulebook.saga.rules import TableRules

Sizes = Mapping[int, tuple[tuple[int, int], ...]]
"""The sizes of the characters that each user (by id) could send."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong: the field it is at (a form's name), a code, and what a sentence needs."""

    field: str
    code: str
    data: Mapping[str, object] = dataclasses.field(default_factory=dict)


def check(plan: Plan, *, campaign_rules: TableRules, members: Collection[int], sizes: Sizes) -> tuple[Problem, ...]:
    """Everything that keeps the plan from being announced; empty when nothing does.

    `members` are the user ids of the campaign's players, `sizes` those of their characters.
    """
    return (
        *_sides(plan, members, sizes),
        *_units(plan),
        *_victories(plan),
        *_rules(plan, campaign_rules),
    )


def _sides(plan: Plan, members: Collection[int], sizes: Sizes) -> Iterator[Problem]:
    if not plan.players:
        yield Problem("side-a-players", "no-players")
    first, second = plan.sides
    for user_id in sorted(set(first.players) & set(second.players)):
        yield Problem(f"side-{second.key}-players", "player-twice", {"user": user_id})
    for side in plan.sides:
        if not side.players and not any(unit.side == side.key and not unit.obstacle for unit in plan.units):
            yield Problem(f"side-{side.key}-players", "side-empty", {"side": side.name})
        for user_id in side.players:
            if user_id not in members:
                yield Problem(f"side-{side.key}-players", "not-a-player", {"user": user_id})
        yield from _zone(plan, side, sizes)


def _zone(plan: Plan, side: SidePlan, sizes: Sizes) -> Iterator[Problem]:
    name = f"side-{side.key}-zone"
    if not side.players:
        return
    if not side.zone:
        yield Problem(name, "no-zone", {"side": side.name})
        return
    overlap = side.zone & next(other.zone for other in plan.sides if other.key != side.key)
    if overlap:
        yield Problem(name, "zones-overlap", {"cell": cell_name(min(overlap))})
    coming = [size for user_id in side.players for size in _largest(sizes.get(user_id, ()), plan.slots)]
    taken = {cell for unit in plan.units if not unit.hidden for cell in unit.cells}
    if not room_for(side.zone - plan.blocked - taken, coming):
        yield Problem(name, "zone-too-small", {"side": side.name, "count": len(coming)})


def _largest(sizes: tuple[tuple[int, int], ...], slots: int) -> tuple[tuple[int, int], ...]:
    most = sorted(sizes, key=lambda size: -size[0] * size[1])[:slots]
    return tuple(most) + ((1, 1),) * (slots - len(most))


def _units(plan: Plan) -> Iterator[Problem]:
    if len(plan.units) > MOST_UNITS:
        yield Problem("units", "too-many-units", {"count": len(plan.units), "most": MOST_UNITS})
    names = Counter(unit.name for unit in plan.units)
    for unit in plan.units:
        if names[unit.name] > 1:
            yield Problem(f"{unit.id}-name", "same-name", {"name": unit.name})
        yield from _place(plan, unit)
        yield from _figures(unit)
    for one, other in combinations(plan.units, 2):
        if not (one.hidden or other.hidden) and set(one.cells) & set(other.cells):
            cell = cell_name(min(set(one.cells) & set(other.cells)))
            yield Problem(f"{other.id}-at", "cell-taken", {"cell": cell, "unit": one.name})


def _place(plan: Plan, unit: UnitPlan) -> Iterator[Problem]:
    if unit.at is None:
        if not unit.hidden:
            yield Problem(f"{unit.id}-at", "no-place", {"unit": unit.name})
        return
    data = {"size": str(unit.size), "cell": cell_name(unit.at), "unit": unit.name}
    if not all(0 <= cell.x < plan.width and 0 <= cell.y < plan.height for cell in unit.cells):
        yield Problem(f"{unit.id}-at", "does-not-fit", data)
    elif plan.blocked & set(unit.cells):
        blocked = cell_name(min(plan.blocked & set(unit.cells)))
        yield Problem(f"{unit.id}-at", "stands-on-blocked", {**data, "blocked": blocked})


def _figures(unit: UnitPlan) -> Iterator[Problem]:
    if unit.strength < 1:
        yield Problem(f"{unit.id}-strength", "no-strength", {"unit": unit.name})
    if not 0 < unit.reach[0] <= unit.reach[1] and not unit.obstacle:
        yield Problem(f"{unit.id}-reach_low", "bad-reach", {"low": unit.reach[0], "high": unit.reach[1]})
    if unit.side == "" and not unit.obstacle:
        yield Problem(f"{unit.id}-side", "no-side", {"unit": unit.name})


def _victories(plan: Plan) -> Iterator[Problem]:
    for side in plan.sides:
        name = f"side-{side.key}-victory"
        enemy = next(other for other in plan.sides if other.key != side.key)
        if side.leader is not None and side.leader not in side.players:
            yield Problem(f"side-{side.key}-leader", "leader-not-asked", {"user": side.leader})
        if len(_leaders(plan, side)) > 1:
            yield Problem(f"side-{side.key}-leader", "two-leaders", {"side": side.name})
        if side.victory == "defeat-leader" and not _leaders(plan, enemy):
            yield Problem(name, "no-leader", {"side": enemy.name})
        if side.victory == "destroy":
            yield from _objects(plan, side, name)


def _leaders(plan: Plan, side: SidePlan) -> list[str]:
    units = [unit.name for unit in plan.units if unit.leader and unit.side == side.key]
    return units + ([f"u{side.leader}"] if side.leader is not None else [])


def _objects(plan: Plan, side: SidePlan, name: str) -> Iterator[Problem]:
    things = [unit.id for unit in plan.units if unit.obstacle and unit.side != side.key]
    if not things:
        yield Problem(name, "nothing-to-destroy", {"side": side.name})
    elif side.object and side.object not in things:
        yield Problem(f"side-{side.key}-object", "no-such-object", {"side": side.name})


def _rules(plan: Plan, campaign_rules: TableRules) -> Iterator[Problem]:
    for name, value in plan.rules.items():
        try:
            TableRules.from_mapping({name: value})
        except Unreadable as refused:
            yield Problem(f"rule-{name}", refused.code, refused.data)
    if plan.idle_rounds is not None and not 1 <= plan.idle_rounds <= 50:
        yield Problem("idle_rounds", "bad-idle-rounds", {"count": plan.idle_rounds})
