"""Forge Ahead, Mark Prey and Champion at every rank: what happens through others."""

from __future__ import annotations

import pytest

from rulebook.saga.board import parse_cell
from rulebook.saga.state import Span
from rulebook.saga.steps import Move, UseAbility
from tests.rulebook.boards import Table, ours, theirs

AHEAD, MARK, CHAMPION = "forge-ahead", "mark-prey", "champion"
RANKS = (1, 2, 3)


def order(table: Table) -> list[str]:
    """The units whose turn is still to come, in their order."""
    return [place.unit for place in table.state.places if place.status in ("running", "waiting")]


# Forge Ahead


def leader(**figures: object) -> dict[str, object]:
    return ours(**({"abilities": {AHEAD: 3}} | figures))


@pytest.mark.parametrize(("rank", "drawing"), [(1, "ab.......G"), (2, "a...b....G"), (3, "a.......bG")])
def test_forge_ahead_gives_an_ally_the_next_turn(rank: int, drawing: str) -> None:
    table = Table(drawing, a=leader(), G=theirs(), b=ours())
    assert order(table)[:2] == ["a", "G"]
    table.use("a", AHEAD, rank, "b")
    assert table.changed == {"a": {"willpower": 5 - rank}}
    assert order(table) == ["b", "G"]


@pytest.mark.parametrize(("rank", "drawing"), [(1, "a.b......G"), (2, "a....b...G")])
def test_forge_ahead_reaches_no_farther(rank: int, drawing: str) -> None:
    table = Table(drawing, a=leader(), G=theirs(), b=ours())
    assert table.refusal("a", AHEAD, rank, "b") == "out-of-range"


def test_sk_33_the_others_keep_their_order() -> None:
    table = Table("abcGH", a=leader(), G=theirs(), b=ours(), H=theirs(), c=ours())
    table.use("a", AHEAD, 3, "c")
    assert order(table) == ["c", "G", "b", "H"]
    assert [place.unit for place in table.state.places] == ["a", "c", "G", "b", "H"]


def test_sk_33_the_ally_has_its_turn_still_to_come() -> None:
    table = Table("abG", b=ours(), a=leader(), G=theirs())
    table.play("b")
    assert table.refusal("a", AHEAD, 1, "b") == "illegal-target"


def test_sk_33_the_last_in_the_order_may_be_named_too() -> None:
    table = Table("abG", G=theirs(), a=leader(), b=ours())
    table.play("G")
    table.use("a", AHEAD, 1, "b")
    assert order(table) == ["b"]


def test_forge_ahead_is_for_an_ally() -> None:
    table = Table("abG", a=leader(), b=ours(), G=theirs())
    assert table.refusal("a", AHEAD, 3, "G") == "illegal-target"
    assert table.refusal("a", AHEAD, 3, "a") == "illegal-target"


# Mark Prey


def hunter(**figures: object) -> dict[str, object]:
    return ours(**({"abilities": {MARK: 3}} | figures))


@pytest.mark.parametrize(("rank", "armor", "damage"), [(1, 7, 3), (2, 6, 4), (3, 5, 5)])
def test_mark_prey_takes_armor_and_lets_the_allies_strike(rank: int, armor: int, damage: int) -> None:
    """SK-35: 10 against what armor is left; 79 is below 80, and 80 is not."""
    table = Table("aGb.c\n.d...", a=hunter(), b=ours(), c=ours(reach=Span(2, 5)), d=ours(), G=theirs(strength=20))
    table.use("a", MARK, rank, "G", d100=(79, 79, 80))
    assert table.changed == {"a": {"willpower": 5 - rank}, "G": {"armor": armor, "strength": 20 - 2 * damage}}


def test_sk_35_who_cannot_reach_it_does_not_strike() -> None:
    """A bow beside the prey, a sword two cells away, and an enemy of the hunter's."""
    table = Table("aGc.\n.hb.", a=hunter(), b=ours(), c=ours(reach=Span(2, 5)), G=theirs(), h=theirs())
    table.use("a", MARK, 1, "G")
    assert table.changed == {"a": {"willpower": 4}, "G": {"armor": 7}}


def test_sk_35_the_fallen_are_struck_no_more_and_the_ally_is_credited() -> None:
    table = Table("aGb\n.cg", a=hunter(), b=ours(), c=ours(), G=theirs(strength=3), g=theirs())
    table.use("a", MARK, 1, "G", d100=(1,))
    assert table.changed["G"] == {"armor": 7, "strength": 0, "at": None, "defeated": True}
    assert table.state.fallen[-1].by == "b"


def test_sk_35_the_allys_own_passives_count() -> None:
    """Puncture: armor 4 of 9 is left after the mark, 2 more strength, though the hunter has walked."""
    archer = ours(reach=Span(2, 5), passives=("puncture",))
    table = Table("a.G..c", a=hunter(), c=archer, G=theirs(strength=20, armor=5, max_armor=9))
    table.play("a", Move(parse_cell("B1")), UseAbility(MARK, 1, "G"), d100=(81,))
    assert table.changed["G"] == {"armor": 4, "strength": 12}
    assert table.strike_told().threshold == 82


