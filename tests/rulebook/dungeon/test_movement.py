"""Moving, breaking away, free strikes (DS-MOVE, DS-BREAK, DS-FREE), and Large models (DS-LARGE)."""

from __future__ import annotations

from rulebook.dungeon import combat
from rulebook.dungeon.actions import AnswerStrike, Instruct
from rulebook.dungeon.board import Furniture
from rulebook.dungeon.events import AttackRolled, BreakingAway, Moved, StrikeForgone
from rulebook.dungeon.grid import Pose, Square
from rulebook.dungeon.movement import check_path, reach
from rulebook.dungeon.steps import OVERLORD, End, Fight, Move, UseFeat
from tests.rulebook.dungeon.arena import ANA, TYR, Arena, floor, steps_of

OGRE = "corpse_ogre-1"
GUARD = "bone_guard-1"


def test_ds_move_01_each_step_costs_one_and_the_last_point_is_the_end() -> None:
    arena = Arena(heroes={"torvek": ((0, 0), "E")})
    assert arena.refused("torvek", arena.walk("torvek", *[(x, x) for x in range(1, 7)])) == "too-far"
    arena.step("torvek", arena.walk("torvek", *[(x, x) for x in range(1, 6)]))
    assert arena.refused("torvek", arena.walk("torvek", (6, 6))) == "too-far"


def test_ds_move_01_a_move_may_be_walked_in_parts() -> None:
    arena = Arena(heroes={"torvek": ((0, 0), "E")})
    arena.step("torvek", arena.walk("torvek", (1, 0), (2, 0)))
    arena.step("torvek", arena.walk("torvek", (3, 0), (4, 0), (5, 0)))
    assert arena.state.running is not None and arena.state.running.points == 0


def test_ds_move_02_models_furniture_and_the_void_block() -> None:
    table = Furniture("table-1-1", "table", (Square(1, 1),))
    heroes = {"bruna": ((1, 0), "N"), "torvek": ((0, 0), "N")}
    arena = Arena(heroes=heroes, foes={"wraith": [((1, 2), "S")]}, zone={"furniture": (table,)})
    for square in ((0, 0), (1, 1)):
        assert arena.refused("bruna", arena.walk("bruna", square)) == "blocked"
    assert arena.refused("bruna", arena.walk("bruna", (1, -1))) == "blocked"
    assert Square(1, 2) not in reach(arena.state, arena.model("bruna"), 9).squares


def test_ds_move_06_turning_on_the_spot_is_free_at_any_point_of_the_move() -> None:
    arena = Arena(heroes={"bruna": ((3, 3), "N")})
    arena.step("bruna", Move((Pose(Square(3, 3), "S"), Pose(Square(3, 4), "W"), Pose(Square(3, 4), "E"))))
    assert arena.told(Moved)[-1].left == 5
    assert arena.model("bruna").facing == "E"


def test_ds_hero_01_an_action_ends_all_movement() -> None:
    arena = Arena(heroes={"bruna": ((4, 5), "E")}, foes={"bone_guard": [((5, 5), "E")]})
    arena.step("bruna", Fight(GUARD), [1, 1, 1, 1, 1, 6, 6])
    assert arena.refused("bruna", Move((Pose(Square(4, 5), "S"),))) == "step-order"
    assert arena.refused("bruna", Fight(GUARD)) == "step-order"
    assert steps_of(arena.state, "bruna", Move) == []


def test_ds_move_07_who_turns_while_engaged_has_chosen_to_stay() -> None:
    """AMD-17: the facing at the start of the turn counts for free strikes."""
    arena = Arena(heroes={"bruna": ((4, 5), "W")}, foes={"bone_guard": [((5, 5), "W")]})
    path = (Pose(Square(4, 5), "E"), Pose(Square(3, 5), "E"))
    assert arena.refused("bruna", Move(path)) == "move-over"
    arena.step("bruna", Move((Pose(Square(4, 5), "E"),)))
    assert arena.refused("bruna", arena.walk("bruna", (3, 5))) == "move-over"


def test_ds_break_02_every_holder_strikes_before_the_model_moves() -> None:
    arena = Arena(heroes={"bruna": ((4, 5), "W")}, foes={"bone_guard": [((5, 5), "W"), ((4, 6), "N")]})
    events = arena.step("bruna", arena.walk("bruna", (3, 4)), [1, 1, 6, 6, 6, 1, 1, 6, 6, 6, 6])
    order = [event.unit for event in events if isinstance(event, AttackRolled)]
    assert order == [GUARD, "bone_guard-2"]
    assert isinstance(events[-1], Moved)
    first = arena.told(AttackRolled)[0]
    assert {term.name for term in first.defender_terms} == {"outnumbered", "behind"}


