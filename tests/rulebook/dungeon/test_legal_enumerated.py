"""The legal list against everything one could try, on small boards set up at random.

A step is listed exactly if it is accepted: walks are tried square by square and turn by turn,
targets are all models, doors and chests, and whatever the catalogue holds is used and cast.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from rulebook import dungeon
from rulebook.dice import SeededDice
from rulebook.dungeon.adventure import Kit
from rulebook.dungeon.board import Chest, Door, Furniture, Lock, Ward
from rulebook.dungeon.catalogue.cards import ITEMS, ORDER_CARDS
from rulebook.dungeon.feats import FEATS
from rulebook.dungeon.grid import AROUND, FACINGS, Facing, Pose, Square, moved, turned
from rulebook.dungeon.legal import Draft, draft_turn, is_legal
from rulebook.dungeon.state import Model, State
from rulebook.dungeon.steps import (
    OVERLORD,
    Cast,
    End,
    Fight,
    Move,
    PlayCard,
    RaiseDead,
    Shoot,
    Step,
    Trade,
    UseFeat,
    UseItem,
)
from rulebook.errors import Refused
from tests.rulebook.dungeon.arena import SPELLS, Arena, floor
from tests.rulebook.thoroughness import amount

WIDTH, HEIGHT = 6, 4
MINIONS = ("bone_guard", "bone_archer", "wraith", "barrow_dwarf")
BOARDS = range(amount(quick=2, usual=40, soak=2000))


def arena(seed: int) -> Arena:
    """Three heroes, a few foes, now and then an ogre, furniture, a door, a chest, wounds and items."""
    chance = Random(seed)
    board = floor(WIDTH, HEIGHT) - {Square(chance.randrange(2, WIDTH), chance.randrange(HEIGHT)) for _ in range(3)}
    free = sorted(board)
    chance.shuffle(free)
    foes: dict[str, list[tuple[tuple[int, int], Facing]]] = {}
    corner = {Square(x, y) for x in (0, 1) for y in (0, 1)}
    if chance.random() < 0.4:
        foes["corpse_ogre"] = [((0, 0), chance.choice(FACINGS))]
        free = [square for square in free if square not in corner]
    heroes = {key: (free.pop(), chance.choice(FACINGS)) for key in ("ivo", "sylwen", "torvek")}
    for key in chance.sample(MINIONS, 3):
        foes.setdefault(key, []).append((free.pop(), chance.choice(FACINGS)))
    lock, ward = Lock(2, 2), Ward(1)
    return Arena(
        heroes=heroes,
        foes=foes,
        board=board,
        zone={
            "furniture": (Furniture("f", chance.choice(["table", "bookcase"]), (free.pop(),)),),
            "doors": (Door("door-6-1", (Square(WIDTH, 1),), chance.choice([lock, ward])),),
            "chests": (Chest("chest", free.pop(), chance.choice([lock, ward])),),
        },
        kits={
            "ivo": Kit(("spark_crystal", "healing_draught"), SPELLS),
            "torvek": Kit(("saints_knuckle", "whetstone_oil")),
        },
        models={"ivo": {"wounds": chance.randrange(3)}, "torvek": {"wounds": chance.randrange(3)}},
    )


def onward(pose: Pose, large: bool) -> Iterator[Pose]:
    yield from (Pose(moved(pose.at, step), pose.facing) for step in AROUND)
    if large:
        yield from (Pose(pose.at, turned(pose.facing, quarters)) for quarters in (1, -1))


def walks(draft: Draft) -> set[Pose]:
    """Where a walk can end, every walk being tried pose by pose; a normal model turns at its end."""
    model, found = draft.model, set[Pose]()
    seen, waiting = set[tuple[Pose, int]](), [((), model.pose)]
    while waiting:
        path, pose = waiting.pop()
        for after in onward(pose, model.is_large):
            longer = (*path, after)
            if (after, len(longer)) not in seen and is_legal(draft, Move(longer)):
                seen.add((after, len(longer)))
                waiting.append((longer, after))
                found |= {end for end in ends(after, model) if is_legal(draft, Move((*path, end)))}
    found |= {end for end in ends(model.pose, model) if is_legal(draft, Move((end,)))}
    return found - {model.pose}


def ends(pose: Pose, model: Model) -> set[Pose]:
    return {pose} if model.is_large else {Pose(pose.at, facing) for facing in FACINGS}


def attempts(state: State, model: Model) -> Iterator[Step]:
    """Everything but moves, and spells that need a place or a way."""
    targets = [*state.models, *(thing.id for thing in state.board.closures()), "nobody"]
    for target in targets:
        yield Fight(target)
        yield Shoot(target)
        yield from (Cast(spell, target) for spell in SPELLS if spell != "quickstep")
        if target not in (hero.id for hero in state.heroes):  # Fireburst might strike friends too; nobody is asked that
            yield from (UseItem(item, target) for item in ITEMS)
    yield from (UseItem(item) for item in ITEMS)
    yield from (UseFeat(feat) for feat in FEATS)
    for hero in state.heroes:
        yield from (Trade(hero.id, give=(item,)) for item in ITEMS)
        yield from (Trade(hero.id, take=(item,)) for item in ITEMS)
        yield from (Trade(hero.id, (give,), (take,)) for give in ITEMS for take in ITEMS)


def compare(state: State, unit: str) -> None:
    draft = draft_turn(state, unit)
    listed = dungeon.legal_actions(state, unit)
    moves = [step for step in listed if isinstance(step, Move)]
    assert {step.path[-1] for step in moves} == walks(draft)
    assert len({step.path[-1] for step in moves}) == len(moves)
    accepted = {step for step in attempts(state, draft.model) if is_legal(draft, step)}
    assert {step for step in listed if isinstance(step, Fight | Shoot | UseItem | UseFeat | Trade)} == {
        step for step in accepted if not isinstance(step, Cast)
    }
    plain = {step for step in listed if isinstance(step, Cast) and step.spell != "quickstep"}
    assert plain == {step for step in accepted if isinstance(step, Cast)}


@pytest.mark.parametrize("seed", BOARDS)
def test_a_step_is_listed_exactly_if_it_is_accepted(seed: int) -> None:
    game = arena(seed)
    for hero in game.state.heroes:
        compare(game.state, hero.id)
    game.pass_heroes()
    for foe in game.state.side_models("overlord"):
        compare(game.state, foe.id)


# The Overlord himself

HANDS = (("sudden_malice", "press_them"), ("the_whole_host", "open_the_graves"), ("march_of_the_dead",), ())


def graves(seed: int) -> Arena:
    """Piles here and there, some under somebody's feet, types at and below their limits, cards in hand."""
    chance = Random(seed)
    free = sorted(floor(WIDTH, HEIGHT))
    chance.shuffle(free)
    piles = tuple(free[:4]) + (free[0],)
    chance.shuffle(free)
    return Arena(
        heroes={"bruna": (free.pop(), "N"), "ivo": (free.pop(), "E")},
        foes={"bone_guard": [(free.pop(), "N"), (free.pop(), "W")], "bone_archer": [(free.pop(), "S")]},
        board=floor(WIDTH, HEIGHT),
        zone={"piles": piles},
        mission={
            "orders_per_turn": chance.choice([1, 2]),
            "raisable": {"bone_guard": chance.choice([2, 3]), "bone_archer": 2},
            "overlord": chance.choice(["necromancer", "necromancer", "beastlord"]),
        },
        hand=chance.choice(HANDS),
    )