def test_mark_prey_needs_an_adjacent_enemy() -> None:
    table = Table("ab.G", a=hunter(), b=ours(), G=theirs())
    assert table.refusal("a", MARK, 1, "G") == "out-of-range"
    assert table.refusal("a", MARK, 1, "b") == "illegal-target"


# Champion


def maiden(**figures: object) -> dict[str, object]:
    return ours(**({"abilities": {CHAMPION: 3}, "strength": 12, "armor": 14} | figures))


@pytest.mark.parametrize(("rank", "guard"), [(1, 0), (2, 2), (3, 4)])
def test_champion_stands_in_for_the_allies_beside_her(rank: int, guard: int) -> None:
    table = Table("ba.\ndGc", a=maiden(), b=ours(), c=ours(), d=ours(), G=theirs())
    table.use("a", CHAMPION, rank)
    own = {"lasting": (("champion", guard),)} if guard else {}
    assert table.changed == {"a": {"willpower": 5 - rank, **own}, "b": {"lasting": (("champion", 0),)}}


@pytest.mark.parametrize("rank", RANKS)
def test_champion_takes_the_smaller_half_of_a_strength_hit(rank: int) -> None:
    """SK-36: of 15 - 8 = 7 the ally keeps 4 and she loses 3."""
    table = Table("Gba", a=maiden(), G=theirs(strength=15), b=ours())
    table.use("a", CHAMPION, rank)
    table.strike("G", "b", roll=1)
    assert table.changed == {"b": {"strength": 6}, "a": {"strength": 9}}


def test_champion_takes_half_of_a_break_too_and_a_single_point_is_not_halved() -> None:
    table = Table("Gba\n.H.", a=maiden(), G=theirs(break_=5), H=theirs(break_=1), b=ours())
    table.use("a", CHAMPION, 1)
    table.strike("G", "b", "break")
    assert table.changed == {"b": {"armor": 5}, "a": {"armor": 12}}
    table.strike("H", "b", "break")
    assert table.changed == {"b": {"armor": 4}}


@pytest.mark.parametrize(("rank", "damage"), [(1, 6), (2, 4), (3, 2)])
def test_champion_counts_more_armor_for_herself(rank: int, damage: int) -> None:
    """STAT-10: 20 against 14, 16, 18."""
    table = Table("Ga", a=maiden(), G=theirs(strength=20))
    table.use("a", CHAMPION, rank)
    table.strike("G", "a", roll=1, d10=(9, 1))
    assert table.changed["a"]["strength"] == 12 - damage


def test_sk_36_what_the_guard_adds_cannot_be_broken() -> None:
    table = Table("Ga\n.b", a=maiden(armor=2), G=theirs(break_=5), b=ours())
    table.use("a", CHAMPION, 3)
    table.strike("G", "a", "break")
    assert table.changed == {"a": {"armor": 0}}


def test_sk_36_it_ends_when_her_next_turn_begins() -> None:
    table = Table("Gba", a=maiden(reaction=9), G=theirs(strength=14, reaction=5), b=ours(reaction=1))
    table.use("a", CHAMPION, 2)
    table.play("G")
    table.play("b", d10=(10, 5, 1))
    assert table.state.running is not None
    assert table.state.running.unit == "a"
    assert not any(unit.lasting for unit in table.state.units.values())


def test_sk_36_it_ends_when_she_falls() -> None:
    table = Table("Gba\n..H", a=maiden(strength=1, armor=0), G=theirs(strength=12), H=theirs(), b=ours())
    table.use("a", CHAMPION, 1)
    table.strike("G", "b")
    assert table.changed["a"] == {"strength": -1, "at": None, "defeated": True}
    assert table.changed["b"]["strength"] == 8
    assert table.state.fallen[-1].by == "G"
    assert not table.state.units["b"].lasting


def test_sk_36_her_share_is_shared_with_nobody_else() -> None:
    """Two champions beside each other: 16 - 8 = 8, of which the first takes 4 and the second nothing."""
    other = maiden(player="beto")
    table = Table("Gba\n..c", a=maiden(armor=8), c=other, G=theirs(strength=16), b=ours())
    table.use("a", CHAMPION, 1)
    table.use("c", CHAMPION, 1)
    table.strike("G", "b")
    assert table.changed == {"b": {"strength": 6}, "a": {"strength": 8}}


def test_sk_36_her_share_is_whoevers_the_hit_was() -> None:
    """SK-16: the trap of an archer far away, sprung by the ally herself."""
    archer = theirs(abilities={"rain-of-arrows": 1}, reach=Span(2, 5), strength=12)
    table = Table("ab..G\n..c..", G=archer, a=maiden(strength=1), b=ours(), c=ours())
    table.use("G", "rain-of-arrows", 1, "C1")
    table.use("a", CHAMPION, 1)
    table.walk("b", "C1")
    assert table.changed["b"]["strength"] == 8
    assert [(fall.unit, fall.by) for fall in table.state.fallen] == [("a", "G")]


def test_champion_is_for_oneself() -> None:
    table = Table("ab.G", a=maiden(), b=ours(), G=theirs())
    assert table.refusal("a", CHAMPION, 1, "b") == "illegal-target"
