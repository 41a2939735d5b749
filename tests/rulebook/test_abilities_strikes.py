"""Bird of Prey, Tempest, Sundering Impact, Bring the Pain and Sunstrike at every rank."""

import pytest

from rulebook.dice import LoadedDice
from rulebook.errors import Refused
from rulebook.saga.actions import DeadlinePassed
from rulebook.saga.resolve import apply
from rulebook.saga.state import Span
from tests.rulebook.boards import Table, ours, theirs, thing

RANKS = (1, 2, 3)
FALLEN = {"at": None, "defeated": True}


def archer(**figures: object) -> dict[str, object]:
    return ours(**({"strength": 7, "reach": Span(2, 5), "abilities": {"bird-of-prey": 3}} | figures))


@pytest.mark.parametrize("rank", RANKS)
def test_bird_of_prey_strikes_at_7_8_and_9_cells_and_cannot_miss(rank: int) -> None:
    drawing = "a" + "." * (5 + rank) + "G"
    table = Table(drawing, a=archer(), G=theirs(armor=5, evasion=90))
    table.use("a", "bird-of-prey", rank, "G")
    assert table.changed == {"a": {"willpower": 5 - rank}, "G": {"strength": 8}}
    assert table.strike_told().roll is None


@pytest.mark.parametrize("rank", RANKS)
def test_bird_of_prey_reaches_no_farther(rank: int) -> None:
    table = Table("a" + "." * (6 + rank) + "G", a=archer(), G=theirs())
    assert table.refusal("a", "bird-of-prey", rank, "G") == "out-of-range"


def test_sk_13_a_bow_cannot_hit_its_neighbour_with_bird_of_prey_either() -> None:
    table = Table("aG", a=archer(), G=theirs())
    assert table.refusal("a", "bird-of-prey", 1, "G") == "out-of-range"


def test_stat_10_puncture_counts_for_bird_of_prey() -> None:
    table = Table("a...G", a=archer(passives=("puncture",)), G=theirs(armor=4, max_armor=8))
    table.use("a", "bird-of-prey", 1, "G")
    assert table.changed == {"a": {"willpower": 4}, "G": {"strength": 5}}


def test_sk_12_an_attacking_ability_may_be_aimed_at_an_obstacle_but_not_at_an_ally() -> None:
    table = Table("a..bO.G", a=archer(), b=ours(), O=thing(), G=theirs())
    assert table.refusal("a", "bird-of-prey", 1, "b") == "illegal-target"
    table.use("a", "bird-of-prey", 1, "O")
    assert table.changed == {"a": {"willpower": 4}, "O": {"strength": 1}}


CIRCLE = """
.ab.
hWWc
gWWd
.fe.
"""


def circle(friends: str = "", **warhawk: object) -> Table:
    hawk = ours(**({"strength": 12, "abilities": {"tempest": 3}} | warhawk))
    around = {mark: ours() if mark in friends else theirs() for mark in "abcdefgh"}
    return Table(CIRCLE, W=hawk, **around)


@pytest.mark.parametrize(("rank", "struck"), [(1, "bc"), (2, "bcd"), (3, "bcde")])
def test_tempest_strikes_on_clockwise_friend_or_foe(rank: int, struck: str) -> None:
    table = circle(friends="c")
    table.use("W", "tempest", rank, "b")
    assert table.changed == {"W": {"willpower": 5 - rank}} | {mark: {"strength": 6} for mark in struck}


def test_sk_24_tempest_goes_on_past_the_corner_where_the_cells_begin() -> None:
    table = circle()
    table.use("W", "tempest", 3, "g")
    assert set(table.changed) == set("Wghab")


def test_sk_24_tempest_skips_gaps_and_strikes_each_once() -> None:
    table = Table(
        """
        .EE.
        .EE.
        aWW.
        .WWO
        """,
        W=ours(strength=12, abilities={"tempest": 3}),
        E=theirs(),
        a=theirs(),
        O=thing(),
    )
    table.use("W", "tempest", 3, "a")
    assert table.changed == {
        "W": {"willpower": 2},
        "a": {"strength": 6},
        "E": {"strength": 6},
        "O": {"strength": -4, **FALLEN},
    }
    assert table.horns == {"ours": 0, "theirs": 0}


