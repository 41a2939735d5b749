"""The end of a battle and what it yields: WIN-1, WIN-2, WOUND-3, DEATH-4, REN-1."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rulebook.dice import LoadedDice
from rulebook.errors import Refused
from rulebook.saga.actions import EndBattle, PlayTurn
from rulebook.saga.change import change
from rulebook.saga.events import BattleEnded, FateRolled
from rulebook.saga.resolve import apply
from rulebook.saga.state import Fate, Share, Victory
from rulebook.saga.steps import Strike
from rulebook.saga.victory import is_open, winner
from rulebook.saga.waits import waits
from tests.rulebook.boards import Table, ours, theirs, thing

FRAIL = {"strength": 1, "armor": 0}
STRIKE = Strike("strength", "G")


def with_victory(table: Table, *victories: Victory) -> Table:
    sides = (replace(s, victory=v) for s, v in zip(table.state.sides, victories, strict=True))
    table.state = change(table.state, sides=tuple(sides))
    return table


def both(kind: Any, thing_named: str = "") -> tuple[Victory, Victory]:
    return Victory(kind, thing_named), Victory(kind, thing_named)


def ending(table: Table) -> tuple[str, str | None, str]:
    outcome = table.state.outcome
    return table.state.phase, outcome.winner if outcome else None, outcome.reason if outcome else ""


def test_win_1_all_enemies_defeated() -> None:
    table = Table("aGX", a=ours(), G=theirs(**FRAIL), X=thing())
    table.strike("a", "G")
    assert ending(table) == ("over", "ours", "defeat-all")
    assert waits(table.state) == ()


def test_win_1_the_enemy_leader_defeated() -> None:
    table = with_victory(Table("aGH", a=ours(), G=theirs(leader=True, **FRAIL), H=theirs()), *both("defeat-leader"))
    table.strike("a", "G")
    assert ending(table) == ("over", "ours", "defeat-leader")


def test_win_1_one_who_is_no_leader_is_not_enough() -> None:
    table = with_victory(Table("aGH", a=ours(), G=theirs(**FRAIL), H=theirs(leader=True)), *both("defeat-leader"))
    table.strike("a", "G")
    assert table.state.phase == "running"


@pytest.mark.parametrize(("named", "over"), [("", False), ("X", True), ("Y", False)])
def test_win_1_the_obstacles_or_a_named_object_destroyed(named: str, over: bool) -> None:
    table = Table("aXY\nG..", a=ours(strength=20), X=thing(), Y=thing(), G=theirs())
    with_victory(table, *both("destroy", named))
    table.strike("a", "X")
    assert (table.state.phase == "over") is over


def test_win_1_what_stands_on_ones_own_side_is_nobodys_aim_but_the_enemys() -> None:
    """SK-141: the barrel of ours may stand; it is not for us to break."""
    table = Table("aXY\nG..", a=ours(strength=20), X=thing(), Y=thing(side="ours"), G=theirs())
    with_victory(table, *both("destroy"))
    table.strike("a", "X")
    assert ending(table) == ("over", "ours", "destroy")


@pytest.mark.parametrize(("unit", "winning"), [("a", "ours"), ("G", "theirs")])
def test_win_1_of_two_sides_after_the_same_thing_the_one_that_destroys_it_wins(unit: str, winning: str) -> None:
    table = Table("aX.\n.G.", a=ours(strength=20), G=theirs(strength=20), X=thing(side="nobody's"))
    with_victory(table, *both("destroy", "X"), Victory("none"))
    if unit == "G":
        table.play("a")
    table.strike(unit, "X")
    assert ending(table) == ("over", winning, "destroy")


def test_win_1_the_director_may_give_each_side_its_own() -> None:
    table = Table("aG.\nb.H", a=ours(), b=ours(), G=theirs(leader=True, **FRAIL), H=theirs())
    with_victory(table, Victory("defeat-all"), Victory("defeat-leader"))
    table.strike("a", "G")
    assert table.state.phase == "running"


def test_win_2_a_side_with_no_unit_standing_has_lost_whatever_the_condition() -> None:
    table = with_victory(Table("aG", a=ours(), G=theirs(**FRAIL)), *both("defeat-leader"))
    table.strike("a", "G")
    assert ending(table) == ("over", "ours", "last-standing")


def test_win_2_a_hidden_unit_keeps_its_side_in_the_battle() -> None:
    table = Table("aGH", a=ours(), G=theirs(**FRAIL), H=theirs())
    hidden = change(table.state.units["H"], at=None, hidden=True)
    table.state = change(table.state, units={**table.state.units, "H": hidden})
    table.strike("a", "G", d10=(5,))
    assert table.state.phase == "running"


def undecided() -> Table:
    """Tempest fells friend and foe alike: both leaders, by one action."""
    table = Table(
        "bba\nbbG\n..c",
        b=ours(strength=20, abilities={"tempest": 3}),
        a=ours(leader=True, **FRAIL),
        G=theirs(leader=True, **FRAIL),
        c=theirs(),
    )
    with_victory(table, *both("defeat-leader"))
    table.use("b", "tempest", 3, "G")
    return table


def test_win_2_won_by_both_in_one_action_is_for_the_director_to_decide() -> None:
    table = undecided()
    assert table.state.phase == "running" and table.state.undecided
    assert [(wait.who, wait.kind) for wait in waits(table.state)] == [("director", "decide")]
    with pytest.raises(Refused) as refused:
        apply(table.state, PlayTurn("director", "c", (), 1), LoadedDice())
    assert refused.value.code == "undecided"


def test_win_2_a_side_with_nobody_left_has_lost_even_as_the_leader_it_was_after_falls() -> None:
    """WIN-2, SK-140."""
    table = Table(
        "bba\nbbG",
        b=ours(strength=20, abilities={"tempest": 3}),
        a=ours(leader=True, **FRAIL),
        G=theirs(leader=True, **FRAIL),
    )
    with_victory(table, Victory("defeat-all"), Victory("defeat-leader"))
    table.use("b", "tempest", 3, "G")
    assert ending(table) == ("over", "ours", "defeat-all")


@pytest.mark.parametrize("winner", ["ours", "theirs", None])
def test_win_2_the_director_decides(winner: str | None) -> None:
    state, events = apply(undecided().state, EndBattle(winner, "they fell side by side", 9), LoadedDice())
    assert (state.phase, state.undecided) == ("over", False)
    assert events[0] == BattleEnded(9, winner, "they fell side by side")


def test_win_2_both_sides_emptied_by_one_action_too() -> None:
    """Nobody is left: nobody has won."""
    table = Table("aG", a=ours(), G=theirs())
    gone = {n: change(u, at=None, defeated=True, strength=0) for n, u in table.state.units.items()}
    state = change(table.state, units=gone, occupied={})
    assert not is_open(state)
    assert winner(state) is None


def test_the_director_may_end_a_battle_at_any_time() -> None:
    table = Table("a.G", a=ours(), G=theirs())
    state, _ = apply(table.state, EndBattle(None, "the river rose", 1), LoadedDice())
    assert state.outcome is not None and state.outcome.winner is None
    for action, code in (
        (EndBattle("ours", "again", 2), "already-over"),
        (PlayTurn("ana", "a", (), 2), "already-over"),
    ):
        with pytest.raises(Refused) as refused:
            apply(state, action, LoadedDice())
        assert refused.value.code == code


def test_only_a_side_can_win() -> None:
    table = Table("a.G", a=ours(), G=theirs())
    with pytest.raises(Refused) as refused:
        apply(table.state, EndBattle("nobody", "", 1), LoadedDice())
    assert refused.value.code == "unknown-side"


def fight_to_the_end(**about: Any) -> Table:
    """A companion and a hero: G fells the companion for −3, then the hero fells G."""
    table = Table(
        "bGa",
        G=theirs(strength=12, armor=0, **about),
        b=ours(strength=1, armor=4, exertion=2, rank="companion"),
        a=ours(strength=20, rank="hero", open_wounds=2),
    )
    table.strike("G", "b", boost=0)
    return table


def test_wound_3_fates_are_rolled_right_after_the_battle_in_the_order_of_defeat() -> None:
    table = fight_to_the_end()
    assert table.state.units["b"].strength == 1 - 8
    table.play("a", STRIKE, d100=(1, 50, 4))
    fates = [event for event in table.events if isinstance(event, FateRolled)]
    assert [event.fate for event in fates] == [
        Fate("b", "companion", "dies", "chance", certain=3, chance=50, wounds=4, death_chance=4)
    ]
    assert [
        (event.wound_roll and event.wound_roll.face, event.death_roll and event.death_roll.face) for event in fates
    ] == [(50, 4)]
    assert table.state.fates == tuple(event.fate for event in fates)


def test_death_2_defeated_by_a_boss_is_kept_in_mind() -> None:
    table = fight_to_the_end(boss=True)
    table.play("a", STRIKE, d100=(1,))
    assert table.state.fates[0].outcome == "dies"
    assert (table.state.fates[0].rule, table.state.fates[0].wounds) == ("boss", 0)


def test_death_4_nobody_dies_in_a_friendly_battle() -> None:
    table = fight_to_the_end()
    table.state = change(table.state, friendly=True)
    table.play("a", STRIKE, d100=(1, 51))
    assert [(fate.outcome, fate.wounds) for fate in table.state.fates] == [("lives", 3)]


def test_units_that_are_no_characters_have_no_fate_and_no_renown() -> None:
    table = Table("aG", a=ours(), G=theirs(**FRAIL))
    table.strike("a", "G")
    assert table.state.fates == () and table.state.renown == ()


def test_ren_1_renown_is_proposed_from_the_fallen() -> None:
    """Winners: 1 defeated + 1 survivor − 1 = 1 for two: the rest goes to who defeated most."""
    table = fight_to_the_end()
    table.play("a", STRIKE, d100=(1, 51, 99))
    assert table.state.renown == (Share("b", 0), Share("a", 1))


def test_ren_1_a_broken_obstacle_is_no_enemy_defeated() -> None:
    """1 defeated + 2 survivors − 1 = 2: one each, and nothing over for the one who broke the barrel."""
    heroes = {"b": ours(rank="hero", strength=20), "a": ours(rank="hero", strength=20)}
    table = Table("oba\n..G", **heroes, o=thing(), G=theirs(**FRAIL))
    table.strike("b", "o")
    table.strike("a", "G")
    assert table.state.renown == (Share("b", 1), Share("a", 1))


def test_ren_1_losers_get_theirs_too() -> None:
    table = Table("aG\n..", a=ours(rank="hero", strength=1), G=theirs(rank="hero"))
    state, _ = apply(table.state, EndBattle("theirs", "night fell", 1), LoadedDice())
    assert state.renown == (Share("a", 1), Share("G", 0))
