"""Bloody Flail and Kindle: many small blows, to one and to all around."""

from __future__ import annotations

import pytest

from rulebook.saga.events import DieRolled
from tests.rulebook.boards import Table, ours, theirs, thing

FLAIL, KINDLE = "bloody-flail", "kindle"


def thrasher(**figures: object) -> dict[str, object]:
    return ours(**({"abilities": {FLAIL: 3}} | figures))


@pytest.mark.parametrize(("rank", "blows"), [(1, 4), (2, 5), (3, 6)])
def test_bloody_flail_strikes_4_5_or_6_times(rank: int, blows: int) -> None:
    """SK-31: up to 50 takes strength, above it armor; the last goes astray above 67. Armor stops nothing."""
    faces = (50, 51, 1, 100, 50)[: blows - 1]
    strength = sum(face <= 50 for face in faces)
    table = Table("aG", a=thrasher(strength=1), G=theirs(armor=20))
    table.use("a", FLAIL, rank, "G", d100=(*faces, 68))
    assert table.changed == {
        "a": {"willpower": 5 - rank},
        "G": {"strength": 10 - strength, "armor": 20 - (blows - 1 - strength)},
    }
    assert len([event for event in table.events if isinstance(event, DieRolled)]) == blows


@pytest.mark.parametrize(
    ("face", "changed"),
    [
        (34, {"strength": 6}),
        (35, {"strength": 7, "armor": 7}),
        (67, {"strength": 7, "armor": 7}),
        (68, {"strength": 7}),
    ],
)
def test_bloody_flails_last_blow_takes_strength_armor_or_nothing(face: int, changed: dict[str, int]) -> None:
    table = Table("aG", a=thrasher(), G=theirs())
    table.use("a", FLAIL, 1, "G", d100=(1, 1, 1, face))
    assert table.changed["G"] == changed


@pytest.mark.parametrize(
    ("drawing", "taken"),
    [("..b..\n.caG.", 3), (".fb..\n.caG.\n..d..", 4), ("..bf.\n.caaG\n..aad", 4), (".H...\n..aG.\n.b...", 1)],
)
def test_bloody_flails_last_blow_is_heavier_for_each_ally_beside_at_most_three(drawing: str, taken: int) -> None:
    units = {"b": ours(), "c": ours(), "d": ours(), "f": ours(), "H": theirs()}
    shown = {mark: unit for mark, unit in units.items() if mark in drawing}
    table = Table(drawing, a=thrasher(), G=theirs(strength=20), **shown)
    table.use("a", FLAIL, 1, "G", d100=(1, 1, 1, 34))
    assert table.changed["G"] == {"strength": 20 - 3 - taken}


def test_sk_31_after_the_fall_no_die_is_cast() -> None:
    table = Table("aG.g", a=thrasher(), G=theirs(strength=2), g=theirs())
    table.use("a", FLAIL, 3, "G", d100=(1, 1))
    assert table.changed["G"] == {"strength": 0, "at": None, "defeated": True}


def test_sk_31_each_blow_is_a_hit_of_its_own() -> None:
    """SK-14, SK-43: four blows, the last astray, three answers; a Stone Wall takes each of them."""
    table = Table("aG", a=thrasher(), G=theirs(passives=("return-the-favor",)))
    table.use("a", FLAIL, 1, "G", d100=(1, 99, 1, 99))
    assert table.changed["a"] == {"willpower": 4, "armor": 5}
    walled = Table("aG", G=theirs(abilities={"stone-wall": 1}), a=thrasher())
    walled.use("G", "stone-wall", 1)
    walled.use("a", FLAIL, 1, "G", d100=(1, 99, 1, 34), d10=(1, 9))
    assert set(walled.changed) == {"a"}


def test_bloody_flail_needs_an_adjacent_enemy() -> None:
    table = Table("ab.G", a=thrasher(), b=ours(), G=theirs())
    assert table.refusal("a", FLAIL, 1, "G") == "out-of-range"
    assert table.refusal("a", FLAIL, 1, "b") == "illegal-target"


# Kindle


def stoneguard(**figures: object) -> dict[str, object]:
    return ours(**({"abilities": {KINDLE: 1}} | figures))


def test_kindle_takes_armor_from_everyone_around_and_pushes_them() -> None:
    """SK-37: 1, then 1 for each cell: three to the right, one to the left before the edge, none against the wall."""
    table = Table(
        "...#....\n...b....\n.Gaa.h..\n..aag...\n..H.....\n...o....",
        a=stoneguard(),
        b=ours(),
        g=theirs(),
        G=theirs(),
        H=theirs(),
        h=theirs(),
        o=thing(),
    )
    table.use("a", KINDLE, 1)
    assert table.changed == {
        "a": {"willpower": 4},
        "b": {"armor": 7},
        "g": {"armor": 4, "at": "H4"},
        "G": {"armor": 6, "at": "A3"},
        "H": {"armor": 6, "at": "C6"},
    }


def test_sk_37_obstacles_are_neither_cracked_nor_pushed() -> None:
    table = Table(".ao.G", a=stoneguard(), o=thing(armor=3), G=theirs())
    table.use("a", KINDLE, 1)
    assert table.changed == {"a": {"willpower": 4}}


def test_sk_37_who_is_pushed_stops_before_another() -> None:
    table = Table("aG.H", a=stoneguard(), G=theirs(), H=theirs())
    table.use("a", KINDLE, 1)
    assert table.changed == {"a": {"willpower": 4}, "G": {"armor": 6, "at": "C1"}}


def test_kindle_has_one_rank_and_no_target() -> None:
    table = Table("aG", a=stoneguard(), G=theirs())
    assert table.refusal("a", KINDLE, 2) == "unknown-rank"
    assert table.refusal("a", KINDLE, 1, "G") == "illegal-target"
