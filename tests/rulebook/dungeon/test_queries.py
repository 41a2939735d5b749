"""Questions about a state, without changing it: routes, goals, forecasts, lists, table rules."""

from __future__ import annotations

import pytest

from rulebook import dungeon
from rulebook.dungeon.adventures import shipped
from rulebook.dungeon.board import Chest, Furniture, Lock
from rulebook.dungeon.goals import closed_goal, exits, goal_squares, is_quest, next_goal, zone_of
from rulebook.dungeon.grid import Pose, Square, facing_toward
from rulebook.dungeon.movement import can_break_away, reach
from rulebook.dungeon.outlook import reach_of, sight_of, way_to
from rulebook.dungeon.routes import beside, distances_to, ends_at, open_ground, route, steps_to
from rulebook.dungeon.rules import FIELDS, TableRules
from rulebook.dungeon.state import Goal
from rulebook.dungeon.steps import Cast, End, Fight, Move, PlayCard, Shoot
from rulebook.errors import Refused, Unreadable
from tests.rulebook.dungeon.arena import Arena, drawn, floor

GUARD = "bone_guard-1"


def test_amd_06_routes_prefer_straight_steps_and_ignore_models() -> None:
    arena = Arena(heroes={"bruna": ((0, 0), "E")}, foes={"bone_guard": [((1, 0), "W")]})
    way = route(open_ground(arena.state), Square(0, 0), {Square(3, 1)})
    assert way == (Square(1, 0), Square(2, 0), Square(3, 1))
    assert steps_to(arena.state, arena.model("bruna"), arena.model(GUARD)) == 0


def test_amd_06_a_route_ends_next_to_what_cannot_be_entered() -> None:
    ground = drawn(".... .##. .##. ....")
    assert ends_at(ground, {Square(1, 1)}) == beside(ground, {Square(1, 1)})
    assert ends_at(ground, {Square(3, 0)}) == {Square(3, 0)}
    assert route(ground, Square(0, 3), {Square(9, 9)}) == ()
    assert distances_to(ground, {Square(0, 0)})[Square(3, 3)] == 5


AXES = [((5, 0), "N"), ((9, 5), "E"), ((5, 9), "S"), ((0, 5), "W"), ((9, 1), "N"), ((9, 9), "E"), ((1, 9), "S")]


@pytest.mark.parametrize(("to", "facing"), AXES)
def test_amd_06_facing_goes_along_the_longer_axis(to: tuple[int, int], facing: str) -> None:
    assert facing_toward(Square(5, 5), Square(*to)) == facing


def test_amb_82_the_next_goal_is_the_first_that_is_not_reached() -> None:
    chest = Chest("chest-5-5", Square(5, 5), Lock(2, 2), ("ashen_seal",))
    goals = (Goal("chest", Square(5, 5)), Goal("boss", key="orrik"), Goal("square", Square(0, 0)))
    arena = Arena(
        heroes={"bruna": ((4, 5), "E")},
        foes={"orrik": [((9, 9), "N")]},
        zone={"chests": (chest,)},
        mission={"goals": goals},
    )
    assert next_goal(arena.state) == goals[0]
    assert closed_goal(arena.state, goals[0]) == chest
    assert not is_quest(arena.state, arena.model("bruna"))
    arena.step("bruna", Fight("chest-5-5"), [6, 6, 6, 6, 6, 1, 1])
    assert is_quest(arena.state, arena.model("bruna"))
    assert next_goal(arena.state) == goals[1]
    assert goal_squares(arena.state, goals[1]) == (Square(9, 9),)
    arena.change("orrik", at=None, wounds=5)
    assert next_goal(arena.state) == goals[2]
    assert goal_squares(arena.state, goals[2]) == (Square(0, 0),)


