"""What each attribute is, and what cannot happen to it: STAT-3, STAT-5, STAT-7, DMG-5, INIT-3."""

from __future__ import annotations

import pytest

from rulebook.saga.board import Cell, Size
from rulebook.saga.catalogue import CLASSES, Figures, unit_from_class
from rulebook.saga.events import RoundBegan
from rulebook.saga.renown import ability_rank
from rulebook.saga.state import Span
from rulebook.saga.steps import Horn, Move, Rest, Strike, UseAbility
from tests.rulebook.boards import Table, ours, theirs
from tests.rulebook.rounds import Round

# Willpower


def test_stat_3_rest_horn_ability_and_kill_give_willpower_up_to_the_maximum() -> None:
    """Every source once, each with room for less than it gives; a rest with none."""
    table = Table(
        "bsaG....H",
        s=ours(passives=("embolden",), strength=20, willpower=5, max_willpower=5, reach=Span(1, 2)),
        a=ours(willpower=4, max_willpower=5),
        b=ours(willpower=5, max_willpower=5, abilities={"rally": 3}),
        G=theirs(strength=1),
        H=theirs(),
    )
    table.strike("s", "G")
    assert table.changed == {"a": {"willpower": 5}, "G": {"strength": -11, "at": None, "defeated": True}}
    table.play("a", Move(Cell(7, 0), 1), Strike("strength", "H", 1), d100=(1,))
    assert table.changed["a"]["willpower"] == 5 - 1 - 1
    table.use("b", "rally", 3, "a")
    assert table.changed == {"a": {"willpower": 5}, "b": {"willpower": 2}}
    table.play("H", d10=(1, 9, 8, 7))
    table.play("a", Rest())
    assert table.changed == {}
    table.play("b", Horn(1), UseAbility("rally", 1, "s"))
    assert table.changed == {}
    assert table.horns == {"ours": 0, "theirs": 0}


def test_stat_3_nothing_takes_willpower_below_nothing() -> None:
    table = Table("aG.....", a=ours(willpower=1, exertion=2), G=theirs(passives=("depraved",), strength=1))
    table.strike("a", "G", boost=1)
    assert table.state.units["a"].willpower == 0


# Reaction


@pytest.mark.parametrize("misses", [1, 2])
def test_stat_5_missed_deadlines_lower_the_total_and_leave_reaction(misses: int) -> None:
    table = Round("abcd")
    while table.state.round <= misses:
        assert table.due is not None
        table.sweep(at=table.due)
    began = table.last(RoundBegan)
    faces = {roll.unit: roll.roll.face for roll in began.rolls if roll.tie == 0}
    assert dict(began.totals) == {unit: face + 5 - misses for unit, face in faces.items()}
    assert {unit.reaction for unit in table.state.units.values()} == {5}


# The rest of a unit


def test_stat_7_a_unit_has_its_size_movement_reach_passives_and_abilities_by_rank() -> None:
    figures = Figures(12, 8, 6, 2, 2)
    unit = unit_from_class(
        "warmaster", id="w", name="W", side="ours", player="ana", figures=figures, reaction=4, level=3
    )
    assert (unit.size, unit.move, unit.reach) == (Size(2, 2), 4, Span(1, 1))
    assert (unit.passives, unit.abilities) == (("heavy-impact",), {"sundering-impact": 2})
    assert unit_from_class("bowmaster", id="b", name="B", side="ours", player="ana").reach == Span(2, 5)


@pytest.mark.parametrize("key", CLASSES)
def test_stat_7_every_class_enters_with_a_size_a_range_and_ranks_from_one_to_three(key: str) -> None:
    for level in (1, 2, 3, 4, 5):
        unit = unit_from_class(key, id="u", name="U", side="ours", player="ana", level=level)
        assert unit.size in (Size(1, 1), Size(2, 2), Size(1, 2))
        assert unit.move > 0
        assert 1 <= unit.reach.low <= unit.reach.high
        assert set(unit.abilities.values()) <= {ability_rank(level)} <= {1, 2, 3}


# Damage without a kind


def test_dmg_5_coals_take_strength_and_no_armor() -> None:
    table = Table("a..G......", a=ours(abilities={"slag-and-burn": 1}, reach=Span(2, 5)), G=theirs())
    table.use("a", "slag-and-burn", 1, "F1")
    table.walk("G", "F1", d10=(1, 10))
    assert table.changed == {"G": {"at": "F1", "strength": 9}}


def test_dmg_5_bleeding_takes_strength_and_no_armor() -> None:
    table = Table("a..G.......", a=ours(abilities={"impale": 1}, reach=Span(1, 3)), G=theirs())
    table.use("a", "impale", 1, "G")
    table.walk("G", "G1", d10=(1, 10))
    assert table.changed == {"G": {"at": "G1", "strength": 6, "lasting": ()}}


# One turn for each unit


def test_init_3_a_player_with_three_units_rolls_three_times_and_has_three_turns() -> None:
    owners = {"a": "ana", "c": "ana", "e": "ana"}
    table = Round("abcde", owners=owners)
    for unit, hour in zip("abcde", (1, 2, 3, 4, 5), strict=True):
        assert table.waits[0].who == owners.get(unit, unit)
        table.post(unit, at=hour)
    began = table.last(RoundBegan)
    assert sorted(roll.unit for roll in began.rolls if roll.tie == 0) == list("abcde")
    assert sorted(began.order) == list("abcde")
