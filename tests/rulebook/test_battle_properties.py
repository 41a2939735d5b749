"""What holds in every battle, whatever is played: bounds, replays, round trips, secrets.

Battles are played by drawing from the legal list, with sweeps, early turns, absences and
the director's acts in between.
"""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from rulebook.dice import SeededDice
from rulebook.errors import Refused
from rulebook.saga import actions
from rulebook.saga.actions import Action, PlayTurn
from rulebook.saga.change import change
from rulebook.saga.codec import (
    action_from_json,
    action_to_json,
    event_from_json,
    event_to_json,
    from_json,
    setup_from_json,
    setup_to_json,
    steps_from_json,
    steps_to_json,
    to_json,
)
from rulebook.saga.events import Event
from rulebook.saga.evolve import fold
from rulebook.saga.history import replay
from rulebook.saga.knowledge import Viewer
from rulebook.saga.legal import legal_actions
from rulebook.saga.resolve import apply
from rulebook.saga.setup import Setup, new_state
from rulebook.saga.state import DIRECTOR, Alternative, Hazard, Plan, State, Unit, occupied_by
from rulebook.saga.steps import Rest, Step
from rulebook.saga.view import view
from rulebook.saga.waits import waits
from rulebook.table.views import fingerprint
from tests.rulebook.battlefields import CELLS, setups, started
from tests.rulebook.rounds import HOUR, Round

Played = tuple[Setup, State, tuple[Event, ...]]


KINDS = ("ability", "strike", "move", "horn", "rest", "end")
"""Small draws come first: what does most stands there."""


def random_steps(draw: st.DrawFn, state: State, unit: str) -> tuple[Step, ...]:
    """A legal turn, step by step from the list: first a kind of step, since most of the list is walks."""
    steps: tuple[Step, ...] = ()
    for _ in range(draw(st.integers(1, 3))):
        listed = legal_actions(state, unit, steps)
        if not listed:
            break
        kinds = sorted({step.kind for step in listed}, key=KINDS.index)
        kind = draw(st.sampled_from(kinds))
        steps += (draw(st.sampled_from([step for step in listed if step.kind == kind])),)
    return steps


def random_action(draw: st.DrawFn, state: State) -> Action:
    """Mostly turns; now and then time, an early turn, an absence, or the director."""
    at = state.moment + draw(st.sampled_from((0, 1, 2, 3, 4, HOUR, 13 * HOUR, 30 * HOUR)))
    kind = 9 - draw(st.integers(0, 9))
    unit = draw(st.sampled_from(list(state.units.values())))
    if kind == 0:
        return actions.DeadlinePassed(at)
    if kind == 1:
        return actions.LeavePlan(unit.player, unit.id, (Alternative((Rest(),)),), at)
    if kind == 2:
        return draw(st.sampled_from(director_acts(unit, at)))
    waiting = [wait for wait in waits(state) if wait.kind in ("turn", "director", "late")]
    if not waiting:
        return actions.DeadlinePassed(at)
    wait = draw(st.sampled_from(waiting))
    return PlayTurn(wait.who, wait.unit, random_steps(draw, state, wait.unit), at)


def director_acts(unit: Unit, at: int) -> list[Action]:
    return [
        actions.PauseBattle(at),
        actions.ResumeBattle(at),
        actions.TakeOver(unit.id, at),
        actions.HandBack(unit.id, at),
        actions.DeclareAbsence(unit.player, at, at + 50 * HOUR, at),
        actions.CancelAbsence(unit.player, at),
        actions.Correct(unit.id, "willpower", 0, "by the book", at),
        actions.Extend(unit.id, 1, "by the book", at),
        actions.Pardon(unit.id, "by the book", at),
        actions.CreditOutage(at - HOUR, at, at),
    ]


@st.composite
def battles(draw: st.DrawFn) -> Played:
    """A battle somewhere in its course, with its whole record."""
    setup = draw(setups())
    state, dice, events = started(setup, b"drawn" + bytes([draw(st.integers(0, 255))]))
    for _ in range(draw(st.integers(4, 14))):
        try:
            state, told = apply(state, random_action(draw, state), dice)
        except Refused:
            continue
        events += told
    return setup, state, events


def check_bounds(state: State, before: Unit, unit: Unit) -> None:
    assert (unit.exertion, unit.reaction, unit.break_) == (before.exertion, before.reaction, before.break_)
    assert unit.strength <= unit.max_strength
    assert (unit.strength > 0) is not unit.defeated
    assert 0 <= unit.armor <= unit.max_armor
    assert 0 <= unit.willpower <= unit.max_willpower
    assert 0 <= unit.hero_points <= unit.max_hero_points
    assert unit.defeated == (unit.at is None)
    assert state.board.fits(unit.cells)


@given(played=battles())
def test_no_attribute_leaves_its_bounds_and_nobody_stands_on_anybody(played: Played) -> None:
    """STAT-1 to STAT-6, HORN-1, MOVE-2; and as long as it lasts somebody is waited for."""
    setup, state, _ = played
    for before in setup.units:
        check_bounds(state, before, state.units[before.id])
    cells = [cell for unit in state.units.values() for cell in unit.cells]
    assert len(cells) == len(set(cells))
    assert dict(state.occupied) == occupied_by(state.units)
    assert all(side.horn is None or 0 <= side.horn <= 5 for side in state.sides)
    assert bool(waits(state)) is (state.phase != "over")