def test_ds_break_04_the_arc_just_left_may_be_entered_again() -> None:
    """AMB-10: and it stops there."""
    arena = Arena(heroes={"bruna": ((4, 5), "E")}, foes={"bone_guard": [((5, 5), "W")]})
    arena.step("bruna", arena.walk("bruna", (3, 4), (4, 4)), [1, 1, 6, 6, 6, 6, 6])
    assert arena.told(Moved)[-1].stopped
    assert arena.model("bruna").at == Square(4, 4)


def test_ds_break_05_the_whole_path_is_checked_before_anybody_strikes() -> None:
    arena = Arena(heroes={"bruna": ((4, 5), "E")}, foes={"bone_guard": [((5, 5), "W")]})
    assert arena.refused("bruna", arena.walk("bruna", (3, 5), (3, 4), (4, 4), (3, 4))) == "must-stop"
    assert not arena.told(BreakingAway)


def test_hold_the_breach_lets_nobody_go_and_ends_with_the_next_turn() -> None:
    arena = Arena(heroes={"torvek": ((4, 5), "E")}, foes={"wraith": [((7, 5), "W")]})
    arena.step("torvek", UseFeat("hold_the_breach"))
    arena.step("torvek", arena.walk("torvek", (5, 5), (6, 5)))
    arena.end("torvek")
    assert arena.view_of("torvek")["armour_counted"] == 5
    assert arena.refused("wraith-1", arena.walk("wraith-1", (8, 5))) == "held"
    arena.step("wraith-1", Fight("torvek"), [6, 1, 6, 1, 1, 1])
    arena.end("wraith-1")
    arena.end(OVERLORD)
    assert arena.view_of("torvek")["armour_counted"] == 5
    arena.end("torvek")
    assert arena.view_of("torvek")["armour_counted"] == 4
    arena.step("wraith-1", arena.walk("wraith-1", (8, 5)), [1, 1, 1, 1, 6, 6])


def test_imp_03_standing_instructions_never_and_ask() -> None:
    arena = Arena(heroes={"bruna": ((4, 5), "E")}, foes={"bone_guard": [((5, 5), "W")]})
    arena.act(Instruct(TYR, GUARD, 1, strikes="never"))
    arena.step("bruna", arena.walk("bruna", (3, 5)))
    assert [event.striker for event in arena.told(StrikeForgone)] == [GUARD]


def test_imp_03_a_player_who_is_asked_has_a_clock_and_strikes_if_it_runs_out() -> None:
    arena = Arena(heroes={"bruna": ((4, 5), "E")}, foes={"bone_guard": [((5, 5), "W")]})
    arena.act(Instruct(TYR, GUARD, 1, strikes="ask"))
    arena.step("bruna", arena.walk("bruna", (3, 5)))
    assert arena.model("bruna").at == Square(4, 5)
    (wait,) = arena.waits()
    assert (wait.who, wait.kind, wait.unit, wait.rule) == (TYR, "strike", GUARD, "strike")
    assert arena.refused("bruna", End()) == "strike-pending"
    assert wait.due is not None
    arena.pass_time(wait.due, [1, 1, 6, 6, 6, 6, 6])
    assert arena.model("bruna").at == Square(3, 5)
    assert arena.state.clock is not None and arena.state.clock.rule == "first"


def test_imp_03_a_strike_can_be_let_go_and_the_clock_before_keeps_what_it_had() -> None:
    arena = Arena(heroes={"bruna": ((4, 5), "E")}, foes={"bone_guard": [((5, 5), "W")]})
    due = arena.state.clock.due if arena.state.clock else None
    arena.act(Instruct(TYR, GUARD, 1, strikes="ask"))
    arena.step("bruna", arena.walk("bruna", (3, 5)))
    arena.act(AnswerStrike(TYR, GUARD, False, arena.state.moment + 60_000))
    assert arena.model("bruna").at == Square(3, 5)
    assert due is not None and arena.state.clock is not None
    assert arena.state.clock.due == due + 60_000


def test_ds_free_03_a_zone_that_is_laid_gives_no_free_strikes_but_placing_does() -> None:
    arena = Arena(
        heroes={"bruna": ((4, 5), "E")},
        zone={"piles": (Square(5, 5),)},
        mission={"raisable": {"bone_guard": 4}},
    )
    arena.pass_heroes()
    arena.raise_dead((5, 5), "bone_guard", faces=[6, 5, 1, 1, 1, 1, 1])
    assert arena.told(AttackRolled)[-1].attack == "free-strike"
    assert arena.felled == [GUARD]
    assert arena.state.board.piles == (Square(5, 5),)


# Large models


def ogre(at: tuple[int, int] = (4, 4), hero: tuple[int, int] = (9, 9)) -> Arena:
    arena = Arena(heroes={"bruna": (hero, "N")}, foes={"corpse_ogre": [(at, "N")]})
    arena.pass_heroes()
    return arena


