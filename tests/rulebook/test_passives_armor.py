"""Passives that guard or answer: Shield Wall, Return the Favor, Thick Hide, Splinter."""

import pytest

from rulebook.saga.catalogue import dredge_unit
from rulebook.saga.hooks import counted_armor
from rulebook.saga.state import Span
from tests.rulebook.boards import Table, ours, theirs, thing

WALL = ("shield-wall",)
FAVOR = ("return-the-favor",)
SPLINTER = ("splinter",)


@pytest.mark.parametrize(
    ("drawing", "armor"),
    [
        ("R.b\n..G", 8),
        ("Rb.\n..G", 9),
        (".c.\nbR.\n..G", 10),
        ("b..\n.R.\n..G", 8),
        ("RO.\n..G", 8),
        ("RG.\n...", 8),
    ],
    ids=["alone", "one ally", "two allies", "diagonal", "obstacle", "enemy"],
)
def test_shield_wall_counts_one_armor_for_each_adjacent_ally(drawing: str, armor: int) -> None:
    others = {"b": ours(), "c": ours(), "O": thing(side="ours"), "G": theirs()}
    fielded = {mark: figures for mark, figures in others.items() if mark in drawing}
    table = Table(drawing, R=ours(passives=WALL), **fielded)
    assert counted_armor(table.state, table.state.units["R"]) == armor


def test_shield_wall_shelters_the_ally_beside_it_as_well() -> None:
    table = Table("Rb.c\n...G", R=ours(passives=WALL), b=ours(), c=ours(), G=theirs())
    counted = {mark: counted_armor(table.state, table.state.units[mark]) for mark in "RbcG"}
    assert counted == {"R": 9, "b": 9, "c": 8, "G": 8}


def test_two_raiders_give_and_receive() -> None:
    table = Table("RSG", R=ours(passives=WALL), S=ours(passives=WALL), G=theirs())
    assert counted_armor(table.state, table.state.units["R"]) == 10


def test_stat_10_shield_wall_counts_in_the_threshold_and_in_the_damage() -> None:
    table = Table("GRb", G=theirs(strength=9), R=ours(passives=WALL, armor=10), b=ours())
    table.strike("G", "R", roll=58)
    assert table.strike_told().threshold == 70 + 9 - 10 * 2
    assert table.changed == {"R": {"strength": 9}}
    table = Table("GRb", G=theirs(strength=12), R=ours(passives=WALL), b=ours())
    table.strike("G", "R")
    assert table.changed == {"R": {"strength": 7}}


def test_sk_40_what_the_wall_adds_cannot_be_broken() -> None:
    table = Table("GRb", G=theirs(break_=3), R=ours(passives=WALL, armor=1), b=ours())
    table.strike("G", "R", "break")
    assert table.changed == {"R": {"armor": 0}}
    assert counted_armor(table.state, table.state.units["R"]) == 1


def test_shield_wall_opens_when_the_ally_falls() -> None:
    table = Table("GbR", G=theirs(), b=ours(strength=1), R=ours(passives=WALL))
    table.strike("G", "b")
    assert counted_armor(table.state, table.state.units["R"]) == 8


@pytest.mark.parametrize(("attack", "lost"), [("strength", {"strength": 8}), ("break", {"armor": 6})])
def test_return_the_favor_takes_armor_from_an_adjacent_attacker(attack: str, lost: dict[str, int]) -> None:
    table = Table("aS", a=ours(), S=theirs(passives=FAVOR))
    table.strike("a", "S", attack)  # type: ignore[arg-type]
    assert table.changed == {"a": {"armor": 7}, "S": lost}


def test_return_the_favor_answers_the_killing_blow() -> None:
    table = Table("aS.h", a=ours(), S=theirs(passives=FAVOR, strength=2), h=theirs())
    table.strike("a", "S")
    assert table.changed == {"a": {"armor": 7}, "S": {"strength": 0, "at": None, "defeated": True}}


def test_return_the_favor_does_not_answer_from_afar_nor_a_miss() -> None:
    table = Table("a.S", a=ours(reach=Span(1, 2)), S=theirs(passives=FAVOR))
    table.strike("a", "S")
    assert table.changed == {"S": {"strength": 8}}
    table = Table("aS", a=ours(), S=theirs(passives=FAVOR))
    table.strike("a", "S", roll=100)
    assert table.changed == {}


def test_sk_43_return_the_favor_does_not_answer_what_did_no_damage() -> None:
    table = Table("Sa", S=theirs(passives=FAVOR, abilities={"stone-wall": 1}), a=ours())
    table.use("S", "stone-wall", 1)
    table.strike("a", "S", d10=(1, 10))
    assert table.changed == {}


def test_sk_43_return_the_favor_does_not_answer_the_wear_of_a_miss() -> None:
    table = Table("aSb", a=ours(), b=ours(), S=theirs(passives=FAVOR))
    table.strike("a", "S", "break", roll=100)
    table.strike("b", "S", "break", roll=100)
    assert table.changed == {"S": {"armor": 7}}