@given(played=battles())
def test_replaying_the_events_gives_the_same_state_and_moments_never_go_back(played: Played) -> None:
    setup, state, events = played
    assert fold(new_state(setup), events) == state
    assert replay(setup, events) == state
    assert dict(fold(new_state(setup), events).occupied) == dict(state.occupied)
    moments = [event.at for event in events]
    assert moments == sorted(moments)
    assert state.moment == moments[-1]


@given(played=battles())
def test_everything_goes_to_json_and_back(played: Played) -> None:
    setup, state, events = played
    read = from_json(through_text(to_json(state)))
    assert read == state
    assert dict(read.occupied) == dict(state.occupied)
    assert setup_from_json(through_text(setup_to_json(setup))) == setup
    assert tuple(event_from_json(through_text(event_to_json(event))) for event in events) == events


def through_text(data: Any) -> Any:
    return json.loads(json.dumps(data))


@given(data=st.data())
def test_actions_and_steps_go_to_json_and_back(data: st.DataObject) -> None:
    state, _, _ = started(data.draw(setups()))
    assert state.running is not None
    for action in director_acts(state.units[state.running.unit], HOUR):
        assert action_from_json(through_text(action_to_json(action))) == action
    listed = tuple(legal_actions(state, state.running.unit))
    assert steps_from_json(through_text(steps_to_json(listed))) == listed


@given(played=battles(), data=st.data())
def test_what_is_hidden_from_a_viewer_changes_nothing_that_the_viewer_sees(played: Played, data: st.DataObject) -> None:
    """DEPL-6, EARLY-1: early turns, hidden units, foreign traps, the dice: byte for byte."""
    _, state, _ = played
    viewer = Viewer(
        data.draw(st.sampled_from(["spectator", *sorted({u.player for u in state.units.values()} - {DIRECTOR})]))
    )
    other = with_other_secrets(state, viewer, data)
    assert shown(state, viewer) == shown(other, viewer)
    assert fingerprint(view(state, viewer)) == fingerprint(view(other, viewer))


def shown(state: State, viewer: Viewer) -> str:
    return json.dumps(view(state, viewer))


def with_other_secrets(state: State, viewer: Viewer, data: st.DataObject) -> State:
    """The same battle with things in it that this viewer may not know of."""
    strangers = [u for u in state.units.values() if u.player not in (viewer.id, DIRECTOR) and u.fighter]
    foes = [u for u in strangers if u.side not in {o.side for o in state.units.values() if o.player == viewer.id}]
    plans = {u.id: Plan(u.id, u.player, (Alternative((Rest(),)),), state.moment) for u in strangers}
    cell = data.draw(st.sampled_from(CELLS))
    traps = tuple(Hazard("trap", cell, u.id, u.side, strength=1, hidden=True, stops=True) for u in foes[:1])
    ghost = change(
        next(iter(state.units.values())), id="ghost", player=DIRECTOR, at=None, hidden=True, defeated=False, passives=()
    )
    return change(
        state,
        plans={**state.plans, **plans},
        hazards=state.hazards + traps,
        units={**state.units, "ghost": ghost},
        dice_counter=state.dice_counter + 7,
        moment=state.moment + 5,
    )


@given(data=st.data())
def test_in_turn_0_of_team_against_team_placements_and_identities_stay_hidden(data: st.DataObject) -> None:
    """DEPL-3: one team's view does not change with where the other stands, or who they are."""
    setup = data.draw(setups(team_against_team=True))
    fighters = [unit for unit in setup.units if unit.fighter]
    state = new_state(setup)
    veiled = {u.id for u in fighters if u.side == "west"}
    swapped = [change(u, name="Somebody", race="varl", at=None) if u.id in veiled else u for u in state.units.values()]
    units = {u.id: u for u in swapped}
    other = change(state, units=units, occupied=occupied_by(units))
    east = [u.player for u in fighters if u.side == "east"]
    for viewer in (Viewer("spectator"), *map(Viewer, east)):
        assert shown(state, viewer) == shown(other, viewer)
        seen = view(state, viewer)
        assert not veiled & {unit["id"] for unit in seen["units"]}
        assert next(side for side in seen["sides"] if side["id"] == "west")["veiled"] == len(veiled)


@given(played=battles(), data=st.data())
def test_a_foreign_trap_shows_in_no_list_and_no_refusal(played: Played, data: st.DataObject) -> None:
    """DEPL-6: refusals and lists are worked out from what the player may know."""
    _, state, _ = played
    running = state.running
    if running is None or not state.units[running.unit].players:
        return
    unit = state.units[running.unit]
    foe = "west" if unit.side == "east" else "east"
    cell = data.draw(st.sampled_from(CELLS))
    trap = Hazard("trap", cell, unit.id, foe, strength=1, hidden=True, stops=True)
    trapped = change(state, hazards=(*state.hazards, trap))
    assert legal_actions(trapped, unit.id) == legal_actions(state, unit.id)


@given(seed=st.binary(min_size=1, max_size=4))
def test_the_same_dice_give_the_same_battle(seed: bytes) -> None:
    first, second = Round("abcd"), Round("abcd")
    for table in (first, second):
        table.dice = SeededDice(seed)  # type: ignore[assignment]
        table.sweep(at=100)
    assert first.state == second.state