def overlords_attempts() -> Iterator[Step]:
    for square in sorted(floor(WIDTH, HEIGHT)):
        yield from (RaiseDead(square, minion, facing) for minion in (*MINIONS, "shambler") for facing in FACINGS)
    yield from (PlayCard(key) for key in ORDER_CARDS)
    yield End()


def is_accepted(game: Arena, step: Step) -> bool:
    try:
        dungeon.apply(game.state, game.played(OVERLORD, step), SeededDice(b"tried"))
    except Refused:
        return False
    return True


@pytest.mark.parametrize("seed", BOARDS)
def test_the_overlords_steps_are_listed_exactly_if_they_are_accepted(seed: int) -> None:
    game = graves(seed)
    checked = 0
    while game.state.round == 1 and game.state.phase != "over":
        if game.state.phase == "heroes":
            game.end(next(hero.id for hero in game.state.heroes if hero.status == "waiting"))
            continue
        listed = dungeon.legal_actions(game.state, OVERLORD)
        assert set(listed) == {step for step in overlords_attempts() if is_accepted(game, step)}
        checked += 1
        rest = [step for step in listed if not isinstance(step, End)]
        if not rest or checked > 4:
            game.end(OVERLORD)
        else:
            taken = Random(seed).choice(rest)
            game.state, _ = dungeon.apply(game.state, game.played(OVERLORD, taken), SeededDice(b"taken"))
    assert checked > 1