def test_a_door_is_a_goal_until_it_is_open_and_a_way_out_of_its_zone() -> None:
    first, *others = shipped("silent_ossuary").zones
    goal = Goal("door", Square(7, 3))
    arena = Arena(
        heroes={"bruna": ((6, 3), "E")},
        board=first.squares,
        zone={"doors": first.doors},
        hidden=others,
        mission={"goals": (goal,)},
    )
    assert goal_squares(arena.state, goal) == (Square(7, 3),)
    zone = zone_of(arena.state, Square(6, 3))
    assert zone is not None and exits(zone) == ((Square(7, 3),),)
    arena.step("bruna", Fight("door-7-3"), [6, 6, 6, 6, 6, 1, 1])
    assert next_goal(arena.state) is None
    assert zone_of(arena.state, Square(7, 3)) == zone
    assert zone_of(arena.state, Square(0, 0)) is None


def test_a_forecast_shows_both_pools_and_exact_odds() -> None:
    arena = Arena(heroes={"bruna": ((4, 5), "E"), "ivo": ((5, 1), "S")}, foes={"bone_guard": [((5, 5), "W")]})
    (fight,) = dungeon.forecast(arena.state, "bruna", Fight(GUARD))
    assert (fight.sides.attacker.pool.dice, fight.sides.defender.pool) == (5, (2, 2))
    assert fight.chance == pytest.approx(0.93, abs=0.005)
    (dart,) = dungeon.forecast(arena.state, "ivo", Cast("ember_dart", GUARD))
    assert (dart.sides.attacker.pool.dice, dart.odds[1]) == (3, pytest.approx(0.72, abs=0.005))
    assert dungeon.forecast(arena.state, "bruna", End()) == ()
    with pytest.raises(Refused):
        dungeon.forecast(arena.state, "bruna", Shoot(GUARD))


def test_the_legal_list_goes_on_from_chosen_moves_but_not_through_dice() -> None:
    arena = Arena(heroes={"bruna": ((1, 5), "E")}, foes={"bone_guard": [((5, 5), "W")]})
    near = arena.walk("bruna", (2, 5), (3, 5), (4, 5))
    after = dungeon.legal_actions(arena.state, "bruna", (near,))
    assert Fight(GUARD) in after
    assert {step.path[-1].at for step in after if isinstance(step, Move)} == {Square(4, 5)}
    assert Fight(GUARD) not in dungeon.legal_actions(arena.state, "bruna")
    with pytest.raises(Refused) as refusal:
        dungeon.legal_actions(arena.state, "bruna", (near, Fight(GUARD)))
    assert refusal.value.code == "dice-decide"
    assert arena.model("bruna").at == Square(1, 5)


def test_the_legal_list_knows_no_stranger_and_no_fallen() -> None:
    arena = Arena(heroes={"bruna": ((1, 5), "E")}, foes={"bone_guard": [((5, 5), "W")]})
    arena.change(GUARD, at=None)
    for unit, code in (("nobody", "unknown-unit"), (GUARD, "defeated")):
        with pytest.raises(Refused) as refusal:
            dungeon.legal_actions(arena.state, unit)
        assert refusal.value.code == code
    assert arena.refused("bruna", PlayCard("press_them")) == "unknown-step"


def test_reach_keeps_the_cheapest_way() -> None:
    table = Furniture("table-2-0", "table", (Square(2, 0),))
    arena = Arena(heroes={"bruna": ((0, 0), "E")}, board=floor(5, 2), zone={"furniture": (table,)})
    found = reach(arena.state, arena.model("bruna"), 6)
    assert found.cost_of(Square(4, 0)) == 4
    assert found.cost_of(Square(2, 0)) is None
    path = found.path_to(Pose(Square(4, 0), "S"))
    assert (len(path), path[-1]) == (4, Pose(Square(4, 0), "S"))


def test_ds_break_01_whoever_is_surrounded_cannot_break_away() -> None:
    corner = {"bone_guard": [((1, 0), "W")]}
    arena = Arena(heroes={"sylwen": ((0, 0), "E")}, foes=corner)
    assert not can_break_away(arena.state, arena.model("sylwen"))
    arena.change(GUARD, facing="E")
    assert can_break_away(arena.state, arena.model("sylwen"))


