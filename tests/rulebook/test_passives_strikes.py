"""Passives of those who strike or walk: Puncture, Heavy Impact, Embolden, Light Step."""

import pytest

from rulebook.errors import Refused
from rulebook.saga.board import parse_cell
from rulebook.saga.state import Span
from rulebook.saga.steps import Move, Strike
from tests.rulebook.boards import Table, ours, theirs, thing

FALLEN = {"at": None, "defeated": True}
HEAVY = ("heavy-impact",)


def archer(**figures: object) -> dict[str, object]:
    return ours(**({"strength": 7, "reach": Span(2, 5), "passives": ("puncture",)} | figures))


@pytest.mark.parametrize(("armor", "damage"), [(8, 1), (7, 1), (6, 2), (5, 3), (4, 5), (0, 11)])
def test_puncture_counts_one_strength_for_every_two_armor_lost(armor: int, damage: int) -> None:
    table = Table("a..G", a=archer(), G=theirs(strength=20, armor=armor, max_armor=8))
    table.strike("a", "G")
    assert table.changed == {"G": {"strength": 20 - damage}}


def test_stat_10_puncture_counts_in_the_threshold() -> None:
    table = Table("a..G", a=archer(strength=4), G=theirs(armor=8, max_armor=14))
    table.strike("a", "G", roll=66)
    assert table.strike_told().threshold == 70 + 7 - 10
    assert table.changed == {"G": {"strength": 9}}


def test_sk_41_puncture_is_lost_by_moving() -> None:
    table = Table("a...G", a=archer(), G=theirs(armor=4, max_armor=8))
    table.play("a", Move(parse_cell("B1")), Strike("strength", "G"), d100=(1,))
    assert table.changed == {"a": {"at": "B1"}, "G": {"strength": 7}}


def test_puncture_adds_nothing_to_a_break() -> None:
    table = Table("a..G", a=archer(), G=theirs(armor=4, max_armor=8))
    table.strike("a", "G", "break")
    assert table.changed == {"G": {"armor": 2}}


CROWD = """
..e...
.aGh..
..bk..
"""


def crowd(**figures: object) -> Table:
    striker = ours(**({"strength": 12, "passives": HEAVY} | figures))
    return Table(CROWD, a=striker, G=theirs(), e=theirs(), h=thing(), b=ours(), k=theirs())


def test_heavy_impact_takes_one_strength_from_the_other_enemies_beside_the_target() -> None:
    table = crowd()
    table.strike("a", "G")
    assert table.changed == {"G": {"strength": 6}, "e": {"strength": 9}}


@pytest.mark.parametrize(("attack", "roll", "changed"), [("strength", 100, {}), ("break", 1, {"G": {"armor": 6}})])
def test_heavy_impact_needs_a_strength_attack_that_hits(attack: str, roll: int, changed: dict[str, object]) -> None:
    table = crowd(strength=7)
    table.strike("a", "G", attack, roll=roll)  # type: ignore[arg-type]
    assert table.changed == changed


def test_heavy_impact_reaches_all_eight_cells_around_a_large_target() -> None:
    table = Table(
        """
        .ef.
        aGGg
        .GGh
        .kl.
        """,
        a=ours(strength=12, passives=HEAVY),
        G=theirs(),
        **{mark: theirs() for mark in "efghkl"},
    )
    table.strike("a", "G")
    assert table.changed == {"G": {"strength": 6}} | {mark: {"strength": 9} for mark in "efghkl"}


def test_sk_42_heavy_impact_spreads_from_where_the_target_fell_and_fells_others() -> None:
    table = Table("aGh.k", a=ours(strength=12, passives=HEAVY), G=theirs(strength=1), h=theirs(strength=1), k=theirs())
    table.strike("a", "G")
    assert table.changed == {"G": {"strength": -3, **FALLEN}, "h": {"strength": 0, **FALLEN}}
    assert [fall.by for fall in table.state.fallen] == ["a", "a"]
    assert table.horns == {"ours": 2, "theirs": 0}


def test_heavy_impact_can_win_the_battle() -> None:
    table = Table("aGh", a=ours(strength=12, passives=HEAVY), G=theirs(strength=1), h=theirs(strength=1))
    table.strike("a", "G")
    assert table.state.outcome is not None and table.state.outcome.winner == "ours"


