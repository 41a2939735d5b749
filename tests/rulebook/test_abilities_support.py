"""Stone Wall, Rally and Mend at every rank, and the rules all abilities share (WILL-3, HIT-6)."""

import pytest

from rulebook.saga.events import AbilityUsed
from tests.rulebook.boards import Table, ours, theirs, thing

RANKS = (1, 2, 3)


def walled(rank: int, **attacker: int) -> Table:
    table = Table("aG", a=ours(abilities={"stone-wall": 3}), G=theirs(**attacker))
    table.use("a", "stone-wall", rank)
    return table


@pytest.mark.parametrize(("rank", "less"), [(1, 3), (2, 5), (3, 7)])
def test_stone_wall_stands_and_costs_its_rank(rank: int, less: int) -> None:
    table = walled(rank)
    assert table.changed == {"a": {"willpower": 5 - rank, "lasting": (("stone-wall", less),)}}


@pytest.mark.parametrize(("rank", "left"), [(1, 4), (2, 6), (3, 8)])
def test_stone_wall_takes_its_share_off_a_strength_attack(rank: int, left: int) -> None:
    table = walled(rank, strength=17)
    table.strike("G", "a", d10=(1, 10))
    assert table.changed == {"a": {"strength": left}}


@pytest.mark.parametrize(("rank", "left"), [(1, 6), (2, 8), (3, 8)])
def test_stone_wall_takes_its_share_off_a_break_attack(rank: int, left: int) -> None:
    table = walled(rank, break_=5)
    table.strike("G", "a", "break", d10=(1, 10))
    assert table.changed == ({"a": {"armor": left}} if left < 8 else {})


def test_sk_20_stone_wall_does_not_spare_the_single_point() -> None:
    table = walled(1, strength=8)
    table.strike("G", "a", d10=(1, 10))
    assert table.changed == {}
    assert table.strike_told().hit


def test_sk_20_stone_wall_falls_when_the_units_next_turn_begins() -> None:
    table = walled(2)
    table.play("G", d10=(10, 1))
    assert table.changed == {"a": {"lasting": ()}}
    assert table.state.running is not None and table.state.running.unit == "a"


def test_sk_20_stone_wall_stands_on_into_the_next_round_until_then() -> None:
    table = walled(2)
    table.play("G", d10=(1, 10))
    assert table.changed == {}
    table.play("G")
    assert table.changed == {"a": {"lasting": ()}}


def test_stone_wall_is_for_oneself() -> None:
    table = Table("abG", a=ours(abilities={"stone-wall": 3}), b=ours(), G=theirs())
    assert table.refusal("a", "stone-wall", 1, "b") == "illegal-target"


def rallying(**friend: int) -> Table:
    friend = {"willpower": 1, "max_willpower": 9} | friend
    return Table("a......G......b", a=ours(abilities={"rally": 3}), b=ours(**friend), G=theirs())


@pytest.mark.parametrize(("rank", "given"), [(1, 2), (2, 4), (3, 6)])
def test_rally_gives_willpower_however_far_away(rank: int, given: int) -> None:
    table = rallying()
    table.use("a", "rally", rank, "b")
    assert table.changed == {"a": {"willpower": 5 - rank}, "b": {"willpower": 1 + given}}


def test_sk_29_rally_never_goes_above_the_maximum() -> None:
    table = rallying(willpower=8)
    table.use("a", "rally", 3, "b")
    assert table.changed == {"a": {"willpower": 2}, "b": {"willpower": 9}}


@pytest.mark.parametrize("target", ["a", "G", "C1", None])
def test_rally_is_for_an_ally(target: str | None) -> None:
    assert rallying().refusal("a", "rally", 1, target) == "illegal-target"


def mending(willpower: int, **friend: int) -> Table:
    return Table("aG.....b", a=ours(abilities={"mend": 3}, willpower=willpower), b=ours(**friend), G=theirs())


@pytest.mark.parametrize(("willpower", "restored"), [(8, (4, 4, 5)), (9, (4, 5, 5)), (3, (1, 2, 2))])
@pytest.mark.parametrize("rank", RANKS)
def test_mend_restores_half_the_willpower_there_was_before_paying(
    willpower: int, restored: tuple[int, ...], rank: int
) -> None:
    table = mending(willpower, armor=2, max_armor=12)
    table.use("a", "mend", rank, "b")
    assert table.changed == {"a": {"willpower": willpower - rank}, "b": {"armor": 2 + restored[rank - 1]}}


def test_sk_29_mend_never_goes_above_the_maximum() -> None:
    table = mending(8, armor=6, max_armor=8)
    table.use("a", "mend", 3, "b")
    assert table.changed == {"a": {"willpower": 5}, "b": {"armor": 8}}


def test_mend_is_for_an_ally() -> None:
    assert mending(8).refusal("a", "mend", 1, "G") == "illegal-target"


def test_will_3_an_ability_costs_the_rank_used_any_up_to_the_one_learned() -> None:
    table = Table(
        "abG", a=ours(abilities={"rally": 2}, willpower=4, exertion=0), b=ours(willpower=0, max_willpower=9), G=theirs()
    )
    assert table.refusal("a", "rally", 3, "b") == "unknown-rank"
    assert table.refusal("a", "rally", 0, "b") == "unknown-rank"
    table.use("a", "rally", 2, "b")
    assert table.changed == {"a": {"willpower": 2}, "b": {"willpower": 4}}
    used = next(event for event in table.events if isinstance(event, AbilityUsed))
    assert (used.name, used.rank, used.cost) == ("rally", 2, 2)


def test_will_3_without_the_willpower_there_is_no_ability() -> None:
    table = Table("abG", a=ours(abilities={"rally": 3}, willpower=1), b=ours(), G=theirs())
    assert table.refusal("a", "rally", 2, "b") == "not-enough-willpower"


def test_an_ability_one_does_not_have_is_refused() -> None:
    table = Table("abG", a=ours(), b=ours(abilities={"rally": 3}), G=theirs())
    assert table.refusal("a", "rally", 1, "b") == "unknown-ability"


def test_sk_12_an_obstacle_is_nobodys_ally() -> None:
    table = Table("aOG", a=ours(abilities={"mend": 3}), O=thing(side="ours"), G=theirs())
    assert table.refusal("a", "mend", 1, "O") == "illegal-target"


def test_an_ability_ends_the_turn() -> None:
    table = rallying()
    table.use("a", "rally", 1, "b")
    assert table.state.running is not None and table.state.running.unit == "b"