def test_tempest_triggers_heavy_impact_at_each_blow() -> None:
    table = circle(friends="b", passives=("heavy-impact",))
    table.use("W", "tempest", 1, "a")
    assert table.changed == {"W": {"willpower": 4}, "a": {"strength": 5}, "b": {"strength": 6}}


def test_sk_24_whoever_falls_before_its_turn_in_the_circle_is_not_replaced() -> None:
    table = Table(
        CIRCLE,
        W=ours(strength=12, abilities={"tempest": 3}, passives=("heavy-impact",)),
        a=theirs(),
        b=theirs(strength=1),
        **{mark: theirs() for mark in "cdefgh"},
    )
    table.use("W", "tempest", 1, "a")
    assert table.changed == {
        "W": {"willpower": 4},
        "a": {"strength": 6},
        "b": {"strength": 0, **FALLEN},
    }
    assert table.horns == {"ours": 1, "theirs": 0}


def test_tempest_begins_with_an_adjacent_enemy() -> None:
    table = Table("aWW..G\n.WW...", W=ours(abilities={"tempest": 3}), a=ours(), G=theirs())
    assert table.refusal("W", "tempest", 1, "a") == "illegal-target"
    assert table.refusal("W", "tempest", 1, "G") == "out-of-range"


def sundering(**warmaster: object) -> Table:
    figures = {"strength": 12, "abilities": {"sundering-impact": 3}, "passives": ("heavy-impact",)}
    return Table(
        """
        WWGh
        WWbk
        """,
        W=ours(**(figures | warmaster)),
        G=theirs(),
        h=theirs(),
        k=theirs(),
        b=ours(),
    )


@pytest.mark.parametrize(
    ("rank", "near"),
    [(1, {"strength": 9, "armor": 7}), (2, {"strength": 8, "armor": 7}), (3, {"strength": 8, "armor": 6})],
)
def test_sundering_impact_hits_the_target_harder_and_its_neighbours_through_heavy_impact(
    rank: int, near: dict[str, int]
) -> None:
    table = sundering()
    table.use("W", "sundering-impact", rank, "G")
    assert table.changed == {
        "W": {"willpower": 5 - rank},
        "G": {"strength": 5, "armor": 7},
        "h": near,
    }
    assert table.strike_told().roll is None


def test_sk_25_sundering_impact_spares_the_neighbours_without_heavy_impact() -> None:
    table = sundering(passives=())
    table.use("W", "sundering-impact", 3, "G")
    assert table.changed == {"W": {"willpower": 2}, "G": {"strength": 5, "armor": 7}}


def test_sk_11_the_added_point_is_damage_even_where_the_armor_is_higher() -> None:
    table = sundering(strength=3)
    table.use("W", "sundering-impact", 1, "G")
    assert table.changed["G"] == {"strength": 8, "armor": 7}


def test_sundering_impact_needs_an_adjacent_enemy() -> None:
    assert sundering().refusal("W", "sundering-impact", 1, "h") == "out-of-range"
    assert sundering().refusal("W", "sundering-impact", 1, "b") == "illegal-target"


def shieldmaster(**figures: object) -> Table:
    given = {"abilities": {"bring-the-pain": 3}, "passives": ("return-the-favor",)}
    return Table("SSG.\nSS..", S=ours(**(given | figures)), G=theirs(strength=12))


@pytest.mark.parametrize(("rank", "armor", "favor"), [(1, 6, 1), (2, 5, 2), (3, 4, 3)])
def test_bring_the_pain_breaks_and_strengthens_the_favor(rank: int, armor: int, favor: int) -> None:
    table = shieldmaster()
    table.use("S", "bring-the-pain", rank, "G", d100=(87,))
    assert table.changed == {
        "S": {"willpower": 5 - rank, "lasting": (("bring-the-pain", favor),)},
        "G": {"armor": armor},
    }
    table.strike("G", "S", d10=(1, 10))
    assert table.changed == {"S": {"strength": 6}, "G": {"armor": armor - 1 - favor}}


