"""The Invisible Overlord's first choice against a second reading of its rules, on boards set up at random."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from rulebook.dice import SeededDice
from rulebook.dungeon.board import Door, Lock
from rulebook.dungeon.effects import Context
from rulebook.dungeon.events import AttackRolled, Event, InvisibleOrdered, Moved, OverlordTurnBegan, TurnBegan
from rulebook.dungeon.grid import Square
from rulebook.dungeon.invisible.records import Order, ThreatType, Variant
from rulebook.dungeon.invisible.seat import InvisibleOverlord
from rulebook.dungeon.state import Goal, State
from tests.rulebook.dungeon import second
from tests.rulebook.dungeon.arena import Arena
from tests.rulebook.dungeon.second_blocks import Blockers, beside
from tests.rulebook.dungeon.second_invisible import Outcome, Overlord
from tests.rulebook.dungeon.test_second_reading import scattered
from tests.rulebook.dungeon.unseen import card
from tests.rulebook.thoroughness import amount

TYPES: tuple[ThreatType, ...] = ("Spellcaster", "Marksman", "Armoured", "Unarmoured", "Weakest", "Wounded")
ORDERS: list[tuple[Variant, Order]] = [
    ("official", "Attack"),
    ("official", "Gang Up"),
    ("improved", "Attack"),
    ("improved", "Gang Up"),
    ("improved", "Pin"),
]
SEEDS = range(amount(quick=4, usual=30, soak=1000))


def first_of(state: State, events: list[Event]) -> list[Outcome]:
    """Who was activated first, and whom it attacked from where; nothing if it attacked nobody."""
    unit = next((event.unit for event in events if isinstance(event, TurnBegan)), None)
    if unit is None:
        return []
    at = state.models[unit].pose.at
    for event in events:
        if isinstance(event, Moved) and event.unit == unit:
            at = event.path[-1].at
        if isinstance(event, AttackRolled):
            return [(event.unit, event.attack, event.target, (at.x, at.y))] if event.unit == unit else []
    return []


@pytest.mark.whole_game
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("variant", "order"), ORDERS)
def test_who_attacks_whom_from_where_is_that_of_a_second_reading(variant: Variant, order: Order, seed: int) -> None:
    arena = scattered(
        seed,
        rules={"io_variant": variant, "io_go_for_win": False},
        mission={"lose_on_hero_incapacitated": False},
        cards=("B02",) * 4,
    )
    types = Random(seed).sample(TYPES, 2)
    right = Overlord(second.read(arena.state), variant, order, types).outcomes()
    ctx = Context(arena.state, SeededDice(bytes([seed % 256])), arena.state.moment)
    ctx.tell(OverlordTurnBegan(ctx.at, 1))
    InvisibleOverlord(variant).carry_out(ctx, card(order, *types), "second")
    if right:
        assert first_of(arena.state, ctx.events)[0] in right


# Surround

DOOR = Door("door", (Square(-1, 2),), Lock(2, 2))


@pytest.mark.whole_game
@pytest.mark.parametrize("seed", SEEDS)
def test_who_gets_into_the_way_and_where_is_that_of_a_second_reading(seed: int) -> None:
    arena = scattered(
        seed,
        ogres=False,
        goal=DOOR,
        rules={"io_variant": "improved", "io_go_for_win": False},
        mission={"lose_on_hero_incapacitated": False, "goals": (Goal("door", DOOR.squares[0]),)},
        cards=("B02",) * 4,
    )
    without_brutes(arena)
    types = Random(seed).sample(TYPES, 2)
    table = second.read(arena.state)
    most = max(piece.combat for piece in table.pieces if piece.side == "hero")
    quest = [piece.id for piece in table.pieces if piece.side == "hero" and piece.combat == most]
    overlord = Overlord(table, "improved", "Surround", types, quest)
    right = Blockers(overlord, beside(table, [(-1, 2)])).outcomes()
    ctx = Context(arena.state, SeededDice(bytes([seed % 256])), arena.state.moment)
    ctx.tell(OverlordTurnBegan(ctx.at, 1))
    InvisibleOverlord("improved").carry_out(ctx, card("Surround", *types), "second")
    orders = [event.order for event in ctx.events if isinstance(event, InvisibleOrdered)]
    assert bool(right) == (orders == ["Surround"])
    if right:
        moved = next(event for event in ctx.events if isinstance(event, Moved))
        assert (moved.unit, tuple(moved.path[-1].at)) in right


def without_brutes(arena: Arena) -> None:
    """Shamblers like any other dead: Brutal ones go for the nearest hero instead (AMD-08)."""
    for model in arena.state.side_models("overlord"):
        if "Brutal" in model.profile.characters:
            arena.change(model.id, profile=replace(model.profile, characters=("Undead",)))