def test_sk_43_an_answer_is_not_answered() -> None:
    table = Table("aS", a=ours(passives=FAVOR), S=theirs(passives=FAVOR))
    table.strike("a", "S")
    assert table.changed == {"a": {"armor": 7}, "S": {"strength": 8}}


def test_return_the_favor_answers_heavy_impact_from_beside() -> None:
    table = Table("WWG\nWWS", W=ours(strength=12, passives=("heavy-impact",)), G=theirs(), S=theirs(passives=FAVOR))
    table.strike("W", "G")
    assert table.changed == {"W": {"armor": 7}, "G": {"strength": 6}, "S": {"strength": 9}}


@pytest.mark.parametrize(
    ("armor", "left"),
    [(10, {"armor": 8}), (3, {"armor": 0, "strength": 4}), (0, {"strength": -2, "at": None, "defeated": True})],
)
def test_thick_hide_takes_strength_damage_off_the_armor_first(armor: int, left: dict[str, object]) -> None:
    table = Table("aB.h", a=ours(strength=12), B=theirs(passives=("thick-hide",), armor=armor), h=theirs())
    table.strike("a", "B")
    assert table.changed == {"B": left}


def test_thick_hide_takes_a_boost_and_a_break_as_they_come() -> None:
    table = Table("aB", a=ours(strength=12), B=theirs(passives=("thick-hide",), armor=10))
    table.strike("a", "B", boost=2)
    assert table.changed == {"a": {"willpower": 3}, "B": {"armor": 6}}
    table = Table("aB", a=ours(), B=theirs(passives=("thick-hide",), armor=10))
    table.strike("a", "B", "break")
    assert table.changed == {"B": {"armor": 8}}


def test_sk_45_thick_hide_takes_the_burning_too() -> None:
    fire = {"slag-and-burn": 1}
    table = Table("a....B", a=ours(abilities=fire), B=theirs(passives=("thick-hide",), armor=1))
    table.use("a", "slag-and-burn", 1, "D1")
    table.walk("B", "D1", d10=(1, 10))
    assert table.changed == {"B": {"at": "D1", "armor": 0, "strength": 9}}


def dredge(**figures: object) -> dict[str, object]:
    return theirs(**({"passives": SPLINTER, "race": "dredge"} | figures))


def test_splinter_runs_along_the_chain_after_a_heavy_hit() -> None:
    table = Table(
        "agh.m\n..kn.",
        a=ours(break_=3),
        g=dredge(),
        h=dredge(),
        k=dredge(),
        n=theirs(),
        m=dredge(),
    )
    table.strike("a", "g", "break")
    assert table.changed == {"g": {"armor": 5}, "h": {"armor": 7}, "k": {"armor": 7}}


def test_splinter_keeps_still_below_three() -> None:
    table = Table("agh", a=ours(break_=2), g=dredge(), h=dredge())
    table.strike("a", "g", "break")
    assert table.changed == {"g": {"armor": 6}}


def test_splinter_counts_the_boost_and_the_armor_really_lost() -> None:
    table = Table("agh", a=ours(break_=2), g=dredge(), h=dredge())
    table.strike("a", "g", "break", boost=1)
    assert table.changed == {"a": {"willpower": 4}, "g": {"armor": 5}, "h": {"armor": 7}}
    table = Table("agh", a=ours(break_=4), g=dredge(armor=2), h=dredge())
    table.strike("a", "g", "break")
    assert table.changed == {"g": {"armor": 0}}


def test_sk_46_dredge_without_splinter_lose_armor_but_pass_nothing_on() -> None:
    table = Table("agsh", a=ours(break_=3), g=dredge(), s=dredge(passives=()), h=dredge())
    table.strike("a", "g", "break")
    assert table.changed == {"g": {"armor": 5}, "s": {"armor": 7}}


def test_sk_46_in_a_ring_nobody_loses_twice() -> None:
    table = Table("agh\n.kl", a=ours(break_=3), g=dredge(), h=dredge(), k=dredge(), l=dredge(armor=0))
    table.strike("a", "g", "break")
    assert table.changed == {"g": {"armor": 5}, "h": {"armor": 7}, "k": {"armor": 7}}


def test_splinter_listens_to_abilities_but_not_to_strength() -> None:
    table = Table("SSg.\nSSh.", S=ours(abilities={"battering-ram": 3}), g=dredge(), h=dredge())
    table.use("S", "battering-ram", 2, "g")
    assert table.changed == {"S": {"willpower": 3}, "g": {"armor": 5, "at": "D1"}, "h": {"armor": 7}}
    table = Table("agh", a=ours(strength=14), g=dredge(), h=dredge())
    table.strike("a", "g")
    assert table.changed == {"g": {"strength": 4}}


def test_a_grunt_from_the_catalogue_splinters() -> None:
    grunt = dredge_unit("grunt", 1, id="g", name="Grunt", side="theirs")
    assert (grunt.race, grunt.passives) == ("dredge", SPLINTER)
