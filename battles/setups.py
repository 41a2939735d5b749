"""From a plan and the characters that go to the rulebook's set-up: everything copied, nothing looked up later."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from battles.maps import widened
from battles.moments import to_ms
from battles.plans import Plan, SidePlan, UnitPlan
from rulebook.saga.board import Board, Cell, Size, Zone, parse_size
from rulebook.saga.campaign import morale_shift, shifted_willpower, war_rows
from rulebook.saga.catalogue.own import STARTING, Catalogue, outfitted, own_abilities, own_words
from rulebook.saga.rules import TableRules
from rulebook.saga.setup import Setup
from rulebook.saga.state import DIRECTOR, Side, Span, Unit, Victory

COLORS = {"a": "blue", "b": "red"}
LETTERS = {"a": "Z1", "b": "Z2"}
NOBODY = "n"


@dataclass(frozen=True, slots=True)
class Going:
    """A character that goes: what the sheet gives (`figures_for_battle`), and what counts around it."""

    character_id: int
    player: str
    side: str
    figures: Mapping[str, Any]
    war: int = 0
    morale: int | None = None
    missed_before: int = 0
    leader: bool = False


def setup_of(
    plan: Plan, going: Sequence[Going], *, rules: TableRules, opened: datetime, catalogue: Catalogue = STARTING
) -> Setup:
    """The rulebook's set-up of a planned battle. Units are listed side by side, characters before the director's.

    What the campaign's own catalogue says of them is copied into it.
    """
    everybody = [_character(one, rules) for one in going] + [_planned(unit) for unit in plan.units]
    units = tuple(outfitted(unit, catalogue) for unit in everybody)
    return Setup(
        board=Board(plan.width, plan.height, plan.blocked, _zones(plan, going, rules)),
        sides=(*(_side(side) for side in plan.sides), *_nobodys(plan)),
        units=units,
        abilities=own_abilities(units, catalogue),
        words=own_words(units, catalogue),
        opened=to_ms(opened),
        rules=rules,
        show_races=plan.show_races,
        friendly=plan.friendly,
    )


def unit_id_of(character_id: int) -> str:
    """What the rulebook calls a character's unit."""
    return f"c{character_id}"


def _zones(plan: Plan, going: Sequence[Going], rules: TableRules) -> tuple[Zone, ...]:
    """Each side's zone, widened by the War of the best who goes (DEPL-4).

    No zone grows into the other's, and where both would grow onto a cell, neither does.
    """
    grown = {side.key: _grown(plan, side, going, rules) for side in plan.sides}
    contested = (grown["a"] & grown["b"]) - plan.side("a").zone - plan.side("b").zone
    return tuple(
        Zone(side.key, LETTERS[side.key], COLORS[side.key], grown[side.key] - contested - plan.blocked)
        for side in plan.sides
        if side.zone
    )


def _grown(plan: Plan, side: SidePlan, going: Sequence[Going], rules: TableRules) -> frozenset[Cell]:
    best = max((one.war for one in going if one.side == side.key), default=0)
    others = frozenset[Cell]().union(*(other.zone for other in plan.sides if other.key != side.key))
    rows = war_rows(best, rules)
    return widened(side.zone, rows, width=plan.width, height=plan.height, barred=others | plan.blocked)


def _nobodys(plan: Plan) -> tuple[Side, ...]:
    """A side for things that belong to nobody: it wins nothing, and both others may destroy what is on it."""
    if all(unit.side for unit in plan.units):
        return ()
    return (Side(NOBODY, "", Victory("none"), horn=None),)


def _side(side: SidePlan) -> Side:
    return Side(side.key, side.name, Victory(side.victory, side.object), horn=0 if side.horn else None)


def _character(one: Going, rules: TableRules) -> Unit:
    figures = dict(one.figures)
    shift = 0 if one.morale is None else morale_shift(one.morale, rules)
    figures["willpower"] = figures["max_willpower"] = shifted_willpower(figures["max_willpower"], shift)
    figures["size"] = parse_size(figures["size"])
    figures["reach"] = Span(*figures["reach"])
    figures["passives"] = tuple(figures["passives"])
    return Unit(
        id=unit_id_of(one.character_id),
        side=one.side,
        player=one.player,
        at=None,
        leader=one.leader,
        missed_before=one.missed_before,
        **figures,
    )


def _planned(unit: UnitPlan) -> Unit:
    return Unit(
        id=unit.id,
        name=unit.name,
        side=unit.side or NOBODY,
        player=DIRECTOR,
        at=unit.at if not unit.hidden else None,
        size=Size(*unit.size),
        strength=unit.strength,
        max_strength=unit.strength,
        armor=unit.armor,
        max_armor=unit.armor,
        willpower=unit.willpower,
        max_willpower=unit.willpower,
        exertion=unit.exertion,
        reaction=unit.reaction,
        break_=unit.break_,
        move=unit.move,
        reach=Span(*unit.reach),
        class_key=unit.class_key,
        race=unit.race,
        abilities=dict(unit.abilities),
        passives=unit.passives,
        leader=unit.leader,
        boss=unit.boss,
        hidden=unit.hidden,
        obstacle=unit.obstacle,
    )
