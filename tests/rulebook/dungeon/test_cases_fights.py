"""The worked cases of fights, wounds and locks, by their numbers (T12 to T19)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rulebook.dungeon import combat
from rulebook.dungeon.adventures import shipped
from rulebook.dungeon.attack import hits
from rulebook.dungeon.cards import Profile
from rulebook.dungeon.events import ZoneLaid
from rulebook.dungeon.grid import Square
from rulebook.dungeon.steps import Cast, Fight, Shoot
from tests.rulebook.dungeon.arena import Arena, pools

GUARD = "bone_guard-1"


def test_t12_the_rulebooks_example() -> None:
    arena = Arena(
        heroes={"bruna": ((4, 5), "E")}, foes={"bone_guard": [((5, 5), "W")]}, models={"bruna": {"wounds": 3}}
    )
    arena.step("bruna", Fight(GUARD), [1, 2, 4, 6, 2, 5])
    assert pools(arena.last_attack) == (4, 2, 2)
    assert arena.last_attack.hits == 2
    assert arena.model(GUARD).at is None
    assert arena.state.board.piles == (Square(5, 5),)


@pytest.mark.parametrize(
    ("attacker", "defender", "expected"),
    [
        ([5, 5, 3], [5, 2], 2),
        ([2, 1, 2, 1], [1, 1], 0),
        ([6, 3], [6, 5, 4, 1], 0),
        ([3, 5, 4], [6, 2], 2),
    ],
)
def test_t13_pairing_edge_cases(attacker: list[int], defender: list[int], expected: int) -> None:
    assert hits(attacker, defender, 2) == expected


@pytest.mark.parametrize(("combat_dice", "armour", "expected"), [(2, 2, (2, 1)), (3, 2, (2, 1)), (4, 4, (2, 4))])
def test_t14_minimum_values(combat_dice: int, armour: int, expected: tuple[int, int]) -> None:
    arena = Arena(heroes={"bruna": ((5, 5), "N")}, foes={"bone_guard": [((5, 6), "N"), ((4, 4), "E")]})
    card = Profile("bruna", "hero", move=6, combat=combat_dice, armour=armour, injured_at=3)
    arena.change("bruna", profile=card)
    sides = combat.fight_sides(arena.state, arena.model(GUARD), arena.model("bruna"))
    assert {term.name for term in sides.defender.dice_terms} == {"behind", "outnumbered"}
    assert tuple(sides.defender.pool) == expected


def test_t17_wounds() -> None:
    """One wound an attack; Injured at three; gone, and the game lost, at five."""
    foes = {"orrik": [((5, 5), "W")]}
    arena = Arena(heroes={"bruna": ((4, 5), "E"), "torvek": ((0, 0), "E")}, foes=foes, models={"bruna": {"wounds": 2}})
    four, none, one, two = [6, 6, 6, 6, 1], [1, 1, 1, 1, 1], [6, 1, 1, 1, 1], [6, 6, 1, 1, 1]
    for attack, defence, wounds in ((four, [1] * 5, 3), (none, [6] * 4, 3), (one, [5] * 4, 4)):
        arena.pass_heroes()
        arena.step("orrik", Fight("bruna"), [*attack, *defence])
        assert arena.model("bruna").wounds == wounds
        assert arena.model("bruna").injured
        arena.end("orrik")
        arena.end("overlord")
    arena.step("bruna", Fight("orrik"), [1, 1, 1, 1, 6, 6, 6, 6, 6])
    assert pools(arena.last_attack)[0] == 4
    arena.pass_heroes()
    arena.step("orrik", Fight("bruna"), [*two, 1, 1, 1, 1])
    bruna = arena.model("bruna")
    assert (bruna.wounds, bruna.at) == (5, None)
    assert arena.state.outcome is not None and arena.state.outcome.winner == "overlord"


def ossuary(guards: list[tuple[tuple[int, int], str]]) -> Arena:
    """Bruna before the locked door of the first adventure, alone with her foes."""
    adventure = shipped("silent_ossuary")
    start = replace(adventure.zones[0], spawns=())
    return Arena(
        heroes={"bruna": ((6, 3), "E")},
        foes={"bone_guard": guards},
        board=start.squares,
        zone={"doors": start.doors},
        hidden=adventure.zones[1:],
    )


DOOR = "door-7-3"


def test_t19_a_lock_holds_and_yields() -> None:
    arena = ossuary([])
    arena.step("bruna", Fight(DOOR), [3, 3, 2, 1, 1, 6, 4])
    assert pools(arena.last_attack) == (5, 2, 2)
    assert arena.state.board.closed(DOOR) is not None
    arena.end("bruna")
    arena.end("overlord")
    arena.step("bruna", Fight(DOOR), [6, 5, 3, 2, 1, 5, 5])
    assert arena.state.board.closed(DOOR) is None
    assert Square(7, 3) in arena.state.board.walkable
    (laid,) = arena.told(ZoneLaid)
    assert sorted(model.id for model in laid.models) == ["bone_guard-1", "bone_guard-2", "shambler-1"]


def test_t19_the_hero_alone_is_outnumbered() -> None:
    arena = ossuary([((5, 2), "E"), ((5, 4), "E")])
    arena.step("bruna", Fight(DOOR), [4, 3, 2, 1, 6, 1])
    assert pools(arena.last_attack) == (4, 2, 2)
    assert arena.last_attack.defender_terms == ()
    assert arena.state.board.closed(DOOR) is None


def test_t19_shots_and_magic_do_not_open_locks() -> None:
    first, *others = shipped("silent_ossuary").zones
    arena = Arena(
        heroes={"sylwen": ((6, 3), "E"), "ivo": ((5, 3), "E")},
        board=first.squares,
        zone={"doors": first.doors},
        hidden=others,
    )
    assert arena.refused("sylwen", Shoot(DOOR)) == "locks-resist"
    assert arena.refused("ivo", Cast("ember_dart", DOOR)) == "locks-resist"