def spearman(**figures: object) -> dict[str, object]:
    return ours(**({"passives": ("embolden",), "willpower": 1, "max_willpower": 5} | figures))


def test_embolden_gives_willpower_for_a_kill_to_the_spearman_and_those_beside() -> None:
    table = Table(
        "bsG.h\nc....\n.d...",
        s=spearman(),
        b=ours(willpower=4, max_willpower=5),
        c=ours(willpower=0, max_willpower=5),
        d=ours(),
        G=theirs(strength=2),
        h=theirs(),
    )
    table.strike("s", "G")
    assert table.changed == {
        "s": {"willpower": 2},
        "b": {"willpower": 5},
        "G": {"strength": 0, **FALLEN},
    }


def test_sk_44_embolden_never_goes_above_the_maximum_and_needs_a_living_enemy() -> None:
    table = Table("bsG.h", s=spearman(willpower=5), b=ours(), G=theirs(strength=2), h=theirs())
    table.strike("s", "G")
    assert table.changed == {"G": {"strength": 0, **FALLEN}}
    table = Table("bsO.h", s=spearman(), b=ours(willpower=0, max_willpower=5), O=thing(armor=0), h=theirs())
    table.strike("s", "O")
    assert table.changed == {"O": {"strength": -2, **FALLEN}}


def test_sk_44_embolden_hears_of_a_kill_by_bleeding() -> None:
    spear = spearman(strength=12, reach=Span(1, 2), abilities={"impale": 1}, willpower=2)
    table = Table("s.G....\nh......", s=spear, G=theirs(strength=5), h=theirs())
    table.use("s", "impale", 1, "G")
    table.walk("G", "E1")
    assert table.changed == {"s": {"willpower": 2}, "G": {"strength": 0, "lasting": (), **FALLEN}}


def test_embolden_is_silent_without_a_kill() -> None:
    table = Table("sG", s=spearman(), G=theirs())
    table.strike("s", "G")
    assert table.changed == {"G": {"strength": 8}}


def test_light_step_walks_through_allies() -> None:
    table = Table("abc.G", a=ours(passives=("light-step",)), b=ours(), c=ours(), G=theirs())
    table.walk("a", "D1")
    assert table.changed == {"a": {"at": "D1"}}
    assert {str(cell): unit for cell, unit in table.state.occupied.items()} == {
        "B1": "b",
        "C1": "c",
        "D1": "a",
        "E1": "G",
    }


@pytest.mark.parametrize(
    ("drawing", "passives", "to"),
    [
        ("ab..G", (), "C1"),
        ("ab..G", ("light-step",), "B1"),
        ("aG...", ("light-step",), "C1"),
        ("aO..G", ("light-step",), "C1"),
    ],
    ids=["without it", "onto an ally", "through an enemy", "through an obstacle"],
)
def test_light_step_neither_stops_on_allies_nor_passes_others(drawing: str, passives: tuple[str, ...], to: str) -> None:
    others = {"b": ours(), "O": thing(side="ours"), "G": theirs()}
    fielded = {mark: figures for mark, figures in others.items() if mark in drawing}
    table = Table(drawing, a=ours(passives=passives), **fielded)
    with pytest.raises(Refused) as refused:
        table.walk("a", to)
    assert refused.value.code == "blocked"


def test_light_step_through_an_ally_on_coals_burns_and_leaves_the_ally_its_cell() -> None:
    table = Table(
        "b.c...f\n#######\nG......",
        f=ours(abilities={"slag-and-burn": 1}, reach=Span(2, 5)),
        c=ours(),
        b=ours(passives=("light-step",)),
        G=theirs(),
    )
    table.use("f", "slag-and-burn", 1, "E1")
    assert set(table.coals) == {"E1", "F1"}
    table.walk("c", "E1")
    assert table.changed == {"c": {"at": "E1", "strength": 9}}
    table.walk("b", "F1")
    assert table.changed == {"b": {"at": "F1", "strength": 8, "willpower": 4}}
    assert {unit: str(cell) for cell, unit in table.state.occupied.items()} == {
        "b": "F1",
        "c": "E1",
        "f": "G1",
        "G": "A3",
    }
