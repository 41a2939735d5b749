"""Run Through, Battering Ram and Impale at every rank: who moves whom, and where it ends."""

import pytest

from rulebook.saga.state import Span
from tests.rulebook.boards import Table, ours, theirs, thing

RANKS = (1, 2, 3)
FALLEN = {"at": None, "defeated": True}


def backbiter(**figures: object) -> dict[str, object]:
    return ours(**({"abilities": {"run-through": 3}} | figures))


@pytest.mark.parametrize(("rank", "landing"), [(1, "D1"), (2, "E1"), (3, "F1")])
def test_run_through_passes_a_target_2_3_and_4_cells_away_and_strikes_from_behind(rank: int, landing: str) -> None:
    table = Table("a" + "." * rank + "G.", a=backbiter(), G=theirs())
    table.use("a", "run-through", rank, "G", d100=(79,))
    assert table.changed == {
        "a": {"willpower": 5 - rank, "at": landing},
        "G": {"armor": 6, "strength": 6},
    }


@pytest.mark.parametrize("rank", RANKS)
def test_run_through_reaches_no_farther(rank: int) -> None:
    table = Table("a" + "." * (rank + 1) + "G.", a=backbiter(), G=theirs())
    assert table.refusal("a", "run-through", rank, "G") == "out-of-range"


def test_run_through_takes_armor_from_everyone_it_passes() -> None:
    table = Table("a\nb\nh\nG\n.", a=backbiter(), b=ours(), h=theirs(armor=1), G=theirs())
    table.use("a", "run-through", 2, "G", d100=(80,))
    assert table.changed == {
        "a": {"willpower": 3, "at": "A5"},
        "b": {"armor": 6},
        "h": {"armor": 0},
        "G": {"armor": 6},
    }


def test_run_through_may_be_aimed_at_a_friend() -> None:
    table = Table(".ba\nG..", a=backbiter(), b=ours(), G=theirs())
    table.use("a", "run-through", 1, "b", d100=(1,))
    assert table.changed == {"a": {"willpower": 4, "at": "A1"}, "b": {"armor": 6, "strength": 6}}


def test_run_through_goes_past_the_whole_of_a_large_target() -> None:
    table = Table("aGG.\n.GG.", a=backbiter(), G=theirs())
    table.use("a", "run-through", 1, "G", d100=(1,))
    assert table.changed == {"a": {"willpower": 4, "at": "D1"}, "G": {"armor": 6, "strength": 6}}


def test_run_through_is_answered_for_the_passing_and_for_the_blow() -> None:
    table = Table("aG.", a=backbiter(), G=theirs(passives=("return-the-favor",)))
    table.use("a", "run-through", 1, "G", d100=(1,))
    assert table.changed["a"] == {"willpower": 4, "at": "C1", "armor": 6}


@pytest.mark.parametrize(
    "drawing", ["aG#.", "aGh.", "haG", "a#G.", "aOG.", "..h\naG#\n..."], ids=lambda drawing: drawing.replace("\n", "/")
)
def test_sk_21_a_barred_way_or_landing_is_refused(drawing: str) -> None:
    others = {"h": theirs(), "O": thing()}
    fielded = {mark: figures for mark, figures in others.items() if mark in drawing}
    table = Table(drawing, a=backbiter(), G=theirs(), **fielded)
    assert table.refusal("a", "run-through", 3, "G") == "illegal-target"


def test_sk_21_the_target_stands_in_line_and_is_no_obstacle() -> None:
    table = Table("a...\n.G..\nO..h\n....", a=backbiter(), G=theirs(), h=theirs(), O=thing())
    assert table.refusal("a", "run-through", 3, "G") == "illegal-target"
    assert table.refusal("a", "run-through", 3, "O") == "illegal-target"
    assert table.refusal("a", "run-through", 3, "a") == "illegal-target"


def strongarm(**figures: object) -> dict[str, object]:
    return ours(**({"abilities": {"battering-ram": 3}} | figures))


@pytest.mark.parametrize(("rank", "armor"), [(1, 7), (2, 5), (3, 3)])
def test_battering_ram_drives_its_target_four_cells_back(rank: int, armor: int) -> None:
    table = Table("SSG.....\nSS......", S=strongarm(), G=theirs())
    table.use("S", "battering-ram", rank, "G")
    assert table.changed == {"S": {"willpower": 5 - rank}, "G": {"armor": armor, "at": "G1"}}


@pytest.mark.parametrize(("rank", "armor"), [(1, 5), (2, 3), (3, 1)])
def test_battering_ram_takes_one_more_armor_for_each_unit_on_the_way(rank: int, armor: int) -> None:
    table = Table("SSGh.b..\nSS......", S=strongarm(), G=theirs(), h=theirs(), b=ours())
    table.use("S", "battering-ram", rank, "G")
    assert table.changed == {"S": {"willpower": 5 - rank}, "G": {"armor": armor, "at": "G1"}}


@pytest.mark.parametrize(
    ("drawing", "landing", "armor"),
    [
        ("SSG..#..\nSS......", "E1", 7),
        ("SSG.\nSS..", "D1", 7),
        ("SSG...h.\nSS......", "F1", 7),
        ("SSGhb.#.\nSS......", "F1", 5),
        ("SSG.O...\nSS......", "D1", 7),
    ],
    ids=["wall", "edge", "taken", "through", "obstacle"],
)
def test_sk_27_where_a_push_ends(drawing: str, landing: str, armor: int) -> None:
    others = {"h": theirs(), "b": ours(), "O": thing()}
    fielded = {mark: figures for mark, figures in others.items() if mark in drawing}
    table = Table(drawing, S=strongarm(), G=theirs(), **fielded)
    table.use("S", "battering-ram", 1, "G")
    assert table.changed == {"S": {"willpower": 4}, "G": {"armor": armor, "at": landing}}


