"""Entries of the catalogue as they enter a battle."""

import pytest

from rulebook.errors import Unreadable
from rulebook.saga.board import Cell, Size
from rulebook.saga.catalogue import (
    ABILITIES,
    CLASSES,
    DREDGE_UNITS,
    OBSTACLES,
    Figures,
    dredge_unit,
    obstacle_unit,
    unit_from_class,
)
from rulebook.saga.setup import ability_from_catalogue
from rulebook.saga.state import DIRECTOR, Span, Unit

MASTER = Figures(strength=10, armor=10, willpower=6, exertion=2, break_=1)


def recruit(class_key: str, **more: object) -> Unit:
    about: dict[str, object] = {"id": "u", "name": "Una", "side": "north", "player": "ana"}
    return unit_from_class(class_key, **(about | more))  # type: ignore[arg-type]


def test_a_character_brings_its_figures_body_and_abilities() -> None:
    unit = recruit("raidmaster", figures=MASTER, reaction=7, at=Cell(2, 3))
    assert (unit.strength, unit.armor, unit.willpower) == (10, 10, 6)
    assert (unit.max_strength, unit.max_armor, unit.max_willpower) == (10, 10, 6)
    assert (unit.exertion, unit.break_, unit.reaction, unit.move) == (2, 1, 7, 4)
    assert (unit.size, unit.reach, unit.race, unit.at) == (Size(1, 1), Span(1, 1), "human", Cell(2, 3))
    assert (unit.passives, unit.abilities) == (("shield-wall",), {"stone-wall": 1})


def test_stat_9_open_wounds_lower_the_strength_and_its_total_once() -> None:
    unit = recruit("raidmaster", figures=MASTER, open_wounds=3)
    assert (unit.strength, unit.max_strength, unit.open_wounds) == (7, 7, 3)


def test_stat_9_morale_shifts_willpower_and_its_maximum_alike_but_not_below_0() -> None:
    assert [recruit("raidmaster", figures=MASTER, morale_shift=n).max_willpower for n in (2, -2)] == [8, 4]
    poor = recruit("warhawk", morale_shift=-3)
    assert (poor.willpower, poor.max_willpower) == (0, 0)


@pytest.mark.parametrize(("level", "rank"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3)])
def test_prom_1_the_level_gives_the_ability_rank(level: int, rank: int) -> None:
    unit = recruit("warhawk", level=level)
    assert (unit.level, unit.abilities) == (level, {"tempest": rank})


def test_figures_left_out_are_the_fixed_or_the_lowest() -> None:
    assert recruit("warrior").strength == 12
    assert recruit("warhawk").strength == 10
    assert recruit("bowmaster").reaction == 6


def test_a_bear_is_long_and_a_varl_is_large() -> None:
    assert recruit("warbear").size == Size(1, 2)
    assert recruit("provoker").size == Size(2, 2)


def test_every_class_and_every_dredge_can_take_the_field() -> None:
    for key in CLASSES:
        assert recruit(key).strength > 0
    for key, entry in DREDGE_UNITS.items():
        for rank in range(1, len(entry.ranks) + 1):
            assert dredge_unit(key, rank, id="d", name="D", side="dark").strength == entry.ranks[rank - 1].strength


def test_difficulty_shifts_a_dredge() -> None:
    easy, normal, hard = (
        dredge_unit("grunt", 2, id="g", name="Grunt", side="dark", difficulty=difficulty)
        for difficulty in ("easy", "normal", "hard")
    )
    assert [(u.strength, u.armor) for u in (easy, normal, hard)] == [(8, 6), (10, 9), (11, 10)]
    assert (normal.max_strength, normal.max_armor, normal.reaction) == (10, 9, 4)
    assert (normal.race, normal.player, normal.passives) == ("dredge", DIRECTOR, ("splinter",))


def test_a_spark_slinger_of_any_rank_knows_sunstrike() -> None:
    known = [dredge_unit("spark-slinger", rank, id="s", name="S", side="dark").abilities for rank in (1, 3)]
    assert known == [{"sunstrike": 1}, {"sunstrike": 1}]


@pytest.mark.parametrize("key", OBSTACLES)
def test_an_obstacle_stands_there_and_takes_no_turn(key: str) -> None:
    thing = obstacle_unit(key, id="o", name="O", side="", at=Cell(0, 0))
    assert thing.obstacle and not thing.fighter and thing.standing
    assert (thing.strength, thing.armor) == (OBSTACLES[key].strength, 0)


@pytest.mark.parametrize("key", ABILITIES)
def test_what_a_battle_keeps_says_what_the_catalogue_says(key: str) -> None:
    entry, kept = ABILITIES[key], ability_from_catalogue(key)
    for rank in range(1, entry.ranks + 1):
        assert tuple(kept.reach(rank, Span(2, 5))) == entry.range_at(rank).within((2, 5))
        for name in entry.figures:
            assert kept.figure(name, rank) == entry.figure(name, rank)


def test_unknown_keys_are_refused() -> None:
    refusals = []
    for attempt in (
        lambda: recruit("dragon"),
        lambda: recruit("raider", level=6),
        lambda: dredge_unit("dragon", 1, id="d", name="D", side="dark"),
        lambda: dredge_unit("grunt", 4, id="d", name="D", side="dark"),
        lambda: dredge_unit("grunt", 1, id="d", name="D", side="dark", difficulty="absurd"),
        lambda: obstacle_unit("dragon", id="o", name="O", side=""),
        lambda: ability_from_catalogue("fly"),
    ):
        with pytest.raises(Unreadable) as refused:
            attempt()
        refusals.append(refused.value.code)
    assert refusals == [
        "unknown-class",
        "unknown-level",
        "unknown-dredge",
        "unknown-rank",
        "unknown-difficulty",
        "unknown-obstacle",
        "unknown-ability",
    ]
