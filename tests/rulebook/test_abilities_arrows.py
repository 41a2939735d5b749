"""Rain of Arrows and Thread the Needle at every rank: who is struck, where, and what the archer's side knows."""

from __future__ import annotations

import pytest

from rulebook.saga.board import parse_cell
from rulebook.saga.events import HazardSprung, Moved
from rulebook.saga.forecast import forecast
from rulebook.saga.knowledge import SPECTATOR, Viewer
from rulebook.saga.state import Span
from rulebook.saga.steps import Move, Strike
from rulebook.saga.view import view
from tests.rulebook.boards import Table, ours, theirs, thing

RAIN, NEEDLE = "rain-of-arrows", "thread-the-needle"


def skystriker(**figures: object) -> dict[str, object]:
    return ours(**({"abilities": {RAIN: 3}, "reach": Span(2, 5)} | figures))


def eagle(**figures: object) -> dict[str, object]:
    return ours(**({"abilities": {NEEDLE: 3}, "reach": Span(2, 5)} | figures))


# Rain of Arrows


@pytest.mark.parametrize(("rank", "left"), [(1, 8), (2, 5), (3, 1)])
def test_rain_of_arrows_falls_arrow_by_arrow_each_one_harder(rank: int, left: int) -> None:
    """SK-32: strength 10 against armor 8 takes 2, then 3, then 4."""
    table = Table("a....G", a=skystriker(), G=theirs())
    table.use("a", RAIN, rank, "D1")
    assert table.changed == {"a": {"willpower": 5 - rank}}
    table.walk("G", "C1", d10=(9, 1))
    assert table.changed == {"G": {"at": "D1", "strength": left}}
    assert table.coals == {}


@pytest.mark.parametrize(("rank", "taken"), [(1, 1), (2, 3), (3, 6)])
def test_rain_of_arrows_takes_1_3_or_6_at_the_least(rank: int, taken: int) -> None:
    table = Table("a....G", a=skystriker(), G=theirs(armor=15))
    table.use("a", RAIN, rank, "D1")
    table.walk("G", "D1", d10=(9, 1))
    assert table.changed == {"G": {"at": "D1", "strength": 10 - taken}}


def test_sk_32_the_victims_move_stops_and_its_turn_ends() -> None:
    table = Table("a....G\n..b...", a=skystriker(), G=theirs(), b=ours())
    table.use("a", RAIN, 1, "D1")
    table.play("G", Move(parse_cell("C1")), Strike("strength", "b"))
    assert table.changed == {"G": {"at": "D1", "strength": 8}}
    sprung = next(event for event in table.events if isinstance(event, HazardSprung))
    assert (sprung.stopped, sprung.spent) == (True, True)


def test_sk_32_only_the_squares_walked_are_paid_for() -> None:
    """SK-105: the way to C1 would have cost a point of willpower."""
    table = Table("a....G", a=skystriker(), G=theirs(move=2))
    table.use("a", RAIN, 1, "D1")
    table.walk("G", "C1", d10=(9, 1))
    assert "willpower" not in table.changed["G"]
    assert [str(cell) for event in table.events if isinstance(event, Moved) for cell in event.path] == [
        "F1",
        "E1",
        "D1",
    ]


def test_depl_6_the_trap_is_known_to_the_archers_side_only() -> None:
    table = Table("a...G.\nb.....", a=skystriker(), b=ours(player="beto"), G=theirs(player="carla"))
    seen = {who: view(table.state, Viewer(who))["hazards"] for who in ("ana", "beto", "carla", SPECTATOR)}
    table.use("a", RAIN, 2, "C1")
    after = {who: view(table.state, Viewer(who))["hazards"] for who in seen}
    assert [hazard["cell"] for hazard in after["ana"]] == [hazard["cell"] for hazard in after["beto"]] == ["C1"]
    assert after["carla"] == after[SPECTATOR] == []
    blind = forecast(table.state, "G", (Move(parse_cell("B1")),), Viewer("carla"))
    assert blind.refusal is None
    assert not blind.steps[0].hazards


def test_sk_32_a_friend_who_enters_is_struck_as_well() -> None:
    table = Table("a....b\n.....G", a=skystriker(), b=ours(), G=theirs())
    table.use("a", RAIN, 1, "D1")
    table.walk("b", "D1")
    assert table.changed == {"b": {"at": "D1", "strength": 8}}


def test_sk_32_stone_wall_and_shield_wall_help_and_nobody_answers() -> None:
    walls = theirs(passives=("shield-wall", "return-the-favor"))
    table = Table("a....G\n...g..", a=skystriker(), G=walls, g=theirs())
    table.use("a", RAIN, 1, "D1")
    table.walk("G", "D1")
    assert table.changed == {"G": {"at": "D1", "strength": 9}}


