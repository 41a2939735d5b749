"""Slag and Burn at every rank, and the coals it leaves (SK-22, SK-23)."""

import pytest

from rulebook.saga.events import HazardSprung
from rulebook.saga.state import Span
from tests.rulebook.boards import Table, ours, theirs, thing

RANKS = (1, 2, 3)
FALLEN = {"at": None, "defeated": True}


def archer(**figures: object) -> dict[str, object]:
    return ours(**({"reach": Span(2, 5), "abilities": {"slag-and-burn": 3}} | figures))


@pytest.mark.parametrize("rank", RANKS)
def test_slag_and_burn_takes_strength_around_and_armor_in_the_middle(rank: int) -> None:
    table = Table(
        """
        ......
        ...e..
        a.fGg.
        ...h.k
        """,
        a=archer(),
        G=theirs(),
        e=theirs(),
        f=ours(),
        g=theirs(),
        h=thing(),
        k=theirs(),
    )
    table.use("a", "slag-and-burn", rank, "D3")
    assert table.changed == {
        "a": {"willpower": 5 - rank},
        "G": {"strength": 9, "armor": 8 - rank},
        "e": {"strength": 9},
        "f": {"strength": 9},
        "g": {"strength": 9},
        "h": {"strength": 7},
    }
    assert table.coals == {}


COALS = """
......
...e..
a.....
......
.....G
"""


@pytest.mark.parametrize(
    ("rank", "burning"), [(1, ["D3", "E3"]), (2, ["D3", "E3", "D4"]), (3, ["D3", "E3", "D4", "C3"])]
)
def test_slag_and_burn_leaves_coals_on_free_cells_the_middle_first(rank: int, burning: list[str]) -> None:
    table = Table(COALS, a=archer(), e=theirs(), G=theirs())
    table.use("a", "slag-and-burn", rank, "D3")
    assert table.changed == {"a": {"willpower": 5 - rank}, "e": {"strength": 9}}
    assert table.coals == dict.fromkeys(burning, "a")


def burning(rank: int = 3) -> Table:
    table = Table(COALS, a=archer(), e=theirs(), G=theirs())
    table.use("a", "slag-and-burn", rank, "D3")
    return table


def test_coals_burn_whoever_enters_each_of_them() -> None:
    table = burning()
    table.walk("e", "D4")
    assert table.changed == {"e": {"at": "D4", "strength": 7}}
    assert [event.name for event in table.events if isinstance(event, HazardSprung)] == ["slag-and-burn"] * 2


def test_a_walk_goes_round_coals_where_that_is_no_longer() -> None:
    table = burning()
    table.walk("e", "F3")
    assert table.changed == {"e": {"at": "F3"}}


def test_standing_on_coals_does_nothing_more() -> None:
    table = burning()
    table.walk("e", "D3")
    table.play("G", d10=(1, 10, 9))
    table.play("e")
    assert table.changed == {}
    assert table.state.units["e"].strength == 8


def test_coals_go_out_when_the_archers_next_turn_begins() -> None:
    table = burning()
    table.play("e")
    table.play("G", d10=(1, 10, 9))
    assert set(table.coals) == {"D3", "E3", "D4", "C3"}
    table.play("e")
    table.play("G")
    assert table.state.running is not None and table.state.running.unit == "a"
    assert table.coals == {}


def test_coals_go_out_when_the_archer_falls() -> None:
    table = Table("a.....\nG.....\nb.....", a=archer(strength=1), G=theirs(), b=ours())
    table.use("a", "slag-and-burn", 1, "D1")
    assert set(table.coals) == {"D1", "E1"}
    table.strike("G", "a")
    assert table.coals == {}


def test_coals_that_fell_a_unit_stop_it_there_and_count_for_the_archer() -> None:
    table = Table(COALS, a=archer(boss=True), e=theirs(strength=2), G=theirs())
    table.use("a", "slag-and-burn", 3, "D3")
    table.walk("e", "D4")
    assert table.changed == {"e": {"strength": 0, **FALLEN}}
    fall = table.state.fallen[-1]
    assert (fall.unit, fall.by, fall.boss) == ("e", "a", True)
    assert table.horns == {"ours": 1, "theirs": 0}


