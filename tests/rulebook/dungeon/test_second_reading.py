"""The rulebook against a second reading of the same rules: on boards set up at random, and in whole games."""

from __future__ import annotations

from random import Random
from typing import Literal

import pytest

from rulebook import dungeon
from rulebook.dice import SeededDice
from rulebook.dungeon import combat, movement, solo
from rulebook.dungeon.adventures import KEYS, shipped
from rulebook.dungeon.board import Door, Furniture
from rulebook.dungeon.counted import dice_terms
from rulebook.dungeon.events import AttackRolled, Moved
from rulebook.dungeon.grid import FACINGS, Facing, Square
from rulebook.dungeon.rules import TableRules
from rulebook.dungeon.state import Model, State
from tests.rulebook.dungeon import second
from tests.rulebook.dungeon.arena import Arena, Place, floor
from tests.rulebook.dungeon.second import Piece, Table
from tests.rulebook.thoroughness import amount

HEROES = ("bruna", "torvek", "sylwen", "ivo")
MINIONS = ("bone_guard", "bone_archer", "shambler", "mailed_shambler", "barrow_dwarf", "wraith")
BOARDS = range(amount(quick=6, usual=120, soak=5000))


def scattered(seed: int, *, ogres: bool = True, goal: Door | None = None, **more: object) -> Arena:
    """Heroes and foes, now and then an ogre, tables and a bookcase anywhere in a room with holes.

    A `goal` is a door at its West end, wherever the room leaves it free.
    """
    chance = Random(seed)
    width, height = chance.randint(5, 10), chance.randint(4, 9)
    board = floor(width, height)
    holes = {Square(chance.randrange(width), chance.randrange(height)) for _ in range(chance.randint(0, 8))}
    corner = {Square(x, y) for x in (0, 1) for y in (0, 1)}
    board = frozenset(board - (holes - corner))
    foes: dict[str, list[Place]] = {}
    free = sorted(board)
    if chance.random() < 0.25 and ogres:
        foes["corpse_ogre"] = [((0, 0), chance.choice(FACINGS))]
        free = [square for square in free if square not in corner]
    chance.shuffle(free)

    def place() -> Place:
        return free.pop(), chance.choice(FACINGS)

    heroes = {key: place() for key in chance.sample(HEROES, chance.randint(1, 4))}
    for _ in range(chance.randint(1, 4)):
        foes.setdefault(chance.choice(MINIONS), []).append(place())
    kinds = ["table"] * chance.randint(0, 3) + ["bookcase"] * chance.randint(0, 1)
    pieces = tuple(Furniture(f"piece-{number}", kind, (free.pop(),)) for number, kind in enumerate(kinds))
    wounds = {key: {"wounds": chance.choice((0, 0, 1, 2, 3, 4))} for key in heroes}
    zone = {"furniture": pieces, "doors": () if goal is None else (goal,)}
    return Arena(heroes=heroes, foes=foes, board=board, zone=zone, models=wounds, **more)


@pytest.mark.parametrize("seed", BOARDS)
def test_arcs_ways_and_lines_are_those_of_a_second_reading(seed: int) -> None:
    state = scattered(seed).state
    table, chance = second.read(state), Random(seed)
    for piece in table.pieces:
        model = state.models[piece.id]
        assert set(combat.front_of(model)) == piece.front
        assert [one.id for one in combat.holders(state, model)] == [one.id for one in table.holders(piece)]
        assert combat.is_outnumbered(state, model) == table.outnumbered(piece)
        reaches_alike(state, model, table, piece, chance.randint(1, piece.move))
        for other in table.enemies(piece):
            sees_alike(state, model, table, piece, other)


def reaches_alike(state: State, model: Model, table: Table, piece: Piece, points: int) -> None:
    """DS-MOVE, DS-BREAK, DS-LARGE."""
    for leaves in (True, False):
        ways = movement.reach(state, model, points, break_away=leaves)
        assert {(pose.at, pose.facing): way.cost for pose, way in ways.found.items()} == table.reach(
            piece, points, leaves=leaves
        )


