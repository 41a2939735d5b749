"""The Invisible Overlord's first choice against a second reading of its rules, on boards set up at random."""

from __future__ import annotations

from random import Random

import pytest

from rulebook.dice import SeededDice
from rulebook.dungeon.effects import Context
from rulebook.dungeon.events import AttackRolled, Event, Moved, OverlordTurnBegan, TurnBegan
from rulebook.dungeon.invisible.records import Order, ThreatType, Variant
from rulebook.dungeon.invisible.seat import InvisibleOverlord
from rulebook.dungeon.state import State
from tests.rulebook.dungeon import second
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
