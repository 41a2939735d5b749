"""What holds of the Invisible Overlord on any board, with any card (IMP-09)."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from rulebook.dice import SeededDice
from rulebook.dungeon import combat
from rulebook.dungeon.aiming import on_board
from rulebook.dungeon.board import Door, Furniture, Lock, Ward
from rulebook.dungeon.effects import Context
from rulebook.dungeon.events import (
    AttackRolled,
    DeadRaised,
    InvisibleChose,
    ModelPlaced,
    Moved,
    OverlordTurnBegan,
    TurnBegan,
    WindowOpened,
)
from rulebook.dungeon.evolve import evolve
from rulebook.dungeon.grid import FACINGS, Square, base
from rulebook.dungeon.invisible.cards import CARDS, IoCard
from rulebook.dungeon.invisible.records import Slot, Variant
from rulebook.dungeon.invisible.seat import InvisibleOverlord
from rulebook.dungeon.state import Goal, State
from tests.rulebook.dungeon.arena import Arena, floor

WIDTH, HEIGHT = 10, 8
HEROES = ("bruna", "torvek", "sylwen", "ivo")
FOES = ("bone_guard", "bone_archer", "shambler", "mailed_shambler", "barrow_dwarf", "wraith", "veyra", "orrik")
DOOR = Square(WIDTH, 3)
facings = st.sampled_from(FACINGS)


@st.composite
def arenas(draw: Any, variant: Variant) -> Arena:
    """A room with heroes, foes, an ogre perhaps, piles and tables anywhere, and a way out to the East."""
    free = list(draw(st.permutations(sorted(floor(WIDTH, HEIGHT)))))
    ogre = [((0, 0), draw(facings))] if draw(st.booleans()) else []
    free = [square for square in free if not ogre or square not in base(Square(0, 0), 2)]
    heroes = {key: (free.pop(), draw(facings)) for key in draw(st.sets(st.sampled_from(HEROES), min_size=1))}
    foes: dict[str, list[Any]] = {"corpse_ogre": ogre}
    for key in draw(st.lists(st.sampled_from(FOES[:6]), max_size=5)) + draw(
        st.lists(st.sampled_from(FOES[6:]), max_size=1)
    ):
        foes.setdefault(key, []).append((free.pop(), draw(facings)))
    tables = tuple(Furniture(f"table-{n}", "table", (free.pop(),)) for n in range(draw(st.integers(0, 5))))
    piles = tuple(free[: draw(st.integers(0, 4))])
    closure = draw(st.sampled_from([Lock(2, 2), Ward(2)]))
    goals = draw(st.sampled_from([(), (Goal("door", DOOR),), (Goal("square", free[-1]),)]))
    return Arena(
        heroes=heroes,
        foes=foes,
        board=floor(WIDTH, HEIGHT),
        zone={"furniture": tables, "piles": piles, "doors": (Door("door-10-3", (DOOR,), closure),)},
        mission={
            "goals": goals,
            "raisable": {"bone_guard": 3, "bone_archer": 2, "barrow_dwarf": 1},
            "limits": {"wraith": 2},
        },
        models={key: {"wounds": draw(st.integers(0, 4))} for key in heroes},
        rules={"io_variant": variant},
        cards=("B02",) * 4,
    )


cards = st.sampled_from(sorted(CARDS)).map(CARDS.__getitem__)
seeds = st.binary(min_size=1, max_size=4)


def carried_out(arena: Arena, card: IoCard, slot: Slot, seed: bytes) -> Context:
    """One card; every step is checked as it is taken."""
    ctx = Context(arena.state, SeededDice(seed), arena.state.moment)
    ctx.tell(WindowOpened(ctx.at) if slot == "interrupt" else OverlordTurnBegan(ctx.at, 3))
    variant = arena.state.rules.io_variant
    assert variant != "none"
    InvisibleOverlord(variant).carry_out(ctx, card, slot)
    return ctx


@given(st.data(), st.sampled_from(["official", "improved"]), cards, st.sampled_from(["interrupt", "first"]), seeds)
@settings(deadline=None)
def test_any_card_on_any_board_is_carried_out_by_the_rules(
    data: st.DataObject, variant: Variant, card: IoCard, slot: Slot, seed: bytes
) -> None:
    arena = data.draw(arenas(variant))
    ctx = carried_out(arena, card, slot, seed)
    assert ctx.state.running is None and ctx.state.pending is None
    brings_no_free_strike(ctx)
    acts_as_often_as_the_card_says(ctx, card, slot)
    brings_nobody_into_a_front_arc(arena.state, ctx)
    keeps_raise_limits(arena.state, ctx.state)


def brings_no_free_strike(ctx: Context) -> None:
    """IO-COM-14."""
    assert not [one for one in ctx.events if isinstance(one, AttackRolled) and one.attack == "free-strike"]


def acts_as_often_as_the_card_says(ctx: Context, card: IoCard, slot: Slot) -> None:
    """IO-COM-05, IO-COM-09: nobody twice, and only tied Undead beyond the Number."""
    began = [event.unit for event in ctx.events if isinstance(event, TurnBegan)]
    raised = [event for event in ctx.events if isinstance(event, DeadRaised)]
    number = 3 if slot == "first" and card.order is not None else card.number
    assert len(set(began)) == len(began)
    if len(began) + len(raised) > number:
        choices = [one for one in ctx.events if isinstance(one, InvisibleChose) and one.matter == "activation"]
        assert choices[-1].by == "undead"
    if slot == "interrupt" and card.order is not None:
        assert raised == []


def brings_nobody_into_a_front_arc(before: State, ctx: Context) -> None:
    """IO-COM-14, AMD-04: who is raised or called stands in no hero's front arc; no engaged model leaves its square."""
    state = before
    for event in ctx.events:
        if isinstance(event, Moved):
            model = state.models[event.unit]
            assert not combat.holders(state, model) or all(pose.at == model.at for pose in event.path)
        state = evolve(state, event)
        if isinstance(event, DeadRaised | ModelPlaced):
            assert combat.holders(state, state.models[event.model.id]) == ()


def keeps_raise_limits(before: State, state: State) -> None:
    """DS-RAISE-06, AMD-02: nothing is raised or called of a type that is at its limit."""
    for key, limit in {**before.mission.raisable, **before.mission.limits}.items():
        had, has = on_board(before, key), on_board(state, key)
        assert has <= max(had, limit)