def sees_alike(state: State, model: Model, table: Table, piece: Piece, other: Piece) -> None:
    """DS-SHOOT-05 to -09, DS-LARGE-05."""
    target = state.models[other.id]
    assert combat.sight_line(state, model, model.squares, target.squares) == table.sight(piece, other)
    assert combat.is_in_front(model, target.squares) == second.in_front(piece, other)
    assert combat.strikes_from_behind(model, target) == second.strikes_from_behind(piece, other)


# Whole games


@pytest.mark.whole_game
@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("variant", ["official", "improved"])
@pytest.mark.parametrize("seed", range(amount(quick=1, usual=1, soak=40)))
def test_a_whole_games_dice_and_steps_are_those_of_a_second_reading(
    key: str, variant: Literal["official", "improved"], seed: int
) -> None:
    setup = solo.solo_setup(shipped(key), TableRules(io_variant=variant))
    attacks = 0
    for passage in solo.passages(setup, SeededDice(f"second reading {seed}".encode())):
        state = passage.before
        for event in passage.events:
            if isinstance(event, AttackRolled):
                rolled_alike(state, event)
                attacks += 1
            if isinstance(event, Moved):
                walked_alike(state, event)
            state = dungeon.evolve(state, event)
    assert attacks > 10


def rolled_alike(state: State, event: AttackRolled) -> None:
    table = second.read(state)
    pieces = {piece.id: piece for piece in table.pieces}
    attacker, defender = pieces[event.unit], pieces.get(event.target)
    ours = len(event.attacker_rolls), len(event.defender_rolls), event.armour
    if defender is None:
        assert event.attack == "lock"
        return
    assert ours == expected(state, event, table, attacker, defender)


def expected(state: State, event: AttackRolled, table: Table, attacker: Piece, defender: Piece) -> tuple[int, int, int]:
    """Dice of both sides and Armour (DS-FIGHT-03, DS-SHOOT-09, DS-MAGIC-06)."""
    model = state.models[event.unit]

    def extra(stat: str) -> int:
        return sum(term.amount for term in dice_terms(model, stat, event.target))

    if event.attack == "magic":
        spell = state.spells[event.spell]
        return spell.amount + extra("magic-dice"), *second.pool(defender.combat, defender.armour, 0)
    if event.attack == "shoot":
        over = table.sight(attacker, defender) == "over"
        behind = second.shoots_from_behind(attacker, defender)
        dice = second.pool(attacker.shooting + extra("shoot-dice"), 1, attacker.injured + over)[0]
        return dice, *second.pool(defender.combat, defender.armour, defender.injured + behind)
    behind = second.strikes_from_behind(attacker, defender)
    worse = attacker.injured + table.outnumbered(attacker)
    dice = second.pool(attacker.combat + extra("fight-dice"), 1, worse)[0]
    less = defender.injured + table.outnumbered(defender) + behind
    return dice, *second.pool(defender.combat, defender.armour, less)


def walked_alike(state: State, event: Moved) -> None:
    """Each step of a walk is one that a model may take (DS-MOVE-02, -04, -05, -08, DS-LARGE-02)."""
    table = second.read(state)
    piece = next(one for one in table.pieces if one.id == event.unit)
    for pose in event.path:
        at, facing = (pose.at.x, pose.at.y), pose.facing
        if at != piece.at:
            assert steps_to(table, piece, at)
        piece = piece.placed(at, facing)


def steps_to(table: Table, piece: Piece, at: tuple[int, int]) -> bool:
    """One step from where it stands now; breaking away if it stands in an arc."""
    others = [one for one in table.pieces if one.id != piece.id]
    here = Table(table.floor, table.low, table.bookcases, [*others, piece])
    facings: tuple[Facing, ...] = FACINGS
    return any((at, facing) in here.reach(piece, 1, leaves=True) for facing in facings)