def test_sk_27_without_a_free_place_the_target_stays() -> None:
    table = Table("SSGh#\nSS...", S=strongarm(), G=theirs(), h=theirs())
    table.use("S", "battering-ram", 2, "G")
    assert table.changed == {"S": {"willpower": 3}, "G": {"armor": 5}}


def test_battering_ram_pushes_a_friend_and_a_large_unit_too() -> None:
    table = Table("G...\n.SS.\n.SS.\n.bb.\n.bb.\n....\n....", S=strongarm(), b=ours(), G=theirs())
    table.use("S", "battering-ram", 1, "b")
    assert table.changed == {"S": {"willpower": 4}, "b": {"armor": 7, "at": "B6"}}


def test_battering_ram_is_answered_before_the_target_flies() -> None:
    table = Table("SSG.\nSS..", S=strongarm(), G=theirs(passives=("return-the-favor",)))
    table.use("S", "battering-ram", 1, "G")
    assert table.changed["S"] == {"willpower": 4, "armor": 7}


def test_battering_ram_needs_an_adjacent_unit() -> None:
    table = Table("SS.G\nSSO.", S=strongarm(), G=theirs(), O=thing())
    assert table.refusal("S", "battering-ram", 1, "G") == "out-of-range"
    assert table.refusal("S", "battering-ram", 1, "O") == "illegal-target"
    assert table.refusal("S", "battering-ram", 1, "C1") == "illegal-target"


def spearmaster(**figures: object) -> dict[str, object]:
    return ours(**({"strength": 12, "reach": Span(1, 2), "abilities": {"impale": 3}} | figures))


@pytest.mark.parametrize(("rank", "landing"), [(1, "D1"), (2, "E1"), (3, "F1")])
def test_impale_strikes_without_fail_pushes_and_leaves_a_bleeding_wound(rank: int, landing: str) -> None:
    table = Table("a.G....", a=spearmaster(), G=theirs(evasion=90))
    table.use("a", "impale", rank, "G")
    assert table.changed == {
        "a": {"willpower": 5 - rank},
        "G": {"strength": 6, "at": landing, "lasting": (("impale", 1),)},
    }
    assert table.strike_told().roll is None


def test_impale_costs_strength_for_each_cell_walked_in_the_next_turn_only() -> None:
    table = Table("a.G.......", a=spearmaster(), G=theirs())
    table.use("a", "impale", 1, "G")
    table.walk("G", "G1", d10=(1, 10))
    assert table.changed == {"G": {"at": "G1", "strength": 3, "lasting": ()}}
    table.walk("G", "H1")
    assert table.changed == {"G": {"at": "H1"}}


def test_impale_bleeds_on_into_the_next_round_if_the_turn_of_this_one_is_over() -> None:
    table = Table("a.G.......", G=theirs(), a=spearmaster())
    table.play("G")
    table.use("a", "impale", 1, "G", d10=(1, 10))
    table.play("a")
    table.walk("G", "F1", d10=(10, 1))
    assert table.changed == {"G": {"at": "F1", "strength": 4, "lasting": ()}}


def test_sk_28_who_bleeds_to_death_falls_on_the_way() -> None:
    table = Table("a.G.......\nh.........", a=spearmaster(), G=theirs(strength=6), h=theirs())
    table.use("a", "impale", 1, "G")
    table.walk("G", "H1")
    assert table.changed == {"G": {"strength": 0, "lasting": (), **FALLEN}}
    assert table.state.fallen[-1].by == "a"
    assert table.horns == {"ours": 1, "theirs": 0}


def test_sk_28_standing_still_costs_nothing() -> None:
    table = Table("a.G....", a=spearmaster(), G=theirs())
    table.use("a", "impale", 1, "G")
    table.play("G", d10=(1, 10))
    assert table.changed == {"G": {"lasting": ()}}


@pytest.mark.parametrize("drawing", ["aG#", "aGO", "aGh", "aG"])
def test_sk_27_a_blocked_push_leaves_the_target_where_it_is(drawing: str) -> None:
    others = {"h": theirs(), "O": thing()}
    fielded = {mark: figures for mark, figures in others.items() if mark in drawing}
    table = Table(drawing, a=spearmaster(), G=theirs(), **fielded)
    table.use("a", "impale", 3, "G")
    assert table.changed == {
        "a": {"willpower": 2},
        "G": {"strength": 6, "lasting": (("impale", 1),)},
    }


def test_sk_27_on_the_diagonal_the_push_goes_along_the_row() -> None:
    table = Table("....\n.a..\n..G.\n....", a=spearmaster(), G=theirs())
    table.use("a", "impale", 2, "G")
    assert table.changed["G"]["at"] == "D3"


def test_sk_15_the_dead_are_neither_pushed_nor_bleeding() -> None:
    table = Table("aG...h", a=spearmaster(), G=theirs(strength=3), h=theirs())
    table.use("a", "impale", 3, "G")
    assert table.changed == {"a": {"willpower": 2}, "G": {"strength": -1, **FALLEN}}


def test_impale_needs_an_enemy_in_reach() -> None:
    table = Table("ab.G", a=spearmaster(), b=ours(), G=theirs())
    assert table.refusal("a", "impale", 1, "G") == "out-of-range"
    assert table.refusal("a", "impale", 1, "b") == "illegal-target"