def test_sk_11_bring_the_pain_rolls_against_the_plain_threshold() -> None:
    table = shieldmaster()
    table.use("S", "bring-the-pain", 3, "G", d100=(88,))
    assert table.strike_told().threshold == 88
    assert table.changed == {"S": {"willpower": 2, "lasting": (("bring-the-pain", 3),)}}


def test_bring_the_pain_counts_on_the_killing_blow_too() -> None:
    table = shieldmaster(strength=1)
    table.use("S", "bring-the-pain", 2, "G", d100=(99,))
    table.strike("G", "S")
    assert table.changed["G"] == {"armor": 5}
    assert table.changed["S"]["defeated"]


def test_bring_the_pain_wears_off_when_the_next_turn_begins() -> None:
    table = shieldmaster()
    table.use("S", "bring-the-pain", 1, "G", d100=(99,))
    table.play("G", d10=(10, 1))
    assert table.changed == {"S": {"lasting": ()}}


def test_bring_the_pain_needs_an_adjacent_enemy() -> None:
    table = Table("SS.G\nSS..", S=ours(abilities={"bring-the-pain": 3}), G=theirs())
    assert table.refusal("S", "bring-the-pain", 1, "G") == "out-of-range"


def sunstruck() -> Table:
    slinger = theirs(strength=8, reach=Span(2, 5), abilities={"sunstrike": 1})
    table = Table("s..a.....", s=slinger, a=ours(armor=5))
    table.use("s", "sunstrike", 1, "a")
    return table


def test_sunstrike_hits_and_leaves_the_target_without_exertion() -> None:
    table = sunstruck()
    assert table.changed == {
        "s": {"willpower": 4},
        "a": {"strength": 7, "lasting": (("sunstrike", 0),)},
    }
    assert table.strike_told().roll is None


def test_stat_4_without_exertion_nothing_can_be_boosted_until_that_turn_has_ended() -> None:
    table = sunstruck()
    with pytest.raises(Refused) as refused:
        table.walk("a", "I1")
    assert refused.value.code == "too-far"
    table.walk("a", "H1", d10=(1, 10))
    assert table.changed == {"a": {"at": "H1", "lasting": ()}}
    table.walk("a", "C1")
    assert table.changed == {"a": {"at": "C1", "willpower": 4}}


def test_sk_30_a_turn_that_runs_out_ends_it_as_one_that_is_played() -> None:
    table = sunstruck()
    assert table.state.running is not None
    assert table.state.running.due is not None
    after, _ = apply(table.state, DeadlinePassed(table.state.running.due), LoadedDice(d10=(1, 10)))
    assert after.units["a"].missed == 1
    assert after.units["a"].lasting == ()


def test_sk_30_abilities_need_no_exertion() -> None:
    slinger = theirs(strength=8, reach=Span(2, 5), abilities={"sunstrike": 1})
    table = Table("s..ab", s=slinger, a=ours(abilities={"rally": 3}), b=ours(willpower=1, max_willpower=9))
    table.use("s", "sunstrike", 1, "a")
    table.use("a", "rally", 3, "b")
    assert table.changed == {"a": {"willpower": 2, "lasting": ()}, "b": {"willpower": 7}}


def test_sunstrike_reaches_as_far_as_the_slinger() -> None:
    table = Table("sa.....b", s=theirs(reach=Span(2, 5), abilities={"sunstrike": 1}), a=ours(), b=ours())
    assert table.refusal("s", "sunstrike", 1, "a") == "out-of-range"
    assert table.refusal("s", "sunstrike", 1, "b") == "out-of-range"


def test_sk_17_a_rank_above_the_last_does_what_the_last_does_at_its_own_price() -> None:
    table = Table("s..a.....", s=theirs(strength=8, reach=Span(2, 5), abilities={"sunstrike": 3}), a=ours(armor=5))
    table.use("s", "sunstrike", 3, "a")
    assert table.changed == {"s": {"willpower": 2}, "a": {"strength": 7, "lasting": (("sunstrike", 0),)}}
