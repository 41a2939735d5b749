"""The worked cases of the Invisible Overlord, by their numbers (T32 to T40)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rulebook.dungeon.adventure import Kit
from rulebook.dungeon.board import Door, Lock, Ward
from rulebook.dungeon.cards import Character
from rulebook.dungeon.events import AttackRolled, InvisibleWeighed, WindowClosed
from rulebook.dungeon.grid import Square
from rulebook.dungeon.invisible.records import Choosing, Variant
from rulebook.dungeon.invisible.weighing import threats_for, turned_up
from rulebook.dungeon.state import Goal
from rulebook.dungeon.steps import End
from tests.rulebook.dungeon.arena import Arena, floor
from tests.rulebook.dungeon.unseen import Unseen, card, invisible


def with_characters(arena: Arena, unit: str, *characters: Character) -> None:
    """The model with other characters than its card has."""
    arena.change(unit, profile=replace(arena.model(unit).profile, characters=characters))


T32_ROWS: list[tuple[Variant, Choosing, tuple[Character, ...], dict[str, int]]] = [
    ("official", "target", ("Warrior",), {"bruna": 4, "torvek": 2, "sylwen": 14, "ivo": 7}),
    ("official", "target", ("Undead",), {"bruna": 4, "torvek": 2, "sylwen": 14, "ivo": 7}),
    ("official", "target", ("Cowardly",), {"bruna": 7, "torvek": 2, "sylwen": 26, "ivo": 13}),
    ("official", "target", ("Cunning",), {"bruna": 4, "torvek": 2, "sylwen": 14, "ivo": 13}),
    ("improved", "target", ("Warrior",), {"bruna": 3, "torvek": 0, "sylwen": 6, "ivo": 6}),
    ("improved", "target", ("Undead",), {"bruna": 3, "torvek": 0, "sylwen": 6, "ivo": 6}),
    ("improved", "target", ("Cowardly",), {"bruna": 6, "torvek": 0, "sylwen": 12, "ivo": 12}),
    ("improved", "activation", ("Cowardly",), {"bruna": 3, "torvek": 0, "sylwen": 6, "ivo": 6}),
    ("improved", "target", ("Cunning",), {"bruna": 3, "torvek": 0, "sylwen": 6, "ivo": 12}),
    ("improved", "activation", ("Cunning",), {"bruna": 3, "torvek": 0, "sylwen": 6, "ivo": 12}),
]


def t32(variant: Variant, **more: Any) -> Arena:
    return invisible(
        variant,
        heroes={"torvek": ((3, 3), "N"), "sylwen": ((5, 3), "N"), "bruna": ((9, 9), "N"), "ivo": ((9, 0), "N")},
        foes={"bone_guard": [((4, 3), "E")]},
        kits={"ivo": Kit(items=("ashen_seal",))},
        models={"sylwen": {"wounds": 2}, "bruna": {"wounds": 1}, "ivo": {"wounds": 2}},
        **more,
    )


@pytest.mark.parametrize(("variant", "choosing", "characters", "expected"), T32_ROWS)
def test_t32_threat_values(
    variant: Variant, choosing: Choosing, characters: tuple[Character, ...], expected: dict[str, int]
) -> None:
    arena = t32(variant)
    with_characters(arena, "bone_guard-1", *characters)
    play = turned_up(arena.state, variant, card("Attack", "Unarmoured", "Weakest"))
    found = threats_for(arena.state, play, arena.model("bone_guard-1"), choosing)
    assert {hero: one.value for hero, one in found.items()} == expected


def test_t32_of_equal_threats_the_hero_of_fewer_combat_dice_is_attacked() -> None:
    arena = t32("improved")
    arena.change("bone_guard-1", at=Square(7, 1))
    arena.change("sylwen", at=Square(5, 1))
    with_characters(arena, "bone_guard-1", "Warrior")
    done = Unseen(arena, card("Attack", "Unarmoured", "Weakest"), [1, 1, 1, 1])
    assert done.attacks == [("bone_guard-1", "fight", "ivo")]


def test_t34_gang_up_and_the_next_hero() -> None:
    arena = invisible(
        "official",
        heroes={"sylwen": ((0, 0), "S"), "torvek": ((1, 0), "E")},
        foes={"bone_guard": [((0, 1), "N"), ((3, 3), "W"), ((4, 4), "W")]},
        board=floor(8, 8),
    )
    faces = [4, 3, 4, 2, 1] + [6, 3, 5, 3] + [5, 2, 4, 4, 1]
    done = Unseen(arena, card("Gang Up", "Marksman", number=3), faces)
    assert done.attacks == [
        ("bone_guard-1", "fight", "sylwen"),
        ("bone_guard-3", "fight", "sylwen"),
        ("bone_guard-2", "fight", "torvek"),
    ]
    assert done.pools == [(2, 3, 2), (2, 2, 2), (2, 3, 4)]
    assert done.moves == [("bone_guard-3", (1, 1), 4), ("bone_guard-2", (2, 1), 2)]
    assert [done.state.models[hero].wounds for hero in ("sylwen", "torvek")] == [2, 1]
    first, second, third = done.told(InvisibleWeighed)
    assert {threat.hero: threat.value for threat in first.threats} == {"sylwen": 8, "torvek": 2}
    assert {threat.hero: threat.value for threat in second.threats} == {"sylwen": 4, "torvek": 1}
    assert {threat.hero: threat.value for threat in third.threats} == {"sylwen": 4, "torvek": 1}


def t35() -> Arena:
    return invisible(
        "official",
        heroes={"bruna": ((5, 5), "N"), "torvek": ((5, 10), "S")},
        foes={"bone_guard": [((1, 5), "E"), ((9, 5), "W")]},
        board=floor(11, 11),
        cards=("B06", *("B02",) * 20),
    )


def test_t35_an_interrupt_and_an_undead_tie() -> None:
    arena = t35()
    arena.change("torvek", at=Square(10, 10))
    faces = [5, 3, 6, 3, 2, 2] + [6, 4, 5, 4, 1]
    told = arena.step("bruna", End(), faces)
    attacks = [event for event in told if isinstance(event, AttackRolled)]
    assert [(one.unit, one.target, len(one.defender_rolls), one.hits) for one in attacks] == [
        ("bone_guard-1", "bruna", 4, 0),
        ("bone_guard-2", "bruna", 3, 1),
    ]
    assert arena.model("bone_guard-1").at == (4, 6)
    assert arena.model("bone_guard-2").at == (6, 6)
    assert arena.model("bruna").wounds == 1
    assert {arena.model(unit).status for unit in ("bone_guard-1", "bone_guard-2")} == {"waiting"}
    assert [event.how for event in told if isinstance(event, WindowClosed)] == ["played"]


@pytest.mark.parametrize(("dice", "winner"), [((2, 5), "bone_guard-2"), ((4, 4, 6, 1), "bone_guard-1")])
def test_t35_were_they_warriors_the_higher_die_would_act(dice: tuple[int, ...], winner: str) -> None:
    arena = t35()
    arena.change("torvek", at=Square(10, 10))
    for unit in ("bone_guard-1", "bone_guard-2"):
        with_characters(arena, unit, "Warrior")
    told = arena.step("bruna", End(), [*dice, 1, 1, 1, 1, 1, 1])
    assert [event.unit for event in told if isinstance(event, AttackRolled)] == [winner]


def t37() -> Arena:
    return invisible(
        "improved",
        heroes={"torvek": ((3, 4), "W"), "bruna": ((8, 4), "E")},
        foes={"bone_guard": [((2, 4), "E"), ((6, 8), "N"), ((6, 1), "S")]},
        board=floor(12, 9),
    )


def test_t37_gang_up() -> None:
    done = Unseen(t37(), card("Gang Up", "Armoured", number=2), [1, 1, 1, 1] * 2)
    assert done.moves == [("bone_guard-2", (4, 5), 3), ("bone_guard-3", (4, 3), 2)]
    assert done.attacks == [("bone_guard-2", "fight", "torvek"), ("bone_guard-3", "fight", "torvek")]
    assert done.pools == [(2, 2, 4), (2, 2, 4)]


def test_t37_pin() -> None:
    done = Unseen(t37(), card("Pin", "Armoured", number=2), [1, 1, 1, 1, 1, 1] + [1, 1, 1, 1])
    assert done.moves == [("bone_guard-2", (7, 5), 3), ("bone_guard-3", (4, 3), 2)]
    assert done.attacks == [("bone_guard-2", "fight", "bruna"), ("bone_guard-3", "fight", "torvek")]
    assert done.pools[0] == (2, 4, 2)


def t40(closure: Lock | Ward, foes: dict[str, Any], **more: Any) -> Arena:
    heroes = {"torvek": ((4, 4), "E"), "ivo": ((8, 4), "W"), "bruna": ((4, 7), "E")} | more.pop("heroes", {})
    return invisible(
        "improved",
        heroes=heroes,
        foes=foes,
        board=floor(12, 9),
        zone={"doors": (Door("door-12-4", (Square(12, 4),), closure),)},
        mission={"goals": (Goal("door", Square(12, 4)),)},
        models={"torvek": {"wounds": 1}},
        **more,
    )


MAILED = {"mailed_shambler": [((4, 1), "S")]}


@pytest.mark.parametrize("recharge", [0, 1])
def test_t40_quest_at_a_warded_door(recharge: int) -> None:
    arena = t40(Ward(2), MAILED)
    arena.change("ivo", spells={**arena.model("ivo").spells, "unbind": recharge})
    with_characters(arena, "mailed_shambler-1", "Warrior")
    play = turned_up(arena.state, "improved", card("Attack", "Quest"))
    found = threats_for(arena.state, play, arena.model("mailed_shambler-1"), "target")
    assert {hero: one.value for hero, one in found.items()} == {"torvek": 0, "ivo": 3, "bruna": 0}


def test_t40_quest_at_a_locked_door() -> None:
    arena = t40(Lock(2, 2), MAILED)
    play = turned_up(arena.state, "improved", card("Attack", "Quest"))
    found = threats_for(arena.state, play, arena.model("mailed_shambler-1"), "target")
    assert {hero: one.value for hero, one in found.items()} == {"torvek": 0, "ivo": 0, "bruna": 3}


@pytest.mark.parametrize(
    ("character", "target", "square"),
    [
        ("Warrior", "ivo", (7, 3)),
        ("Brutal", "torvek", (3, 3)),
        ("Cowardly", "torvek", (3, 3)),
        ("Cunning", "ivo", None),
    ],
)
def test_t40_characters(character: Character, target: str, square: tuple[int, int] | None) -> None:
    arena = t40(Ward(2), MAILED)
    with_characters(arena, "mailed_shambler-1", character)
    done = Unseen(arena, card("Attack", "Quest"), [1] * (3 + {"ivo": 2, "torvek": 3}[target]))
    assert [attack[2] for attack in done.attacks] == [target]
    assert square is None or done.at("mailed_shambler-1") == square


@pytest.mark.parametrize(("first", "acts"), [("Cunning", "bone_guard-1"), ("Warrior", "bone_guard-2")])
def test_t40_activation(first: Character, acts: str) -> None:
    arena = t40(Ward(2), {"bone_guard": [((10, 2), "W"), ((11, 8), "W")]})
    with_characters(arena, "bone_guard-1", first)
    with_characters(arena, "bone_guard-2", "Warrior")
    done = Unseen(arena, card("Attack", "Quest"), [1, 1, 1, 1])
    assert done.attacks == [(acts, "fight", "ivo")]


@pytest.mark.parametrize("goes_for_win", [True, False])
def test_t40_going_for_the_win(goes_for_win: bool) -> None:
    arena = t40(
        Ward(2),
        {"bone_archer": [((11, 6), "N")]},
        heroes={"sylwen": ((10, 1), "N")},
        rules={"io_go_for_win": goes_for_win},
    )
    arena.change("sylwen", wounds=4)
    done = Unseen(arena, card("Support", "Spellcaster"), [1] * (3 + 2))
    assert done.attacks == [("bone_archer-1", "shoot", "sylwen")]
    assert done.acted == ["bone_archer-1"]
    assert [choice.rule for choice in done.choices("win")] == (["IO-IMP-12"] if goes_for_win else [])