def test_sk_32_the_trap_is_gone_when_the_archers_next_turn_begins() -> None:
    table = Table("a....G", a=skystriker(reaction=9), G=theirs(reaction=1))
    table.use("a", RAIN, 1, "D1")
    table.play("G", d10=(9, 1))
    assert table.coals == {}


def test_sk_32_the_trap_is_gone_when_the_archer_falls() -> None:
    table = Table("aG...\nb....", a=skystriker(strength=1), b=ours(), G=theirs())
    table.use("a", RAIN, 1, "D1")
    table.play("b")
    table.strike("G", "a", d10=(9, 1))
    assert table.state.units["a"].defeated
    assert table.coals == {}


def test_hits_by_a_trap_are_the_archers() -> None:
    """SK-16, HORN-1."""
    table = Table("a....G\n.....g", a=skystriker(), G=theirs(strength=2), g=theirs())
    table.use("a", RAIN, 3, "D1")
    table.walk("G", "D1")
    assert table.changed == {"G": {"at": None, "defeated": True, "strength": 0}}
    assert table.state.fallen[-1].by == "a"
    assert table.horns["ours"] == 1


@pytest.mark.parametrize(
    ("cell", "code"),
    [("A1", "out-of-range"), ("G1", "out-of-range"), ("B1", "illegal-target"), ("C1", "illegal-target")],
)
def test_rain_of_arrows_is_aimed_at_a_free_cell_one_to_five_away(cell: str, code: str) -> None:
    table = Table("aG#....", a=skystriker(), G=theirs())
    assert table.refusal("a", RAIN, 1, cell) == code


# Thread the Needle


@pytest.mark.parametrize(("rank", "armor"), [(1, 7), (2, 6), (3, 5)])
def test_thread_the_needle_strikes_everyone_in_the_line(rank: int, armor: int) -> None:
    """SK-34: friend and foe and obstacles, nearest first; 70+10 = 80, so 80 misses."""
    table = Table("abG.oh.g\n..i.....", a=eagle(), b=ours(), G=theirs(), o=thing(), h=theirs(), i=theirs(), g=theirs())
    table.use("a", NEEDLE, rank, "G", d100=(79, 79, 79, 80))
    assert table.changed == {
        "a": {"willpower": 5 - rank},
        "b": {"strength": 8, "armor": armor},
        "G": {"strength": 8, "armor": armor},
        "o": {"strength": -2, "defeated": True, "at": None},
    }


def test_sk_34_the_line_is_five_cells_long_whoever_is_aimed_at() -> None:
    table = Table("a.G..hg", a=eagle(), G=theirs(), h=theirs(), g=theirs())
    table.use("a", NEEDLE, 1, "G", d100=(1, 1))
    assert set(table.changed) == {"a", "G", "h"}


def test_sk_34_a_large_unit_in_the_line_is_struck_once() -> None:
    table = Table("a.GG..\n..GG..", a=eagle(), G=theirs())
    table.use("a", NEEDLE, 1, "G", d100=(1,))
    assert table.changed == {"a": {"willpower": 4}, "G": {"strength": 8, "armor": 7}}


def test_sk_34_a_line_upward() -> None:
    table = Table("g\n.\nG\na", a=eagle(), G=theirs(), g=theirs())
    table.use("a", NEEDLE, 1, "G", d100=(1, 1))
    assert set(table.changed) == {"a", "G", "g"}


def test_stat_10_puncture_counts_for_thread_the_needle() -> None:
    table = Table("a..G", a=eagle(passives=("puncture",)), G=theirs(armor=4, max_armor=8))
    table.use("a", NEEDLE, 1, "G", d100=(81,))
    assert table.changed["G"] == {"strength": 2, "armor": 3}
    assert table.strike_told().threshold == 82


def test_thread_the_needle_needs_an_enemy_straight_ahead() -> None:
    table = Table("a.b...G\n.....h.", a=eagle(), b=ours(), G=theirs(), h=theirs())
    assert table.refusal("a", NEEDLE, 1, "b") == "illegal-target"
    assert table.refusal("a", NEEDLE, 1, "G") == "out-of-range"
    assert table.refusal("a", NEEDLE, 1, "h") == "out-of-range"
    diagonal = Table("a...\n..G.", a=eagle(), G=theirs())
    assert diagonal.refusal("a", NEEDLE, 1, "G") == "illegal-target"
