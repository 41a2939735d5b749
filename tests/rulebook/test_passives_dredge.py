"""Back Off, Depraved and Shield Mastery."""

from __future__ import annotations

import pytest

from rulebook.saga.catalogue import dredge_unit, unit_from_class
from rulebook.saga.state import Span
from tests.rulebook.boards import Table, ours, theirs, thing

BACK = ("back-off",)


@pytest.mark.parametrize(
    ("drawing", "landing"),
    [("aG......", "E1"), ("aG..", "D1"), ("aG.H....", "C1"), ("aG.#....", "C1"), ("aG..oo..", "D1")],
)
def test_back_off_goes_three_cells_straight_away_as_far_as_it_is_free(drawing: str, landing: str) -> None:
    """SK-47."""
    others = {mark: unit for mark, unit in {"H": theirs(), "o": thing()}.items() if mark in drawing}
    table = Table(drawing, a=ours(), G=theirs(passives=BACK), **others)
    table.strike("a", "G")
    assert table.changed["G"] == {"strength": 8, "at": landing, "lasting": (("back-off", 3),)}


def test_sk_47_once_a_round() -> None:
    table = Table("aG.......b", a=ours(), b=ours(reach=Span(1, 9)), G=theirs(passives=BACK, strength=20))
    table.strike("a", "G")
    assert table.changed["G"]["at"] == "E1"
    table.strike("b", "G")
    assert table.changed == {"G": {"strength": 16}}
    table.play("G", d10=(9, 5, 1))
    assert table.state.units["G"].lasting == ()
    table.play("a")
    table.strike("b", "G")
    assert table.changed["G"]["at"] == "B1"


def test_sk_47_a_miss_and_a_wall_behind_leave_it_where_it_is() -> None:
    missed = Table("aG...", a=ours(), G=theirs(passives=BACK))
    missed.strike("a", "G", roll=100)
    assert missed.changed == {}
    walled = Table("aG#..", a=ours(), G=theirs(passives=BACK))
    walled.strike("a", "G")
    assert walled.changed == {"G": {"strength": 8}}


def test_sk_47_the_fallen_do_not_back_off() -> None:
    table = Table("aG...\n....g", a=ours(), G=theirs(passives=BACK, strength=1), g=theirs())
    table.strike("a", "G")
    assert table.changed["G"] == {"strength": -1, "at": None, "defeated": True}


def test_sk_47_a_break_counts_and_coals_on_the_way_burn() -> None:
    fire = ours(abilities={"slag-and-burn": 1}, reach=Span(2, 5), player="beto")
    table = Table("aG.....\n.......\n..b....", b=fire, a=ours(), G=theirs(passives=BACK))
    table.use("b", "slag-and-burn", 1, "D1")
    table.strike("a", "G", "break")
    assert table.changed["G"] == {"armor": 6, "strength": 8, "at": "E1", "lasting": (("back-off", 3),)}


def test_sk_47_fire_from_the_sky_counts() -> None:
    fire = ours(abilities={"slag-and-burn": 1}, reach=Span(2, 5))
    table = Table("b..H....", b=fire, H=theirs(passives=BACK))
    table.use("b", "slag-and-burn", 1, "C1")
    assert table.changed["H"] == {"strength": 9, "at": "G1", "lasting": (("back-off", 3),)}


def test_sk_47_coals_underfoot_are_nobody_to_back_off_from() -> None:
    fire = ours(abilities={"slag-and-burn": 1}, reach=Span(2, 5))
    table = Table("b....G..\n......g.", b=fire, G=theirs(passives=BACK), g=theirs())
    table.use("b", "slag-and-burn", 1, "D1")
    assert table.coals == {"D1": "b", "E1": "b"}
    table.walk("G", "E1")
    assert table.changed == {"G": {"strength": 9, "at": "E1"}}


@pytest.mark.parametrize("key", ["slag-slinger", "fire-slinger", "spark-slinger"])
def test_the_slingers_of_the_catalogue_back_off(key: str) -> None:
    assert dredge_unit(key, 1, id="s", name="s", side="theirs").passives == BACK


def test_sk_47_heavy_impact_does_not_strike_it_again_where_it_backed_off_to() -> None:
    """SK-42: beside where it stood stands the one struck, and it is no other enemy."""
    table = Table("aG.H", a=ours(passives=("heavy-impact",)), G=theirs(passives=BACK), H=theirs())
    table.strike("a", "G")
    assert table.changed == {"G": {"strength": 8, "at": "C1", "lasting": (("back-off", 3),)}}


# Depraved


def test_depraved_takes_willpower_from_everyone_beside_when_it_falls() -> None:
    """SK-48: friend and foe, never below 0, and nobody farther away."""
    table = Table(
        ".bGG.H\n.aGGg.\n......",
        a=ours(strength=14),
        b=ours(willpower=0, max_willpower=3),
        G=theirs(passives=("depraved",), strength=2),
        g=theirs(),
        H=theirs(),
    )
    table.strike("a", "G")
    assert table.changed == {
        "G": {"strength": -4, "at": None, "defeated": True},
        "a": {"willpower": 4},
        "g": {"willpower": 4},
    }


def test_sk_48_it_keeps_still_while_it_stands() -> None:
    table = Table("aG", a=ours(), G=theirs(passives=("depraved",)))
    table.strike("a", "G")
    assert table.changed == {"G": {"strength": 8}}


def test_the_warped_stoneguard_of_the_catalogue_is_depraved() -> None:
    assert dredge_unit("warped-stoneguard", 1, id="w", name="w", side="theirs").passives == ("depraved",)


# Shield Mastery


def test_shield_mastery_takes_strength_damage_off_the_armor_first() -> None:
    """SK-45: 20 - 14 = 6 off the armor; then 10 against 2 is 8, of which 2 are armor."""
    table = Table("Ga\nH.", a=ours(passives=("shield-mastery",), armor=14), G=theirs(strength=20), H=theirs())
    table.play("a")
    table.strike("G", "a")
    assert table.changed == {"a": {"armor": 8}}


def test_a_shieldmaiden_of_the_catalogue_has_her_passive_and_her_ability() -> None:
    maiden = unit_from_class("shieldmaiden", id="s", name="s", side="ours", player="ana", level=5)
    assert (maiden.passives, maiden.abilities, maiden.reach) == (("shield-mastery",), {"champion": 3}, Span(1, 2))