def test_imp_07_table_rules_have_their_defaults_and_are_checked() -> None:
    rules = TableRules()
    assert (rules.short, rules.long, rules.closed_door_blocks_los) == (3, 6, True)
    assert (rules.deck_out_mode, rules.lose_on_hero_incapacitated, rules.io_variant) == ("on_failed_draw", True, "none")
    assert (rules.io_go_for_win, rules.boss_feats_by_io) == (True, True)
    assert (rules.adjacent_shots, rules.engaged_casting, rules.weakest_needs) == (True, True, "wound")
    assert TableRules.from_mapping(rules.to_mapping()) == rules
    assert {field.name for field in FIELDS} == set(rules.to_mapping())
    for wrong in ({"short": 0}, {"io_variant": "clever"}, {"long": "far"}, {"window_hours": 0}, {"adjacent_shots": 1}):
        with pytest.raises(Unreadable) as refusal:
            TableRules.from_mapping(wrong)
        assert refusal.value.code == "bad-table-rule"
    with pytest.raises(Unreadable) as refusal:
        TableRules.from_mapping({"luck": 1})
    assert refusal.value.code == "unknown-table-rule"


def test_a_page_can_show_where_a_model_could_go() -> None:
    arena = Arena(heroes={"bruna": ((1, 5), "E")}, foes={"bone_guard": [((5, 5), "W")]})
    shown = reach_of(arena.state, "bruna")
    assert shown.squares[Square(4, 5)] == 3
    assert shown.stops == {Square(4, 4), Square(4, 5), Square(4, 6), Square(5, 4), Square(5, 6)}
    assert shown.breaks == ()
    arena.step("bruna", arena.walk("bruna", (2, 5), (3, 5), (4, 5)))
    assert reach_of(arena.state, "bruna").squares == {}


def test_a_page_can_show_who_strikes_if_a_model_breaks_away() -> None:
    arena = Arena(heroes={"bruna": ((4, 5), "E")}, foes={"bone_guard": [((5, 5), "W")]})
    shown = reach_of(arena.state, "bruna")
    assert shown.breaks == (GUARD,)
    assert Square(4, 4) in shown.squares and shown.squares[Square(4, 4)] == 2
    arena.step("bruna", Fight(GUARD), [1, 1, 1, 1, 1, 6, 6])
    assert reach_of(arena.state, "bruna").squares == {}


def test_a_page_can_show_what_a_model_sees() -> None:
    table = Furniture("table-4-4", "table", (Square(4, 4),))
    case = Furniture("bookcase-2-2", "bookcase", (Square(2, 2),))
    arena = Arena(heroes={"sylwen": ((2, 4), "E")}, zone={"furniture": (table, case)})
    seen = sight_of(arena.state, "sylwen")
    assert seen.squares[Square(6, 4)] == "over"
    assert seen.squares[Square(3, 4)] == "clear"
    assert Square(1, 4) not in seen.squares
    assert Square(2, 0) not in seen.squares
    assert Square(9, 4) in seen.in_long and Square(7, 4) not in seen.in_short


def test_whoever_points_at_a_square_gets_the_way_there() -> None:
    arena = Arena(heroes={"bruna": ((1, 5), "E")}, foes={"corpse_ogre": [((5, 5), "W")]})
    step = way_to(arena.state, "bruna", Square(4, 6), "S")
    assert (len(step.path), step.path[-1]) == (3, Pose(Square(4, 6), "S"))
    arena.step("bruna", step)
    with pytest.raises(Refused) as refusal:
        way_to(arena.state, "bruna", Square(1, 5), "E")
    assert refusal.value.code == "too-far"
    arena.end("bruna")
    turned = way_to(arena.state, "corpse_ogre-1", Square(5, 5), "E")
    assert [pose.at for pose in turned.path] == [Square(5, 5), Square(5, 5)]