def test_sk_15_who_falls_in_the_fire_leaves_a_free_cell_for_the_coals() -> None:
    table = Table("a..e...\n......G", a=archer(), e=theirs(strength=1), G=theirs())
    table.use("a", "slag-and-burn", 1, "D1")
    assert table.changed == {"a": {"willpower": 4}, "e": {"strength": 0, **FALLEN}}
    assert table.coals == {"D1": "a", "E1": "a"}


def test_a_large_unit_is_hit_once_and_burns_for_each_coal_it_newly_covers() -> None:
    table = Table(
        """
        ......EE
        a.....EE
        ........
        """,
        a=archer(),
        E=theirs(),
    )
    table.use("a", "slag-and-burn", 3, "F2")
    assert table.changed == {"a": {"willpower": 2}, "E": {"strength": 9}}
    assert set(table.coals) == {"F2", "F1", "F3", "E2"}
    table.walk("E", "F1", d10=(1, 10))
    assert table.changed == {"E": {"at": "F1", "strength": 7}}


def test_in_a_corner_only_the_cells_of_the_board_burn() -> None:
    table = Table("..a\n...\n..G", a=archer(), G=theirs())
    table.use("a", "slag-and-burn", 3, "A1")
    assert set(table.coals) == {"A1", "B1", "A2"}


def test_blocked_cells_do_not_burn() -> None:
    table = Table("a..#..\n......\n.....G", a=archer(), G=theirs())
    table.use("a", "slag-and-burn", 3, "D1")
    assert set(table.coals) == {"E1", "D2", "C1"}


def test_a_cell_that_burns_already_is_passed_over() -> None:
    table = Table("a.....\n......\nb....G", a=archer(), b=archer(), G=theirs())
    table.use("a", "slag-and-burn", 1, "D1")
    table.use("b", "slag-and-burn", 1, "D2")
    assert table.coals == {"D1": "a", "E1": "a", "D2": "b", "E2": "b"}


def test_sk_23_coals_burn_the_pushed() -> None:
    table = Table(
        """
        ....a.....
        ..........
        SSG.......
        SS........
        ........h.
        """,
        a=archer(),
        S=ours(abilities={"battering-ram": 3}),
        G=theirs(),
        h=theirs(),
    )
    table.use("a", "slag-and-burn", 1, "E3")
    table.use("S", "battering-ram", 1, "G")
    assert table.changed == {"S": {"willpower": 4}, "G": {"at": "G3", "armor": 7, "strength": 9}}


def test_sk_23_a_runner_burns_on_the_coals_under_the_unit_it_passes() -> None:
    table = Table(
        "a.......\n........\n........\nb.hG....",
        a=archer(),
        h=theirs(),
        b=ours(abilities={"run-through": 3}),
        G=theirs(),
    )
    table.use("a", "slag-and-burn", 1, "B4")
    assert set(table.coals) == {"B4", "B3"}
    table.walk("h", "B4")
    assert table.state.units["b"].strength == 9
    table.use("b", "run-through", 2, "G", d100=(100,))
    assert table.changed == {
        "b": {"willpower": 3, "at": "E4", "strength": 8},
        "h": {"armor": 6},
        "G": {"armor": 6},
    }
    assert {str(cell): unit for cell, unit in table.state.occupied.items()} == {
        "A1": "a",
        "B4": "h",
        "E4": "b",
        "D4": "G",
    }


@pytest.mark.parametrize(
    ("target", "code"),
    [
        ("B1", "out-of-range"),
        ("G1", "out-of-range"),
        ("G", "illegal-target"),
        (None, "illegal-target"),
        ("Z9", "unknown-target"),
    ],
)
def test_slag_and_burn_is_aimed_at_a_cell_two_to_five_away(target: str | None, code: str) -> None:
    table = Table("a..G...", a=archer(), G=theirs())
    assert table.refusal("a", "slag-and-burn", 1, target) == code