def test_ds_large_02_03_steps_and_quarter_turns() -> None:
    arena = ogre()
    for to in ((4, 3), (3, 3), (5, 3), (4, 5)):
        check_path(arena.state, arena.model(OGRE), (Pose(Square(*to), "N"),), 1)
    for to in ((3, 4), (5, 4), (3, 5), (5, 5)):
        assert arena.refused(OGRE, Move((Pose(Square(*to), "N"),))) == "bad-path"
    about = (Pose(Square(4, 4), "E"), Pose(Square(4, 4), "S"))
    arena.step(OGRE, Move(about))
    assert arena.told(Moved)[-1].left == 2
    assert arena.refused(OGRE, Move((Pose(Square(4, 5), "W"),))) == "bad-path"


def test_ds_large_04_a_slant_needs_one_of_the_two_straight_placements() -> None:
    slant = Move((Pose(Square(2, 1), "N"),))
    for missing, legal in (({(1, 1)}, True), ({(3, 3)}, True), ({(1, 1), (3, 3)}, False), ({(3, 1)}, False)):
        board = floor(7, 7) - {Square(*square) for square in missing}
        arena = Arena(heroes={"bruna": ((6, 6), "N")}, foes={"corpse_ogre": [((1, 2), "N")]}, board=board)
        arena.pass_heroes()
        if legal:
            arena.step(OGRE, slant)
        else:
            assert arena.refused(OGRE, slant) == "blocked"


def test_amd_03_a_large_model_does_not_fit_through_a_door_of_one_square() -> None:
    board = floor(3, 5) | {Square(3, 2)} | {Square(x, y) for x in range(4, 9) for y in range(5)}
    arena = Arena(heroes={"bruna": ((8, 4), "N")}, foes={"corpse_ogre": [((1, 2), "E")]}, board=board)
    found = reach(arena.state, arena.model(OGRE), 20)
    assert max(square.x for square in found.squares) == 1


def test_ds_large_06_a_large_model_outnumbers_alone() -> None:
    arena = Arena(heroes={"bruna": ((4, 3), "S")}, foes={"corpse_ogre": [((4, 4), "N")]})
    assert combat.is_outnumbered(arena.state, arena.model("bruna"))
    assert not combat.is_outnumbered(arena.state, arena.model(OGRE))


def test_ds_large_06_two_heroes_outnumber_it_too() -> None:
    heroes = {"bruna": ((4, 3), "S"), "torvek": ((5, 3), "S")}
    arena = Arena(heroes=heroes, foes={"corpse_ogre": [((4, 4), "N")]})
    assert combat.is_outnumbered(arena.state, arena.model(OGRE))


def test_ds_large_05_behind_means_partly_behind_and_nowhere_in_front() -> None:
    heroes = {"bruna": ((4, 4), "N"), "torvek": ((4, 8), "W")}
    arena = Arena(heroes=heroes, foes={"corpse_ogre": [((4, 5), "N"), ((5, 8), "N")]})
    assert combat.strikes_from_behind(arena.model(OGRE), arena.model("bruna"))
    assert combat.strikes_from_behind(arena.model("corpse_ogre-2"), arena.model("torvek"))
    arena.change("torvek", facing="N")
    assert not combat.strikes_from_behind(arena.model("corpse_ogre-2"), arena.model("torvek"))


def test_ds_large_07_a_stopped_large_model_may_still_turn_with_unspent_points() -> None:
    arena = Arena(heroes={"bruna": ((4, 1), "S")}, foes={"corpse_ogre": [((4, 4), "N")]})
    arena.pass_heroes()
    arena.step(OGRE, Move((Pose(Square(4, 3), "N"), Pose(Square(4, 2), "N"))))
    assert arena.told(Moved)[-1].stopped
    assert arena.refused(OGRE, Move((Pose(Square(4, 3), "N"),))) == "move-over"
    arena.step(OGRE, Move((Pose(Square(4, 2), "E"), Pose(Square(4, 2), "S"))))
    assert arena.refused(OGRE, Move((Pose(Square(4, 2), "W"),))) == "too-far"


def test_amd_17_a_large_model_leaves_only_to_a_place_outside_all_arcs() -> None:
    arena = Arena(heroes={"bruna": ((4, 3), "S")}, foes={"corpse_ogre": [((4, 4), "N")]})
    arena.pass_heroes()
    assert arena.refused(OGRE, Move((Pose(Square(5, 3), "N"),))) == "no-sliding"
    arena.step(OGRE, Move((Pose(Square(4, 5), "N"),)), [1, 1, 1, 1, 6, 6, 6, 6])
    assert arena.model(OGRE).at == Square(4, 5)


def test_ds_free_04_a_striker_does_not_turn_for_it() -> None:
    arena = Arena(heroes={"bruna": ((4, 5), "E")}, foes={"bone_guard": [((5, 5), "E")]})
    events = arena.step("bruna", arena.walk("bruna", (3, 5)))
    assert [type(event) for event in events[1:]] == [Moved]
    assert arena.model("bruna").player == ANA
