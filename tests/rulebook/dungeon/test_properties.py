"""What holds always (IMP-09), tried on arbitrary figures and on games played at random."""

from __future__ import annotations

import json
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulebook import dungeon
from rulebook.dungeon import combat
from rulebook.dungeon.actions import Action, PlayStep
from rulebook.dungeon.adventures import KEYS
from rulebook.dungeon.attack import hits, pool, resolve
from rulebook.dungeon.events import AttackRolled, DeadRaised, Event, Moved, Wounded
from rulebook.dungeon.grid import FACINGS, Square, around, base, front_arc, rear_arc
from rulebook.dungeon.movement import check_path
from rulebook.dungeon.sight import points, sees
from rulebook.dungeon.state import Model, State
from rulebook.dungeon.steps import Move
from tests.rulebook.dungeon.parties import Game

faces = st.lists(st.integers(1, 6), min_size=1, max_size=8)
squares = st.builds(Square, st.integers(0, 6), st.integers(0, 6))
SMALL = settings(max_examples=60, deadline=None)


@given(squares, st.sampled_from(FACINGS), st.sampled_from([1, 2]))
@SMALL
def test_front_and_rear_are_all_that_is_adjacent_and_apart(at: Square, facing: str, size: int) -> None:
    front, rear = front_arc(at, facing, size), rear_arc(at, facing, size)
    assert front | rear == around(at, size)
    assert not front & rear
    assert (len(front), len(rear)) == ((5, 3) if size == 1 else (8, 4))


@given(faces, faces, st.integers(1, 5))
@SMALL
def test_hits_are_at_most_the_dice_left_and_do_not_rise_with_armour(
    attacker: list[int], defender: list[int], armour: int
) -> None:
    result = resolve(attacker, defender, armour)
    assert result.hits <= len(result.kept) == len(attacker) - len(result.discarded)
    if armour < 5:
        assert hits(attacker, defender, armour + 1) <= result.hits


@given(st.integers(1, 7), st.integers(1, 5), st.integers(0, 4), st.integers(0, 5), st.integers(0, 3), st.integers(0, 3))
@SMALL
def test_pools_have_two_dice_at_least_and_armour_from_one_to_five(
    dice: int, armour: int, bonus: int, penalties: int, raised: int, lowered: int
) -> None:
    found = pool(dice, armour, bonus, penalties, raised, lowered)
    assert found.dice >= 2
    assert 1 <= found.armour <= 5


@given(squares, squares, st.frozensets(squares, max_size=8))
@SMALL
def test_line_of_sight_is_symmetric(first: Square, second: Square, blocking: frozenset[Square]) -> None:
    assert sees((first,), (second,), blocking) == sees((second,), (first,), blocking)


def touches(start: tuple[int, int], end: tuple[int, int], square: Square) -> bool:
    """A segment and a closed box, corner by corner (DS-SHOOT-07)."""
    left, top = 10 * square.x, 10 * square.y
    if max(start[0], end[0]) < left or min(start[0], end[0]) > left + 10:
        return False
    if max(start[1], end[1]) < top or min(start[1], end[1]) > top + 10:
        return False
    dx, dy = end[0] - start[0], end[1] - start[1]
    corners = [(left + i, top + j) for i in (0, 10) for j in (0, 10)]
    sides = [dx * (y - start[1]) - dy * (x - start[0]) for x, y in corners]
    return not (all(side > 0 for side in sides) or all(side < 0 for side in sides))


@given(squares, squares, st.frozensets(squares, max_size=8))
@SMALL
def test_line_of_sight_is_one_free_segment_between_nine_points_each(
    first: Square, second: Square, blocking: frozenset[Square]
) -> None:
    walls = blocking - {first, second}
    free = any(
        not any(touches(start, end, wall) for wall in walls) for start in points(first) for end in points(second)
    )
    assert sees((first,), (second,), blocking) == free


@pytest.mark.whole_game
@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_whole_game_keeps_the_rules_and_can_be_read_again(key: str, seed: int) -> None:
    game = Game(key, seed)
    for before, action, after, events in game.play():
        _check_moves(before, action, events)
        _check_wounds(events)
        _check_board(after)
    assert game.state.outcome is not None
    assert game.state.dice_counter == game.dice.counter
    assert dungeon.replay(game.setup, game.events) == game.state
    written = [json.loads(json.dumps(dungeon.event_to_json(event))) for event in game.events]
    setup = dungeon.setup_from_json(json.loads(json.dumps(dungeon.setup_to_json(game.setup))))
    assert dungeon.replay(setup, [dungeon.event_from_json(data) for data in written]) == game.state


def _check_moves(before: State, action: Action, events: tuple[Event, ...]) -> None:
    """No path leaves a front-arc square except as the first step of a break away."""
    told = [event for event in events if isinstance(event, Moved) and not event.granted]
    if not isinstance(action, PlayStep) or not isinstance(action.step, Move) or not told:
        return
    step = action.step
    model = before.models[action.unit]
    arcs = combat.enemy_arcs(before, model)
    inside = [not arcs.isdisjoint(under) for under in _bases(model, step)]
    assert not any(here and there for here, there in zip(inside[1:], inside[2:], strict=False) if here)
    strikes = [event for event in events if isinstance(event, AttackRolled) and event.attack == "free-strike"]
    leaves = inside[0] and any(pose.at != model.at for pose in step.path)
    assert bool(strikes) <= leaves


def _bases(model: Model, step: Move) -> list[frozenset[Square]]:
    places = [model.at, *(pose.at for pose in step.path)]
    kept = [place for n, place in enumerate(places) if n == 0 or place != places[n - 1]]
    return [frozenset(base(place, model.size)) for place in kept]


def _check_wounds(events: tuple[Event, ...]) -> None:
    """An attack takes one wound at most (DS-DMG-03)."""
    since: Counter[str] = Counter()
    for event in events:
        if isinstance(event, AttackRolled):
            since.clear()
        elif isinstance(event, Wounded):
            since[event.unit] += 1
            assert since[event.unit] == 1


def _check_board(state: State) -> None:
    """Nobody shares a square or stands where nobody can; raised types keep to their limits."""
    models = [model for model in state.models.values() if model.on_board]
    taken = [square for model in models for square in model.squares]
    assert len(taken) == len(set(taken))
    assert set(taken) <= state.board.walkable
    assert dict(state.occupied) == {s: m.id for m in models for s in m.squares}
    for model in models:
        assert not model.incapacitated
        assert model.wounds == 0 or model.has_wound_track


@pytest.mark.whole_game
@pytest.mark.parametrize("key", KEYS)
def test_raised_types_never_exceed_their_limit_by_raising(key: str) -> None:
    game = Game(key, 7)
    for before, _, after, events in game.play():
        for event in events:
            if isinstance(event, DeadRaised):
                raised = event.model.key
                standing = sum(model.key == raised for model in before.side_models("overlord"))
                assert standing < before.mission.raisable[raised]
        assert after.moment >= before.moment


def test_states_views_and_steps_survive_json_all_through_a_game() -> None:
    game = Game("gravecallers_court", 3, {"free_strikes": "ask"})
    for number, (before, action, after, _) in enumerate(game.play(most=150)):
        if number % 5:
            continue
        assert dungeon.from_json(json.loads(json.dumps(dungeon.to_json(after)))) == after
        assert dungeon.action_from_json(json.loads(json.dumps(dungeon.action_to_json(action)))) == action
        json.dumps(dungeon.view(before, dungeon.Viewer("ana")))


def test_every_listed_move_is_accepted_as_it_stands() -> None:
    game = Game("ashen_seal", 5)
    for before, _, _, _ in game.play(most=60):
        unit = dungeon.waits(before)[0].unit
        if unit not in before.models or before.pending is not None:
            continue
        model = before.models[unit]
        running = before.running
        own = running is not None and running.unit == unit
        points = running.points if running is not None and own else 9
        for step in dungeon.legal_actions(before, unit):
            if isinstance(step, Move):
                check_path(before, model, step.path, points, turns_only=bool(own and running and running.turns_only))
